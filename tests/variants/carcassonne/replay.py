"""Replays games of another engine: `python -m tests.variants.carcassonne.replay FILE [--engine reference] [-n GAMES]`.

FILE holds a JSON object a line, whole or compressed by gzip, in the form of an independent engine's records: for every
turn the tile, every legal placement, every legal follower and the scores.  At each turn ours must be the same; what is
not is told, and the exit status says whether there was any.  A game that ours cannot go on with ends there.  A few such
records lie in `records/`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Any, Literal

from attrs import field, frozen

import rulekit
from rulekit.engine.interface import Cursor, NotAnOption
from rulekit.play.game import ConfiguredGame
from rulekit.syntax import nodes as s

Location = tuple[str, frozenset[str]]
EngineKind = Literal["wasm", "reference"]

GAME = "carcassonne/base"
SIDES = frozenset("NESW")
QUARTER = 90
PORTS = 3
"""A quarter turn moves a port on by three."""
TOLD = 5


@frozen
class Replayed:
    """What was compared, by kind, and what differed: game, turn, what, ours, theirs."""

    counts: Counter[str] = field(factory=Counter)
    differences: list[tuple[Any, ...]] = field(factory=list)

    def compare(self, at: tuple[Any, Any], what: str, ours: object, theirs: object) -> None:
        self.counts[what] += 1
        if ours != theirs:
            self.differences.append((*at, what, ours, theirs))


@frozen
class Names:
    """What a game of ours calls things: the kinds of tiles in their order, of each segment its land and its ports."""

    kinds: tuple[str, ...]
    segments: Mapping[str, tuple[str, tuple[int, ...]]]

    @staticmethod
    def of(game: ConfiguredGame) -> Names:
        tables = {c.name.text: c for c in clauses(game) if isinstance(c, s.TableClause)}
        ports = next(c for c in clauses(game) if isinstance(c, s.EnumClause) and c.name.text == "Port")
        order = [item.name.text for item in ports.items]
        found = {}
        for row in tables["Segment"].rows:
            _, land, reached = row.cells[:3]
            assert isinstance(reached, s.SetLiteral)
            found[row.item.name.text] = called(land), tuple(order.index(called(port)) for port in reached.items)
        return Names(tuple(row.item.name.text for row in tables["Kind"].rows), found)

    def location(self, segment: str, quarters: int) -> Location:
        """Where a segment reaches the sides of its tile, after turning."""
        land, ports = self.segments[segment]
        if land == "monastery":
            return "Monastery", frozenset("I")
        turned = [divmod((port + PORTS * quarters) % (4 * PORTS), PORTS) for port in ports]
        return land.capitalize(), frozenset(
            "NESW"[side] + ("LMR"[at] if land == "field" else "") for side, at in turned
        )


def clauses(game: ConfiguredGame) -> Iterator[s.Clause]:
    return (placed.clause for placed in game.rulebook.clauses)


def called(value: object) -> str:
    """The name that a cell of a table holds."""
    assert isinstance(value, s.Ref)
    return value.name.text


def their_location(feature: str, text: str) -> Location:
    if text.startswith("_"):
        return feature, SIDES - {text[1]}
    return feature, frozenset(text.split(".") if feature == "Field" else text)


def spot(place: tuple[int, int]) -> str:
    """The site: theirs grows downward."""
    x, y = place
    north = f"{'n' if y < 0 else 's'}{abs(y)}" if y else ""
    return (f"{'e' if x > 0 else 'w'}{abs(x)}" if x else "") + north or "origin"


class Apart(Exception):
    """Ours cannot do what theirs did: what differed is told, and nothing more can be compared."""


class Replay:
    """One game, turn by turn, on a cursor whose chances are said."""

    def __init__(self, game: ConfiguredGame, names: Names, record: Mapping[str, Any], found: Replayed) -> None:
        self.game, self.names, self.record, self.found = game, names, record, found
        self.cursor: Cursor = game.engine.cursor(game.engine.start(1), drawn=False)
        self.draws = iter(record["draws"])

    def run(self, most: int | None = None) -> None:
        """So many turns at most, or all of them and the end."""
        turns = self.record["turns"]
        try:
            for number, turn in enumerate(turns[:most]):
                self.turn(number, turn)
            if most is None or most >= len(turns):
                self.compare(None, "over", self.cursor.over, True)
                self.compare(None, "final", self.scores(), self.record["final"])
        except Apart:
            return
        self.found.counts["games"] += 1

    def turn(self, number: int, turn: Mapping[str, Any]) -> None:
        kind = ""
        while self.cursor.outcomes():
            kind = self.draw(number)
        self.compare(number, "tile", kind, turn["tile"])
        if self.cursor.over:
            raise self.apart(number, "over", True, False)
        self.compare(number, "player", self.cursor.player, turn["player"])
        ours = {
            (found[1], QUARTER * int(found[2])): option
            for label, option in self.offers().items()
            if (found := re.fullmatch(r"lay\(here: (\w+), quarters: (\d)\)", label))
        }
        theirs = {(spot(place), turned) for place, ways in turn["placements"] for turned in ways}
        self.compare(number, "placements", set(ours), theirs)
        self.found.counts["single placements"] += len(ours)
        place, turned = turn["place"]
        self.take(number, "place", ours, (spot(place), turned))
        self.follower(number, turn, turned // QUARTER)
        if number == len(self.record["turns"]) - 1:
            while self.cursor.outcomes():  # what is left fits nowhere, and the end has been scored
                self.draw(number)
        self.compare(number, "scores", self.scores(), turn["scores_after"])
        self.found.counts["turns"] += 1

    def follower(self, number: int, turn: Mapping[str, Any], quarters: int) -> None:
        theirs = {their_location(feature, at) for feature, _, at in turn["meeple_options"]}
        asked = not self.cursor.over and not self.cursor.outcomes()
        offers = self.offers() if asked else {}
        ours: dict[Location | None, int] = {
            self.names.location(found[1], quarters): option
            for label, option in offers.items()
            if (found := re.fullmatch(r"claim\(s: (\w+)\)", label))
        }
        self.compare(number, "followers", set(ours), theirs)
        self.found.counts["single followers"] += len(ours)
        if asked:
            ours[None] = offers["pass"]
        taken = turn["meeple"] and their_location(turn["meeple"][0], turn["meeple"][2])
        if asked or taken is not None:
            self.take(number, "follower", ours, taken)

    # ------------------------------------------------------------------------------------------------------------------

    def draw(self, turn: int) -> str:
        kind: str | None = next(self.draws, None)
        if kind is None:
            raise self.apart(turn, "draws", "one more", "no more")
        try:
            self.cursor.chance(self.names.kinds.index(kind))
        except NotAnOption:
            raise self.apart(turn, "draws", "not in the bag", kind) from None
        return kind

    def take(self, turn: int, what: str, ours: Mapping[Any, int], theirs: object) -> None:
        if theirs not in ours:
            raise self.apart(turn, f"{what} taken", set(ours), theirs)
        self.cursor.apply(ours[theirs])

    def offers(self) -> dict[str, int]:
        """The options by their labels."""
        node, labels = self.cursor.node, self.game.resolver.labels
        return {labels.option_text(node, option): option for option in self.cursor.legal()}

    def scores(self) -> list[int]:
        slot = self.game.layout.slots["score"]
        return list(self.cursor.save().cells[slot.offset : slot.end])

    def compare(self, turn: int | None, what: str, ours: object, theirs: object) -> None:
        self.found.compare((self.record["id"], turn), what, ours, theirs)

    def apart(self, turn: int, what: str, ours: object, theirs: object) -> Apart:
        self.compare(turn, what, ours, theirs)
        return Apart()


@cache
def configured(players: int, farmers: bool, small: int, engine: EngineKind) -> tuple[ConfiguredGame, Names]:
    """The game as one was played: for how many, with fields or without, what a finished city of two tiles brings."""
    answers = {
        "farming": "with_farmers" if farmers else "without_farmers",
        "small_city": "four" if small == 4 else "two",
    }
    game = rulekit.load(GAME).configure(players=players, options=answers, engine=engine)
    return game, Names.of(game)


def replay(records: Iterable[Mapping[str, Any]], engine: EngineKind = "wasm", turns: int | None = None) -> Replayed:
    found = Replayed()
    for record in records:
        game, names = configured(record["players"], record["farmers"], record["two_tile_city"], engine)
        Replay(game, names, record, found).run(turns)
    return found


def records(path: Path) -> Iterator[Mapping[str, Any]]:
    read = gzip.open if path.suffix == ".gz" else open
    with read(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="replay", description="Replays games of another engine.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--engine", choices=("wasm", "reference"), default="wasm")
    parser.add_argument("-n", "--games", type=int, default=None, help="so many at most")
    asked = parser.parse_args(words)
    began = process_time()
    found = replay(islice(records(asked.file), asked.games), asked.engine)
    for what, count in found.counts.items():
        print(f"{count:8,} {what}")
    for difference in found.differences[:TOLD]:
        print("DIFFERS", *difference)
    print(f"{len(found.differences)} differences ({process_time() - began:.0f} s)")
    return min(len(found.differences), 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
