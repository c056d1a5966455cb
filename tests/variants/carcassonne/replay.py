"""Replays games of another engine: `python -m tests.variants.carcassonne.replay FILE [--engine reference] [-n GAMES]`.

FILE holds a JSON object a line, whole or compressed by gzip, in the form of an independent engine's records: for every
turn the tile, every legal placement, every legal follower and the scores.  At each turn ours must be the same; what is
not is told, and the exit status says whether there was any.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import field, frozen

import rulekit
from rulekit.engine.interface import Cursor
from rulekit.play.game import ConfiguredGame
from rulekit.syntax import nodes as s

Location = tuple[str, frozenset[str]]
Placement = tuple[str, int]

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
            assert isinstance(land, s.Ref) and isinstance(reached, s.SetLiteral)
            found[row.item.name.text] = land.name.text, tuple(order.index(r.name.text) for r in reached.items)
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


def their_location(feature: str, text: str) -> Location:
    if text.startswith("_"):
        return feature, SIDES - {text[1]}
    return feature, frozenset(text.split(".") if feature == "Field" else text)


def spot(place: tuple[int, int]) -> str:
    """The site: theirs grows downward."""
    x, y = place
    north = f"{'n' if y < 0 else 's'}{abs(y)}" if y else ""
    return (f"{'e' if x > 0 else 'w'}{abs(x)}" if x else "") + north or "origin"


class Replay:
    """One game, turn by turn, on a cursor whose chances are said."""

    def __init__(self, game: ConfiguredGame, names: Names, record: Mapping[str, Any], found: Replayed) -> None:
        self.game, self.names, self.record, self.found = game, names, record, found
        self.cursor: Cursor = game.engine.cursor(game.engine.start(1), drawn=False)
        self.draws = iter(record["draws"])

    def run(self) -> None:
        turns = self.record["turns"]
        for number, turn in enumerate(turns):
            self.turn(number, turn)
        while self.cursor.outcomes():  # what is left fits nowhere
            self.draw()
        self.compare(None, "over", self.cursor.over, True)
        self.compare(None, "final", self.scores(), self.record["final"])
        self.found.counts["games"] += 1
        self.found.counts["turns"] += len(turns)

    def turn(self, number: int, turn: Mapping[str, Any]) -> None:
        kind = ""
        while self.cursor.outcomes():
            kind = self.draw()
        self.compare(number, "tile", kind, turn["tile"])
        self.compare(number, "player", self.cursor.player, turn["player"])
        ours = {
            (found[1], QUARTER * int(found[2])): option
            for found, option in self.offered(r"lay\(here: (\w+), quarters: (\d)\)")
        }
        theirs = {(spot(place), turned) for place, ways in turn["placements"] for turned in ways}
        self.compare(number, "placements", set(ours), theirs)
        self.found.counts["single placements"] += len(ours)
        self.cursor.apply(ours[spot(turn["place"][0]), turn["place"][1]])
        self.follower(number, turn, turn["place"][1] // QUARTER)
        self.compare(number, "scores", self.scores(), turn["scores_after"])

    def follower(self, number: int, turn: Mapping[str, Any], quarters: int) -> None:
        theirs = {their_location(feature, at) for feature, _, at in turn["meeple_options"]}
        if self.cursor.over or self.cursor.outcomes():
            self.compare(number, "followers", set(), theirs)
            return
        ours = {self.names.location(found[1], quarters): option for found, option in self.offered(r"claim\(s: (\w+)\)")}
        self.compare(number, "followers", set(ours), theirs)
        self.found.counts["single followers"] += len(ours)
        taken = turn["meeple"]
        if taken is not None:
            self.cursor.apply(ours[their_location(taken[0], taken[2])])
        else:
            self.cursor.apply(next(option for _, option in self.offered("pass.*")))

    # ------------------------------------------------------------------------------------------------------------------

    def draw(self) -> str:
        kind: str = next(self.draws)
        self.cursor.chance(self.names.kinds.index(kind))
        return kind

    def offered(self, pattern: str) -> Iterator[tuple[re.Match[str], int]]:
        """The options whose labels are of that form."""
        texts = self.game.resolver.texts(self.cursor.save())
        for option, label in zip(self.cursor.legal(), texts, strict=True):
            if found := re.fullmatch(pattern, label):
                yield found, option

    def scores(self) -> list[int]:
        slot = self.game.layout.slots["score"]
        return list(self.cursor.save().cells[slot.offset : slot.end])

    def compare(self, turn: int | None, what: str, ours: object, theirs: object) -> None:
        self.found.compare((self.record["id"], turn), what, ours, theirs)


def configuration(record: Mapping[str, Any]) -> tuple[int, tuple[tuple[str, str], ...]]:
    """For how many, and by which answers, a game was played."""
    farming = "with_farmers" if record["farmers"] else "without_farmers"
    small = "four" if record["two_tile_city"] == 4 else "two"
    return record["players"], (("farming", farming), ("small_city", small))


def replay(records: Iterator[Mapping[str, Any]], engine: str = "wasm") -> Replayed:
    book, found = rulekit.load(GAME), Replayed()
    games: dict[Any, tuple[ConfiguredGame, Names]] = {}
    for record in records:
        key = configuration(record)
        if key not in games:
            game = book.configure(players=key[0], options=dict(key[1]), engine=engine)
            games[key] = game, Names.of(game)
        Replay(*games[key], record, found).run()
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
    chosen = (
        record for number, record in enumerate(records(asked.file)) if asked.games is None or number < asked.games
    )
    found = replay(chosen, asked.engine)
    for what, count in found.counts.items():
        print(f"{count:8,} {what}")
    for difference in found.differences[:TOLD]:
        print("DIFFERS", *difference)
    print(f"{len(found.differences)} differences")
    return min(len(found.differences), 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
