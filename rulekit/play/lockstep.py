"""Two editions in lockstep: the same choices and outcomes in both, and the first difference that a player could notice.

A pair of states is compared by who decides, what is on offer, who has won, and the places and kept values that both
editions have. Options and outcomes correspond if their labels are equal. If the random numbers of both editions draw
the same outcome, the step is marked as drawn. Otherwise both take the first edition's outcome, as a step with a label.
"""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from ..engine.interface import State
from ..engine.observe import Sight
from ..engine.packing import PackedPlaces
from ..machine.program import PAYOFF, Cell, Decision, Function
from .content_conditions import content_condition, elements
from .example_text import step_text
from .game import ConfiguredGame

Pair = tuple[State, State]


@frozen
class PairDifference:
    """A difference between two states, in words for each edition. For each edition, `lines` has the line of an example
    that holds only in this edition; it is empty if no line can express the difference."""

    kind: Literal["decides", "offered", "outcomes", "over", "payoff", "content", "audience"]
    words: tuple[str, str]
    lines: tuple[str, str]


@frozen
class PairStep:
    """A step of both editions: its label, and its number in each edition. If `drawn`, running an example draws this
    outcome without a line for it."""

    text: str
    numbers: tuple[int, int]
    drawn: bool = False


class Lockstep:
    """Plays two games with the same number of players side by side, with the same choices and outcomes."""

    def __init__(self, one: ConfiguredGame, two: ConfiguredGame) -> None:
        self.games = one, two
        self._texts: tuple[dict[tuple[str, int], str], dict[tuple[str, int], str]] = ({}, {})
        self._alike, self._others = _shared_cells(one, two)
        self._sights = Sight.of(one.engine), Sight.of(two.engine)
        self._audiences = _other_audiences(one, two)
        self._same_nodes = frozenset(node for node, _ in _decisions(one) & _decisions(two))
        self._same_cells = not self._others and all(first == second for _, first, second in self._alike)

    def steps(self, pair: Pair) -> list[PairStep]:
        """Return the steps of a pair without a difference, in the order of the first edition."""
        one, two = self._numbered(pair, 0), self._numbered(pair, 1)
        return [PairStep(text, (number, two[text])) for text, number in one.items()]

    def line(self, pair: Pair, step: PairStep) -> str:
        """Return the line of an example that plays a step."""
        return f"play {step_text(self.games[0], pair[0], step.numbers[0])}"

    def drawn(self, pair: Pair) -> tuple[PairStep, Pair]:
        """Return the outcome that the random numbers of the first edition draw, and the pair of states before this
        step. If the second edition draws the same outcome, the random numbers are counted as used in that pair."""
        drawn = [game.resolver.draw(state) for game, state in zip(self.games, pair, strict=True)]
        texts = [self._text(side, pair[side], drawn[side][0]) for side in (0, 1)]
        if texts[0] == texts[1]:
            step = PairStep(texts[0], (drawn[0][0], drawn[1][0]), drawn=True)
            return step, (drawn[0][1], drawn[1][1])
        return PairStep(texts[0], (drawn[0][0], self._numbered(pair, 1)[texts[0]])), pair

    def go(self, pair: Pair, step: PairStep) -> Pair:
        one, two = (
            game.resolver.go(state, number) for game, state, number in zip(self.games, pair, step.numbers, strict=True)
        )
        return one, two

    def at_chance(self, pair: Pair) -> bool:
        return self.games[0].resolver.chances(pair[0])

    def difference(self, pair: Pair) -> PairDifference | None:
        """Return a difference between two states; None if nobody could notice one."""
        found = self._different_end(pair) or self._different_steps(pair) or self._different_content(pair)
        return found or self._different_audience(pair)

    def _numbered(self, pair: Pair, side: int) -> dict[str, int]:
        """Return the numbers of one edition's options or outcomes, keyed by their labels."""
        state = pair[side]
        return {self._text(side, state, n): n for n in self.games[side].resolver.numbers(state)}

    def _text(self, side: int, state: State, number: int) -> str:
        known = self._texts[side]
        found = known.get((state.node, number))
        if found is None:
            found = known[state.node, number] = self.games[side].resolver.text(state, number)
        return found

    # -------------------------------------------------------------------------------------------- how two states differ

    def _different_end(self, pair: Pair) -> PairDifference | None:
        over = [game.resolver.is_over(state) for game, state in zip(self.games, pair, strict=True)]
        if over[0] != over[1]:
            words = ["the game is over" if one else "the game goes on" for one in over]
            lines = ["expect ended" if one else "expect not ended" for one in over]
            return PairDifference("over", (words[0], words[1]), (lines[0], lines[1]))
        if not over[0]:
            return None
        one, two = (_payoffs(game, state) for game, state in zip(self.games, pair, strict=True))
        for seat, first, second in zip(self.games[0].machine.seats, one, two, strict=True):
            if first != second:
                words = [f"{seat} is paid {paid}" for paid in (first, second)]
                lines = [f"expect payoff({seat}) == {paid}" for paid in (first, second)]
                return PairDifference("payoff", (words[0], words[1]), (lines[0], lines[1]))
        return None

    def _different_steps(self, pair: Pair) -> PairDifference | None:
        resolvers = [game.resolver for game in self.games]
        if resolvers[0].is_over(pair[0]) or self._same_options(pair):
            return None
        deciders = [resolver.decider(state) for resolver, state in zip(resolvers, pair, strict=True)]
        one, two = self._numbered(pair, 0), self._numbered(pair, 1)
        for side, text in [*((0, text) for text in one if text not in two), *((1, t) for t in two if t not in one)]:
            label = step_text(self.games[side], pair[side], (one, two)[side][text])
            has, lacks = f"{deciders[side]} has {text}", f"nobody has {text}"
            words = (has, lacks) if side == 0 else (lacks, has)
            lines = (f"allow {label}", f"refuse {label}") if side == 0 else (f"refuse {label}", f"allow {label}")
            return PairDifference("offered", words, lines)
        if deciders[0] != deciders[1]:
            decide = [f"{decider} decides" for decider in deciders]
            return PairDifference("decides", (decide[0], decide[1]), ("", ""))
        if deciders[0] == "chance":
            weights = [self._weights(pair, side) for side in (0, 1)]
            if weights[0] != weights[1]:
                odds = [", ".join(f"{text} {share:.0%}" for text, share in found.items()) for found in weights]
                return PairDifference("outcomes", (odds[0], odds[1]), ("", ""))
        return None

    def _same_options(self, pair: Pair) -> bool:
        """Return whether both states are at the same decision of the same player with the same options, compared by
        number."""
        one, two = pair
        first, second = (game.engine for game in self.games)
        return (
            one.node == two.node
            and one.node in self._same_nodes
            and first.options(one) == second.options(two)
            and first.who(one) == second.who(two)
        )

    def _weights(self, pair: Pair, side: int) -> dict[str, float]:
        outcomes = self.games[side].engine.outcomes(pair[side])
        total = sum(weight for _, weight in outcomes)
        return {self._text(side, pair[side], value): weight / total for value, weight in outcomes}

    def _different_content(self, pair: Pair) -> PairDifference | None:
        one, two = pair
        if self._same_cells and one.packed == two.packed:
            return None
        for name, (begin, end), (start, stop) in self._alike:
            if one.packed[begin:end] != two.packed[start:stop] and (found := self._content(pair, name)) is not None:
                return found
        return next((found for name in self._others if (found := self._content(pair, name)) is not None), None)

    def _content(self, pair: Pair, name: str) -> PairDifference | None:
        """Return the difference in the contents of a cell that both editions have. Return None if the elements that
        both have contain the same."""
        one, two = (elements(game, state, name) for game, state in zip(self.games, pair, strict=True))
        for element, first in one.items():
            second = two.get(element, first)
            if first.text != second.text:
                conditions = content_condition(first, second), content_condition(second, first)
                words = f"{element} is {first.text}", f"{element} is {second.text}"
                lines = [f"expect {text}" if text else "" for text in conditions]
                return PairDifference("content", words, (lines[0], lines[1]))
        return None

    def _different_audience(self, pair: Pair) -> PairDifference | None:
        """Return the difference in who sees a place or kept value; None if there is none. Only those whose audiences
        are written differently are compared."""
        for name in self._audiences:
            one, two = (self._seers(pair, side, name) for side in (0, 1))
            for element, first in one.items():
                second = two.get(element, first)
                if first != second:
                    words = f"{element} is seen by {first}", f"{element} is seen by {second}"
                    return PairDifference("audience", words, ("", ""))
        return None

    def _seers(self, pair: Pair, side: int, name: str) -> dict[str, str]:
        """Return the players who see each element of a cell, keyed by the element's name."""
        game, state, sight = self.games[side], pair[side], self._sights[side]
        found = {}
        for element, content in elements(game, state, name).items():
            index = (*content.index, 0) if content.cell.heap else content.index
            seers = sight.seers(state, content.cell, index)
            seats = [game.machine.seats[p] for p in sorted(seers)] if seers is not None else list(game.machine.seats)
            found[element] = ", ".join(seats) or "nobody"
        return found


