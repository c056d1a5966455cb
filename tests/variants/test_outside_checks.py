"""The page of outside checks has a row for each check of each rulebook, and no rulebook is left out."""

from __future__ import annotations

import os
import re
from pathlib import Path

from _pytest.mark import ParameterSet

from rulekit.rulebook_files import library
from tests import shipped
from tests.variants.families import FAMILIES
from tests.variants.outside_checks import UNCHECKED, Test, checks, table

PAGE = library().parent / "docs/internals/published-counts.md"
SHORT = {name.split("/")[1] for name in shipped.GAMES}
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
    assert not {check.book for check in checks() if check.test} & set(UNCHECKED)


def cases(test: Test) -> set[str]:
    """Return the names of the rulebooks with which a test is parametrised."""
    marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    cases = [case for mark in marks for case in mark.args[1]]
    values = [value for case in cases for value in (case.values if isinstance(case, ParameterSet) else (case,))]
    return {str(getattr(value, "name", value)).split("/")[-1] for value in values} & SHORT


def test_the_suite_runs_each_row() -> None:
    """A row names a test by its function. One with cases has that of the rulebook, one without them names it."""
    for check in checks():
        if check.test is not None:
            short, test = check.book.split("/")[1], check.test
            file = Path(test.__code__.co_filename)
            assert test.__name__.startswith("test_") and file.name.startswith("test_") and check.number, check
            assert short in (cases(test) or file.read_text("utf-8")), check


def test_programs_have_their_version() -> None:
    """The version in a row is that of the test extra."""
    pinned = dict(re.findall(r'"(\w+)==([\d.]+)', (library().parent / "pyproject.toml").read_text("utf-8")))
    named = {"OpenSpiel": "open_spiel", "python-chess": "chess"}
    found = {one for check in checks() for one in re.findall(r"([\w-]+) (\d+(?:\.\d+)+)", check.against)}
    assert found - {("kish", "1.1.7")} == {  # a package of npm
        (name, pinned[named.get(name, name)])
        for name in ("OpenSpiel", "hnefatafl", "python-chess", "pydraughts", "pyffish")
    }
