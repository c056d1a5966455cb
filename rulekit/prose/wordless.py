"""W841: names that have no word in a language, or one for what a book below said there; each where it is declared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..check.checked import CheckedModel
from ..diagnostics import Diagnostic, Help, Label, Source, Span
from ..model.rulebook import Rulebook
from ..model.words import written_clauses
from ..syntax import nodes as s
from ..syntax.traversal import inside
from .lexicon import tagged
from .speaker import speaker, written_in
from .tree import LexiconKey


def wordless(model: CheckedModel, books: Sequence[s.Book], language: str) -> Iterator[tuple[str, Diagnostic]]:
    """Each name that had to be said by itself, or by a word for something else, with a warning."""
    for name in speaker(model, language).missing:
        message = f"`{name}` has no word in `{language}`"
        advice = Help(f'say it in a block `words {language}:`, as `{name}: "…"`')
        yield name, Diagnostic("W841", message, _declared(model, name), help=(advice,), severity="warning")

    yield from _outdated(model.rulebook, books, language)


def _outdated(rulebook: Rulebook, books: Sequence[s.Book], language: str) -> Iterator[tuple[str, Diagnostic]]:
    """Words of a book below for a title or a summary that a layer has written anew."""
    if language == written_in(rulebook):
        return
    order = {book.header.name.span.source: at for at, book in enumerate(books)}
    words = {
        LexiconKey(entry.name.text, entry.item.text if entry.item else None): entry
        for placed in rulebook.clauses
        if isinstance(placed.clause, s.WordsClause) and placed.clause.name.text == language
        for entry in placed.clause.entries
    }
    written = _written(books, order)
    told: set[LexiconKey] = set()
    for word, *texts in tagged(rulebook.header, (placed.clause for placed in rulebook.clauses)):
        entry = words.get(word)
        for text, meant in zip(texts, (entry.title, entry.summary) if entry else (), strict=False):
            if text is None or meant is None or word in told or word.name == rulebook.name:
                continue
            below = [at for at, old in written.get(word, ()) if old == text.value]
            if order.get(meant.span.source, 0) < min([order.get(text.span.source, 0), *below]):
                told.add(word)
                yield _stale(word, text, meant, language)


def _written(books: Sequence[s.Book], order: Mapping[Source, int]) -> Mapping[LexiconKey, list[tuple[int, str]]]:
    """Every title and summary of every book, with the place of the book."""
    found: dict[LexiconKey, list[tuple[int, str]]] = {}
    for book in books:
        for word, *texts in tagged(book.header, written_clauses(book.members)):
            found.setdefault(word, []).extend((order[text.span.source], text.value) for text in texts if text)
    return found


def _stale(word: LexiconKey, text: s.Text, meant: s.Text, language: str) -> tuple[str, Diagnostic]:
    name = f"{word.name}.{word.item}" if word.item else word.name
    message = f"the word of `{name}` in `{language}` is for what stood here before"
    label = Label(meant.span, "written for the book below")
    advice = Help(f'say it anew in a block `words {language}:` of this book, as `{name}: "…"`')
    return name, Diagnostic("W841", message, text.span, (label,), help=(advice,), severity="warning")


def _declared(model: CheckedModel, name: str) -> Span:
    """Where a name is declared; of one inside a clause, there."""
    first, _, inner = name.partition(".")
    for placed in model.rulebook.clauses:
        clause = placed.clause
        if clause.name.text != first or isinstance(clause, s.WordsClause | s.LookClause):
            continue
        names = (node for node in inside(clause, s.Name) if node.text == inner)
        found = next(names, clause.name) if inner else clause.name
        return found.span
    branches = (node for p in model.rulebook.clauses for node in inside(p.clause, s.Name))
    return next((node.span for node in branches if node.text == first), model.rulebook.header.name.span)
