"""Windows, events and actions that lead to each other: the check visits each once for each different way it is reached,
and misses no leak."""

from __future__ import annotations

import pytest

from rulekit.check import check_rulebook
from rulekit.check.information import analysis
from rulekit.diagnostics import Source
from rulekit.model.assembly import assemble
from rulekit.model.rulebook import Config
from rulekit.syntax import parse

HEAD = """rulebook told "Told":
  players 2

keep secret[p in Player]: 0..3, seen by p
keep other[p in Player]: 0..3, seen by p
keep own[p in Player]: 0..3, seen by p
keep seen: 0..3 = 0
keep level: 0..40 = 0

"""


def told(text: str) -> list[tuple[str, str]]:
    """Return the code of each error and the text it points at."""
    book, found = parse(Source("told", HEAD + text))
    assert book is not None, found
    rulebook, _ = assemble([book], Config())
    assert rulebook is not None
    errors = [d for d in check_rulebook(rulebook)[1] if d.severity == "error" and d.span is not None]
    return [(d.code, d.span.text) for d in errors if d.span is not None]


def cards(many: int, effect: str) -> str:
    """Return a rulebook in which any card may be answered by any card, and each is announced and answered by a rule."""
    text = "choice act\nevent played(p Player) answered from active nested at most 40\n"
    text += """
procedure lay nested at most 40:
  level += 1
  announce played(me)
  window from active each q where seen < 3:
    may do one of act
  level -= 1

"""
    for i in range(many):
        text += f"event done{i}(p Player) answered from active nested at most 40\n"
        text += f"rule answer{i} when done{i}(p) by q where q != p and own[q] == {i % 4}, reveals:\n"
        text += f"  may again{i}:\n    announce done{(i + 1) % many}(q)\n    lay()\n\n"
        text += f"action card{i} in act:\n  require level < 30 and own[me] > 0\n  lay()\n  own[me] = {i % 4}\n"
        text += f"  announce done{(i * 3 + 1) % many}(me)\n\n"
    last = f"action card in act:\n  require level < 30\n  lay()\n{effect}\n"
    return f"{text}{last}flow:\n  turns from p1:\n    lay()\n"


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        ("  nothing\n", []),
        ("  own[me] = secret[me]\n", []),
        ("  seen = secret[me]\n", [("E504", "secret[me]")]),
        ("  if secret[me] == 1:\n    lay()\n", [("E502", "secret[me] == 1")]),
        ("  choose n in 0..secret[next(me)]\n  own[me] = n\n", [("E501", "secret[next(me)]")]),
    ],
    ids=["nothing", "own", "seen", "where", "offered"],
)
def test_answers_to_answers_are_followed(effect: str, expected: list[tuple[str, str]]) -> None:
    assert told(cards(12, effect)) == expected


def effort(monkeypatch: pytest.MonkeyPatch, many: int) -> int:
    """Return the smallest power of two that is enough as the limit of visited statements for N cards (`many`)."""
    monkeypatch.setattr("rulekit.check.information.EFFORT_EACH", 0)
    most = 64
    while True:
        monkeypatch.setattr("rulekit.check.information.EFFORT", most)
        if not told(cards(many, "  nothing\n")):
            return most
        most *= 2


def test_the_effort_grows_little_faster_than_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    assert effort(monkeypatch, 24) <= 8 * effort(monkeypatch, 6)


ONLY_SUSPECTED = """
procedure note(a 0..3):
  seen = a

procedure tell:
  let x = secret[p1]
  seen = x
  note(x)

flow:
  show secret[p1] to all
  tell()
"""
AND_CERTAIN = """  by p1:
    choose k in 0..3, seen by me
    secret[me] = k
  note(secret[p1])
"""


def test_a_call_behind_what_was_only_suspected_hides_no_leak() -> None:
    assert told(ONLY_SUSPECTED) == []
    assert told(ONLY_SUSPECTED + AND_CERTAIN) == [("E504", "a")]


CIRCLE = """
procedure first(p Player, a 0..3) nested at most 9:
  if level < 9:
    level += 1
    second(next(p), a)

procedure second(p Player, a 0..3) nested at most 9:
  LEAK
  first(next(p), GIVEN)

flow:
  by p1:
    first(p1, 0)
"""


