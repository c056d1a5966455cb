"""The documentation page about the machine lists the passes in the order in which they run."""

import re
from pathlib import Path

from rulekit.machine.optimise import PASSES, PLAYOUT_PASSES

PAGE = Path(__file__).parents[2] / "docs" / "internals" / "machine.md"
ROW = re.compile(r"^\| (\w+) \| (\d*) ?\| (\d+) \| .{20,} \|$", re.MULTILINE)


def test_the_page_lists_the_passes_in_order():
    rows = [(name, int(step or 0), int(playout)) for name, step, playout in ROW.findall(PAGE.read_text())]
    steps = sorted((at, name) for name, at, _ in rows if at)
    playouts = sorted((at, name) for name, _, at in rows)
    assert steps == list(enumerate(PASSES, 1))
    assert playouts == list(enumerate(PLAYOUT_PASSES, 1))
