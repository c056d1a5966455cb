"""What changed at the table between two moments, as one seat sees it: pieces that moved, and values that changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Literal

from attrs import define, field, frozen

from ..engine.observe import Hidden, Seen
from ..machine import program as m
from ..model.symbols import KeepSymbol, PlaceSymbol
from ..model.types import Domain, NumberType, SetType, TruthType
from ..play.game import GameState
from ..prose import NewValue, PieceMove, TableSpot
from ..scene.contents import pieces_of
from ..scene.viewpoint import Viewpoint
from .words import GameWords

TableElement = tuple[str, tuple[int, ...]]
"""An element of a place or of a kept value: its name and its index. A heap, which counts pieces of several kinds, is
one element."""
TableSight = Mapping[TableElement, Seen]
"""What a seat sees in each element."""
Thing = tuple[Domain, int]
"""A kind of piece: its domain, and its number there; the number is UNSEEN if the seat does not see which kind it is."""
UNSEEN = -1
PLAYER = "Player"
"""The domain of seats."""


def elements_of(cells: Iterable[m.Cell]) -> Iterator[tuple[m.Cell, tuple[int, ...]]]:
    """Yield each element of places and kept values."""
    for cell in cells:
        if cell.role in ("place", "keep"):
            yield from ((cell, i) for i in product(*map(range, cell.shape[:-1] if cell.heap else cell.shape)))


def sight_of(words: GameWords, state: GameState, viewer: int, elements: Iterable[TableElement]) -> TableSight:
    """Return what a seat sees of these elements in a state."""
    view = Viewpoint(words.artist.sight, state.raw, viewer)
    return {at: view.content(*at) for at in elements}


@define
class _Pieces:
    """How many of each thing left an element, and how many came to it."""

    gone: Counter[Thing] = field(factory=Counter)
    come: Counter[Thing] = field(factory=Counter)


Way = tuple[TableElement | None, TableElement | None]


PlacedThing = tuple[TableElement, Thing]


def _is_same(taken: PlacedThing, come: PlacedThing) -> bool:
    return taken[1] == come[1]


def _is_like(taken: PlacedThing, come: PlacedThing) -> bool:
    """Return whether two things may be one piece, given that the kind of at least one of them is not seen."""
    return taken[1][0] is come[1][0] and UNSEEN in (taken[1][1], come[1][1])


def _owner(words: GameWords, at: TableElement) -> int | None:
    """Return the player to whom an element belongs, or None."""
    dims = words.game.layout.slots[at[0]].cell.dims
    return next((i for dim, i in zip(dims, at[1], strict=False) if dim == PLAYER), None)


@frozen(eq=False)
class ChangeWording:
    """Describes changes in the words of the rulebook."""

    words: GameWords

    def sentences(self, before: TableSight, now: TableSight, is_whole: bool = True) -> Iterator[str]:
        """Yield a sentence for each change of an element that is in both sights."""
        return (text for text, _ in self.told(before, now, is_whole))

    def told(
        self, before: TableSight, now: TableSight, is_whole: bool = True, named: Collection[str] = ()
    ) -> Iterator[tuple[str, bool]]:
        """Yield a sentence for each change of an element that is in both sights, and whether it names a piece whose
        kind is not seen. Unless these are all changes (`is_whole`), a piece that leaves a place may have gone
        elsewhere. Members in `named` are not said to join or leave a set."""
        changed = [at for at in now if at in before and before[at] != now[at]]
        changed = [at for at in changed if at[0] not in self.words.artist.looks.names_not_drawn]
        symbols = self.words.game.model.symbols
        placed = [at for at in changed if isinstance(symbols.get(at[0]), PlaceSymbol)]
        ways = self._ways({at: self._pieces(at, before[at], now[at]) for at in placed})
        moves: dict[tuple[str, str], PieceMove] = {}
        for (source, target), things in ways.items():
            ends = tuple(None if at is None else self.spot(*at) for at in (source, target))
            first, last = ("" if end is None else self.words.speaker.element(end.symbol, end.index) for end in ends)
            pieces = moves[first, last].pieces if (first, last) in moves else ()
            told = tuple((kind, self._name(kind, number), count) for (kind, number), count in things.items())
            moves[first, last] = PieceMove((*pieces, *told), *ends)
        away = [move for move in moves.values() if move.target is None]
        if is_whole and len(away) > 1:
            left = PieceMove(tuple(piece for move in away for piece in move.pieces), None, None)
            moves = {**{key: move for key, move in moves.items() if move not in away}, ("", ""): left}
        for move in moves.values():
            yield self.words.speaker.change(move), not all(name for _, name, _ in move.pieces)
        for at in changed:
            symbol = symbols.get(at[0])
            if isinstance(symbol, KeepSymbol):
                if symbol.clause.lifetime != "game" and (now[at],) == self.words.game.layout.slots[at[0]].cell.initial:
                    continue  # its value is reset in each turn or round
                values = self._values(symbol, at, before[at], now[at], self._joined(at[0], changed, before, now))
                news = (
                    one
                    for one in values
                    if one.how not in ("joins", "parts") or not {text.casefold() for text in one.values} <= set(named)
                )
                yield from ((self.words.speaker.change(one), False) for one in news)

    # --------------------------------------------------------------------------------------------------------- pieces

    def _name(self, kind: Domain, number: int) -> str:
        return "" if number == UNSEEN else self.words.member(kind, number)

    def _pieces(self, at: TableElement, before: Seen, now: Seen) -> _Pieces:
        """Return what left a place and what came; what is hidden in either moment is only counted."""
        symbol = self.words.game.model.symbols[at[0]]
        assert isinstance(symbol, PlaceSymbol)
        cell, kind, found = self.words.game.layout.slots[at[0]].cell, symbol.piece, _Pieces()
        if isinstance(before, Hidden) or isinstance(now, Hidden):
            then, there = (
                (seen.size if isinstance(seen, Hidden) else sum(n for _, n in pieces_of(cell, seen)))
                for seen in (before, now)
            )
            if then is not None and there is not None:
                found.gone[kind, UNSEEN], found.come[kind, UNSEEN] = max(0, then - there), max(0, there - then)
            return found
        old, new = Counter[Thing](), Counter[Thing]()
        for seen, into in ((before, old), (now, new)):
            for number, count in pieces_of(cell, seen):
                into[kind, number] += count
        found.gone, found.come = old - new, new - old
        return found

    def _ways(self, moved: Mapping[TableElement, _Pieces]) -> dict[Way, Counter[Thing]]:
        """Match pieces that left with pieces that came, and count them by way: first equal kinds, then an unseen kind
        with any other."""
        ways: dict[Way, Counter[Thing]] = {}
        for alike in (_is_same, self._is_own, _is_like):
            for target, come in moved.items():
                for thing in sorted(+come.come, key=lambda thing: thing[1]):
                    for source, gone in moved.items():
                        for taken in [one for one in +gone.gone if source != target]:
                            count = min(gone.gone[taken], come.come[thing])
                            if count > 0 and alike((source, taken), (target, thing)):
                                known = thing if thing[1] != UNSEEN else taken
                                ways.setdefault((source, target), Counter())[known] += count
                                gone.gone[taken] -= count
                                come.come[thing] -= count
        for at, rest in moved.items():
            if left := +rest.gone:
                ways[at, None] = left
            if come_from_nowhere := +rest.come:
                ways[None, at] = come_from_nowhere
        return ways

    def _is_own(self, taken: PlacedThing, come: PlacedThing) -> bool:
        """Return whether two things may be one piece, and both places belong to the same player."""
        players = (_owner(self.words, taken[0]), _owner(self.words, come[0]))
        return players[0] is not None and players[0] == players[1] and _is_like(taken, come)

    # --------------------------------------------------------------------------------------------------------- values

    def _joined(
        self, name: str, changed: Sequence[TableElement], before: TableSight, now: TableSight
    ) -> frozenset[int]:
        """Return the members that joined any set with this name, whatever its index."""
        pairs = ((before[at], now[at]) for at in changed if at[0] == name)
        sets = (new - old for old, new in pairs if isinstance(old, frozenset) and isinstance(new, frozenset))
        return frozenset().union(*sets)

    def _values(
        self, symbol: KeepSymbol, at: TableElement, before: Seen, now: Seen, elsewhere: frozenset[int]
    ) -> Iterator[NewValue]:
        """Yield how a value changed; a member of a set that has gone `elsewhere` is said to have left it."""
        if isinstance(before, Hidden) or isinstance(now, Hidden):
            return
        spot, text = self.spot(*at), self.words.labels.text_of_value
        cell = self.words.game.layout.slots[at[0]].cell
        if isinstance(symbol.type, SetType):
            assert isinstance(before, frozenset) and isinstance(now, frozenset)
            ways: tuple[tuple[Literal["parts", "joins"], frozenset[int]], ...]
            ways = ("parts", before - now - elsewhere), ("joins", now - before)
            for how, members in ways:
                if members:
                    yield NewValue(spot, how, tuple(text(cell.domain, frozenset({one})) for one in sorted(members)))
        elif isinstance(symbol.type, TruthType):
            yield NewValue(spot, "holds" if now else "holds-not")
        elif isinstance(symbol.type, NumberType):
            yield NewValue(spot, "number", (text(cell.domain, now),), text(cell.domain, before))
        elif now == 0 and cell.domain.endswith("?"):
            yield NewValue(spot, "none")
        else:
            yield NewValue(spot, "becomes", (text(cell.domain, now),))

    def spot(self, name: str, index: tuple[int, ...]) -> TableSpot:
        symbol, labels = self.words.game.model.symbols[name], self.words.labels
        assert isinstance(symbol, PlaceSymbol | KeepSymbol)
        cell = self.words.game.layout.slots[name].cell
        values = tuple(at + labels.low_of(dim) for at, dim in zip(index, cell.dims, strict=False))
        domain = self.words.domain(cell.dims[0]) if len(index) == 1 else None
        on_site = domain is not None and domain.sort == "board" and isinstance(symbol, PlaceSymbol)
        if on_site and domain is not None:
            return TableSpot(symbol, values, self.words.artist.looks.title(domain, index[0]), is_site=True)
        return TableSpot(symbol, values, labels.element_text(cell, index))
