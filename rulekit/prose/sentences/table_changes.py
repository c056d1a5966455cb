"""Changes at the table in sentences: pieces that moved from one place to another, and values that changed."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from ...model.symbols import KeepSymbol, PlaceSymbol
from ...model.types import Domain
from .. import tree as tr
from .phrases import constant_phrase, holder_phrase, number_phrase, spot
from .tree_context import Context


@frozen
class TableSpot:
    """An element of a place or kept value; `index` has the values of its index. If it has no phrase, sentences use
    `name`, which is the name of its site or its title."""

    symbol: PlaceSymbol | KeepSymbol
    index: tuple[int, ...]
    name: str
    is_site: bool = False


@frozen
class PieceMove:
    """A move of pieces from one place to another. A place is None if it is not visible. If both are None, the pieces
    left the table from several places. `pieces` are triples of type, name and count; the name is "" for a piece that is
    not seen."""

    pieces: tuple[tuple[Domain, str, int], ...]
    source: TableSpot | None
    target: TableSpot | None


@frozen
class NewValue:
    """A kept value that changed. `how` is the name of a message: the value is now a number (`number`), another thing
    (`becomes`) or none, members joined or left (`parts`) a set, or a truth holds or does not hold. `values` are the new
    values, or these members, in words; `before` is the old number."""

    at: TableSpot
    how: Literal["number", "becomes", "none", "joins", "parts", "holds", "holds-not"]
    values: tuple[str, ...] = ()
    before: str = ""


TableChange = PieceMove | NewValue


def table_change(c: Context, change: TableChange) -> tr.StepTree:
    """Return the sentence that describes a change."""
    if isinstance(change, NewValue):
        return _new_value(c, change)
    what = tuple(_piece(*piece) for piece in change.pieces)
    args: dict[str, tr.TreeArgument] = {"what": _listed(what)}
    for spot_at, place, where in ((change.source, "place", "where"), (change.target, "to", "end")):
        if spot_at is not None:
            assert isinstance(spot_at.symbol, PlaceSymbol)
            args[place] = _place(c, spot_at)
            args[where] = spot(spot_at.symbol) if _has_phrase(c, spot_at) else "at"
    ways = {(True, True): "changed-place", (False, True): "came-to", (True, False): "left-place"}
    return tr.StepTree(ways.get(("place" in args, "to" in args), "left-table"), args)


def _new_value(c: Context, change: NewValue) -> tr.StepTree:
    at, how = change.at, change.how
    if how in ("holds", "holds-not"):
        args = _arguments(at)
        called = holder_phrase(c, at.symbol, args)
        so = tr.Says(tr.LexiconKey(at.symbol.name), called.slots, f"keep {at.symbol.name}", how == "holds-not")
        return tr.StepTree("it-is-so", {"condition": so})
    told: dict[str, tr.TreeArgument] = {"what": _place(c, at)}
    if change.values:
        told["value"] = _listed(tuple(map(_printed, change.values)))
    if how == "number":
        return tr.StepTree("changed-number", {**told, "before": _printed(change.before)})
    return tr.StepTree({"becomes": "is-now", "none": "is-none-now"}.get(how, f"{how}-set"), told)


def _listed(items: tuple[tr.Phrase, ...]) -> tr.Phrase:
    return items[0] if len(items) == 1 else tr.Listed(items, "and")


def _piece(kind: Domain, name: str, count: int) -> tr.Phrase:
    if name:
        return _printed(name) if count == 1 else tr.ComposedPhrase("pieces-of", {"n": count, "name": name}, plural=True)
    noun = tr.Noun(tr.LexiconKey(kind.name))
    if count == 1:
        return tr.ComposedPhrase("one-of-kind", {"noun": noun})
    return tr.ComposedPhrase("some-of-kind", {"n": number_phrase(count), "noun": noun}, plural=True)


def _printed(text: str) -> tr.Phrase:
    return tr.ComposedPhrase("printed", {"text": text})


def _has_phrase(c: Context, at: TableSpot) -> bool:
    """Return whether an element has a phrase of its own: from the rulebook's noun, or from its name if the language is
    the rulebook's."""
    return c.nouns.has_noun(tr.LexiconKey(at.symbol.name)) or (not at.is_site and c.nouns.lexicon.own)


def _place(c: Context, at: TableSpot) -> tr.Phrase:
    return holder_phrase(c, at.symbol, _arguments(at)) if _has_phrase(c, at) else _printed(at.name)


def _arguments(at: TableSpot) -> list[tr.Phrase]:
    return [constant_phrase(dim, value) for dim, value in zip(at.symbol.dims, at.index, strict=False)]
