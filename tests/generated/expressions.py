"""Generators of expressions: for each type, one small generator for each form with this type.

Compound expressions are in brackets. A number comes with an interval that contains it. With `open_`, an expression uses
only what everybody or the acting player `me` sees, as decisions require. Otherwise the flag `told` is set if it reads
something hidden, so that the caller can add `reveals`.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from .chooser import Chooser
from .kinds import TRUTH, Dom, Fact, Keep, Num, Opt, Place, Scope, SetOf, Truth, Type, Var, World, width

Number = tuple[str, int, int]
POOL = ("x", "y", "z", "w", "v", "u", "k", "h", "g", "j")
TAKEN = Var(None)  # a name in sight that is of no use
DEAR = 1500
"""The most iterations of nested loops together."""


class Expressions:
    def __init__(self, chooser: Chooser, world: World) -> None:
        self.c = chooser
        self.w = world
        self.told = False
        self.spent = 0
        self.count = 0
        self.used: set[str] = set()
        self.beaten: set[str] = set()  # rules that have lower priority than another by `over`
        self.flow_steps: list[tuple[str, Scope]] = []  # the steps in the flow, each with its scope

    # ----------------------------------------------------------------------------------------------------------- names

    def name(self, sc: Scope, stem: str = "") -> str:
        """Return a local name that is new in this scope; other scopes often use the same name."""
        prefix = "t_" if sc.turn else ""
        for _ in range(4):
            name = prefix + (stem or self.c.one(POOL))
            if name not in sc.names and name not in self.w.globals:
                return name
        self.count += 1
        return f"{prefix}{stem or 'x'}{self.count}"

    def fresh(self, stem: str) -> str:
        self.count += 1
        name = f"{stem}{self.count}"
        self.w.globals.add(name)
        return name

    def locals(self, sc: Scope, type_: type, open_: bool) -> list[tuple[str, Var]]:
        return [(n, v) for n, v in sc.names.items() if isinstance(v.type, type_) and not (open_ and v.secret)]

    def choose_local(self, found: list[tuple[str, Var]]) -> tuple[str, Var]:
        name, var = self.c.one(found)
        self.told = self.told or var.secret
        return name, var

    def constant(self, domain: Dom, at: int | None = None) -> str:
        label = domain.labels[self.c.below(len(domain)) if at is None else at]
        if domain.sort == "piece":
            return self.piece(domain, domain.labels.index(label))
        plain = domain.sort in ("enum", "table", "player") and not domain.qualified and self.c.maybe(60)
        return label if plain else f"{domain.name}.{label}"

    def piece(self, domain: Dom, at: int) -> str:
        """Return a kind of piece, written with its attributes."""
        parts = []
        for name, type_ in reversed(domain.fields):
            at, part = divmod(at, width(type_))
            parts.append((name, self.literal(type_, part)))
        named = self.c.maybe(50)
        return f"{domain.name}({', '.join(f'{n}: {v}' if named else v for n, v in reversed(parts))})"

    def literal(self, type_: Type, at: int) -> str:
        match type_:
            case Num(low, _):
                return str(low + at)
            case Truth():
                return "yes" if at else "no"
            case Opt(item):
                return "none" if at == 0 else self.literal(item, at - 1)
            case Dom():
                return f"{type_.name}.{type_.labels[at]}" if type_.sort != "piece" else self.piece(type_, at)
        raise AssertionError(type_)

    # ------------------------------------------------------------------------------------------------------ dispatching

    def value(self, sc: Scope, type_: Type, depth: int, open_: bool = True) -> str:
        """Return a random expression of this type."""
        self.spent += sc.mult
        match type_:
            case Num(low, high):
                return self.fitting(sc, low, high, depth, open_)
            case Truth():
                return self.truth(sc, depth, open_)
            case Dom():
                return self.member(sc, type_, depth, open_)
            case Opt(item):
                return self.optional(sc, item, depth, open_)
            case SetOf(item):
                return self.set(sc, item, depth, open_)

    def pick(self, forms: list[Callable[[], str | Number | None]]) -> str | Number:
        """Return the result of the first form that is possible here, starting from a random one."""
        start = self.c.below(len(forms))
        for i in range(len(forms)):
            found = forms[(start + i) % len(forms)]()
            if found is not None:
                return found
        raise AssertionError("the first form always goes")

    # ---------------------------------------------------------------------------------------------------------- numbers

    def fitting(self, sc: Scope, low: int, high: int, depth: int, open_: bool = True, sure: bool = False) -> str:
        """Return a number within these bounds; unless it must be `sure`, sometimes one that may be outside."""
        if low == high or self.c.maybe(25):
            return str(self.c.one([low, high, self.c.between(low, high)]))
        text, least, most = self.number(sc, depth, open_)
        if (low <= least and most <= high) or (not sure and self.c.maybe(4)):
            return text
        if most > high:
            text = f"lesser({high}, {text})"
        if least < low:
            text = f"greater({low}, {text})"
        return text

    def number(self, sc: Scope, depth: int, open_: bool = True) -> Number:
        self.spent += sc.mult
        simple = [
            self.plain_number,
            lambda: self.stored_number(sc, depth, open_),
            lambda: self.local_number(sc, open_),
            lambda: self.size(sc, depth, open_),
        ]
        deep = [
            lambda: self.arithmetic(sc, depth, open_),
            lambda: self.arithmetic(sc, depth, open_),
            lambda: self.fact_number(sc, depth, open_),
            lambda: self.counted(sc, depth, open_),
            lambda: self.summed(sc, depth, open_),
            lambda: self.extreme(sc, depth, open_),
            lambda: self.arm_number(sc, depth, open_),
            lambda: self.index(sc, depth, open_),
            lambda: self.attribute_number(sc, depth, open_),
            lambda: self.distance(sc, depth, open_),
            lambda: self.looked_ahead(sc, depth, open_),
            lambda: self.named_number(sc, depth, open_),
        ]
        found = self.pick(simple if depth <= 0 else simple + deep)
        assert isinstance(found, tuple)
        return found

    def plain_number(self) -> Number:
        n = self.c.one([0, 1, 2, 3, self.c.edge(256), -1, self.w.players])
        ranged = [(n, t) for n, t in self.w.options.items() if isinstance(t, Num)]
        if ranged and self.c.maybe(20):
            name, type_ = self.c.one(ranged)
            return name, type_.low, type_.high
        if n == self.w.players and self.c.maybe(50):
            return "players", n, n
        return (str(n) if n >= 0 else f"({n})"), n, n

    def local_number(self, sc: Scope, open_: bool) -> Number | None:
        found = self.locals(sc, Num, open_)
        if not found:
            return None
        name, var = self.choose_local(found)
        assert isinstance(var.type, Num)
        return name, var.type.low, var.type.high

    def stored_number(self, sc: Scope, depth: int, open_: bool) -> Number | None:
        text, type_ = self.stored(sc, Num, depth, open_) or ("", TRUTH)
        return (text, type_.low, type_.high) if isinstance(type_, Num) else None

    def arithmetic(self, sc: Scope, depth: int, open_: bool) -> Number:
        a, al, ah = self.number(sc, depth - 1, open_)
        b, bl, bh = self.number(sc, depth - 1, open_)
        op = self.c.one(["+", "-", "*", "div", "mod", "lesser", "greater", "abs", "neg"])
        if op in ("div", "mod") and not (bl > 0 or bh < 0) and not self.c.maybe(5):
            b, bl, bh = f"greater(1, {b})", max(1, bl), max(1, bh)
        if (op in ("div", "mod") and bl == bh == 0) or (op == "*" and max(map(abs, (al, ah, bl, bh))) > 5000):
            op = "+"
        match op:
            case "+":
                return f"({a} + {b})", al + bl, ah + bh
            case "-":
                return f"({a} - {b})", al - bh, ah - bl
            case "*":
                ends = [x * y for x in (al, ah) for y in (bl, bh)]
                return f"({a} * {b})", min(ends), max(ends)
            case "div":
                ends = [e for x in (al, ah) for d in (bl, bh, -1, 1) if d and bl <= d <= bh for e in (x // d,)]
                return f"({a} div {b})", min(ends), max(ends)
            case "mod":
                return f"({a} mod {b})", min(0, bl + 1), max(0, bh - 1)
            case "abs":
                return f"abs({a})", 0, max(abs(al), abs(ah))
            case "neg":
                return f"(-{a})", -ah, -al
            case "lesser":
                return f"lesser({a}, {b})", min(al, bl), min(ah, bh)
        return f"greater({a}, {b})", max(al, bl), max(ah, bh)

    def arm_number(self, sc: Scope, depth: int, open_: bool) -> Number:
        condition = self.truth(sc, depth - 1, open_)
        a, al, ah = self.number(sc, depth - 1, open_)
        b, bl, bh = self.number(sc, depth - 1, open_)
        return f"(if {condition} then {a} else {b})", min(al, bl), max(ah, bh)

    def size(self, sc: Scope, depth: int, open_: bool) -> Number | None:
        if self.c.maybe(70):
            found = self.place(sc, depth, open_, "counted")
            if found is not None:
                return f"size({found[0]})", 0, found[1].capacity or 1
        kept = [k for k in self.w.keeps if isinstance(k.type, SetOf) and self.readable(sc, k, open_, "counted")]
        if kept and self.c.maybe(50) and not sc.constant:
            keep = self.c.one(kept)
            return f"size({self.element(sc, keep, depth, open_, 'counted')})", 0, width(keep.type)
        item = self.item_type()
        if item is None or depth <= 0:
            return None
        return f"size({self.set(sc, item, depth - 1, open_)})", 0, 512

    def index(self, sc: Scope, depth: int, open_: bool) -> Number | None:
        domain = self.c.one([*self.w.domains, self.w.player])
        return f"index({self.member(sc, domain, depth - 1, open_, True)})", 0, len(domain) - 1

    def attribute_number(self, sc: Scope, depth: int, open_: bool) -> Number | None:
        found = [(d, n, t) for d in self.w.domains for n, t in d.fields if isinstance(t, Num)]
        if not found:
            return None
        domain, name, type_ = self.c.one(found)
        if domain.sort == "piece" and self.c.maybe(30):
            return f"{self.constant(domain)}.{name}", type_.low, type_.high
        return f"{self.base(self.member(sc, domain, depth - 1, open_, True))}.{name}", type_.low, type_.high

    @staticmethod
    def base(text: str) -> str:
        """Return the expression in a form whose attributes may be read, such as in brackets."""
        return text

    def counted(self, sc: Scope, depth: int, open_: bool) -> Number | None:
        found = self.binders(sc, depth, open_)
        if found is None:
            return None
        text, inner, most = found
        where = f" where {self.truth(inner, depth - 1, open_)}" if self.c.maybe(70) else ""
        return f"count({text}{where})", 0, most

    def summed(self, sc: Scope, depth: int, open_: bool) -> Number | None:
        found = self.binders(sc, depth, open_)
        if found is None:
            return None
        text, inner, most = found
        where = f" where {self.truth(inner, depth - 1, open_)}" if self.c.maybe(50) else ""
        body, low, high = self.number(inner, depth - 1, open_)
        if max(abs(low), abs(high)) * most > 10**8:
            return None
        return f"sum({text}{where}: {body})", min(0, most * low), max(0, most * high)

    def extreme(self, sc: Scope, depth: int, open_: bool) -> Number | None:
        found = self.binders(sc, depth, open_)
        if found is None:
            return None
        text, inner, _ = found
        where = f" where {self.truth(inner, depth - 1, open_)}" if self.c.maybe(50) else ""
        body, low, high = self.number(inner, depth - 1, open_)
        otherwise = ""
        if not self.c.maybe(5):
            other, ol, oh = self.number(sc, 0, open_)
            otherwise, low, high = f" otherwise {other}", min(low, ol), max(high, oh)
        return f"{self.c.one(['most', 'least'])}({text}{where}: {body}{otherwise})", low, high

    def distance(self, sc: Scope, depth: int, open_: bool) -> Number | None:
        boards = self.w.of("board")
        if not boards:
            return None
        board = self.c.one(boards)
        a, b = (self.member(sc, board, depth - 1, open_, True) for _ in range(2))
        return f"distance({a}, {b})", 0, len(board)

    def looked_ahead(self, sc: Scope, depth: int, open_: bool) -> Number | None:
        """Return a number from `times seen` or `after`, or None if neither is possible here."""
        if sc.constant:
            return None
        if self.w.positions and self.c.maybe(50):
            return f"(times seen {self.c.one(self.w.positions)})", 0, 512
        text = self.after(sc, depth, open_)
        if text is None:
            return None
        body, low, high = self.number(sc, depth - 1, open_)
        return f"(after {text}: {body})", low, high

    def after(self, sc: Scope, depth: int, open_: bool) -> str | None:
        found = [
            p
            for p in self.w.procedures
            if not p.flow and p.rank < sc.rank and not p.me and not p.turn and p.cost * sc.mult < DEAR
        ]
        if not found or sc.constant or sc.settling:
            return None
        procedure = self.c.one(found)
        self.spent += procedure.cost * sc.mult
        return self.call(sc, procedure.name, procedure.params, depth, open_)

    def call(self, sc: Scope, name: str, params: tuple[tuple[str, Type], ...], depth: int, open_: bool = True) -> str:
        """Return a call with random arguments, by position or by name."""
        parts = [(n, self.value(sc, t, min(depth - 1, 1), open_)) for n, t in params]
        if parts and self.c.maybe(20):
            return f"{name}({', '.join(f'{n}: {v}' for n, v in reversed(parts))})"
        return f"{name}({', '.join(v for _, v in parts)})"

    def fact(self, sc: Scope, type_: type | Type, depth: int, open_: bool) -> tuple[str, Fact] | None:
        found = [
            f
            for f in self.w.facts
            if (f.type == type_ or (isinstance(type_, type) and isinstance(f.type, type_)))
            and not (open_ and f.secret)
            and f.cost * sc.mult < DEAR
        ]
        if not found or sc.constant:
            return None
        fact = self.c.one(found)
        self.told = self.told or fact.secret
        self.spent += fact.cost * sc.mult
        return (self.call(sc, fact.name, fact.params, depth, open_) if fact.params else fact.name), fact

    def fact_number(self, sc: Scope, depth: int, open_: bool) -> Number | None:
        found = self.fact(sc, Num, depth, open_)
        if found is None:
            return None
        type_ = found[1].type
        assert isinstance(type_, Num)
        return found[0], type_.low, type_.high

    # ------------------------------------------------------------------------------------------------- places and keeps

    def stored(self, sc: Scope, type_: type | Type, depth: int, open_: bool) -> tuple[str, Type] | None:
        """Return an element of a kept value (`keep`) as text, and its type; None if there is none of this type."""
        found = [
            k
            for k in self.w.keeps
            if (k.type == type_ or (isinstance(type_, type) and isinstance(k.type, type_)))
            and self.readable(sc, k, open_)
        ]
        if not found or sc.constant:
            return None
        keep = self.c.one(found)
        return self.element(sc, keep, depth, open_), keep.type

    def stored_like(self, sc: Scope, type_: Opt | SetOf, depth: int, open_: bool) -> str | None:
        """Return an element of a kept value of this type; sometimes of one with a wider range of numbers, which may not
        fit."""
        found = self.stored(sc, type_, depth, open_)
        if found is None and isinstance(type_.item, Num):
            found = self.stored(sc, type(type_), depth, open_)
        return found[0] if found is not None and isinstance(found[1].item, type(type_.item)) else None

    def readable(self, sc: Scope, thing: Keep | Place, open_: bool, what: str = "seen") -> bool:
        audience = thing.seen if what == "seen" else thing.counted
        return not open_ or audience == "all" or (audience == "own" and sc.me)

    def element(self, sc: Scope, thing: Keep | Place, depth: int, open_: bool, what: str = "seen") -> str:
        audience = thing.seen if what == "seen" else thing.counted
        if audience != "all":
            self.told = True
        if not thing.dims:
            return thing.name
        if open_ and audience == "own":
            return f"{thing.name}[me]"
        return f"{thing.name}[{', '.join(self.value(sc, d, min(depth - 1, 1), open_) for d in thing.dims)}]"

    def place(
        self, sc: Scope, depth: int, open_: bool, what: str = "seen", forms: tuple[str, ...] = ()
    ) -> tuple[str, Place] | None:
        found = [p for p in self.w.places if self.readable(sc, p, open_, what) and (not forms or p.form in forms)]
        if not found or sc.constant:
            return None
        place = self.c.one(found)
        return self.element(sc, place, depth, open_, what), place

    # ------------------------------------------------------------------------------------------------------------ truth

    def truth(self, sc: Scope, depth: int, open_: bool = True) -> str:
        self.spent += sc.mult
        simple: list[Callable[[], str | Number | None]] = [
            lambda: self.c.one(["yes", "yes", "no"]),
            lambda: (self.stored(sc, Truth, depth, open_) or (None,))[0],
            lambda: self.local_plain(sc, Truth, open_),
            lambda: self.filled(sc, depth, open_),
            lambda: self.compared(sc, 0, open_),
            lambda: self.compared(sc, 0, open_),
        ]
        deep: list[Callable[[], str | Number | None]] = [
            lambda: self.compared(sc, depth - 1, open_),
            lambda: self.compared(sc, depth - 1, open_),
            lambda: self.same_member(sc, depth, open_),
            lambda: self.is_none(sc, depth, open_),
            lambda: self.joined(sc, depth, open_),
            lambda: self.joined(sc, depth, open_),
            lambda: self.quantified(sc, depth, open_),
            lambda: self.quantified(sc, depth, open_),
            lambda: self.contained(sc, depth, open_),
            lambda: self.compared_sets(sc, depth, open_),
            lambda: (self.fact(sc, Truth, depth, open_) or (None,))[0],
            lambda: self.arm(sc, TRUTH, depth, open_),
            lambda: self.after_truth(sc, depth, open_),
            lambda: self.named_truth(sc, depth, open_),
        ]
        found = self.pick(simple if depth <= 0 else simple + deep)
        assert isinstance(found, str)
        return found

    def local_plain(self, sc: Scope, type_: type, open_: bool) -> str | None:
        found = self.locals(sc, type_, open_)
        return self.choose_local(found)[0] if found else None

    def compared(self, sc: Scope, depth: int, open_: bool) -> str:
        a, b = self.number(sc, depth, open_)[0], self.number(sc, depth, open_)[0]
        return f"({a} {self.c.one(['==', '!=', '<', '<=', '>', '>='])} {b})"

    def same_member(self, sc: Scope, depth: int, open_: bool) -> str:
        domain = self.c.one([*self.w.domains, self.w.player])
        ordered = domain.sort in ("enum", "table", "board")
        op = self.c.one(["==", "!=", "<", "<=", ">", ">="] if ordered else ["==", "!="])
        a, b = self.member(sc, domain, depth - 1, open_, True), self.member(sc, domain, depth - 1, open_)
        return f"({a} {op} {b})"

    def is_none(self, sc: Scope, depth: int, open_: bool) -> str | None:
        item = self.item_type()
        if item is None:
            return None
        value = self.optional(sc, item, depth - 1, open_, True)
        if value == "none":
            return None
        other = "none" if self.c.maybe(60) else self.value(sc, item, depth - 1, open_)
        return f"({value} {self.c.one(['==', '!='])} {other})"

    def joined(self, sc: Scope, depth: int, open_: bool) -> str:
        a = self.truth(sc, depth - 1, open_)
        if self.c.maybe(25):
            return f"(not {a})"
        return f"({a} {self.c.one(['and', 'or'])} {self.truth(sc, depth - 1, open_)})"

    def quantified(self, sc: Scope, depth: int, open_: bool) -> str | None:
        found = self.binders(sc, depth, open_)
        if found is None:
            return None
        text, inner, _ = found
        where = f" where {self.truth(inner, depth - 2, open_)}" if self.c.maybe(50) else ""
        return f"({self.c.one(['some', 'all'])} {text}{where}: {self.truth(inner, depth - 1, open_)})"

    def filled(self, sc: Scope, depth: int, open_: bool) -> str | None:
        found = self.place(sc, depth, open_, "counted")
        return None if found is None else f"{self.c.one(['empty', 'taken'])}({found[0]})"

    def contained(self, sc: Scope, depth: int, open_: bool) -> str | None:
        word = self.c.one(["in", "in", "not in"])
        if self.c.maybe(40):
            found = self.place(sc, depth, open_, forms=("heap", "row", "stack"))
            if found is not None:
                return f"({self.member(sc, found[1].piece, depth - 1, open_, True)} {word} {found[0]})"
        item = self.item_type()
        if item is None:
            return None
        group = self.set(sc, item, depth - 1, open_)
        return f"({self.value(sc, item, depth - 1, open_)} {word} {group})"

    def compared_sets(self, sc: Scope, depth: int, open_: bool) -> str | None:
        item = self.item_type()
        if item is None:
            return None
        a, b = self.set(sc, item, depth - 1, open_), self.set(sc, item, depth - 1, open_)
        return f"({a} {self.c.one(['within', '==', '!='])} {b})"

    def after_truth(self, sc: Scope, depth: int, open_: bool) -> str | None:
        text = self.after(sc, depth, open_)
        return None if text is None else f"(after {text}: {self.truth(sc, depth - 1, open_)})"

    def naming(self, sc: Scope, depth: int, open_: bool) -> tuple[str, Scope]:
        """Return `let` with one or two names, and the scope after it."""
        named, inner = [], sc
        for _ in range(2 if self.c.maybe(20) else 1):
            name, form = self.name(inner), self.c.below(4)
            type_: Type = TRUTH
            if form == 0:
                text = self.truth(inner, depth - 1, open_)
            elif form == 1:
                type_ = self.item_type()
            if form > 1 or (form == 1 and not isinstance(type_, Dom)):
                text, low, high = self.number(inner, depth - 1, open_)
                type_ = Num(low, high)
            elif isinstance(type_, Dom):
                text = self.member(inner, type_, depth - 1, open_, clear=True)
            named.append(f"{name} = {text}")
            inner = inner.bind(name, Var(type_, not open_ and self.told))
        return f"let {', '.join(named)}", inner

    def named_number(self, sc: Scope, depth: int, open_: bool) -> Number:
        text, inner = self.naming(sc, depth, open_)
        body, low, high = self.number(inner, depth - 1, open_)
        return f"({text}: {body})", low, high

    def named_truth(self, sc: Scope, depth: int, open_: bool) -> str:
        text, inner = self.naming(sc, depth, open_)
        return f"({text}: {self.truth(inner, depth - 1, open_)})"

    def arm(self, sc: Scope, type_: Type, depth: int, open_: bool) -> str:
        condition = self.truth(sc, depth - 1, open_)
        a, b = self.value(sc, type_, depth - 1, open_), self.value(sc, type_, depth - 1, open_)
        return f"(if {condition} then {a} else {b})"

    # ---------------------------------------------------------------------------------------------------------- members

    def member(self, sc: Scope, domain: Dom, depth: int, open_: bool = True, clear: bool = False) -> str:
        """Return a member of a domain. With `clear`, its type is clear without context."""
        self.spent += sc.mult
        simple: list[Callable[[], str | Number | None]] = [
            lambda: self.named(domain) if clear else self.constant(domain),
            lambda: (self.stored(sc, domain, depth, open_) or (None,))[0],
            lambda: self.local_of(sc, domain, open_),
            lambda: self.local_of(sc, domain, open_),
        ]
        if domain is self.w.player and not sc.constant:
            simple += [lambda: "active", lambda: "me" if sc.me else None, lambda: "me" if sc.me else None]
        deep: list[Callable[[], str | Number | None]] = [
            lambda: self.turned(sc, domain, depth, open_),
            lambda: f"member({domain.name}, {self.fitting(sc, 0, len(domain) - 1, depth - 1, open_)})",
            lambda: f"if_none({self.optional(sc, domain, depth - 1, open_, True)}, {self.named(domain)})",
            lambda: (self.fact(sc, domain, depth, open_) or (None,))[0],
            lambda: None if clear else self.arm(sc, domain, depth, open_),
            lambda: self.attribute(sc, domain, depth, open_),
            lambda: self.the_one(sc, domain, depth, open_),
            lambda: f"sure({self.optional(sc, domain, depth - 1, open_, True)})" if self.c.maybe(5) else None,
            lambda: self.by_attributes(sc, domain, depth, open_),
        ]
        found = self.pick(simple if depth <= 0 else simple + deep)
        assert isinstance(found, str)
        if found.startswith("if_none(none,") or found == "sure(none)":
            return self.named(domain)
        return found

    def by_attributes(self, sc: Scope, domain: Dom, depth: int, open_: bool) -> str | None:
        """Return a row of a combined table by its attributes. Sometimes the row does not exist, which is a fault in
        play."""
        whole = len(domain) == prod(width(t) for _, t in domain.fields)
        if domain.sort != "combined" and not (domain.sort == "board" and domain.fields and whole):
            return None
        (first, left), (second, right) = domain.fields
        values = [n for n in range(left.low, left.high + 1) if n != domain.gap]
        locals_ = [n for n, v in sc.names.items() if isinstance(v.type, Num) and not (open_ and v.secret)]
        if locals_ and self.c.maybe(30) and not sc.constant:
            text = f"lesser({left.high}, greater({left.low}, {self.c.one(locals_)}))"
        else:
            text = f"if {self.truth(sc, depth - 1, open_)} then {self.c.one(values)} else {self.c.one(values)}"
        # literals, since a number limited to this range may have a smaller range as its type
        if isinstance(right, Num):
            one, two = self.c.between(right.low, right.high), self.c.between(right.low, right.high)
            other = f"if {self.truth(sc, depth - 1, open_)} then {one} else {two}" if self.c.maybe(50) else f"{one}"
        else:
            other = self.value(sc, right, depth - 1, open_)
        parts = [f"{first}: {text}", f"{second}: {other}"]
        return f"{domain.name}({', '.join(parts if self.c.maybe(70) else reversed(parts))})"

    def named(self, domain: Dom) -> str:
        at = self.c.below(len(domain))
        return self.piece(domain, at) if domain.sort == "piece" else f"{domain.name}.{domain.labels[at]}"

    def local_of(self, sc: Scope, type_: Type, open_: bool) -> str | None:
        found = [(n, v) for n, v in sc.names.items() if v.type == type_ and not (open_ and v.secret)]
        return self.choose_local(found)[0] if found else None

    def turned(self, sc: Scope, domain: Dom, depth: int, open_: bool) -> str | None:
        if not domain.turning:
            return None
        base = self.member(sc, domain, depth - 1, open_, True)
        if domain is self.w.player and self.w.players == 2 and self.c.maybe(30):
            return f"opponent({base})"
        if self.c.maybe(50):
            return f"{self.c.one(['next', 'previous'])}({base})"
        return f"({base} {self.c.one(['+', '-'])} {self.number(sc, depth - 1, open_)[0]})"

    def attribute(self, sc: Scope, domain: Dom, depth: int, open_: bool) -> str | None:
        found = [(d, n) for d in self.w.domains for n, t in d.fields if t is domain]
        if not found:
            return None
        owner, name = self.c.one(found)
        return f"{self.member(sc, owner, depth - 1, open_, True)}.{name}"

    def the_one(self, sc: Scope, domain: Dom, depth: int, open_: bool) -> str | None:
        if len(domain) * sc.mult > DEAR:
            return None
        name = self.name(sc)
        inner = sc.bind(name, TAKEN).over(len(domain))
        return f"(the {name} in {domain.name} where {name} == {self.member(inner, domain, depth - 1, open_)})"

    # -------------------------------------------------------------------------------------------------- optional values

    def optional(self, sc: Scope, item: Num | Dom, depth: int, open_: bool = True, real: bool = False) -> str:
        """Return an optional value. With `real`, the expression has an optional type even without context."""
        self.spent += sc.mult
        type_ = Opt(item)
        plain = (lambda: self.first(sc, item, 0, open_)) if real else (lambda: "none")
        simple: list[Callable[[], str | Number | None]] = [
            plain,
            lambda: self.stored_like(sc, type_, depth, open_),
            lambda: self.local_of(sc, type_, open_),
            lambda: None if real else self.value(sc, item, depth - 1, open_),
            lambda: self.at_end(sc, item, depth, open_),
            lambda: self.at_end(sc, item, depth, open_),
        ]
        deep: list[Callable[[], str | Number | None]] = [
            lambda: self.first(sc, item, depth, open_),
            lambda: self.first(sc, item, depth, open_),
            lambda: self.beside(sc, item, depth, open_),
            lambda: self.beside(sc, item, depth, open_),
            lambda: (self.fact(sc, type_, depth, open_) or (None,))[0],
            lambda: self.attribute_of_optional(sc, item, depth, open_),
        ]
        found = self.pick(simple if depth <= 0 else simple + deep)
        assert isinstance(found, str)
        return found

    def first(self, sc: Scope, item: Num | Dom, depth: int, open_: bool) -> str:
        group, count = self.domain_of(sc, item, depth - 1, open_)
        name = self.name(sc)
        inner = sc.bind(name, Var(item)).over(count)
        return f"(first {name} in {group} where {self.truth(inner, max(0, depth - 1), open_)})"

    def domain_of(self, sc: Scope, item: Num | Dom, depth: int, open_: bool) -> tuple[str, int]:
        if isinstance(item, Dom):
            if depth > 0 and self.c.maybe(40):
                return self.set(sc, item, depth, open_), len(item)
            return item.name, len(item)
        high = min(item.high, item.low + 16)
        return f"{item.low}..{high}", high - item.low + 1

    def at_end(self, sc: Scope, item: Num | Dom, depth: int, open_: bool) -> str | None:
        """Return an end or an item of a row or stack, or the content of a place for one piece."""
        found = [p for p in self.w.places if p.piece is item and p.form != "heap" and self.readable(sc, p, open_)]
        if not found or sc.constant:
            return None
        place = self.c.one(found)
        text = self.element(sc, place, depth, open_)
        if place.form == "one":
            return text
        form = self.c.below(3)
        if form == 2:
            return f"item({text}, {self.number(sc, min(depth - 1, 1), open_)[0]})"
        return f"({['top', 'bottom'][form]} of {text})"

    def beside(self, sc: Scope, item: Num | Dom, depth: int, open_: bool) -> str | None:
        if not isinstance(item, Dom):
            return None
        if item.base is not None and item.labels[0].count("_") == 1 and self.c.maybe(60):
            cell = self.member(sc, item.base, depth - 1, open_, True)
            return f"next({cell}, {self.member(sc, item.base.way, depth - 1, open_)}, {item})"
        if item.sort == "board" and item.way is not None:
            site = self.member(sc, item, depth - 1, open_, True)
            way = self.member(sc, item.way, depth - 1, open_)
            if self.c.maybe(50):
                return f"next({site}, {way})"
            return f"steps({site}, {way}, {self.number(sc, 0, open_)[0]})"
        if item.sort == "direction":
            boards = [b for b in self.w.of("board") if b.way is item]
            a, b = (self.member(sc, boards[0], depth - 1, open_, True) for _ in range(2))
            return f"direction({a}, {b})"
        if item.sort == "enum" and not item.turning:
            return f"{self.c.one(['next', 'previous'])}({self.member(sc, item, depth - 1, open_, True)})"
        return None

    def attribute_of_optional(self, sc: Scope, item: Num | Dom, depth: int, open_: bool) -> str | None:
        found = [(d, n) for d in self.w.domains for n, t in d.fields if t in (item, Opt(item))]
        if not found:
            return None
        owner, name = self.c.one(found)
        return f"{self.optional(sc, owner, depth - 1, open_, True)}.{name}"

    # ------------------------------------------------------------------------------------------------------------- sets

    def set(self, sc: Scope, item: Num | Dom, depth: int, open_: bool = True) -> str:
        self.spent += sc.mult
        simple: list[Callable[[], str | Number | None]] = [
            lambda: self.listed(sc, item, open_),
            lambda: self.stored_like(sc, SetOf(item), depth, open_),
            lambda: self.local_of(sc, SetOf(item), open_),
            lambda: item.name if isinstance(item, Dom) else self.range(sc, item, open_),
        ]
        deep: list[Callable[[], str | Number | None]] = [
            lambda: self.such(sc, item, depth, open_),
            lambda: self.such(sc, item, depth, open_),
            lambda: self.image(sc, item, depth, open_),
            lambda: self.united(sc, item, depth, open_),
            lambda: self.united(sc, item, depth, open_),
            lambda: self.sum_of_sets(sc, item, depth, open_),
            lambda: self.reached(sc, item, depth, open_),
            *[lambda: self.sites(sc, item, depth, open_)] * 4,
            lambda: self.lying(sc, item, depth, open_),
            lambda: (self.fact(sc, SetOf(item), depth, open_) or (None,))[0],
        ]
        found = self.pick(simple if depth <= 0 else simple + deep)
        assert isinstance(found, str)
        return found

    def listed(self, sc: Scope, item: Num | Dom, open_: bool) -> str:
        return f"{{{', '.join(self.exact(sc, item, open_) for _ in range(self.c.between(1, 3)))}}}"

    def exact(self, sc: Scope, item: Num | Dom, open_: bool) -> str:
        if isinstance(item, Dom):
            return self.member(sc, item, 0, open_, True)
        if not sc.constant and self.c.maybe(12):
            return str(item.high + 1)  # it may not fit
        return str(self.c.one([item.low, item.high, self.c.between(item.low, item.high)]))

    def range(self, sc: Scope, item: Num, open_: bool) -> str:
        """Return the set of all numbers of a range, or of the first ones; sometimes with one too many."""
        some = not sc.constant and self.c.maybe(40)
        return f"{{{item.low}..{self.fitting(sc, item.low, item.high + 1, 0, open_) if some else item.high}}}"

    def such(self, sc: Scope, item: Num | Dom, depth: int, open_: bool) -> str | None:
        if width(item) * sc.mult > DEAR:
            return None
        name = self.name(sc)
        group, count = self.domain_of(sc, item, depth - 1, open_)
        inner = sc.bind(name, Var(item)).over(count)
        return f"{{{name} in {group} where {self.truth(inner, depth - 1, open_)}}}"

    def image(self, sc: Scope, item: Num | Dom, depth: int, open_: bool) -> str | None:
        found = self.binders(sc, depth, open_)
        if found is None:
            return None
        text, inner, _ = found
        where = f" where {self.truth(inner, depth - 2, open_)}" if self.c.maybe(50) else ""
        value = self.fitting(inner, item.low, item.high, depth - 1, open_) if isinstance(item, Num) else None
        return f"{{{value or self.member(inner, item, depth - 1, open_, True)} for {text}{where}}}"

    def united(self, sc: Scope, item: Num | Dom, depth: int, open_: bool) -> str:
        a, b = self.set(sc, item, depth - 1, open_), self.set(sc, item, depth - 1, open_)
        return f"({a} {self.c.one(['+', '-', '&'])} {b})"

    def sum_of_sets(self, sc: Scope, item: Num | Dom, depth: int, open_: bool) -> str | None:
        found = self.binders(sc, depth, open_)
        if found is None:
            return None
        text, inner, _ = found
        where = f" where {self.truth(inner, depth - 2, open_)}" if self.c.maybe(40) else ""
        return f"sum({text}{where}: {self.set(inner, item, depth - 1, open_)})"

    def reached(self, sc: Scope, item: Num | Dom, depth: int, open_: bool) -> str | None:
        if width(item) ** 2 * sc.mult > DEAR:
            return None
        x = self.name(sc)
        inner = sc.bind(x, Var(item)).over(width(item))
        if isinstance(item, Dom) and item.sort == "board":
            group = f"{self.c.one(['adjacent', 'around'])}({x})"
        else:
            group = item.name if isinstance(item, Dom) else f"{item.low}..{item.high}"
        y = self.name(inner)
        inner = inner.bind(y, Var(item)).over(width(item))
        where = f" where {self.truth(inner, 1, open_)}"
        return f"(reach from {self.set(sc, item, depth - 1, open_)}, {x} to {y} in {group}{where})"

    def sites(self, sc: Scope, item: Num | Dom, depth: int, open_: bool) -> str | None:
        if not isinstance(item, Dom) or item.sort != "board":
            return None
        grid = item.base or item
        others = [d for d in self.w.of("board") if d is not item and (d.base or d) is grid]
        if others and self.c.maybe(40):
            return f"touching({self.member(sc, self.c.one(others), depth - 1, open_, True)}, {item})"
        site = self.member(sc, item, depth - 1, open_, True)
        if item.way is None or self.c.maybe(35):
            return f"{self.c.one(['adjacent', 'around'])}({site})"
        if self.c.maybe(60):
            return f"ray({site}, {self.member(sc, item.way, depth - 1, open_)})"
        return f"between({site}, {self.member(sc, item, depth - 1, open_)})"

    def lying(self, sc: Scope, item: Num | Dom, depth: int, open_: bool) -> str | None:
        found = [p for p in self.w.places if p.piece is item and p.form != "one" and self.readable(sc, p, open_)]
        return self.element(sc, self.c.one(found), depth, open_) if found and not sc.constant else None

    # ---------------------------------------------------------------------------------------------------------- binders

    def item_type(self) -> Num | Dom:
        """Return a random type that sets and optional values may contain."""
        domains = [*self.w.domains, self.w.player, self.w.player]
        if self.c.maybe(30):
            low = self.c.one([0, 0, 1, -2])
            return Num(low, low + self.c.edge(33))
        return self.c.one(domains)

    def binders(self, sc: Scope, depth: int, open_: bool) -> tuple[str, Scope, int] | None:
        """Return one or two binders, the scope inside them, and the most iterations."""
        parts: list[str] = []
        inner, most = sc, 1
        for _ in range(2 if self.c.maybe(25) else 1):
            own = f" where {self.truth(inner, depth - 1, open_)}" if parts and self.c.maybe(30) else ""
            found = self.binder(inner, depth, open_)
            if found is None:
                break
            if parts:
                parts[-1] += own
            text, inner, count = found
            parts.append(text)
            most *= max(1, count)
        return (", ".join(parts), inner, most) if parts else None

    def binder(self, sc: Scope, depth: int, open_: bool) -> tuple[str, Scope, int] | None:
        if sc.mult >= DEAR:
            return None
        name = self.name(sc)
        form = self.c.below(6)
        if form == 5 and (found := self.place(sc, depth, open_)) is not None:
            place = found[1]
            secret = self.told and not open_
            count = place.capacity or 1
            return f"{name} in {found[0]}", sc.bind(name, Var(place.piece, secret)).over(len(place.piece)), count
        if form == 4:
            item = self.item_type()
            value = self.optional(sc, item, depth - 1, open_, True)
            return f"{name} in {value}", sc.bind(name, Var(item, not open_ and self.told)), 1
        if form <= 1:
            low = self.c.one([0, 1, -1])
            high = low + self.c.edge(65) - 1
            if depth > 0 and self.c.maybe(20):
                text, _, most = self.number(sc, 0, open_)
                if most <= 65:
                    return (
                        f"{name} in {low}..{text}",
                        sc.bind(name, Var(Num(low, max(low, most)))).over(most),
                        max(1, most + 2),
                    )
            if (high - low + 1) * sc.mult > DEAR:
                high = low
            return f"{name} in {low}..{high}", sc.bind(name, Var(Num(low, high))).over(high - low + 1), high - low + 1
        item = self.c.one([*self.w.domains, self.w.player, self.w.player])
        if len(item) * sc.mult > DEAR:
            return None
        group = item.name if form == 2 or depth <= 0 else self.set(sc, item, depth - 1, open_)
        return f"{name} in {group}", sc.bind(name, Var(item, not open_ and self.told)).over(len(item)), len(item)
