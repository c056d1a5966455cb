"""Checks each step of a game of The Messages, and counts events.

Besides the invariants of the rulebook it checks: there are eight messages in the stack and in hand, points equal the
moves of the figures, messages come only to the active player and exactly when `law.py` says that one is due, and every
action scores the points that the facts of the position give. `Watch` decides nothing; `guided.py` plays.
"""

from __future__ import annotations

from collections import Counter

from rulekit.engine.figures import find_broken_invariant

from .cells import FIGURES, Position
from .law import TRACK, Answers, Move, Round, dark

MESSAGES = 8
FOLLOWERS = 7
SEAL = 2
EACH = 2
LONG = 4
SMALLEST = {"shortest_road": "road", "smallest_city": "city", "smallest_monastery": "monastery"}
ERRANDS = (*SMALLEST, "extra_tile", "shields_count", "knights_count", "farmers_count", "follower_home")


def wanted(answers: Answers) -> list[str]:
    """Return the names of the counts of events that must happen under these answers."""
    found = [f"{errand}: {how}" for errand in ERRANDS for how in ("done", "the seal instead")]
    found += [f"chain: message {number} of a turn" for number in range(1, LONG)]
    found += [f"chain: message {LONG} or a later one of a turn"]
    found += [f"lands: the {figure}" for figure in FIGURES]
    found += ["lands: both figures at once", "lands: on the first space, after a lap"]
    found += ["no message: lands in another's turn", "no message: has not moved", "no message: only passed by"]
    found += ["no message: not alone"] if "alone" in answers else []
    found += ["a second message is left"] if answers.get("second") == "may_leave" else []
    for ruling, answer in answers.items():
        if ruling == "farmer_home" and answers["farmers"] != "by_city":
            continue
        told = {"without_farmers": "none on the fields"}.get(answer, "decides")
        found.append(f"{ruling}={answer}: {told}")
    return found


