"""Compiled nodes: the options and outcomes of each node, and running the game until it comes to rest.

A node is compiled when the game first enters it; its parts become closures, as in `expression_closures`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from attrs import frozen

from ...machine import program as m
from ...machine.option_labels import option_count, values_of
from ..cell_layout import Slot
from ..events import Entered
from ..interface import ARITHMETIC, NotAnOption
from ..log import parameter_audiences
from .context import (
    GREATEST,
    CompiledNode,
    ExecutionContext,
    MachineIndex,
    NumberClosure,
    Scope,
    SetClosure,
    StatementClosure,
    compile_expression,
    compile_number,
    compile_numbers,
    compile_set,
)
from .loop_closures import compile_domain
from .recorder import current_audience
from .statement_closures import compile_statements

Numbers = Callable[[ExecutionContext, Scope], tuple[int, ...]]


def run_until_standing(context: ExecutionContext, node_id: str) -> str:
    """Run the game from a node until it comes to rest. Return the name of the node at which it rests."""
    while True:
        compiled = get_compiled_node(context.index, node_id)
        context.clause = compiled.node.clause
        context.consume_fuel()
        context.notify(Entered(node_id, compiled.node.clause))
        following = compiled.advance(context)
        if following is None:
            return node_id
        node_id = following


# -------------------------------------------------------------- step nodes, through which the game runs without resting


@frozen
class CompiledStep:
    """A step node with its parts compiled; `follow` returns the next node's name. The game never rests at a step
    node."""

    node: m.StepNode
    body: StatementClosure
    follow: Callable[[ExecutionContext, Scope], str]

    def advance(self, context: ExecutionContext) -> str | None:
        scope: Scope = {}
        self.body(context, scope)
        return self.follow(context, scope)


def compile_step(index: MachineIndex, step: m.StepNode) -> CompiledStep:
    return CompiledStep(step, compile_statements(index, step.body), compile_next(index, step.next))


def compile_next(index: MachineIndex, way: m.Next) -> Callable[[ExecutionContext, Scope], str]:
    """Return a closure that returns the name of the next node."""
    if isinstance(way, m.Jump):
        target = way.target
        return lambda context, scope: target
    if isinstance(way, m.Fork):
        holds, then, otherwise = compile_number(index, way.condition), way.then, way.otherwise
        return lambda context, scope: then if holds(context, scope) else otherwise
    value, targets = compile_number(index, way.value), way.targets
    return lambda context, scope: targets[value(context, scope)]


# ------------------------------------------------------------------------------------- decision nodes and their options

Matches = Iterator[tuple[int, Scope]]
Fixed = Mapping[str, int] | None
"""By parameter, the only value to try; None: try all values."""


@frozen
class StoredParameter:
    """The cell element in which a parameter of an option is stored, with its index compiled."""

    name: str
    slot: Slot
    index: Numbers


@frozen
class CompiledAlternative:
    """An alternative with its parts compiled. `passes` runs the tests that precede the first parameter. `search` yields
    a pair for each combination of parameters that passes its tests: the option's number minus `base`, and the local
    variables. `stored` has the cells in which the parameters are stored."""

    alternative: m.Alternative
    passes: Callable[[ExecutionContext, Scope], bool]
    search: Callable[[ExecutionContext, Scope, int, Fixed], Matches]
    stored: tuple[StoredParameter, ...]

    def options(self, context: ExecutionContext, fixed: Fixed = None) -> Matches:
        scope: Scope = {}
        if self.passes(context, scope):
            yield from self.search(context, scope, 0, fixed)

    def option_scope(self, context: ExecutionContext, option: int) -> Scope | None:
        """Return the local variables with which this option is offered; None if the option is not offered."""
        if not 0 <= option - self.alternative.base < option_count(self.alternative):
            return None
        return next((found for _, found in self.options(context, values_of(self.alternative, option))), None)


@frozen
class CompiledDecision:
    """A decision node with its parts compiled."""

    node: m.Decision
    who: NumberClosure
    alternatives: tuple[CompiledAlternative, ...]
    audience: SetClosure | None
    picks: NumberClosure

    def advance(self, context: ExecutionContext) -> str | None:
        if next(self.options(context), None) is not None:
            return None
        if self.node.otherwise is None:
            raise context.fault(self.node.fault)
        return self.node.otherwise

    def options(self, context: ExecutionContext) -> Iterator[int]:
        """Yield the number of each option that is offered."""
        for alternative in self.alternatives:
            for number_inside, _ in alternative.options(context):
                yield alternative.alternative.base + number_inside

    def take(self, context: ExecutionContext, option: int) -> str:
        """Store the parameters of an option; return the name of the next node."""
        for alternative in self.alternatives:
            scope = alternative.option_scope(context, option)
            if scope is not None:
                self.record(context, alternative.alternative, option)
                for parameter in alternative.stored:
                    context.store(parameter.slot, parameter.index(context, scope), scope[parameter.name])
                return alternative.alternative.target
        raise NotAnOption(f"{self.node.id} does not offer option {option} now")

    def record(self, context: ExecutionContext, alternative: m.Alternative, option: int) -> None:
        """Report the pick to the recorder."""
        if context.recorder is not None:
            player = self.who(context, {})
            audience = None if self.audience is None else self.audience(context, {})
            parameters = parameter_audiences(
                alternative, option, lambda name, values: current_audience(context, name, values)
            )
            context.recorder.record_pick(self.node, option, player, audience, parameters)


def compile_decision(index: MachineIndex, decision: m.Decision) -> CompiledDecision:
    who, picks = compile_number(index, decision.who), compile_number(index, decision.picks or m.Const(1))
    alternatives = tuple([compile_alternative(index, alternative) for alternative in decision.alternatives])
    return CompiledDecision(decision, who, alternatives, compile_audience(index, decision.audience), picks)


def compile_alternative(index: MachineIndex, alternative: m.Alternative) -> CompiledAlternative:
    stored = [
        StoredParameter(a.name, index.layout.slots[a.cell], compile_numbers(index, a.index)) for a in alternative.levels
    ]
    tests, levels = compile_tests(index, alternative.tests), compile_levels(index, alternative.levels)
    return CompiledAlternative(alternative, tests, levels, tuple(stored))


def compile_levels(
    index: MachineIndex, levels: Sequence[m.Level]
) -> Callable[[ExecutionContext, Scope, int, Fixed], Matches]:
    """Return a function that searches for values of these levels (parameters) that pass their tests. Its argument
    `before` is the part of the option's number that the outer levels contribute."""
    if not levels:
        return nothing_more
    level, deeper = levels[0], compile_levels(index, levels[1:])
    name, low, size = level.name, level.low, level.high - level.low + 1
    over = (
        m.LoopDomain(m.Const(low), m.Const(level.high)) if level.within is None else m.LoopDomain(within=level.within)
    )
    values, passes = compile_domain(index, over), compile_tests(index, level.tests)

    def search(context: ExecutionContext, scope: Scope, before: int, fixed: Fixed) -> Matches:
        for value in values(context, scope):
            context.consume_fuel()
            if fixed is None or value == fixed[name]:
                inner = {**scope, name: value}
                if passes(context, inner):
                    yield from deeper(context, inner, before * size + value - low, fixed)

    return search


