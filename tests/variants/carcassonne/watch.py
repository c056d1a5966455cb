"""What must hold at every step of The Messages, and what is counted: hears the steps of a game one by one.

Every promise of the rulebook, and beside them: eight messages in stack and hand, points equal to what the figures have
counted, no message but to the player in turn, and one exactly where `law.py` says that one is due; every action pays
what the facts of the position give.  `Watch` decides nothing; `guided.py` plays.
"""

from __future__ import annotations

from collections import Counter

from rulekit.engine.invariants import broken_invariant

from .cells import FIGURES, Position
from .law import TRACK, Answers, Move, Round, calls, dark

MESSAGES = 8
FOLLOWERS = 7
SEAL = 2
EACH = 2
LONG = 4
SMALLEST = {"shortest_road": "road", "smallest_city": "city", "smallest_monastery": "monastery"}
ERRANDS = (*SMALLEST, "extra_tile", "shields_count", "knights_count", "farmers_count", "follower_home")


def wanted(answers: Answers) -> list[str]:
    """What must happen in games under these answers: names of the counts."""
    found = [f"{errand}: {how}" for errand in ERRANDS for how in ("done", "the seal instead")]
    if answers["farming"] == "without_farmers":
        found.remove("farmers_count: done")
    found += [f"chain: message {number} of a turn" for number in range(1, LONG)]
    found += [f"chain: message {LONG} or a later one of a turn"]
    found += [f"lands: the {figure}" for figure in FIGURES]
    found += ["lands: both figures at once", "lands: on the first space, after a lap"]
    found += ["no message: lands in another's turn", "no message: has not moved", "no message: only passed by"]
    found += ["no message: not alone"] if "alone" in answers else []
    for ruling, answer in answers.items():
        told = {"without_farmers": "none on the fields"}.get(answer, "decides")
        found.append(f"{ruling}={answer}: {told}")
    return found


