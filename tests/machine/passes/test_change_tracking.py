"""Change tracking: `whenever` rules run exactly when they did before, although they are tested less often; and what the
pass refuses.

The machine before the pass and the one after it are played in parallel on both engines, and nodes, cells, options,
draws and faults are compared. Whole games are played after all passes for playouts.
"""

from __future__ import annotations

from random import Random

import attrs
import pytest

from rulekit.engine.interface import GameFault, State
from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine
from rulekit.machine import program as m
from rulekit.machine.analyses.manager import Analyses
from rulekit.machine.form_table import parts_of
from rulekit.machine.optimise import for_playouts
from rulekit.machine.passes.change_tracking import change_tracking
from tests.machine.build import at, chance, decision, end, level, machine, number, op, option, put, routine, step
from tests.machine.lower.play import machine as lowered
from tests.machine.verify import verify
from tests.shipped import every

GAMES, STEPS = 3, 40
COUNTED = "keep n: 0..60 = 0\nkeep log: 0..999 = 0\nfact more(k 0..999) gives 0..999 = if k < 900 then k + 1 else k\n"
"""Clauses that the cases share: a counter and a log of the rules that ran."""
TURNS = """
flow:
  turns from p1 where n < 40:
    either one:
      n = n + 1
    or two:
      n = n + 2
    or still:
      log = more(log)
  game over, paying p in Player: log
"""


def counting(rules: str, flow: str = TURNS) -> str:
    return COUNTED + rules + flow


