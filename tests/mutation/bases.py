"""The rulebooks in which leaks are planted, each loaded and checked once.

One book of a stack is changed; the others stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from attrs import field, frozen

from rulekit.check import check_rulebook
from rulekit.check.checked import CheckedModel
from rulekit.diagnostics import Diagnostic, Source
from rulekit.machine.lower import lower
from rulekit.machine.program import Machine
from rulekit.model.assembly import assemble
from rulekit.model.rulebook import Config
from rulekit.play.loaded_book import load
from rulekit.syntax import nodes as s
from rulekit.syntax import parse
from tests.generated.chooser import Seeded
from tests.generated.strategy import rulebook

HERE = Path(__file__).parent
TESTS = HERE.parent
GENERATED = (24, 26)
"""Numbers of generated rulebooks that hide something and are small enough to try all games."""


Books = tuple[s.Book, ...]


@frozen(eq=False)
class Base:
    """A stack of books of which the one with the index `changed` is changed, with its configuration. A `large` one has
    too many games to try all.
    """

    name: str
    books: Books
    changed: int = 0
    players: int | None = None
    options: Mapping[str, int | str] = field(factory=dict)
    large: bool = False

    @property
    def config(self) -> Config:
        return Config(self.players, dict(self.options))

    @property
    def book(self) -> s.Book:
        return self.books[self.changed]

    @property
    def text(self) -> str:
        return self.book.span.source.text

    def with_text(self, text: str) -> Books | None:
        """Return the stack with this text for the changed book; None if it cannot be parsed."""
        book, _ = parse(Source(self.book.span.source.name, text))
        if book is None:
            return None
        books = list(self.books)
        books[self.changed] = book
        return tuple(books)

    def check(self, books: Books, knowledge: bool = True) -> tuple[CheckedModel | None, list[Diagnostic]]:
        """Return the checked model, None after an error, and the diagnostics. Examples and invariants are not checked,
        since they must not be what finds a mutant."""
        book, found = assemble(books, self.config)
        if book is None:
            return None, found
        kept = tuple(p for p in book.clauses if p.clause.kind not in ("example", "always", "never", "finally"))
        return check_rulebook(book.__class__(**{**_fields(book), "clauses": kept}), knowledge)

    @property
    def model(self) -> CheckedModel:
        return _model(self)

    @property
    def machine(self) -> Machine:
        return lower(self.model)


def _fields(book: object) -> dict[str, object]:
    return {a.name: getattr(book, a.name) for a in book.__attrs_attrs__}  # type: ignore[attr-defined]


@cache
def _model(base: Base) -> CheckedModel:
    model, found = base.check(base.books)
    assert model is not None, (base.name, [str(d) for d in found])
    return model


def _files() -> Iterator[Base]:
    for path in sorted((HERE / "rules").glob("*.rules")):
        yield Base(path.stem, load(str(path)).books)
    for name in ("secret_pass", "secret_vote", "swapped_identity", "follow_suit", "counter_counter"):
        yield Base(name, load(str(TESTS / "fragments" / f"{name}.rules")).books)
    for name in ("least_leftover", "one_attribute_hint", "shared_victory", "shuffle_stack", "turned_tiles"):
        yield Base(name, load(str(TESTS / "fragments" / f"{name}.rules")).books)
    yield Base("night", load(str(TESTS / "behaviour" / "knowledge" / "night.rules")).books)
    for name in ("kuhn-poker", "leduc-poker", "rock-paper-scissors"):
        yield Base(name, load(f"classics/{name}").books)
    for name in ("czar/english", "czar/dutch-revised"):
        stack = load(name).books
        for number, book in enumerate(stack):
            yield Base(f"{name}: {book.header.name.text}", stack, number, large=True)


def _generated() -> Iterator[Base]:
    for number in GENERATED:
        written = rulebook(Seeded(f"leaks/{number}"))
        book, _ = parse(Source(f"generated{number}.rules", written.text))
        base = Base(f"generated {number}", (book,) if book else (), players=written.players)
        if book is not None and base.check(base.books)[0] is not None:
            yield base


@cache
def bases(generated: bool = True) -> tuple[Base, ...]:
    return (*_files(), *(_generated() if generated else ()))
