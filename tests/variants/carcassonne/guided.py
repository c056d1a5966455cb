"""A guided soak of The Messages: `python -m tests.variants.carcassonne.guided SEED GAMES`.

Further `--edition EDITION` (again and again), `--each N` and `--workers N` (processes that share the games).  Random
players hardly ever stop on a dark space.  Those
here seek them: they send followers where something is finished at once, and move the figure that lands.  Before most
tiles that bring points, and before most answers to a message, the points on the track are placed so that they land, and
before many tiles another follower stands somewhere; in most games the bag has only tiles that close something
(every such position is one that `given` of an example could lay out): so one message leads to the next, several
features are scored at once, and others have the majority.  GAMES are shared out over configurations in which edition,
number of players and every answer to every ruling come by turns; `watch.py` holds what must hold at every step and
counts what happened.  Printed are the counts, and the exit status says whether something happened less than N times
(1,000).  Every SAMPLE-th game is on both engines, step by step, for its first BOTH steps and all that a message brings.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
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
"""Of each edition; fewer where there are fewer games."""
LANDING = 0.9
"""How often points on the track are placed so that they land."""
NEAR = 0.35
"""How often other figures stand there, too, or a lap or less away, when a tile brings points."""
NEAR_AGAIN = 0.1
"""The same when a message brings them."""
SHARED = 0.3
"""How often what is finished belongs to another player, too."""
OUTNUMBERED = 0.6
"""How often others have the majority, where a follower may come home."""
STANDING = 0.6
"""How often another follower stands somewhere before a tile is laid."""
CLOSING = "EHILWX"
CLOSED = 0.7
"""How often the bag has only such tiles."""
DRAWN = 0.9
"""How often a message is drawn that may be left."""
KEPT = 3
"""A player with fewer followers at hand keeps them, for what is finished at once."""
PARTS = 8
"""So many numbers there are for the parts of a tile."""
PLACES = 8
"""So many placements are looked at."""
SAMPLE = 200
BOTH = 60
RULINGS = {
    "unmoved": ("has_not", "has"),
    "impossible": ("may_not", "may"),
    "several": ("one_figure", "each_feature"),
    "small_city": ("four", "two"),
    "farmers": ("by_field", "city_once", "by_city"),
    "farming": ("with_farmers", "without_farmers"),
}
MAJORITY = {
    "tied": ("tie_is_majority", "tie_is_none"),
    "farmer_home": ("on_the_field", "around_the_city"),
}
JUDGED = {"judged": ("after_round", "after_feature")}
SECOND = {"second": ("may_leave", "must_draw")}
ONLY = {
    "messages-c1": {**MAJORITY, **JUDGED},
    "messages-c1-rgg": {**MAJORITY, **JUDGED, "farmers_message": ("text_prevails", "tile_prevails")},
    "messages-c2": {**MAJORITY, **SECOND},
    "messages-c2-zmg": {
        **SECOND,
        "alone": ("without_others", "without_any"),
        "both_on_dark": ("one_suffices", "both_alone"),
    },
}
"""The rulings of single editions."""


class Guide:
    """A player who seeks dark spaces, for every seat of one game."""

    def __init__(self, table: Table, answers: Answers, cursor: Cursor, random: Random) -> None:
        self.table, self.answers, self.cursor, self.random = table, answers, cursor, random

    def choose(self, here: Position, found: Round | None) -> tuple[Position, int]:
        """The option taken, and the position in which it is: often it has been changed for this."""
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
        """The points by which my figures move after an option, feature by feature."""
        self.cursor.apply(option)
        found = self.brings(me)
        self.cursor.undo()
        return found

    def place(self, here: Position) -> int:
        """Of a few placements the one by which most features are scored, or could be by a follower."""
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
        """How many features of mine are scored with no new follower, and which claims add one."""
        outcomes = {option: len(self.outcome(option, me)) for option in self.cursor.legal()}
        base = min(outcomes.values())
        return base, [option for option, size in outcomes.items() if size > base]

    def claim(self, here: Position) -> tuple[Position, int]:
        """One of the followers whose feature is finished; on the other such features some stand already."""
        _, finishing = self.finishing(here.player)
        if not finishing:
            return here, self.sent(here, self.cursor.legal())
        chosen, *others = finishing
        if self.random.random() < SHARED:
            return self.shared(here, chosen)
        for other in others[: here.numbers("supply")[here.player] - 1]:
            part = PARTS * (here.number("laid") - 1) + self.table.part_of_claim(here.state, other)
            here = self.with_follower(here, part, here.player if self.random.random() < 0.8 else self.anybody(here), 1)
        if chosen not in self.cursor.legal():  # one feature by two parts
            chosen = self.random.choice(self.cursor.legal())
        return here, chosen

    def shared(self, here: Position, claim: int) -> tuple[Position, int]:
        """Instead of the claim, a follower of mine stands on that finished feature already, and one of a neighbour."""
        part = PARTS * (here.number("laid") - 1) + self.table.part_of_claim(here.state, claim)
        others = sorted(here.set_fact("feature", part) - {part})
        if not others or here.numbers("supply")[here.player] < 2:
            return here, claim
        here = self.with_follower(here, part, here.player, 2)
        here = self.with_follower(here, others[-1], (here.player + 1) % len(here.spaces), 1)
        return here, self.random.choice(self.cursor.legal())

    def outnumbered(self, here: Position) -> Position:
        """The position in which a neighbour has two followers more on something where one of mine stands."""
        neighbour = (here.player + 1) % len(here.spaces)
        for part in here.standing(here.player):
            free = [x for x in here.set_fact("feature", part) if not here.numbers("follower")[x]]
            if len(free) > 1 and here.fact("worth_at_end", part) and here.numbers("supply")[neighbour] > 1:
                for other in free[:2]:
                    here = self.with_follower(here, other, neighbour, 1)
                return here
        return here

    def sent(self, here: Position, options: Sequence[int]) -> int:
        """One or two followers are kept back; a monastery comes first."""
        labels = {self.table.label(here.state.node, option): option for option in options}
        monastery = [option for label, option in labels.items() if "monastery" in label]
        claims = [option for label, option in labels.items() if label != "pass"]
        if not claims or here.numbers("supply")[here.player] < KEPT or self.random.random() < 0.3:
            return labels["pass"]
        return self.random.choice(monastery or claims)

    def brings(self, me: int) -> list[int]:
        """The points by which my figures move now, feature by feature."""
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
        if gone and self.random.random() < 0.5:  # on with the same one: it may have passed by a dark space
            return options[gone[-1]]
        lands = [o for o, space in zip(options, here.spaces[here.player], strict=True) if dark(space + points)]
        return self.random.choice(lands or options)

    def message(self, here: Position, options: Sequence[int]) -> int:
        """The seal, which comes first, or the action."""
        seal, *actions = options
        if not actions or self.random.random() < 0.3:
            return seal
        option = self.without_majority(here, actions) if here.message == "follower_home" else None
        option = self.random.choice(actions) if option is None else option
        ends = not self.outcome(option, here.player)  # no figure moves
        return seal if ends and self.random.random() < 0.5 else option

    def without_majority(self, here: Position, actions: Sequence[int]) -> int | None:
        """A follower of mine who stands where others have more, and where there is something to score."""
        for option, part in zip(actions, here.standing(here.player), strict=False):
            whole = here.set_fact("feature", part)
            if here.player not in here.set_fact("majority", whole) and here.fact("worth_at_end", part):
                return option
        return None

    def with_closing_tiles(self, here: Position) -> Position:
        """The position with nothing but tiles in the bag on which something ends."""
        bag, box = list(here.numbers("bag")), list(here.numbers("box.Tile"))
        for kind, name in enumerate("ABCDEFGHIJKLMNOPQRSTUVWX"):
            if name not in CLOSING:
                left = int(kind == here.number("procedure play_a_tile.t"))  # it is in hand, and still counts as there
                box[kind], bag[kind] = box[kind] + bag[kind] - left, left
        return self.changed(here, {"bag": bag, "box.Tile": box})

    def anybody(self, here: Position) -> int:
        return self.random.randrange(len(here.spaces))

    def with_a_follower(self, here: Position) -> Position:
        """The position with one follower more on something unfinished, if the part that is tried is such a one."""
        part = PARTS * self.random.randrange(here.number("laid")) + self.random.randrange(PARTS // 2)
        if not here.fact("segment", part) or here.fact("finished", part):
            return here
        return self.with_follower(here, part, self.anybody(here))

    def with_follower(self, here: Position, part: int, player: int, kept: int = KEPT) -> Position:
        """The position with a follower there, if the part is free and the player keeps enough."""
        followers, supply = list(here.numbers("follower")), list(here.numbers("supply"))
        field = self.answers["farming"] == "without_farmers" and here.land(part) == "field"
        if followers[part] or supply[player] < kept or field:
            return here
        followers[part] = player + 1
        supply[player] -= 1
        return self.changed(here, {"follower": followers, "supply": supply})

    def placed(self, here: Position, points: Sequence[int]) -> Position:
        """The position with the points on the track so that so many land on a dark space, with others near or on it."""
        random = self.random
        target = random.choice((10, 15, 50, 55, 60, 100, 105))
        while target < max(points):
            target += 5
        near = random.random() < (NEAR_AGAIN if here.kind == "message" else NEAR)
        others = (target, target, target + 50, target - 5, target - 7) if near else range(8)
        spaces = [random.choice(others) for _ in here.spaces * 2]
        own = 2 * here.player
        if len(points) > 1 and random.random() < 0.5:  # both land, if each moves by one of the features
            spaces[own : own + 2] = target - points[0], target - points[1]
        elif len(points) > 1:  # one lands, and may go on; the other one cannot land
            spaces[own : own + 2] = (
                target - points[0],
                next(n for n in range(5) if not {(n + p) % 5 for p in points} & {0}),
            )
        else:
            for figure in random.choice(((0,), (1,), (0, 1))):
                spaces[own + figure] = target - points[0]
        if near and len(points) == 1:  # the other one stands there already, or a lap behind or before
            spaces[own + random.randrange(2)] = random.choice((target, target + 50))
        score = [sum(spaces[at : at + 2]) for at in range(0, len(spaces), 2)]
        return self.changed(here, {"space": spaces, "score": score, "track": track(spaces)})

    def changed(self, here: Position, values: Mapping[str, Sequence[int]]) -> Position:
        self.cursor.load(self.table.readers.put(here.state, values))
        return self.table.position(self.cursor)


def track(spaces: Sequence[int]) -> list[int]:
    """Which figures stand on each space of the scoreboard, a bit for each."""
    found = [0] * TRACK
    for figure, space in enumerate(spaces):
        found[space % TRACK] |= 1 << figure
    return found


def play(table: Table, answers: Answers, seed: int, counts: Counter[str], both: Pair | None = None) -> None:
    """A game to its end, under watch; with a pair of engines its first decisions, and messages, on both."""
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
    """Both engines offer the same, and come to where the cursor came."""
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
    """So many of each edition; every answer to a ruling as often as the others, in mixed order."""
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
    """What happened in so many games, and what had to."""
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
    """The same by several processes, each with a seed of its own."""
    shares = [games // workers + (at < games % workers) for at in range(workers)]
    counts: Counter[str] = Counter()
    names: set[str] = set()
    with ProcessPoolExecutor(workers) as pool:
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
