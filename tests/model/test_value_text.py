"""Examples write a value with the same text as the machine prints."""

import pytest

from rulekit.machine.lower.value_encoding import encode_constant
from rulekit.machine.option_labels import Labels
from rulekit.model.naming import integer_of, integer_text, value_text
from rulekit.model.types import Domain, DomainType, NumberType, OptionType, TruthType, Type, Value
from tests.machine.lower.play import machine

SIZE = DomainType(Domain("Size", "enum", ("small", "large")))
BOOK = """
enum Size: small, large
keep number: -2..9 = 0
keep fair: truth = no
keep member: Size = small
keep perhaps: Size or none = none
keep maybe: 2..4 or none = none
flow:
  turns from p1:
    choose answer in 1..2
    game over, drawn
"""
VALUES: list[tuple[str, Type, Value, str]] = [
    ("number", NumberType(-2, 9), -2, "-2"),
    ("fair", TruthType(), True, "yes"),
    ("fair", TruthType(), False, "no"),
    ("member", SIZE, 1, "large"),
    ("perhaps", OptionType(SIZE), 0, "small"),
    ("perhaps", OptionType(SIZE), None, "none"),
    ("maybe", OptionType(NumberType(2, 4)), 2, "2"),
    ("maybe", OptionType(NumberType(2, 4)), None, "none"),
]


@pytest.mark.parametrize(("cell", "type_", "value", "text"), VALUES)
def test_the_text_of_a_value_is_that_of_its_number_in_the_machine(
    cell: str, type_: Type, value: Value, text: str
) -> None:
    assert value_text(type_, value) == text
    lowered = machine(BOOK)
    labels, domain = Labels.of(lowered), next(c.domain for c in lowered.cells if c.name == cell)
    assert labels.value_text(domain, encode_constant(value, type_)) == text
    assert labels.value_of(domain, text) == encode_constant(value, type_)


def test_a_bare_none_has_the_same_text() -> None:
    assert value_text(OptionType(None), None) == "none"


@pytest.mark.parametrize("number", [0, 7, -1, 10, 2**31 - 1, -(2**31)])
def test_a_number_is_read_as_it_is_written(number: int) -> None:
    assert integer_of(integer_text(number)) == number


@pytest.mark.parametrize("text", ["", "03", "-0", "+3", "3.", "1_0", "٣", "--1", "99999999999", "none"])
def test_no_other_text_is_a_number(text: str) -> None:
    assert integer_of(text) is None
