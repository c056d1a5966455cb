"""Emit questions about wide sets: is a set empty, how many members has it, does it lie within another?

A set of more than `WIDE` words is not copied to locals for such a question. If a part of an intersection is stored as
a list, its few members are tested one by one. If all parts are in memory, a loop reads the words in which the sets of
tables have members, and stops at the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import frozen

from ...machine import program as m
from ...machine.form_table import parts_of
from ...machine.passes.set_expressions import join_conditions
from .arithmetic import emit_is_empty
from .code_generation import (
    MEETING_EMITTERS,
    NUMBER_EMITTERS,
    CodeGenerator,
    index_offset,
    kind_of,
    member_list,
    speculatable,
    word_count,
)
from .encoding import I32
from .function_builder import BlockLabel
from .loop_code import LISTED
from .memory_layout import SPAN_BITS, SPAN_MASK, Array
from .operands import LocalVariable, MemoryPlace, Operand, on_stack, select
from .sets import WIDE, emit_compare_words, member_count
from .value_code import emit_variable

Leaf = m.Load | m.Lookup


def emit_meets(gen: CodeGenerator, expr: m.Expr) -> Operand | None:
    """Emit whether a wide set has a member, 1 or 0, onto the stack. Return None, with no code, if the whole set must be
    computed."""
    if word_count(kind_of(gen, expr)) <= WIDE:
        return None
    if isinstance(expr, m.Bind | m.IfElse):
        return _emit_in_branches(gen, expr)
    listed = _listed_part(gen, expr)
    if listed is not None:
        part, condition = listed
        return gen.number(m.Fold("some", LISTED, m.LoopDomain(within=part), None, condition))
    if not _in_memory(gen, expr):
        return None
    result = gen.constant_local(0)

    def one(word: Operand, done: BlockLabel) -> None:
        with gen.body.if_(word.nonzero()):
            gen.body.set(result, 1)
            gen.body.br(done)

    _each_word(gen, expr, one)
    return gen.body.push(result)


def emit_size(gen: CodeGenerator, expr: m.SizeOf) -> None:
    """Emit the number of members of a set onto the stack."""
    of = expr.set
    listed = _listed_part(gen, of) if word_count(kind_of(gen, of)) > WIDE else None
    if listed is not None:
        part, condition = listed
        gen.number(m.Fold("count", LISTED, m.LoopDomain(within=part), condition))
        return
    if word_count(kind_of(gen, of)) <= WIDE or not _in_memory(gen, of) or not _spanned(gen, of):
        gen.body.push(member_count(gen.members(of)))
        return
    result = gen.constant_local(0)
    _each_word(gen, of, lambda word, done: gen.body.increase(result, word.popcnt().wrap()))
    gen.body.push(result)


def emit_compare(gen: CodeGenerator, expr: m.Compare) -> None:
    """Emit whether a set lies within another or equals it, 1 or 0, onto the stack."""
    outside = emit_meets(gen, _minus(expr.left, expr.right)) if expr.op == "within" else None
    if outside is None:
        emit_compare_words(gen, expr)
    else:
        gen.body.push(outside.eqz())


def _minus(left: m.Expr, right: m.Expr) -> m.Expr:
    """Return the difference of two sets, taken in each branch of the left one."""
    match left:
        case m.Bind(name, value, body) if m.Local(name) not in parts_of(right):
            return m.Bind(name, value, _minus(body, right))
        case m.IfElse(condition, then, otherwise):
            return m.IfElse(condition, _minus(then, right), _minus(otherwise, right))
    return m.SetOp("minus", left, right)


def _emit_in_branches(gen: CodeGenerator, expr: m.Expr) -> Operand:
    """Emit whether a set has a member, asked in each branch, onto the stack."""
    match expr:
        case m.Bind(name, value, body):
            return _emit_in_branches(gen.bind(name, emit_variable(gen, value)), body)
        case m.IfElse(condition, then, otherwise):
            with gen.body.if_(gen.number(condition), I32):
                _emit_in_branches(gen, then)
            with gen.body.else_():
                _emit_in_branches(gen, otherwise)
            return on_stack(I32)
    return gen.body.push(emit_is_empty(gen, expr).eqz())


# ---------------------------------------------------------------------------------------------------------------- lists


def _listed_part(gen: CodeGenerator, expr: m.Expr) -> tuple[m.Expr, m.Expr | None] | None:
    """Return the part of an intersection that is stored as a list, and the condition that the other parts put on its
    members; None if there is none or a part cannot be asked for one member."""
    for part, others in _parts(expr, ()):
        if member_list(gen, part) is not None:
            conditions = [_has(other) if wanted else m.Op("not", (_has(other),)) for other, wanted in others]
            if not all(speculatable(gen, c) and _asked_quickly(c) for c in conditions):
                return None
            return part, join_conditions(conditions)
    return None


Others = tuple[tuple[m.Expr, bool], ...]


def _parts(expr: m.Expr, others: Others) -> Iterator[tuple[m.Expr, Others]]:
    """Yield each set in which all members of the expression lie, with the sets in which they must and must not lie, in
    addition."""
    match expr:
        case m.SetOp("common", left, right):
            yield from _parts(left, (*others, (right, True)))
            yield from _parts(right, (*others, (left, True)))
        case m.SetOp("minus", left, right):
            yield from _parts(left, (*others, (right, False)))
        case _:
            yield expr, others


def _has(of: m.Expr) -> m.Expr:
    """Return the condition that a listed member is in a set."""
    match of:
        case m.SetOp("common", left, right):
            return m.Op("and", (_has(left), _has(right)))
        case m.SetOp("union", left, right):
            return m.Op("or", (_has(left), _has(right)))
        case m.SetOp("minus", left, right):
            return m.Op("and", (_has(left), m.Op("not", (_has(right),))))
    return m.Has(of, m.Local(LISTED))


def _asked_quickly(condition: m.Expr) -> bool:
    """Return whether all membership tests of a condition read sets that exist already."""
    return all(isinstance(p.set, Leaf | m.Local) for p in parts_of(condition) if isinstance(p, m.Has))


# --------------------------------------------------------------------------------------------------------------- memory


def _array(gen: CodeGenerator, leaf: m.Load | m.Lookup) -> Array | None:
    """Return the array of a set's words in memory; None if it is in locals or stored as a list."""
    if isinstance(leaf, m.Load):
        return None if leaf.cell in gen.unit.registers else gen.unit.memory.cells[leaf.cell]
    array = gen.unit.memory.tables[leaf.table]
    return None if array.listed else array


