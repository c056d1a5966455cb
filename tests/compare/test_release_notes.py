"""Release notes: each change of a history is told once, with its kind, for all games that have it."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from rulekit.cli.main import run
from rulekit.cli.result import Result
from rulekit.compare.plain_words import one_side
from rulekit.compare.release_changes import ReleaseNote
from rulekit.compare.release_exact import _is_told
from rulekit.compare.release_notes import release_notes
from rulekit.compare.release_sentences import note_words
from rulekit.compare.text_difference import DiffSegment
from rulekit.rulebook_files import library
from tests.repository import Repository, make_repository
from tests.shipped import every

from .history import HISTORY, START, Commit

GOLDEN = Path(__file__).parent / "goldens" / "release-notes.md"


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    """Make the repository of the history, with a tag `cN` on commit number N, and go into it."""
    folder = tmp_path_factory.mktemp("history")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULEKIT_CACHE", str(folder / "cache"))
        repository = make_repository(folder / "repository", patch)
        for name, text in START.items():
            repository.write(f"{name}.rules", text)
        tag(repository, 0, "the start")
        for number, commit in enumerate(HISTORY, 1):
            apply(repository, commit)
            tag(repository, number, commit.message)
        yield repository


def tag(repository: Repository, number: int, message: str) -> None:
    """Commit the work tree, a day after the last commit."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIT_COMMITTER_DATE", f"2026-03-{number + 1:02}T12:00:00+0100")
        repository.commit(message)
    repository.git("tag", f"c{number}")


def apply(repository: Repository, commit: Commit) -> None:
    if commit.moved:
        repository.git("mv", *(f"{name}.rules" for name in commit.moved))
    for name, edits in commit.edits.items():
        path = repository.folder / f"{name}.rules"
        if edits is None:
            path.unlink()
        elif isinstance(edits, str):
            path.write_text(edits)
        else:
            text = path.read_text()
            for old, new in edits:
                assert old in text, (commit.message, old)
                text = text.replace(old, new)
            path.write_text(text)


def changes(*words: str) -> Any:
    return run(["changes", *words, "--json"]).data


@pytest.mark.parametrize("number", every(2, range(1, len(HISTORY) + 1)), ids=lambda n: f"{n}: {HISTORY[n - 1].message}")
def test_every_change_is_told_once_with_its_kind(history: Repository, number: int) -> None:
    found = changes(f"c{number - 1}..c{number}")
    assert found["unread"] == []
    wanted = {(one.kind, one.sort, one.title, one.games) for one in HISTORY[number - 1].told}
    assert len(found["changes"]) == len(wanted), found["changes"]
    for kind, sort, title, games in wanted:
        alike = [
            c for c in found["changes"] if c["kind"] == kind and title in c["title"] and tuple(c["games"]) == games
        ]
        assert [one["sort"] for one in alike] == [sort], found["changes"]


@pytest.mark.parametrize("number", every(4, range(1, len(HISTORY) + 1)))
def test_a_commit_against_itself_changes_nothing(history: Repository, number: int) -> None:
    assert changes(f"c{number}..c{number}")["changes"] == []


def test_fail_on_a_kind(history: Repository) -> None:
    assert run(["changes", "c0..c1", "--fail-on", "rules"]).code == 1
    assert run(["changes", "c1..c2", "--fail-on", "rules"]).code == 0
    assert run(["changes", "c1..c2", "--fail-on", "rules", "--fail-on", "wording"]).code == 1
    assert run(["changes", "c9..c10", "--fail-on", "rules"]).code == 0


def test_without_a_revision_the_work_tree_is_compared_with_head(history: Repository) -> None:
    path = history.folder / "gentle.rules"
    before = path.read_text()
    assert changes()["changes"] == []
    try:
        path.write_text(before.replace("Nobody loses points", "Nobody ever loses points"))
        (one,) = changes()["changes"]
        assert (one["kind"], one["games"]) == ("wording", ["gentle"])
        assert changes()["second"] == "now"
        path.write_text("variant gentle of pond:\n  nonsense\n")
        told = run(["changes"])
        assert told.code == 1 and "error[" in told.notes and "gentle has mistakes at now" in told.text
    finally:
        path.write_text(before)


def test_three_dots_begin_where_both_parted(history: Repository) -> None:
    history.git("branch", "-f", "side", "c3")
    assert changes("c1...side") == {**changes("c1..side"), "first": changes("c1...side")["first"]}


