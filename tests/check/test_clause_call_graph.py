"""Which clauses call which, and whether the call is inside a turn, a round or a loop."""

from __future__ import annotations

from rulekit.check.clause_call_graph import call_edges, statements_in_context
from rulekit.syntax import nodes as s

from .books import body, named

BOOK = """
keep n: 0..9
enum Side: left, right
event rung(s Side)
choice turn
choice other
procedure play:
  step deal:
    n = 1
  turns from p1:
    step act:
      do one of turn
  rounds:
    ring(left)
procedure ring(s Side):
  let a = counted()
  n = a
  announce rung(s)
procedure counted() gives 0..9:
  return 3
action go in turn:
  ring(right)
action sell in turn:
  rounds:
    play()
action wait in other:
  nothing
rule heard when rung(s):
  n = 2
rule dealt after play.deal:
  n = 3
rule acted before play.act:
  n = 4
rule always whenever n > 5:
  n = 5
flow:
  step opening:
    play()
rule opened after flow.opening:
  n = 6
"""
EDGES = {
    ("procedure play", "action go", "T"),
    ("procedure play", "action sell", "T"),
    ("procedure play", "procedure ring", "R"),
    ("procedure ring", "procedure counted", ""),
    ("procedure ring", "event rung", ""),
    ("action go", "procedure ring", ""),
    ("action sell", "procedure play", "R"),
    ("event rung", "rule heard", ""),
    ("procedure play", "rule dealt", ""),
    ("procedure play", "rule acted", "T"),
    ("", "rule always", "TR"),  # called from anywhere
    ("flow flow", "procedure play", ""),
    ("flow flow", "rule opened", ""),
}


def test_the_edges_of_a_rulebook() -> None:
    c = named(BOOK)
    found = call_edges(iter(c.book.clauses))
    said = {(e.source, e.target, "T" * e.in_turn + "R" * e.in_round) for e in found}
    assert said == EDGES
    assert len(found) == len(EDGES)
    ids = {placed.id for placed in c.book.clauses} | {"", "event rung"}
    assert all({edge.source, edge.target} <= ids for edge in found)


def test_an_edge_says_where() -> None:
    by_ends = {(e.source, e.target): e.node for e in call_edges(named(BOOK).book.clauses)}
    assert isinstance(by_ends["procedure play", "action go"], s.Do)
    assert isinstance(by_ends["procedure ring", "procedure counted"], s.Let)
    assert by_ends["event rung", "rule heard"].span.text == "heard"


def test_turns_and_rounds_hold_inside_and_a_loop_as_far_as_the_next_turn() -> None:
    stmts = body(
        """
a = 1
repeat:
  b = 1
  turns from p1:
    c = 1
    for each x in A:
      d = 1
      rounds:
        e = 1
  if n > 1:
    f = 1
rounds:
  g = 1
h = 1
"""
    )
    found = {
        one.stmt.span.text[0]: "T" * one.in_turn + "R" * one.in_round + "L" * one.in_loop
        for one in statements_in_context(stmts)
        if " = " in one.stmt.span.text[:4]
    }
    assert found == {"a": "", "b": "L", "c": "T", "d": "TL", "e": "TR", "f": "L", "g": "R", "h": ""}
    assert sum(1 for _ in statements_in_context(stmts)) == len(found) + 6
