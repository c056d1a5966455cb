"""Dike watch as a plain program."""

from __future__ import annotations

from collections import Counter

from tests.variants.designs.side_by_side import Game, Program, Question

STRETCHES = ("windmill", "chapel", "harbour", "heath")


def dike_watch(game: Game) -> Program:
    n, sea = game.players, game.row("sea")
    seats = range(n)
    hands, whole = [game.heap("hand", seat) for seat in seats], Counter(dict.fromkeys(range(5), 4))
    sea += [game.state.value("water", stretch) - 1 for stretch in reversed(seats)]
    assert Counter(sea) == whole == Counter(game.row("stock")) + sum(hands, Counter())
    lanterns, breaches = n + 1, 0
    for hour in range(4):
        water = [sea.pop() for _ in seats]
        laid, seen = [0] * n, [Counter[int]() for _ in seats]
        hidden = [Counter[int]() for _ in seats]
        for seat in (*seats, *seats)[hour % n : hour % n + n]:
            places = [(card, stretch) for card in hands[seat] for stretch in seats]
            labels = {
                f"{way}(bags: {card + 1}, s: {STRETCHES[stretch]})": (way, card, stretch)
                for way in ["in_the_dark"] + ["by_lantern"] * (lanterns > 0)
                for card, stretch in places
            }
            table = {"hand": hands, "lanterns": lanterns, "breaches": breaches, "wall": seen, "covered": hidden}
            way, card, stretch = labels[(yield Question(seat, labels, {**table, "water": [at + 1 for at in water]}))]
            hands[seat] = hands[seat] - Counter([card])
            (hidden if way == "in_the_dark" else seen)[stretch][card] += 1
            lanterns -= way == "by_lantern"
            laid[stretch] += card + 1
        breaches += sum(height < level + 1 for height, level in zip(laid, water, strict=True))
        if breaches > n:
            return [False] * n
    return [True] * n