def test_only_some_games(history: Repository) -> None:
    assert {g["name"] for g in changes("c0..c1", "--only", "gent")["games"]} == {"gentle"}
    assert run(["changes", "c0..c1", "--only", "nothing"]).code == 2


def test_each_game_has_its_status(history: Repository) -> None:
    games = {g["name"]: (g["status"], g["was"]) for g in changes(f"c0..c{len(HISTORY)}")["games"]}
    assert games == {
        "counting": ("moved", "counters"),
        "gentle": ("changed", ""),
        "late": ("new", ""),
        "pond": ("changed", ""),
        "rich": ("gone", ""),
    }


def test_a_revision_from_before_the_settings_is_read_by_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    repository = make_repository(tmp_path / "repository", monkeypatch)
    repository.write("rules/pond/pond.rules", START["pond"])
    repository.commit()
    repository.write("rulekit.toml", 'rulebooks = ["rules"]\n')
    repository.write("rules/pond/pond.rules", START["pond"].replace("| 3 |", "| 4 |"))
    repository.commit()
    for words in ((), ("HEAD~1",), ("HEAD~1..HEAD",)):
        assert {g["name"] for g in changes(*words)["games"]} == {"pond/pond"}
    (repository.folder / "rules" / "deep").mkdir()
    monkeypatch.chdir(repository.folder / "rules" / "deep")
    assert [g["status"] for g in changes("HEAD~1")["games"]] == ["changed"]


def whole(form: str) -> Result:
    return run(["changes", f"c0..c{len(HISTORY)}", "--format", form])


