"""Every fix that a message offers is right: applying it leaves no new error on its line.

The tests damage one token of a shipped rulebook, or one line of a small rulebook as beginners write it. They apply each
fix offered and check the whole stack again.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulekit.cli.check import _check as check_files
from rulekit.cli.parameters import Arguments
from rulekit.diagnostics import Diagnostic, Help
from rulekit.rulebook_files import names as library
from tests.check.cases import diagnose
from tests.check.test_damage import a_name
from tests.check.test_mendings import GAME
from tests.cli import run
from tests.shipped import book
from tests.syntax.test_damage import damaged as any_token

QUICK = ("classics/",)
"""Name prefixes of rulebooks that are checked in less than a second."""


def found_in(path: Path) -> list[Diagnostic]:
    found = check_files(str(path), Arguments(games=(str(path),), players=None, options={}, layers=(), lang=None))[1]
    return [d for d in found if d.severity == "error"]


def fixes(found: list[Diagnostic]) -> list[tuple[Diagnostic, Help]]:
    return [(d, h) for d in found for h in d.help if h.span is not None and h.replacement is not None]


def applied(text: str, fix: Help) -> tuple[str, range]:
    """Return the text with a fix applied, and the numbers of the lines that it changed."""
    assert fix.span is not None and fix.replacement is not None
    start = text.count("\n", 0, fix.span.start) + 1
    new = text[: fix.span.start] + fix.replacement + text[fix.span.end :]
    return new, range(start, start + fix.replacement.count("\n") + 1)


def unproven(path: Path, text: str) -> list[tuple[Diagnostic, Help, Diagnostic]]:
    """Return the fixes offered for a text that leave a new error on their line: the diagnostic, the fix and the new
    error."""
    path.write_text(text, encoding="utf-8")
    found = found_in(path)
    told = {(d.code, d.message) for d in found}
    out = []
    for d, fix in fixes(found):
        if fix.span is not None and fix.span.source.text == text:
            new, lines = applied(text, fix)
            path.write_text(new, encoding="utf-8")
            left = [e for e in found_in(path) if e.span and e.span.source.text == new and e.span.first.line in lines]
            same = {(d.code, d.message)} if len(found) == 1 else set()
            out += [(d, fix, e) for e in left if (e.code, e.message) not in told - same]
    return out


def damaged_books(times: int, seed: int, names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return N pairs (`times`): the file name of a shipped rulebook, and its text with one token changed."""
    random = Random(seed)
    books = [book(name).books[-1].span.source for name in library() if name.startswith(names)]
    out = []
    for number in range(times):
        source = random.choice(books)
        out.append((source.name, (any_token, a_name)[number % 2](source.text, random)[0]))
    return out


def try_damaged(tmp_path: Path, times: int, seed: int, names: tuple[str, ...]) -> tuple[int, list[object]]:
    """Return how many fixes were offered, and those that leave an error."""
    offered, wrong = 0, list[object]()
    for name, text in damaged_books(times, seed, names):
        folder = tmp_path / Path(name).parent.name
        folder.mkdir(exist_ok=True)
        path = folder / Path(name).name
        path.write_text(text, encoding="utf-8")
        offered += len(fixes(found_in(path)))
        wrong += unproven(path, text)
    return offered, wrong


def test_fixes_of_damaged_rulebooks_are_right(tmp_path: Path) -> None:
    offered, wrong = try_damaged(tmp_path, 6, 3, QUICK)
    assert offered >= 2
    assert wrong == []


SAID = [
    ("roll d6", "no statement `roll`", "`draw x in 1..6`"),
    ("roll a die", "no statement `roll`", "`draw x in 1..6`"),
    ("gooi een dobbelsteen", "no statement `gooi`", "`draw x in 1..6`"),
    ("würfle", "no statement `würfle`", "`draw x in 1..6`"),
    ("deal 5 cards", "no statement `deal`", "`move top of PLACE to PLACE`"),
    ("deel 5 kaarten", "no statement `deel`", "`move top of PLACE to PLACE`"),
    ("verteile 5 karten", "no statement `verteile`", "`move top of PLACE to PLACE`"),
    ("discard card", "no statement `discard`", "`move PIECE from PLACE to PLACE`"),
    ("schud het deck", "no statement `schud`", "shuffle PLACE"),
    ("mische das deck", "no statement `mische`", "shuffle PLACE"),
    ("beurten van Player 1:\n    nothing", "no statement `beurten`", "turns from PLAYER"),
    ("anders als n == 0:\n    nothing", "`else` has no `if` right before it", "deep as its `if`"),
    ("elif n == 0:\n    nothing", "`elif` does not begin", "else if CONDITION:"),
    ("else if n == 0:\n    nothing", "`else` has no `if` right before it", "deep as its `if`"),
    ("win", "no statement `win`", "`game over, won by PLAYERS`"),
    ("put 20 Coin", "not said where", "`put 20 of Coin in PLACE`"),
    ("move 2 of deck to heap_of[p]", "not said from where", "repeat at most 2 times"),
    ("keep goals[1..3]: 0..9", "without brackets", "at the left margin"),
    ("if (let q in Player: q == p):\n    nothing", "names a value and not a member", "let q = EXPRESSION"),
    ("gain p 1", "`gain` is a procedure", "`gain(…)`"),
    ("set n = 1", "`set` begins a clause", "NAME = EXPRESSION"),
    ("draw 2 cards", "by chance", "move top of PLACE"),
]
MENDED = [
    ("n == 0 and size_of", "true and size_of", "E201", "yes"),
    ("n == 0 and size_of", "n == 0 or false and size_of", "E201", "no"),
    ("turns from p1", "turns from Player 1", "E105", "p1"),
    ("  n = bonus(p)", "  shuffle the deck", "E104", ""),
    ("  n = bonus(p)", "  put 2 Card(sort: low) in deck", "E103", " of"),
    ("  n = bonus(p)", "  n++", "E105", " += 1"),
    ("if n == 0 and size_of > 1:", "if n == 0 then:", "E104", ""),
    ("rulebook case", "rulebook my-case", "E105", "my_case"),
    ("keep n: 0..9", "position same: n, at most 3\nkeep n: 0..9", "E104", ""),
    ("keep n: 0..9", "keep flag: boolean = no\nkeep n: 0..9", "E210", "truth"),
]
ADVISED = [
    ("keep n: 0..9", "board Plane: open for 9, triangular\nkeep n: 0..9", "E101", "has bounds"),
    ("keep n: 0..9", "keep total: int = 0\nkeep n: 0..9", "E210", "0..100"),
    (
        "keep n: 0..9",
        "table Next(to Last):\n  | one | two |\ntable Last(to Next):\n  | two | one |\nkeep n: 0..9",
        "E209",
        "a `fact NAME",
    ),
    ("  n = bonus(p)", "  n[p] = bonus(p)", "E304", "keep n[TYPE]"),
    ("keep n: 0..9", "deck all_cards: Card\nkeep n: 0..9", "E101", "`place NAME: stack of PIECE`"),
    ("keep n: 0..9", "table Far for each a in Cell where b in {a}\nkeep n: 0..9", "E201", ""),
]


