"""Short games after which two editions differ: lines of an example that hold in one edition and fail in the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.play.example_starts import ExampleStarts
from rulekit.play.example_text import example_of_lines
from rulekit.play.game import ConfiguredGame
from rulekit.play.loaded_book import load
from rulekit.play.lockstep import Lockstep
from rulekit.play.testing import ExampleGames
from rulekit.play.witness import Witness, WitnessLimits, WitnessSearch, find_witness

ROW = """rulebook row "A row":
  players 2
  summary "Cards of a row are dealt."

piece Card(value 1..3): 2 each
place stock: heap of Card, hidden
place row: stack of Card
place hand[p in Player]: heap of Card, seen by p
keep taken_by: Player or none = none
keep tricks[Player]: 0..9 = 0

procedure deal:
  put every Card in stock
  move random from stock to row

flow:
  deal()
  turns from p1:
    either take:
      move top of row to stock
      taken_by = me
      tricks[me] += 1
    or leave_it:
      nothing
    if tricks[me] == 2:
      game over, won by me
    if empty(row):
      move random from stock to row
"""


def configured(name: str, players: int | None = None) -> ConfiguredGame:
    return load(name).configure(players)


def search(one: str, two: str, players: int | None = None, steps: int = 4000) -> WitnessSearch:
    lockstep = Lockstep(configured(one, players), configured(two, players))
    return find_witness(lockstep, WitnessLimits(steps, 20))


def holds(game: ConfiguredGame, witness: Witness, side: int, folder: Path) -> bool:
    """Return whether the witness, with the last line of one edition, holds as an example of a game."""
    opening = ["opening:", *(f"  {line}" for line in witness.opening)] if witness.opening else []
    text = example_of_lines("parted", game, [*opening, *witness.begun, *witness.played, witness.difference.lines[side]])
    over = game.name.replace("-", "_") if "/" in game.name and not game.name.startswith("/") else None
    path = folder / f"pasted{side}.rules"
    if over is None:
        path.write_text(f"{Path(game.name).read_text()}\n{text}\n")
    else:
        path.write_text(f'variant pasted of {over} "Pasted":\n  summary "An example."\n\n{text}\n')
    outcomes = ExampleGames(load(path), "wasm", few=True, own=over is not None).outcomes()
    (outcome,) = (one for one in outcomes if one.example == "parted")
    assert outcome.failure is None or outcome.line == len(path.read_text().splitlines())
    return outcome.failure is None


def check_in_both(one: str, two: str, witness: Witness, folder: Path, players: int | None = None) -> None:
    games = configured(one, players), configured(two, players)
    for number, game in enumerate(games):
        assert [holds(game, witness, side, folder) for side in (0, 1)] == [number == 0, number == 1]


LIBRARY = [
    ("classics/tic-tac-toe", "classics/tic-tac-toe-misere", None, "proved", 5),
    pytest.param("classics/nine-mens-morris", "classics/lasker-morris", None, "proved", 0, marks=pytest.mark.soak),
    pytest.param("czar/english", "czar/dutch", 3, "proved", 0, marks=pytest.mark.soak),
]


@pytest.mark.parametrize(("one", "two", "players", "shortest", "steps"), LIBRARY)
def test_witnesses_of_the_library(
    one: str, two: str, players: int | None, shortest: str, steps: int, tmp_path: Path
) -> None:
    witness = search(one, two, players).witness
    assert witness is not None and (witness.shortest, witness.steps) == (shortest, steps)
    check_in_both(one, two, witness, tmp_path, players)


CHANGED = {
    "payoff": ("won by me", "lost by me", 5),
    "offered": ("    or leave_it:\n", "    or leave_it:\n      require empty(stock)\n", 1),
    "content": ("taken_by = me", "taken_by = opponent(me)", 2),
    "over": ("tricks[me] == 2", "tricks[me] == 1", 2),
    "outcomes": ("piece Card(value 1..3): 2 each", "piece Card(value 1..3): value each", 0),
    "audience": ("seen by p", "hidden", 0),
}


@pytest.mark.parametrize("kind", CHANGED)
def test_every_kind_of_difference(kind: str, tmp_path: Path) -> None:
    before, after, steps = CHANGED[kind]
    one, two = tmp_path / "one.rules", tmp_path / "two.rules"
    one.write_text(ROW)
    two.write_text(ROW.replace(before, after))
    assert one.read_text() != two.read_text()
    found = search(str(one), str(two)).witness
    assert found is not None and (found.difference.kind, found.steps, found.shortest) == (kind, steps, "proved")
    if all(found.difference.lines):
        check_in_both(str(one), str(two), found, tmp_path)


def test_other_words_for_the_same_rules_are_proved_to_be_the_same_game(tmp_path: Path) -> None:
    one, two = tmp_path / "one.rules", tmp_path / "two.rules"
    one.write_text(ROW)
    two.write_text(ROW.replace("won by me", "lost by opponent(me)"))
    found = search(str(one), str(two), steps=100_000)
    assert found.proved and found.witness is None and found.pairs == 39


@pytest.mark.soak
def test_who_sees_a_place_is_a_difference() -> None:
    """The revised Dutch rules let players hide their coins; no line of an example can say that."""
    found = search("czar/dutch", "czar/dutch-revised", 3).witness
    assert found is not None and (found.difference.kind, found.steps) == ("audience", 0)
    assert found.difference.words == ("purse[red] is seen by red, green, blue", "purse[red] is seen by red")


def test_nothing_is_proved_of_what_was_not_seen() -> None:
    found = search("connection/hex", "connection/hex", steps=200)
    assert not found.proved and found.witness is None and found.games > 0


@pytest.mark.soak
@pytest.mark.parametrize("variant", ["czar/gentle-roubles", "czar/without-roubles"])
def test_witnesses_of_house_variants(variant: str, tmp_path: Path) -> None:
    witness = search("czar/dutch", variant, 3, steps=40_000).witness
    assert witness is not None and witness.shortest == "found"
    check_in_both("czar/dutch", variant, witness, tmp_path, 3)


def test_a_fault_on_the_way_prevents_a_proof(tmp_path: Path) -> None:
    one, two = tmp_path / "one.rules", tmp_path / "two.rules"
    one.write_text(ROW)
    two.write_text(ROW.replace("tricks[Player]: 0..9", "tricks[Player]: 0..1"))
    found = search(str(one), str(two), steps=100_000)
    assert found.witness is None and not found.proved


def test_a_witness_that_goes_on_from_a_worked_example(tmp_path: Path) -> None:
    """Far from the start, a few steps after the position that an example gives: with its lines, it holds in one edition
    and fails in the other."""
    one, two = tmp_path / "one.rules", tmp_path / "two.rules"
    long = ROW.replace("0..9 = 0", "0..99 = 0").replace("tricks[me] == 2", "tricks[me] == 40")
    example = "\nexample late:\n  given:\n    tricks[p1] = 38\n    active = p1\n  expect tricks[p1] == 38\n"
    one.write_text(long + example)
    two.write_text(long.replace("won by me", "lost by me") + example)
    games = configured(str(one)), configured(str(two))
    whole = load(one).apply_layers(), load(two).apply_layers()
    found = find_witness(Lockstep(*games), WitnessLimits(6000, 5), lambda: ExampleStarts.of(games, whole, "wasm"))
    witness = found.witness
    assert witness is not None and witness.shortest == "found from an example" and witness.difference.kind == "payoff"
    assert witness.begun == ("given:", "  tricks[p1] = 38", "  active = p1") and len(witness.played) < 12
    check_in_both(str(one), str(two), witness, tmp_path)


def test_examples_that_are_wrong_in_an_edition_are_left_out(tmp_path: Path) -> None:
    one, two = tmp_path / "one.rules", tmp_path / "two.rules"
    one.write_text(ROW + "\nexample a:\n  given:\n    tricks[p1] = 1\n\nexample b:\n  given:\n    tricks[p2] = 9\n")
    two.write_text(ROW.replace("0..9 = 0", "0..5 = 0").replace("won by me", "lost by me"))
    games = configured(str(one)), configured(str(two))
    found = ExampleStarts.of(games, (load(one).apply_layers(), load(two).apply_layers()), "wasm")
    assert found is not None and [start.lines for start in found.starts] == [("given:", "  tricks[p1] = 1")]


def test_a_search_for_what_is_new_finds_long_turns(tmp_path: Path) -> None:
    """The difference is ten throws after the position of an example that tests what only one edition has."""
    names = "classics/pig", "classics/pig-with-a-tailwind"
    games = configured(names[0]), configured(names[1])
    whole = load(names[0]).apply_layers(), load(names[1]).apply_layers()
    found = find_witness(Lockstep(*games), WitnessLimits(8000, 5), lambda: ExampleStarts.of(games, whole, "wasm"))
    witness = found.witness
    assert witness is not None and witness.begun[1:] == ("  score[p1] = 5", "  score[p2] = 56")
    assert (witness.shortest, len(witness.played), found.games) == ("found", 19, 0)
    check_in_both(*names, witness, tmp_path)