def nothing_more(context: ExecutionContext, scope: Scope, before: int, fixed: Fixed) -> Matches:
    """End a search after the last parameter: yield the option's number without `base` (`before`) and the local
    variables."""
    yield before, scope


def compile_tests(index: MachineIndex, tests: Sequence[m.Test]) -> Callable[[ExecutionContext, Scope], bool]:
    """Return a predicate: whether all tests pass. It runs them in order; a test with a name adds its value to the scope
    instead."""
    steps = [(test.name, compile_expression(index, test.value)) for test in tests]

    def passes(context: ExecutionContext, scope: Scope) -> bool:
        for name, value in steps:
            if name is not None:
                scope[name] = value(context, scope)
            elif not value(context, scope):
                return False
        return True

    return passes


# -------------------------------------------------------------------------------------- chance nodes and their outcomes


@frozen
class CompiledChance:
    """A chance node with its parts compiled; `slot` and `index` locate the element that stores the outcome."""

    node: m.Chance
    weight: NumberClosure
    slot: Slot
    index: Numbers
    audience: SetClosure | None

    def advance(self, context: ExecutionContext) -> str | None:
        return None

    def outcomes(self, context: ExecutionContext) -> tuple[tuple[int, int], ...]:
        """Return the possible values, each with its weight."""
        weights = []
        for value in range(self.node.low, self.node.high + 1):
            weight = self.weight(context, {self.node.name: value})
            if weight > 0:
                weights.append((value, weight))
        if not weights:
            raise context.fault(self.node.fault)
        if sum(weight for _, weight in weights) > GREATEST:
            raise context.fault(ARITHMETIC)
        return tuple(weights)

    def take_outcome(self, context: ExecutionContext, value: int) -> str:
        """Store an outcome; return the name of the next node."""
        self.record(context, value)
        node = self.node
        context.store(self.slot, self.index(context, {node.name: value}), value)
        return node.target

    def record(self, context: ExecutionContext, value: int) -> None:
        """Report the outcome to the recorder."""
        if context.recorder is not None:
            audience = None if self.audience is None else self.audience(context, {self.node.name: value})
            context.recorder.record_draw(self.node, value, audience)


def compile_chance(index: MachineIndex, chance: m.Chance) -> CompiledChance:
    slot, place = index.layout.slots[chance.cell], compile_numbers(index, chance.index)
    return CompiledChance(
        chance, compile_number(index, chance.weight), slot, place, compile_audience(index, chance.audience)
    )


def compile_audience(index: MachineIndex, expr: m.Expr | None) -> SetClosure | None:
    return None if expr is None else compile_set(index, expr)


# -------------------------------------------------------------------------- end nodes, and compiling a node of any kind


@frozen
class CompiledEnd:
    """An end node, at which the game is over."""

    node: m.End

    def advance(self, context: ExecutionContext) -> str | None:
        return None


def compile_end(index: MachineIndex, end: m.End) -> CompiledEnd:
    return CompiledEnd(end)


NODE_COMPILERS: dict[type, Callable[..., CompiledNode]] = {
    m.StepNode: compile_step,
    m.Decision: compile_decision,
    m.Chance: compile_chance,
    m.End: compile_end,
}


def get_compiled_node(index: MachineIndex, node_id: str) -> CompiledNode:
    """Return the compiled node of this name; compile it on first use."""
    if node_id not in index.compiled_nodes:
        node = index.nodes[node_id]
        index.compiled_nodes[node_id] = NODE_COMPILERS[type(node)](index, node)
    return index.compiled_nodes[node_id]
