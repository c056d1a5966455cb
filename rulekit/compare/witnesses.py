"""Witnesses of a comparison: a short game after which two editions differ, for all changes and for each group alone.

The last line of such a game holds in one edition only. So its lines are a worked example that is right in that edition
and fails in the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import asdict, evolve, frozen

from ..diagnostics.printable import one_line
from ..engine.choice import EngineName, make_engine
from ..machine.identity import has_same_rules
from ..machine.lower import lower
from ..model.change_kinds import Change
from ..model.difference import difference
from ..model.rulebook import Rulebook
from ..play.example_starts import ExampleStarts
from ..play.example_text import example_of_lines
from ..play.game import ConfiguredGame
from ..play.loaded_book import LoadedBook
from ..play.lockstep import Lockstep
from ..play.witness import Witness, WitnessLimits, WitnessSearch, find_witness
from .change_groups import change_groups, change_id, check_alone, with_changes
from .names import conditions_of

WitnessProgress = Callable[[str], None]
Games = tuple[ConfiguredGame, ConfiguredGame]
Rulebooks = tuple[Rulebook, Rulebook]


@frozen
class ChangeWitness:
    """The witness for a group of changes alone, given by their ids, or for all changes (no `ids`). `same` means that
    the machines are equal, so no game differs. If no search was possible, `why` has the reason. `example` has the
    witness as an example of the first edition; "" if none was found."""

    ids: tuple[str, ...]
    search: WitnessSearch | None = None
    same: bool = False
    why: str = ""
    example: str = ""


def change_witnesses(
    books: tuple[LoadedBook, LoadedBook],
    games: tuple[ConfiguredGame, ConfiguredGame],
    engine: EngineName,
    limits: WitnessLimits,
    progress: WitnessProgress = lambda _: None,
) -> tuple[ChangeWitness, ...]:
    """Return the witness for two editions and, if there are several groups of changes, that of each group."""
    first, second = (game.rulebook for game in games)
    groups = change_groups(difference(first, second), conditions_of((*books[0].books, *books[1].books)))
    progress("all changes")
    whole = (
        books[0].apply_layers(games[0].players, first.options),
        books[1].apply_layers(games[1].players, second.options),
    )
    found = [_witness((), games, whole, engine, limits)]
    for number, group in enumerate(groups if len(groups) > 1 else (), 1):
        progress(f"change {number} of {len(groups)}")
        found.append(_alone(group, games, whole, engine, limits))
    return tuple(found)


def _alone(
    group: Sequence[Change], games: Games, whole: Rulebooks, engine: EngineName, limits: WitnessLimits
) -> ChangeWitness:
    """Return the witness for the first edition and the same edition with only these changes."""
    ids = tuple(map(change_id, group))
    rulebook = with_changes(games[0].rulebook, games[1].rulebook, group)
    model, why = check_alone(rulebook)
    if model is None:
        return ChangeWitness(ids, why=why)
    machine = lower(model)
    other = ConfiguredGame(games[1].name, games[1].layers, model, make_engine(machine, engine))
    examples = tuple(p for p in whole[1].clauses if p.clause.kind == "example")
    with_all = evolve(rulebook, clauses=(*rulebook.clauses, *examples))
    return _witness(ids, (games[0], other), (whole[0], with_all), engine, limits)


def _witness(
    ids: tuple[str, ...], games: Games, whole: Rulebooks, engine: EngineName, limits: WitnessLimits
) -> ChangeWitness:
    """Return the witness for two games. `whole` are their rulebooks with examples."""
    if has_same_rules(games[0].machine, games[1].machine):
        return ChangeWitness(ids, same=True)
    search = find_witness(Lockstep(*games), limits, lambda: ExampleStarts.of(games, whole, engine))
    example = "" if search.witness is None else _example(games[0], search.witness)
    return ChangeWitness(ids, search, example=example)


def _example(game: ConfiguredGame, witness: Witness) -> str:
    """Return the witness as an example of the first edition. Comments say what is different in the second."""
    (mine, others), words = witness.difference.lines, witness.difference.words
    opening = ["opening:", *(f"  {line}" for line in witness.opening)] if witness.opening else []
    last = [f"# {words[0]}", f"# in the other edition: {words[1]}"]
    if mine:
        last = [mine, f"# in the other edition: {others or words[1]}"]
    return example_of_lines("where_they_part", game, [*opening, *witness.begun, *witness.played, *last])


def witness_lines(found: Sequence[ChangeWitness], names: tuple[str, str]) -> Iterator[str]:
    """Yield the lines of a report on these witnesses."""
    yield "The shortest game after which they differ"
    for one in found:
        yield ""
        if one.ids:
            more = f" and {len(one.ids) - 3} more" if len(one.ids) > 3 else ""
            yield f"  {one_line(names[0])} with only {', '.join(one.ids[:3])}{more}:"
        yield from ("  " + line for line in _told(one, names))


def _told(one: ChangeWitness, names: tuple[str, str]) -> Iterator[str]:
    looked = "" if one.search is None else f"{one.search.pairs:,} pairs of positions, {one.search.games} random games"
    if one.same:
        yield "proved: no game differs, for both are the same program"
    elif one.search is None:
        yield f"there is no such game: {one_line(one.why)}"
    elif one.search.proved:
        yield f"proved: no game differs (exhausted: all {one.search.pairs:,} pairs of positions)"
    elif one.search.witness is None:
        yield f"no difference was found, which proves nothing ({looked})"
    else:
        witness, pairs = one.search.witness, one.search.pairs
        steps = f"{witness.steps} step{'s' * (witness.steps != 1)}"
        begins = "after the position of an example" if witness.begun else "after the first turn begins"
        if witness.shortest == "proved":
            yield f"{steps}; proved: no shorter game differs ({pairs:,} pairs of positions)"
        elif witness.shortest == "found":
            yield f"{steps} {begins}; the shortest found ({looked})"
        elif witness.shortest == "found from an example":
            yield f"{steps} {begins}; no shorter way differs from there"
        else:
            yield f"{steps} {begins}; no shorter way differs from there ({pairs:,} pairs)"
        for name, words in zip(names, witness.difference.words, strict=True):
            yield f"  in {one_line(name)}: {one_line(words)}"
        yield from one.example.splitlines()


def witnesses_json(found: Sequence[ChangeWitness]) -> list[dict[str, Any]]:
    """Return the witnesses as JSON data."""
    return [
        {
            "changes": list(one.ids),
            "same": one.same,
            "why": one.why or None,
            "search": None if one.search is None else asdict(one.search),
            "example": one.example or None,
        }
        for one in found
    ]
