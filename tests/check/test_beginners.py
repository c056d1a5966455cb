"""Small mistakes in a first game: each gets one message with the right code, place and advice."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from rulekit.diagnostics import Diagnostic, Source
from rulekit.model.rulebook import Config
from rulekit.pipeline import check_configuration
from rulekit.syntax import parse

GAME = """rulebook windfall "Windfall":
  players 2 to 4
  summary "Pick up apples."

ruling start "How many apples lie in the grass?": 7..40 = 21
keep apples "Apples in the grass": 0..40 = start
keep points[Player] "Points": 0..10 = 0
fact goal = 10

choice turn "Pick up apples"

action take in turn "Take some apples":
  choose n in 1..3 where n <= apples "how many"
  apples -= n

action steal in turn "Steal a point":
  choose victim in Player where victim != me and points[victim] > 0
  points[victim] -= 1
  points[me] += 1

flow:
  turns from p1:
    do one of turn
    if apples == 0 or points[me] >= goal:
      game over, won by me
"""


class Case(NamedTuple):
    """A mistake: the right text, the wrong text that replaces it, the message's code and text, what it points at, and
    words of its advice."""

    right: str
    wrong: str
    code: str
    message: str
    at: str
    advice: str


KEEP = 'keep points[Player] "Points": 0..10 = 0'
TYPE = "a type is `Player`, a range of numbers such as `0..10`"
END = "if apples == 0 or points[me] >= goal:"
CASES = (
    # the signs `=` and `==`
    Case("points[me] += 1", "points[me] == goal", "E105", "`==` compares; `=` gives a value", "==", "write `=`"),
    Case(END, "if apples = 0:", "E105", "`=` gives a value; `==` compares", "=", "write `==`"),
    Case("apples -= n", "apples - n", "E105", "`-` computes; `-=` changes the value before it", "-", "write `-=`"),
    Case("points[me] += 1", "points[me] + 1", "E105", "`+` computes; `+=` changes", "+", "write `+=`"),
    Case("points[me] += 1", "points[me] =+ 1", "E105", "`+=` is written with the plus first", "=+", "write `+=`"),
    Case("points[me] += 1", "points[me]++", "E105", "one more or less is written `+= 1`", "++", "write `+= 1`"),
    Case(
        "points[me] += 1",
        "points[me] *= 2",
        "E105",
        "only `+=` and `-=` change a value",
        "*=",
        "write `points[me] = points[me] * …`",
    ),
    Case("apples -= n", "apples /= n", "E105", "only `+=` and `-=` change", "/=", "write `apples = apples div …`"),
    Case(END, "if apples is 0:", "E105", "`==` compares values", "is", "write `==`"),
    Case("victim != me", "victim is not me", "E105", "`!=` compares values", "is not", "write `!=`"),
    Case("victim != me", "victim <> me", "E110", "`<>` is not part of the language", "<>", "write `!=`"),
    Case("n <= apples", "n =< apples", "E110", "`=<` is not part of the language", "=<", "write `<=`"),
    # values and places
    Case(KEEP, KEEP.replace(": 0..10", ""), "E103", "its type is missing: `:` and a type", "=", TYPE),
    Case(KEEP, KEEP.replace("0..10 ", ""), "E103", "a type is missing between `:` and `=`", "=", TYPE),
    Case(KEEP, KEEP.replace("0..10", "0.."), "E103", "the upper end of the range is missing", "=", "keep NAME[TYPE]"),
    Case(KEEP, KEEP.replace("0..10", "..10"), "E103", "the lower end of the range is missing", "..", "keep NAME[TYPE]"),
    Case(KEEP, KEEP.replace("0..10", "number"), "E210", "there is no type `number`", "number", "`0..100`"),
    Case(KEEP, KEEP.replace("Player", "player"), "E210", "there is no type `player`", "player", "write `Player`"),
    Case(
        KEEP,
        'keep points "Points" [Player]: 0..10 = 0',
        "E104",
        "an index is written right after the name, before the title",
        "Player",
        "write `keep points[Player]`",
    ),
    Case(
        KEEP,
        'keep points[Player]: 0..10 = 0 "Points"',
        "E104",
        "titles and citations of a `keep` come right before its `:`",
        '"Points"',
        'write `keep points[Player] "Points": 0..10 = 0`',
    ),
    Case("points[me] += 1", "points += 1", "E304", "`points` needs 1 index in brackets", "points", "write `points[…]`"),
    Case("apples -= n", "aples -= n", "E201", "there is nothing called `aples`", "aples", "did you mean `apples`?"),
    # choices
    Case("in Player where", "in player where", "E201", "there is nothing called `player`", "player", "`Player`"),
    Case("in Player where", "in players where", "E313", "which has no members", "players", "did you mean `Player`?"),
    Case("n in 1..3 where", "n where", "E103", "what to choose from is missing", "where", "such as `in 1..6`"),
    Case("n in 1..3 where", "n from 1..3 where", "E105", "`from` stands where `in`", "from", "write `in`"),
    Case("n in 1..3 where", "n in 3 where", "E313", "which has no members to run over", "3", "`0..5`"),
    Case("1..3 where", "1..3 if", "E105", "begins with `where`, not `if`", "if", "write `where`"),
    Case("1..3 where", "1-3 where", "E313", "which has no members to run over", "1-3", "`1..3`"),
    Case(
        'where n <= apples "how many"',
        '"how many" where n <= apples',
        "E104",
        "the phrase of a choice is written at the end of its line",
        '"how many"',
        "move it to the end of the line",
    ),
    # conditions and their bodies
    Case(END, "if apples:", "E301", "a condition must be truth", "apples", "compare it, such as `apples > 0`"),
    Case(END, END[:-1], "E103", "a colon is missing at the end of this line", "", "write `:` at the end"),
    Case(
        f"{END}\n      game",
        f"{END} game",
        "E101",
        "the body of this line is written in the lines under it",
        "game",
        "start a new line after the colon",
    ),
    # parameters
    Case("goal = 10", "goal(p) = 10", "E103", "a type is missing between `p` and `)`", ")", TYPE),
    Case(
        "fact goal = 10",
        "fact goal = 10\nfact rich(Player p) = points[p] > 3",
        "E210",
        "the name of a parameter is written before its type",
        "Player p",
        "write `p Player`",
    ),
    # words in other places, or of other languages
    Case("apples -= n", "me.points = n", "E101", "there is no statement `me`", "me", "with an index: `points[me]`"),
    Case("goal = 10", "goal = 10\nfact low goal = 5", "E105", "a name has no spaces", "low goal", "write `low_goal`"),
    Case("flow:", "// The game\nflow:", "E110", "`//` is not part of the language", "//", "a comment begins with `#`"),
    Case(
        'in turn "Take some apples":',
        'in turn: "Take some apples"',
        "E104",
        "a title comes before the colon",
        '"Take some apples"',
        'write `action take in turn "Take some apples":`',
    ),
    Case('rulebook windfall "Windfall":\n', "", "E103", "the header is missing", "players", "`rulebook NAME"),
    Case("fact goal = 10", "goal: few, many", "E101", "there is no clause `goal`", "goal", "`enum goal: …`"),
    Case(
        "fact goal = 10", "change goal = 10", "E101", "there is no clause `change`", "change", "`set NAME = EXPRESSION`"
    ),
    # clauses for readers
    Case("goal = 10", 'goal ["set-up"; "end"] = 10', "E110", "`;` is not part of the language", ";", "are one text"),
    Case(
        "goal = 10",
        'goal = 10\n\nlook points:\n  colour (if start > 9 then "peru" else "wheat")',
        "E101",
        'the text "peru" stands where an expression is expected',
        '"peru"',
        "a condition gives members of an enumeration",
    ),
    Case(
        "goal = 10",
        "goal = 10\n\nlook points:\n  shape disc\nlook points:\n  size 80",
        "E222",
        "there is already a clause `look points`",
        "points",
        "write its lines under the other one",
    ),
    Case(
        "goal = 10",
        'goal = 10\n\ntable Bed "Beds" for each n in 1..3\n    where n > 1',
        "E104",
        "titles and citations of a `table` come after `for each n in 1..3 where n > 1`",
        '"Beds"',
        'write `table Bed for each n in 1..3 where n > 1 "Beds"`',
    ),
    # players are not numbers
    Case("points[me] += 1", "points[me] += me", "E301", "`+=` needs a number here, and this is Player", "me", ""),
    Case("goal = 10", "goal = p1 * 10", "E310", "`*` cannot be used with Player and the number 10", "p1 * 10", ""),
    # the flow
    Case('choice turn "Pick up apples"', "", "E201", "there is no choice `turn`", "turn", "`choice turn`"),
    Case("turns from p1:", "turns from player 1:", "E105", "players are called by their seats", "player 1", "`p1`"),
    Case("do one of turn", "do turn", "E101", "`turn` stands where `one` is expected", "turn", "do one of CHOICE"),
    Case("players 2 to 4", "players 2-4", "E105", "from one number to another is written with `to`", "-", "write `to`"),
)


def errors(text: str) -> list[Diagnostic]:
    """Return the errors of a rulebook for two players."""
    book, found = parse(Source("windfall.rules", text))
    if book is not None and not found:
        _, problems = check_configuration([book], Config(2))
        found = list(problems)
    return [one for one in found if one.severity == "error"]


def test_the_game_is_right() -> None:
    assert errors(GAME) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.wrong.strip() or case.right)
def test_a_mistake_has_one_message_that_helps(case: Case) -> None:
    assert GAME.count(case.right) == 1
    found = errors(GAME.replace(case.right, case.wrong))
    assert [one.code for one in found] == [case.code], found
    (told,) = found
    assert case.message in told.message, told
    assert told.span is not None and told.span.text == case.at, told
    assert any(case.advice in one.text for one in told.help) or not case.advice, told
    replaced = [one for one in told.help if one.replacement is not None and one.span is not None]
    for fix in replaced[:1]:
        assert fix.span is not None and fix.replacement is not None
        begin, end = fix.span.start, fix.span.end
        text = fix.span.source.text
        assert errors(text[:begin] + fix.replacement + text[end:]) == [], fix


def test_two_mistakes_in_a_heading_have_two_messages() -> None:
    found = errors(GAME.replace(END, "if apples = 0"))
    assert [(one.code, one.message) for one in found] == [
        ("E105", "`=` gives a value; `==` compares"),
        ("E103", "a colon is missing at the end of this line"),
    ]
