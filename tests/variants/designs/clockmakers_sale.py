"""The clockmaker's sale as a plain program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator

from tests.variants.designs.side_by_side import Game, Program, Question


def sealed_bids(coins: list[int], hammer: int, bought: list[Counter[int]]) -> Generator[Question, str, tuple[int, int]]:
    """Return who buys and at what price; a price of 0 if nobody does."""
    bids: list[int] = []
    for seat, purse in enumerate(coins):
        labels = {f"sealed_sale(amount: {coin})": coin for coin in range(purse + 1)}
        bids.append(labels[(yield Question(seat, labels, {"coins": coins, "bought": bought}))])
    n = len(coins)
    return next((hammer + k) % n for k in range(n) if bids[(hammer + k) % n] == max(bids)), max(bids)


def open_cry(coins: list[int], hammer: int, bought: list[Counter[int]]) -> Generator[Question, str, tuple[int, int]]:
    waiting, buyer, price = [(hammer + k) % len(coins) for k in range(len(coins))], -1, 0
    while waiting and waiting != [buyer]:
        seat = waiting.pop(0)
        labels = {f"name_more(amount: {coin})": coin for coin in range(price + 1, coins[seat] + 1)}
        answer = yield Question(seat, [*labels, "stop"], {"coins": coins, "high": price, "bought": bought})
        if answer != "stop":
            buyer, price = seat, labels[answer]
            waiting.append(seat)
    return buyer, price


def clockmakers_sale(game: Game) -> Program:
    n, coins, hammer = game.players, [20] * game.players, 0
    bought = [Counter[int]() for _ in coins]
    lots = [*game.row("workshop"), game.state.value("block") - 1]
    assert sorted(lots) == list(range(12))
    while lots:
        lot = lots.pop()
        way = sealed_bids if lot % 4 % 2 else open_cry
        buyer, price = yield from way(coins, hammer, bought)
        if price:
            bought[buyer][lot] += 1
            coins[buyer] -= price
            coins = [coin + price // (n - 1) * (seat != buyer) for seat, coin in enumerate(coins)]
        hammer = (hammer + 1) % n
    scores = []
    for purse, mine in zip(coins, bought, strict=True):
        clocks = min(sum(lot // 4 == part for lot in mine) for part in range(3))
        scores.append((sum(lot % 4 + 2 for lot in mine) + 6 * clocks + purse // 4, purse))
    return [score == max(scores) for score in scores]
