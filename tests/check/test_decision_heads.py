"""Which statements at the start of a body belong to its decision (the head). The test data are bodies as text.

A line that begins with `!` belongs to the head; the rest comes after it.
"""

from __future__ import annotations

import pytest

from rulekit.check.alternatives import (
    Head,
    alone_head,
    begins,
    first_chooses,
    head_of,
    heads_with_otherwise,
    lets_on_offer,
)
from rulekit.syntax import nodes as s

from .books import all_of, body, named

HEADS = {
    "chooses and what they require": (
        False,
        """
! choose x in A where x != 2
! require x > 1
! choose y in B
- n = x
- choose z in C
""",
    ),
    "a let behind the last choose is no part": (
        False,
        """
! choose x in A
! let a = x
! require a > 1
- let b = x + 1
- n = b
""",
    ),
    "but of an action's": (
        True,
        """
! choose x in A
! let b = x + 1
- n = b
""",
    ),
    "an action may only require": (
        True,
        """
! require n > 1
! let b = n
- n = 2
- require n == 2
""",
    ),
    "a let of a member is a requirement": (
        False,
        """
! choose x in A
! let b in first z in B where z > x
- n = b
""",
    ),
    "a let that runs a procedure has effects": (
        True,
        """
! choose x in A
- let b = run(x)
- choose y in B
""",
    ),
    "several things are chosen after it": (
        False,
        """
! choose x in A
! let a = x
- choose 2 of y in B
- n = 1
""",
    ),
    "several things at once are a choice of their own": (
        False,
        """
- choose 2 of y in B
- choose x in A
""",
    ),
    "with a let alone before them, too": (
        False,
        """
- let a = n
- choose 2 of y in B
""",
    ),
    "otherwise none, alone": (
        False,
        """
- choose x in A otherwise none
- n = 1
""",
    ),
    "otherwise none, among others": (
        False,
        """
! choose x in A otherwise none
! choose y in B
- n = 1
""",
    ),
    "otherwise none, in an action": (
        True,
        """
! choose x in A otherwise none
- n = 1
""",
    ),
    "another otherwise, among others": (
        False,
        """
! choose x in A
- choose y in B otherwise 3
- n = 1
""",
    ),
    "nothing is chosen": (
        False,
        """
- n = 1
- choose x in A
""",
    ),
}


def split(text: str) -> tuple[tuple[s.Stmt, ...], int]:
    """Return the statements, and how many of them are marked with `!`."""
    lines = text.strip("\n").splitlines()
    return body("\n".join(line[2:] for line in lines)), sum(line.startswith("!") for line in lines)


def calls(stmts: tuple[s.Stmt, ...]) -> set[s.Stmt]:
    return {one for one in stmts if isinstance(one, s.Let) and isinstance(one.value, s.Call)}


@pytest.mark.parametrize("name", HEADS)
def test_the_head_of_a_body(name: str) -> None:
    action, text = HEADS[name]
    stmts, many = split(text)
    head = head_of(stmts, action, calls(stmts))
    assert (head.items, head.rest) == (stmts[:many], stmts[many:])
    assert head.chooses == tuple(one for one in head.items if isinstance(one, s.Choose))


def test_a_choice_of_several_follows_at_once() -> None:
    stmts, _ = split(HEADS["several things are chosen after it"][1])
    assert head_of(stmts, False, ()).several is stmts[2]
    assert head_of(stmts[:2], False, ()).several is None
    assert Head((), (), body("choose x in A")).several is None


def test_leading_chooses_end_with_the_first_effect() -> None:
    stmts = body("choose x in A\nlet a = x\nrequire a > 1\nchoose y in B\nlet b = run(y)\nchoose z in C")
    assert first_chooses(stmts, calls(stmts)) == [stmts[0], stmts[3]]
    assert first_chooses(stmts, ()) == [stmts[0], stmts[3], stmts[5]]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("choose x in A", True),
        ("require n > 1\nlet a = n\nchoose x in A", True),
        ("let a = n\nchoose x in A", False),  # no `require` uses the let
        ("require n > 1\nlet a = run(n)\nchoose x in A", False),
        ("choose 2 of x in A", False),
        ("n = 1\nchoose x in A", False),
        ("require n > 1", False),
    ],
)
def test_where_a_group_of_chooses_begins(text: str, found: bool) -> None:
    stmts = body(text)
    assert begins(stmts, calls(stmts)) == found


@pytest.mark.parametrize(
    "text",
    [
        "! choose x in A otherwise 3\n- n = 1",
        "! require n > 1\n! choose x in A otherwise 3\n- let a = x\n- n = 1",
        "! choose x in A otherwise 3\n! let a = x\n! require a > 1\n- let b = x\n- choose y in B",
        "! choose x in A otherwise 3\n! let a in first z in B where z > x\n- n = 1\n- require n > 2",
        "! choose x in A otherwise 3\n- let a = run(x)\n- require a > 1",
    ],
)
def test_one_choose_with_what_is_required_of_it(text: str) -> None:
    stmts, many = split(text)
    head = alone_head(stmts, calls(stmts))
    assert (head.items, head.rest) == (stmts[:many], stmts[many:])
    assert len(head.chooses) == 1


def test_otherwise_is_found_at_any_depth() -> None:
    stmts = body(
        """
choose a in A otherwise 1
if n > 1:
  require n > 2
  choose b in B otherwise none
  require b != 2
  n = 1
choose c in A
choose d in B otherwise none
either stay:
  choose e in A otherwise none
  n = 2
or go:
  choose f in A otherwise 4
otherwise:
  choose g in B otherwise none
repeat:
  choose h in A
"""
    )
    names = [(choose.binder.name.text, len(head.items)) for choose, head in heads_with_otherwise(stmts, False, ())]
    # `d` is in the same decision as `c`, and `e` is an option of the branch; the head of `b` includes a `require`
    # before and one after it
    assert names == [("a", 1), ("b", 3), ("f", 1), ("g", 1)]


def test_behind_the_head_of_an_action() -> None:
    stmts = body("choose a in A otherwise none\nn = 1\nchoose b in B otherwise none\nn = 2")
    assert [c.binder.name.text for c, _ in heads_with_otherwise(stmts, True, ())] == ["b"]
    assert [c.binder.name.text for c, _ in heads_with_otherwise(stmts, False, ())] == ["a", "b"]


def test_lets_that_say_what_is_offered() -> None:
    """The result includes lets that affect the options through other lets, but not those that only later statements
    read."""
    c = named(
        """
keep n: 0..20
procedure p:
  by p1:
    choose x in 1..3
    let early = x + 1
    let middle = early * 2
    require middle > 4
    let member in first z in 1..5 where z > x
    let late = x + member
    let further = late + 1
    choose y in 1..3 where y < 3
    let several = y + 1
    choose 1 of w in 1..3 where w != several
    n = further + size(w)
"""
    )
    (inner,) = (one.body for one in all_of(c, s.By))
    lets = {one.name.text: one for one in inner if isinstance(one, s.Let)}
    head = head_of(inner, False, ())
    assert head.several is not None
    found = lets_on_offer(head.items, head.several, c.refs, c.binds)
    assert found == {lets[name] for name in ("early", "middle", "member", "several")}
    assert lets["several"] not in lets_on_offer(head.items, None, c.refs, c.binds)
