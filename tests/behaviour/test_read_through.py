"""The information check follows facts, indexes, audiences and counts, and what was shown since a value was worked out:
small correct rulebooks, each with a variation that leaks.

Exchanging hidden things (`test --knowledge`) must agree with the check: it finds nothing in what the check accepts, and
the leak in what it refuses. If the leak is a `show` ("shown" in the head of the case), exchanging cannot distinguish it
from an intended one.
"""

from __future__ import annotations

import re

import pytest

from rulekit.check.checked import CheckedModel
from rulekit.diagnostics import Diagnostic, Source
from rulekit.machine.lower import lower
from rulekit.model.rulebook import Config
from rulekit.pipeline import check_configuration
from rulekit.play.knowledge import exchange_outcomes
from rulekit.syntax import parse
from tests.shipped import every

from .books import HERE

FORM = re.compile(r"^### ([^\n]+) -> (\w+)(, shown)?\n(.*?)(?=^### |\Z)", re.MULTILINE | re.DOTALL)
CASES = [case for path in sorted((HERE / "knowledge").glob("*.txt")) for case in FORM.findall(path.read_text("utf-8"))]

FEW = 8
"""The games that show most leaks. Only where one should have been shown by then are more played."""


def checked(text: str, knowledge: bool = True) -> tuple[CheckedModel | None, list[Diagnostic]]:
    book, found = parse(Source("case.rules", text))
    assert book is not None, found
    model, found = check_configuration((book,), Config(), knowledge=knowledge)
    return model, [d for d in found if d.severity == "error"]


NAMES = [case[0] for case in CASES]


@pytest.mark.parametrize(("expected", "text"), [(case[1], case[3]) for case in CASES], ids=NAMES)
def test_the_check_says_what_is_expected(expected: str, text: str) -> None:
    _, errors = checked(text)
    assert [d.code for d in errors[:1]] == ([] if expected == "right" else [expected])


@pytest.mark.parametrize(("expected", "shown", "text"), every(6, [case[1:] for case in CASES]), ids=NAMES)
def test_check_and_exchange_agree(expected: str, shown: str, text: str) -> None:
    model, _ = checked(text, knowledge=False)
    assert model is not None
    machine, leaky = lower(model), expected != "right" and not shown
    leaks = exchange_outcomes(machine, FEW, 1).leaks or (leaky and exchange_outcomes(machine, 30, 1).leaks)
    assert bool(leaks) == leaky, leaks
