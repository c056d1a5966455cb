"""List options of two parameters with the loops exchanged, and still pick them in their own order.

`choose here in open_spots, quarters in 0..3 where …` numbers its options with the parameter of the smaller domain
first.  Looping over the wide set outside and over the other parameter inside computes the set once, evaluates tests of
the wide parameter once, and branches less.  If a test requires the inner parameter to be in a set, only that set is
looped over.
- *lists*: each of a few values of the outer parameter has its own list, and the lists are then joined.
- *counted*: one list holds the options in the order found, and counters hold how many have each value of the outer
  parameter; these lead to the k-th option.
Only tests that cannot fault may be reordered.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

from ...machine import program as m
from ...machine.traversal import parts_of
from ..packing import INT
from .arithmetic import emit_truth
from .code_generation import CodeGenerator, MachineLocal
from .encoding import I32
from .function_builder import BlockLabel
from .loops import each_value, level_domain
from .memory_layout import Vector
from .operands import LocalVariable, MemoryPlace

Transposition = Literal["lists", "counted"]
FEW = 8
"""Values of the outer parameter for *lists*."""
WIDE = 64
"""Values of the inner parameter from which exchanging pays."""


def transposition(gen: CodeGenerator, a: m.Alternative) -> Transposition | None:
    """Return how an alternative's options are listed, or None if its loops are not exchanged."""
    if len(a.levels) != 2:
        return None
    outer, wide = a.levels
    if outer.low == outer.high or outer.tests or wide.high - wide.low + 1 < WIDE or wide.within is None:
        return None
    if any(test.name is not None for test in wide.tests) or mentions(wide.within, outer.name):
        return None
    scope = {name: (local.low, local.high) for name, local in gen.scope.items() if local.kind == m.NUMBER}
    inside = {**scope, outer.name: (outer.low, outer.high), wide.name: (wide.low, wide.high)}
    total = gen.unit.speculation.total
    if not all(total(test.value, inside) for test in wide.tests):
        return None
    if 0 < len(constant_values(outer)) <= FEW:
        return "lists"
    return "counted" if outer.within is None or total(outer.within, scope) else None


def constant_values(outer: m.Level) -> Sequence[int]:
    """Return the values of the outer parameter that are known at compile time."""
    match outer.within:
        case None:
            return range(outer.low, outer.high + 1)
        case m.SetConst(size, bits):
            return [x for x in range(size) if bits >> x & 1]
    return ()


def mentions(expr: m.Expr, name: str) -> bool:
    """Return True if an expression uses this variable."""
    return any(isinstance(part, m.Local) and part.name == name for part in parts_of(expr))


def emit_lists(gen: CodeGenerator, a: m.Alternative, end: LocalVariable, count: LocalVariable) -> None:
    """List the options' numbers at the local `end`, which moves past them; `count` becomes their number."""
    code, (few, wide) = gen.body, a.levels
    size, values = wide.high - wide.low + 1, constant_values(few)
    begins, ends = [gen.local(I32) for _ in values], [gen.local(I32) for _ in values]
    which = [gen.constant_local(value) for value in values]
    for i, (begin, last) in enumerate(zip(begins, ends, strict=True)):
        code.set(begin, end + i * size * INT.bytes)
        code.set(last, begin)
    alone = [test.value for test in wide.tests if not mentions(test.value, few.name)]
    both = [test.value for test in wide.tests if mentions(test.value, few.name)]

    def one(inner: CodeGenerator, value: LocalVariable, done: BlockLabel, following: BlockLabel) -> None:
        for test in alone:
            code.br_if(following, inner.number(test).eqz())
        for i, last in enumerate(ends):
            named = inner.bind(few.name, MachineLocal(m.NUMBER, (which[i],), values[i], values[i]))
            code.store(MemoryPlace(INT, last), value + ((values[i] - few.low) * size - wide.low))
            if both:
                found = emit_truth(named, both[0] if len(both) == 1 else m.Op("and", tuple(both)))
                code.set(last, found * INT.bytes + last)
            else:
                code.increase(last, INT.bytes)

    each_value(gen, wide.name, m.LoopDomain(within=wide.within), one)
    code.set(count, end)
    code.set(end, ends[0])
    for begin, last in zip(begins[1:], ends[1:], strict=True):
        code.copy(end, begin, last - begin)
        code.set(end, end + (last - begin))
    code.set(count, (end - count).shr_u(2))


def emit_counted_list(
    gen: CodeGenerator, a: m.Alternative, end: LocalVariable, count: LocalVariable, counts: Vector
) -> None:
    """List the options likewise, in the order found; `counts` becomes the number of options for each outer value."""
    code, (outer, wide) = gen.body, a.levels
    size = wide.high - wide.low + 1
    alone = [test.value for test in wide.tests if not mentions(test.value, outer.name)]
    both = [test.value for test in wide.tests if mentions(test.value, outer.name)]
    over, both = narrow_domain(outer, both)
    code.fill(counts.base, 0, INT.bytes * (outer.high - outer.low + 1))
    code.set(count, end)

    def one(inner: CodeGenerator, value: LocalVariable, done: BlockLabel, following: BlockLabel) -> None:
        for test in alone:
            code.br_if(following, inner.number(test).eqz())
        each_value(inner, outer.name, over, partial(option, value))

    def option(
        value: LocalVariable, gen: CodeGenerator, first: LocalVariable, done: BlockLabel, following: BlockLabel
    ) -> None:
        for test in both:
            code.br_if(following, gen.number(test).eqz())
        if over.within is not None:  # a set may be wider than the parameter
            code.br_if(following, (first < outer.low) | (first > outer.high))
        code.store(MemoryPlace(INT, end), (first - outer.low) * size + value - wide.low)
        code.increase(end, INT.bytes)
        code.increase(counts[first - outer.low], 1)

    each_value(gen, wide.name, m.LoopDomain(within=wide.within), one)
    code.set(count, (end - count).shr_u(2))


def narrow_domain(outer: m.Level, conditions: list[m.Expr]) -> tuple[m.LoopDomain, list[m.Expr]]:
    """Return the domain of the outer parameter, a set that a test requires if there is one, and the other tests."""
    if outer.within is None and outer.low == 0:
        for i, condition in enumerate(conditions):
            match condition:
                case m.Has(among, m.Local(name)) if name == outer.name and not mentions(among, name):
                    return m.LoopDomain(within=among), conditions[:i] + conditions[i + 1 :]
    return level_domain(outer), conditions


def find_counted_option(
    gen: CodeGenerator, a: m.Alternative, start: LocalVariable, k: LocalVariable, counts: Vector
) -> LocalVariable:
    """Return a local with the number of the k-th option in the order of numbers, counted from 0."""
    code, wide = gen.body, a.levels[-1]
    size = wide.high - wide.low + 1
    at, many, least, number = gen.constant_local(0), gen.local(I32), gen.local(I32), gen.local(I32)
    with code.forever() as found:
        code.br_if(found, k.lt_u(many.tee(counts[at].load())))
        code.set(k, k - many)
        code.increase(at, 1)
    code.set(least, at * size)
    with code.forever() as found:
        with code.block() as following:
            code.br_if(following, (number.tee(MemoryPlace(INT, start).load()) - least).ge_u(size))
            code.br_if(found, k.eqz())
            code.set(k, k - 1)
        code.increase(start, INT.bytes)
    return number
