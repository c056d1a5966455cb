"""The builder of WebAssembly functions: the code does what the Python text says, tested by running it; and what is
refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rulekit.engine.packing import BYTE, INT, WORD
from rulekit.engine.wasm.encode import Assembly
from rulekit.engine.wasm.encoding import I32, I64
from rulekit.engine.wasm.function_builder import Body
from rulekit.engine.wasm.memory_layout import Vector
from rulekit.engine.wasm.operands import (
    FunctionReference,
    Global,
    LocalVariable,
    MemoryPlace,
    Operand,
    call,
    call_indirect,
    constant_place,
    f64,
    i32,
    i64,
    on_stack,
    select,
    union,
)
from rulekit.engine.wasm.sandbox import Sandbox

A, B, WIDE = LocalVariable.of(I32, 0), LocalVariable.of(I32, 1), LocalVariable.of(I64, 0)


def ran(params: tuple[int, ...], result: int, write: Callable[[Body], None], *args: int) -> int:
    """Build a function with `write`, call it with these arguments, and return the result."""
    assembly, code = Assembly(pages=1), Body("f", params, (result,))
    write(code)
    assembly.add(code, "f")
    return Sandbox(assembly.encode()).call("f", *args)


def value(operand: Operand, *args: int) -> int:
    """Return the value of an operand that uses i32 parameters, with these arguments."""

    def write(code: Body) -> None:
        code.push(operand)

    return ran((I32,) * len(args), operand.type, write, *args)


# ------------------------------------------------------------------------------------------------------------- operands

BIG = 1 << 31
OPERATORS: dict[str, tuple[Operand, Callable[[int, int], int]]] = {
    "+": (A + B, lambda a, b: a + b),
    "-": (A - B, lambda a, b: a - b),
    "*": (A * B, lambda a, b: a * b),
    "&": (A & B, lambda a, b: a & b),
    "|": (A | B, lambda a, b: a | b),
    "^": (A ^ B, lambda a, b: a ^ b),
    "~": (A & ~B, lambda a, b: a & ~b),
    "<<": (A << B, lambda a, b: a << (b & 31)),
    "==": (A == B, lambda a, b: a == b),
    "!=": (A != B, lambda a, b: a != b),
    "<": (A < B, lambda a, b: a < b),
    "<=": (A <= B, lambda a, b: a <= b),
    ">": (A > B, lambda a, b: a > b),
    ">=": (A >= B, lambda a, b: a >= b),
    "lt_u": (A.lt_u(B), lambda a, b: a % (2 * BIG) < b % (2 * BIG)),
    "le_u": (A.le_u(B), lambda a, b: a % (2 * BIG) <= b % (2 * BIG)),
    "gt_u": (A.gt_u(B), lambda a, b: a % (2 * BIG) > b % (2 * BIG)),
    "ge_u": (A.ge_u(B), lambda a, b: a % (2 * BIG) >= b % (2 * BIG)),
    "shr_u": (A.shr_u(B), lambda a, b: a % (2 * BIG) >> (b & 31)),
    "div_u": (A.div_u(B | 1), lambda a, b: a % (2 * BIG) // ((b | 1) % (2 * BIG))),
    "rem_u": (A.rem_u(B | 1), lambda a, b: a % (2 * BIG) % ((b | 1) % (2 * BIG))),
    "div_s": (A.div_s((B & 7) + 1), lambda a, b: int(a / ((b & 7) + 1))),
    "rem_s": (A.rem_s((B & 7) + 1), lambda a, b: a - int(a / ((b & 7) + 1)) * ((b & 7) + 1)),
    "eqz": (A.eqz() + B.eqz() * 2, lambda a, b: (a == 0) + 2 * (b == 0)),
    "nonzero": (A.nonzero(), lambda a, b: a != 0),
    "ctz": (A.ctz(), lambda a, b: (a & -a).bit_length() - 1 if a else 32),
    "popcnt": (A.popcnt(), lambda a, b: (a % (2 * BIG)).bit_count()),
    "select": (select(A, B, A < B), min),
    "select of constants": (select(-1, 7, A < B), lambda a, b: -1 if a < b else 7),
    "extend_s, wrap": ((A.extend_s() * B.extend_s()).wrap(), lambda a, b: a * b),
    "extend_s": ((A.extend_s() + B.extend_s()).lt_u(i64(-3)), lambda a, b: (a + b) % (1 << 64) < (1 << 64) - 3),
    "extend_u": ((A.extend_u() * 2).shr_u(32).wrap(), lambda a, b: a % (2 * BIG) * 2 >> 32),
    "rotl": ((A.extend_u() | A.extend_u() << 32).rotl(7).wrap(), lambda a, b: (a << 7) | a % (2 * BIG) >> 25),
    "a deep one": (((A + 1) * (B - 2) ^ (A << 3)) & 0xFFFF, lambda a, b: ((a + 1) * (b - 2) ^ (a << 3)) & 0xFFFF),
    "a constant on the left": (i32(10) - A, lambda a, b: 10 - a),
    "union": (union((A, B, i32(4))), lambda a, b: a | b | 4),
}


@pytest.mark.parametrize("name", OPERATORS)
def test_an_operator_means_what_it_means_in_python(name):
    operand, meaning = OPERATORS[name]
    for a, b in ((0, 0), (3, 5), (5, 3), (-1, 4), (4, -1), (BIG - 1, 2), (-BIG, 1), (-7, -7)):
        assert (value(operand, a, b) - int(meaning(a, b))) % (2 * BIG) == 0, (a, b)


@pytest.mark.parametrize("left", [A, A + 0, Global.of(I32, 0)], ids=["local", "expression", "global"])
@pytest.mark.parametrize("right", [B, B + 0, Global.of(I32, 1)], ids=["local", "expression", "global"])
def test_the_left_operand_is_written_first_whatever_the_two_are(left, right):
    """Python would call the right operand's comparison first if its class were derived from the left operand's."""
    for compare in (Operand.__lt__, Operand.__eq__):
        assert compare(left, right).code.startswith(left.code + right.code)  # type: ignore[call-arg]
    assert (left < right).code == left.code + right.code + b"\x48"
    assert (left == right).code == left.code + right.code + b"\x46"


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: A + WIDE, "add of i32 and i64"),
        (lambda: WIDE == A, "eq of i64 and i32"),
        (A.wrap, "wrap takes i64, not i32"),
        (WIDE.extend_u, "extend_u takes i32, not i64"),
        (lambda: A.tee(WIDE), "tee takes i32, not i64"),
        (lambda: select(A, WIDE, B), "select takes i32, not i64"),
        (lambda: select(A, B, WIDE), "select takes i32, not i64"),
        (lambda: call(FunctionReference(0, (I64,), (I32,)), A), "call takes i64, not i32"),
        (lambda: f64(1.0).rem_u(f64(2.0)), "no f64.rem_u"),
        (lambda: Body("f", (), ()).set(A, WIDE), "f: local 0 of i32 is set to i64"),
        (lambda: Body("f", (), ()).set(Global.of(I32, 4), WIDE), "f: global 4 of i32 is set to i64"),
        (lambda: Body("f", (), ()).increase(A, WIDE), "add of i32 and i64"),
        (lambda: Body("f", (), ()).store(constant_place(WORD, 0), A), "store takes i64, not i32"),
        (lambda: Body("f", (), ()).if_(WIDE), "if takes i32, not i64"),
        (lambda: Body("f", (), (I64,)).return_(A), "return takes i64, not i32"),
        (lambda: Body("f", (), ()).copy(A, B, WIDE), "copy takes i32, not i64"),
    ],
)
def test_operands_of_two_types_do_not_go_together(make, told):
    with pytest.raises(TypeError, match=told):
        make()


def test_nothing_is_known_of_an_operand_while_code_is_written():
    with pytest.raises(TypeError, match="only when the module runs"):
        bool(A == B)
    with pytest.raises(TypeError):
        hash(A)


def test_what_is_on_the_stack_can_only_come_first():
    there = on_stack(I32)
    for refused in (
        lambda: A + there,
        lambda: there.eqz() + there,
        lambda: select(A, there, B),
        lambda: call(FunctionReference(0, (I32, I32), (I32,)), A, there),
        lambda: Body("f", (), ()).store(MemoryPlace(INT, A), there),
    ):
        with pytest.raises(ValueError, match="on the stack already"):
            refused()

    def code(code: Body) -> None:
        one = code.push(A * 10)
        two = code.push(B + 1)
        code.push((one - two) * B)

    assert ran((I32, I32), I32, code, 4, 3) == (40 - 4) * 3


# ------------------------------------------------------------------------------------------------- variables and memory


def test_locals_are_numbered_behind_the_parameters_and_are_0_at_first():
    def write(code: Body) -> None:
        assert [(one.type, one.index) for one in code.arguments] == [(I32, 0), (I64, 1)]
        small, wide = code.local(I32), code.local(I64)
        assert (small.index, wide.index) == (2, 3)
        number, big = code.arguments
        code.increase(wide, big)
        code.increase(small, number)
        code.push(small + wide.wrap())

    assert ran((I32, I64), I32, write, 30, 12) == 42


def test_words_are_taken_from_the_stack_the_last_into_the_last():
    def write(code: Body) -> None:
        into = code.local(I32), code.local(I32)
        code.push(i32(20))
        code.push(i32(3))
        code.take(into)
        code.push(into[0] - into[1])

    assert ran((), I32, write) == 17


def test_an_address_on_the_stack_serves_once():
    code = Body("f", (I32,), ())
    with pytest.raises(ValueError, match="is there once, and is needed twice"):
        code.increase(MemoryPlace(INT, code.push(A)), 1)


def test_a_tee_writes_within_an_expression():
    def write(code: Body) -> None:
        at = code.local(I32)
        code.push(at.tee(A + 1) * 100 + at)

    assert ran((I32,), I32, write, 4) == 505


def test_memory_by_vector_and_place():
    def write(code: Body) -> None:
        bytes_, numbers, words = Vector(64, BYTE), Vector(128, INT), Vector(256, WORD)
        at = code.local(I32)
        code.set(at, 3)
        code.store(bytes_[at], 255)
        code.store(numbers[at], bytes_[3].load() + 1)
        code.increase(numbers[3], -6)
        code.store(words[at], numbers[at].load().extend_s())
        code.fill(64, 0, 8)
        code.copy(64, 128 + 12, 4)
        code.push(MemoryPlace(INT, at, 61).load() + bytes_[at].load() + words[2].plus(8).load().wrap())

    assert ran((), I32, write) == 250 + 0 + 250


# -------------------------------------------------------------------------------------------------------------- control


def test_members_of_a_set_are_counted():
    """The example from the documentation of the builder."""

    def write(code: Body) -> None:
        (left,) = code.arguments
        count = code.local(I32)
        with code.forever() as done:
            code.br_if(done, left.eqz())
            code.set(left, left & (left - 1))
            code.increase(count, 1)
        code.push(count)

    assert [ran((I64,), I32, write, n) for n in (0, 1, 0b10110, -1)] == [0, 1, 3, 64]


def test_arms_with_and_without_a_result():
    def write(code: Body) -> None:
        with code.if_(A < 10, I32):
            with code.if_(A < 5):
                code.set(B, 1)
            with code.else_():
                code.set(B, 2)
            code.push(B)
        with code.else_():
            code.push(i32(3))

    assert [ran((I32, I32), I32, write, n, 0) for n in (0, 7, 20)] == [1, 2, 3]


def test_a_loop_begins_again_and_a_block_is_left_however_deep():
    """The function adds the numbers below n, except 3, and stops after 6."""

    def write(code: Body) -> None:
        at, total = code.local(I32), code.local(I32)
        with code.block() as out, code.loop() as again:
            with code.block() as next_one:
                code.br_if(next_one, at == 3)
                with code.if_(at == 7):
                    code.br(out)
                code.increase(total, at)
            code.br_if(again, at.tee(at + 1) < A)
        code.push(total)

    assert [ran((I32,), I32, write, n) for n in (1, 3, 5, 7, 100)] == [0, 3, 7, 18, 18]


def test_cases_follow_one_another_from_the_one_jumped_to():
    def write(code: Body) -> None:
        cases = code.cases((1, 10, 100))
        code.br_table(A, cases.labels, cases.labels[-1])
        for item in cases:
            code.increase(B, item)
        code.push(B)

    assert [ran((I32, I32), I32, write, n, 0) for n in (0, 1, 2, 3, -1)] == [111, 110, 100, 100, 100]


def test_calls_of_functions_and_through_a_table():
    assembly = Assembly(pages=1)
    functions = []
    for name in ("add", "sub"):
        code = Body(name, (I32, I32), (I32,))
        a, b = code.arguments
        code.push(a + b if name == "add" else a - b)
        functions.append(assembly.add(code))
    table = assembly.table(functions)
    code = Body("f", (I32,), (I32,))
    (which,) = code.arguments
    code.push(i32(7))
    code.call(functions[1], call(functions[0], 1, 2))  # 7 - (1 + 2): the 7 is on the stack already
    code.push(call_indirect(table, which, on_stack(I32), 40))
    assembly.add(code, "f")
    box = Sandbox(assembly.encode())
    assert [box.call("f", 0), box.call("f", 1)] == [44, -36]


def test_a_global_is_kept_from_call_to_call():
    assembly = Assembly(pages=1)
    counter, code = assembly.global_i32(5), Body("f", (), (I32,))
    code.increase(counter, 2)
    code.push(counter)
    assembly.add(code, "f")
    box = Sandbox(assembly.encode())
    assert [box.call("f"), box.call("f")] == [7, 9]


def test_what_is_not_nested_is_refused():
    code = Body("f", (), ())
    with code.block() as over:
        pass
    with pytest.raises(ValueError, match="a jump to a block that is closed"):
        code.br(over)
    with pytest.raises(ValueError, match="a jump to a block that is closed"), code.block():
        code.br(over)  # another block has the depth of the closed one
    code = Body("f", (I32,), ())
    with code.if_(A):
        pass
    code.set(A, 0)
    with pytest.raises(ValueError, match="else is not directly behind"):
        code.else_()
    outer = code.block()
    code.block()
    with pytest.raises(ValueError, match="while another in it is open"):
        code.close(outer)
    with pytest.raises(ValueError, match="else is not directly behind"):
        Body("f", (), ()).else_()


def test_a_table_holds_functions_of_one_type():
    assembly = Assembly(pages=1)
    with pytest.raises(ValueError):
        assembly.table([assembly.declare((), ()), assembly.declare((I32,), ())])
