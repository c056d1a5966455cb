"""Statements of the page on publishing about generated pages; test_tutorial.py tests the output of its commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.cli import main as cli

PAGE = (Path(__file__).parents[2] / "docs" / "publish" / "publishing.md").read_text(encoding="utf-8")


@pytest.fixture
def variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write the rulebook of the page to the file `garden.rules` and change to its folder, which is returned."""
    blocks = re.findall(r"```rules\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "garden.rules").write_text("".join(blocks), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def section(page: str, anchor: str) -> str:
    found = re.search(rf"\{{ #{anchor} \}}\n(.*?)(?=\n#|\Z)", page, re.DOTALL)
    assert found, anchor
    return found[1]


def test_the_page_says_what_is_new_and_what_it_was(variant: Path) -> None:
    assert cli.run(["render", "./garden.rules", "classics/nine-mens-morris", "--out", "book"]).code == 0
    page = (variant / "book" / "docs" / "garden" / "reference.md").read_text(encoding="utf-8")
    assert "New: not in Nine men’s morris" in section(page, "chapter-late")
    assert "after 50 moves of each player" in section(page, "procedure-look_back")
    assert page.index("{ #chapter-course }") < page.index("{ #procedure-look_back }") < page.index("{ #chapter-late }")
    assert page.index("{ #chapter-late }") < page.index("{ #exception-none_safe }")
    assert "classics/nine-mens-morris.md" in page
    assert "#8a3324" in (variant / "book" / "docs" / "garden" / "example-into_the_mill.svg").read_text("utf-8")


@pytest.mark.soak
def test_the_dutch_page_tells_the_new_rule(variant: Path) -> None:
    assert cli.run(["render", "./garden.rules", "--out", "boek", "--lang", "nl"]).code == 0
    page = (variant / "boek" / "docs" / "garden" / "reference.md").read_text(encoding="utf-8")
    (heading,) = re.findall(r"^### (.*) \{ #procedure-look_back \}$", page, re.MULTILINE)
    assert "Dertig zetten" in heading and "60" in section(page, "procedure-look_back")


@pytest.mark.soak
def test_the_booklet_is_told_where_it_is(variant: Path) -> None:
    pytest.importorskip("weasyprint", exc_type=(ImportError, OSError))
    (command,) = re.findall(r"^    rulekit (render .*)$", PAGE, re.MULTILINE)
    told = cli.run(command.split())
    assert told.code == 0 and "print/pdf/garden.pdf" in told.text
    assert (variant / "print" / "pdf" / "garden.pdf").read_bytes().startswith(b"%PDF")
