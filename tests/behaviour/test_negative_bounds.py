"""The formatter keeps the minus sign of a bound with its number, wherever a type is written."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import Source
from rulekit.syntax.format import format_text

LINES = (
    "fact f(n -2..9, m (1 - 3)..2) gives -2..9 = n - m",
    "fact f(n -2..9 or none) = -n.x - -1",
    "replace fact f(p Player, n -2..9) = n",
    "exception e to f(n, -2) where n == -1 over g = -3",
    "table T(a -2..5, b set of -1..1):\n  | x | 1 | {-1..1} |",
    "table T for each a in -1..1, b in a - 1..a + 1",
    "piece P(a -2..5 open): 2 - 1 each",
    "procedure p(n -2..9) gives -1..1:\n  return n - 1",
    "event e(n -2..9)",
    "rule r when e(-2) by q where q - 1 == -1:\n  nothing",
    "keep k[-2..2]: -3..3 = -1",
    "option o: -3..-1 = -2",
    "flow:\n  keep x: -2..2 = k[-1] - 1\n  choose n in -1..n - 1\n  draw m in {-1, -2}",
)


@pytest.mark.parametrize("line", LINES)
def test_it_stays_as_it_is(line: str) -> None:
    form = "variant b of c" if line.startswith("replace") else "rulebook b"
    text = f'{form} "B":\n  players 2\n\n{line}\n'
    assert format_text(Source("b.rules", text)) == (text, [])
