"""Things that a player cannot see do not affect this player's picture.

Elements of one state are replaced by those of another state wherever the player's observation stays equal. The pictures
before and after must be equal, in shipped games and in generated ones.
"""

import pytest

from rulekit.engine.cell_layout import CellLayout
from rulekit.engine.interface import GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine.lower import lower
from rulekit.scene import Artist, svg
from rulekit.scene.text_picture import picture_text
from tests.generated.mending import mended

from ..shipped import every, game
from .games import after, artist

SECRET = [
    "tricks/whist",
    "classics/leduc-poker",
    "classics/kuhn-poker",
    "classics/rock-paper-scissors",
    "czar/english",
]


def disguised(engine, one, other, player):
    """Return `one` with each element of `other` that leaves the observation of `player` equal, and how many elements
    changed."""
    layout, seen, changed = CellLayout.of(engine.machine), engine.observe(one, player), 0
    for slot in layout.slots.values():
        if slot.cell.role not in ("place", "keep"):
            continue
        for at in range(slot.offset, slot.end, slot.width):
            mine, theirs = one.cells, other.cells
            if mine[at : at + slot.width] == theirs[at : at + slot.width]:
                continue
            try:
                found = one.with_cells((*mine[:at], *theirs[at : at + slot.width], *mine[at + slot.width :]))
                same = engine.observe(found, player) == seen
            except (GameFault, ValueError):
                continue
            if same:
                one, changed = found, changed + 1
    return one, changed


@pytest.mark.parametrize("name", SECRET)
def test_shipped_games(name):
    changed = 0
    for seed in range(3):
        one, other = after(name, 2 + 3 * seed, seed), after(name, 2 + 3 * seed, seed + 50)
        for player in range(2):
            hidden, count = disguised(game(name).engine, one, other, player)
            changed += count
            assert svg(artist(name).state(hidden, player)) == svg(artist(name).state(one, player))
            assert picture_text(artist(name).state(hidden, player)) == picture_text(artist(name).state(one, player))
    assert changed


def walk(engine, seed, steps):
    """Return a state of a random game after a number of steps."""
    state = engine.start(seed)
    for _ in range(steps):
        if engine.options(state):
            option, drawn = engine.pick(state)
            state = engine.apply(drawn, option)
        elif engine.outcomes(state):
            state = engine.chance(state)
    return state


@pytest.mark.parametrize("piece", every(8, range(8)))
def test_generated_games(piece):
    changed = drawn = 0
    for number in range(piece, 48, 8):
        book = mended("pictures", number)
        if book.model is None:
            continue
        engine = ReferenceEngine(lower(book.model))
        drawer = Artist.of(book.model, engine)
        try:
            one, other = walk(engine, 1, 6), walk(engine, 2, 6)
        except GameFault:
            continue
        for player in range(min(2, engine.machine.players)):
            picture = svg(drawer.state(one, player))
            drawn += 1
            hidden, count = disguised(engine, one, other, player)
            changed += count
            assert svg(drawer.state(hidden, player)) == picture, f"rulebook {number}"
        assert svg(drawer.state(one)) and picture_text(drawer.state(one), "ascii").isascii()
    assert drawn > 4 and changed
