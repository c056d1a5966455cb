"""Versions of the language: an unknown one has one message, an older one is read, or reported and migrated."""

import re
from pathlib import Path

import pytest

from rulekit.diagnostics import Source
from rulekit.syntax import format_text, parse, same
from rulekit.syntax.versions import CHANGES, CURRENT, add_version, upgrade_text

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "language" / "index.md"
OLD = """rulebook a "A":  # of old
  players 2  # two
  {}
# any x in D
fact any_of = any x in 0..3 where x > 1 and (any y in 0..x) == 0
fact number(any 0..3) = any
procedure some_of():
  choose any number of z in 0..3
keep b: 0..3 = 1  # kept
    "B" [assumed "so"]  # said
always so: b < 4 "So"
figure f "F" where b > 1 = b
"""


def messages(text):
    return [(d.code, d.message) for d in parse(Source("a.rules", text))[1]]


def brought(text):
    return add_version(upgrade_text(Source("a.rules", text))).text


@pytest.mark.parametrize("rest", ["", "flow:\n  what is this? ( {\n", "no header at all\n"])
def test_a_newer_version_has_one_message_whatever_else_it_says(rest):
    text = f"rulebook a:\n  syntax {CURRENT + 1}\n{rest}"
    message = f"this is written in version {CURRENT + 1} of the language; the newest that is read here is {CURRENT}"
    assert messages(text) == [("E143", message)]
    assert upgrade_text(Source("a", text)).text == text


def test_there_is_no_version_0_and_no_number_beyond_all_bounds():
    assert messages("rulebook a:\n  syntax 0\n") == [("E143", "the language has no version 0")]
    assert [code for code, _ in messages("rulebook a:\n  syntax 99999999999999\n")] == ["E113"]
    assert [code for code, _ in messages(f"rulebook a:\n  syntax {CURRENT}\n  syntax {CURRENT}\n")] == ["E131"]


def test_an_older_version_is_read_where_nothing_changed():
    book, problems = parse(Source("a", "rulebook a:\n  syntax 1\nfact b = first x in 0..3\n"))
    assert book is not None and not problems and book.header.version.value == 1


def test_an_older_version_is_told_once_where_something_changed():
    [problem] = parse(Source("a", OLD.format("syntax 1")))[1]
    assert problem.code == "E143" and problem.span.text == "1"
    assert [(label.span.text, label.text) for label in problem.labels] == [
        ("any", "`any x in D` is now written `first x in D`")
    ]
    assert "--upgrade" in problem.help[0].text


@pytest.mark.parametrize("said", ["syntax 1", "", f"syntax {CURRENT}  # new"])
def test_it_is_brought_over_with_its_comments(said):
    text = OLD.format(said)
    if "new" in said:
        text = upgrade_text(Source("a", text.replace(said, "syntax 1  # new"))).text
    new = brought(text)
    book, problems = parse(Source("a", new))
    assert book is not None, problems
    assert book.header.version.value == CURRENT
    assert 'keep b "B" [assumed "so"]: 0..3 = 1' in new and 'always so "So": b < 4' in new
    assert 'figure f where b > 1 "F" = b' in new.replace("  ", " ")
    for kept in ("# kept", "# said", "# of old", "# two", "# any x in D", "any number of z", "number(any 0..3) = any"):
        assert kept in new
    assert "first x in 0..3 where x > 1 and (first y in 0..x)" in new
    assert brought(new) == new
    assert same(parse(Source("a", format_text(Source("a", new))[0]))[0], book)


@pytest.mark.parametrize(
    "header", ["rulebook a", 'rulebook a "A"  # so', 'rulebook a\n    "A"', "edition a of b:\n   players 2"]
)
@pytest.mark.parametrize("rest", ["", "\n", "\nfact b = 3\n"])
def test_every_header_can_say_it(header, rest):
    new = brought(header + rest)
    book, problems = parse(Source("a", new))
    assert book is not None and book.header.version.value == CURRENT, (new, problems)
    assert "#" not in header or "# so" in new


def test_the_page_has_every_change():
    rows = re.findall(r"^\| (\d+) \| `(.*)` \| `(.*)` \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == [(str(change.since), change.before, change.now) for change in CHANGES]
    assert {change.since for change in CHANGES} <= set(range(2, CURRENT + 1)) and CHANGES[-1].since == CURRENT
