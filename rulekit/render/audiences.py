"""Who may see what: a row for each place and kept value that is not open to all."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.symbols import AudienceInfo, KeepSymbol, PlaceSymbol
from ..syntax import nodes as s
from . import document as d
from .subject import Subject


def audiences(subject: Subject) -> Iterator[d.PageBlock]:
    """The table, and a sentence about all that is not in it."""
    rows: list[tuple[d.InlineLine, ...]] = []
    for placed in subject.placed():
        symbol = subject.model.symbols.get(placed.clause.name.text)
        if isinstance(symbol, PlaceSymbol | KeepSymbol) and symbol.seen.who != "all":
            inside, amount = _who(subject, symbol, symbol.seen), _who(subject, symbol, symbol.counted)
            counted = isinstance(symbol, PlaceSymbol)
            rows.append(((subject.link(placed.id),), inside, amount if counted else ()))
    if not rows:
        yield d.PageParagraph((subject.ui("page-all-open"),))
        return
    head = ((), (subject.ui("page-who-sees-it"),), (subject.ui("page-who-counts"),))
    yield d.PageTable(head, tuple(rows))
    yield d.PageParagraph((subject.ui("page-rest-open"),))


def _who(subject: Subject, symbol: PlaceSymbol | KeepSymbol, info: AudienceInfo) -> d.InlineLine:
    """`everybody`, `nobody`, `the player whose it is`, else in the words of the rulebook."""
    if info.who == "all":
        return (subject.ui("page-everybody"),)
    if info.who == "nobody":
        return (subject.ui("page-nobody"),)
    if isinstance(info.who, s.Ref):
        named = subject.model.binds and info.who.name.text in {one.name for one in symbol.locals if one is not None}
        if named:
            return (subject.ui("page-its-player"),)
    return tuple(subject.speaker.phrase(info.who))
