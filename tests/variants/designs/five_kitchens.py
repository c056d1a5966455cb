"""Five kitchens as a plain program."""

from __future__ import annotations

from collections import Counter

from tests.variants.designs.side_by_side import Game, Program, Question

KITCHENS = ("baker", "miller", "vicar", "innkeeper", "fishmonger")


def five_kitchens(game: Game) -> Program:
    seats = range(game.players)
    plates, eaten = [2, 3, 4, 5, 6], [0 for _ in seats]
    for _ in range(2):
        hands = [set(range(5)) for _ in seats]
        for _ in range(4):
            gone: list[int] = []
            for seat in seats:
                table = {
                    "scraps": [Counter({0: plate}) if plate else Counter() for plate in plates],
                    "eaten": [Counter({0: much}) if much else Counter() for much in eaten],
                    "hand": [Counter(hands[cat] - set(gone[cat : cat + 1])) for cat in seats],
                }
                labels = {f"night(card: {KITCHENS[card]})": card for card in hands[seat]}
                gone.append(labels[(yield Question(seat, labels, table))])
            for kitchen in range(5):
                cats = [seat for seat in seats if gone[seat] == kitchen]
                for cat in cats:
                    eaten[cat] += plates[kitchen] // len(cats)
                plates[kitchen] = plates[kitchen] % len(cats) if cats else plates[kitchen] + 2
            for seat in seats:
                hands[seat].remove(gone[seat])
    return [much == max(eaten) for much in eaten]
