"""The headers of a stack of books: the order of the layers, and the merged header.

Each layer comes after all books on which it builds: its base, the books that it requires, and those that it declares to
come over. Apart from this, the order in which the caller gives them is kept. `assembly.py` handles clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from attrs import evolve, frozen

from ..diagnostics import Diagnostic, DiagnosticSink, Help, Label, Span, did_you_mean
from ..syntax import nodes as s


def book_name(book: s.Book) -> str:
    return book.header.name.text


def is_called(book: s.Book, path: str) -> bool:
    """Return whether a path `family/edition` means this book: its header has that name, or its file that path."""
    name = path.rsplit("/", 1)[-1]
    file = book.span.source.name.replace("\\", "/").replace("-", "_")
    files = (f"/{path}.rules", f"/{path}/{name}.rules", f"/{path}/base.rules")
    return book_name(book) == name or f"/{file}".endswith(files)


def name_of_path(books: Iterable[s.Book], path: str) -> str | None:
    """Return the name of the book that a path means, None if there is none. A book whose file fits comes before one of
    which only the name fits."""
    fits = sorted((b for b in books if is_called(b, path)), key=lambda b: book_name(b) == path.rsplit("/", 1)[-1])
    return book_name(fits[0]) if fits else None


@frozen
class Stack:
    """Books in the order in which they are applied. `over` maps the name of each book to the names of all books that it
    comes over, whose clauses it may change."""

    books: tuple[s.Book, ...]
    over: Mapping[str, frozenset[str]]

    def knows(self, layer: str, other: str) -> bool:
        """Return whether `layer` comes over `other`, so that it may change the clauses of `other`. Every layer comes
        over the base and itself."""
        return other in (layer, book_name(self.books[0])) or other in self.over.get(layer, frozenset())


def order_stack(books: Sequence[s.Book], problems: DiagnosticSink) -> Stack:
    """Return the books as a stack in order, the base first. Books that are missing, occur twice, or come over each
    other in a cycle are reported in `problems`."""
    first = books[0]
    if first.header.form != "rulebook" and first.header.base is None:
        problems.add(
            Diagnostic("E225", f"`{book_name(first)}` does not say over which book it is written", first.header.span)
        )
    by_name: dict[str, s.Book] = {}
    for book in books:
        name, earlier = book_name(book), by_name.get(book_name(book))
        if earlier is not None:
            label = Label(earlier.header.name.span, "the other one")
            problems.add(Diagnostic("E230", f"two books are called `{name}`", book.header.name.span, (label,)))
        by_name.setdefault(name, book)
    direct = {name: _direct(book, by_name, problems) for name, book in by_name.items()}
    placed: dict[str, frozenset[str]] = {}
    waiting = list(by_name)
    while waiting:
        ready = next((n for n in waiting if direct[n] <= placed.keys()), None)
        if ready is None:
            ring = ", ".join(f"`{n}`" for n in waiting)
            message = f"these books stand over one another in a circle: {ring}"
            problems.add(Diagnostic("E231", message, by_name[waiting[0]].header.span))
            ready = waiting[0]
        waiting.remove(ready)
        below = direct[ready] & placed.keys()
        placed[ready] = below.union(*(placed[n] for n in below))
    return Stack(tuple(by_name[n] for n in placed), placed)


def _direct(book: s.Book, by_name: Mapping[str, s.Book], problems: DiagnosticSink) -> frozenset[str]:
    """Return the names of the books in the stack over which a book comes, as its own header declares."""
    header, below = book.header, set[str]()
    for path, code, text in [
        *((p, "E225", "is written over") for p in (header.base,) if p),
        *((p, "E226", "requires") for p in header.requires),
    ]:
        name = name_of_path((b for b in by_name.values() if b is not book), path.text)
        if name is not None:
            below.add(name)
            continue
        help_ = Help(f"add it: `--with {path.text}`") if code == "E226" else Help("play it over a game of that family")
        message = f"`{book_name(book)}` {text} `{path.text}`, which is not here"
        problems.add(
            Diagnostic(code, message, path.span, help=(*did_you_mean(path.text.rsplit("/", 1)[-1], by_name), help_))
        )
    # unlike `requires`, `comes over` may name a layer that is not in the stack
    below |= {name for n in header.over if (name := name_of_path(by_name.values(), n.text))}
    return frozenset(below - {book_name(book)})


FRONT_LINES: Final = ("credits", "time", "age")
"""The lines of a header that a game's front page shows."""


def front_line(header: s.Header, line: str) -> str:
    """Return the text of the line `line` of a header, one of `FRONT_LINES`. It is empty if the header has no such
    line."""
    said: s.FrontLine | None = getattr(header, line)
    return said.text.value if said else ""


