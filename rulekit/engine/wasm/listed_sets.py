"""Questions about wide sets of which a table lists the few members: each member is asked, and no set is made.

How such a table lies in memory is `memory_layout.py`'s to say; loops over one of its sets are in `loops.py`.
"""

from __future__ import annotations

from ...machine import program as m
from .addresses import listed_table
from .code_generation import CodeGenerator, MachineLocal
from .expression_properties import speculatable
from .loops import LISTED
from .operands import Operand

MEMBER = "#member"
"""The name of what is looked for; no machine binds it."""


def has_listed(gen: CodeGenerator, expr: m.Has) -> Operand | None:
    """( -> whether a listed set has the member), or None where it is another set."""
    if listed_table(gen, expr.set) is None:
        return None
    sought = gen.bound(MEMBER, MachineLocal(m.NUMBER, (gen.number_local(expr.member),)))
    same = m.Op("eq", (m.Local(LISTED), m.Local(MEMBER)))
    return sought.number(m.Fold("some", LISTED, m.LoopDomain(within=expr.set), None, same))


def listed_meets(gen: CodeGenerator, expr: m.SetOp) -> Operand | None:
    """( -> whether a member of a listed set lies in another), or None where that is no such question."""
    for listed, other in ((expr.left, expr.right), (expr.right, expr.left)):
        there = isinstance(other, m.Load | m.Lookup | m.Local) and speculatable(gen, other)
        if there and listed_table(gen, listed) is not None:
            lies = m.Has(other, m.Local(LISTED))
            return gen.number(m.Fold("some", LISTED, m.LoopDomain(within=listed), None, lies))
    return None
