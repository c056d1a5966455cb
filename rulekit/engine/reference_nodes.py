"""What each node means: which options and outcomes there are, and how the game goes on until it stands still again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..machine import program as m
from ..machine.labels import option_count, values_of
from .events import Audience, Drawn, Entered, Picked
from .interface import NotAnOption
from .reference_expressions import Scope, domain_of, evaluate, members, number, numbers, passes
from .reference_statements import execute_here
from .reference_work import Work

MOST_WEIGHT = (1 << 31) - 1


def settle(work: Work, node_id: str) -> str:
    """Goes on from a node until the game stands still; the node where it does."""
    while True:
        node = work.index.nodes[node_id]
        work.clause = node.clause
        work.burn()
        work.tell(Entered(node.id, node.clause))
        if isinstance(node, m.Step):
            scope: Scope = {}
            execute_here(work, node.body, scope)
            node_id = follow(work, node.next, scope)
        elif isinstance(node, m.Decision) and next(options(work, node), None) is None:
            if node.otherwise is None:
                raise work.fault(node.fault)
            node_id = node.otherwise
        else:
            return node_id


def follow(work: Work, way: m.Next, scope: Scope) -> str:
    if isinstance(way, m.Jump):
        return way.target
    if isinstance(way, m.Fork):
        return way.then if passes(work, way.condition, scope) else way.otherwise
    return way.targets[number(work, way.value, scope)]


# -------------------------------------------------------------------------------------------------------- decisions


def options(work: Work, decision: m.Decision) -> Iterator[tuple[int, m.Alternative, Scope]]:
    """Each option: its number, its alternative, the locals as they then stand."""
    for alternative in decision.alternatives:
        scope: Scope = {}
        if survives(work, alternative.tests, scope):
            for number_inside, found in tuples(work, alternative.levels, 0, scope):
                yield alternative.base + number_inside, alternative, found


def tuples(
    work: Work, levels: Sequence[m.Level], before: int, scope: Scope, only: Mapping[str, int] | None = None
) -> Iterator[tuple[int, Scope]]:
    """The parameters that pass the tests of these levels, in the order of the loops; `before` is the number so far.

    With `only`, which names a value for each level, no other values are tried.
    """
    if not levels:
        yield before, scope
        return
    level = levels[0]
    over = m.Over(m.Const(level.low), m.Const(level.high)) if level.within is None else m.Over(within=level.within)
    for value in domain_of(work, over, scope):
        if only is not None and value != only[level.name]:
            continue
        inner = {**scope, level.name: value}
        if survives(work, level.tests, inner):
            size = level.high - level.low + 1
            yield from tuples(work, levels[1:], before * size + value - level.low, inner, only)


def survives(work: Work, tests: Sequence[m.Test], scope: Scope) -> bool:
    """Whether the tests pass, one after the other; the values they name join the scope."""
    for test in tests:
        if test.name is not None:
            scope[test.name] = evaluate(work, test.value, scope)
        elif not passes(work, test.value, scope):
            return False
    return True


def take(work: Work, decision: m.Decision, option: int) -> str:
    """Keeps the parameters of an option; the node where it leads."""
    for alternative in decision.alternatives:
        scope = offered(work, alternative, option)
        if scope is not None:
            tell_pick(work, decision, alternative, option)
            for level in alternative.levels:
                value = scope[level.name]
                work.store(level.cell, numbers(work, level.index, scope), value)
            return alternative.target
    raise NotAnOption(f"{decision.id} does not offer option {option} now")


def offered(work: Work, alternative: m.Alternative, option: int) -> Scope | None:
    """The locals with which an alternative offers this option, None if it does not."""
    if not 0 <= option - alternative.base < option_count(alternative):
        return None
    scope: Scope = {}
    if not survives(work, alternative.tests, scope):
        return None
    only = values_of(alternative, option)
    return next((found for _, found in tuples(work, alternative.levels, 0, scope, only)), None)


def tell_pick(work: Work, decision: m.Decision, alternative: m.Alternative, option: int) -> None:
    if work.watch is None:
        return
    args = work.index.labels.arguments(decision.id, option)
    player = number(work, decision.who, {})
    audience = audience_of(work, decision.audience)
    label = alternative.label
    work.tell(Picked(decision.id, decision.clause, player, option, label, args, decision.move, audience))


# ----------------------------------------------------------------------------------------------------------- chance


def outcomes(work: Work, chance: m.Chance) -> tuple[tuple[int, int], ...]:
    """The values that can come, each with its weight."""
    weights = []
    for value in range(chance.low, chance.high + 1):
        weight = number(work, chance.weight, {chance.name: value})
        if weight > 0:
            weights.append((value, weight))
    if not 0 < sum(weight for _, weight in weights) <= MOST_WEIGHT:
        raise work.fault(chance.fault)
    return tuple(weights)


def come_out(work: Work, chance: m.Chance, value: int) -> str:
    """Keeps an outcome; the node where it leads."""
    if work.watch is not None:
        printed = work.index.labels.value_text(chance.domain, value)
        audience = audience_of(work, chance.audience)
        work.tell(Drawn(chance.id, chance.clause, chance.label, chance.name, value, printed, audience))
    work.store(chance.cell, numbers(work, chance.index, {chance.name: value}), value)
    return chance.target


def audience_of(work: Work, audience: m.Expr | None) -> Audience:
    return None if audience is None else members(work, audience, {})
