"""The jam cupboard as a plain program."""

from __future__ import annotations

from collections import Counter

from tests.variants.designs.side_by_side import Game, Program, Question

FRUITS = ("damson", "cherry", "quince", "pear")


def named(jar: int) -> str:
    return f"{FRUITS[jar // 5]}_{jar % 5 + 1}"


def worth(cupboard: Counter[int], bread: int) -> int:
    shelves = ([jar % 5 + 1 for jar in cupboard.elements() if jar // 5 == fruit] for fruit in range(4))
    return bread + sum(len(shelf) * min(shelf) for shelf in shelves if shelf)


def jam_cupboard(game: Game) -> Program:
    n, larder = game.players, game.row("larder")
    seats = range(n)
    crates = [game.heap("crate", seat) for seat in seats]
    assert Counter(larder) + sum(crates, Counter()) == Counter(dict.fromkeys(range(20), 2))
    cupboards, eaten, bread = [Counter[int]() for _ in seats], Counter[int](), [2] * n
    for way in (1, -1):
        if way == -1:
            crates = [Counter(larder.pop() for _ in range(5)) for _ in seats]
        for _ in range(5):
            picked, eating = [0] * n, [False] * n
            for seat in seats:
                table = {"crate": [+crate for crate in crates], "cupboard": cupboards, "bread": bread, "eaten": eaten}
                labels = {f"pick_jars(jar: {named(jar)})": jar for jar in crates[seat]}
                picked[seat] = labels[(yield Question(seat, labels, table))]
                crates[seat][picked[seat]] -= 1
                crates[seat] = +crates[seat]
                table["crate"] = crates
                answer = yield Question(seat, ["pass"] + ["eat_it"] * (bread[seat] > 0), table)
                eating[seat] = answer == "eat_it"
            for seat in seats:
                (eaten if eating[seat] else cupboards[seat])[picked[seat]] += 1
                bread[seat] -= eating[seat]
            crates = [crates[(seat - way) % n] for seat in seats]
    scores = [(worth(cupboards[seat], bread[seat]), -cupboards[seat].total()) for seat in seats]
    return [score == max(scores) for score in scores]