def test_the_notes_of_the_whole_history(history: Repository) -> None:
    text = whole("markdown").text
    if os.environ.get("RULEKIT_REGENERATE"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")


def test_players_read_what_they_may_do_now(history: Repository) -> None:
    sides = "You may catch a carp.", "You must catch a carp."
    note = ReleaseNote("rules", "changed", "Cast your line", *sides, (), ("action cast",), ("pond",))
    assert note_words(note) == "You must now catch a carp; before, you were allowed to catch a carp."
    assert "Pike: worth 4; before, 3." in run(["changes", "c5..c6"]).text
    assert "what is left is “Cast your line”" in told_line("c13..c14", "Wait")


def test_what_the_words_of_the_author_leave_out_is_told_exactly(history: Repository) -> None:
    assert "What it does" not in told_line("c0..c1", "Cast your line"), "the author's words say it"
    (rain,) = (
        c for c in changes(f"c0..c{len(HISTORY)}")["changes"] if c["under"] == ['if "The weather" is "it may rain"']
    )
    assert (rain["kind"], rain["title"]) == ("answers", "The course of the game")
    assert "If your points are 8, carry out “It rains” (“It rains”: Set your points to 0)." in rain["text"]
    assert "What it does" not in told_line("c5..c6", "Fish"), "the words are the change itself"
    assert "What it does" not in told_line("c14..c15", "Points that end the game")


def told_line(revisions: str, title: str) -> str:
    (text,) = {c["text"] for c in changes(revisions)["changes"] if c["title"] == title and not c["under"]}
    return str(text)


def test_words_of_a_rulebook_are_no_markup(history: Repository) -> None:
    path = history.folder / "gentle.rules"
    before = path.read_text()
    try:
        evil = "<script>alert(1)</script> [x](javascript:y) **b**"
        path.write_text(before.replace("Nobody loses points by waiting.", evil))
        page, markdown = (run(["changes", "--format", form]).text for form in ("html", "markdown"))
        assert "<script>" not in page and "&lt;script&gt;" in page
        assert "<script>" not in markdown and "[x]" not in markdown and "**b**" not in markdown
    finally:
        path.write_text(before)


@pytest.mark.soak
def test_changes_of_a_large_base_take_no_longer_than_two_checks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", "")
    repository = make_repository(tmp_path / "repository", monkeypatch)
    for name in ("base", "fire", "tank"):
        repository.write(f"emissary/{name}.rules", (library() / "emissary" / f"{name}.rules").read_text())
    repository.commit()
    base = repository.folder / "emissary" / "base.rules"
    text = base.read_text()
    changed = re.sub(r"^(fact draws\(.*) = 2$", r"\1 = 3", text, count=1, flags=re.MULTILINE)
    assert changed != text
    base.write_text(changed)
    started = time.process_time()
    (one,) = changes()["changes"]
    took = time.process_time() - started
    assert (one["kind"], len(one["games"])) == ("rules", 3)
    started = time.process_time()
    run(["check", *(f"./emissary/{name}.rules" for name in ("base", "fire", "tank"))])
    both = 2 * (time.process_time() - started)
    assert took <= 2 * both, f"{took:.1f} s of this processor, {both:.1f} s for a check of both revisions"


def test_the_numbers_of_steps_are_left_out() -> None:
    line = (DiffSegment("same", "1. Choose 3. 2. Take "), DiffSegment("old", "2"), DiffSegment("new", "1"))
    assert (one_side(line, "old"), one_side(line, "new")) == ("Choose 3. Take 2", "Choose 3. Take 1")


BOOK = """rulebook pads "Pads":
  players 2
  summary "Hop."

section the_turn "Your turn"

section hopping in the_turn, item:
  "Hop {longest} pads ahead."
  says hop, longest, free

fact longest "The longest hop" = 3

fact free(n 0..9) "Where a frog may land" = n < 8

keep pad[Player]: 0..20 = 0

choice turn

action hop in turn "Hop":
  choose n in 1..longest
  require free(n)
  pad[me] += n

flow:
  turns from p1:
    do one of turn
    otherwise:
      game over, drawn
    if pad[me] > 9:
      game over, won by me
"""
HOUSE = """variant house of pads "Pads, our way":
  players 2

replace section hopping in the_turn, item:
  "Hop up to {longest} pads."
  says hop, longest, free
"""


def _release(folder: Path, *edits: tuple[str, str]) -> list[Any]:
    """Return the notes on a change of the book under its variant."""
    sides = []
    for name, text in (("was", BOOK), ("now", _edited(BOOK, edits))):
        (folder / name).mkdir()
        (folder / name / "pads.rules").write_text(text)
        (folder / name / "house.rules").write_text(HOUSE)
        sides.append({one: folder / name / f"{one}.rules" for one in ("pads", "house")})
    return list(release_notes(*sides).notes)


def test_a_body_that_changed_beside_its_words_is_told(tmp_path: Path) -> None:
    text = START["pond"]
    sides = []
    for name, said in (
        ("was", text),
        ("now", _edited(text, (("You get what", "You take what"), ("+= worth", "+= 2 * worth")))),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pond.rules").write_text(said)
        sides.append({"pond": tmp_path / name / "pond.rules"})
    (note,) = release_notes(*sides).notes
    assert note.exact == (
        ("Add “What the bait is worth” to your points.", "Add 2 times “What the bait is worth” to your points."),
    )


def test_a_number_in_words_is_told_for_each_number_of_players(tmp_path: Path) -> None:
    text = START["pond"].replace("has enough points", "has {goal} points")
    after = text.replace("Whoever has {goal} points wins.", "A player with {goal} points loses.").replace(
        "game over, won by me", "game over, lost by me"
    )
    sides = []
    for name, said in (("was", text), ("now", after + "\nunder players == 3:\n  set goal = 20\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pond.rules").write_text(said)
        sides.append({"pond": tmp_path / name / "pond.rules"})
    (note,) = (one for one in release_notes(*sides).notes if one.title == "The course of the game")
    assert note.after == "A player with 12 points loses (with 3 players: 20)."


def test_a_short_word_is_no_form_of_every_word() -> None:
    note = ReleaseNote("rules", "new", "Many", "", "Many rules.", (), (), ("many",), base="Few", more=3)
    assert "differs in 3 rules" not in note_words(note), "without any difference told, none are counted"
    told = ("a", "", "1"), ("b", "", "2")
    assert "It differs in 5 rules:" in note_words(evolve(note, parts=told))
    assert _is_told(("add the bait", "add all"), ("You get a bait.", "You get a lot.")) is False
    assert _is_told(("you win", "you lose"), ("Who has it wins.", "Who has it loses."))


def _edited(text: str, edits: tuple[tuple[str, str], ...]) -> str:
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    return text


def test_a_section_whose_values_changed_hides_no_other_change(tmp_path: Path) -> None:
    notes = _release(tmp_path, ("= 3", "= 2"), ("n < 8", "n < 2"))
    assert {"fact longest", "fact free"} <= {id_ for note in notes for id_ in note.clauses}
    assert len([note for note in notes if "fact free" in note.clauses and "fact longest" not in note.clauses]) == 1


def test_words_of_a_section_are_told_once_though_a_variant_has_its_own(tmp_path: Path) -> None:
    notes = _release(tmp_path, ("n < 8", "n < 7"), ('"Hop {longest} pads ahead."', '"Hop {longest} free pads ahead."'))
    assert [(note.kind, note.games) for note in notes] == [("rules", ("pads", "house"))]
