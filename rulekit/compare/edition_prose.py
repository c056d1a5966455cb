"""One side of a comparison in words: its clauses as rows of sentences, and their conditions.

`prose` writes the sentences, in the language of the rulebook. A rulebook with errors has no sentences; then its clauses
are shown as source text (`told_changes.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from attrs import frozen

from ..check.checked import CheckedModel
from ..model.naming import word_name
from ..model.rulebook import Config, Placed, Rulebook
from ..model.sections import BookSection
from ..model.settings import example_setting
from ..play.loaded_book import LoadedBook
from ..prose import Speaker, languages, speaker
from ..prose.prose_blocks import inline_text
from ..syntax import nodes as s
from ..syntax.forms import does
from .names import TitleLookup
from .text_difference import ProseRow, prose_rows, rows_line, sentence_row

Options = Mapping[str, int | str]

DEFAULT = "en"


@frozen(slots=False, eq=False)
class Voice:
    """The clauses of a book in one configuration, in words; models are checked when they are first needed."""

    names: TitleLookup
    book: LoadedBook
    config: Config

    @cached_property
    def _model(self) -> CheckedModel | None:
        return self.book.model(self.config, whole=False)

    @cached_property
    def _speaker(self) -> Speaker | None:
        return self._speaker_of(self._model)

    def _speaker_of(self, model: CheckedModel | None) -> Speaker | None:
        written = self.names.rulebook.header.language
        language = written.text if written is not None and written.text in languages() else DEFAULT
        return None if model is None else speaker(model, language)

    @cached_property
    def _by_id(self) -> Mapping[str, Placed]:
        return by_id(self._model)

    @cached_property
    def _others(self) -> dict[CheckedModel, tuple[Speaker | None, Mapping[str, Placed]]]:
        return {}

    def _speaker_for(self, placed: Placed) -> tuple[Speaker, Placed] | None:
        """Return the speaker (the object that writes prose) for a clause, and the clause in the speaker's model. Return
        None if there is no prose for it. An example has its own model, perhaps with another number of players."""
        clause, who, there = placed.clause, self._speaker, self._by_id
        if isinstance(clause, s.ExampleClause):
            about = example_setting(self.names.rulebook, clause)
            fewest = min(self.names.rulebook.header.player_counts, default=None)
            model = self.book.model(Config(about.players or fewest, about.options), whole=False)
            if model is not None and model is not self._model:
                who, there = self._others.setdefault(model, (self._speaker_of(model), by_id(model)))
        known = there.get(placed.id)
        return None if who is None or known is None or does(clause, "about_book") else (who, known)

    def rows(self, placed: Placed) -> tuple[ProseRow, ...]:
        """Return a whole clause as rows of sentences, the author's summary first; none if it has no prose."""
        known = self._speaker_for(placed)
        if known is None:
            return ()
        prose = known[0].clause(known[1])
        lead = (sentence_row(inline_text(prose.summary)),) if prose.summary else ()
        return (*lead, *prose_rows(prose.exact))

    def finish(self, text: s.Text | None) -> str:
        """Return a text of the rulebook, with computed values in place of its braces. It is "" if there is no text, or
        if no model has the values."""
        if text is None or "{" not in text.value:
            return "" if text is None else text.value
        if self._speaker is None or self._model is None or text not in self._model.texts:
            return ""
        return self._speaker.finish(text)

    def summary(self, placed: Placed) -> str:
        """Return the author's summary of a clause, with computed values in place of its braces; "" if there is none."""
        known = self._speaker_for(placed)
        if known is None or known[1].clause.tags.summary is None:
            return self.finish(placed.clause.tags.summary)
        return known[0].finish(known[1].clause.tags.summary)

    def section_words(self, section: BookSection) -> str:
        """Return the paragraph of a section, with computed values in place of its braces. It is "" if there is none, or
        if no model has the values."""
        known = self._by_id.get(section.id)
        if self._speaker is not None and known is not None:
            text = self._speaker.section_text(known)
            return "" if text is None else text.text
        return self.finish(section.clause.tags.summary)

    def section_title(self, section: BookSection) -> str:
        """Return the title of a section, with computed values in place of its braces. It is "" if there is none, or if
        no model has the values."""
        known = self._by_id.get(section.id)
        if self._speaker is not None and known is not None:
            title = self._speaker.section_title(known)
            return "" if title is None else title.text
        return self.finish(section.clause.tags.title)

    def exact(self, placed: Placed) -> tuple[ProseRow, ...]:
        """Return the generated sentences of a clause as rows, without the author's summary."""
        known = self._speaker_for(placed)
        return () if known is None else tuple(prose_rows(known[0].exact(known[1])))

    def body_rows(self, placed: Placed) -> tuple[ProseRow, ...]:
        """Return what a rule or action does as rows of sentences, without its conditions; none for other clauses."""
        known = self._speaker_for(placed)
        clause = known[1].clause if known is not None else None
        if self._speaker is None or not isinstance(clause, s.RuleClause | s.ActionClause):
            return ()
        return tuple(
            prose_rows(self._speaker.statements(clause.body, word_name(clause.kind, clause.name.text), clause))
        )

    def step(self, at: s.AtStep) -> tuple[ProseRow, ...]:
        """Return what a step of a procedure does as rows of sentences; none if there is no such step."""
        step = TitleLookup(self._model.rulebook).step(at) if self._model is not None else None
        if self._speaker is None or step is None:
            return ()
        holder = self._by_id.get(f"procedure {at.procedure.text}")
        within = None if holder is None else holder.clause
        return tuple(prose_rows(self._speaker.statements(step.body, at.procedure.text, within)))

    def fact(self, name: str) -> Placed | None:
        return self._by_id.get(f"fact {name}")

    def value(self, expr: s.Expr | None) -> str:
        """Return the value of an expression as a noun phrase; "" for truth values and for expressions of another
        rulebook."""
        if self._speaker is None or expr is None or self._model is None or expr not in self._model.types:
            return ""
        return inline_text(self._speaker.phrase(expr))

    def plain_value(self, exception: Placed) -> str:
        """Return the value of an exception in words if the exception always holds and its fact has no other; otherwise
        ""."""
        known = self._by_id.get(exception.id)
        if self._model is None or known is None or not isinstance(known.clause, s.ExceptionClause):
            return ""
        clause = known.clause
        asked = clause.where is not None or clause in self._model.patterns
        return "" if asked or self.count_exceptions(clause.fact.text) != 1 else self.value(clause.value)

    def count_exceptions(self, fact: str) -> int:
        """Return how many exceptions the rulebook has to a fact."""
        clauses = (p.clause for p in self.names.rulebook.clauses)
        return sum(isinstance(clause, s.ExceptionClause) and clause.fact.text == fact for clause in clauses)

    def conditions(self, placed: Placed) -> Iterator[str]:
        """Yield as text the conditions of a clause that are tested during play."""
        known = self._by_id.get(placed.id, placed)
        for expr in known.conditions:
            yield f"while {self._condition(expr)}"
        for expr in known.unless:
            yield f"unless {self._condition(expr)}"

    def _condition(self, expr: s.Expr) -> str:
        if self._speaker is None or self._model is None or expr not in self._model.types:
            return self.names.source_text(expr)
        return inline_text(self._speaker.condition(expr))


