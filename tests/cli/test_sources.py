"""`rulekit sources`: the clauses that cite each section, assumptions, and how many clauses depend on an open
question."""

from __future__ import annotations

from pathlib import Path

from rulekit.diagnostics import Source
from rulekit.model.assembly import assemble
from rulekit.model.rulebook import Config
from rulekit.syntax import parse
from rulekit.syntax.nodes import Book

from . import run

BASE = """rulebook herd "Herds":
  players 2 to 3
  source booklet "The rules, 1998": "set-up", "a turn", "scoring"
  source letter "A letter of the author"

chapter turns_taken "A turn" [booklet "a turn, picture"]

enum Kind: ox "Ox" [booklet "a turn"], hare "Hare" [assumed "it is only in the picture"]
keep herd[Player]: set of Kind = {}
fact rich(p Player) [letter "page 2"] [letter] = size(herd[p]) > 1

ruling ties "Who wins a tie?" [assumed "the rules are silent"]:
  all_of_them "All who tie"
  nobody_wins "Nobody"

chapter opening "Set-up"

flow [booklet "set-up; a turn"]:
  herd[p1] = {ox}
  game over, won by {p in Player where rich(p)}

under ties == nobody_wins:
  rule nobody_at_all whenever size({p in Player where rich(p)}) > 1 [assumed "the rules are silent"]:
    game over, drawn
"""
LAYER = """variant counted of herd "Counted herds":
  source booklet "The rules, 1998": "the last page"
keep hares [booklet "scoring"]: 0..9 = 0
"""


def test_sections_with_what_cites_them(capsys, tmp_path: Path) -> None:
    (tmp_path / "herd.rules").write_text(BASE)
    data = run(capsys, "sources", tmp_path / "herd.rules", "--json").data
    booklet, letter = data["sources"]
    assert booklet["sections"] == [
        {"section": "set-up", "clauses": ["flow flow"]},
        {"section": "a turn", "clauses": ["chapter turns_taken", "enum Kind: ox", "flow flow"]},
        {"section": "scoring", "clauses": []},
    ]
    assert letter["elsewhere"] == [{"cited": "page 2", "clauses": ["fact rich"]}] and letter["whole"] == ["fact rich"]
    assert {one["clause"]: one["used_in"] for one in data["assumptions"]} == {
        "enum Kind: hare": 1,
        "option ties": 0,
        "rule nobody_at_all": 0,
    }
    (ties,) = data["rulings"]
    assert ties["in_force"] == "All who tie" and ties["others"] == ["Nobody"]
    assert ties["used_in"] == ["rule nobody_at_all"]  # the rule exists only with the other answer
    told = run(capsys, "sources", tmp_path / "herd.rules")
    assert told.code == 0 and "scoring  cited by nothing" in told.out
    assert told.out.splitlines()[-1] == "3 sections, 1 cited by nothing; 1 open question, 3 assumptions"


def test_a_clause_of_two_answers_counts_for_each_and_others_only_for_theirs(capsys, tmp_path: Path) -> None:
    """The answers that only one configuration has together are compared one at a time."""
    two = (
        BASE
        + """
ruling feeding "Who is fed?":
  none_is "Nobody"
  all_are "Everybody"
under feeding == all_are:
  keep food: 0..9 = 1
under ties == nobody_wins and feeding == all_are:
  keep hunger: 0..9 = 2
"""
    )
    (tmp_path / "herd.rules").write_text(two)
    data = run(capsys, "sources", tmp_path / "herd.rules", "--json").data
    assert {one["ruling"]: one["used_in"] for one in data["rulings"]} == {
        "ties": ["rule nobody_at_all", "keep hunger"],
        "feeding": ["keep food", "keep hunger"],
    }


def test_layers_and_several_games_are_read_together(capsys, tmp_path: Path) -> None:
    (tmp_path / "herd.rules").write_text(BASE)
    (tmp_path / "counted.rules").write_text(LAYER)
    data = run(capsys, "sources", tmp_path / "herd.rules", tmp_path / "counted.rules", "--json").data
    sections = {one["section"]: one["clauses"] for one in data["sources"][0]["sections"]}
    assert sections["scoring"] == ["keep hares"] and sections["the last page"] == []
    alone = run(capsys, "sources", tmp_path / "herd.rules", "--set", "ties=nobody_wins", "--json").data
    assert alone["rulings"][0]["in_force"] == "Nobody" and len(alone["assumptions"]) == 3


def test_layers_tell_what_they_do_chapter_by_chapter(capsys, tmp_path: Path) -> None:
    (tmp_path / "herd.rules").write_text(BASE)
    (tmp_path / "counted.rules").write_text(LAYER + "strike fact rich\nset ties = nobody_wins\n")
    data = run(capsys, "layers", tmp_path / "counted.rules", "--json").data
    assert [(edit["clause"], edit["chapter"]) for edit in data["layers"][1]["edits"]] == [
        ("keep hares", "Counted herds"),
        ("fact rich", "A turn"),
        ("ties = nobody_wins", "A turn"),
    ]
    told = run(capsys, "layers", tmp_path / "counted.rules").out
    assert told.index("  A turn\n    add      chapter turns_taken") < told.index("  Set-up\n")


def test_layers_tell_the_lines_that_are_changed_and_what_they_print_can_be_struck(capsys, tmp_path: Path) -> None:
    base = """rulebook herd:
  players 2
keep hares: 0..9 = 5
ruling ties: all_win, nobody_wins
fact many = 3 + hares
always few: hares < 9
procedure take:
  hares -= 1
  if ties == all_win and hares < many:
    hares -= 1
flow:
  turns from p1 where hares > 0:
    take()
  game over, drawn
example one:
  play pass
"""
    layer = """variant counted of herd
add to procedure take before `if ties == all_win and hares < many:`:
  hares += 1
  if yes:
    nothing
replace in procedure take in `if ties == all_win and hares < many:`:
  `hares -= 1`:
    hares -= 2
strike from flow: `game over, drawn`
under ties == all_win:
  add to flow:
    game over, lost by p1
"""
    (tmp_path / "herd.rules").write_text(base)
    (tmp_path / "counted.rules").write_text(layer)
    data = run(capsys, "layers", tmp_path / "counted.rules", "--json").data
    assert [(edit["edit"], edit["clause"], edit["chapter"]) for edit in data["layers"][1]["edits"]] == [
        (
            "add to",
            "procedure take: `hares += 1`, `if yes:` before `if ties == all_win and hares < many:`",
            "Set-up and the course of the game",
        ),
        (
            "replace in",
            "procedure take: in `if ties == all_win and hares < many:` `hares -= 1` by `hares -= 2`",
            "Set-up and the course of the game",
        ),
        ("strike from", "flow: `game over, drawn`", "Set-up and the course of the game"),
        ("add to", "flow: `game over, lost by p1`", "Set-up and the course of the game"),
    ]
    for edit in data["layers"][0]["edits"]:
        book, found = parse(Source("layer", f"variant v of herd\nstrike {edit['clause']}\n"))
        assert book is not None, found
        rulebook, _ = assemble([read(base), book], Config())
        gone = [placed.id for placed in (rulebook.clauses if rulebook else ())]
        assert rulebook is None or edit["clause"].replace("ruling", "option") not in gone
    whole = "".join(f"strike {edit['clause']}\n" for edit in data["layers"][0]["edits"])
    rulebook, found = assemble([read(base), read(f"variant v of herd\n{whole}")], Config())
    assert rulebook is not None and rulebook.clauses == (), found


def read(text: str) -> Book:
    book, found = parse(Source("layer", text))
    assert book is not None, found
    return book
