"""Configurations for conditions that hold only if several options differ from their defaults, or for a certain number.

A tool that tries each other answer of each option alone never makes `under a == x and b == y` true, nor `under limit ==
3` if it tries only the ends of a range. Clauses under such a condition are checked, played and listed in a
configuration in which the condition holds.
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

MOST_TRIED = 4_096  # the greatest number of combinations of answers tried for a condition; each takes microseconds

Conditions = tuple[s.Expr, ...]
"""The conditions of a block and of the blocks around it."""


def joint_configurations(books: Sequence[s.Book], counts: Sequence[int], tried: Sequence[Config]) -> Iterator[Config]:
    """Yield configurations so that each condition on options that can hold does so in one of them or in one of `tried`.
    Options that a condition does not name have their defaults. `counts` are the numbers of players to try. Each of
    `tried` must have a number of players."""
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
    """Return whether no condition is false. Conditions of play, which are not known before the game, do not count as
    false."""
    return all(evaluate_partially(condition, world, DiagnosticSink()) is not False for condition in conditions)


def _combinations(stack: Stack, players: int, conditions: Conditions) -> Iterator[Config]:
    """Yield the configurations that give other values to the options in `conditions` and in which no condition is
    false."""
    world = _decide(stack, Config(players))
    offers = offers_of(stack, world)
    names = {node.name.text for condition in conditions for node in walk(condition) if isinstance(node, s.Ref)}
    named = {name: offers[name] for name in offers if name in names}
    for values in islice(product(*map(_values, named.values())), MOST_TRIED):
        chosen = dict(zip(named, values, strict=True))
        if _can_hold(conditions, World({**world.values, **chosen}, world.answers)):
            yield Config(players, {name: value for name, value in chosen.items() if value != named[name].default})


def _values(offer: Offer) -> Sequence[int | str]:
    """Return all values of an option, beginning with its default."""
    values = offer.answers or range(offer.low, offer.high + 1)
    return sorted(values, key=lambda value: value != offer.default)
