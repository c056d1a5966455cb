"""A soak of The Messages with guided players: `python -m tests.variants.carcassonne.guided SEED GAMES`.

Options: `--edition EDITION` (repeatable), `--each N`, and `--workers N` (processes that share the games).

In this expansion of Carcassonne every player has two figures on the scoreboard, and draws a message if one of them ends
its move on a dark space. Random players hardly ever do. The players here try to: they place followers where a feature
is finished at once, and choose the figure that lands. Before most tiles that score points and most answers to a
message, the figures are moved so that one lands. Before many tiles, another follower is placed somewhere. In most games
the bag contains only tiles that finish something. An example could describe each of these positions with `given`. As a
result one message leads to another, several features are scored at once, and other players have majorities.

GAMES are divided among configurations that vary the edition, the number of players and the answer to every ruling.
`watch.py` checks each step and counts events. The command prints the counts, and its exit code tells whether an event
happened fewer than N times (1,000). Every SAMPLE-th game runs on both engines, for its first BOTH steps and all steps
that a message causes.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from time import monotonic

from attrs import frozen

from rulekit.engine.interface import Cursor
from rulekit.engine.reference import ReferenceEngine
from rulekit.play.game import ConfiguredGame
from tests.engine.differential import Pair
from tests.shipped import book

from .cells import Position, Table
from .law import TRACK, Answers, Round, dark
from .watch import Watch, wanted

EDITIONS = ("messages-c1", "messages-c1-rgg", "messages-c2", "messages-c2-zmg")
EACH = 1_000
CONFIGURATIONS = 6
"""The maximum number of configurations per edition. There are fewer if there are fewer games."""
LANDING = 0.9
"""The probability of placing figures so that they land on a dark space."""
NEAR = 0.35
"""The probability that other figures are on that space, near it or a lap away, when a tile scores points."""
NEAR_AGAIN = 0.1
"""The same probability when a message scores points."""
SHARED = 0.3
"""The probability that a finished feature also belongs to another player."""
OUTNUMBERED = 0.6
"""The probability that other players get the majority before a follower may come home."""
STANDING = 0.6
"""The probability of placing another follower somewhere before a tile is laid."""
CLOSING = "EHILWX"
CLOSED = 0.7
"""The probability that the bag contains only tiles that finish something."""
DRAWN = 0.9
"""The probability of drawing an optional message."""
KEPT = 3
"""Players with fewer followers in their supply place one only on a feature that is finished at once."""
PARTS = 8
"""How many numbers are reserved for the parts of each tile."""
PLACES = 8
"""How many placements of a tile are tried."""
SAMPLE = 200
BOTH = 60
RULINGS = {
    "small_city": ("four", "two"),
    "farmers": ("by_field", "city_once", "by_city"),
    "farming": ("with_farmers", "without_farmers"),
}
MAJORITY = {
    "farmer_home": ("on_the_field", "around_the_city"),
}
FIRST = {"judged": ("after_round", "after_feature"), "seal_chains": ("may_bring", "bring_none")}
SECOND = {"second": ("may_leave", "must_draw")}
ONLY: dict[str, dict[str, tuple[str, ...]]] = {
    "messages-c1": {**MAJORITY, **FIRST},
    "messages-c1-rgg": {**MAJORITY, **FIRST, "farmers_message": ("text_prevails", "tile_prevails")},
    "messages-c2": {**MAJORITY, **SECOND},
    "messages-c2-zmg": {
        **SECOND,
        "alone": ("without_others", "without_any"),
        "both_alone": ("where_they_land", "wherever_they_stand"),
    },
}
"""The rulings that only some editions have."""


class Guide:
    """Decides for every player of one game, aiming at dark spaces."""

    def __init__(self, table: Table, answers: Answers, cursor: Cursor, random: Random) -> None:
        self.table, self.answers, self.cursor, self.random = table, answers, cursor, random

    def choose(self, here: Position, found: Round | None) -> tuple[Position, int]:
        """Return the chosen option and the position, which is often modified so that the option leads to a rare
        event."""
        if here.kind == "figure_moves":
            return here, self.figure(here, self.cursor.legal(), found)
        if here.kind == "draw_another":
            draw, leave = self.cursor.legal()
            return here, draw if self.random.random() < DRAWN else leave
        if here.kind == "lay":
            if self.random.random() < STANDING:
                here = self.with_a_follower(here)
            option = self.place(here)
        elif here.kind == "claim":
            here, option = self.claim(here)
        else:
            if here.message == "follower_home" and self.random.random() < OUTNUMBERED:
                here = self.outnumbered(here)
            option = self.message(here, self.cursor.legal())
        points = self.outcome(option, here.player)
        if here.kind == "message":
            points = points or [0]
        if points and (points == [0] or self.random.random() < LANDING):
            here = self.placed(here, points)
        return here, option

    def outcome(self, option: int, me: int) -> list[int]:
        """Return the points by which the player's figures would move after an option, feature by feature."""
        self.cursor.apply(option)
        found = self.brings(me)
        self.cursor.undo()
        return found

    def place(self, here: Position) -> int:
        """Try a few placements, and return the one that scores most features, with or without a new follower."""
        options = self.cursor.legal()
        best, most = self.random.choice(options), 0
        for option in self.random.sample(options, min(PLACES, len(options))):
            self.cursor.apply(option)
            if self.table.kind(self.cursor) == "claim":
                base, claims = self.finishing(here.player)
                size = base + len(claims)
            else:
                size = len(self.brings(here.player))
            self.cursor.undo()
            if size > most:
                best, most = option, size
        return best

    def finishing(self, me: int) -> tuple[int, list[int]]:
        """Return how many of the player's features are scored without a new follower, and which claims add one."""
        outcomes = {option: len(self.outcome(option, me)) for option in self.cursor.legal()}
        base = min(outcomes.values())
        return base, [option for option, size in outcomes.items() if size > base]

    def claim(self, here: Position) -> tuple[Position, int]:
        """Return an option that places a follower on a finished feature, and a position with followers on other such
        features."""
        _, finishing = self.finishing(here.player)
        if not finishing:
            return here, self.sent(here, self.cursor.legal())
        chosen, *others = finishing
        if self.random.random() < SHARED:
            return self.shared(here, chosen)
        for other in others[: here.numbers("supply")[here.player] - 1]:
            part = PARTS * (here.number("laid") - 1) + self.table.part_of_claim(here.state, other)
            here = self.with_follower(here, part, here.player if self.random.random() < 0.8 else self.anybody(here), 1)
        if chosen not in self.cursor.legal():  # both claims were on parts of the same feature
            chosen = self.random.choice(self.cursor.legal())
        return here, chosen

    def shared(self, here: Position, claim: int) -> tuple[Position, int]:
        """Return a position with followers of the player and a neighbour on the finished feature, and a random
        option."""
        part = PARTS * (here.number("laid") - 1) + self.table.part_of_claim(here.state, claim)
        others = sorted(here.set_fact("feature", part) - {part})
        if not others or here.numbers("supply")[here.player] < 2:
            return here, claim
        here = self.with_follower(here, part, here.player, 2)
        here = self.with_follower(here, others[-1], (here.player + 1) % len(here.spaces), 1)
        return here, self.random.choice(self.cursor.legal())

    def outnumbered(self, here: Position) -> Position:
        """Return a position in which a neighbour has two more followers on a feature of the player, if one has room."""
        neighbour = (here.player + 1) % len(here.spaces)
        for part in here.standing(here.player):
            free = [x for x in here.set_fact("feature", part) if not here.numbers("follower")[x]]
            if len(free) > 1 and here.fact("worth_at_end", part) and here.numbers("supply")[neighbour] > 1:
                for other in free[:2]:
                    here = self.with_follower(here, other, neighbour, 1)
                return here
        return here

    def sent(self, here: Position, options: Sequence[int]) -> int:
        """Return the option of placing a follower, preferably on a monastery. A player with few followers keeps
        them."""
        labels = {self.table.label(here.state.node, option): option for option in options}
        monastery = [option for label, option in labels.items() if "monastery" in label]
        claims = [option for label, option in labels.items() if label != "pass"]
        if not claims or here.numbers("supply")[here.player] < KEPT or self.random.random() < 0.3:
            return labels["pass"]
        return self.random.choice(monastery or claims)

    def brings(self, me: int) -> list[int]:
        """Return the points by which the player's figures move now, feature by feature."""
        found: list[int] = []
        while self.table.kind(self.cursor) == "figure_moves" and self.cursor.player == me:
            found.append(self.table.position(self.cursor).number("procedure gain.points"))
            self.cursor.apply(self.cursor.legal()[0])
        for _ in found:
            self.cursor.undo()
        return found

    def figure(self, here: Position, options: Sequence[int], found: Round | None) -> int:
        points = here.number("procedure gain.points")
        gone = [m.figure for m in found.moves if m.player == here.player] if found is not None else []
        if gone and self.random.random() < 0.5:  # use the same figure again, which may pass over a dark space
            return options[gone[-1]]
        lands = [o for o, space in zip(options, here.spaces[here.player], strict=True) if dark(space + points)]
        return self.random.choice(lands or options)

    def message(self, here: Position, options: Sequence[int]) -> int:
        """Return the option of the seal, which is first, or of the message's action."""
        seal, *actions = options
        if not actions or self.random.random() < 0.3:
            return seal
        option = self.without_majority(here, actions) if here.message == "follower_home" else None
        option = self.random.choice(actions) if option is None else option
        ends = not self.outcome(option, here.player)  # no figure would move
        return seal if ends and self.random.random() < 0.5 else option

    def without_majority(self, here: Position, actions: Sequence[int]) -> int | None:
        """Return the option for a follower on a feature where others have the majority and there are points to
        score."""
        for option, part in zip(actions, here.standing(here.player), strict=False):
            whole = here.set_fact("feature", part)
            if here.player not in here.set_fact("majority", whole) and here.fact("worth_at_end", part):
                return option
        return None

    def with_closing_tiles(self, here: Position) -> Position:
        """Return the position with only tiles in the bag that finish something."""
        bag, box = list(here.numbers("bag")), list(here.numbers("box.Tile"))
        for kind, name in enumerate("ABCDEFGHIJKLMNOPQRSTUVWX"):
            if name not in CLOSING:
                # the tile in hand still counts as being in the bag
                left = int(kind == here.number("procedure play_a_tile.t"))
                box[kind], bag[kind] = box[kind] + bag[kind] - left, left
        return self.changed(here, {"bag": bag, "box.Tile": box})

    def anybody(self, here: Position) -> int:
        return self.random.randrange(len(here.spaces))

    def with_a_follower(self, here: Position) -> Position:
        """Return the position with one more follower on a random part, if that belongs to an unfinished feature."""
        part = PARTS * self.random.randrange(here.number("laid")) + self.random.randrange(PARTS // 2)
        if not here.fact("segment", part) or here.fact("finished", part):
            return here
        return self.with_follower(here, part, self.anybody(here))

    def with_follower(self, here: Position, part: int, player: int, kept: int = KEPT) -> Position:
        """Return the position with a follower on a part, if the part is free and the player has at least `kept`
        followers."""
        followers, supply = list(here.numbers("follower")), list(here.numbers("supply"))
        field = self.answers["farming"] == "without_farmers" and here.land(part) == "field"
        if followers[part] or supply[player] < kept or field:
            return here
        followers[part] = player + 1
        supply[player] -= 1
        return self.changed(here, {"follower": followers, "supply": supply})

    def placed(self, here: Position, points: Sequence[int]) -> Position:
        """Move figures so that these points bring one or both onto a dark space, often with other figures near or on
        it."""
        random = self.random
        target = random.choice((10, 15, 50, 55, 60, 100, 105))
        while target < max(points):
            target += 5
        near = random.random() < (NEAR_AGAIN if here.kind == "message" else NEAR)
        others = (target, target, target + 50, target - 5, target - 7) if near else range(8)
        spaces = [random.choice(others) for _ in here.spaces * 2]
        own = 2 * here.player
        if len(points) > 1 and random.random() < 0.5:  # both figures land if each moves by one of the features
            spaces[own : own + 2] = target - points[0], target - points[1]
        elif len(points) > 1:  # one figure lands and may move on, the other one cannot land
            spaces[own : own + 2] = (
                target - points[0],
                next(n for n in range(5) if not {(n + p) % 5 for p in points} & {0}),
            )
        else:
            for figure in random.choice(((0,), (1,), (0, 1))):
                spaces[own + figure] = target - points[0]
        if near and len(points) == 1:  # the player's other figure is already there or a lap ahead
            spaces[own + random.randrange(2)] = random.choice((target, target + 50))
        score = [sum(spaces[at : at + 2]) for at in range(0, len(spaces), 2)]
        return self.changed(here, {"space": spaces, "score": score, "track": track(spaces)})

    def changed(self, here: Position, values: Mapping[str, Sequence[int]]) -> Position:
        self.cursor.load(self.table.readers.put(here.state, values))
        return self.table.position(self.cursor)


def track(spaces: Sequence[int]) -> list[int]:
    """Return the figures on each space of the scoreboard, as bit sets."""
    found = [0] * TRACK
    for figure, space in enumerate(spaces):
        found[space % TRACK] |= 1 << figure
    return found


def play(table: Table, answers: Answers, seed: int, counts: Counter[str], both: Pair | None = None) -> None:
    """Play and watch a game to its end. With `both`, repeat its first decisions and those about messages on both
    engines."""
    random = Random(seed)
    cursor = table.game.engine.cursor(table.game.start(seed).raw)
    guide, watch = Guide(table, answers, cursor, random), Watch(answers, counts)
    here, steps = table.position(cursor), 0
    if random.random() < CLOSED:
        here = guide.with_closing_tiles(here)
    while here.kind != "over":
        here, option = guide.choose(here, watch.round)
        label = table.label(cursor.node, option)
        heads = table.heads(cursor) if here.kind == "message" else set()
        cursor.apply(option)
        there = table.position(cursor)
        if both is not None and (steps < BOTH or here.kind in ("message", "figure_moves")):
            same(both, here, option, there)
        watch.step(here, label, heads, there)
        here, steps = there, steps + 1
    counts["games"] += 1
    counts["decisions"] += steps


def same(both: Pair, here: Position, option: int, there: Position) -> None:
    """Assert that both engines offer the same options, and reach the same state as the cursor."""
    both.same("options", here.state)
    state = both.same("apply", here.state, option)
    while here.table.game.resolver.chances(state):
        state = both.same("chance", state)
    assert state == there.state


@frozen
class Configuration:
    edition: str
    players: int
    answers: dict[str, str]

    def game(self) -> ConfiguredGame:
        return book(f"carcassonne/{self.edition}").configure(self.players, self.answers)


def configurations(editions: Sequence[str], each: int, random: Random) -> Iterator[Configuration]:
    """Yield configurations of each edition in which all answers to a ruling occur equally often, in random
    combinations."""
    for edition in editions:
        rulings = {**RULINGS, **ONLY.get(edition, {})}
        columns = {}
        for name, given in rulings.items():
            columns[name] = [given[number % len(given)] for number in range(each)]
            random.shuffle(columns[name])
        for number in range(each):
            yield Configuration(edition, 2 + number % 5, {name: columns[name][number] for name in rulings})


def soak(
    seed: int, games: int, editions: Sequence[str] = EDITIONS, most: int = CONFIGURATIONS
) -> tuple[Counter[str], set[str]]:
    """Return how often each event happened in a number of games, and the names of the events that must happen."""
    counts: Counter[str] = Counter()
    asked: set[str] = set()
    each = max(1, min(most, games // len(editions)))
    shared = each * len(editions)
    number = 0
    for at, configuration in enumerate(configurations(editions, each, Random(seed))):
        table = Table.of(configuration.game())
        asked |= set(wanted(configuration.answers))
        for _ in range(games // shared + (at < games % shared)):
            both = Pair(ReferenceEngine(table.game.machine), table.game.engine) if number % SAMPLE == 0 else None
            play(table, configuration.answers, seed * 1_000_000 + number, counts, both)
            counts["games on both engines"] += both is not None
            counts[f"games: {configuration.edition}"] += 1
            number += 1
    return counts, asked


def shared_soak(seed: int, games: int, editions: Sequence[str], workers: int) -> tuple[Counter[str], set[str]]:
    """Return the same as `soak`, using several processes with different seeds. They are spawned: in a forked process,
    wasmtime would wait for the threads that compile, which only the first process has."""
    shares = [games // workers + (at < games % workers) for at in range(workers)]
    counts: Counter[str] = Counter()
    names: set[str] = set()
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        for happened, had_to in pool.map(soak, range(seed, seed + workers), shares, [editions] * workers):
            counts += happened
            names |= had_to
    return counts, names


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="guided", description="Games of players who seek messages.")
    parser.add_argument("seed", type=int)
    parser.add_argument("games", type=int)
    parser.add_argument("--edition", action="append", choices=EDITIONS, help="one of them; may be said again")
    parser.add_argument("--each", type=int, default=EACH, help="how often everything must happen at least")
    parser.add_argument("--workers", type=int, default=1, help="processes that share the games")
    asked = parser.parse_args(words)
    began = monotonic()
    counts, names = shared_soak(asked.seed, asked.games, asked.edition or EDITIONS, asked.workers)
    for name in sorted(names | counts.keys()):
        print(f"{counts[name]:10,} {name}")
    rare = sorted(name for name in names if counts[name] < asked.each)
    for name in rare:
        print(f"TOO RARE {name}: {counts[name]:,} of {asked.each:,}")
    print(f"{len(rare)} of {len(names)} happened too rarely ({monotonic() - began:.0f} s)")
    return min(len(rare), 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
