"""The village choir as a plain program."""

from __future__ import annotations

from collections import Counter

from attrs import define, field

from tests.variants.designs.side_by_side import Game, Program, Question

SINGERS = ("hummer", "alto", "tenor", "soprano")
PRICES = (0, 3, 5, 7)


@define
class Choir:
    deck: Counter[int]
    hand: Counter[int] = field(factory=Counter)
    discard: Counter[int] = field(factory=Counter)

    def draw(self, drawn: Counter[int]) -> None:
        """Draw what chance gave, four cards if there are so many: first the deck, then the discard pile as a deck."""
        assert drawn.total() == min(4, self.deck.total() + self.discard.total())
        if self.deck.total() >= 4:
            assert drawn <= self.deck
            self.deck -= drawn
        else:
            later = drawn - self.deck
            assert self.deck <= drawn and later <= self.discard
            self.deck, self.discard = self.discard - later, Counter()
        self.hand = drawn


def offers(choir: Choir, hall: list[int]) -> list[str]:
    voices, hummers = sum(singer + 1 for singer in choir.hand.elements()), choir.hand[0]
    spare = choir.deck.total() + choir.discard.total() + choir.hand.total() - 5
    hires = [f"hire(s: {SINGERS[singer]})" for singer in (1, 2, 3) if hall[singer] and PRICES[singer] <= voices]
    return [*hires, *(f"send_home(n: {n})" for n in (1, 2) if n <= min(hummers, spare)), *["concert"] * (voices > 5)]


def village_choir(game: Game) -> Program:
    n, hall = game.players, [0, 8, 8, 8]
    choirs, applause = [Choir(Counter({0: 1}), Counter({0: 4})) for _ in range(n)], [0] * n
    for turn in range(12 * n):
        seat = turn % n
        choir = choirs[seat]
        labels = offers(choir, hall)
        if labels:
            table = {
                "hand": [other.hand for other in choirs],
                "discard": [other.discard for other in choirs],
                "applause": applause,
            }
            assert [Counter(game.row("deck", at)) for at in range(n)] == [other.deck for other in choirs]
            assert [game.row("hall", singer) for singer in range(4)] == [[at] * left for at, left in enumerate(hall)]
            made = yield Question(seat, labels, table)
            if made.startswith("hire"):
                singer = SINGERS.index(made[8:-1])
                hall[singer] -= 1
                choir.discard[singer] += 1
            elif made == "concert":
                applause[seat] += sum(singer + 1 for singer in choir.hand.elements()) - 5
                best = max(choir.hand)
                hall[best] += 1
                choir.hand -= Counter([best])
            else:
                choir.hand -= Counter({0: int(made[-2])})
        choir.discard += choir.hand
        choir.draw(game.heap("hand", seat))
    return [much == max(applause) for much in applause]
