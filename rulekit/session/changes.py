"""What changed at the table between two moments, as one seat sees it: pieces that moved, and values that changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Literal

from attrs import frozen

from ..engine.observe import Hidden, Seen
from ..machine import program as m
from ..model.symbols import KeepSymbol, PlaceSymbol
from ..model.types import Domain, NumberType, SetType, TruthType
from ..play.game import GameState
from ..prose import NewValue, PieceMove, TableSpot
from ..scene.contents import pieces_of
from ..scene.viewpoint import Viewpoint
from .movements import UNSEEN, PlaceChange, TableElement, Thing, Way, movements
from .words import GameWords

TableSight = Mapping[TableElement, Seen]
"""What a seat sees in each element."""
PLAYER = "Player"
"""The domain of seats."""
TableFact = tuple[Hashable, ...]
"""Something that a sentence about a change says: where a piece went, or the value that something has now."""

WordedFacts = tuple[frozenset[TableFact], frozenset[tuple[str, str]]]
"""The facts and the names of a sentence, as in `WordedChange`."""
NOTHING: WordedFacts = frozenset(), frozenset()


@frozen
class ElementChange:
    """A change of one element of a place or kept value, as a seat sees it."""

    at: TableElement
    before: Seen
    now: Seen


@frozen
class WordedChange:
    """A sentence about some changes. `facts` are what the sentence says, without pieces of which the seat does not see
    the kind. `names` are the values that the sentence names, each as a kind and a name."""

    text: str
    facts: frozenset[TableFact]
    names: frozenset[tuple[str, str]]


def elements_of(cells: Iterable[m.Cell]) -> Iterator[tuple[m.Cell, tuple[int, ...]]]:
    """Yield each element of these cells, as the cell and an index. Cells that are no places or kept values are left
    out."""
    for cell in cells:
        if cell.role in ("place", "keep"):
            yield from ((cell, i) for i in product(*map(range, cell.shape[:-1] if cell.heap else cell.shape)))


def sight_of(words: GameWords, state: GameState, viewer: int, elements: Iterable[TableElement]) -> TableSight:
    """Return what a seat sees in each of these elements in a state."""
    view = Viewpoint(words.artist.sight, state.raw, viewer)
    return {at: view.content(*at) for at in elements}


def _number(counted: tuple[Thing, int]) -> int:
    return counted[0][1]


@frozen(eq=False)
class ChangeWording:
    """Describes changes in the words of the rulebook, as sentences."""

    words: GameWords

    def told(
        self,
        changes: Sequence[ElementChange],
        named: Collection[str] = (),
        only: Collection[TableElement] | None = None,
    ) -> Iterator[WordedChange]:
        """Yield a sentence for each move and each new value. `changes` have the order in which they happened. There is
        no sentence on a value in `named` that joined or left a set. If `only` is given, sentences are about these
        elements only; a piece that left one of them may have gone to another place."""
        hidden, symbols = self.words.artist.looks.names_not_drawn, self.words.game.model.symbols
        told = {one.at for one in changes if only is None or one.at in only}
        told = {at for at in told if at[0] not in hidden}
        is_place = {one.at: isinstance(symbols.get(one.at[0]), PlaceSymbol) for one in changes}
        ways = movements(self._pieces(one) for one in changes if is_place[one.at])
        shown: dict[Way, Counter[Thing]] = {}
        for (source, target), things in ways.items():
            ends = source if source in told else None, target if target in told else None
            if ends != (None, None):
                shown[ends] = shown.get(ends, Counter()) + things
        yield from self._moves(shown, is_whole=only is None)
        values: dict[TableElement, list[ElementChange]] = {}
        for one in changes:
            if one.at in told and isinstance(symbols.get(one.at[0]), KeepSymbol):
                values.setdefault(one.at, []).append(one)
        yield from self._new_values(values, named)

    def _moves(self, ways: Mapping[Way, Counter[Thing]], is_whole: bool) -> Iterator[WordedChange]:
        """Yield a sentence for each pair of places between which pieces moved. If `is_whole`, all pieces that left the
        table share a sentence."""
        moves: dict[tuple[str, str], tuple[PieceMove, WordedFacts]] = {}
        for (source, target), things in ways.items():
            ends = tuple(None if at is None else self.spot(*at) for at in (source, target))
            first, last = ("" if end is None else self.words.speaker.element(end.symbol, end.index) for end in ends)
            pieces, (facts, names) = (
                (moves[first, last][0].pieces, moves[first, last][1]) if (first, last) in moves else ((), NOTHING)
            )
            named = tuple(
                (kind, self._name(kind, number), count) for (kind, number), count in sorted(things.items(), key=_number)
            )
            facts |= {(source, target, kind.name, number) for kind, number in things if number != UNSEEN}
            names |= {(kind.name, name) for kind, name, _ in named if name}
            names = names.union(*(self._index(at) for at in (source, target) if at is not None))
            moves[first, last] = PieceMove((*pieces, *named), *ends), (facts, names)
        away = [key for key, (move, _) in moves.items() if move.target is None]
        if is_whole and len(away) > 1:
            gone = [moves.pop(key) for key in away]
            pieces = tuple(piece for move, _ in gone for piece in move.pieces)
            facts, names = (frozenset().union(*sets) for sets in zip(*(said for _, said in gone), strict=True))
            moves["", ""] = PieceMove(pieces, None, None), (facts, names)
        for move, said in moves.values():
            yield WordedChange(self.words.speaker.change(move), *said)

    def _new_values(
        self, values: Mapping[TableElement, Sequence[ElementChange]], named: Collection[str]
    ) -> Iterator[WordedChange]:
        """Yield a sentence for each kept value whose value changed. None says that members in `named` joined or left a
        set, since the step before has said it."""
        ends = {at: ElementChange(at, each[0].before, each[-1].now) for at, each in values.items()}
        ends = {at: one for at, one in ends.items() if one.before != one.now}
        for at, one in ends.items():
            symbol = self.words.game.model.symbols[at[0]]
            assert isinstance(symbol, KeepSymbol)
            if symbol.clause.lifetime != "game" and (one.now,) == self.words.game.layout.slots[at[0]].cell.initial:
                continue  # the value is reset in each turn or round: that is no news
            facts = frozenset[TableFact]((at, each.now) for each in values[at])
            names = self._index(at) | self._members(at[0], one.now)
            for new in self._values(symbol, one, self._joined(at[0], ends.values())):
                if new.how not in ("joins", "parts") or not {text.casefold() for text in new.values} <= set(named):
                    yield WordedChange(self.words.speaker.change(new), facts, names)

    # --------------------------------------------------------------------------------------- which pieces left and came

    def _name(self, kind: Domain, number: int) -> str:
        return "" if number == UNSEEN else self.words.member(kind, number)

    def _pieces(self, change: ElementChange) -> PlaceChange:
        """Return which pieces left a place and which came. If the seat does not see the place before or after the
        change, pieces are only counted."""
        at, before, now = change.at, change.before, change.now
        symbol = self.words.game.model.symbols[at[0]]
        assert isinstance(symbol, PlaceSymbol)
        cell, kind, found = self.words.game.layout.slots[at[0]].cell, symbol.piece, PlaceChange(at)
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
        return PlaceChange(at, old - new, new - old)

    # --------------------------------------------------------------------------------------------- which values changed

    def _index(self, at: TableElement) -> frozenset[tuple[str, str]]:
        """Return the values in the index of an element, each as a kind and a name."""
        dims = self.words.game.layout.slots[at[0]].cell.dims
        low_of, named = self.words.labels.low_of, self.words.value_name
        return frozenset(named(dim, index + low_of(dim)) for dim, index in zip(dims, at[1], strict=False))

    def _members(self, name: str, value: Seen) -> frozenset[tuple[str, str]]:
        """Return a value as a kind and a name; for a set, return those of its members."""
        domain = self.words.game.layout.slots[name].cell.domain
        if isinstance(value, int):
            return frozenset({self.words.value_name(domain, value)})
        members = value if isinstance(value, frozenset) else ()
        return frozenset(self.words.value_name(domain, one + self.words.labels.low_of(domain)) for one in members)

    def _joined(self, name: str, changes: Iterable[ElementChange]) -> frozenset[int]:
        """Return the members that joined some set of the kept value `name`, at whatever index."""
        pairs = ((one.before, one.now) for one in changes if one.at[0] == name)
        sets = (new - old for old, new in pairs if isinstance(old, frozenset) and isinstance(new, frozenset))
        return frozenset().union(*sets)

    def _values(self, symbol: KeepSymbol, change: ElementChange, elsewhere: frozenset[int]) -> Iterator[NewValue]:
        """Yield how a value changed. A member of a set that joined another set (`elsewhere`) is not reported as
        leaving."""
        at, before, now = change.at, change.before, change.now
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
