"""Generators of information that only some players know through facts, indexes and counts: a player's own boxes with a
secret index, a secret group ("circle") whose members know that they belong, looking at something at once, and several
cards picked and laid.

The check accepts these as they are written, so the tests of secrets cover the reasons why it does.
"""

from __future__ import annotations

from .effects import Lines, deeper
from .kinds import Keep, Scope, Var, width
from .secrets import Secrets


class Circles(Secrets):
    boxes: str = ""
    circle: str = ""

    def declare_secrets(self) -> list[Lines]:
        """Declare secrets, sometimes also boxes that only their owner sees, and a secret group of players that a fact
        defines."""
        found = super().declare_secrets()
        own = self.secret(own=True)
        self.boxes, self.circle = "", ""
        if own is not None and self.c.maybe(40):
            self.boxes = self.fresh("box")
            found.append([f"keep {self.boxes}[p in Player, 1..3]: truth, seen by p"])
        if own is not None and self.c.maybe(40):
            self.circle = self.fresh("circle")
            value = self.literal(own.type, self.c.below(width(own.type)))
            found.append([f"fact {self.circle} gives set of Player = {{w in Player where {own.name}[w] == {value}}}"])
        return found

    def scenes(self, sc: Scope) -> Lines | tuple[Lines, Scope] | None:
        forms = [self.told_to_the_circle, self.asked_of_each] if self.circle else []
        if sc.mult <= 4 and not sc.settling:
            forms += [self.marked] if self.boxes else []
            forms += [self.looked] if self.secret(own=True) is not None else []
            forms += [self.among_those_with_cards] if self.hands else []
            if sc.me:
                forms += [self.whispered] if self.circle else []
                forms += [self.picked_several, self.laid_some] if self.hands else []
        if not forms or self.c.maybe(35):
            return super().scenes(sc)
        return self.c.one(forms)(sc)

    def marked(self, sc: Scope) -> Lines:
        """Return statements in which each player marks one of their own boxes; chance or the player chooses the
        index."""
        who, what = self.name(sc), f"{'t_' if sc.turn else ''}n{self.bump()}"
        if sc.mult <= 2 and self.c.maybe(50):
            head, said = f"at once each {who} in Player:", f"choose {what} in 1..3"
        else:
            head, said = f"for each {who} in Player:", f"draw {what} in 1..3, seen by {who}"
        return [head, f"  {said}", f"  {self.boxes}[{who}, {what}] = {self.c.one(['yes', 'no'])}"]

    def looked(self, sc: Scope) -> Lines | None:
        """Return statements in which all players at once look at a hidden value of a player they choose."""
        keep: Keep | None = self.secret(own=True)
        if keep is None or sc.mult > 2:
            return None
        who, what = self.name(sc), f"{'t_' if sc.turn else ''}l{self.bump()}"
        return [f"at once each {who} in Player:", f"  choose {what} in Player", f"  show {keep.name}[{what}] to {who}"]

    def told_to_the_circle(self, sc: Scope) -> Lines:
        return [f"show {self.circle} to {self.circle}"]

    def asked_of_each(self, sc: Scope) -> Lines:
        """Return statements that do something for each player, depending on whether the player is in the circle."""
        who = self.name(sc)
        inner = sc.bind(who, Var(self.w.player))
        test = f"{who} {self.c.one(['in', 'not in'])} {self.circle}"
        return [f"for each {who} in Player:", f"  if {test}:", *deeper(deeper(self.own_write(inner, who)))]

    def whispered(self, sc: Scope) -> tuple[Lines, Scope] | None:
        if sc.mult > 3:
            return None
        what = f"{'t_' if sc.turn else ''}w{self.bump()}"
        return [f"choose {what} in Player, seen by {self.circle}"], sc.bind(what, Var(self.w.player, True))

    def among_those_with_cards(self, sc: Scope) -> Lines | None:
        """Return a choice of a player who has cards. Its options depend only on the numbers of cards."""
        hand = self.c.one(self.hands)
        if not sc.me or sc.mult > 3:
            return None
        some, one = f"{'t_' if sc.turn else ''}some{self.bump()}", f"{'t_' if sc.turn else ''}v{self.bump()}"
        who = self.name(sc)
        return [
            f"let {some} = {{{who} in Player where not empty({hand.name}[{who}])}}",
            f"if not empty({some}):",
            f"  choose {one} in {some}",
            f"  show {one} to all",
        ]

    def picked_several(self, sc: Scope) -> Lines | None:
        """Return statements in which a player picks several of their own cards and lays them somewhere."""
        hand, to = self.c.one(self.hands), self.heap_for(sc)
        if to is None or sc.mult > 3:
            return None
        what, one = f"{'t_' if sc.turn else ''}cs{self.bump()}", f"{'t_' if sc.turn else ''}c{self.bump()}"
        amount = self.c.one(["any number", "up to 2", "0 to 3"])
        said = self.c.one(["", "", ", seen by me"])
        counted = [f"if size({what}) > 1:", *deeper(self.body(sc, 1))] if self.c.maybe(40) else []
        return [
            f"choose {amount} of {what} in {hand.name}[me]{said}",
            f"for each {one} in {what}:",
            f"  move {one} from {hand.name}[me] to {to}",
            *counted,
        ]

    def laid_some(self, sc: Scope) -> Lines | None:
        """Return statements in which a player lays all cards of some kinds from their hand."""
        hand, to = self.c.one(self.hands), self.heap_for(sc)
        if to is None:
            return None
        one, it = f"{'t_' if sc.turn else ''}c{self.bump()}", f"{'t_' if sc.turn else ''}c{self.bump()}"
        test = f"index({it}) mod 2 == {self.c.below(2)}"
        return [
            f"for each {one} in {{{it} in {hand.name}[me] where {test}}}:",
            f"  move {one} from {hand.name}[me] to {to}",
        ]

    def heap_for(self, sc: Scope) -> str | None:
        """Return a heap that accepts a card from any hand; None if there is none."""
        pieces = {hand.piece for hand in self.hands}
        found = [p for p in self.w.places if len(pieces) == 1 and p.piece in pieces and p.form == "heap"]
        found = [p for p in found if p not in self.hands]
        return self.element(sc, self.c.one(found), 0, False) if found else None
