"""Exhausted: small games are searched to the end. Compares numbers of positions and games, and the result of best
play."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from rulekit.engine.cell_layout import CellLayout
from rulekit.engine.interface import State
from rulekit.pipeline import EngineName, make_engine
from tests.play.reached import positions
from tests.shipped import every
from tests.variants.classics.family import game
from tests.variants.classics.published import (
    DOTS_AND_BOXES,
    PEG_POSITIONS,
    PERFT,
    TIC_TAC_TOE_GAMES,
    TIC_TAC_TOE_POSITIONS,
)
from tests.variants.classics.whole import Payoffs, best, gather

both_engines = pytest.mark.parametrize("kind", every(2, ["wasm", "reference"]))


@both_engines
def test_every_game_of_tic_tac_toe(kind: EngineName) -> None:
    def join(_who: int, after: list[Counter[Payoffs]]) -> Counter[Payoffs]:
        return sum(after, Counter())

    games, positions = gather(make_engine(game("tic-tac-toe").machine, kind), "marks", lambda end: Counter([end]), join)
    assert positions == TIC_TAC_TOE_POSITIONS
    assert games == TIC_TAC_TOE_GAMES
    assert games.total() == 255_168


@pytest.mark.parametrize("name", ["tic-tac-toe", "tic-tac-toe-misere"])
def test_nobody_need_lose(name: str) -> None:
    worth, _ = gather(game(name).engine, "marks", lambda end: end, best)
    assert worth == (0, 0)


@both_engines
def test_the_second_player_wins_at_nim(kind: EngineName) -> None:
    """In binary 1, 3, 5 and 7 cancel out, so whoever begins loses (Bouton)."""
    for last_match in ("wins", "loses"):
        engine = make_engine(game("nim", last_match=last_match).machine, kind)
        worth, positions = gather(engine, "matches", lambda end: end, best)
        assert worth == (-1, 1)
        assert positions == 2 * 4 * 6 * 8


def lead_in_boxes(width: int, height: int) -> int:
    """Return the first player's lead in boxes under best play, computed from bit masks of lines and not from the
    rulebook."""
    across, down = width * (height + 1), (width + 1) * height
    boxes = [
        (1 << r * width + c) | (1 << (r + 1) * width + c) | (3 << across + r * (width + 1) + c)
        for r in range(height)
        for c in range(width)
    ]

    @cache
    def lead(drawn: int) -> int:
        found = []
        for line in (1 << n for n in range(across + down) if not drawn >> n & 1):
            after = drawn | line
            won = sum(box & line != 0 and box & after == box for box in boxes)
            found.append(won + lead(after) if won else -lead(after))
        return max(found, default=0)

    return lead(0)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 1), (3, 1), (2, 2)])
def test_who_leads_at_dots_and_boxes(width: int, height: int) -> None:
    """Best play by the rulebook leads by as many boxes as computed with bit masks and as published."""
    engine = game("dots-and-boxes", columns=width, rows=height).engine
    layout = CellLayout.of(engine.machine)
    known: dict[tuple[object, ...], int] = {}

    def ahead(state: State) -> int:
        first, second = (layout.read(state.cells, "boxes", (player,)) for player in (0, 1))
        assert isinstance(first, frozenset) and isinstance(second, frozenset)
        return len(first) - len(second)

    def lead(state: State) -> int:
        """Return how many boxes more than the second player the first one wins from this state on."""
        drawn = layout.read(state.cells, "drawn")
        if drawn == frozenset(range(2 * width * height + width + height)):
            return 0
        key = drawn, engine.who(state)
        if key not in known:
            after = [engine.apply(state, option) for option in engine.options(state)]
            known[key] = (min if key[1] else max)(ahead(one) - ahead(state) + lead(one) for one in after)
        return known[key]

    assert lead(engine.start(1)) == lead_in_boxes(width, height)
    assert (width, height) not in DOTS_AND_BOXES or lead_in_boxes(width, height) == DOTS_AND_BOXES[width, height]


HOLES = {(c, r) for c in range(1, 8) for r in range(1, 8) if 3 <= c <= 5 or 3 <= r <= 5}


def jumped(pegs: frozenset[tuple[int, int]]) -> list[frozenset[tuple[int, int]]]:
    found = []
    for c, r in pegs:
        for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            over, to = (c + x, r + y), (c + 2 * x, r + 2 * y)
            if over in pegs and to in HOLES - pegs:
                found.append(pegs - {(c, r), over} | {to})
    return found


def turned(pegs: frozenset[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the same value for all positions that are equal up to rotation and reflection."""
    ways = []
    for pegs_ in (pegs, frozenset((8 - c, r) for c, r in pegs)):
        for _ in range(4):
            pegs_ = frozenset((r, 8 - c) for c, r in pegs_)
            ways.append(tuple(sorted(pegs_)))
    return min(ways)


@pytest.mark.soak
def test_the_positions_of_peg_solitaire() -> None:
    """Positions computed here from coordinates alone equal those of the rulebook, and so do the numbers of
    sequences."""
    published = next(p for p in PERFT if p.name == "peg-solitaire")
    engine = game("peg-solitaire").engine
    layout = CellLayout.of(engine.machine)
    names = next(d.labels for d in engine.machine.domains if d.name == "Hole")
    holes = [(ord(name[0]) - 96, int(name[1])) for name in names]
    here, states = Counter({frozenset(HOLES - {(4, 4)}): 1}), positions(engine, 0)
    for depth, count in enumerate((1, *published.counts)):
        assert {frozenset(holes[at] for at in layout.read(s.cells, "pegs")) for s in states} == set(here)
        assert here.total() == count and len(set(map(turned, here))) == PEG_POSITIONS[depth]
        nexts: Counter[frozenset[tuple[int, int]]] = Counter()
        for pegs, ways in here.items():
            for after in jumped(pegs):
                nexts[after] += ways
        here, states = nexts, positions(engine, 1, start=states)
