"""The page of outside checks has a row for each check of each rulebook, and no rulebook is left out."""

from __future__ import annotations

import os

from rulekit.rulebook_files import library
from tests import shipped
from tests.variants.families import FAMILIES
from tests.variants.outside_checks import UNCHECKED, checks, table

PAGE = library().parent / "docs/internals/published-counts.md"
BEGIN, END = "<!-- outside checks -->\n", "\n<!-- end of outside checks -->"


def test_the_page_has_this_table() -> None:
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    shown, _, after = rest.partition(END)
    if os.environ.get("RULEKIT_REGENERATE"):
        PAGE.write_text(before + BEGIN + table() + END + after, "utf-8")
        shown = table()
    assert shown == table()


def test_each_rulebook_is_checked_or_says_why_not() -> None:
    books = {name for name in shipped.GAMES if name.split("/")[0] in ("classics", *FAMILIES)}
    checked = {check.book for check in checks()}
    assert checked == books
    assert not {check.book for check in checks() if check.command} & set(UNCHECKED)
