"""Code for steps that both kinds of tree search share: trees of positions and trees of information sets."""

from __future__ import annotations

import math
import struct

from ..packing import INT
from .encoding import I32
from .function_builder import Body
from .operands import MemoryPlace, Operand, f64, i32
from .search_memory import LOGARITHMS, SearchMemory

AT_RANDOM = -1
"""The result of `choose` where play leaves the tree."""


def logarithms() -> bytes:
    """Return the contents of `SearchMemory.logarithms`, a table of natural logarithms."""
    return struct.pack(f"<{LOGARITHMS}d", 0.0, *(math.log(n) for n in range(1, LOGARITHMS)))


def logarithm(code: Body, tree: SearchMemory, number: Operand) -> Operand:
    """Emit code that prepares the natural logarithm of a number (at least 1); return the operand for the logarithm."""
    given, shift = code.local(I32), code.local(I32)
    code.set(given, number)
    code.set(shift, 0)
    with code.if_(given.ge_u(LOGARITHMS)):
        code.set(shift, i32(64 - LOGARITHMS.bit_length() + 1) - given.extend_u().clz().wrap())
    return tree.logarithms[given.shr_u(shift)].load() + shift.to_float() * f64(math.log(2))


def next_of_script(code: Body, tree: SearchMemory) -> Operand:
    """Emit code that advances to the next entry of the script; return the operand for the entry that was passed."""
    code.increase(tree.next, INT.bytes)
    code.increase(tree.left, -1)
    return MemoryPlace(INT, tree.next.load() - INT.bytes).load()


def is_full(tree: SearchMemory, size: Operand) -> Operand:
    """Return the operand for whether the tree has no room for `size` bytes, or the path has no room for another
    record."""
    return (tree.free.load() + size).gt_u(tree.end) | tree.depth.load().ge_u(tree.deepest.load())


def number_below(code: Body, state: MemoryPlace, n: Operand) -> Operand:
    """Emit a step of a random number generator whose state is in memory (Knuth's linear congruence for 64 bits). Return
    the operand for a number below n."""
    code.store(state, state.load() * 6364136223846793005 + 1442695040888963407)
    return (state.load().shr_u(33) * n.extend_u()).shr_u(31).wrap()


def below_body(state: MemoryPlace) -> Body:
    """Build the function `(n) -> number`, which draws a number below n from the generator with this state."""
    code = Body("below", (I32,), (I32,))
    (n,) = code.arguments
    code.push(number_below(code, state, n))
    return code


def share(code: Body, state: MemoryPlace) -> Operand:
    """Emit a step of the same generator as in `number_below`. Return the operand for a number from 0 up to, but not
    including, 1."""
    code.store(state, state.load() * 6364136223846793005 + 1442695040888963407)
    return state.load().shr_u(33).wrap().to_float() * f64(2.0**-31)
