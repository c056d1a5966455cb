"""Values computed before the game equal those in play, in the machine that the reference interpreter runs.

Expressions of every form that reads no state are generated at random; some have no value, such as a division by
zero.
"""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit.check.constant_evaluation import evaluate, type_members
from rulekit.check.evaluation_context import MOST_WORK, NotConstant
from rulekit.engine.interface import GameFault
from rulekit.engine.reference import ReferenceEngine
from rulekit.machine.lower.value_encoding import encode_constant
from rulekit.model.symbols import FactSymbol
from rulekit.model.types import Domain, DomainType, NumberType, SetType, TruthType
from tests.machine.lower.play import machine

from .books import HEAD, named, value

THINGS = """
enum K: x, y, z
enum T, turning: u, v, w
board B: 3 by 2
board H: 1 by 3, hexagonal, wrapped
table Row(left 0..2, kind K):
  | near | 0 | x |
  | far | 1 | z |
table Pair for each l in 0..2, k in K where l == 0 or k == z
fact twice(i 0..9) = 2 * i
fact odd(i 0..9) = i
exception even to odd(i) where i mod 2 == 0 = -i
"""
MEMBERS = {
    "K": ("x", "y", "z"),
    "T": ("u", "v", "w"),
    "B": ("B.a1", "B.c1", "B.b2"),
    "BDirection": ("BDirection.n", "BDirection.sw"),
    "H": ("H.a1", "H.a3"),
    "HDirection": ("HDirection.se", "HDirection.w"),
    "Row": ("near", "far"),
    "Pair": ("Pair(l: 0, k: y)", "Pair(k: z, l: 2)"),  # others are refused (E333)
    "Player": ("p1", "p2"),
}
COMPARED = ("==", "!=", "<", "<=", ">", ">=")