@pytest.mark.parametrize(("line", "message", "advice"), SAID)
def test_an_unknown_first_word_gets_the_statements_it_may_have_meant(line: str, message: str, advice: str) -> None:
    (told,) = errors_of(GAME.replace("  n = bonus(p)\n", f"  n = bonus(p)\n  {line}\n"))
    assert message in told.message
    assert any(advice in one.text for one in told.help), told.help
    assert all(one.replacement is None for one in told.help)  # none is certain enough to be a fix


@pytest.mark.parametrize(("old", "new", "code", "right"), MENDED)
def test_a_usual_slip_gets_its_fix(old: str, new: str, code: str, right: str) -> None:
    text = GAME.replace(old, new)
    (told,) = errors_of(text)
    assert told.code == code
    (fix,) = [h for _, h in fixes([told])]
    assert fix.replacement == right
    assert errors_of(applied(text, fix)[0]) == []


@pytest.mark.parametrize(("old", "new", "code", "advice"), ADVISED)
def test_what_has_no_fix_has_advice(old: str, new: str, code: str, advice: str) -> None:
    (told,) = errors_of(GAME.replace(old, new))
    assert told.code == code
    assert not advice or any(advice in one.text for one in told.help), told.help


def errors_of(text: str) -> list[Diagnostic]:
    return [d for d in diagnose(text) if d.severity == "error"]


ROWS = GAME.replace("choice turn\n", "look Cell:\n  layout:\n    a1 b1\n    a2 b2\n    a3 b3\nchoice turn\n")


def test_rows_without_quotes_are_one_mistake() -> None:
    (told,) = errors_of(ROWS)
    (fix,) = [h for _, h in fixes([told])]
    assert '"a1 b1"\n    "a2 b2"\n    "a3 b3"' in applied(ROWS, fix)[0]


NAMED = """rulebook named "Named":
  players 2
keep n: 0..99 = 0
procedure gain_up_to(m 1..5):
  either take:
    choose k in 1..m
    n += k
  or leave_it:
    nothing
flow:
  turns from p1:
    gain_up_to(3)
    choose any number of q in Player
example first:
  play LABEL
"""


@pytest.mark.parametrize(
    ("played", "code", "advice", "right"),
    [
        ("gain_up_to(2)", "E211", "is played as `take`", "take"),
        ("k(2)", "E211", "is played as `take`", "take"),
        ("flow(done)", "E201", "`play done()`", None),
    ],
)
def test_a_label_is_found_by_where_the_pick_is(played: str, code: str, advice: str, right: str | None) -> None:
    (told,) = errors_of(NAMED.replace("LABEL", played))
    assert told.code == code
    assert advice in told.help[0].text and told.help[0].replacement == right


def test_a_base_that_is_not_there_is_looked_for_beside_the_layer(tmp_path: Path) -> None:
    path = tmp_path / "longer.rules"
    path.write_text('variant longer of race "Longer"\n')
    (told,) = found_in(path)
    assert told.code == "E820" and "`race.rules` beside this one" in told.help[0].text


def test_a_fault_in_given_is_told_on_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "named.rules"
    path.write_text(NAMED.replace("  play LABEL", "  given:\n    n = 99\n    n += 1\n  expect n == 0"))
    told = run(capsys, "test", path, "-n", "1")
    assert "17 |     n += 1" in told.out + told.err


@pytest.mark.soak
def test_fixes_of_many_damaged_rulebooks_are_right(tmp_path: Path) -> None:
    offered, wrong = try_damaged(tmp_path, 1_000, 11, ("",))
    assert offered >= 300
    assert wrong == []
