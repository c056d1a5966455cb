"""The outline: every clause is in one chapter, a replacement is where the old clause was, and chapters do not affect
the meaning."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit.model.assembly import assemble
from rulekit.model.outline import DEFAULTS, Outline, outline
from rulekit.model.rulebook import Config, Rulebook
from rulekit.syntax import nodes as s
from tests.model.identity import rulebook_identity

from .layering import book, game

BASE = """rulebook base "The game":
  players 2
chapter things "Things" "What is in the box"
enum Kind: a, b
fact pay(k Kind) = 1
chapter turn "A turn" [assumed "so"]
choice act
action wait in act:
  nothing
procedure deal:
  step begin:
    nothing
event lost(p Player)
chapter rest, reference "Help"
fact spare = 2
flow:
  nothing
"""


def told(*texts: str) -> list[str]:
    """Return each chapter as a line with its name, its title and its clauses."""
    return [
        f"{c.name}{' (reference)' * c.reference} {c.title.value if c.title else '-'}: "
        + ", ".join(p.clause.name.text for p in c.clauses)
        for c in outline(game(*texts)).chapters
    ]


def test_markers_give_clauses_their_chapters() -> None:
    assert told(BASE) == [
        "things Things: Kind, pay",
        "turn A turn: act, wait, deal, lost",
        "rest (reference) Help: spare, flow",
    ]
    chapter = outline(game(BASE)).chapters[0]
    assert chapter.summary and chapter.summary.value == "What is in the box" and chapter.layer == "base"
    assert [c.source.text for c in outline(game(BASE)).chapters[1].cites] == ["assumed"]


def test_what_stands_above_the_first_marker_has_a_chapter_of_its_own() -> None:
    assert told('rulebook base "The game":\n  players 2\nenum Kind: a, b\nchapter c "C"\nfact x = 1\n') == [
        "base The game: Kind",
        "c C: x",
    ]


def test_without_markers_clauses_stand_by_kind() -> None:
    text = "\n".join(line for line in BASE.splitlines() if not line.startswith("chapter")) + "\n"
    found = told(text, 'variant house of base "House"\nfact own = 3\nexception e to pay(k) = 2\n')
    assert found == [
        "things -: Kind",
        "course -: deal, lost, flow",
        "actions -: act, wait",
        "facts -: pay, spare, e",
        "house House: own",
    ]
    assert told(
        text, 'variant h of base\nchapter actions\nfact own = 3\nchapter mine after course "Mine"\nfact f = 1\n'
    )[1:4] == ["course -: deal, lost, flow", "mine Mine: f", "actions -: act, wait, own"]


def test_a_layer_adds_to_chapters_and_brings_its_own() -> None:
    layer = """variant house of base "House"
exception e to pay(k) = 2
rule r after deal.begin:
  nothing
rule w when lost(p):
  nothing
action go in act:
  nothing
look Kind:
  a: letter "A"
example moved:
  play wait
example looked:
  expect spare == 2
