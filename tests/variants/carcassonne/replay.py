"""Replays records of another engine: `python -m tests.variants.carcassonne.replay FILE [--engine reference] [-n
GAMES]`.

FILE, which may be compressed with gzip, contains one JSON object per line: a game as recorded by an independent engine,
with the tile, all legal placements, all legal followers and the scores of each turn. Each turn is compared with
rulekit's. The command prints the differences, and its exit code tells whether there are any. The replay of a game ends
where rulekit cannot continue it. Some records are in `records/`.
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
"""The number of ports on each side of a tile: a quarter turn adds it to the number of a port."""
TOLD = 5


@frozen
class Replayed:
    """How many values of each kind were compared, and the differences: game, turn, kind, our value, their value."""

    counts: Counter[str] = field(factory=Counter)
    differences: list[tuple[Any, ...]] = field(factory=list)

    def compare(self, at: tuple[Any, Any], what: str, ours: object, theirs: object) -> None:
        self.counts[what] += 1
        if ours != theirs:
            self.differences.append((*at, what, ours, theirs))


@frozen
class Names:
    """The kinds of tiles in order, and the land and the ports of each segment, as our rulebook names them."""

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
        """Return the land of a segment and where it meets the sides of its tile after a number of quarter turns."""
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
    """Return the name in a cell of a table."""
    assert isinstance(value, s.Ref)
    return value.name.text


def their_location(feature: str, text: str) -> Location:
    if text.startswith("_"):
        return feature, SIDES - {text[1]}
    return feature, frozenset(text.split(".") if feature == "Field" else text)


def spot(place: tuple[int, int]) -> str:
    """Return the name of a site. In the records y grows downwards."""
    x, y = place
    north = f"{'n' if y < 0 else 's'}{abs(y)}" if y else ""
    return (f"{'e' if x > 0 else 'w'}{abs(x)}" if x else "") + north or "origin"


class Apart(Exception):
    """Raised when rulekit cannot continue a recorded game. The difference has been recorded."""


class Replay:
    """The replay of one game, turn by turn, on a cursor whose chance outcomes are taken from the record."""

    def __init__(self, game: ConfiguredGame, names: Names, record: Mapping[str, Any], found: Replayed) -> None:
        self.game, self.names, self.record, self.found = game, names, record, found
        self.cursor: Cursor = game.engine.cursor(game.engine.start(1), drawn=False)
        self.draws = iter(record["draws"])

    def run(self, most: int | None = None) -> None:
        """Replay at most `most` turns, or the whole game and its end."""
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
            while self.cursor.outcomes():  # the remaining tiles fit nowhere, and the final scoring is over
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
        """Return the legal options by label."""
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
    """Return the game as it was recorded: number of players, with or without farmers, points for a finished two-tile
    city."""
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
