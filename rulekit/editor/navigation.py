"""Finds what a name means in all layers of a family: for definition, references, rename, and search by name."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from ..diagnostics import Diagnostic, Help, RulekitError, Source, Span
from ..model.rulebook import Config
from ..pipeline import check_configuration
from ..rulebook_files import find
from ..syntax import nodes as s
from ..syntax.lexer import NAME as WORD
from ..syntax.lexer import scan
from ..syntax.parser import parse
from ..syntax.word_reading import unusable_names
from .mentions import GLOBAL, Key, Mention, Names, clause_id, mention_at, mentions_in, mentions_of
from .workspace import Workspace

NAME: Final = re.compile(r"[A-Za-z_]\w{0,99}", re.ASCII)
MOST_FOUND: Final = 200
"""The greatest number of clauses that a search returns."""


@frozen(eq=False)
class NamedPlace:
    """The name at an offset of a book. `mention` is the name as written, `key` what it means (None if unknown). `names`
    and `members` are the names and the clauses of the whole family. `related` has the paths of the books below and
    above this one, and its own."""

    path: str
    mention: Mention
    key: Key | None
    names: Names
    members: tuple[s.Header | s.Member, ...]
    related: frozenset[str]

    @property
    def declared(self) -> list[Mention]:
        """Return the declarations of the name: those in related books or, if there are none, those in other books of
        the family."""
        found = self.names.declared.get(self.key or (), [])
        return [one for one in found if one.name.span.source.name in self.related] or found


def place_at(workspace: Workspace, path: str, offset: int) -> NamedPlace | None:
    """Return what is known about the name at an offset; None if there is no name."""
    mention = mention_at(workspace.parsed(path).nodes, offset)
    if mention is None:
        return None
    members = family_members(workspace, path)
    names = Names.of(members, workspace.model(path))
    return NamedPlace(path, mention, names.key(mention), names, members, frozenset(workspace.related(path)))


def family_members(workspace: Workspace, path: str) -> tuple[s.Header | s.Member, ...]:
    """Return the headers and members of all books of a family. What cannot be parsed is left out."""
    return nodes_of(workspace, workspace.family(path))


def nodes_of(workspace: Workspace, paths: Iterable[str]) -> tuple[s.Header | s.Member, ...]:
    """Return the headers and members of these books. What cannot be parsed is left out."""
    return tuple(node for one in paths for node in workspace.parsed(one).nodes)


def definitions(workspace: Workspace, path: str, offset: int) -> list[Span]:
    """Return the places where the name at an offset is declared. At a declaration, return the other declarations of
    this clause (which it replaces, or which replace it) and its changes in other layers. For the name of a base or
    required book in a header, return the place of the name in that book's header."""
    book = _book_at(workspace, path, offset)
    if book is not None:
        return [book]
    place = place_at(workspace, path, offset)
    if place is None or place.key is None:
        return []
    order = {one: number for number, one in enumerate(workspace.family(path))}
    found = [one.name.span for one in place.declared if one.name is not place.mention.name]
    if place.mention.declares:
        found += [one.name.span for one in changes_of(place) if one.name is not place.mention.name]
        found = found or [place.mention.name.span]
    below = set(workspace.below(path))
    if not place.mention.declares:  # the declaration that is valid here comes first: that of the last layer below
        found.sort(key=lambda span: (span.source.name not in below, -order.get(span.source.name, 0)))
    return found


def _book_at(workspace: Workspace, path: str, offset: int) -> Span | None:
    """Return the place of a book's name in its header, for a header that mentions the book at this offset; None
    elsewhere."""
    header = next(iter(workspace.parsed(path).nodes), None)
    if not isinstance(header, s.Header):
        return None
    named = (*((header.base,) if header.base else ()), *header.requires)
    name = next((one.text for one in named if one.span.start <= offset <= one.span.end), None)
    try:
        found = workspace.parsed(os.path.realpath(find(name, Path(path).parent))).nodes if name is not None else ()
    except RulekitError:
        return None
    return found[0].name.span if found and isinstance(found[0], s.Header) else None


def changes_of(place: NamedPlace) -> Iterator[Mention]:
    """Yield the mentions by which related layers change or strike the clause around this name."""
    wanted = place.mention.clause
    for member in place.members:
        if member.span.source.name not in place.related:
            continue
        for inner in with_inner(member):
            if clause_id(inner) == wanted and not isinstance(inner, s.Clause | s.Replace):
                yield from (one for one in mentions_in(inner)[:1] if not one.declares)


def with_inner(member: s.Node) -> Iterator[s.Header | s.Member]:
    """Yield the member itself or, if it is an `under` block, the members in the block."""
    if isinstance(member, s.Under):
        for inner in member.body:
            yield from with_inner(inner)
    else:
        yield member  # type: ignore[misc]  # callers pass members, and an `under` block has no others