@pytest.mark.parametrize(
    ("leak", "given", "expected"),
    [
        ("seen = a", "a", []),
        ("seen = a", "secret[p]", [("E504", "a")]),
        ("own[p] = a", "other[p]", [("E504", "a")]),
        ("own[me] = a", "other[me]", []),
        ("level += 1", "secret[p]", []),
    ],
    ids=["open", "round", "another", "own", "unused"],
)
def test_what_is_handed_round_is_known_to_whom_it_was(leak: str, given: str, expected: list[tuple[str, str]]) -> None:
    assert told(CIRCLE.replace("LEAK", leak).replace("GIVEN", given)) == expected


GIVEN_BACK = """
procedure count_down(p Player, n 0..5) gives 0..3 nested at most 6:
  if n == 0:
    return BASE
  let found = count_down(p, n - 1)
  return found

flow:
  let x = count_down(p1, 3)
  seen = x
"""


@pytest.mark.parametrize(("base", "expected"), [("seen", []), ("secret[p]", [("E504", "x")])])
def test_what_comes_back_is_known_to_whom_it_is_at_the_bottom(base: str, expected: list[tuple[str, str]]) -> None:
    assert told(GIVEN_BACK.replace("BASE", base)) == expected


TWO_HEADS = """
event bang(p Player) nested at most 8

rule one when bang(p) where secret[p] == 1:
  declare(p)
rule two when bang(p) where secret[p] == 2:
  declare(p)
rule three when bang(p) where seen == 2:
  announce bang(next(p))

procedure declare(p Player):
  game over, won by p

flow:
  announce bang(p1)
"""


def test_each_head_that_leads_to_the_same_is_told_of() -> None:
    assert told(TWO_HEADS) == [("E502", "secret[p] == 1"), ("E502", "secret[p] == 2")]


def test_a_leak_in_the_middle_of_a_circle_is_told_wherever_it_is_entered() -> None:
    """Two procedures call each other. The result for one, found while the other is still being checked, includes the
    other's leaks."""
    text = """
procedure one(n 0..3) nested at most 9:
  if n > 0:
    two(n - 1)
  SHOWN

procedure two(n 0..3) nested at most 9:
  if n > 0:
    one(n - 1)

flow:
  FIRST
  two(1)
"""
    leak = text.replace("SHOWN", "seen = secret[p1]")
    assert told(leak.replace("FIRST", "one(1)")) == [("E504", "secret[p1]")]
    assert told(leak.replace("FIRST", "show secret[p1] to all\n  one(0)\n  secret[p1] = 1")) == [("E504", "secret[p1]")]


def test_beyond_a_few_ways_in_they_are_joined() -> None:
    """Forty calls pass arguments with different audiences to one procedure; none is forgotten when they are checked
    together."""
    kept = "".join(f"keep own{i}[p in Player]: 0..3, seen by {{p{i % 2 + 1}}}\n" for i in range(40))
    calls = "".join(f"  if level == {i}:\n    round({i % 4}, own{i}[p1])\n" for i in range(40))
    text = f"{kept}procedure round(n 0..3, a 0..3) nested at most 9:\n  LEAK\n{calls}flow:\n  round(0, 0)\n"
    assert told(text.replace("LEAK", "level += 1")) == []
    assert told(text.replace("LEAK", "seen = a")) == [("E504", "a")]


def test_the_effort_is_bounded_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekit.check.information.EFFORT", 50)
    monkeypatch.setattr("rulekit.check.information.EFFORT_EACH", 0)
    assert analysis.EFFORT > 50
    assert [code for code, _ in told(cards(12, "  nothing\n"))] == ["E509"]


TOLD_ON = """procedure tell(a 0..3):
  seen = a

flow:
  turns from p1:
    tell(lesser(level, 3))
    let y = if secret[me] == 1 then 1 else 2
    tell(y)
"""
TOLD_AGAIN = """procedure tell(a 0..3, b 0..3) nested at most 9:
  level += 1
  seen = a
  if level < 3:
    tell(lesser(level, 3), 0)
    let y = b
    tell(y, 0)

flow:
  turns from p1:
    let y = if secret[me] == 1 then 1 else 2
    tell(0, y)
"""
BROUGHT = """procedure bring(p Player) gives 0..3 nested at most 9:
  level += 1
  if level < 3:
    return secret[p1]
  let y = bring(next(p))
  own[p] = y
  return 0

flow:
  turns from p1:
    let z = bring(p1)
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TOLD_ON, [("E504", "a")]),
        (TOLD_AGAIN, [("E504", "a")]),
        (BROUGHT, [("E504", "y")]),
    ],
)
def test_what_was_found_on_another_way_in_is_not_taken(text: str, expected: list[tuple[str, str]]) -> None:
    """Results are not reused for arguments with other audiences, or for a call that was only assumed to be harmless."""
    assert told(text) == expected
