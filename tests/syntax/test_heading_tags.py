"""Titles and citations end the heading of every kind of clause. Elsewhere one message reports them, with the right
fix."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import Source
from rulekit.syntax import format_text, parse
from rulekit.syntax.versions import CURRENT, upgrade_text

HEAD = """rulebook sample:
  players 2
  source book "Book"
  ranks low
"""
WRONG = [
    ('enum Kind "Kinds" [book], turning: a, b', 'enum Kind, turning "Kinds" [book]: a, b'),
    ('table Row "Rows"(n 0..9):\n  | one | 1 |', 'table Row(n 0..9) "Rows":\n  | one | 1 |'),
    ('piece Coin(): 4 each "Coins" [book]', 'piece Coin() "Coins" [book]: 4 each'),
    ('board Field: 3 by 3 where column > 1 [book "1"]', 'board Field [book "1"]: 3 by 3 where column > 1'),
    ('board Comb: hexagon of side 2 "Comb"', 'board Comb "Comb": hexagon of side 2'),
    ('board Plane: open for 9 "Plane"', 'board Plane "Plane": open for 9'),
    ('board Web "Web", graph:\n  | one |', 'board Web, graph "Web":\n  | one |'),
    (
        'place purse[p in Player]: heap of Coin, seen by p "Purse"',
        'place purse[p in Player] "Purse": heap of Coin, seen by p',
    ),
    (
        'keep score[Player]: 0..9 = 0, each turn "Score" "All."',
        'keep score[Player] "Score" "All.": 0..9 = 0, each turn',
    ),
    ("position same: score at most 4 [book]", "position same [book]: score at most 4"),
    ("option many: 1..5 = 2 [book]", "option many [book]: 1..5 = 2"),
    ('option many: 1..5 = 2 "Many"', 'option many "Many": 1..5 = 2'),
    ('fact few(n 0..9) "Few" gives 0..9 = n', 'fact few(n 0..9) gives 0..9 "Few" = n'),
    (
        'fact few(n 0..9) = let m = n: m "Few" [book] [assumed "so"]',
        'fact few(n 0..9) "Few" [book] [assumed "so"] = let m = n: m',
    ),
    ('exception big to few(n) where n > 3 = 1 "Big"', 'exception big to few(n) where n > 3 "Big" = 1'),
    (
        'exception big to few(n) "Big" where n > 3 rank low = 1',
        'exception big to few(n) where n > 3 rank low "Big" = 1',
    ),
    ('always sane: all p in Player: score[p] >= 0 "Sane"', 'always sane "Sane": all p in Player: score[p] >= 0'),
    (
        'figure points[p in Player] "Points" where ended = score[p]',
        'figure points[p in Player] where ended "Points" = score[p]',
    ),
    ('choice turn "Turn", at any time', 'choice turn, at any time "Turn"'),
    ('action wait "Wait" in turn:\n  nothing', 'action wait in turn "Wait":\n  nothing'),
    ('procedure go "Go"(n 0..9):\n  nothing', 'procedure go(n 0..9) "Go":\n  nothing'),
    ('event rung "Rung"(n 0..9)', 'event rung(n 0..9) "Rung"'),
    ('event rung "Rung"(n 0..9) [book]', 'event rung(n 0..9) "Rung" [book]'),
    ('rule lay "Lay" when rung(n) where n > 3:\n  nothing', 'rule lay when rung(n) where n > 3 "Lay":\n  nothing'),
]


@pytest.mark.parametrize(("old", "new"), WRONG)
def test_a_title_elsewhere_is_moved_by_its_fix(old: str, new: str) -> None:
    book, found = parse(Source("sample", f"{HEAD}{old}\n"))
    assert book is None
    (told,) = found
    assert told.code == "E104" and "titles and citations" in told.message
    fix = told.help[0]
    assert fix.span is not None and fix.replacement is not None
    text = fix.span.source.text
    mended = text[: fix.span.start] + fix.replacement + text[fix.span.end :]
    assert mended == f"{HEAD}{new}\n"
    assert parse(Source("sample", mended))[1] == []


def formatted(source: Source) -> str:
    text, found = format_text(source)
    assert text is not None and found == []
    return text


MOVED = [(old, new) for old, new in WRONG if "option" not in old]
"""All except options: what follows their answers is a title of the last answer."""


@pytest.mark.parametrize(("old", "new"), MOVED)
def test_a_text_of_this_version_is_brought_over_too(old: str, new: str) -> None:
    head = f"{HEAD}  syntax {CURRENT}\n"
    assert formatted(upgrade_text(Source("sample", f"{head}{old}\n"))) == formatted(Source("sample", f"{head}{new}\n"))


@pytest.mark.parametrize(
    ("old", "told"),
    [
        ('procedure go "Go"(n 0..9):\n  nothing', "of a `procedure` come after `(n 0..9)`, right before its `:`"),
        ('fact few "Few" gives 0..9 = 1', "of a `fact` come after `gives 0..9`, right before its `=`"),
        ('event rung "Rung"(n 0..9)', "of an `event` come after `(n 0..9)`, at the end of its heading"),
        ('board Field: 3 by 3 "Field"', "of a `board` come right before its `:`"),
        ('keep score "Score" [p in Player]: 0..9', "an index is written right after the name, before the title"),
        ('figure score "Score" [p in Player] = 3', "an index is written right after the name, before the title"),
    ],
)
def test_the_message_says_after_what_a_title_comes(old: str, told: str) -> None:
    (found,) = parse(Source("sample", f"{HEAD}{old}\n"))[1]
    assert found.code == "E104" and found.message.endswith(told)
    assert found.help[0].text.startswith("write `")


@pytest.mark.parametrize(("old", "new"), MOVED)
def test_an_older_text_is_brought_over(old: str, new: str) -> None:
    source = Source("sample", f"{HEAD}{old}\n")
    assert formatted(upgrade_text(source)) == formatted(Source("sample", f"{HEAD}{new}\n"))
    again = Source("sample", f"{HEAD}{new}\n")
    assert upgrade_text(again).text == again.text


def test_a_word_for_something_named_like_a_kind_of_clause_is_no_heading() -> None:
    lines = '  place: "A place"\n  keep place: "A place", plural "places"\n'
    text = f"{HEAD}keep place: 0..9\nwords en:\n{lines}"
    assert parse(Source("sample", text))[1] == []
    assert upgrade_text(Source("sample", text)).text == text
