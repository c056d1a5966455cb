"""Small rulebooks in which hidden information flows in different ways, with the expected errors of the check, or
none.

Many try to break the check and its proof (docs/internals/knowledge.md). Each covers a form of the language.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.check import check_rulebook
from rulekit.diagnostics import Source
from rulekit.model.assembly import assemble
from rulekit.model.rulebook import Config
from rulekit.syntax import parse

TEXTS = [path.read_text("utf-8") for path in sorted(Path(__file__).parent.glob("*.txt"))]
FORM = re.compile(r"^### ([^\n]+) -> (\w+)\n(.*?)(?=^### |\Z)", re.MULTILINE | re.DOTALL)
CASES = [case for text in TEXTS for case in FORM.findall(text)]


@pytest.mark.parametrize(("expected", "text"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_what_the_check_says(expected: str, text: str) -> None:
    book, found = parse(Source("flow", text))
    assert book is not None, found
    rulebook, _ = assemble([book], Config())
    assert rulebook is not None
    model, found = check_rulebook(rulebook)
    codes = [d.code for d in found if d.severity == "error"]
    assert codes[:1] == ([] if expected == "right" else [expected])
    assert (model is not None) == (expected == "right")


def test_there_are_many_of_each() -> None:
    codes = [expected for _, expected, _ in CASES]
    assert len(CASES) > 60
    assert set(codes) >= {"right", "E501", "E502", "E504", "E505", "E507"}
