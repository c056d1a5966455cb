"""Generators of statements that ask players, draw, take turns or end the game."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from .effects import Effects, Lines, deeper
from .kinds import Dom, Num, Opt, Scope, SetOf, Var, width


class Flows(Effects):
    def forms(self, sc: Scope) -> list[Callable[[Scope], Lines | tuple[Lines, Scope] | None]]:
        simple = super().forms(sc)
        if not sc.flow:
            return simple
        hidden = [self.scenes] * 8
        chance = [self.draw, self.draw, self.shuffle, self.over, self.at_once, self.leave, self.again]
        asking = [
            self.choose,
            self.choose,
            self.several,
            self.either,
            self.either,
            self.may,
            self.do,
            self.do,
            self.window,
        ]
        return [*simple, *hidden, *chance, *chance, *(asking * 2 if sc.me else [self.window, self.window])]

    def scenes(self, sc: Scope) -> Lines | tuple[Lines, Scope] | None:
        """Return statements about secrets; `secrets.py` overrides this."""
        return None

    def may_choose(self, sc: Scope) -> bool:
        return sc.flow and sc.me and not sc.settling

    def may_draw(self, sc: Scope) -> bool:
        return sc.flow

    # ---------------------------------------------------------------------------------------------------------- choices

    def option_domain(self, sc: Scope, most: int, full: bool = False) -> tuple[str, Num | Dom, str] | None:
        """Return the domain of a choice: its text, its type, and a member. With `full`, it is certainly not empty."""
        form = self.c.one([1, 4]) if full else self.c.below(5)
        if form == 0 and (found := self.place(sc, 1, True)) is not None:
            return (found[0], found[1].piece, "") if len(found[1].piece) <= most else None
        if form == 1:
            low = self.c.one([0, 1, -1])
            item: Num | Dom = Num(low, low + self.c.edge(min(most, 129)) - 1)
            return str(item), item, str(low)
        if form == 2:
            item = self.item_type()
            return (self.optional(sc, item, 1, True, True), item, "") if width(item) <= most else None
        item = self.item_type()
        if width(item) > most:
            return None
        if form == 3:
            return self.set(sc, item, 2), item, ""
        return (
            (item.name if isinstance(item, Dom) else str(item)),
            item,
            self.named(item) if isinstance(item, Dom) else str(item.low),
        )

    def audience(self, sc: Scope) -> str:
        if not self.c.maybe(20):
            return ""
        return ", " + self.c.one(
            ["seen by all", "seen by nobody", "hidden", "seen by me" if sc.me else "seen by active"]
        )

    def head(self, sc: Scope, most: int, asks: bool) -> tuple[Lines, Scope]:
        """Return the head of a decision: `choose`, `let` and `require` statements.

        With `asks`, it has at least one `choose`, and usually at least one option, since nothing says what happens
        otherwise.
        """
        lines: Lines = []
        product, plain = 1, False
        strict = asks and self.c.maybe(93)
        if asks and self.c.maybe(3):
            lines.append(f"require {self.truth(sc, 1)}")
        for i in range(self.c.between(1 if asks else 0, most)):
            form, joinable, plain = 0 if asks and not i else self.c.below(6), plain, False
            if strict and form in (3, 4):
                form = 0
            if form <= 2:
                found = self.option_domain(sc, max(2, 130 // product), strict)
                if found is None:
                    found = ("Player", self.w.player, "p1")
                group, item, _ = found
                product *= width(item)
                name = self.name(sc)
                inner = sc.bind(name, Var(item)).over(product)
                where = f" where {self.truth(inner, 1)}" if self.c.maybe(5 if strict else 45) else ""
                if self.c.maybe(15):
                    lines.append(f"choose {name} in {group}{where} otherwise none")
                    sc = sc.bind(name, Var(Opt(item)))
                    continue
                phrase = ' "what"' if self.c.maybe(10) else ""
                audience = self.audience(sc)
                pick = f"{name} in {group}{where}{audience}{phrase}"
                if joinable and self.c.maybe(40):
                    lines[-1] += f", {pick}"
                else:
                    lines.append(f"choose {pick}")
                plain = not audience and not phrase
                sc = sc.bind(name, Var(item))
            elif form == 3:
                lines.append(f"require {self.truth(sc.over(product), 2)}")
            elif form == 4:
                item = self.item_type()
                name = self.name(sc)
                lines.append(f"let {name} in {self.optional(sc.over(product), item, 1, True, True)}")
                sc = sc.bind(name, Var(item, True))
            else:
                name = self.name(sc)
                text, low, high = self.number(sc.over(product), 2)
                lines.append(f"let {name} = {text}")
                sc = sc.bind(name, Var(Num(low, max(low, high)), True))
        return lines, sc

    def choose(self, sc: Scope) -> tuple[Lines, Scope] | None:
        if sc.mult > 6:
            return None
        if self.c.maybe(35):  # a `choose … otherwise` is a separate decision
            found = self.option_domain(sc, 130)
            if found is None:
                return None
            group, item, _ = found
            name = self.name(sc)
            where = f" where {self.truth(sc.bind(name, Var(item)).over(width(item)), 1)}" if self.c.maybe(60) else ""
            if self.c.maybe(50):
                return [f"choose {name} in {group}{where} otherwise none"], sc.bind(name, Var(Opt(item)))
            other = self.value(sc, item, 1)
            return [f"choose {name} in {group}{where} otherwise {other}"], sc.bind(name, Var(item))
        return self.head(sc, 3, True)

    def several(self, sc: Scope) -> tuple[Lines, Scope] | None:
        """Return a choice of several things, with an amount or a total."""
        found = self.option_domain(sc, 33, self.c.maybe(70))
        if found is None or sc.mult > 3:
            return None
        group, item, _ = found
        name = self.name(sc)
        inner = sc.bind(name, Var(item)).over(width(item) ** 2)
        where = f" where {self.truth(inner, 1)}" if self.c.maybe(20) else ""
        n = self.c.one(["1", "2", "3", self.fitting(sc, 0, 3, 1)])
        amount = self.c.one(["any number", f"up to {n}", f"at least {self.c.below(3)}", n, "0 to 2", f"1 to {n}"])
        if self.c.maybe(60):
            amount = self.c.one(["any number", "up to 2", "0 to 2", "up to 3"])
        total = ""
        if self.c.maybe(25):
            body = self.fitting(inner, 0, 9, 1, sure=True)
            total = f" totalling {body} at least {self.c.between(0, 6)}"
        after = sc.bind(name, Var(SetOf(item)))
        if self.c.maybe(20) and width(item) <= 8:
            total += f" so that {self.truth(after.over(64), 1)}"
        line = f"choose {amount} of {name} in {group}{where}{total}{self.audience(sc)}"
        if self.c.maybe(50) and any(group.split("[")[0] == place.name for place in self.w.places):
            lines, after = self.of_copies(after, name, item)
            return [line, *lines], after
        return [line], after

    def of_copies(self, sc: Scope, bag: str, item: Num | Dom) -> tuple[Lines, Scope]:
        """Return statements that use picked copies, as a heap or as a set of kinds."""
        one, number, some = self.name(sc), self.fresh("t_n"), self.named(item) if isinstance(item, Dom) else ""
        asked = self.c.one(
            [
                f"size({bag})",
                f"count({one} in {bag})",
                f"count({one} in {bag} where index({one}) mod 2 == 0)",
                f"sum({one} in {bag}: 1 + index({one}))",
                f"most({one} in {bag}: index({one}) otherwise 0)",
                f"size({{{one} in {bag}}})",
                *([f"amount({bag}, {some})"] if some else []),
            ]
        )
        lines = [f"let {number} = {asked}"]
        sc = sc.bind(number, Var(Num(0, 4096)))
        inner = self.inside(sc.bind(one, Var(item)), 4)
        form = self.c.below(4)
        if form == 0:
            lines += [f"for each {one} in {bag}:", *deeper(self.body(inner, 2))]
        elif form == 1 and sc.mult <= 2:
            again = self.name(sc)
            lines.append(f"choose up to 2 of {again} in {bag}")
            sc = sc.bind(again, Var(SetOf(item)))
        elif form == 2:
            lines += [f"if taken({bag}):", f"  draw {one} in {bag}", f"  show {one} to all"]
        return lines, sc

    def branch(self, sc: Scope, token: bool = False) -> Lines:
        """Return the body of a branch. With `token`, it uses up a token, so that the game ends."""
        if self.c.maybe(15) and not token and (found := self.several(sc)) is not None:
            lines, inner = found
        else:
            lines, inner = self.head(sc, 2, False)
        if token:
            lines = [f"require {self.w.tokens} > 0", *lines, f"{self.w.tokens} -= 1"]
        return [*lines, *self.body(inner, 2)]

    def either(self, sc: Scope) -> Lines | None:
        if sc.mult > 4:
            return None
        lines: Lines = []
        for i in range(self.c.between(1, 3)):
            lines += [f"{'or' if i else 'either'} {self.fresh('way')}:", *deeper(self.branch(sc))]
        if not self.c.maybe(5):
            lines += ["otherwise:", *deeper(self.body(sc, 2))]
        return lines

    def may(self, sc: Scope, token: bool = False) -> Lines | None:
        if sc.mult > 4:
            return None
        return [f"may {self.fresh('act')}:", *deeper(self.branch(sc, token))]

    def do(self, sc: Scope) -> Lines | None:
        found = [ch for ch in self.w.choices if ch.rank < sc.rank and (sc.turn or not ch.turn)]
        if not found or sc.mult > 3:
            return None
        choice = self.c.one(found)
        self.used.add(choice.name)
        may = self.c.maybe(30)  # who may pass needs no `otherwise` (E330)
        lines = [f"{'may ' if may else ''}do one of {choice.name}"]
        if not may and not self.c.maybe(5):
            lines += ["otherwise:", *deeper(self.body(sc, 2))]
        return lines

    def window(self, sc: Scope) -> Lines | None:
        if sc.mult > 3:
            return None
        name = self.name(sc, "q" if "q" not in sc.names else "")
        start = self.member(sc, self.w.player, 1, True)
        way = self.c.one(["", " clockwise", " anticlockwise"])
        inner = evolve(sc.bind(name, Var(self.w.player)), me=True, loop=False)
        where = f" where {self.truth(evolve(inner, me=False), 1)}" if self.c.maybe(40) else ""
        mode = self.c.one(["", ", until all pass", ", once each", ", first to act"])
        token = mode in ("", ", until all pass")
        if token and self.w.tokens is None:
            mode, token = ", once each", False
        body = self.may(evolve(inner, mult=1), token)
        assert body is not None
        return [f"window from {start}{way} each {name}{where}{mode}:", *deeper(body)]

    def at_once(self, sc: Scope) -> Lines | None:
        if sc.mult > 3:
            return None
        name = self.name(sc)
        inner = evolve(sc.bind(name, Var(self.w.player)), me=True, loop=False)
        group = "Player" if self.c.maybe(70) else self.set(sc, self.w.player, 1)
        where = f" where {self.truth(evolve(inner, me=False), 1)}" if self.c.maybe(30) else ""
        lines, after = self.head(inner, 2, True)
        return [f"at once each {name} in {group}{where}:", *deeper([*lines, *self.body(after, 2)])]

    # ----------------------------------------------------------------------------------------------------------- chance

    def draw(self, sc: Scope) -> tuple[Lines, Scope] | None:
        if sc.mult > 8:
            return None
        self.told = False
        name = self.name(sc)
        form = self.c.below(4)
        if form == 0:
            low = self.c.one([0, 1, -1])
            item: Num | Dom = Num(low, low + self.c.edge(257) - 1)
            group, safe = str(item), True
        elif form == 1 and (found := self.place(sc, 1, False)) is not None:
            group, item, safe = found[0], found[1].piece, False
        else:
            item = self.item_type()
            whole = self.c.maybe(70)
            group = (item.name if isinstance(item, Dom) else str(item)) if whole else self.set(sc, item, 1, False)
            safe = whole
        inner = sc.bind(name, Var(item, self.told)).over(width(item))
        where = f" where {self.truth(inner, 1, False)}" if self.c.maybe(15) else ""
        weight = (
            f" weighted {self.fitting(inner, 0 if self.c.maybe(10) else 1, 9, 1, False)}" if self.c.maybe(40) else ""
        )
        line = f"draw {name} in {group}{where}{weight}"
        audience = self.audience(sc)
        if not safe or where:
            if not self.c.maybe(5):
                if where or not safe:
                    return None if self.c.maybe(92) else ([line + audience], sc.bind(name, Var(item, True)))
        return [line + audience], sc.bind(name, Var(item, self.told or audience not in ("", ", seen by all")))

    def shuffle(self, sc: Scope) -> Lines | None:
        found = self.place(sc, 1, False, forms=("row", "stack"))
        return [f"shuffle {found[0]}"] if found is not None and sc.mult <= 2 else None

    # ------------------------------------------------------------------------------- leaving turns and ending the game

    def leave(self, sc: Scope) -> Lines | None:
        words = [w for w, ok in (("leave turn", sc.turn), ("leave round", sc.round)) if ok]
        return [self.guard(sc, 1), f"  {self.c.one(words)}"] if words else None

    def again(self, sc: Scope) -> Lines | None:
        if not sc.turn or self.w.tokens is None:
            return None
        return [f"if {self.w.tokens} > 0:", f"  {self.w.tokens} -= 1", "  another turn"]

    def over(self, sc: Scope) -> Lines | None:
        if self.c.maybe(60):
            return None
        return [f"if ({self.truth(sc, 1)} and {self.truth(sc, 1)}), reveals:", *deeper([self.ending(sc)])]

    def ending(self, sc: Scope) -> str:
        name = self.name(sc)
        inner = sc.bind(name, Var(self.w.player)).over(self.w.players)
        form = self.c.below(5)
        if form == 0:
            return "game over, drawn"
        if form <= 2:
            who = self.member(sc, self.w.player, 1) if self.c.maybe(50) else self.set(sc, self.w.player, 2)
            return f"game over, {'won' if form == 1 else 'lost'} by {who}"
        value = self.number(inner, 2, False)[0]
        if form == 3:
            return f"game over, paying {name} in Player: {value}"
        then = [self.number(inner, 1, False)[0] for _ in range(self.c.below(3))]
        return f"game over, ranked by {name} in Player: {', then '.join([value, *then])}"