def _in_memory(gen: CodeGenerator, expr: m.Expr) -> bool:
    """Return whether all sets of an expression are in memory and of one size."""
    count = word_count(kind_of(gen, expr))
    for leaf in _leaves(expr):
        array = _array(gen, leaf) if isinstance(leaf, Leaf) else None
        if array is None or array.words != count:
            return False
    return True


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
    assert isinstance(leaf, Leaf)
    array, number = _array(gen, leaf), gen.local(I32)
    assert array is not None
    variable, constant = index_offset(gen, array.shape, leaf.index, 1)
    gen.body.set(number, variable + constant)
    address = gen.local(I32)
    gen.body.set(address, number * array.stride)
    return Stored(array.at(address), array.span_of(number))


def _each_word(gen: CodeGenerator, expr: m.Expr, body: Callable[[Operand, BlockLabel], None]) -> None:
    """Emit a loop over the words of a set in which it may have members. `body` writes one pass; its arguments are the
    word and the label that leaves the loop."""
    code, stored = gen.body, iter([_store(gen, leaf) for leaf in _leaves(expr)])
    at, last = gen.constant_local(0), gen.constant_local(8 * (word_count(kind_of(gen, expr)) - 1))
    word = _word(expr, stored, at, lambda span: _narrow(gen, span, at, last))
    with code.forever() as done:
        code.br_if(done, at > last)
        body(word, done)
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


def _spanned(gen: CodeGenerator, expr: m.Expr) -> bool:
    """Return whether all members of a set lie in the span of a table's set."""
    if isinstance(expr, m.SetOp):
        left = expr.op != "union" and _spanned(gen, expr.left)
        return left or (expr.op == "common" and _spanned(gen, expr.right))
    array = _array(gen, expr) if isinstance(expr, Leaf) else None
    return array is not None and array.spans != 0


MEETING_EMITTERS.update(dict.fromkeys((m.SetOp, m.Bind, m.IfElse, m.Load, m.Lookup), emit_meets))
NUMBER_EMITTERS[m.SizeOf] = emit_size
NUMBER_EMITTERS[m.Compare] = emit_compare