def references(workspace: Workspace, path: str, offset: int) -> list[Span]:
    """Return all places in the family that mention what the name at an offset means, declarations first."""
    place = place_at(workspace, path, offset)
    if place is None or place.key is None:
        return []
    found = list(mentions_of(place.key, place.names, place.members))
    return [one.name.span for one in sorted(found, key=lambda one: not one.declares)]


def refusal(message: str, span: Span | None = None, *advice: str) -> RulekitError:
    return RulekitError(Diagnostic("E803", message, span, help=tuple(Help(one) for one in advice)))


def rename(workspace: Workspace, path: str, offset: int, new: str) -> dict[str, list[Span]]:
    """Return the places to change in each text for a new name. Raise RulekitError if the new name cannot be used, or if
    it would cause an error in a book of the family."""
    place = place_at(workspace, path, offset)
    if place is None or place.key is None:
        raise refusal("nothing that has a name is here")
    if not NAME.fullmatch(new) or new in unusable_names() or not _is_word(new):
        raise refusal(f"`{new[:60]}` cannot be a name", None, "a name has letters, digits and `_`")
    broken = [one for one in workspace.family(path) if workspace.parsed(one).book is None]
    if broken:
        raise refusal(f"{broken[0]} has errors: names in it might be missed", None, "mend it first")
    spans = [one.name.span for one in mentions_of(place.key, place.names, place.members)]
    found: dict[str, list[Span]] = {}
    for span in sorted(set(spans), key=lambda span: (span.source.name, span.start)):
        found.setdefault(span.source.name, []).append(span)
    library = [one for one in found if one not in workspace.texts and workspace.is_shipped(one)]
    if library and not workspace.is_shipped(path):
        raise refusal(f"`{place.mention.name.text}` is declared in the library: {library[0]}")
    _prove(workspace, path, {one: with_name(workspace.parsed(one).source, at, new) for one, at in found.items()})
    return found


def _is_word(name: str) -> bool:
    return [token.kind for token in scan(Source("name", name)).tokens] == [WORD]


def with_name(source: Source, spans: Sequence[Span], new: str) -> Source:
    """Return a text with a new name at these places."""
    text = source.text
    for span in reversed(spans):
        text = text[: span.start] + new + text[span.end :]
    return Source(source.name, text)


def _prove(workspace: Workspace, path: str, changed: Mapping[str, Source]) -> None:
    """Raise RulekitError if a book would have more errors than now: a book with a changed text, or a book that builds
    on one."""
    parsed = {name: parse(source) for name, source in changed.items()}
    for book, found in parsed.values():
        if book is None:
            raise RulekitError(*found)
    for top in workspace.family(path):
        if changed.keys().isdisjoint(workspace.below(top)):
            continue
        before = workspace.gather(top).books
        after = tuple(parsed[name][0] if (name := book.span.source.name) in parsed else book for book in before)
        old, new = (_errors(books) for books in (before, after))  # type: ignore[arg-type]  # no book is None here
        if len(new) > len(old):
            raise RulekitError(*new)


def _errors(books: Sequence[s.Book]) -> list[Diagnostic]:
    _, found = check_configuration(books, Config(), knowledge=False, texts=False)
    return [one for one in found if one.severity == "error"]


@frozen(eq=False)
class FoundClause:
    """A clause that a search has found: its id, its title, and the place of its name."""

    id: str
    title: str
    span: Span


def search(workspace: Workspace, paths: Sequence[str], words: str) -> list[FoundClause]:
    """Return the clauses of these books whose id and title together contain all these words. A clause whose name is
    exactly the text searched for comes first."""
    wanted = words.lower().split()
    found: list[FoundClause] = []
    for path in paths:
        for member in workspace.parsed(path).nodes:
            for inner in with_inner(member):
                clause = inner.clause if isinstance(inner, s.Replace) else inner
                if not isinstance(clause, s.Clause):
                    continue
                title = clause.tags.title.value if clause.tags.title else ""
                text = f"{clause_id(clause)} {title}".lower()
                if all(word in text for word in wanted):
                    found.append(FoundClause(clause_id(clause), title, clause.name.span))
    found.sort(key=lambda one: one.id.partition(" ")[2].lower() != words.lower())
    return found[:MOST_FOUND]


def usable_names(names: Names) -> dict[str, str]:
    """Return a mapping from the names that expressions can use to the kind of clause that declares each."""
    return {key[1]: found[0].clause.partition(" ")[0] for key, found in names.declared.items() if key[0] == GLOBAL}


def file_stem(node: s.Node) -> str:
    """Return the name of a node's file, without its folder and suffix."""
    return node.span.source.name.rpartition("/")[2].removesuffix(".rules")
