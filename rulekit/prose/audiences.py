"""Who sees a place or a kept value, in words."""

from __future__ import annotations

from ..model.symbols import AudienceInfo, KeepSymbol, PlaceSymbol
from ..syntax import nodes as s
from .prose_blocks import Inline
from .speaker import Speaker


def audience_words(said: Speaker, symbol: PlaceSymbol | KeepSymbol, info: AudienceInfo) -> Inline:
    """Return who sees a place or kept value: `everybody`, `nobody`, `the player whose it is`, or the rulebook's
    words."""
    if info.who == "all":
        return (said.ui("page-everybody"),)
    if info.who == "nobody":
        return (said.ui("page-nobody"),)
    if isinstance(info.who, s.Ref) and info.who.name.text in {one.name for one in symbol.locals if one is not None}:
        return (said.ui("page-its-player"),)
    return said.phrase(info.who)
