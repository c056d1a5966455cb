"""Emit functions whose results are cached (`machine/passes/remembered_results.py`).

Memory has a byte for each combination of arguments, which says whether the result is known, and room for the result.
The first call computes and stores it; later calls load it. A new instance of a module has no results, and never drops
one.
"""

from __future__ import annotations

from ...machine import program as m
from .code_generation import CodeGenerator
from .encoding import I32
from .memory_layout import ResultMemory
from .operands import LocalVariable, Operand


def emit_remembered(gen: CodeGenerator, function: m.Function, results: ResultMemory) -> None:
    """Push the result of a function: the code loads it from memory if it is known there, and otherwise computes and
    stores it."""
    code, number = gen.body, gen.local(I32)
    code.set(number, _number_of_call(function, code.arguments))
    into = gen.fresh_locals(function.kind)
    places = results.places(number)
    with code.if_(results.known[number].load()):
        for local, place in zip(into, places, strict=True):
            code.set(local, place.load())
    with code.else_():
        gen.to_locals(function.body, function.kind, into)
        for local, place in zip(into, places, strict=True):
            code.store(place, local)
        code.store(results.known[number], 1)
    for local in into:
        code.push(local)


def _number_of_call(function: m.Function, arguments: tuple[LocalVariable, ...]) -> Operand:
    """Return the operand for the number of a combination of arguments, in mixed radix; the first parameter is the most
    significant."""
    found: Operand | None = None
    for parameter, argument in zip(function.params, arguments, strict=True):
        value = argument - parameter.low if parameter.low else argument
        found = value if found is None else found * (parameter.high - parameter.low + 1) + value
    assert found is not None
    return found
