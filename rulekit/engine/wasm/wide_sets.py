"""Emit tests of wide sets: is a set empty, how many members does it have, is it a subset of another?

A set of more than `WIDE` words is not copied to locals for such a test. If a part of an intersection is stored as a
list, the few members of the list are tested one by one. If all parts are in memory, a loop reads only the words inside
the spans of tables' sets, and stops at the answer.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...machine import program as m
from ...machine.form_table import parts_of
from ...machine.passes.set_expressions import join_conditions
from .arithmetic import emit_is_empty
from .code_generation import (
    CodeGenerator,
    kind_of,
    member_list,
    speculatable,
    word_count,
)
from .encoding import I32
from .function_builder import BlockLabel
from .loop_code import LISTED
from .operands import LocalVariable, Operand, on_stack
from .sets import WIDE, emit_compare_words, member_count
from .stored_sets import each_word, in_memory, is_spanned
from .value_code import emit_variable

Stored = m.Load | m.Lookup


def emit_meets(gen: CodeGenerator, expr: m.Expr) -> Operand | None:
    """Emit whether a wide set has a member, 1 or 0, onto the stack. If this needs the whole set, emit nothing and
    return None."""
    if word_count(kind_of(gen, expr)) <= WIDE:
        return None
    if isinstance(expr, m.Bind | m.IfElse):
        return _emit_in_branches(gen, expr)
    listed = _listed_part(gen, expr)
    if listed is not None:
        part, condition = listed
        return gen.number(m.Fold("some", LISTED, m.LoopDomain(within=part), None, condition))
    if not in_memory(gen, expr):
        return None
    result = gen.constant_local(0)

    def one(word: Operand, at: LocalVariable, done: BlockLabel) -> None:
        with gen.body.if_(word.nonzero()):
            gen.body.set(result, 1)
            gen.body.br(done)

    each_word(gen, expr, one)
    return gen.body.push(result)


def emit_size(gen: CodeGenerator, expr: m.SizeOf) -> None:
    """Emit the number of members of a set onto the stack."""
    of = expr.set
    listed = _listed_part(gen, of) if word_count(kind_of(gen, of)) > WIDE else None
    if listed is not None:
        part, condition = listed
        gen.number(m.Fold("count", LISTED, m.LoopDomain(within=part), condition))
        return
    if word_count(kind_of(gen, of)) <= WIDE or not in_memory(gen, of) or not is_spanned(gen, of):
        gen.body.push(member_count(gen.members(of)))
        return
    result = gen.constant_local(0)
    each_word(gen, of, lambda word, at, done: gen.body.increase(result, word.popcnt().wrap()))
    gen.body.push(result)


def emit_compare(gen: CodeGenerator, expr: m.Compare) -> None:
    """Emit whether a set is a subset of another or equals it (`expr.op`), 1 or 0, onto the stack."""
    outside = emit_meets(gen, _minus(expr.left, expr.right)) if expr.op == "within" else None
    if outside is None:
        emit_compare_words(gen, expr)
    else:
        gen.body.push(outside.eqz())


def _minus(left: m.Expr, right: m.Expr) -> m.Expr:
    """Return an expression for the difference of two sets; it is taken inside the branches or the body of the left
    one."""
    match left:
        case m.Bind(name, value, body) if m.Local(name) not in parts_of(right):
            return m.Bind(name, value, _minus(body, right))
        case m.IfElse(condition, then, otherwise):
            return m.IfElse(condition, _minus(then, right), _minus(otherwise, right))
    return m.SetOp("minus", left, right)


def _emit_in_branches(gen: CodeGenerator, expr: m.Expr) -> Operand:
    """Emit whether a set has a member, 1 or 0, onto the stack. For a conditional, each branch contains its own test."""
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


# ----------------------------------------------------------------------------- sets that are stored as lists of members


def _listed_part(gen: CodeGenerator, expr: m.Expr) -> tuple[m.Expr, m.Expr | None] | None:
    """Return the part of an intersection that is stored as a list, and the condition by which the other parts restrict
    its members. Return None if no part is a list, or if some part cannot be tested quickly for a single member."""
    for part, others in _parts(expr, ()):
        if member_list(gen, part) is not None:
            conditions = [_has(other) if wanted else m.Op("not", (_has(other),)) for other, wanted in others]
            if not all(speculatable(gen, c) and _asked_quickly(c) for c in conditions):
                return None
            return part, join_conditions(conditions)
    return None


Others = tuple[tuple[m.Expr, bool], ...]


def _parts(expr: m.Expr, others: Others) -> Iterator[tuple[m.Expr, Others]]:
    """Yield each set that contains all members of the expression. With it, yield the sets that must contain them, too
    (True), and those that must not (False)."""
    match expr:
        case m.SetOp("common", left, right):
            yield from _parts(left, (*others, (right, True)))
            yield from _parts(right, (*others, (left, True)))
        case m.SetOp("minus", left, right):
            yield from _parts(left, (*others, (right, False)))
        case _:
            yield expr, others


def _has(of: m.Expr) -> m.Expr:
    """Return the condition that the present member of the list (`LISTED`) is in this set."""
    match of:
        case m.SetOp("common", left, right):
            return m.Op("and", (_has(left), _has(right)))
        case m.SetOp("union", left, right):
            return m.Op("or", (_has(left), _has(right)))
        case m.SetOp("minus", left, right):
            return m.Op("and", (_has(left), m.Op("not", (_has(right),))))
    return m.Has(of, m.Local(LISTED))


def _asked_quickly(condition: m.Expr) -> bool:
    """Return whether all membership tests of a condition are of stored sets, so that no set must be computed."""
    return all(isinstance(p.set, Stored | m.Local) for p in parts_of(condition) if isinstance(p, m.Has))