def has_front_line(header: s.Header) -> bool:
    return any(getattr(header, line) for line in FRONT_LINES)


def merge_headers(stack: Stack, problems: DiagnosticSink) -> s.Header:
    """Return the merged header of all layers. It has the players, the seats and the front page of the last layer that
    gives each, all sources, and all ranks in one order."""
    base = stack.books[0].header
    header = base
    said: s.Book | None = None
    ranks: list[s.Name] = []
    for book in stack.books:
        mine = book.header
        if mine.numbers:
            if said is not None and not stack.knows(book_name(book), book_name(said)):
                problems.add(
                    conflict(book, said, "the number of players", players_line(mine), players_line(said.header))
                )
            said = book
            header = evolve(
                header,
                numbers=mine.numbers,
                players_line=mine.players_line,
                anticlockwise=mine.anticlockwise or header.anticlockwise,
            )
        if mine.seats:
            header = evolve(header, seats=mine.seats)
        header = evolve(header, **{line: said for line in FRONT_LINES if (said := getattr(mine, line))})
        if mine is not base:
            header = evolve(header, sources=_sources(header.sources, mine.sources, problems))
        _insert_ranks(ranks, mine.ranks, problems)
    names = leaves(stack)
    titles = [b.header for b in stack.books if book_name(b) in names]
    name = evolve(titles[-1].name, text="+".join(names))
    words = [h.title.value if h.title else h.name.text for h in titles]
    title = s.Text(", with ".join(words), span=titles[0].span)
    return evolve(header, name=name, title=title, ranks=tuple(ranks), summary=titles[0].summary or base.summary)


def players_line(header: s.Header) -> Span:
    """Return the span in which a header states the number of players, or that of the header."""
    return (header.players_line or header).span


def leaves(stack: Stack) -> list[str]:
    """Return the names of the books that are not the base of another book and that no book requires: the requested
    game, and additions to it."""
    below = {base_of(stack.books, b) for b in stack.books}
    below |= {name_of_path(stack.books, path.text) for b in stack.books for path in b.header.requires}
    return [book_name(b) for b in stack.books if book_name(b) not in below]


def base_of(books: Iterable[s.Book], book: s.Book) -> str | None:
    """Return the name of the book that is the base of `book`, or None if it is not among `books` or if there is
    none."""
    return name_of_path((b for b in books if b is not book), book.header.base.text) if book.header.base else None


def conflict(book: s.Book, other: s.Book, what: str, span: Span, earlier: Span) -> Diagnostic:
    """Return the error that two layers change the same thing, although neither declares that it comes over the
    other."""
    a, b = book_name(book), book_name(other)
    message = f"`{a}` and `{b}` both change {what}, and neither says that it comes over the other"
    advice = (Help(f"write `comes over {b}` in the header of `{a}`, or the reverse"),)
    return Diagnostic("E224", message, span, (Label(earlier, f"changed here by `{b}`"),), help=advice)


def _sources(
    known: tuple[s.SourceDecl, ...], more: tuple[s.SourceDecl, ...], problems: DiagnosticSink
) -> tuple[s.SourceDecl, ...]:
    """Return the sources `known`, plus those of a layer. If a layer declares a known source again, the source gets the
    sections of both."""
    found = {d.name.text: d for d in known}
    for decl in more:
        earlier = found.get(decl.name.text)
        if earlier is None:
            found[decl.name.text] = decl
        elif earlier.title.value != decl.title.value:
            label = Label(earlier.span, "declared here")
            message = f"the source `{decl.name.text}` is already another text"
            problems.add(Diagnostic("E222", message, decl.span, (label,), help=(Help("give it another name"),)))
        else:
            there = {section.value for section in earlier.sections}
            added = tuple(section for section in decl.sections if section.value not in there)
            found[decl.name.text] = evolve(earlier, sections=(*earlier.sections, *added))
    return tuple(found.values())


def _insert_ranks(ranks: list[s.Name], more: tuple[s.Name, ...], problems: DiagnosticSink) -> None:
    """Insert the ranks of a layer into `ranks`. New ranks come next to the known ranks that the layer also lists or, if
    it lists none, above all others."""
    texts = [r.text for r in ranks]
    at: int | None = None
    for i, name in enumerate(more):
        if name.text in texts:
            here = texts.index(name.text)
            if at is not None and here < at:
                message = f"the rank `{name.text}` already stands lower"
                problems.add(Diagnostic("E232", message, name.span, (Label(ranks[here].span, "first placed here"),)))
            at = here + 1
            continue
        if at is None:
            later = [texts.index(n.text) for n in more[i:] if n.text in texts]
            at = later[0] if later else len(texts)
        ranks.insert(at, name)
        texts.insert(at, name.text)
        at += 1
