"""Emit loops over the words, or the members, of wide sets that are in memory.

The set may be a combination of such sets by unions, intersections and differences. Each set of a table has a *span*:
its first and last word with members. Only words inside the spans are read.
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
    """Return the array in memory that contains a set's words. Return None if the set is in locals, or is stored as a
    list."""
    if isinstance(leaf, m.Load):
        return None if leaf.cell in gen.unit.registers else gen.unit.memory.cells[leaf.cell]
    array = gen.unit.memory.tables[leaf.table] if isinstance(leaf, m.Lookup) else None
    return None if array is None or array.listed else array


def _place(gen: CodeGenerator, leaf: m.Expr) -> MemoryPlace | None:
    """Return the place in memory of the words of a local variable's set; None if the set is only in WebAssembly
    locals."""
    return gen.scope[leaf.name].place if isinstance(leaf, m.Local) else None


def in_memory(gen: CodeGenerator, expr: m.Expr) -> bool:
    """Return whether all sets that an expression combines are in memory and have the same number of words."""
    count = word_count(kind_of(gen, expr))
    return all(
        (_array(gen, leaf) is not None or _place(gen, leaf) is not None) and word_count(kind_of(gen, leaf)) == count
        for leaf in _leaves(expr)
    )


def _leaves(expr: m.Expr) -> Iterator[m.Expr]:
    """Yield the sets that an expression combines by unions, intersections and differences, from left to right."""
    if isinstance(expr, m.SetOp):
        yield from _leaves(expr.left)
        yield from _leaves(expr.right)
    else:
        yield expr


@frozen
class StoredSet:
    """A set in memory: the place of its first word, and the place of its span if it belongs to a table."""

    words: MemoryPlace
    span: MemoryPlace | None


def _store(gen: CodeGenerator, leaf: m.Expr) -> StoredSet:
    """Emit code that puts the address of a set in memory into a local; return the places of the set's words and
    span."""
    place, array = _place(gen, leaf), _array(gen, leaf)
    if place is not None:
        return StoredSet(place, None)
    assert array is not None and isinstance(leaf, m.Load | m.Lookup)
    number = gen.local(I32)
    variable, constant = index_offset(gen, array.shape, leaf.index, 1)
    gen.body.set(number, variable + constant)
    address = gen.local(I32)
    gen.body.set(address, number * array.stride)
    return StoredSet(array.at(address), array.span_of(number))


def each_word(gen: CodeGenerator, expr: m.Expr, body: Callable[[Operand, LocalVariable, BlockLabel], None]) -> None:
    """Emit a loop over the words of a set; words outside its spans are skipped. `body` writes the code of one pass. Its
    arguments are the word, the offset of the word in bytes, and the label that leaves the loop."""
    code, stored = gen.body, iter([_store(gen, leaf) for leaf in _leaves(expr)])
    at, last = gen.constant_local(0), gen.constant_local(8 * (word_count(kind_of(gen, expr)) - 1))
    word = _word(expr, stored, at, lambda span: _narrow(gen, span, at, last))
    with code.forever() as done:
        code.br_if(done, at > last)
        body(word, at, done)
        code.increase(at, 8)


def _narrow(gen: CodeGenerator, span: MemoryPlace, at: LocalVariable, last: LocalVariable) -> None:
    """Emit code that restricts the range of words `at`..`last` (byte offsets) to the words of a span."""
    found, low, high = gen.local(I32), gen.local(I32), gen.local(I32)
    gen.body.set(found, span.load())
    gen.body.set(low, found & SPAN_MASK)
    gen.body.set(high, found.shr_u(SPAN_BITS))
    gen.body.set(at, select(low, at, low > at))
    gen.body.set(last, select(high, last, high < last))


def _word(
    expr: m.Expr, stored: Iterator[StoredSet], at: LocalVariable, narrow: Callable[[MemoryPlace], None] | None
) -> Operand:
    """Return the operand for the word of a set at byte offset `at`. `narrow` is called with each span that contains all
    members of the set."""
    if isinstance(expr, m.SetOp):
        left = _word(expr.left, stored, at, narrow if expr.op != "union" else None)
        right = _word(expr.right, stored, at, narrow if expr.op == "common" else None)
        return left | right if expr.op == "union" else left & ~right if expr.op == "minus" else left & right
    place = next(stored)
    if narrow is not None and place.span is not None:
        narrow(place.span)
    return place.words.with_address(place.words.address + at).load()


def is_spanned(gen: CodeGenerator, expr: m.Expr) -> bool:
    """Return whether a span is known that contains all members of a set."""
    if isinstance(expr, m.SetOp):
        left = expr.op != "union" and is_spanned(gen, expr.left)
        return left or (expr.op == "common" and is_spanned(gen, expr.right))
    array = _array(gen, expr)
    return array is not None and array.spans != 0


def each_stored_member(
    gen: CodeGenerator, expr: m.Expr, value: LocalVariable, body: Callable[[BlockLabel, BlockLabel], None]
) -> None:
    """Emit a loop over the members of a set in memory; each pass has its member in the local `value`. `body` writes the
    code of one pass; its arguments are the label that leaves the loop and the label that begins the next pass."""
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
