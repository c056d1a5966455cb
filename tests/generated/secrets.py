"""Generators of deliberate secrets: roles and bids that their owner sees, hands of cards, and scenes that deal, bid,
show and play them.

The other generators hide things at random and read them anywhere. Here they are used as in real games, so that what is
dealt matters later: a bid written at once and shown afterwards, a card played from a hand, a guessed role. Any scene
may leak; `mending.py` fixes that later.
"""

from __future__ import annotations

from attrs import evolve

from .effects import Lines, deeper
from .kinds import Dom, Keep, Num, Place, Scope, Type, Var, width
from .things import Things


class Secrets(Things):
    secrets: list[Keep]
    hands: list[Place]

    def declare_secrets(self) -> list[Lines]:
        """Declare some of these: values that their owner sees, one that nobody sees, one that a secret group sees, and
        hands."""
        self.secrets, self.hands = [], []
        w, found = self.w, []
        for _ in range(self.c.below(3)):
            found.append(self.own_value())
        if self.secrets and self.c.maybe(25):
            circle, name = self.c.one(self.secrets), self.fresh("den")
            who = f"{{w in Player where {circle.name}[w] == {self.literal(circle.type, width(circle.type) - 1)}}}"
            found.append([f"keep {name}: 0..4, seen by {who}"])
            w.keeps.append(Keep(name, Num(0, 4), (), "some"))
        if self.c.maybe(25):
            keep = Keep(self.fresh("dark"), self.small_secret(), (), "nobody")
            w.keeps.append(keep)
            self.secrets.append(keep)
            found.append([f"keep {keep.name}: {keep.type}, hidden"])
        decks = [p for p in w.places if p.form != "one" and len(p.piece) > 1 and None not in p.piece.copies]
        if decks and self.c.maybe(60):
            found.append(self.hand(self.c.one(decks).piece))
        return found

    def small_secret(self) -> Type:
        small = [d for d in self.w.of("enum") if 1 < len(d) <= 9]
        return self.c.one([Num(0, self.c.between(1, 5)), Num(1, 3), *small, self.w.player])

    def own_value(self) -> Lines:
        keep = Keep(self.fresh("secret"), self.small_secret(), (self.w.player,), "own")
        self.secrets.append(keep)
        self.w.keeps.append(keep)
        return [f"keep {keep.name}[p in Player]: {keep.type}, seen by p"]

    def hand(self, piece: Dom) -> Lines:
        form = self.c.one(["heap", "heap", "row", "stack"])
        counted, words = self.c.one([("all", ""), ("own", ", counted by p")])
        total = sum(n for n in piece.copies if n is not None)
        most = f", at most {min(total, 33)}" if form in ("row", "stack") and total > 300 else ""
        place = Place(
            self.fresh("hand"), form, piece, (self.w.player,), "own", counted, min(total, 33) if most else total
        )
        self.hands.append(place)
        self.w.places.append(place)
        return [f"place {place.name}[p in Player]: {form} of {piece.name}{most}, seen by p{words}"]

    # ---------------------------------------------------------------------------------------------------------- scenes

    def scenes(self, sc: Scope) -> Lines | tuple[Lines, Scope] | None:
        """Return statements that use deliberate secrets."""
        forms = [self.shown] if self.secrets else []
        if sc.mult <= 4 and not sc.settling:
            forms += [self.dealt, self.bid, self.bid] if self.secrets else []
            forms += [self.drawn_hands] if self.hands else []
            if sc.me:
                forms += [self.guessed, self.chosen_secret] if self.secrets else []
                forms += [self.played_card, self.played_card] if self.hands else []
        return self.c.one(forms)(sc) if forms else None

    def opening(self) -> Lines:
        """Return the dealing at the start of the game."""
        sc, lines = Scope(flow=True), list[str]()
        if self.secrets and self.c.maybe(75):
            lines += self.c.one([self.dealt, self.dealt, self.bid])(sc) or []
        if self.hands and self.c.maybe(75):
            lines += self.drawn_hands(sc) or []
        return lines

    def secret(self, own: bool = False) -> Keep | None:
        found = [k for k in self.secrets if k.dims or not own]
        return self.c.one(found) if found else None

    def dealt(self, sc: Scope) -> Lines | None:
        """Return statements that give each player a random secret value, or fill one that nobody sees."""
        keep = self.secret()
        if keep is None:
            return None
        who, what = self.name(sc), "t_d" if sc.turn else "d"
        if not keep.dims:
            return [f"draw {what}{self.bump()} in {keep.type}, hidden", f"{keep.name} = {what}{self.count}"]
        seen = self.c.one([f"seen by {who}", f"seen by {who}", "seen by nobody"])
        return [
            f"for each {who} in Player:",
            f"  draw {what}{self.bump()} in {keep.type}, {seen}",
            f"  {keep.name}[{who}] = {what}{self.count}",
        ]

    def drawn_hands(self, sc: Scope) -> Lines | None:
        """Return statements that deal cards to hands, at random or from the top of a place."""
        hand = self.c.one(self.hands)
        decks = [p for p in self.w.places if p.piece is hand.piece and p.form != "one" and p is not hand]
        if not decks:
            return None
        deck = self.c.one(decks)
        who = self.name(sc)
        source = self.element(sc, deck, 0, False)
        what = f"random from {source}"
        if deck.form != "heap" and self.c.maybe(60):
            what = f"top of {source}"
        room = f" and size({hand.name}[{who}]) < {hand.capacity}" if (hand.capacity or 0) == 33 else ""
        return [
            f"for each {who} in Player:",
            f"  if not empty({source}){room}:",
            f"    move {what} to {hand.name}[{who}]",
        ]

    def bid(self, sc: Scope) -> Lines | None:
        """Return statements in which all players at once choose a value that only they see. Afterwards it is shown,
        compared, or kept secret."""
        keep = self.secret(own=True)
        if keep is None or sc.mult > 2:
            return None
        who, what = self.name(sc), f"{'t_' if sc.turn else ''}b{self.bump()}"
        inner = evolve(sc.bind(who, Var(self.w.player)).bind(what, Var(keep.type)), me=True, loop=False)
        where = f" where {self.truth(inner, 1)}" if self.c.maybe(25) else ""
        group = "Player" if self.c.maybe(75) else self.c.one([f"Player - {{{self.w.player.labels[0]}}}", "Player"])
        body = [f"choose {what} in {keep.type}{where}", f"{keep.name}[{self.c.one([who, 'me'])}] = {what}"]
        if self.c.maybe(40):
            body += [f"if {self.asked(keep, who)}:", *deeper(self.own_write(inner, who))]
        return [f"at once each {who} in {group}:", *deeper(body), *self.after_bid(sc, keep)]

    def own_write(self, sc: Scope, who: str) -> Lines:
        keep = self.secret(own=True)
        assert keep is not None
        return [f"{keep.name}[{who}] = {self.literal(keep.type, self.c.below(width(keep.type)))}"]

    def asked(self, keep: Keep, who: str) -> str:
        at = f"{keep.name}[{who}]" if keep.dims else keep.name
        value = self.literal(keep.type, self.c.below(width(keep.type)))
        return f"{at} {self.c.one(['==', '!='])} {value}"

    def after_bid(self, sc: Scope, keep: Keep) -> Lines:
        form = self.c.below(4)
        if form == 0:
            return []
        who = self.name(sc)
        inner = evolve(sc.bind(who, Var(self.w.player)), loop=True).over(self.w.players)
        shown = [f"show {keep.name}[{who}] to all"] if form == 1 else []
        reveals = ", reveals" if form == 2 else ""
        return [
            f"for each {who} in Player:",
            *deeper([*shown, f"if {self.asked(keep, who)}{reveals}:", *deeper(self.body(inner, 1))]),
        ]

    def shown(self, sc: Scope) -> Lines | None:
        """Return statements that show something to all or to one player, usually followed by a condition on it."""
        keep = self.secret()
        if keep is None:
            return None
        who = self.member(sc, self.w.player, 0, True) if keep.dims else ""
        at = f"{keep.name}[{who}]" if keep.dims else keep.name
        to = self.c.one(["all", "all", self.member(sc, self.w.player, 0, True)])
        lines = [f"show {at} to {to}"]
        if self.c.maybe(70):
            lines += [f"if {self.asked(keep, who)}:", *deeper(self.body(sc, 2))]
        return lines

    def guessed(self, sc: Scope) -> Lines | None:
        keep = self.secret()
        if keep is None or sc.mult > 3:
            return None
        what = f"{'t_' if sc.turn else ''}g{self.bump()}"
        who = self.member(sc, self.w.player, 0, True) if keep.dims else ""
        at = f"{keep.name}[{who}]" if keep.dims else keep.name
        inner = sc.bind(what, Var(keep.type))
        other = ["else:", *deeper(self.body(inner, 1))] if self.c.maybe(40) else []
        return [
            f"choose {what} in {keep.type}",
            f"if {at} == {what}{self.c.one([', reveals', ''])}:",
            *deeper(self.body(inner, 2)),
            *other,
        ]

    def chosen_secret(self, sc: Scope) -> Lines | None:
        """Return a choice by the acting player of a value that only they see, or one other player, too."""
        keep = self.secret(own=True)
        if keep is None or sc.mult > 3:
            return None
        what = f"{'t_' if sc.turn else ''}s{self.bump()}"
        seen = self.c.one(["seen by me", "seen by me", f"seen by {{me, {self.w.player.labels[0]}}}", "hidden"])
        where = f" where {what} != {keep.name}[me]" if width(keep.type) > 2 and self.c.maybe(30) else ""
        return [f"choose {what} in {keep.type}{where}, {seen}", f"{keep.name}[me] = {what}"]

    def played_card(self, sc: Scope) -> Lines | tuple[Lines, Scope] | None:
        """Return statements in which the acting player chooses a card from their hand, and usually plays it."""
        hand = self.c.one(self.hands)
        if sc.mult > 3:
            return None
        what = f"{'t_' if sc.turn else ''}c{self.bump()}"
        inner = sc.bind(what, Var(hand.piece))
        found = [p for p in self.w.places if p.piece is hand.piece and p is not hand]
        seen = self.c.one(["", "", ", seen by me"])
        end: Lines = []
        if found:
            to = self.c.one(found)
            text = self.element(sc, to, 0, False)
            test = f"empty({text})" if to.form == "one" else f"size({text}) < {to.capacity or 33}"
            end = [f"if {test}:", f"  move {what} from {hand.name}[me] to {text}"]
        return [
            f"if taken({hand.name}[me]){self.c.one(['', ', reveals'])}:",
            *deeper([f"choose {what} in {hand.name}[me]{seen}", *end, *self.body(inner, 1)]),
        ]
