"""Finds names that have no translation in a language, or the translation of an outdated title (warning W841).

A translation is outdated if a layer above has changed the title, or if the title belongs to another answer to an
option.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..check.checked import CheckedModel
from ..diagnostics import Diagnostic, Help, Label, Source, Span
from ..model.naming import LAYER, bare_name, word_name
from ..model.rulebook import Rulebook
from ..model.word_catalogs import clauses_in_books, name_of_word
from ..syntax import nodes as s
from ..syntax.traversal import inside
from .speaker import own_language, speaker
from .titles import titles_and_summaries
from .tree import LexiconKey


def wordless(
    models: Iterable[CheckedModel], books: Sequence[s.Book], language: str
) -> Iterator[tuple[str, Diagnostic]]:
    """Yield pairs of a name and a warning. A name has a warning if it has no translation, or the translation of an
    outdated title. `models` are those of the books in several configurations, the default one first."""
    told: set[str] = set()
    meanings: dict[tuple[LexiconKey, Span], str] = {}
    for model in models:
        for name, diagnostic in _of_model(model, books, language, meanings):
            if name not in told:
                told.add(name)
                yield name, diagnostic


def _of_model(
    model: CheckedModel, books: Sequence[s.Book], language: str, meanings: dict[tuple[LexiconKey, Span], str]
) -> Iterator[tuple[str, Diagnostic]]:
    for name in speaker(model, language).wordless_names:
        message = f"`{name}` has no word in `{language}`"
        fix = Help(f'say it in a block `words {language}:`, as `{name}: "…"`')
        yield name, Diagnostic("W841", message, _declaration(model, name), help=(fix,))
    if language == own_language(model.rulebook):
        return
    order = {book.header.name.span.source: at for at, book in enumerate(books)}
    written = _own_texts(books, order)
    for word, text, meant in _translations(model.rulebook, language):
        below = [at for at, old in written.get(word, ()) if old == text.value]
        if order.get(meant.span.source, 0) < min([order.get(text.span.source, 0), *below]):
            what, label = "what stood here before", "written for the book below"
            advice = f"say it again in a block `words {language}:` of this book"
        elif meanings.setdefault((word, meant.span), text.value) != text.value:
            what, label = "another answer", "written for what the clause says by default"
            advice = f"say it in a block `words {language}:` beside this clause, under its condition"
        else:
            continue
        name = f"{word.name}.{word.item}" if word.item else word.name
        fix = Help(f'{advice}, as `{name}: "…"`')
        message = f"the word of `{name}` in `{language}` is for {what}"
        yield name, Diagnostic("W841", message, text.span, (Label(meant.span, label),), help=(fix,))


def _translations(rulebook: Rulebook, language: str) -> Iterator[tuple[LexiconKey, s.Text, s.Text]]:
    """Yield, for each title and summary of the rulebook that has a translation, its key, its text, and the
    translation."""
    words = {
        LexiconKey(name_of_word(entry), entry.item.text if entry.item else None): entry
        for placed in rulebook.clauses
        if isinstance(placed.clause, s.WordsClause) and placed.clause.name.text == language
        for entry in placed.clause.entries
    }
    for word, *texts in titles_and_summaries(rulebook.header, (placed.clause for placed in rulebook.clauses)):
        entry = words.pop(word, None)  # if clauses share a name, only the first has its word
        for text, meant in zip(texts, (entry.title, entry.summary) if entry else (), strict=False):
            if text is not None and meant is not None and word.name != word_name(LAYER, rulebook.name):
                yield word, text, meant


def _own_texts(books: Sequence[s.Book], order: Mapping[Source, int]) -> Mapping[LexiconKey, list[tuple[int, str]]]:
    """Return a mapping from keys to all titles and summaries that books give, each with the position of the book in the
    stack."""
    found: dict[LexiconKey, list[tuple[int, str]]] = {}
    for book in books:
        for word, *texts in titles_and_summaries(book.header, clauses_in_books(book.members)):
            found.setdefault(word, []).extend((order[text.span.source], text.value) for text in texts if text)
    return found


def _declaration(model: CheckedModel, name: str) -> Span:
    """Return the place where a name is declared, in a clause or as a clause's name; by default the name of the
    rulebook."""
    first, _, inner = name.partition(".")
    for placed in model.rulebook.clauses:
        clause = placed.clause
        if isinstance(clause, s.WordsClause | s.LookClause | s.StatementsClause):
            continue
        if word_name(clause.kind, clause.name.text) != first:
            continue
        names = (node for node in inside(clause, s.Name) if node.text == inner)
        found = next(names, clause.name) if inner else clause.name
        return found.span
    branches = (node for p in model.rulebook.clauses for node in inside(p.clause, s.Name))
    return next((node.span for node in branches if node.text == bare_name(first)), model.rulebook.header.name.span)
