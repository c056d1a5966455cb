"""Positions from which a search for a witness may begin. Worked examples lead there: their `given` and `play` lines are
run in both editions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from ..diagnostics import Diagnostic
from ..engine.choice import EngineName, make_engine
from ..machine.lower import lower
from ..model.rulebook import Placed, Rulebook
from ..pipeline import check_layered
from ..syntax import nodes as s
from ..syntax.format import format_node
from .example_runner import Stage, example_stages
from .game import ConfiguredGame
from .lockstep import Lockstep, Pair

TRIES = 4
"""How often the examples that are wrong in an edition are left out, before all are given up."""


@frozen
class ExampleStart:
    """A pair of states, and the lines of an example that lead there."""

    pair: Pair
    lines: tuple[str, ...]


@frozen
class ExampleStarts:
    """The positions of the worked examples that are right in both editions."""

    lockstep: Lockstep
    starts: tuple[ExampleStart, ...]

    @staticmethod
    def of(
        games: tuple[ConfiguredGame, ConfiguredGame], rulebooks: tuple[Rulebook, Rulebook], engine: EngineName
    ) -> ExampleStarts | None:
        """Return the positions for two games whose `rulebooks` have examples; None if one of the games cannot be made
        with these examples."""
        known = {p.id: p for book in rulebooks for p in book.clauses if _is_of(p.clause, rulebooks)}
        found = []
        for game, book in zip(games, rulebooks, strict=True):
            rules = tuple(p for p in book.clauses if not isinstance(p.clause, s.ExampleClause))
            here = (p for p in known.values() if p.clause.name.text not in book.struck)
            examples = tuple(_for_players(p, game.players) for p in here)
            made = _game_with_examples(game, evolve(book, clauses=(*rules, *examples)), engine)
            if made is None:
                return None
            found.append(made)
        one, two = found
        clauses = {p.clause.name.text: _for_players(p, one.players).clause for p in known.values()}
        starts = tuple(_starts(one, two, clauses))
        return ExampleStarts(Lockstep(one, two), starts)


def _is_of(clause: s.Clause, books: Iterable[Rulebook]) -> bool:
    """Return whether a clause is an example that sets no option to another answer than these books have. A book may
    lack some of the options."""
    if not isinstance(clause, s.ExampleClause):
        return False
    values = [(one.name.text, one.value.span.text) for one in clause.settings]
    return all(str(book.options.get(name, value)) == value for name, value in values for book in books)


def _for_players(placed: Placed, players: int) -> Placed:
    """Return an example for this number of players, without its citations, settings and tests: the other edition may
    lack the source, the option, or a fact."""
    clause = placed.clause
    assert isinstance(clause, s.ExampleClause)
    number, tags = s.Number(players, span=clause.span), s.Tags(None, None, (), span=clause.span)
    lines = tuple(x for x in clause.lines if isinstance(x, s.Given) or (isinstance(x, s.Played) and x.verb == "play"))
    return evolve(placed, clause=evolve(clause, players=number, tags=tags, settings=(), lines=lines))


def _game_with_examples(game: ConfiguredGame, book: Rulebook, engine: EngineName) -> ConfiguredGame | None:
    """Return the game of a rulebook with its examples, except those that have errors in it. Return None if the rulebook
    has other errors, or if errors remain."""
    for _ in range(TRIES):
        model, found = check_layered(book, (), knowledge=False, texts=False)
        if model is not None:
            return ConfiguredGame(game.name, game.layers, model, make_engine(lower(model), engine, 0))
        wrong = [one for one in found if one.severity == "error"]
        kept = tuple(p for p in book.clauses if not any(_is_in(one, p.clause) for one in wrong))
        if len(kept) == len(book.clauses):
            return None
        book = evolve(book, clauses=kept)
    return None


def _is_in(error: Diagnostic, clause: s.Clause) -> bool:
    span, there = clause.span, error.span
    if not isinstance(clause, s.ExampleClause) or there is None or there.source is not span.source:
        return False
    return span.start <= there.start < span.end


def _starts(one: ConfiguredGame, two: ConfiguredGame, clauses: dict[str, s.Clause]) -> Iterator[ExampleStart]:
    names = {e.name for e in one.machine.examples} & {e.name for e in two.machine.examples}
    first, second = (example_stages(game.engine, names) for game in (one, two))
    for name in sorted(names):
        clause = clauses[name]
        assert isinstance(clause, s.ExampleClause)
        for mine, others in zip(first[name], second[name], strict=False):
            if mine.after is not None and others.after is not None and mine.line.verb in ("given", "play"):
                yield ExampleStart((mine.after, others.after), _lines_to(clause, mine))


def _lines_to(clause: s.ExampleClause, stage: Stage) -> tuple[str, ...]:
    """Return the lines of an example up to and including a stage."""
    lines = tuple(line for line in clause.lines if line.span.first.line <= stage.line.line)
    text = format_node(evolve(clause, players=None, settings=(), lines=lines))
    return tuple(line.removeprefix("  ") for line in text.splitlines()[1:])