fact own = 3
chapter turn
fact mine = 4
replace fact spare = 5
chapter more after things "More"
fact other = 6
chapter again after things "Again" "Nothing stands here"
chapter empty "Empty"
replace chapter rest, reference "Helpers"
strike fact mine_not
""".replace("strike fact mine_not\n", "")
    assert told(BASE, layer) == [
        "things Things: Kind, pay, e, Kind",
        "more More: other",
        "again Again: ",  # empty, but kept since it has a summary
        "turn A turn: act, wait, deal, lost, r, w, go, moved, mine",
        "rest (reference) Helpers: spare, flow",
        "house House: looked, own",
    ]


def test_what_was_left_to_be_said_stands_where_it_was_left() -> None:
    base = 'rulebook base:\n  players 2\nchapter a "A"\nfact x gives 1..3 to be said\nchapter b "B"\nfact y = 1\n'
    assert told(base, "edition e of base\nchapter b\nfact x = 2\n") == ["a A: x", "b B: y"]


def test_what_replaces_during_the_game_stands_with_the_clause_that_it_replaces() -> None:
    layer = "variant late of base\nchapter rest\nunder spare == 2:\n  replace action wait in act:\n    nothing\n"
    assert told(BASE, layer)[1] == "turn A turn: act, wait, wait_under_late, deal, lost"


# ------------------------------------------------------------------------------------------------------ random layers

CHAPTERS = ("c", "d", "e")


def written(draw: random.Random, name: str, below: list[str], chapters: list[str]) -> str:
    """Return a random layer, which adds, replaces and strikes facts, with chapter markers between. `below` and
    `chapters` are updated."""
    out = [f'{"rulebook base" if name == "base" else f"variant {name} of base"} "{name}":', "  players 2"]
    out += ["  comes over inner"] if name == "outer" else []
    touched: set[str] = set()
    for number in range(draw.randrange(8)):
        what = draw.choice(["add", "add", "add", "chapter", "replace", "strike"])
        marker = draw.choice(CHAPTERS)
        left = [n for n in below if n not in touched]
        if what == "chapter" and marker in chapters:
            out.append(f"chapter {marker}")
        elif what == "chapter":
            after = f" after {draw.choice(chapters)}" if chapters and draw.random() < 0.5 else ""
            out.append(f'chapter {marker}{after}{draw.choice(["", ", reference"])} "{marker} of {name}"')
            chapters.append(marker)
        elif what == "add" or not left or name == "base":
            out.append(f"fact {name}_{number} = {number}")
            below.append(f"{name}_{number}")
            touched.add(f"{name}_{number}")
        else:
            fact = draw.choice(left)
            touched.add(fact)
            out.append(f"replace fact {fact} = 1{number}" if what == "replace" else f"strike fact {fact}")
            below[:] = below if what == "replace" else [n for n in below if n != fact]
    return "\n".join(out) + "\n"


def stack(seed: int) -> list[str]:
    draw = random.Random(seed)
    below: list[str] = []
    chapters: list[str] = []
    return [written(draw, name, below, chapters) for name in ("base", "inner", "outer")]


def assembled(texts: list[str]) -> Rulebook:
    rulebook, problems = assemble([book(text) for text in texts], Config())
    assert rulebook is not None, [p.message for p in problems]
    return rulebook


def places(found: Outline) -> dict[str, str]:
    return {p.id: chapter.name for chapter in found.chapters for p in chapter.clauses}


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10**6))
def test_every_clause_stands_in_one_chapter_and_what_replaces_it_stands_there_too(seed: int) -> None:
    texts = stack(seed)
    rulebook = assembled(texts)
    found = outline(rulebook)
    stood = [p.id for chapter in found.chapters for p in chapter.clauses]
    wanted = [p.id for p in rulebook.clauses if not isinstance(p.clause, s.ChapterClause | s.SectionClause)]
    assert sorted(stood) == sorted(wanted)
    names = [chapter.name for chapter in found.chapters]
    assert len(names) == len(set(names))
    order = {id_: at for at, id_ in enumerate(wanted)}
    for chapter in found.chapters:
        assert [order[p.id] for p in chapter.clauses] == sorted(order[p.id] for p in chapter.clauses)
        assert chapter.clauses
    for placed in rulebook.clauses:
        if isinstance(placed.clause, s.ChapterClause) and placed.clause.after:
            both = [n for n in names if n in (placed.clause.after.text, placed.clause.name.text)]
            assert both[-1:] != [placed.clause.after.text] or len(both) < 2
    for count in (1, 2):
        before, after = places(outline(assembled(texts[:count]))), places(found)
        assert {id_: before[id_] for id_ in before.keys() & after.keys()} == {
            id_: after[id_] for id_ in before.keys() & after.keys()
        }


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**6))
def test_chapters_change_nothing_of_the_game(seed: int) -> None:
    texts = stack(seed)
    plain = ["".join(line + "\n" for line in t.splitlines() if not line.startswith("chapter")) for t in texts]
    one, two = assembled(texts), assembled(plain)
    assert rulebook_identity(one) == rulebook_identity(two)
    ids = [p.id for p in one.clauses if not isinstance(p.clause, s.ChapterClause)]
    assert ids == [p.id for p in two.clauses]


def test_each_kind_has_its_chapter() -> None:
    kinds = [kind for chapter in DEFAULTS.values() for kind in chapter.kinds]
    assert sorted([*kinds, "chapter", "section"]) == sorted(s.KINDS.values())


def test_a_chapter_of_the_book_that_is_called_as_a_usual_one_is_stands_where_it_is_written() -> None:
    order = [line.split()[0] for line in told(BASE.replace("chapter rest, reference", "chapter examples"))]
    assert order == ["things", "turn", "examples"]
