"""Operands: the code that leaves a value on the stack, with the value's type.

An `Operand` is i32, i64 or f64. Python's operators and the methods here combine operands, to any depth: `(low + 1) *
size` is the code `low, 1, add, size, mul`. Making an operand writes nothing; `function_builder.Body` writes it where it
is used. So an operand that is used twice is computed twice; put it into a `LocalVariable` to compute it once.

`+ - * & | ^ << ~` are the machine's instructions. `== != < <= > >=` compare signed numbers and give an i32, 0 or 1.
Unsigned operations have their WebAssembly names: `lt_u`, `ge_u`, `div_u`, `shr_u`. A Python number on the right is a
constant of the left operand's type; `i32(3)` and `i64(3)` are constants. Mixing types raises a TypeError that names
both types.

A value already on the stack is an operand with empty code (`on_stack`). It must be the first operand in a larger one:
`gen.number(a) + 1` is right. `at + gen.number(a)` is wrong, since it would push `at` after the value; it is refused.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import TypeVar

from attrs import define, frozen

from ..packing import Width
from .encoding import F64, I32, I64, NAMES, Types, encode_signed, encode_unsigned, wrap_signed
from .opcodes import (
    BYTE_POPCNT,
    CALL,
    CALL_INDIRECT,
    CONST,
    CONVERT_S,
    CONVERT_U,
    EXTEND_S,
    EXTEND_U,
    GLOBAL_GET,
    GLOBAL_SET,
    LOCAL_GET,
    LOCAL_SET,
    LOCAL_TEE,
    MEMORY,
    NUMERIC,
    SELECT,
    WRAP,
)

CONSTANTS = 1 << 12  # constants in the cache; most are used many times
OUT_OF_ORDER = "an operand that is on the stack already cannot come behind one that is still to be written"


def _binary(name: str, comparison: bool = False) -> Callable[[Operand, Operand | int], Operand]:
    """Return a method that combines two operands by the instruction of this name."""
    codes = {type: numeric.get(name) for type, numeric in NUMERIC.items()}

    def method(left: Operand, right: Operand | int) -> Operand:
        type = left.type
        if isinstance(right, int):
            right = CONSTANT[type](right)
        elif right.type != type:
            raise TypeError(f"{name} of {NAMES[type]} and {NAMES[right.type]}")
        elif right.stacked and left.code:
            raise ValueError(OUT_OF_ORDER)
        code = codes[type]
        if code is None:
            raise TypeError(f"there is no {NAMES[type]}.{name} in opcodes.py")
        return Expression(I32 if comparison else type, left.code + right.code + code, left.stacked or right.stacked)

    return method


@define(eq=False)
class Operand:
    """The code that computes a value of this type. `stacked` says that its first operand is already on the stack. Treat
    it as immutable. (It is not frozen, since emitters make very many.)"""

    type: int
    code: bytes
    stacked: bool = False

    # methods of two operands whose result has their type
    __add__ = _binary("add")
    __sub__ = _binary("sub")
    __mul__ = _binary("mul")
    __and__ = _binary("and")
    __or__ = _binary("or")
    __xor__ = _binary("xor")
    __lshift__ = _binary("shl")
    shr_u = _binary("shr_u")
    rotl = _binary("rotl")
    div_s = _binary("div_s")
    div_u = _binary("div_u")
    rem_s = _binary("rem_s")
    rem_u = _binary("rem_u")
    __truediv__ = _binary("div")

    # comparisons of two operands; the result is an i32, 0 or 1
    __eq__ = _binary("eq", comparison=True)  # type: ignore[assignment]  # returns an Operand, no bool
    __ne__ = _binary("ne", comparison=True)  # type: ignore[assignment]  # returns an Operand, no bool
    __lt__ = _binary("lt_s", comparison=True)
    __le__ = _binary("le_s", comparison=True)
    __gt__ = _binary("gt_s", comparison=True)
    __ge__ = _binary("ge_s", comparison=True)
    lt_u = _binary("lt_u", comparison=True)
    le_u = _binary("le_u", comparison=True)
    gt_u = _binary("gt_u", comparison=True)
    ge_u = _binary("ge_u", comparison=True)

    __hash__ = None  # type: ignore[assignment]  # because `==` does not compare

    def __bool__(self) -> bool:
        raise TypeError("what an operand is, is known only when the module runs")

    # methods of one operand

    def __invert__(self) -> Operand:
        return self ^ -1

    def ctz(self) -> Operand:
        """Return the operand for the number of trailing zeros."""
        return _unary("ctz", self, self.type)

    def clz(self) -> Operand:
        """Return the operand for the number of leading zeros."""
        return _unary("clz", self, self.type)

    def popcnt(self) -> Operand:
        """Return the operand for the number of bits that are 1."""
        return _unary("popcnt", self, self.type)

    def byte_popcnt(self) -> Operand:
        """Return the operand for an i64 of eight counts: each byte has the number of 1 bits in the same byte of this
        i64."""
        return Expression(I64, _check_type(self, I64, "byte_popcnt").code + BYTE_POPCNT, self.stacked)

    def sqrt(self) -> Operand:
        """Return the operand for the square root of an f64."""
        return _unary("sqrt", _check_type(self, F64, "sqrt"), F64)

    def to_float(self) -> Operand:
        """Return the operand for this signed i32, converted to an f64."""
        return Expression(F64, _check_type(self, I32, "to_float").code + CONVERT_S, self.stacked)

    def to_float_u(self) -> Operand:
        """Return the operand for this unsigned i32, converted to an f64."""
        return Expression(F64, _check_type(self, I32, "to_float_u").code + CONVERT_U, self.stacked)

    def eqz(self) -> Operand:
        """Return an i32 operand: 1 if the value is 0, otherwise 0."""
        return _unary("eqz", self, I32)

    def nonzero(self) -> Operand:
        """Return an i32 operand: 1 if the value is not 0, otherwise 0."""
        return self.eqz().eqz()

    def wrap(self) -> Operand:
        """Return the operand for the low half of an i64."""
        return Expression(I32, _check_type(self, I64, "wrap").code + WRAP, self.stacked)

    def extend_s(self) -> Operand:
        """Return the operand for this i32, sign-extended to an i64."""
        return Expression(I64, _check_type(self, I32, "extend_s").code + EXTEND_S, self.stacked)

    def extend_u(self) -> Operand:
        """Return the operand for this i32, zero-extended to an i64."""
        return Expression(I64, _check_type(self, I32, "extend_u").code + EXTEND_U, self.stacked)


@define(eq=False)
class Expression(Operand):
    """An operand that combines other operands.

    `LocalVariable` is not a subclass: for `a < b`, Python tries b's method first if the class of b is a subclass of a's
    class."""


@define(eq=False)
class Assignable(Operand):
    """An operand that can be assigned; `write` is the code that pops the new value."""

    write: bytes = b""
    index: int = 0


@define(eq=False)
class LocalVariable(Assignable):
    """A parameter or local variable of the WebAssembly function being written."""

    def __str__(self) -> str:
        return f"local {self.index} of {NAMES[self.type]}"

    @staticmethod
    @cache
    def of(type: int, index: int) -> LocalVariable:
        """Return the local with this number.  Locals of all functions with the same number and type are one object."""
        return LocalVariable(type, LOCAL_GET + encode_unsigned(index), False, LOCAL_SET + encode_unsigned(index), index)

    def tee(self, value: Operand | int) -> Operand:
        """Return an operand that stores this value in the local and has the same value."""
        found = operand(value, self.type, "tee")
        return Expression(self.type, found.code + LOCAL_TEE + encode_unsigned(self.index), found.stacked)


@define(eq=False)
class Global(Assignable):
    """A global variable of the module."""

    def __str__(self) -> str:
        return f"global {self.index} of {NAMES[self.type]}"

    @staticmethod
    def of(type: int, index: int) -> Global:
        return Global(type, GLOBAL_GET + encode_unsigned(index), False, GLOBAL_SET + encode_unsigned(index), index)


@frozen
class FunctionReference:
    """A function of the module: its number in the module, and its type."""

    index: int
    params: Types
    results: Types


@frozen
class FunctionTable:
    """A constant table of functions that all have the same type."""

    index: int
    type: int  # the number of the type of these functions in the module
    params: Types
    results: Types


@define(eq=False)
class MemoryPlace:
    """A number in memory: an address (an operand and a constant offset) and a width."""

    width: Width
    address: Operand
    offset: int = 0

    @property
    def type(self) -> int:
        return F64 if self.width.load == "f64.load" else I64 if self.width.bytes == 8 else I32

    def load(self) -> Operand:
        """Return the operand for the number in memory."""
        address, width = self.address, self.width
        code = address.code + MEMORY[width.load] + encode_unsigned(self.offset)
        return Expression(self.type, code, address.stacked)

    @property
    def whole_address(self) -> Operand:
        """Return the operand for the whole address: its variable part plus the constant offset."""
        return self.address + self.offset

    def with_address(self, address: Operand) -> MemoryPlace:
        """Return a place with this operand as the variable part of the address, and the same offset and width."""
        return MemoryPlace(self.width, address, self.offset)

    def plus(self, by: int) -> MemoryPlace:
        """Return the place `by` bytes after this one."""
        return MemoryPlace(self.width, self.address, self.offset + by)


# --------------------------------------------------------------------- constants, values on the stack, calls and places


@lru_cache(CONSTANTS)
def i32(value: int) -> Operand:
    """Return a constant of type i32."""
    return Expression(I32, CONST[I32] + encode_signed(wrap_signed(value, 32)))


@lru_cache(CONSTANTS)
def i64(value: int) -> Operand:
    """Return a constant of type i64."""
    return Expression(I64, CONST[I64] + encode_signed(wrap_signed(value, 64)))


@lru_cache(CONSTANTS)
def f64(value: float) -> Operand:
    """Return a constant of type f64."""
    return Expression(F64, CONST[F64] + struct.pack("<d", value))


def on_stack(type: int) -> Operand:
    """Return an operand for the value of this type that earlier code left on the stack."""
    return ON_STACK[type]


def select(one: Operand | int, other: Operand | int, condition: Operand) -> Operand:
    """Return the operand for `one` if the condition (an i32) is not 0, otherwise for `other`. All three are
    computed."""
    type = one.type if isinstance(one, Operand) else other.type if isinstance(other, Operand) else I32
    parts = operand(one, type, "select"), operand(other, type, "select"), _check_type(condition, I32, "select")
    return Expression(type, join_code(parts) + SELECT, any(part.stacked for part in parts))


def union(words: Sequence[Operand]) -> Operand:
    """Return the operand for the bitwise or of the words."""
    found = words[0]
    for word in words[1:]:
        found |= word
    return found


def call(function: FunctionReference, *arguments: Operand | int) -> Operand:
    """Return the operand for a call of a function with exactly one result. Leading arguments may be left out if they
    are on the stack."""
    parts = argument_operands(function.params, arguments)
    (result,) = function.results
    return Expression(
        result, join_code(parts) + CALL + encode_unsigned(function.index), takes_from_stack(function.params, parts)
    )


def call_indirect(table: FunctionTable, number: Operand, *arguments: Operand | int) -> Operand:
    """Return the operand for a call of the function with this number in a table. The functions must have exactly one
    result."""
    parts = [*argument_operands(table.params, arguments), _check_type(number, I32, "call_indirect")]
    (result,) = table.results
    code = join_code(parts) + CALL_INDIRECT + encode_unsigned(table.type) + encode_unsigned(table.index)
    return Expression(result, code, takes_from_stack((*table.params, I32), parts))


def constant_place(width: Width, address: int) -> MemoryPlace:
    """Return the place at a constant address."""
    return MemoryPlace(width, ZERO, address)


# ------------------------------------------------------------------------- checks of types, and of what is on the stack


def operand(value: Operand | int, type: int, where: str) -> Operand:
    """Return a value as an operand of this type; a Python number becomes a constant. `where` is for the message of an
    error."""
    if isinstance(value, int):
        return CONSTANT[type](value)
    return _check_type(value, type, where)


def join_code(parts: Sequence[Operand]) -> bytes:
    """Return the code of the parts in order. Only the first part may use a value that is already on the stack."""
    code = b""
    for part in parts:
        if part.stacked and code:
            raise ValueError(OUT_OF_ORDER)
        code += part.code
    return code


def argument_operands(params: Types, arguments: Sequence[Operand | int]) -> list[Operand]:
    """Return the arguments of a call as operands. Arguments for the first parameters may be missing: they must be on
    the stack."""
    types = params[len(params) - len(arguments) :] if arguments else ()
    return [operand(one, type, "call") for one, type in zip(arguments, types, strict=True)]


def takes_from_stack(params: Types, parts: Sequence[Operand]) -> bool:
    """Return whether a call with these parameters, of which `parts` are given, takes an argument from the stack."""
    return len(parts) < len(params) or any(part.stacked for part in parts)


AnyOperand = TypeVar("AnyOperand", bound=Operand)


def _check_type(value: AnyOperand, type: int, where: str) -> AnyOperand:
    if value.type != type:
        raise TypeError(f"{where} takes {NAMES[type]}, not {NAMES[value.type]}")
    return value


def _unary(name: str, value: Operand, result: int) -> Operand:
    return Expression(result, value.code + NUMERIC[value.type][name], value.stacked)


CONSTANT = {I32: i32, I64: i64, F64: f64}
ZERO = i32(0)
ON_STACK = {type: Expression(type, b"", True) for type in (I32, I64, F64)}
