"""The information check ends, also for clauses that call each other in a circle, recursive values and nested passes."""

from __future__ import annotations

from typing import Any

import pytest

from rulekit.check import check_rulebook
from rulekit.check.information import analysis
from rulekit.check.information.terms import Term, substitute
from rulekit.check.information.valuing import Valuer
from rulekit.diagnostics import Source
from rulekit.model.assembly import assemble
from rulekit.model.rulebook import Config
from rulekit.syntax import parse

HEAD = 'rulebook told "Told":\n  players 2\n\nkeep secret[p in Player]: 0..3, seen by p\nkeep seen: 0..3\n'

PICKED = """
procedure pick(a 0..3) gives 0..3:
  draw k in 0..3, seen by p1
  if a == 1:
    return k
  return secret[p2]
flow:
  let x = pick(0)
  by p1:
    choose k in 0..x
    seen = k
"""

CALLS_ITSELF = """
procedure deep(p Player, n 0..5) gives 0..3 nested at most 6:
  if n == 0:
    return secret[p]
  let other = deep(next(p), n - 1)
  return other
flow:
  let x = deep(p1, 4)
  by p1:
    choose k in 0..x
    seen = k
"""


def codes(text: str) -> list[str]:
    book, found = parse(Source("told", HEAD + text))
    assert book is not None, found
    rulebook, _ = assemble([book], Config())
    assert rulebook is not None
    return [d.code for d in check_rulebook(rulebook)[1] if d.severity == "error"]


@pytest.mark.parametrize("text", [PICKED, CALLS_ITSELF])
def test_what_a_call_gives_is_found_in_the_end(text: str) -> None:
    assert codes(text)[0] == "E501"


def test_beyond_the_effort_nothing_is_let_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    assert codes("flow:\n  repeat at most 3 times:\n    seen = 1\n") == []
    monkeypatch.setattr("rulekit.check.information.EFFORT", 1)
    monkeypatch.setattr("rulekit.check.information.EFFORT_EACH", 0)
    assert analysis.EFFORT > 1
    assert codes("flow:\n  repeat at most 3 times:\n    seen = 1\n") == ["E509"]


@pytest.mark.parametrize(("depth", "told"), [(60, "E502"), (200, "E509")])
def test_calls_are_followed_or_refused(depth: int, told: str) -> None:
    chain = "".join(f"procedure q{i}:\n  q{i + 1}()\n" for i in range(depth))
    assert codes(f"{chain}procedure q{depth}:\n  seen = 1\nflow:\n  if secret[p1] == 1:\n    q0()\n") == [told]


def nested(depth: int) -> str:
    """Return a rulebook with this many nested conditions, each on a different hidden value."""
    kept = "".join(f"keep own{i}[p in Player]: 0..3, seen by p\n" for i in range(depth))
    lines = "".join(f"{'  ' * (i + 1)}if own{i}[p1] == 1:\n" for i in range(depth))
    return f"{kept}keep told[p in Player]: 0..3, seen by p\nflow:\n{lines}{'  ' * (depth + 1)}told[p1] = 1\n"


def test_statements_with_large_labels_take_more_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    depth = 2 * analysis.POLICIES
    monkeypatch.setattr("rulekit.check.information.EFFORT", depth + 1)  # enough for visiting each statement once
    monkeypatch.setattr("rulekit.check.information.EFFORT_EACH", 0)
    assert codes(nested(depth)) == ["E509"]
    monkeypatch.setattr(analysis, "POLICIES", 1000)
    assert codes(nested(depth)) == []


def test_a_rule_that_may_run_at_many_alike_points_is_walked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    points, long = 30, 40
    rule = "rule waiting whenever seen == 3:\n" + "  nothing\n" * long
    asked = "".join(f"    by p1:\n      choose k{i} in 0..1\n" for i in range(points))
    flow = f"flow:\n  if secret[p1] == 1:\n{asked}"
    monkeypatch.setattr("rulekit.check.information.EFFORT", 8 * (points + long))  # rather than points * long
    monkeypatch.setattr("rulekit.check.information.EFFORT_EACH", 0)
    assert codes(rule + flow) == ["E502"]


def test_what_facts_say_of_the_same_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    depth, said = 10, list[str]()
    whole = Valuer._term_of_fact

    def counted(valuer: Valuer, fact: Any, *rest: Any) -> Term:
        said.append(fact.name)
        return whole(valuer, fact, *rest)

    monkeypatch.setattr(Valuer, "_term_of_fact", counted)
    chain = "".join(f"fact f{i + 1}(n 0..3) = f{i}(n) or not f{i}(n)\n" for i in range(depth))
    flow = f"flow:\n  by p1:\n    choose k in 0..3 where f{depth}(k)\n    seen = k\n"
    assert codes(f"fact f0(n 0..3) = seen == n\n{chain}{flow}") == []
    assert 0 < said.count("f0") <= 4


def test_a_part_that_stands_in_many_places_is_exchanged_once() -> None:
    def doubled(part: Term) -> Term:
        for _ in range(60):
            part = ("set", part, part)
        return part

    changed = substitute(doubled(("var", "x", None)), {("var", "x", None): ("value", 1)})
    while changed[0] == "set":
        changed = changed[1]
    assert changed == ("value", 1)