ROUTINES = {
    "what is counted": counting("rule third whenever n mod 3 == 0:\n  log = more(log)\n"),
    "for each player, from the active one on": counting(
        "keep mine[Player]: 0..60 = 0\n"
        "rule ahead whenever p in Player: mine[p] + index(p) < n mod 7:\n  mine[p] = n mod 5\n  log = more(log)\n"
    ),
    "whose turn it is": counting("rule first whenever active == p1 and n > 3:\n  log = more(log)\n"),
    "a fact": counting("fact odd = n mod 2 == 1\nrule odds whenever odd:\n  log = more(log)\n"),
    "a rule that makes another true": counting(
        "keep lit: truth = no\n"
        "rule light whenever n mod 4 == 1:\n  lit = yes\n"
        "rule dark whenever lit:\n  lit = no\n  log = more(log)\n"
    ),
    "a rule that announces": counting(
        "event told\nrule heard when told:\n  log = more(log)\n  n = if n < 50 then n + 1 else n\n"
        "rule tell whenever n mod 3 == 0:\n  announce told()\n"
    ),
    "a procedure announces": counting(
        "event told\nprocedure tell:\n  log = more(log)\n  announce told()\n"
        "rule third whenever n mod 3 == 0:\n  tell()\n"
    ),
    "a position that was there before": counting(
        "keep side: 0..2 = 0\nposition here: side at most 200\n"
        "rule repeated whenever times seen here > 1 and times seen here mod 2 == 0:\n  log = more(log)\n",
        """
flow:
  turns from p1 where n < 40:
    either turn_round:
      side = (side + 1) mod 3
      n = n + 1
    or note_it:
      record here
      n = n + 1
    or forget_it:
      forget here
      n = n + 1
  game over, paying p in Player: log
""",
    ),
    "what is tried out": counting(
        "procedure add:\n  n = n + 1\nrule almost whenever (after add(): n mod 3 == 0):\n  log = more(log)\n"
    ),
    "a test is tried out": counting(
        "event told\nrule third whenever n mod 3 == 0:\n  log = more(log)\n"
        "procedure add:\n  n = n + 1\n  announce told()\n"
        "fact tempting = after add(): log > 3\n",
        TURNS.replace("or two:", "or two:\n      require not tempting or n < 20"),
    ),
    "what lasts a turn begins again": counting(
        "keep used: 0..9 = 0, each turn\nrule fresh whenever used == 0 and n > 2:\n  log = more(log)\n",
        TURNS.replace("n = n + 2", "n = n + 2\n      used = 3\n      another turn"),
    ),
    "pieces in a row, in a heap, in a place of one": """
piece Coin(worth 1..3): 4 each
keep log: 0..999 = 0
keep n: 0..60 = 0
place bag: row of Coin
place line: row of Coin
place pile: heap of Coin
place head: one Coin
rule long whenever size(line) > 2:
  log += 1
rule worthy whenever some c in pile: c.worth == 3:
  log += 20
rule crowned whenever not empty(head):
  log += 3
flow:
  put every Coin in bag
  shuffle bag
  turns from p1 where size(bag) > 0 and n < 40:
    n += 1
    either lay:
      move top of bag to bottom of line
    or stack:
      move top of bag to pile
    or crown:
      require empty(head)
      move top of bag to head
    or uncrown:
      require not empty(head)
      for each c in head:
        move c from head to pile
    or back:
      require size(line) > 0
      move top of line to pile
    or lose:
      require size(line) > 0
      remove top of line
  game over, paying p in Player: log
""",
    "inside at once nothing is tested": counting(
        "keep vote[p in Player]: 0..3 = 0, seen by p\n"
        "rule agreed whenever vote[p1] == vote[p2], reveals:\n  log = more(log)\n"
        "rule both whenever (all p in Player: vote[p] > 1), reveals:\n  log = log div 2\n",
        """
flow:
  turns from p1 where n < 30:
    n = n + 1
    at once each p in Player:
      choose v in 0..3
      vote[p] = v
  game over, paying p in Player: log
""",
    ),
}
ASK = "  by p1:\n    choose k in 1..2\n    log = more(log) + k\n"
NODES = {
    "a rule that asks": counting(f"rule third whenever n mod 3 == 0:\n{ASK}"),
    "whose turn it is, and a rule asks": counting(f"rule first whenever active == p1 and n > 3:\n{ASK}"),
    "for each player, and a rule asks": counting(
        "keep mine[Player]: 0..60 = 0\n"
        "rule ahead whenever p in Player: mine[p] + index(p) < n mod 7:\n"
        "  mine[p] = n mod 5\n  by p:\n    choose k in 1..2\n    log = more(log) + k\n"
    ),
    "a position that was there before, and a rule asks": ROUTINES["a position that was there before"].replace(
        "  log = more(log)\n\nflow", f"{ASK}\nflow"
    ),
    "a rule that asks and announces": counting(
        "event told\nrule heard when told by p2:\n  choose k in 1..2\n  n = if n < 50 then n + k else n\n"
        f"rule third whenever n mod 3 == 0:\n{ASK}  announce told()\n"
        "rule fourth whenever n mod 4 == 3:\n  log = more(log)\n"
    ),
    "a rule that draws": counting(
        "rule third whenever n mod 3 == 0:\n  draw k in 1..2\n  n = if n < 50 then n + k else n\n"
    ),
    "a rule that leaves the turn": counting(
        f"rule third whenever n mod 3 == 1:\n{ASK}  leave turn\n"
        "rule fourth whenever n mod 4 == 1:\n  log = more(log)\n",
        "\nflow:\n  turns from p1 where n < 40:\n    n = n + 1\n"
        "    either one:\n      n = n + 1\n    or still:\n      log = more(log)\n"
        "  game over, paying p in Player: log\n",
    ),
    "a rule that gives another turn": counting(
        f"rule third whenever n mod 3 == 1 and active == p1:\n{ASK}  another turn\n"
        "rule fourth whenever n mod 4 == 1:\n  log = more(log)\n"
    ),
    "a rule that ends the game": counting(
        f"rule third whenever n mod 3 == 0:\n{ASK}rule enough whenever log > 30:\n  game over, won by active\n"
    ),
    "turns inside a rule, one of them left": counting(
        "rule third whenever n mod 3 == 1:\n  turns from active, once each:\n    choose k in 1..2\n    n = if n < 50 "
        "then n + k else n\n    if k == 2:\n      leave turn\n    log = more(log)\n  n = if n < 50 then n + 1 else n\n"
        "rule fourth whenever n mod 4 == 1:\n  log = more(log)\n"
    ),
    "a turn left inside a rule, and then the one around it": counting(
        "rule third whenever n mod 3 == 1:\n  turns from active, once each:\n    choose k in 1..2\n"
        "    if k == 2:\n      leave turn\n  leave turn\n"
        "rule fourth whenever n mod 2 == 1:\n  log = more(log)\n"
    ),
    "a turn that rules and the game take, left while nothing has changed": counting(
        "procedure round_about:\n  turns from active, once each:\n    choose k in 1..2\n"
        "    if k == 2:\n      leave turn\n    log = more(log)\n"
        "rule third whenever n mod 3 == 1:\n  round_about()\n  n = if n < 50 then n + 1 else n\n"
        "rule fourth whenever n mod 4 == 1:\n  log = more(log)\n",
        "\nflow:\n  turns from p1 where n < 40:\n    either one:\n      n = n + 1\n"
        "    or around:\n      round_about()\n  game over, paying p in Player: log\n",
    ),
    "inside at once nothing is tested, and a rule asks": ROUTINES["inside at once nothing is tested"].replace(
        "vote[p2], reveals:\n  log = more(log)\n", f"vote[p2], reveals:\n{ASK}"
    ),
}
TRACKED = {**ROUTINES, **NODES}


