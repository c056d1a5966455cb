"""Every code that a check uses is listed, and every listed code of `rulekit.check` is used.

`test_cases.py` tests that a code's letter is its severity.
"""

import re
from pathlib import Path

import rulekit.check
from rulekit.diagnostics.codes import code_titles

ROOM = Path(rulekit.check.__file__).parent
USED = {code for path in ROOM.rglob("*.py") for code in re.findall(r'"([EW]\d{3})"', path.read_text("utf-8"))}
OURS = re.compile(r"[EW](20\d|21\d|3\d\d|4\d\d|5\d\d|62\d)$")


def test_codes_are_listed() -> None:
    assert sorted(USED - code_titles().keys()) == []
    assert sorted(code for code in code_titles() if OURS.match(code) and code not in USED) == []