class Watch:
    """One game under these answers; what happens is added to `counts`."""

    def __init__(self, answers: Answers, counts: Counter[str]) -> None:
        self.answers, self.counts = answers, counts
        self.round: Round | None = None
        self.chain = 0
        self.extra = False
        self.by_message = False
        self.paying: int | None = None
        """What the message in hand must pay, until it has."""
        self.home: tuple[int, list[int]] | None = None
        """Whose follower must come home, and where his others stay."""

    def step(self, before: Position, label: str, offered: set[str], after: Position) -> None:
        """A step that was taken; `offered` are the heads of all labels."""
        if before.kind == "figure_moves":
            self.moved(before, label, after)
        elif before.kind == "message":
            self.answered(before, label, offered, after)
        elif before.kind == "lay":
            self.chain = self.chain if self.extra else 0
            self.extra = self.by_message = False
        if after.kind != "figure_moves":
            self.round_ends(before, after)
        self.must_hold(after)

    def decides(self, ruling: str) -> None:
        self.counts[f"{ruling}={self.answers[ruling]}: decides"] += 1

    # -------------------------------------------------------------------------------------------------------- figures

    def moved(self, before: Position, label: str, after: Position) -> None:
        player, figure = before.player, FIGURES.index(label.partition(": ")[2].rstrip(")"))
        points = before.number("procedure gain.points")
        stood = [list(pair) for pair in before.spaces]
        stood[player][figure] += points
        assert stood == [list(pair) for pair in after.spaces]
        assert points > 0 or self.answers["unmoved"] == "has"
        if self.paying is not None:
            assert player == before.active and points == self.paying
            self.paying = None
        elif not self.by_message:
            self.settled(before, points)
        if points == 0 and player == before.active and calls(player, figure, after.spaces, self.answers):
            self.decides("unmoved")
        self.round = self.round or Round(before.active)
        self.round = self.round.with_move(Move(player, figure, points, after.spaces))

    def settled(self, before: Position, points: int) -> None:
        """A finished city of two tiles."""
        part = before.number("procedure settle.x")
        if before.land(part) == "city":
            whole = before.set_fact("feature", part)
            if before.fact("tiles", whole) == 2:
                least = 4 if self.answers["small_city"] == "four" else 2
                assert points == least + 2 * before.fact("shields", whole)
                self.decides("small_city")

    def round_ends(self, before: Position, after: Position) -> None:
        assert self.paying is None
        self.check_home(after)
        due = self.round is not None and self.round.due(self.answers)
        assert (after.kind == "message") == due, "a message is due exactly where the law says so"
        if self.round is not None:
            self.count_landing(self.round, due)
            for ruling in self.round.deciding(self.answers):
                self.decides(ruling)
        self.round = None
        if due:
            assert after.player == after.active == before.active, "messages come to the player in turn"
            self.chain += 1
            number = f"message {self.chain}" if self.chain < LONG else f"message {LONG} or a later one"
            self.counts[f"chain: {number} of a turn"] += 1
            assert (after.number("drawn") == 0) == (self.answers["back"] == "before_action")
            self.decides("back")
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
        self.by_message = True
        how = {"seal": "the seal instead", "nothing_to_do": "chosen for nothing"}.get(head, "done")
        self.counts[f"{errand}: {how}"] += 1
        only_seal = offered == {"seal"}
        assert offered != {"seal", "nothing_to_do"} or self.answers["impossible"] == "may"
        assert len(offered) == 2 or (only_seal and self.answers["impossible"] == "may_not")
        if only_seal or head == "nothing_to_do":
            self.decides("impossible")
        if self.answers["farming"] == "without_farmers" and errand == "farmers_count":
            assert "farmers_pay" not in offered
            self.counts["farming=without_farmers: none on the fields"] += 1
        if head == "nothing_to_do":
            assert after.spaces == before.spaces
        elif head == "tile_more":
            self.extra = after.kind == "lay"
        else:
            self.pays(before, self.worth(before, head, label), after)

    def pays(self, before: Position, points: int, after: Position) -> None:
        """Its points are moved by one figure; none move nothing, unless a figure moves by nothing, too."""
        if points or self.answers["unmoved"] == "has":
            assert after.kind == "figure_moves" and after.player == before.player
            self.paying = points
        elif any(calls(before.player, figure, before.spaces, self.answers) for figure in (0, 1)):
            self.decides("unmoved")

    def worth(self, before: Position, head: str, label: str) -> int:
        """What an action must pay, by the facts of the position before it."""
        me, errand = before.player, before.message
        if head == "seal":
            return SEAL
        if errand in SMALLEST:
            return min(before.fact("worth_at_end", part) for part in before.standing(me, SMALLEST[errand]))
        if errand == "farmers_count":
            each = EACH
            if "farmers_message" in self.answers:
                each += self.answers["farmers_message"] == "text_prevails"
                self.decides("farmers_message")
            return each * len(before.standing(me, "field"))
        knights = before.standing(me, "city")
        if errand == "knights_count":
            return EACH * len(knights)
        if errand == "shields_count":
            cities = frozenset[int]().union(*(before.set_fact("feature", part) for part in knights))
            return EACH * before.fact("shields", cities)
        return self.scored_one(before, before.table.part(label))

    def scored_one(self, before: Position, part: int) -> int:
        me = before.player
        self.home = me, [other for other in before.standing(me) if other != part]
        points = before.fact("worth_at_end", part)
        if before.land(part) == "field" and points:
            self.decides("farmers")
        if me not in before.set_fact("majority", before.set_fact("feature", part)):
            if points:
                self.decides("without_majority")
            return points if self.answers["without_majority"] == "scored" else 0
        return points

    # ----------------------------------------------------------------------------------------------------- everywhere

    def check_home(self, after: Position) -> None:
        """Behind the last message only that follower is gone."""
        if self.home is not None:
            player, others = self.home
            if after.kind != "over" and not after.number("last_scoring"):
                assert after.standing(player) == others
            self.home = None

    def must_hold(self, here: Position) -> None:
        over = here.kind == "over"
        assert broken_invariant(here.table.game.engine, here.state, over) is None
        stack = [tile for tile in here.numbers("messages") if tile]
        hand = [tile for tile in here.numbers("drawn") if tile]
        assert len({*stack, *hand}) == len(stack) + len(hand) == MESSAGES
        if not here.number("last_scoring"):
            assert [sum(pair) for pair in here.spaces] == list(here.numbers("score"))
        owners = Counter(here.numbers("follower"))
        for player, at_hand in enumerate(here.numbers("supply")):
            assert at_hand + owners[player + 1] == FOLLOWERS
        if here.kind == "message":
            assert here.player == here.active