class Writer:
    """Writes a random expression of a type; `names` are the bound variables in scope, with their types."""

    def __init__(self, r: Random) -> None:
        self.r = r
        self.count = 0
        self.names: list[tuple[str, str]] = []

    def one(self, *texts: str) -> str:
        return self.r.choice(texts)

    def bound(self, kind: str, deep: int, make: str) -> tuple[str, str]:
        """Return a binder such as `i1 in K`, and a number or truth that may use its variable."""
        self.count += 1
        name = f"i{self.count}"
        over = kind if self.r.random() < 0.6 else self.set(kind, deep)
        self.names.append((name, "number" if kind[0].isdigit() else kind))
        said = self.number(deep) if make == "number" else self.truth(deep)
        self.names.pop()
        return f"{name} in {over}", said

    def local(self, kind: str) -> list[str]:
        return [name for name, of in self.names if of == kind]

    def number(self, deep: int) -> str:
        plain = [str(self.r.randint(0, 9)), "2147483647", "players", *self.local("number")]
        if deep <= 0:
            return self.one(*plain, *self.local("number"))
        a, b = self.number(deep - 1), self.number(deep - 1)
        zero = f"(index({self.member('K', deep - 1)}) - 1)"  # zero for some members; a certain zero would be refused
        kind = self.kind()
        binder, said = self.bound(self.one("0..3", kind), deep - 1, "number")
        tested, test = self.bound(self.one("1..4", kind), deep - 1, "truth")
        return self.one(
            *plain,
            f"({a} {self.one('+', '-', '*')} {b})",
            f"({a} {self.one('div', 'mod')} {self.one('2', '3', '(-2)', zero)})",
            f"(-{a})",
            f"abs({a})",
            f"{self.one('lesser', 'greater')}({a}, {b})",
            f"(if {self.truth(deep - 1)} then {a} else {b})",
            f"index({self.member(kind, deep - 1)})",
            f"size({self.set(kind, deep - 1)})",
            f"sum({binder}: {said})",
            f"{self.one('most', 'least')}({binder}: {said})",
            f"most({tested} where {test}: {a} otherwise {b})",
            f"count({tested} where {test})",
            f"twice({self.one('3', '9')})",
            f"odd({self.one('2', '5', '8')})",
            f"({self.member('Row', deep - 1)}).left",
        )

    def kind(self) -> str:
        return self.one(*MEMBERS)

    def truth(self, deep: int) -> str:
        kind = self.kind()
        if deep <= 0:
            return self.one("yes", "no", f"({self.member(kind, 0)} == {self.member(kind, 0)})")
        a, b = self.truth(deep - 1), self.truth(deep - 1)
        binder, said = self.bound(self.one("0..2", kind), deep - 1, "truth")
        sets = self.set(kind, deep - 1), self.set(kind, deep - 1)
        return self.one(
            f"({a} {self.one('and', 'or')} {b})",
            f"(not {a})",
            f"({self.number(deep - 1)} {self.one(*COMPARED)} {self.number(deep - 1)})",
            f"({self.member(kind, deep - 1)} {self.one('==', '!=', '<', '>=')} {self.member(kind, deep - 1)})",
            f"({self.member(kind, deep - 1)} {self.one('in', 'not in')} {sets[0]})",
            f"({self.optional(kind, deep - 1)} {self.one('in', 'not in')} {sets[0]})",
            f"({self.number(deep - 1)} mod 6 in {self.set('0..3', deep - 1)})",
            f"({sets[0]} {self.one('within', '==', '!=')} {sets[1]})",
            f"empty({sets[0]})",
            f"({self.optional(kind, deep - 1)} == {self.one('none', self.member(kind, deep - 1))})",
            f"({self.one('some', 'all')} {binder}: {said})",
        )

    def member(self, kind: str, deep: int) -> str:
        plain = [*MEMBERS[kind], *self.local(kind)]
        if deep <= 0:
            return self.one(*plain)
        binder, said = self.bound(kind, deep - 1, "truth")
        forms = [
            f"(if {self.truth(deep - 1)} then {self.member(kind, deep - 1)} else {self.member(kind, deep - 1)})",
            f"sure({self.optional(kind, deep - 1)})",
            f"if_none({self.optional(kind, deep - 1)}, {self.member(kind, deep - 1)})",
            f"member({kind}, {self.number(deep - 1)})",
            f"(the {binder} where {said})",
        ]
        if kind == "Player":
            forms.append(f"opponent({self.member(kind, deep - 1)})")
        if kind == "K":
            forms.append(f"({self.member('Row', deep - 1)}).kind")
        if kind == "K":
            forms.append(f"({self.member('Pair', deep - 1)}).k")
        if kind in ("T", "Player", "BDirection"):
            forms += [
                f"({self.member(kind, deep - 1)} {self.one('+', '-')} {self.number(deep - 1)})",
                f"{self.one('next', 'previous')}({self.member(kind, deep - 1)})",
            ]
        return self.one(*plain, *forms, *forms)

    def optional(self, kind: str, deep: int) -> str:
        binder, said = self.bound(kind, deep - 1, "truth")
        forms = [f"(first {binder} where {said})"]
        if kind in ("B", "H"):
            way, site = self.member(f"{kind}Direction", deep - 1), self.member(kind, deep - 1)
            forms += [f"next({site}, {way})", f"steps({site}, {way}, {self.number(min(deep - 1, 1))} mod 5 - 1)"]
        if kind in ("K", "Row", "Pair"):
            forms += [f"{self.one('next', 'previous')}({self.member(kind, deep - 1)})"] * 2
        return self.one(*forms)

    def set(self, kind: str, deep: int) -> str:
        number = kind[0].isdigit()
        if number:
            plain = self.one(f"{{{kind}}}", f"{{{self.r.randint(0, 3)}}}")
        else:
            plain = self.one(kind, f"{{{self.member(kind, 0)}, {self.member(kind, 0)}}}")
        if deep <= 0 or number:
            return plain
        binder, said = self.bound(kind, deep - 1, "truth")
        forms = [
            f"({self.set(kind, deep - 1)} {self.one('+', '-', '&')} {self.set(kind, deep - 1)})",
            f"{{{binder} where {said}}}",
        ]
        if kind in ("B", "H"):
            forms += [f"{self.one('adjacent', 'around')}({self.member(kind, deep - 1)})"] * 2
        return self.one(plain, *forms)