class Watch:
    """Watches one game played under these answers, and adds its events to `counts`."""

    def __init__(self, answers: Answers, counts: Counter[str]) -> None:
        self.answers, self.counts = answers, counts
        self.round: Round | None = None
        self.chain = 0
        self.extra = False
        self.by_message = self.by_seal = False
        self.paying = 0
        """The points that the current message must still score, by the move of one figure."""
        self.home: tuple[int, list[int]] | None = None
        """The player whose follower must come home, and the parts where the player's other followers stay."""

    def step(self, before: Position, label: str, offered: set[str], after: Position) -> None:
        """Check a step. `offered` are the labels of the legal options, without parameters."""
        if before.kind == "figure_moves":
            self.moved(before, label, after)
        elif before.kind == "message":
            self.answered(before, label, offered, after)
        elif before.kind == "draw_another":
            self.another(label, after)
            return
        elif before.kind == "lay":
            self.chain = self.chain if self.extra else 0
            self.extra = self.by_message = self.by_seal = False
        if after.kind != "figure_moves":
            self.round_ends(before, after)
        self.must_hold(after)

    def decides(self, ruling: str) -> None:
        self.counts[f"{ruling}={self.answers[ruling]}: decides"] += 1

    # -------------------------------------------------------------------------------------------------------- figures

    def moved(self, before: Position, label: str, after: Position) -> None:
        player, figure = before.player, FIGURES.index(label.partition(": ")[2].rstrip(")"))
        points = before.number("procedure gain.points")
        moved = [list(pair) for pair in before.spaces]
        moved[player][figure] += points
        spaces = tuple((first, second) for first, second in moved)
        assert after.number("last_scoring") or spaces == after.spaces
        assert points > 0
        if self.paying:
            assert player == before.active and points == self.paying
            self.paying = 0
        elif not self.by_message:
            self.settled(before, points)
        self.round = (self.round or Round(before.active)).with_move(Move(player, figure, points, spaces))

    def settled(self, before: Position, points: int) -> None:
        """Check the points for a finished city of two tiles."""
        part = before.number("procedure settle.x")
        if before.land(part) == "city":
            whole = before.set_fact("feature", part)
            if before.fact("tiles", whole) == 2:
                least = 4 if self.answers["small_city"] == "four" else 2
                assert points == least + 2 * before.fact("shields", whole)
                self.decides("small_city")

    def round_ends(self, before: Position, after: Position) -> None:
        assert not self.paying
        self.check_home(after)
        called = self.round is not None and self.round.due(self.answers)
        if called and self.by_seal and "seal_chains" in self.answers:
            self.decides("seal_chains")
        due = called and not (self.by_seal and self.answers.get("seal_chains") == "bring_none")
        may = due and self.by_message and "second" in self.answers
        left_open = may and self.answers["second"] == "may_leave"
        kind = after.kind if after.kind in ("message", "draw_another") else ""
        assert kind == ("draw_another" if left_open else "message" if due else ""), "the law says when one is due"
        if may:
            self.decides("second")
        if self.round is not None:
            self.count_landing(self.round, called)
            for ruling in self.round.deciding(self.answers):
                self.decides(ruling)
        self.round = None
        if due:
            assert after.player == after.active == before.active, "messages come to the player in turn"
        if due and not left_open:
            self.drawn(after)

    def another(self, label: str, after: Position) -> None:
        """Check a step that draws an optional message, or declines it."""
        if label == "pass":
            assert after.kind not in ("message", "draw_another")
            self.counts["a second message is left"] += 1
        else:
            assert after.kind == "message"
            self.drawn(after)
        self.must_hold(after)

    def drawn(self, after: Position) -> None:
        self.chain += 1
        number = f"message {self.chain}" if self.chain < LONG else f"message {LONG} or a later one"
        self.counts[f"chain: {number} of a turn"] += 1
        assert after.number("drawn")
        if self.answers["farming"] == "with_farmers":
            self.decides("farming")

    def count_landing(self, found: Round, due: bool) -> None:
        last = found.moves[-1].after
        callers = found.callers(self.answers)
        landed = [move for move in found.moves if dark(move.after[move.player][move.figure])]
        own = [move for move in landed if move.player == found.active]
        self.counts["no message: lands in another's turn"] += len(own) < len(landed)
        if due:
            for figure in callers:
                self.counts[f"lands: the {FIGURES[figure]}"] += 1
            self.counts["lands: both figures at once"] += len(callers) == 2
            first = any(last[found.active][figure] % TRACK == 0 for figure in callers)
            self.counts["lands: on the first space, after a lap"] += first
            return
        moved = {move.figure for move in found.own}
        still = any(dark(last[found.active][figure]) for figure in (0, 1) if figure not in moved)
        self.counts["no message: has not moved"] += still
        there = any(dark(last[found.active][figure]) for figure in moved)
        self.counts["no message: only passed by"] += bool(own) and not there
        self.counts["no message: not alone"] += there

    # ------------------------------------------------------------------------------------------------------- messages

    def answered(self, before: Position, label: str, offered: set[str], after: Position) -> None:
        errand, head = before.message, label.partition("(")[0]
        self.by_message, self.by_seal = True, head == "seal"
        self.counts[f"{errand}: {'the seal instead' if head == 'seal' else 'done'}"] += 1
        assert len(offered) == 2 or offered == {"seal"}
        if self.answers["farming"] == "without_farmers" and errand == "farmers_count":
            assert not before.standing(before.player, "field")
            self.counts["farming=without_farmers: none on the fields"] += 1
        if head == "tile_more":
            self.extra = after.kind == "lay"
        else:
            self.pays(before, self.worth(before, head, label), after)

    def pays(self, before: Position, points: int, after: Position) -> None:
        """Expect the move of one figure by these points, or of none by zero points."""
        self.paying = points
        if points:
            assert after.kind == "figure_moves" and after.player == before.player

    def worth(self, before: Position, head: str, label: str) -> int:
        """Return the points that an action must score according to facts of the position before it."""
        me, errand = before.player, before.message
        if head == "seal":
            return SEAL
        if errand in SMALLEST:
            return min(before.fact("worth_at_end", part) for part in before.standing(me, SMALLEST[errand]))
        if errand == "follower_home":
            return self.scored_one(before, before.table.part(label))
        each = EACH
        if errand == "farmers_count" and "farmers_message" in self.answers:
            each += self.answers["farmers_message"] == "text_prevails"
            self.decides("farmers_message")
        parts = before.standing(me, "field" if errand == "farmers_count" else "city")
        if errand == "shields_count":
            return EACH * sum(before.fact("shields", whole) for whole in {before.set_fact("feature", x) for x in parts})
        return each * len(parts)

    def scored_one(self, before: Position, part: int) -> int:
        me = before.player
        self.home = me, [other for other in before.standing(me) if other != part]
        points, whole = before.fact("worth_at_end", part), before.set_fact("feature", part)
        if before.land(part) == "field" and points:
            self.decides("farmers")
            if self.answers["farmers"] == "by_city" and "farmer_home" in self.answers:
                self.decides("farmer_home")
                if self.answers["farmer_home"] == "around_the_city":
                    cities = before.set_fact("finished_cities", whole)
                    led = [city for city in cities if self.leads(before, before.set_fact("fields_at", city))]
                    return points // len(cities) * len(led)
        return points if "farmer_home" not in self.answers or self.leads(before, whole) else 0

    def leads(self, before: Position, whole: frozenset[int]) -> bool:
        return before.player in before.set_fact("majority", whole)

    # ----------------------------------------------------------------------------------------------- after every step

    def check_home(self, after: Position) -> None:
        """Check that the last message removed only the follower that came home."""
        if self.home is not None:
            player, others = self.home
            if after.kind != "over" and not after.number("last_scoring"):
                assert after.standing(player) == others
            self.home = None

    def must_hold(self, here: Position) -> None:
        over = here.kind == "over"
        assert find_broken_invariant(here.table.game.engine, here.state, over) is None
        stack = [tile for tile in here.numbers("messages") if tile]
        hand = [tile for tile in here.numbers("drawn") if tile]
        assert len({*stack, *hand}) == len(stack) + len(hand) == MESSAGES
        assert [sum(pair) for pair in here.spaces] == list(here.numbers("score"))
        assert not here.number("last_scoring") or not any(messenger for _, messenger in here.spaces)
        owners = Counter(here.numbers("follower"))
        for player, at_hand in enumerate(here.numbers("supply")):
            assert at_hand + owners[player + 1] == FOLLOWERS
        if here.kind in ("message", "draw_another"):
            assert here.player == here.active
