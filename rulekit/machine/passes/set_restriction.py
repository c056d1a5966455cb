"""Set restriction: a set of which only the members in a mask are wanted, without what only concerns others.

What is worked out for the links of one direction is wanted of the sites from which such a link goes; whatever stands
there for other sites (the other arm of a choice by direction, say) is left out here.
"""

from __future__ import annotations

from .. import program as m
from .algebra import common, empty_set


def restricted(of: m.Expr, mask: m.SetConst) -> m.Expr:
    """The members that lie in the mask."""
    inside = inside_of(of, mask.bits)
    match inside:
        case m.SetConst(size, bits):
            return m.SetConst(size, bits & mask.bits)
        case m.SetOp("minus", m.SetConst(_, bits)) if not bits & ~mask.bits:
            return inside
    return common(mask, inside)


def inside_of(of: m.Expr, mask: int) -> m.Expr:
    """A set that has the same members among those of the mask, without what only concerns others."""
    match of:
        case m.SetConst(size, bits):
            return m.SetConst(size, bits & mask)
        case m.SetOp("common", m.SetConst(size, bits), other) | m.SetOp("common", other, m.SetConst(size, bits)):
            if not bits & mask:
                return empty_set(size)
            inside = inside_of(other, bits & mask)
            return inside if not mask & ~bits else common(m.SetConst(size, bits), inside)
        case m.SetOp(op, left, right):
            one, other = inside_of(left, mask), inside_of(right, mask)
            for each in (one, other):
                if op == "union" and isinstance(each, m.SetConst) and not mask & ~each.bits:
                    return each
            match one, other:
                case (m.SetConst(_, 0), _) if op == "union":
                    return other
                case (_, m.SetConst(_, 0)) if op != "common":
                    return one
            return m.SetOp(op, one, other)
    return of
