"""Puppet street as a plain program."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.variants.designs.side_by_side import Game, Program, Question

GOODS = ("timber", "cloth", "pigment")
FETCHING = ("sawmill", "draper", "colourman")
PUPPETS = {
    "jester": (1, 1, 0, 3),
    "hussar": (1, 0, 1, 3),
    "tailor": (0, 1, 1, 3),
    "wolf": (2, 0, 1, 4),
    "witch": (1, 2, 0, 4),
    "ghost": (0, 1, 2, 4),
    "pirate": (1, 1, 1, 4),
    "dragon": (2, 0, 2, 6),
    "giant": (2, 2, 0, 6),
    "siren": (0, 2, 2, 6),
    "moon": (1, 1, 2, 6),
    "sultan": (1, 2, 1, 6),
    "sailor": (2, 1, 1, 6),
}
"""What each puppet needs, and its fame."""


def offers(goods: list[int], troupe: int, taken: set[str], window: set[str], benches: list[str]) -> dict[str, Any]:
    """Return what each label does: the place, the puppet built or none, and what is added to each good."""
    found: dict[str, tuple[str, str, list[int]]] = {}
    for good, name in enumerate(GOODS):
        one = [int(other == good) for other in range(3)]
        found[f"stroll(good: {name})"] = ("crossroads", "", one)
        if "belfry" not in taken:
            found[f"ring(good: {name})"] = ("belfry", "", one)
        if FETCHING[good] not in taken:
            found[f"fetch(s: {FETCHING[good]})"] = (FETCHING[good], "", [2 * much for much in one])
    for bench in benches:
        for puppet in window:
            if bench not in taken and all(have >= need for have, need in zip(goods, PUPPETS[puppet], strict=False)):
                spent = [-need for need in PUPPETS[puppet][:3]]
                found[f"build(s: {bench}, x: {puppet})"] = (bench, puppet, spent)
    if troupe and "stage_door" not in taken:
        found["perform"] = ("stage_door", "", [0, 0, 0])
    return found


def puppet_street(game: Game) -> Program:
    n, names = game.players, list(PUPPETS)
    stack = [names[puppet] for puppet in game.row("box_of_puppets")]
    window = {names[puppet] for puppet in game.heap("window")}
    assert sorted([*stack, *window]) == sorted(PUPPETS) and len(window) == 4
    goods, applause, troupes = [[0, 0, 0] for _ in range(n)], [0] * n, [Counter[int]() for _ in range(n)]
    benches = ["near_bench", "far_bench", "third_bench"][: 3 if n == 4 else 2]
    first = 0
    for _ in range(5):
        taken: set[str] = set()
        tomorrow, helpers = (first + 1) % n, 3 if n == 2 else 2
        for seat in [(first + turn) % n for turn in range(n * helpers)]:
            labels = offers(goods[seat], troupes[seat].total(), taken, window, benches)
            shown = Counter(names.index(puppet) for puppet in window)
            made = yield Question(seat, labels, {"window": shown, "troupe": troupes, "applause": applause})
            place, puppet, change = labels[made]
            taken |= {place} - {"crossroads"}
            goods[seat] = [have + much for have, much in zip(goods[seat], change, strict=True)]
            if puppet:
                window.remove(puppet)
                troupes[seat][names.index(puppet)] += 1
                window |= {stack.pop()} if stack else set()
            applause[seat] += troupes[seat].total() * (place == "stage_door")
            tomorrow = seat if place == "belfry" else tomorrow
        first = tomorrow
    fame = [sum(PUPPETS[names[puppet]][3] for puppet in troupe) for troupe in troupes]
    scores = [(applause[seat] + fame[seat], sum(goods[seat])) for seat in range(n)]
    return [score == max(scores) for score in scores]
