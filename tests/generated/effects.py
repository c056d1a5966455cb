"""Generators of statements without choice or chance: values, pieces, conditions, loops, calls.

A body is a list of lines, and nested blocks are indented by two spaces. Most moves of pieces are inside a condition
that they are possible; a few are not, so that faults occur, too.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from .expressions import DEAR, Expressions
from .kinds import TRUTH, Dom, Keep, Num, Opt, Place, Procedure, Scope, SetOf, Truth, Type, Var, width

Lines = list[str]


def deeper(lines: Lines) -> Lines:
    return ["  " + line for line in lines]


class Effects(Expressions):
    budget = 0

    def body(self, sc: Scope, most: int, least: int = 1) -> Lines:
        """Return a block of statements; each may use the names bound by those before it."""
        return self.opened(sc, most, least)[0]

    def opened(self, sc: Scope, most: int, least: int = 1) -> tuple[Lines, Scope]:
        """Return a block of statements, and the scope after it with the names it binds."""
        lines: Lines = []
        for _ in range(self.c.between(least, max(least, most))):
            made, sc = self.statement(sc)
            lines += made
            if self.ends(made):
                break
        return lines or ["nothing"], sc

    @staticmethod
    def ends(lines: Lines) -> bool:
        """Return whether statements after this one would be unreachable."""
        return bool(lines) and lines[-1].startswith(("leave", "return", "game over"))

    def statement(self, sc: Scope) -> tuple[Lines, Scope]:
        self.budget -= 1
        self.spent += sc.mult
        if self.budget <= 0:
            return ["nothing"], sc
        forms = self.forms(sc)
        start = self.c.below(len(forms))
        for i in range(len(forms)):
            found = forms[(start + i) % len(forms)](sc)
            if isinstance(found, tuple):
                return found
            if found:
                return found, sc
        return ["nothing"], sc

    def forms(self, sc: Scope) -> list[Callable[[Scope], Lines | tuple[Lines, Scope] | None]]:
        return [
            self.assign,
            self.assign,
            self.assign,
            self.assign_local,
            self.let,
            self.let_member,
            self.keep_here,
            self.condition,
            self.condition,
            self.for_each,
            self.for_each,
            self.repeat,
            self.by,
            self.move,
            self.move,
            self.move,
            self.put,
            self.remove,
            self.show,
            self.record,
            self.perform,
            self.perform,
            self.announce,
            self.step,
            self.leave_loop,
        ]

    def guard(self, sc: Scope, depth: int = 2) -> str:
        """Return the head of an `if` with a random condition, and with `reveals` if the condition depends on something
        hidden."""
        self.told = False
        text = self.truth(sc, depth, False)
        return self.revealing(text)

    def revealing(self, text: str) -> str:
        return f"if {text}, reveals:" if self.told else f"if {text}:"

    # ----------------------------------------------------------------------------------------------------------- values

    def assign(self, sc: Scope) -> Lines | None:
        keeps = [k for k in self.w.keeps if k.name not in (self.w.tokens, self.w.clock)]
        if not keeps:
            return None
        keep = self.c.one(keeps)
        return self.assignment(sc, self.element(sc, keep, 2, False), keep.type)

    def assign_local(self, sc: Scope) -> Lines | None:
        found = [(n, v) for n, v in sc.names.items() if v.mutable]
        if not found:
            return None
        name, var = self.c.one(found)
        self.told = False
        lines = self.assignment(sc, name, var.type)
        if self.told and not var.secret:  # a public variable may get only public values
            return self.assignment_open(sc, name, var.type)
        return lines

    def assignment_open(self, sc: Scope, target: str, type_: Type) -> Lines:
        return [f"{target} = {self.value(evolve(sc, me=False), type_, 1, True)}"]

    def assignment(self, sc: Scope, target: str, type_: Type) -> Lines:
        op = self.c.one(["=", "=", "+=", "-="])
        if isinstance(type_, SetOf) and op != "=":
            return [f"{target} {op} {self.set(sc, type_.item, 2, False)}"]
        if isinstance(type_, Num) and op != "=":
            if self.c.maybe(10):
                return [f"{target} {op} {self.number(sc, 1, False)[0]}"]
            text = f"{target} {op[0]} {self.number(sc, 1, False)[0]}"
            return [f"{target} = lesser({type_.high}, greater({type_.low}, {text}))"]
        if isinstance(type_, Dom) and type_.turning and op != "=":
            return [f"{target} {op} {self.number(sc, 1, False)[0]}"]
        return [f"{target} = {self.value(sc, type_, 3, False)}"]

    def any_type(self) -> Type:
        item = self.item_type()
        return [TRUTH, item, item, Opt(item), SetOf(item)][self.c.below(5)]

    def let(self, sc: Scope) -> tuple[Lines, Scope]:
        type_ = self.any_type()
        self.told = False
        name = self.name(sc)
        text = self.value(sc, type_, 2, False)
        if isinstance(type_, Num):
            text, low, high = self.number(sc, 2, False)
            type_ = Num(low, max(low, high))
        elif isinstance(type_, SetOf):
            text = f"({self.set(sc, type_.item, 1, False)} + {self.plain_set(type_.item)})"
        elif isinstance(type_, Opt):
            text = self.optional(sc, type_.item, 2, False, True)
        elif isinstance(type_, Dom):
            text = self.member(sc, type_, 2, False, True)
        return [f"let {name} = {text}"], sc.bind(name, Var(type_, self.told))

    def plain_set(self, item: Num | Dom) -> str:
        if isinstance(item, Dom):
            return f"{{{self.named(item)}}}"
        return f"{{{item.low}..{item.high}}}"

    def let_member(self, sc: Scope) -> Lines | tuple[Lines, Scope]:
        """Return `let x in` an optional value, usually inside a condition that there is a value."""
        item = self.item_type()
        self.told = False
        value = self.optional(sc, item, 2, False, True)
        told = self.told
        name = self.name(sc)
        inner = sc.bind(name, Var(item, told))
        if self.c.maybe(6):
            return [f"let {name} in {value}"], inner
        self.told = told
        head = self.revealing(f"{value} != none")
        return [head, *deeper([f"let {name} in {value}", *self.body(inner, 2)])]

    def keep_here(self, sc: Scope) -> tuple[Lines, Scope]:
        type_ = self.any_type()
        name = self.name(sc)
        self.told = False
        given = f" = {self.value(sc, type_, 1, False)}" if self.c.maybe(70) else ""
        secret = self.told or self.c.maybe(20)
        return [f"keep {name}: {type_}{given}"], sc.bind(name, Var(type_, secret, True))

    # ---------------------------------------------------------------------------------------------------------- control

    def condition(self, sc: Scope) -> Lines:
        lines = [self.guard(sc), *deeper(self.body(sc, 2))]
        while self.c.maybe(25):
            lines += ["else " + self.guard(sc), *deeper(self.body(sc, 2))]
        if self.c.maybe(40):
            lines += ["else:", *deeper(self.body(sc, 2))]
        return lines

    def inside(self, sc: Scope, times: int) -> Scope:
        return evolve(sc.over(times), loop=True)

    def for_each(self, sc: Scope) -> Lines | None:
        if sc.mult > 200:
            return None
        self.told = False
        name = self.name(sc)
        form = self.c.below(5)
        start = ""
        if form == 0:
            turning = [d for d in [*self.w.domains, self.w.player, self.w.player] if d.turning and len(d) <= 33]
            item: Num | Dom = self.c.one(turning)
            assert isinstance(item, Dom)
            group = item.name if self.c.maybe(60) else self.set(sc, item, 1, False)
            start = f" from {self.member(sc, item, 1, False)}" + self.c.one(["", " clockwise", " anticlockwise"])
            count = len(item)
        elif form == 1 and (found := self.place(sc, 1, False)) is not None:
            group, item = found[0], found[1].piece
            count = found[1].capacity or 8
        elif form == 2:
            item = self.item_type()
            group, count = self.optional(sc, item, 2, False, True), 1
        elif form == 3:
            low = self.c.one([0, 1, -1])
            item = Num(low, low + self.c.edge(17) - 1)
            group, count = str(item), width(item)
        else:
            item = self.c.one([*self.w.domains, self.w.player])
            group = item.name if self.c.maybe(40) else self.set(sc, item, 2, False)
            count = len(item)
        if count * sc.mult > 600:
            return None
        inner = self.inside(sc.bind(name, Var(item, self.told)), count)
        where = f" where {self.truth(inner, 1, False)}" if self.c.maybe(35) else ""
        if start == "" and self.may_choose(sc) and self.c.maybe(40):
            return self.for_each_chosen(sc, item)
        head = f"for each {name} in {group}{start}{where}"
        if self.c.maybe(20):
            return self.for_each_joined(head, inner, count * sc.mult)
        return [f"{head}:", *deeper(self.body(inner, 3))]

    def for_each_joined(self, head: str, sc: Scope, passes: int) -> Lines | None:
        """Return a loop with a second binder on the same line. `leave loop` is not allowed directly in it, since it
        would be unclear which loop ends."""
        name, item = self.name(sc), self.c.one([*self.w.domains, self.w.player])
        self.told = False
        group = item.name if self.c.maybe(40) else self.set(sc, item, 2, False)
        if len(item) * passes > 600:
            return None
        inner = evolve(self.inside(sc.bind(name, Var(item, self.told)), len(item)), loop=False)
        where = f" where {self.truth(inner, 1, False)}" if self.c.maybe(35) else ""
        return [f"{head}, {name} in {group}{where}:", *deeper(self.body(inner, 3))]

    def may_choose(self, sc: Scope) -> bool:
        return False

    def for_each_chosen(self, sc: Scope, item: Num | Dom) -> Lines:
        name = self.name(sc)
        group = self.set(sc, item, 1) if width(item) < 10 else self.listed(sc, item, True)
        if self.c.maybe(30) and (found := self.place(sc, 1, True, forms=("heap", "row", "stack"))) is not None:
            if (found[1].capacity or 99) <= 8 and len(found[1].piece) < 10:
                group, item = found[0], found[1].piece
        inner = self.inside(sc.bind(name, Var(item)), 3)
        where = f" where {self.truth(inner, 1)}" if self.c.maybe(30) else ""
        return [f"for each {name} in {group}{where}, in chosen order:", *deeper(self.body(inner, 2))]

    def repeat(self, sc: Scope) -> Lines | tuple[Lines, Scope] | None:
        if sc.mult > 60:
            return None
        times = self.c.between(1, 4)
        inner = self.inside(sc, times)
        limit = self.fitting(sc, 0, 4, 1, True) if self.c.maybe(30) else str(times)
        test = self.c.one(["", " while {}", " until {}"]).format(self.truth(evolve(sc, me=False), 1, True))
        if self.c.maybe(25):  # a counter limits the loop
            name = self.name(sc)
            inner = inner.bind(name, Var(Num(0, times)))
            body = self.body(inner, 2)
            lines = [
                f"keep {name}: 0..{times} = {times}",
                f"repeat while {name} > 0:",
                *deeper([f"{name} -= 1", *body]),
            ]
            return lines, sc.bind(name, Var(Num(0, times)))
        return [f"repeat at most {limit} times{test}:", *deeper(self.body(inner, 3))]

    def leave_loop(self, sc: Scope) -> Lines | None:
        return [self.guard(sc, 1), "  leave loop"] if sc.loop else None

    def by(self, sc: Scope) -> Lines:
        who = self.member(sc, self.w.player, 2, False)
        return [f"by {who}:", *deeper(self.body(evolve(sc, me=True), 3))]

    def step(self, sc: Scope) -> Lines | None:
        if sc.steps is None or len(sc.steps) > 3 or self.c.maybe(40):
            return None
        name = self.fresh("stage")
        sc.steps.append(name)
        if not sc.procedure:
            self.flow_steps.append((name, evolve(sc, names={}, loop=False)))
        return [f"step {name}:", *deeper(self.body(sc, 3))]

    # ----------------------------------------------------------------------------------------------------------- pieces

    def target(self, sc: Scope, piece: Dom) -> tuple[str, Place, str] | None:
        """Return a place for a piece: its text, the place, and the condition that the piece fits ("" if it always
        does)."""
        found = [p for p in self.w.places if p.piece is piece]
        if not found:
            return None
        place = self.c.one(found)
        text = self.element(sc, place, 1, False)
        if place.form == "one":
            return text, place, f"empty({text})"
        if place.capacity is not None and place.form != "heap":
            return text, place, f"size({text}) < {place.capacity}"
        if place.capacity is not None:
            return text, place, f"size({text}) < {min(place.capacity, 255)}"
        return text, place, ""

    def destination(self, text: str, place: Place) -> str:
        if place.form in ("row", "stack"):
            return self.c.one([text, f"top of {text}", f"bottom of {text}"])
        return text

    def take(self, sc: Scope, text: str, place: Place, several: bool = True) -> tuple[str, str]:
        """Return what `move` or `remove` takes from a place, as text, and the condition that this is possible.
        `several` allows an amount."""
        if place.form == "one":
            return self.c.one([(text, f"taken({text})"), (f"all of {text}", "")])
        if place.form in ("row", "stack") and self.c.maybe(60):
            return self.c.one([(f"top of {text}", f"not empty({text})"), (f"bottom of {text}", f"taken({text})")])
        if place.form in ("row", "stack") and self.c.maybe(40):
            number, _, high = self.number(sc, 1, False)
            return f"item({text}, {number})", f"{number} > 0 and {number} <= size({text})" if high > 0 else "no"
        if self.may_draw(sc) and self.c.maybe(40):
            return f"random from {text}", f"not empty({text})"
        if self.c.maybe(20):
            return f"all of {text}", ""
        piece = self.member(sc, place.piece, 1, False)
        if several and self.c.maybe(30):
            many = self.fitting(sc, 0, 3, 1)
            return f"{many} of {piece} from {text}", f"amount({text}, {piece}) >= {many}"
        return f"{piece} from {text}", f"{piece} in {text}"

    def may_draw(self, sc: Scope) -> bool:
        return False

    def guarded(self, tests: list[str], lines: Lines) -> Lines:
        tests = [t for t in tests if t]
        if not tests or self.c.maybe(4):
            return lines
        return [self.revealing(" and ".join(tests)), *deeper(lines)]

    def move(self, sc: Scope) -> Lines | None:
        self.told = False
        found = self.place(sc, 1, False)
        if found is None or (to := self.target(sc, found[1].piece)) is None:
            return None
        text, place = found
        what, test = self.take(sc, text, place, to[1].form != "one")
        end = self.destination(to[0], to[1])
        if what.startswith("all of") and to[1].form != "heap":
            if not self.c.maybe(20):
                test = f"size({text}) == 1" if place.form != "one" else test
        lines = self.guarded([test, to[2]], [f"move {what} to {end}"])
        if test and " from " in what and not what.startswith("random") and self.c.maybe(50):
            name = self.name(sc)  # alternatively, try each piece until one fits
            return self.guarded(
                [], [f"for each {name} in {text}:", *deeper([f"move {name} from {text} to {end}", "leave loop"])]
            )
        return lines

    def put(self, sc: Scope) -> Lines | None:
        pieces = self.w.of("piece")
        if not pieces:
            return None
        piece = self.c.one(pieces)
        self.told = False
        to = self.target(sc, piece)
        if to is None:
            return None
        amount = ""
        if to[1].form != "one" and self.c.maybe(40):
            amount = "every " if None not in piece.copies and self.c.maybe(60) else f"{self.fitting(sc, 0, 3, 1)} of "
        word = self.c.one(["in", "on"])
        end = self.destination(to[0], to[1])
        value = self.member(sc, piece, 1, False)
        line = f"put {amount}{value} {word} {end}"
        if None not in piece.copies and amount != "every " and not self.c.maybe(15):
            return None  # the supply of the piece may be used up
        return self.guarded([to[2]], [line])

    def remove(self, sc: Scope) -> Lines | None:
        self.told = False
        found = self.place(sc, 1, False)
        if found is None or self.c.maybe(50):
            return None
        what, test = self.take(sc, *found)
        return self.guarded([test], [f"remove {what}"])

    # ---------------------------------------------------------------------------------------------------- other effects

    def show(self, sc: Scope) -> Lines:
        who = self.c.one(
            ["all", "nobody", self.member(sc, self.w.player, 1, False), self.set(sc, self.w.player, 1, False)]
        )
        type_ = self.any_type()
        value = self.value(sc, type_, 1, False)
        return [f"show {self.clear(type_, value)} to {who}"]

    def clear(self, type_: Type, value: str) -> str:
        """Return an expression whose type is clear without context, in place of a value that may need context."""
        match type_:
            case Dom():
                return self.named(type_)
            case Opt(item):
                return self.exact_plain(item)
            case SetOf(item):
                return self.plain_set(item)
        return value

    def exact_plain(self, item: Num | Dom) -> str:
        return self.named(item) if isinstance(item, Dom) else str(item.low if item.low >= 0 else 0)

    def record(self, sc: Scope) -> Lines | None:
        if not self.w.positions or sc.mult > 3:
            return None
        return [f"{self.c.one(['record', 'record', 'forget'])} {self.c.one(self.w.positions)}"]

    # ------------------------------------------------------------------------------------------------------------ calls

    def callable(self, sc: Scope, p: Procedure) -> bool:
        return (
            p.rank < sc.rank
            and (sc.flow or not p.flow)
            and (sc.me or not p.me)
            and (sc.turn or not p.turn)
            and (sc.round or not p.round)
            and not (p.loops and (sc.turn or sc.procedure))
            and p.cost * sc.mult < DEAR * 4
        )

    def perform(self, sc: Scope) -> tuple[Lines, Scope] | None:
        found = [p for p in self.w.procedures if self.callable(sc, p)]
        if not found:
            return None
        p = self.c.one(found)
        self.told = False
        self.used.add(p.name)
        text = self.call(sc, p.name, p.params, 2, False)
        self.spent += p.cost * sc.mult
        if p.result is not None and self.c.maybe(80):
            name = self.name(sc)
            return [f"let {name} = {text}"], sc.bind(name, Var(p.result, True))
        return [text], sc

    def announce(self, sc: Scope) -> Lines | None:
        found = [e for e in self.w.events if e.rank < sc.rank and (sc.flow or not e.flow)]
        if not found or sc.mult > 8:
            return None
        event = self.c.one(found)
        text = self.call(sc, event.name, event.params, 2, False)
        return [f"announce {text if event.params or self.c.maybe(50) else event.name}"]


__all__ = ["Effects", "Keep", "Lines", "Truth", "deeper"]
