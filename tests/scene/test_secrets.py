"""A picture shows only what its viewer may know: differences that the viewer cannot see do not change it."""

import pytest

from rulekit.scene import ONLOOKER, svg

from ..shipped import game
from .games import after, artist, titles

SMALL = ["classics/leduc-poker", "classics/kuhn-poker", "classics/rock-paper-scissors"]


@pytest.mark.parametrize("name", SMALL)
def test_equal_observations_are_equal_pictures(name):
    """Two states with equal observations for a player have equal pictures for that player."""
    engine, seen = game(name).engine, {}
    pairs = 0
    for seed in range(25):
        for moves in (0, 1, 2):
            raw = after(name, moves, seed)
            for viewer in range(game(name).players):
                picture = svg(artist(name).state(raw, viewer))
                key = (viewer, engine.observe(raw, viewer))
                pairs += key in seen
                assert seen.setdefault(key, picture) == picture
    assert pairs > 10


def exchanged(name, raw, cell, change):
    """Return the state with all elements of a cell, as a flat list of numbers, passed through `change`."""
    slot = game(name).layout.slots[cell]
    cells = list(raw.cells)
    elements = [cells[at : at + slot.width] for at in range(slot.offset, slot.end, slot.width)]
    cells[slot.offset : slot.end] = [number for element in change(elements) for number in element]
    return raw.with_cells(cells)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("viewer", [0, 2])
def test_others_may_change_hands_unseen(seed, viewer):
    raw = after("tricks/whist", 4 * seed, seed)
    one, other = (p for p in (1, 3))
    swapped = exchanged("tricks/whist", raw, "hand", lambda hands: [hands[p] for p in (0, other, 2, one)])
    assert swapped != raw
    for eyes in (viewer, ONLOOKER):
        assert svg(artist("tricks/whist").state(raw, eyes)) == svg(artist("tricks/whist").state(swapped, eyes))
    assert svg(artist("tricks/whist").state(raw, one)) != svg(artist("tricks/whist").state(swapped, one))


@pytest.mark.parametrize("seed", range(4))
def test_stacks_may_be_shuffled_unseen(seed):
    """The order of a hidden stack is not drawn, even for a viewer of everything."""
    raw = after("czar/english", 10, seed)

    def turned(stacks):
        return [[*reversed([n for n in stack if n]), *(n for n in stack if not n)] for stack in stacks]

    other = exchanged("czar/english", raw, "supply", turned)
    assert other != raw
    for viewer in (None, ONLOOKER, 0, 1):
        assert svg(artist("czar/english").state(raw, viewer)) == svg(artist("czar/english").state(other, viewer))


@pytest.mark.parametrize("viewer", [0, 1, 2, 3])
def test_hands_of_others_are_backs(viewer):
    raw = after("tricks/whist", 3, seed=5)
    machine = game("tricks/whist").machine
    layout = game("tricks/whist").layout
    mine = layout.read(raw.cells, "hand", (viewer,))
    others = set().union(*(layout.read(raw.cells, "hand", (p,)) for p in range(4) if p != viewer))
    names = [artist("tricks/whist").looks.title(artist("tricks/whist").looks.domains["Card"], i) for i in range(52)]
    told = set(titles(artist("tricks/whist").state(raw, viewer)))
    assert machine.players == 4 and mine
    assert {names[card] for card in mine} <= told
    assert not {names[card] for card in others} & told


def test_whoever_sees_what_all_see_sees_no_hand():
    raw = after("tricks/whist", 3, seed=5)
    card = artist("tricks/whist").looks.domains["Card"]
    layout = game("tricks/whist").layout
    open_ = {layout.read(raw.cells, "played", (p,)) - 1 for p in range(4)} - {-1}
    names = {artist("tricks/whist").looks.title(card, i) for i in range(52) if i not in open_}
    assert not names & set(titles(artist("tricks/whist").state(raw, ONLOOKER)))
    assert open_


def test_a_stack_that_nobody_sees_is_a_stack_of_backs_for_whoever_sees_all():
    raw = after("czar/english", 3)
    assert any("face down" in group for group in entries(artist("czar/english").state(raw)))


def entries(scene):
    from rulekit.scene.scene import groups

    return [group.sign for group in groups(scene.shapes) if group.role == "entry"]