def _other_audiences(one: ConfiguredGame, two: ConfiguredGame) -> tuple[str, ...]:
    """Return the names of places and kept values that both editions have, but with different audiences in their
    rules."""

    def audiences(game: ConfiguredGame) -> dict[str, Function | None]:
        functions = {function.name: function for function in game.machine.functions}
        cells = (cell for cell in game.machine.cells if cell.role in ("place", "keep"))
        return {cell.name: functions.get(cell.seen or "") for cell in cells}

    first, second = audiences(one), audiences(two)
    return tuple(name for name, seen in first.items() if name in second and second[name] != seen)


def _decisions(game: ConfiguredGame) -> frozenset[tuple[str, object]]:
    """Return each decision of a game with its labels and the numbers of its options. Decisions that are equal in two
    games have the same numbers for the same options."""
    domains = game.resolver.labels.domains
    found = []
    for node in game.machine.nodes:
        if isinstance(node, Decision):
            forms = []
            for one in node.alternatives:
                levels = [(level.name, level.low, level.high, domains.get(level.domain)) for level in one.levels]
                forms.append((one.label, one.base, one.label_order, tuple(levels)))
            found.append((node.id, tuple(forms)))
    return frozenset(found)


def _payoffs(game: ConfiguredGame, state: State) -> tuple[int, ...]:
    slot = game.layout.slots[PAYOFF]
    return state.cells[slot.offset : slot.end]


