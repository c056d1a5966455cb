"""One side of a comparison in words: its clauses as rows, what its statements do, under which conditions.

The sentences are made by `prose`, in the language of the rulebook.  A rulebook with wrong names, types or words has
none; then its clauses are shown as they are written (`told_changes.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from attrs import frozen

from ..check import readable_model
from ..check.checked import CheckedModel
from ..model.assembly import assemble
from ..model.naming import word_name
from ..model.rulebook import Config, Placed, Rulebook
from ..model.settings import setting
from ..pipeline import check_configuration
from ..play.loaded_book import LoadedBook
from ..prose import Speaker, languages, speaker
from ..prose.prose_blocks import inline_text
from ..prose.speaker import SILENT
from ..syntax import nodes as s
from .names import TitleLookup
from .text_difference import ProseRow, prose_rows, rows_line, sentence_row

Options = Mapping[str, int | str]
ModelKey = tuple[int, int | None, frozenset[tuple[str, int | str]]]


class Models:
    """All that were asked for; the books are held, so that no other takes the number by which one is known."""

    def __init__(self) -> None:
        self._readable: dict[ModelKey, CheckedModel | None] = {}
        self._books: dict[int, LoadedBook] = {}

    def readable(self, book: LoadedBook, config: Config) -> CheckedModel | None:
        """What the sentences of a configuration are made from; None where its names, types or words are wrong."""
        self._books[id(book)] = book
        key = id(book), config.players, frozenset(config.options.items())
        if key not in self._readable:
            rulebook, _ = assemble(book.books, config)
            self._readable[key] = None if rulebook is None else readable_model(rulebook)
        return self._readable[key]


def whole_model(book: LoadedBook, config: Config) -> CheckedModel | None:
    """What a machine is made from, without its examples; None where the book has mistakes."""
    return check_configuration(book.books, config, examples=False, knowledge=False)[0]


DEFAULT = "en"


@frozen(slots=False, eq=False)
class Voice:
    """The clauses of a book in one configuration; its models are made when a sentence of them is asked for."""

    names: TitleLookup
    book: LoadedBook
    config: Config
    models: Models

    @cached_property
    def _model(self) -> CheckedModel | None:
        return self.models.readable(self.book, self.config)

    @cached_property
    def _speaker(self) -> Speaker | None:
        return self._speaker_of(self._model)

    def _speaker_of(self, model: CheckedModel | None) -> Speaker | None:
        written = self.names.rulebook.header.language
        language = written.text if written is not None and written.text in languages() else DEFAULT
        return None if model is None else speaker(model, language)

    @cached_property
    def _placed(self) -> Mapping[str, Placed]:
        return by_id(self._model)

    @cached_property
    def _others(self) -> dict[CheckedModel, tuple[Speaker | None, Mapping[str, Placed]]]:
        return {}

    def _known(self, placed: Placed) -> tuple[Speaker, Placed] | None:
        """Who says a clause, and the clause as that model has it, whose types the sentences need.

        An example is about a game of its own, with other players perhaps.
        """
        clause, who, there = placed.clause, self._speaker, self._placed
        if isinstance(clause, s.ExampleClause):
            about = setting(self.names.rulebook, clause)
            fewest = min(self.names.rulebook.header.player_counts, default=None)
            model = self.models.readable(self.book, Config(about.players or fewest, about.options))
            if model is not None and model is not self._model:
                who, there = self._others.setdefault(model, (self._speaker_of(model), by_id(model)))
        known = there.get(placed.id)
        return None if who is None or known is None or clause.kind in SILENT else (who, known)

    def rows(self, placed: Placed) -> tuple[ProseRow, ...]:
        """The whole clause: what a person wrote of it leads.  Nothing where no prose says it."""
        known = self._known(placed)
        if known is None:
            return ()
        prose = known[0].clause(known[1])
        lead = (sentence_row(inline_text(prose.summary)),) if prose.summary else ()
        return (*lead, *prose_rows(prose.exact))

    def exact(self, placed: Placed) -> tuple[ProseRow, ...]:
        """What it says beside its summary."""
        known = self._known(placed)
        return () if known is None else tuple(prose_rows(known[0].exact(known[1])))

    def instead(self, placed: Placed) -> tuple[ProseRow, ...]:
        """What an exception says, without to what it is one and under which conditions layers put it."""
        known = self._known(placed)
        return () if known is None else tuple(prose_rows(known[0].exact(Placed(known[1].clause, placed.layer))))[1:]

    def does(self, placed: Placed) -> tuple[ProseRow, ...]:
        """What a rule or an action does, without when."""
        known = self._known(placed)
        clause = known[1].clause if known is not None else None
        if self._speaker is None or not isinstance(clause, s.RuleClause | s.ActionClause):
            return ()
        return tuple(
            prose_rows(self._speaker.statements(clause.body, word_name(clause.kind, clause.name.text), clause))
        )

    def step(self, at: s.AtStep) -> tuple[ProseRow, ...]:
        """What a step of a part of the game does."""
        step = TitleLookup(self._model.rulebook).step(at) if self._model is not None else None
        if self._speaker is None or step is None:
            return ()
        holder = self._placed.get(f"procedure {at.procedure.text}")
        within = None if holder is None else holder.clause
        return tuple(prose_rows(self._speaker.statements(step.body, at.procedure.text, within)))

    def fact(self, name: str) -> Placed | None:
        return self._placed.get(f"fact {name}")

    def value(self, expr: s.Expr | None) -> str:
        """A value of a clause of the model as a noun phrase; a truth, and one of another rulebook, has none."""
        if self._speaker is None or expr is None or self._model is None or expr not in self._model.types:
            return ""
        return inline_text(self._speaker.phrase(expr))

    def plain_value(self, exception: Placed) -> str:
        """The value of an exception that holds for all that its fact is asked about, and is the only one to it."""
        known = self._placed.get(exception.id)
        if self._model is None or known is None or not isinstance(known.clause, s.ExceptionClause):
            return ""
        clause = known.clause
        asked = clause.where is not None or clause in self._model.patterns
        return "" if asked or self.exceptions(clause.fact.text) != 1 else self.value(clause.value)

    def exceptions(self, fact: str) -> int:
        """How many exceptions a fact has."""
        clauses = (p.clause for p in self.names.rulebook.clauses)
        return sum(isinstance(clause, s.ExceptionClause) and clause.fact.text == fact for clause in clauses)

    def clause_of(self, placed: Placed) -> s.Clause:
        """The clause as the model has it, where there is one."""
        return self._placed.get(placed.id, placed).clause

    def conditions(self, placed: Placed) -> Iterator[str]:
        """What must be so in a game for the clause to hold."""
        known = self._placed.get(placed.id, placed)
        for expr in known.conditions:
            yield f"while {self._condition(expr)}"
        for expr in known.unless:
            yield f"unless {self._condition(expr)}"

    def _condition(self, expr: s.Expr) -> str:
        if self._speaker is None or self._model is None or expr not in self._model.types:
            return self.names.written(expr)
        return inline_text(self._speaker.condition(expr))

    def noun(self, name: str, plural: bool = False) -> str:
        """What things of a kind are called; "" where nobody can say."""
        return "" if self._speaker is None else self._speaker.noun(name, plural)


def by_id(model: CheckedModel | None) -> Mapping[str, Placed]:
    return {} if model is None else {p.id: p for p in model.rulebook.clauses}


def written_summary(placed: Placed) -> str:
    written = placed.clause.tags.summary
    return written.value if written is not None else ""


def rows_text(found: Sequence[ProseRow]) -> str:
    """Rows as one line without marks."""
    return "".join(part.text for part in rows_line(found))


def voices_of(
    rulebooks: tuple[Rulebook, Rulebook],
    books: tuple[LoadedBook, LoadedBook],
    options: tuple[Options, Options],
    players: int,
    models: Models,
) -> tuple[Voice, Voice]:
    """Return both editions in words."""
    first, second = (
        Voice(TitleLookup(rulebook), book, Config(players, chosen), models)
        for rulebook, book, chosen in zip(rulebooks, books, options, strict=True)
    )
    return first, second