def by_id(model: CheckedModel | None) -> Mapping[str, Placed]:
    return {} if model is None else {p.id: p for p in model.rulebook.clauses}


def rows_text(found: Sequence[ProseRow]) -> str:
    """Return the text of rows as one line, without the marks of changes."""
    return "".join(part.text for part in rows_line(found))


@frozen
class TwoEditions:
    """Two books to compare, with the names and the options that the user gave, for a number of players. If there is no
    number for which both can be played, `players` is 0, and each is compared for its smallest number."""

    books: tuple[LoadedBook, LoadedBook]
    names: tuple[str, str]
    options: tuple[Options, Options]
    players: int

    def rulebooks(self) -> tuple[Rulebook, Rulebook]:
        first, second = (b.apply_layers(self.players or None, o) for b, o in zip(self.books, self.options, strict=True))
        return first, second

    def configurations(self) -> Iterator[tuple[LoadedBook, Config]]:
        """Yield each book with its configuration."""
        for book, options in zip(self.books, self.options, strict=True):
            yield book, Config(self.players or None, options)

    def voices(self, rulebooks: tuple[Rulebook, Rulebook]) -> tuple[Voice, Voice]:
        """Return the clauses of each edition in words."""
        pairs = zip(rulebooks, self.configurations(), strict=True)
        first, second = (Voice(TitleLookup(rulebook), book, config) for rulebook, (book, config) in pairs)
        return first, second
