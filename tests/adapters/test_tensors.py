"""Tensors show what a player has seen, and nothing else."""

from __future__ import annotations

from collections import defaultdict

import pytest

from rulekit.engine.observe import Hidden
from rulekit.play.game import GameState

from ..shipped import game

np = pytest.importorskip("numpy", reason="numpy is not installed")
tensors = pytest.importorskip("rulekit.adapters.tensors")


def states_of(name: str, games: int, players: int | None = None) -> list[GameState]:
    """Return states of random games."""
    starts = (game(name, players).start(1, number) for number in range(games))
    return [state for start in starts for state in (start, *start.random_moves(12))]


@pytest.mark.parametrize("name", ["classics/leduc-poker", "classics/rummy", "czar/english", "chess/standard"])
def test_each_slice_has_what_the_observation_has(name: str) -> None:
    """Read slices back and compare them with the observation that the engine gives."""
    layout = tensors.TensorLayout.of(game(name).machine)
    slices = {one.name: one for one in layout.slices}
    assert [one.at for one in layout.slices[1:]] == [one.at + one.size for one in layout.slices[:-1]]
    checked = set()
    for state in states_of(name, 2):
        for player in range(game(name).players):
            packed = game(name).engine.observe(state.raw, player)
            row = layout.observations([packed], [player])[0]
            for cell, elements in layout.form.unpack(packed).items():
                one = slices[cell]
                part = row[one.at : one.at + one.size].reshape(len(elements), -1)
                seen = slices.get(f"{cell} seen")
                for place, (element, numbers) in enumerate(zip(elements, part, strict=True)):
                    hidden = isinstance(element, Hidden)
                    assert seen is None or row[seen.at + place] == (not hidden)
                    if hidden:
                        size = slices[f"{cell} size"]
                        assert not numbers.any()
                        assert row[size.at + place] == (0 if element.size is None else 1 + element.size)
                    elif isinstance(element, frozenset):
                        assert frozenset(np.flatnonzero(numbers)) == element
                    elif isinstance(element, int) and len(numbers) > 1:
                        assert numbers.sum() == 1
                        checked.add((cell, element, int(numbers.argmax())))
                    elif isinstance(element, int):
                        assert numbers[0] == element
    one_hot = defaultdict(set)
    for cell, element, place in checked:
        one_hot[cell].add(element - place)
    assert one_hot and all(len(lows) == 1 for lows in one_hot.values())


@pytest.mark.parametrize(("name", "place"), [("tricks/whist", "hand"), ("classics/rummy", "hand")])
def test_exchanged_worlds_give_equal_tensors(name: str, place: str) -> None:
    """Two other players exchange their hands: a player's tensors stay, and those of the two change."""
    one = game(name, 4)
    layout, slot = tensors.TensorLayout.of(one.machine), one.layout.slots[place]
    size = (slot.end - slot.offset) // one.players
    for state in states_of(name, 2, 4):
        cells = list(state.raw.cells)
        hands = [slice(slot.offset + seat * size, slot.offset + (seat + 1) * size) for seat in (1, 2)]
        if len({sum(number.bit_count() for number in cells[hand]) for hand in hands}) > 1:
            continue  # everybody sees how many cards a player holds
        before = cells[hands[0]], cells[hands[1]]
        cells[hands[1]], cells[hands[0]] = before
        exchanged = state.raw.with_cells(cells)
        rows = [
            layout.observations([one.engine.observe(raw, player) for player in range(4)], range(4))
            for raw in (state.raw, exchanged)
        ]
        changed = {player for player in range(4) if (rows[0][player] != rows[1][player]).any()}
        assert changed == ({1, 2} if before[0] != before[1] else set())


def test_information_states_and_their_tensors_are_equal_together() -> None:
    """Sampled: 60 deals of Leduc poker, each with every history of at most six steps, for both players."""
    leduc = game("classics/leduc-poker")
    layout, tensor_of = tensors.TensorLayout.of(leduc.machine, 12), {}
    seen_by = defaultdict(set)
    for seed in range(60):
        waiting = [leduc.start(seed)]
        while waiting:
            state = waiting.pop()
            for player in (0, 1):
                known = state.information_state(player)
                tensor = layout.information(known).tobytes()
                assert tensor_of.setdefault(known, tensor) == tensor
                seen_by[tensor].add(known)
            waiting += [state.apply(option) for option in state.legal()] if len(state.history()) < 6 else []
    assert len(tensor_of) > 100 and all(len(states) == 1 for states in seen_by.values())


def test_a_short_tensor_has_the_latest_rows() -> None:
    state = game("classics/kuhn-poker").start(1).apply("check").apply("bet")
    long, short = (tensors.TensorLayout.of(state.game.machine, rows) for rows in (9, 2))
    known = state.information_state(0)
    assert (long.information(known)[-2:] == short.information(known)).all()
    assert not long.information(known)[: 9 - len(known.entries)].any()
