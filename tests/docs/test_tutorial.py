"""Follows the tutorial, and the other pages with a series of steps, word for word in a folder.

A block under `<!-- file: NAME -->` is a whole file, one under `<!-- add: NAME -->` is added to its end, and one
under `<!-- swap: NAME -->` replaces the clause with the same first words. `console_blocks.py` compares what commands
print.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.diagnostics import Source
from rulekit.syntax import format_text

from ..shipped import spanning
from .console_blocks import BLOCK, follow, is_shown, shown_again, write

DOCS = Path(__file__).parents[2] / "docs"
PAGES = [
    "start/tutorial.md",
    "write/house-variants.md",
    "compare/expansion-over-editions.md",
    "write/a-game-of-exceptions.md",
    "publish/publishing.md",
]
QUICK = PAGES[:1]
"""The page whose commands the suite runs. Those of the others check, compare and play large games, in the soak."""


@pytest.mark.timeout(900)  # the commands of a page run one after the other, and some play a whole family of games
@pytest.mark.parametrize("page", spanning(PAGES, QUICK))
def test_followed_word_for_word(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    assert follow(DOCS / page, tmp_path) >= 5


@pytest.mark.parametrize("page", PAGES)
def test_every_rulebook_is_short_and_laid_out_as_usual(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for kind, name, fence, text in BLOCK.findall((DOCS / page).read_text(encoding="utf-8")):
        if fence == "rules":
            write(kind, tmp_path / name, text)
            whole = (tmp_path / name).read_text(encoding="utf-8")
            assert whole.count("\n") < 100
            laid_out, problems = format_text(Source(name, whole))
            assert laid_out == whole, problems


PRINTED = ["a", "b 1", "c", "d", "e", "f", "g 2", "h"]


@pytest.mark.parametrize(
    ("shown", "holds"),
    [
        (PRINTED, True),
        (PRINTED[:-1], False),  # the last line is missing
        (["a", "c", "…"], False),  # a line is missing without `…`
        (["…", "c", "d", "…", "h"], True),
        (["…", "c", "e", "…"], False),
        (["a", "b 2", "…"], False),  # the number differs
        (["…", "g 2", "…", "a"], False),
        (["…"], True),
    ],
)
def test_a_line_vanishes_only_behind_the_sign(shown: list[str], holds: bool) -> None:
    assert is_shown(shown, PRINTED) == holds


def test_lines_shown_again_have_the_figures_of_today() -> None:
    again = shown_again(["b 7", "gone", "g 9"], PRINTED)
    assert again == ["a", "b 1", "…", "g 2", "h"] and is_shown(again, PRINTED)
