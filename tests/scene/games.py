"""Positions of the shipped games, for tests of their pictures."""

from __future__ import annotations

from functools import cache
from xml.etree import ElementTree

from rulekit.scene import Artist, Scene, svg
from rulekit.scene.scene import groups, groups_with_places
from tests.shipped import game


@cache
def artist(name, players=None):
    found = game(name, players)
    return Artist.of(found.model, found.engine)


@cache
def walked(name, seed, players):
    """Return the states of a random game, from its start, as a cached list that `after` extends."""
    return [game(name, players).start(seed)]


def after(name, moves, seed=1, players=None):
    """Return the raw state after a number of random moves, or before the move that ended the game."""
    states = walked(name, seed, players)
    while len(states) <= moves:
        option, drawn = states[-1].random()
        further = drawn.apply(option)
        if further.over:
            break
        states.append(further)
    return states[min(moves, len(states) - 1)].raw


def xml(scene: Scene) -> ElementTree.Element:
    return ElementTree.fromstring(svg(scene))


def keys(scene: Scene):
    """Return the key, place, scale and group of each part of a picture."""
    return [(group.key, x, y, scale, group) for group, x, y, scale in groups_with_places(scene.shapes) if group.key]


def titles(scene: Scene) -> list[str]:
    return [group.title for group in groups(scene.shapes) if group.title]
