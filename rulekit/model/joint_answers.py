"""Configurations for conditions that no single other answer fulfils.

`under a == x and b == y` may hold under no answer that is chosen alone, and `under limit == 3` at neither end of a
range. What is written there is checked, played and listed under a configuration that fulfils the condition.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from ..diagnostics import DiagnosticSink
from ..syntax import nodes as s
from ..syntax.traversal import walk
from .header import Stack, order_stack
from .partial_evaluation import World, evaluate_partially
from .rulebook import Config
from .settings import Offer, decide, offers_of

MOST_TRIED = 4_096  # combinations of answers for one condition; each takes some microseconds

Conditions = tuple[s.Expr, ...]
"""The conditions of a block and of the blocks around it."""


def joint_configurations(books: Sequence[s.Book], counts: Sequence[int], tried: Sequence[Config]) -> Iterator[Config]:
    """Yield a configuration for each condition on options that holds in none of `tried` and can hold. Options that the
    condition does not name have their defaults. `counts` are the numbers of players; each of `tried` names one."""
    stack = order_stack(books, DiagnosticSink())
    worlds = [_decide(stack, config) for config in tried]
    for conditions in (found for book in stack.books for found in _blocks(book.members, ())):
        if any(_can_hold(conditions, world) for world in worlds):
            continue
        for config in (one for players in counts for one in _combinations(stack, players, conditions)):
            world = _decide(stack, config)
            if _can_hold(conditions, world):
                worlds.append(world)
                yield config
                break


def _blocks(members: Sequence[s.Member], around: Conditions) -> Iterator[Conditions]:
    for member in members:
        if isinstance(member, s.Under):
            yield (*around, member.condition)
            yield from _blocks(member.body, (*around, member.condition))


def _decide(stack: Stack, config: Config) -> World:
    return decide(stack, config, config.players or 0, DiagnosticSink())


def _can_hold(conditions: Conditions, world: World) -> bool:
    """Return whether no condition is false; a condition of play is neither true nor false."""
    return all(evaluate_partially(condition, world, DiagnosticSink()) is not False for condition in conditions)


def _combinations(stack: Stack, players: int, conditions: Conditions) -> Iterator[Config]:
    """Yield the configurations with other values of the options that the conditions name, and may fulfil them."""
    world = _decide(stack, Config(players))
    offers = offers_of(stack, world)
    names = {node.name.text for condition in conditions for node in walk(condition) if isinstance(node, s.Ref)}
    named = {name: offers[name] for name in offers if name in names}
    for values in islice(product(*map(_values, named.values())), MOST_TRIED):
        chosen = dict(zip(named, values, strict=True))
        if _can_hold(conditions, World({**world.values, **chosen}, world.answers)):
            yield Config(players, {name: value for name, value in chosen.items() if value != named[name].default})


def _values(offer: Offer) -> Sequence[int | str]:
    """Return the values of an option, its default first."""
    values = offer.answers or range(offer.low, offer.high + 1)
    return sorted(values, key=lambda value: value != offer.default)
