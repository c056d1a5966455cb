"""The code on the page about Python runs, and its table lists all methods of cursors."""

from __future__ import annotations

import re
from pathlib import Path

from rulekit.engine.interface import Cursor

PAGE = (Path(__file__).parents[2] / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"```python\n(.*?)```\n", re.DOTALL)


def test_the_page_runs_from_top_to_bottom(capsys):
    space: dict[str, object] = {"__name__": "page"}
    blocks = BLOCK.findall(PAGE)
    assert len(blocks) >= 5
    for block in blocks:
        exec(compile(block, "docs/reference/python.md", "exec"), space)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "p1 ('check', 'bet')"
    assert lines[1] in ("(1, -1)", "(-1, 1)", "(2, -2)", "(-2, 2)") and "p1: check" in lines
    assert "(-1, 1)" in lines[2:], "who begins loses nim with 1, 3, 5 and 7, whose nim-sum is 0"
    assert any("cannot be played: `number = 7` does not pass `where number <= matches[row]`" in line for line in lines)
    assert any("Hidden" in line for line in lines), "a card that is not seen"


def test_the_page_tells_of_all_that_a_cursor_has():
    table = "\n".join(line for line in PAGE.splitlines() if line.startswith("| `"))
    told = set(re.findall(r"`(\w+)", table))
    has = {name for name in vars(Cursor) if not name.startswith("_")}
    assert has - {"node"} <= told
