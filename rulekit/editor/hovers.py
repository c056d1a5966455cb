"""Makes the text that an editor shows when the mouse is over a name: title and summary in the reader's language, type,
layers and sources, who sees it, and the exact rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from ..check.checked import CheckedModel
from ..check.type_relations import show
from ..diagnostics import Span
from ..model.rulebook import Placed
from ..model.symbols import FactSymbol, KeepSymbol, PlaceSymbol, ProcedureSymbol
from ..model.types import Type
from ..prose import blocks_text, own_language, speaker
from ..prose.grammar import languages
from ..prose.prose_blocks import inline_text
from ..syntax import nodes as s
from ..syntax.forms import clause_kinds
from .mentions import Mention
from .navigation import NamedPlace, changes_of, file_stem, place_at
from .workspace import Workspace

SILENT: Final = clause_kinds("about_book") | {"example"}
"""Kinds of clauses that have no exact rules, or are too long for a hover."""


@frozen(eq=False)
class Hover:
    """The text about a name, in Markdown. `span` is the place of the name."""

    span: Span
    text: str


def hover(workspace: Workspace, path: str, offset: int, language: str = "") -> Hover | None:
    """Return a text on what the name at an offset means; None if there is no name or its meaning is unknown."""
    place = place_at(workspace, path, offset)
    if place is None or place.key is None:
        return None
    lines = [*_lines(place, workspace.model(path), language)]
    return Hover(place.mention.name.span, "\n\n".join(line for line in lines if line))


def _lines(place: NamedPlace, model: CheckedModel | None, language: str) -> Iterator[str]:
    declared = place.declared
    yield f"`{_heading(place, declared[0] if declared else place.mention)}`"
    placed = _placed(declared, model)
    if model is None or placed is None or (place.key and place.key[0] in INNER):
        yield _title(declared[-1].owner) if declared else ""
    if model is not None:
        yield _type(place, model)
        if placed is not None and place.key is not None and place.key[0] not in INNER:
            yield from _clause(placed, model, language)
    yield from _layers(place, declared)
    for one in declared:
        cites = getattr(getattr(one.owner, "tags", one.owner), "cites", ())
        yield "  \n".join(f"[{cite.span.text}] in `{file_stem(one.name)}`" for cite in cites)


INNER: Final = frozenset(["local", "member", "field", "step", "branch"])


def _heading(place: NamedPlace, one: Mention) -> str:
    space, *inside = place.key or ("",)
    if space == "local":
        return f"{inside[-1]}, in {one.clause}"
    if space in INNER:
        return f"{'.'.join(inside)}"
    return one.clause or f"{space} {inside[-1]}"


def _title(owner: s.Node) -> str:
    title = getattr(owner, "title", None) or getattr(getattr(owner, "tags", None), "title", None)
    return f"**{title.value}**" if isinstance(title, s.Text) else ""


def _placed(declared: list[Mention], model: CheckedModel | None) -> Placed | None:
    ids = {one.clause for one in declared}
    clauses = model.rulebook.clauses if model is not None else ()
    return next((one for one in clauses if one.id in ids), None)


def _type(place: NamedPlace, model: CheckedModel) -> str:
    name = place.mention.name.text
    found = type_of(place.mention.owner, name, model)
    # the type of an option has the option's name: nothing to show
    return f"type: `{show(found)}`" if found is not None and show(found) != name else ""


def type_of(owner: s.Node, name: str, model: CheckedModel) -> Type | None:
    """Return the type that a name has at its place in the text. If it is unknown, return the type of the declaration of
    this name; None if there is none."""
    at_place = model.types.get(owner) or getattr(model.binds.get(owner), "type", None)
    if at_place is not None:
        return at_place
    return declared_type(name, model)


def declared_type(name: str, model: CheckedModel) -> Type | None:
    """Return the type of a declared name; for a fact or a procedure, the type of its result. Return None if it has no
    type."""
    symbol = model.symbols.get(name)
    if isinstance(symbol, FactSymbol | ProcedureSymbol):
        return symbol.result
    return getattr(symbol, "type", None)


def _clause(placed: Placed, model: CheckedModel, language: str) -> Iterator[str]:
    """Yield paragraphs about a clause: its title, its summary, who sees it, and its exact rules."""
    language = language if language in languages() else own_language(model.rulebook)
    said = speaker(model, language, bounds=False)
    prose = said.clause(placed)
    yield f"**{inline_text(prose.title)}**"
    yield inline_text(prose.summary) if prose.summary else ""
    symbol = model.symbols.get(placed.clause.name.text)
    if isinstance(symbol, PlaceSymbol | KeepSymbol):
        seen, counted = (inline_text(said.audience(symbol, info)) for info in (symbol.seen, symbol.counted))
        yield f"{said.ui('page-who-sees-it')}: {seen}"
        if isinstance(symbol, PlaceSymbol) and counted != seen:
            yield f"{said.ui('page-who-counts')}: {counted}"
    if placed.clause.kind not in SILENT:
        yield "\n".join(f"> {line}" for line in blocks_text(prose.exact).split("\n"))


def _layers(place: NamedPlace, declared: list[Mention]) -> Iterator[str]:
    """Yield sentences about the layers that declare a clause, replace it or change it."""
    if place.key is None or place.key[0] == "local":
        return
    books = dict.fromkeys(file_stem(one.name) for one in declared)
    first, *others = (*books, "")[: max(1, len(books))]
    if first:
        yield f"in `{first}`" + "".join(f", replaced in `{one}`" for one in others)
    changed = dict.fromkeys(file_stem(one.name) for one in changes_of(place)) if place.mention.declares else ()
    if changed:
        yield "changed in " + ", ".join(f"`{one}`" for one in changed)
