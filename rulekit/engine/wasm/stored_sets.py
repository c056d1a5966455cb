"""Emit loops over the words, or the members, of wide sets that are in memory.

The sets may be joined by unions, intersections and differences. Only the words in which the sets of tables have members
are read: each set of a table has a *span*, its first and its last word with members.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from ...machine import program as m
from .code_generation import CodeGenerator, index_offset, kind_of, word_count
from .encoding import I32, I64
from .function_builder import BlockLabel
from .memory_layout import SPAN_BITS, SPAN_MASK, Array
from .operands import LocalVariable, MemoryPlace, Operand, select


def _array(gen: CodeGenerator, leaf: m.Expr) -> Array | None:
    """Return the array of a set's words in memory; None if it is in locals or stored as a list."""
    if isinstance(leaf, m.Load):
        return None if leaf.cell in gen.unit.registers else gen.unit.memory.cells[leaf.cell]
    array = gen.unit.memory.tables[leaf.table] if isinstance(leaf, m.Lookup) else None
    return None if array is None or array.listed else array


def _place(gen: CodeGenerator, leaf: m.Expr) -> MemoryPlace | None:
    """Return the place in memory of the words of a local set; None if it is in locals only."""
    return gen.scope[leaf.name].place if isinstance(leaf, m.Local) else None


def in_memory(gen: CodeGenerator, expr: m.Expr) -> bool:
    """Return whether all sets of an expression are in memory and of one size."""
    count = word_count(kind_of(gen, expr))
    return all(
        (_array(gen, leaf) is not None or _place(gen, leaf) is not None) and word_count(kind_of(gen, leaf)) == count
        for leaf in _leaves(expr)
    )


def _leaves(expr: m.Expr) -> Iterator[m.Expr]:
    """Yield the sets of which an expression of unions, intersections and differences consists, from left to right."""
    if isinstance(expr, m.SetOp):
        yield from _leaves(expr.left)
        yield from _leaves(expr.right)
    else:
        yield expr


@frozen
class Stored:
    """A set in memory: the place of its first word, and the place of its span if it belongs to a table."""

    words: MemoryPlace
    span: MemoryPlace | None


def _store(gen: CodeGenerator, leaf: m.Expr) -> Stored:
    """Emit the address of a set in memory into a local; return its places."""
    place, array = _place(gen, leaf), _array(gen, leaf)
    if place is not None:
        return Stored(place, None)
    assert array is not None and isinstance(leaf, m.Load | m.Lookup)
    number = gen.local(I32)
    variable, constant = index_offset(gen, array.shape, leaf.index, 1)
    gen.body.set(number, variable + constant)
    address = gen.local(I32)
    gen.body.set(address, number * array.stride)
    return Stored(array.at(address), array.span_of(number))


def each_word(gen: CodeGenerator, expr: m.Expr, body: Callable[[Operand, LocalVariable, BlockLabel], None]) -> None:
    """Emit a loop over the words of a set in which it may have members. `body` writes one pass; its arguments are the
    word, its offset from the first word in bytes, and the label that leaves the loop."""
    code, stored = gen.body, iter([_store(gen, leaf) for leaf in _leaves(expr)])
    at, last = gen.constant_local(0), gen.constant_local(8 * (word_count(kind_of(gen, expr)) - 1))
    word = _word(expr, stored, at, lambda span: _narrow(gen, span, at, last))
    with code.forever() as done:
        code.br_if(done, at > last)
        body(word, at, done)
        code.increase(at, 8)


def _narrow(gen: CodeGenerator, span: MemoryPlace, at: LocalVariable, last: LocalVariable) -> None:
    """Emit code that restricts the words `at`..`last` to those of a span."""
    found, low, high = gen.local(I32), gen.local(I32), gen.local(I32)
    gen.body.set(found, span.load())
    gen.body.set(low, found & SPAN_MASK)
    gen.body.set(high, found.shr_u(SPAN_BITS))
    gen.body.set(at, select(low, at, low > at))
    gen.body.set(last, select(high, last, high < last))


def _word(
    expr: m.Expr, stored: Iterator[Stored], at: LocalVariable, narrow: Callable[[MemoryPlace], None] | None
) -> Operand:
    """Return the operand for a word of a set, `at` bytes after its first. `narrow` is called for each span in which all
    members of the set lie."""
    if isinstance(expr, m.SetOp):
        left = _word(expr.left, stored, at, narrow if expr.op != "union" else None)
        right = _word(expr.right, stored, at, narrow if expr.op == "common" else None)
        return left | right if expr.op == "union" else left & ~right if expr.op == "minus" else left & right
    place = next(stored)
    if narrow is not None and place.span is not None:
        narrow(place.span)
    return place.words.with_address(place.words.address + at).load()


def is_spanned(gen: CodeGenerator, expr: m.Expr) -> bool:
    """Return whether all members of a set lie in the span of a table's set."""
    if isinstance(expr, m.SetOp):
        left = expr.op != "union" and is_spanned(gen, expr.left)
        return left or (expr.op == "common" and is_spanned(gen, expr.right))
    array = _array(gen, expr)
    return array is not None and array.spans != 0


def each_stored_member(
    gen: CodeGenerator, expr: m.Expr, value: LocalVariable, body: Callable[[BlockLabel, BlockLabel], None]
) -> None:
    """Emit a loop over the members of a set in memory, each in the local `value`. `body` writes one pass; its arguments
    are the labels that leave the loop and begin the next pass."""
    code, current, passes = gen.body, gen.local(I64), gen.constant_local(0)
    with code.block() as done:

        def one(word: Operand, at: LocalVariable, over: BlockLabel) -> None:
            code.set(current, word)
            with code.forever() as last:
                code.br_if(last, current.eqz())
                code.set(value, current.ctz().wrap() + at * 8)
                code.set(current, current & (current - 1))
                code.increase(passes, 1)
                with code.block() as following:
                    body(done, following)

        each_word(gen, expr, one)
    gen.consume_fuel(passes)