@pytest.mark.parametrize("case", TRACKED)
def test_rules_run_when_they_did(case: str) -> None:
    """Optimised and unoptimised machines apply rules at the same steps. Sampled: three games of forty steps for each
    case."""
    before = lowered(TRACKED[case])
    after = change_tracking(Analyses(before), [])
    assert verify(after) == []
    (added,) = (c.name for c in after.cells if c not in before.cells)
    assert added == m.CHANGED and after.cells[-1].name == added
    idle = sum(
        engine_in_step(ReferenceEngine(before), other, seed)
        for other in (ReferenceEngine(after), WasmEngine(after, optimise=False))
        for seed in range(GAMES)
    )
    assert idle > GAMES, "hardly ever had nothing changed"


def engine_in_step(one: ReferenceEngine, two: ReferenceEngine | WasmEngine, seed: int) -> int:
    """Play one game on both engines. Return in how many states nothing had changed since the rules were last tested."""
    idle, r = 0, Random(seed)
    a, b = started(one, seed), started(two, seed)
    for _ in range(STEPS):
        if not isinstance(a, State) or not isinstance(b, State):
            break
        assert (a.node, a.cells, a.uses) == (b.node, b.cells[:-1], b.uses)
        idle += b.cells[-1] == 0
        offered, coming = one.options(a), one.outcomes(a)
        assert (two.options(b), two.outcomes(b)) == (offered, coming)
        if offered:
            option = r.choice(offered)
            a, b = asked(one, "apply", a, option), asked(two, "apply", b, option)
        elif coming:
            a, b = asked(one, "chance", a), asked(two, "chance", b)
        else:
            return idle
    assert isinstance(a, State) == isinstance(b, State)
    if not isinstance(a, State):
        assert a == b
    return idle


def started(engine: ReferenceEngine | WasmEngine, seed: int) -> State | int:
    return asked(engine, "start", seed)


def asked(engine: ReferenceEngine | WasmEngine, question: str, *args: object) -> State | int:
    try:
        found: State = getattr(engine, question)(*args)
    except GameFault as fault:
        return fault.index
    return found


@pytest.mark.parametrize("case", every(6, TRACKED))
def test_whole_games_behind_all_passes(case: str) -> None:
    """Sampled: six games of each equal those of the machine before the passes."""
    before = lowered(TRACKED[case])
    played = ReferenceEngine(before).playouts(6, 5, max_moves=STEPS)
    assert WasmEngine(before).playouts(6, 5, max_moves=STEPS) == played
    assert ReferenceEngine(for_playouts(before)[0]).playouts(6, 5, max_moves=STEPS) == played


# -------------------------------------------------------------------------------------------- single machines, refusals