def held(texts: list[str]) -> int:
    """Assert that each expression has the same value before the game and in play, or none in both. Return how many have
    a value."""
    book = THINGS + "".join(f"fact f{i} = {text}\n" for i, text in enumerate(texts))
    c = named(book, errors=True)
    wrong = {d.span.text for d in c.report.diagnostics if d.severity == "error" and d.span}
    assert not wrong, wrong
    played = ReferenceEngine(machine(HEAD + book + "flow:\n  game over, drawn\n"))
    state = played.start(1, 0)
    settled = 0
    for i, text in enumerate(texts):
        symbol = c.symbols[f"f{i}"]
        assert isinstance(symbol, FactSymbol)
        try:
            now = played.call(state, f"fact f{i}", ())
        except GameFault as fault:
            with pytest.raises(NotConstant):
                before = evaluate(c, value(c, f"f{i}"))
                pytest.fail(f"{text}: {before}, but {fault.fault.message}")
            continue
        try:
            before = evaluate(c, value(c, f"f{i}"))
        except NotConstant as problem:
            raise AssertionError(f"{text}: {problem.why}, but is {now}") from problem
        settled += 1
        known = encode_constant(before, symbol.result)
        if isinstance(symbol.result, SetType):
            assert isinstance(now, frozenset)
            now = sum(1 << one for one in now)
        assert now == known, text
    return settled


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 1 << 32))
def test_before_the_game_and_in_it_the_same(seed: int) -> None:
    writer = Writer(Random(seed))
    make = [
        lambda: writer.number(3),
        lambda: writer.truth(3),
        lambda: writer.member(writer.kind(), 2),
        lambda: writer.optional(writer.kind(), 2),
        lambda: writer.set(writer.kind(), 2),
    ]
    assert held([make[i % len(make)]() for i in range(12)])


def test_boards_and_what_turns_from_end_to_end() -> None:
    boards = [
        f"count(s in {board}, t in {board} where t in {sites}(s))" for board in "BH" for sites in ("around", "adjacent")
    ]
    steps = [
        f"sum(s in {board}, d in {board}Direction, n in 0..4 where steps(s, d, n - 1) != none:"
        f" n * index(sure(steps(s, d, n - 1))) + index(d))"
        for board in "BH"
    ]
    turns = ["sum(t in T, n in 0..7: n * index(t + (n - 4)))", "sum(t in T: index(next(t)) - 2 * index(previous(t)))"]
    assert held([*boards, *steps, *turns]) == 8


def test_what_breaks_off_does_so_where_its_value_is_of_no_matter() -> None:
    """The test `… in K` always holds, but evaluating its left side fails, since no K is both x and y."""
    assert held(["(the k in K where k == x and k == y) in K"]) == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("2147483647 + 1", "does not fit in 32 bits"),
        ("-(-2147483647 - 1)", "does not fit in 32 bits"),
        ("sum(i in 0..1: 2147483647) - 2147483647", "does not fit in 32 bits"),
        ("index(member(K, 3))", "asks for member 3 of K, of 0 to 2"),
        ("index(member(K, -1))", "asks for member -1 of K, of 0 to 2"),
        ("7 div (players - 2)", "divides by zero"),
        ("most(i in 1..0: i)", "asks for the most of nothing"),
        ("index(the k in K where k != x)", "asks for the only one, and there are 2"),
        ("index(sure(next(z)))", "is none"),
        ("n + 1", "uses `n`, which is only known in play"),
        ("many(2)", "uses fact `many`, of which several exceptions may hold"),
        ("size({1..3000000})", "takes too long to work out"),
        ("deep(300)", "goes too deep"),
    ],
)
def test_what_cannot_be_settled_says_why(text: str, why: str) -> None:
    many = (
        "fact many(i 0..9) = 0\nexception a to many(i) where i > 1 = 1\nexception b to many(i) where i < 3 over a = 2\n"
    )
    deep = "fact deep(i 0..300) gives 0..300 nested at most 300 = if i == 0 then 0 else deep(i - 1)\n"
    c = named(f"{THINGS}keep n: 0..9\n{many}{deep}fact f = {text}\n", errors=True)
    with pytest.raises(NotConstant) as caught:
        evaluate(c, value(c, "f"))
    assert caught.value.why == why
    assert c.work.spent <= 2 * MOST_WORK


def test_members_are_in_order() -> None:
    assert list(type_members(NumberType(-1, 2))) == [-1, 0, 1, 2]
    assert list(type_members(DomainType(Domain("K", "enum", ("x", "y"))))) == [0, 1]
    with pytest.raises(TypeError):
        type_members(TruthType())
