"""Encoding of numbers and sections: all values near powers of two, compared with wasmtime."""

from __future__ import annotations

import pytest

from rulekit.engine.wasm.encode import Assembly, entry
from rulekit.engine.wasm.encoding import I32, I64, encode_signed, encode_unsigned, wrap_signed
from rulekit.engine.wasm.function_builder import Body
from rulekit.engine.wasm.operands import i32, i64
from rulekit.engine.wasm.sandbox import Sandbox, Trapped

NEAR_POWERS = sorted({sign * (1 << bit) + d for bit in range(64) for d in (-1, 0, 1) for sign in (1, -1)})


def read(data: bytes) -> tuple[int, int]:
    """Decode LEB128 by its definition; return the unsigned and the signed number."""
    value = sum((byte & 127) << (7 * i) for i, byte in enumerate(data))
    return value, value - (1 << (7 * len(data))) if data[-1] & 64 else value


def test_numbers_read_back_and_are_short():
    for n in NEAR_POWERS:
        assert_reads_back_and_is_short(n)


def assert_reads_back_and_is_short(n):
    assert read(encode_signed(n))[1] == n
    assert [byte >> 7 for byte in encode_signed(n)] == [1] * (len(encode_signed(n)) - 1) + [0]
    assert len(encode_signed(n)) == (n if n >= 0 else ~n).bit_length() // 7 + 1
    if n >= 0:
        assert read(encode_unsigned(n))[0] == n
        assert len(encode_unsigned(n)) == max(1, -(-n.bit_length() // 7))


def test_the_unsigned_are_not_negative():
    with pytest.raises(ValueError):
        encode_unsigned(-1)


@pytest.mark.parametrize(
    ("n", "bits", "expected"),
    [(0, 32, 0), ((1 << 31) - 1, 32, (1 << 31) - 1), (1 << 31, 32, -(1 << 31)), (-1, 64, -1), ((1 << 64) - 1, 64, -1)],
)
def test_wrapping_gives_the_signed_number_of_the_same_bits(n, bits, expected):
    assert wrap_signed(n, bits) == expected


def constants(values: list[int], kind: int) -> Sandbox:
    assembly = Assembly(pages=1)
    for i, value in enumerate(values):
        body = Body(f"c{i}", (), (kind,))
        body.push(i32(value) if kind == I32 else i64(value))
        assembly.define(assembly.declare((), (kind,), f"c{i}"), body)
    return Sandbox(assembly.encode())


@pytest.mark.parametrize(("kind", "bits"), [(I32, 32), (I64, 64)])
def test_constants_mean_the_same_to_wasmtime(kind, bits):
    values = [n for n in NEAR_POWERS if -(1 << (bits - 1)) <= n < 1 << bits]
    box = constants(values, kind)
    assert [box.call(f"c{i}") for i in range(len(values))] == [wrap_signed(n, bits) for n in values]


@pytest.mark.parametrize("count", [1, 2, 127, 128, 129])
def test_locals_and_functions_are_counted_past_one_byte(count):
    """Makes `count` functions, each with `count` local variables of both types; the function returns its last i32
    variable."""
    assembly = Assembly(pages=1)
    for i in range(count):
        body = Body(f"f{i}", (I32,), (I32,))
        locals_ = [body.local(kind) for _ in range(count) for kind in (I32, I64)]
        body.set(locals_[-2], body.arguments[0])
        body.push(locals_[-2])
        assembly.define(assembly.declare((I32,), (I32,), f"f{i}"), body)
    box = Sandbox(assembly.encode())
    assert [box.call(f"f{i}", i) for i in range(count)] == list(range(count))


def test_labels_are_depths_from_the_outside():
    """A jump table leaves one or two nested blocks."""
    assembly = Assembly(pages=1)
    body = Body("pick", (I32,), (I32,))
    with body.block() as outer:
        with body.block() as inner:
            body.br_table(body.arguments[0], [inner, outer], outer)
        body.return_(i32(7))
    body.push(i32(9))
    assembly.define(assembly.declare((I32,), (I32,), "pick"), body)
    box = Sandbox(assembly.encode())
    assert [box.call("pick", n) for n in (0, 1, 2, -1)] == [7, 9, 9, 9]


def test_an_open_block_and_a_wrong_type_are_refused():
    body = Body("open", (), ())
    body.block()
    with pytest.raises(ValueError, match="blocks are open"):
        entry(body)
    assembly = Assembly(pages=1)
    with pytest.raises(ValueError, match="not of the type"):
        assembly.define(assembly.declare((I32,), ()), Body("other", (), ()))


def test_a_trap_says_whether_the_stack_was_used_up():
    assembly = Assembly(pages=1)
    deep = assembly.declare((), (), "deep")
    body = Body("deep", (), ())
    body.call(deep)
    body.call(deep)
    assembly.define(deep, body)
    stop = Body("stop", (), ())
    stop.unreachable()
    assembly.define(assembly.declare((), (), "stop"), stop)
    box = Sandbox(assembly.encode())
    for name, overflow in (("deep", True), ("stop", False), ("deep", True)):
        with pytest.raises(Trapped) as caught:
            box.call(name)
        assert caught.value.overflow is overflow