def settling(condition: m.Expr, *cells: m.Cell, asks: m.Node | None = None) -> m.Machine:
    """Return a machine with a `whenever` rule that adds 2 to `n` when the condition becomes true, tested after each
    move."""
    held = m.IfStatement(op("and", at("held"), op("not", condition)), (put("held", (), 0),))
    run = (put("held", (), 1), m.Define("again", op("add", 0, 1)), put("n", (), op("add", at("n"), 2)))
    waiting = m.IfStatement(op("and", op("eq", at("held"), 0), condition), run)
    loop = m.While(m.Local("again"), m.Const(50), 3, (m.Define("again", m.Const(0)), held, waiting))
    moves = option("count", 0, "counted", level("k", 1, 2, "picked"))
    nodes = [decision("turn", moves), *([] if asks is None else [asks])]
    return machine(
        [
            *nodes,
            step(
                "counted",
                put("n", (), op("add", at("n"), at("picked"))),
                m.Run("settle", ()),
                to=m.Fork(op("lt", at("n"), 30), "turn" if asks is None else asks.id, "won"),
            ),
            step("won", put(m.PAYOFF, (0,), at("n")), to="end"),
            end(),
        ],
        (number("n", 99), number("held", 1, role="control"), number("picked", 2, role="frame"), *cells),
        routines=(attrs.evolve(routine("settle", (), m.Define("again", m.Const(1)), loop), name=m.SETTLE),),
    )


COUNT = op("eq", op("mod", at("n"), 5), 0)


def told(before: m.Machine) -> tuple[m.Machine, str]:
    assert verify(before) == []
    why: list[str] = []
    after = change_tracking(Analyses(before), why)
    assert verify(after) == []
    (line,) = why
    return after, line


def test_only_what_the_conditions_read_is_watched() -> None:
    """Cells that only the bodies of rules read or write are not tracked."""
    after, line = told(settling(COUNT, number("m", 9)))
    assert line == "change_tracking: rules are tested again after writes to 2 cells"
    marked = [n.id for n in after.nodes if isinstance(n, m.StepNode) for s in n.body if s == put(m.CHANGED, (), 1)]
    assert marked == ["counted"], "of all that a step writes `n` is watched, and a payoff is not"
    assert isinstance(after.routines[0].body[0], m.IfStatement)
    assert after.routines[0].body[0].then[-1] == put(m.CHANGED, (), 0)


REFUSED = {
    "no rule is tested": attrs.evolve(settling(COUNT), routines=(routine("other", ()),), nodes=(end(),), start="end"),
    "what is picked decides": settling(op("eq", at("picked"), 2)),
    "what is drawn decides": settling(
        op("eq", at("drawn"), 2), number("drawn", 2), asks=chance("draw", "x", 1, 2, 1, "drawn", "turn")
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_rules_that_are_tested_as_before(case: str) -> None:
    after, line = told(REFUSED[case])
    assert after == REFUSED[case]
    assert line == "change_tracking: rules are tested again after writes to 0 cells"


def test_done_again_it_changes_nothing() -> None:
    once, _ = told(settling(COUNT))
    assert told(once)[0] == once


def test_what_is_only_tried_out_marks_nothing() -> None:
    """A routine used only in trials (actions made and undone) does not record changes, so other passes still recognise
    it.

    If a trial tests `whenever` rules, its routines do record changes."""
    before = lowered(ROUTINES["what is tried out"])
    after, _ = told(before)
    assert [r for r in after.routines if r.name == "procedure add"] == [
        r for r in before.routines if r.name == "procedure add"
    ]
    inside, _ = told(lowered(ROUTINES["a test is tried out"]))
    (add,) = (r for r in inside.routines if r.name == "procedure add")
    assert put(m.CHANGED, (), 1) in tuple(parts_of(add.body))


def test_copies_of_nodes_do_not_tell_whether_something_changed() -> None:
    """Constant propagation must not copy nodes by the cell that notes changes, since its value changes too often."""
    text = NODES["whose turn it is, and a rule asks"]
    changed, why = for_playouts(lowered(text), ("change_tracking", "constant_propagation"))
    assert "known in each are active" in why[1] and m.CHANGED not in why[1]
    read = [p for p in parts_of(changed.nodes) if p == m.Load(m.CHANGED)]
    assert read and len(changed.nodes) > len(lowered(text).nodes)
