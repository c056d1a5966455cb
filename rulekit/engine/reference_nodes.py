"""What each node means: which options and outcomes there are, and how the game goes on until it stands still again.

A node is translated to a `Stage` when the game first comes to it; its parts are functions, as in
`reference_expressions`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import frozen

from ..machine import program as m
from ..machine.labels import option_count, values_of
from .events import Audience, Drawn, Entered, Picked
from .interface import NotAnOption
from .log import parameter_audiences
from .reference_forms import meaning, members, number, numbers
from .reference_loops import values_over
from .reference_statements import block_here
from .reference_told import audience_now
from .reference_work import Effect, Index, Members, Number, Scope, Work
from .state import Slot

MOST_WEIGHT = (1 << 31) - 1
Numbers = Callable[[Work, Scope], tuple[int, ...]]


def settle(work: Work, node_id: str) -> str:
    """Goes on from a node until the game stands still; the node where it does."""
    while True:
        stage = stage_of(work.index, node_id)
        work.clause = stage.node.clause
        work.burn()
        work.tell(Entered(node_id, stage.node.clause))
        following = stage.goes_on(work)
        if following is None:
            return node_id
        node_id = following


# ---------------------------------------------------------------------------------------------------------------- steps


@frozen
class Passage:
    """A step."""

    node: m.Step
    body: Effect
    follow: Callable[[Work, Scope], str]

    def goes_on(self, work: Work) -> str | None:
        """The node that follows; None where the game stands still, as it does at every other sort of stage."""
        scope: Scope = {}
        self.body(work, scope)
        return self.follow(work, scope)


def passage(index: Index, step: m.Step) -> Passage:
    return Passage(step, block_here(index, step.body), follow(index, step.next))


def follow(index: Index, way: m.Next) -> Callable[[Work, Scope], str]:
    if isinstance(way, m.Jump):
        target = way.target
        return lambda work, scope: target
    if isinstance(way, m.Fork):
        holds, then, otherwise = number(index, way.condition), way.then, way.otherwise
        return lambda work, scope: then if holds(work, scope) else otherwise
    value, targets = number(index, way.value), way.targets
    return lambda work, scope: targets[value(work, scope)]


# ------------------------------------------------------------------------------------------------------------ decisions

Found = Iterator[tuple[int, Scope]]
Wanted = Mapping[str, int] | None
"""A value for each level, where no other values are to be tried."""


@frozen
class Kept:
    """Where the parameter of this name is kept."""

    name: str
    slot: Slot
    index: Numbers


@frozen
class Offer:
    """An alternative.  `search` finds the parameters that pass, in the order of the loops, each with the number of the
    option and the locals as they then stand."""

    alternative: m.Alternative
    survives: Callable[[Work, Scope], bool]
    search: Callable[[Work, Scope, int, Wanted], Found]
    kept: tuple[Kept, ...]

    def options(self, work: Work, wanted: Wanted = None) -> Found:
        scope: Scope = {}
        if self.survives(work, scope):
            yield from self.search(work, scope, 0, wanted)

    def offered(self, work: Work, option: int) -> Scope | None:
        """The locals with which this option is offered, None if it is not."""
        if not 0 <= option - self.alternative.base < option_count(self.alternative):
            return None
        return next((found for _, found in self.options(work, values_of(self.alternative, option))), None)


@frozen
class Choice:
    """A decision."""

    node: m.Decision
    who: Number
    offers: tuple[Offer, ...]
    audience: Members | None

    def goes_on(self, work: Work) -> str | None:
        if next(self.options(work), None) is not None:
            return None
        if self.node.otherwise is None:
            raise work.fault(self.node.fault)
        return self.node.otherwise

    def options(self, work: Work) -> Iterator[int]:
        """The number of each option."""
        for offer in self.offers:
            for number_inside, _ in offer.options(work):
                yield offer.alternative.base + number_inside

    def take(self, work: Work, option: int) -> str:
        """Keeps the parameters of an option; the node where it leads."""
        for offer in self.offers:
            scope = offer.offered(work, option)
            if scope is not None:
                self.tell(work, offer.alternative, option)
                for kept in offer.kept:
                    work.store(kept.slot, kept.index(work, scope), scope[kept.name])
                return offer.alternative.target
        raise NotAnOption(f"{self.node.id} does not offer option {option} now")

    def tell(self, work: Work, alternative: m.Alternative, option: int) -> None:
        if work.watch is None and work.teller is None:
            return
        node, args = self.node, work.index.labels.arguments(self.node.id, option)
        player = self.who(work, {})
        audience = audience_of(work, self.audience)
        if work.teller is not None:
            parameters = parameter_audiences(alternative, option, lambda name, values: audience_now(work, name, values))
            work.teller.picked(node, option, player, audience, parameters)
        work.tell(Picked(node.id, node.clause, player, option, alternative.label, args, node.move, audience))


def choice(index: Index, decision: m.Decision) -> Choice:
    offers = tuple([offer(index, alternative) for alternative in decision.alternatives])
    return Choice(decision, number(index, decision.who), offers, audience(index, decision.audience))


def offer(index: Index, alternative: m.Alternative) -> Offer:
    kept = [Kept(a.name, index.layout.slots[a.cell], numbers(index, a.index)) for a in alternative.levels]
    tests, levels = survives(index, alternative.tests), search(index, alternative.levels)
    return Offer(alternative, tests, levels, tuple(kept))


def search(index: Index, levels: Sequence[m.Level]) -> Callable[[Work, Scope, int, Wanted], Found]:
    """The parameters that pass the tests of these levels, each with its number; `before` is the number so far."""
    if not levels:
        return nothing_more
    level, deeper = levels[0], search(index, levels[1:])
    name, low, size = level.name, level.low, level.high - level.low + 1
    over = m.Over(m.Const(low), m.Const(level.high)) if level.within is None else m.Over(within=level.within)
    values, passes = values_over(index, over), survives(index, level.tests)

    def found(work: Work, scope: Scope, before: int, wanted: Wanted) -> Found:
        for value in values(work, scope):
            work.burn()
            if wanted is None or value == wanted[name]:
                inner = {**scope, name: value}
                if passes(work, inner):
                    yield from deeper(work, inner, before * size + value - low, wanted)

    return found


def nothing_more(work: Work, scope: Scope, before: int, wanted: Wanted) -> Found:
    yield before, scope


def survives(index: Index, tests: Sequence[m.Test]) -> Callable[[Work, Scope], bool]:
    """Whether the tests pass, one after the other; the values they name join the scope."""
    steps = [(test.name, meaning(index, test.value)) for test in tests]

    def passes(work: Work, scope: Scope) -> bool:
        for name, value in steps:
            if name is not None:
                scope[name] = value(work, scope)
            elif not value(work, scope):
                return False
        return True

    return passes


# --------------------------------------------------------------------------------------------------------------- chance


@frozen
class Toss:
    """A chance."""

    node: m.Chance
    weight: Number
    slot: Slot
    index: Numbers
    audience: Members | None

    def goes_on(self, work: Work) -> str | None:
        return None

    def outcomes(self, work: Work) -> tuple[tuple[int, int], ...]:
        """The values that can come, each with its weight."""
        weights = []
        for value in range(self.node.low, self.node.high + 1):
            weight = self.weight(work, {self.node.name: value})
            if weight > 0:
                weights.append((value, weight))
        if not 0 < sum(weight for _, weight in weights) <= MOST_WEIGHT:
            raise work.fault(self.node.fault)
        return tuple(weights)

    def come_out(self, work: Work, value: int) -> str:
        """Keeps an outcome; the node where it leads."""
        self.tell(work, value)
        node = self.node
        work.store(self.slot, self.index(work, {node.name: value}), value)
        return node.target

    def tell(self, work: Work, value: int) -> None:
        node = self.node
        if work.watch is not None or work.teller is not None:
            printed = work.index.labels.value_text(node.domain, value)
            audience = None if self.audience is None else self.audience(work, {node.name: value})
            if work.teller is not None:
                work.teller.drawn(node, value, audience)
            work.tell(Drawn(node.id, node.clause, node.label, node.name, value, printed, audience))


def toss(index: Index, chance: m.Chance) -> Toss:
    slot, place = index.layout.slots[chance.cell], numbers(index, chance.index)
    return Toss(chance, number(index, chance.weight), slot, place, audience(index, chance.audience))


def audience(index: Index, expr: m.Expr | None) -> Members | None:
    return None if expr is None else members(index, expr)


def audience_of(work: Work, audience: Members | None) -> Audience:
    return None if audience is None else audience(work, {})


# ----------------------------------------------------------------------------------------------------------- every sort


@frozen
class Stop:
    """An end."""

    node: m.End

    def goes_on(self, work: Work) -> str | None:
        return None


def stop(index: Index, end: m.End) -> Stop:
    return Stop(end)


Stage = Passage | Choice | Toss | Stop

STAGES: dict[type, Callable[..., Stage]] = {m.Step: passage, m.Decision: choice, m.Chance: toss, m.End: stop}


def stage_of(index: Index, node_id: str) -> Stage:
    """What the node of this name means; translated when it is first needed."""
    if node_id not in index.stages:
        node = index.nodes[node_id]
        index.stages[node_id] = STAGES[type(node)](index, node)
    return index.stages[node_id]
