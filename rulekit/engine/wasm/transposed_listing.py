"""Options of two parameters listed with the loops the other way round, and in their order all the same.

`choose here in open_spots, quarters in 0..3 where …` numbers its options by the parameter of the smaller domain first.
Going through the wide one once, and through the few values of the other inside, finds the set of the wide one once,
asks what speaks of it alone once, and jumps less.  Each of the few values has a list of its own meanwhile, and these
are then put behind one another.  Only what cannot fault may be asked in another order.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...machine import program as m
from ...machine.traversal import parts_of
from ..packing import INT
from .arithmetic import truth
from .code_generation import CodeGenerator, MachineLocal
from .expression_properties import speculatable
from .function_builder import BlockLabel
from .loops import each_value
from .operands import LocalVariable, MemoryPlace
from .value_types import I32

FEW = 8
"""Values of the parameter that goes inside."""
WIDE = 64
"""Values of the other one."""


def transposable(gen: CodeGenerator, a: m.Alternative) -> bool:
    """Whether the options of this alternative may be listed so."""
    if len(a.levels) != 2:
        return False
    few, wide = a.levels
    if not 1 < len(values_of(few)) <= FEW or few.tests or wide.high - wide.low + 1 < WIDE or wide.within is None:
        return False
    if any(test.name is not None for test in wide.tests) or speaks_of(wide.within, few.name):
        return False
    inside = gen.bound(few.name, MachineLocal(m.NUMBER, (), few.low, few.high))
    inside = inside.bound(wide.name, MachineLocal(m.NUMBER, (), wide.low, wide.high))
    return all(speculatable(inside, test.value) for test in wide.tests)


def values_of(few: m.Level) -> Sequence[int]:
    """Those that are known beforehand."""
    match few.within:
        case None:
            return range(few.low, few.high + 1)
        case m.SetConst(size, bits):
            return [x for x in range(size) if bits >> x & 1]
    return ()


def speaks_of(expr: m.Expr, name: str) -> bool:
    return any(isinstance(part, m.Local) and part.name == name for part in parts_of(expr))


def list_transposed(gen: CodeGenerator, a: m.Alternative, end: LocalVariable, count: LocalVariable) -> None:
    """The numbers of the options go where local `end` points, which moves on behind them; `count` is how many."""
    code, (few, wide) = gen.body, a.levels
    size, values = wide.high - wide.low + 1, values_of(few)
    begins, ends = [gen.local(I32) for _ in values], [gen.local(I32) for _ in values]
    which = [gen.constant_local(value) for value in values]
    for i, (begin, last) in enumerate(zip(begins, ends, strict=True)):
        code.set(begin, end + i * size * INT.bytes)
        code.set(last, begin)
    alone = [test.value for test in wide.tests if not speaks_of(test.value, few.name)]
    both = [test.value for test in wide.tests if speaks_of(test.value, few.name)]

    def one(inner: CodeGenerator, value: LocalVariable, done: BlockLabel, following: BlockLabel) -> None:
        for test in alone:
            code.br_if(following, inner.number(test).eqz())
        for i, last in enumerate(ends):
            named = inner.bound(few.name, MachineLocal(m.NUMBER, (which[i],), values[i], values[i]))
            code.store(MemoryPlace(INT, last), value + ((values[i] - few.low) * size - wide.low))
            if both:
                found = truth(named, both[0] if len(both) == 1 else m.Op("and", tuple(both)))
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