Bytes = tuple[int, int]
Alike = tuple[tuple[str, Bytes, Bytes], ...]
"""Cells that both machines pack alike: the name, and the place in the packed cells of each."""


def _shared_cells(one: ConfiguredGame, two: ConfiguredGame) -> tuple[Alike, tuple[str, ...]]:
    """Return the places and kept values that both games have, in two lists: those that both store in the same bytes,
    and the others."""
    places = [_packed_cells(game) for game in (one, two)]
    forms = [{cell.name: _form(game, cell) for cell in game.machine.cells} for game in (one, two)]
    shared = [name for name in places[0] if name in places[1]]
    alike = [name for name in shared if forms[0][name] == forms[1][name]]
    others = tuple(name for name in shared if name not in alike and forms[0][name][0] == forms[1][name][0])
    return tuple((name, places[0][name], places[1][name]) for name in alike), others


def _packed_cells(game: ConfiguredGame) -> dict[str, Bytes]:
    """Return the first and last byte of each place and kept value in the packed cells, keyed by its name."""
    packed = PackedPlaces.of(game.machine)
    begins = [*packed.offsets.values()]
    ends = [*begins[1:], packed.size]
    told = zip(game.machine.cells, begins, ends, strict=True)
    return {cell.name: (begin, end) for cell, begin, end in told if cell.role in ("place", "keep")}


def _form(game: ConfiguredGame, cell: Cell) -> tuple[object, ...]:
    """Return what must be equal in two games for a cell to have the same bytes for the same contents. The first item
    must be equal for the contents to be comparable at all."""
    labels, domains = game.resolver.labels.domains, (*cell.dims, cell.domain)
    named = [labels[name].labels if name in labels else () for name in domains]
    lows = [game.resolver.labels.low_of(name) for name in domains]
    packed = PackedPlaces.of(game.machine)
    same = (cell.kind, cell.heap, len(cell.shape))
    return (
        same,
        cell.shape,
        named,
        lows,
        packed.widths[cell.name],
        cell.capacity,
        cell.high if cell.kind == "set" else 0,
    )
