"""Booklets: what is folded lies open, nothing is fetched, and without WeasyPrint one is told how to get it (E838)."""

from __future__ import annotations

import builtins
from typing import Any

import pytest

from rulekit.diagnostics import RulekitError
from rulekit.render import document as d
from rulekit.render.booklet import SIZES, body, booklet, check_printing, open_blocks, whole

SVG = "http://www.w3.org/2000/svg"
PAGE = d.Page(
    "page",
    "A <game>",
    "en",
    (
        d.Heading(1, ("A <game>",), "top"),
        d.Heading(2, ("First",), "first", "1"),
        d.Figure("one.svg", "a square"),
        d.Tabs((("2 players", (d.PageParagraph(("two",)),)), ("3 players", (d.PageParagraph(("three",)),)))),
        d.Remark("info", "What it was", (d.PageParagraph(("before",)),), folded=True),
    ),
    {
        "one.svg": f'<svg xmlns="{SVG}" viewBox="0 0 4 4"><style></style><rect width="4" height="4"/></svg>',
    },
)


def test_tabs_stand_one_after_the_other_and_notes_are_unfolded() -> None:
    opened = tuple(open_blocks(PAGE.blocks))
    assert not [b for b in d.blocks_of(opened) if isinstance(b, d.Tabs)]
    assert not [b for b in d.blocks_of(opened) if isinstance(b, d.Remark) and b.folded]
    said = [b.line for b in d.blocks_of(opened) if isinstance(b, d.PageParagraph)]
    assert ("two",) in said and ("three",) in said and ("before",) in said


def test_a_document_has_contents_and_escapes_its_title() -> None:
    pytest.importorskip("markdown")
    html = whole(PAGE, body(PAGE, lambda _: None), "Contents")
    assert "<h1>A &lt;game&gt;</h1>" in html and html.count("<h1") == 1
    assert '<a href="#first">1 First</a>' in html


@pytest.mark.parametrize("sheet", SIZES)
def test_a_booklet_is_a_pdf(sheet: str) -> None:
    pytest.importorskip("weasyprint")
    assert booklet(PAGE, lambda _: None, sheet, "Contents").startswith(b"%PDF")


def test_without_weasyprint_one_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = builtins.__import__

    def lacking(name: str, *more: Any, **rest: Any) -> Any:
        if name == "weasyprint":
            raise ImportError("No module named 'weasyprint'")
        return usual(name, *more, **rest)

    monkeypatch.setattr(builtins, "__import__", lacking)
    with pytest.raises(RulekitError) as caught:
        check_printing()
    (told,) = caught.value.diagnostics
    assert told.code == "E838" and "rulekit[docs,print]" in str(told.help)
