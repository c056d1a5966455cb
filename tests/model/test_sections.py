"""Sections: their order, parents and layers; they do not affect the meaning."""

from __future__ import annotations

from rulekit.model.assembly import assemble
from rulekit.model.meaning_hash import stack_identity
from rulekit.model.outline import outline
from rulekit.model.rulebook import Config, Rulebook
from rulekit.model.sections import BookSection, all_sections, sections
from tests.model.identity import rulebook_identity

from .layering import book, game

GAME = """rulebook base "The game":
  players 2 to 3
enum Kind: a, b
choice act
action wait in act:
  nothing
procedure deal:
  step begin:
    nothing
example waiting:
  play wait
flow:
  nothing
"""
SECTIONS = """section lead:
  "You wait."
  says flow, action wait
  shows the box
section start "Set-up"
section second in start, step "Second":
  says deal.begin, Kind.a
section first in start before second, step "First":
  shows waiting, only a "Waiting"
section third in start
section end "The end"
section turn before end "A turn"
"""


def drawn(roots: tuple[BookSection, ...], depth: int = 0) -> list[str]:
    """Return the tree of sections as indented lines."""
    return [line for one in roots for line in ("  " * depth + one.name, *drawn(one.children, depth + 1))]


def told(rulebook: Rulebook, name: str) -> BookSection:
    return next(one for one in all_sections(sections(rulebook)) if one.name == name)


def test_sections_are_a_tree_in_reading_order() -> None:
    rulebook = game(GAME + SECTIONS)
    assert drawn(sections(rulebook)) == ["lead", "start", "  first", "  second", "  third", "turn", "end"]
    lead, first, second = (told(rulebook, name) for name in ("lead", "first", "second"))
    assert [one.id for one in lead.says] == ["flow flow", "action wait"] and lead.shows[0].what == "box"
    assert [(one.id, one.inner) for one in second.says] == [("procedure deal", "begin"), ("enum Kind", "a")]
    (shown,) = first.shows
    assert (shown.what, shown.id, shown.only, shown.item) == ("clause", "example waiting", ("a",), "waiting")
    assert (first.manner, first.has_title, lead.has_title, first.word) == ("step", True, False, "section first")


def test_layers_replace_strike_and_add_sections_and_what_they_say() -> None:
    edition = """edition late of base
replace section second "Second now":
  "Other words."
strike section third
section fourth in start after first:
  "More."
section fifth in start
add to section lead:
  says Kind, flow
  shows Kind
strike from section lead: action wait, box
under players == 3:
  section sixth in start
"""
    rulebook = game(GAME + SECTIONS, edition)
    assert drawn(sections(rulebook))[1:6] == ["start", "  first", "  fourth", "  second", "  fifth"]
    lead = told(rulebook, "lead")
    assert [one.id for one in lead.says] == ["flow flow", "enum Kind"]
    assert [one.id for one in lead.shows] == ["enum Kind"]
    again = lead.says[0].named.span.source
    assert again is lead.says[1].named.span.source, "what is said again is said by the layer"
    three, _ = assemble([book(GAME + SECTIONS), book(edition)], Config(3))
    assert three is not None and "  sixth" in drawn(sections(three))


def test_two_layers_may_add_to_a_section_and_not_replace_it_twice() -> None:
    one, other = (f"variant {name} of base\nadd to section lead: says {said}\n" for name, said in
                  (("x", "Kind"), ("y", "deal")))  # fmt: skip
    lead = told(game(GAME + SECTIONS, one, other), "lead")
    assert [said.id for said in lead.says][-2:] == ["enum Kind", "procedure deal"]
    both = [f'variant {name} of base\nreplace section lead:\n  "{name}"\n' for name in ("x", "y")]
    _, problems = assemble([book(text) for text in (GAME + SECTIONS, *both)], Config())
    assert [d.code for d in problems] == ["E224"]


def test_a_shown_thing_is_shown_once_and_what_is_not_said_is_not_struck() -> None:
    for edit, code in (
        ("add to section lead: shows the box", "E222"),
        ("strike from section lead: Kind", "E221"),
        ("strike from section gone: Kind", "E220"),
        ("replace section gone", "E220"),
    ):
        _, problems = assemble([book(GAME + SECTIONS), book(f"variant x of base\n{edit}\n")], Config())
        assert [d.code for d in problems] == [code], edit


def test_sections_mean_nothing_and_stand_in_no_chapter() -> None:
    plain, told_ = game(GAME), game(GAME + SECTIONS)
    assert rulebook_identity(plain) == rulebook_identity(told_)
    edition = "edition late of base\nadd to section lead: says Kind\nstrike from section lead: flow\n"
    lines = '  credits "Us"\n  time "an hour"\n  age "all"\n'
    headed = GAME.replace("  players 2 to 3\n", f"  players 2 to 3\n{lines}")
    assert stack_identity([book(GAME)]) == stack_identity([book(headed + SECTIONS)])
    dressed = '\nunder players > 2:\n  section more:\n    "More of you."\n  words nl:\n    base: "Basis"\n'
    assert stack_identity([book(GAME)]) == stack_identity([book(headed + SECTIONS + dressed)])
    assert stack_identity([book(GAME), book("edition late of base\n")]) == stack_identity([book(GAME), book(edition)])
    assert [c.name for c in outline(told_).chapters] == [c.name for c in outline(plain).chapters]
    assert sections(plain) == ()
