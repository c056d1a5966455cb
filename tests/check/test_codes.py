"""Every code that a check gives is listed, and every code that is listed for this room is given."""

import re
from pathlib import Path

import pytest

import rulekit.check
from rulekit.diagnostics.codes import CODES

from .cases import CASES, diagnose

ROOM = Path(rulekit.check.__file__).parent
USED = {code for path in ROOM.rglob("*.py") for code in re.findall(r'"([EW]\d{3})"', path.read_text("utf-8"))}
OURS = re.compile(r"[EW](20\d|21\d|3\d\d|4\d\d|5\d\d|62\d)$")


def test_codes_are_listed() -> None:
    assert sorted(USED - CODES.keys()) == []
    assert sorted(code for code in CODES if OURS.match(code) and code not in USED) == []


NOTES = {"E142", "W402"}
"""What only notes something, whatever its letter: there is more, an edition has still something to say."""


@pytest.mark.parametrize("path", sorted(CASES.glob("*.rules")), ids=lambda path: path.stem)
def test_the_letter_of_a_code_is_its_severity(path: Path) -> None:
    for d in diagnose(path.read_text("utf-8")):
        wanted = "warning" if d.code.startswith("W") else "error"
        assert d.severity in (wanted, "note") and (d.severity == "note") <= (d.code in NOTES), d
