"""Several editions in one table: a row for each decision, a column for each edition, empty if it is as in the first."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rulekit.cli.main import run
from tests.shipped import every

from .history import BASE

FIRST = BASE.replace('rulebook pond "The pond"', 'rulebook first "Pond, first edition"').replace("  pond:", "  first:")
MORE = """edition more of first "Pond, second edition"

replace action cast in turn "Cast your line" "You may catch a pike.":
  points[me] += pike.worth
"""
LESS = 'edition less of first "Pond, third edition"\n\nstrike action wait\n\nset goal = 20\n'


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("NO_COLOR", "1")
    folder = tmp_path / "project" / "pond"
    folder.mkdir(parents=True)
    for name, text in {"first": FIRST, "more": MORE, "less": LESS}.items():
        (folder / f"{name}.rules").write_text(text)
    settings = 'rulebooks = ["."]\n[editions]\npond = ["pond/first", "pond/more", "pond/less"]\n'
    (tmp_path / "project" / "rulekit.toml").write_text(settings)
    monkeypatch.chdir(tmp_path / "project")
    return folder


def table(*words: str) -> Any:
    return run(["compare", *words, "--no-games", "--json"]).data


def cells(data: Any) -> dict[str, list[Any]]:
    return {
        row["title"]: [None if c["as_first"] else c["words"] or "-" for c in row["cells"]] for row in data["decisions"]
    }


EDITIONS = ("pond/first", "pond/more", "pond/less")


def test_a_row_for_each_decision_and_a_column_for_each_edition() -> None:
    found = cells(table(*EDITIONS))
    assert found == {
        "Cast your line": ["You get what the bait is worth.", "You may catch a pike.", None],
        "Wait": ["You must give back a point, if you have one.", None, "-"],
        "Points that end the game": ["12.", None, "20."],
    }


def test_the_first_edition_is_the_measure() -> None:
    found = cells(table("pond/more", "pond/first", "pond/less"))
    assert found["Cast your line"] == [
        "You may catch a pike.",
        "You get what the bait is worth.",
        "You get what the bait is worth.",
    ]


def test_the_family_has_the_order_of_the_project() -> None:
    assert [one["name"] for one in table("--family", "pond")["editions"]] == [*EDITIONS]
    assert table("--family", "pond") == table(*EDITIONS) == table()


def test_two_editions_of_a_family_are_a_table_too(project: Path) -> None:
    (project / "less.rules").unlink()
    (project.parent / "rulekit.toml").write_text('rulebooks = ["."]\n')
    assert len(table("--family", "pond")["editions"]) == 2


def test_what_is_proved_to_be_the_same_is_said(project: Path) -> None:
    (project / "copy.rules").write_text(
        'edition copy of first "Pond, a copy"\n\nreplace chapter fishing "Another title"\n'
    )
    data = table("pond/first", "pond/copy", "pond/more")
    assert [one["same_game"] for one in data["editions"]] == [True, True, False]
    told = run(["compare", "pond/first", "pond/copy", "pond/more", "--no-games"]).text
    assert "Proved to be the same game as First edition: A copy." in " ".join(told.split())


def test_figures_of_all_editions() -> None:
    data = run(["compare", *EDITIONS, "-n", "200", "--json"]).data
    assert [len(row["cells"]) for row in data["figures"]] == [3] * len(data["figures"])
    (moves,) = [row for row in data["figures"] if row["title"] == "Moves in a game"]
    assert moves["clear"] == [False, True, True]
    pair = run(["compare", "pond/first", "pond/less", "-n", "200", "--json"]).data
    (alone,) = [row for row in pair["screen"]["figures"] if row["title"] == "Moves in a game"]
    assert [moves["cells"][0], moves["cells"][2]] == [alone["first"], alone["second"]]


@pytest.mark.parametrize("width", every(2, [24, 40, 72, 80, 120]))
@pytest.mark.parametrize("linear", [False, True])
def test_every_width_can_be_read(monkeypatch: pytest.MonkeyPatch, width: int, linear: bool) -> None:
    monkeypatch.setattr("rulekit.cli.compare.terminal_width", lambda: width)
    text = run(["compare", *EDITIONS, "-n", "20", *(["--linear"] if linear else [])]).text
    assert max(map(len, text.splitlines())) <= max(width, 24)
    said = " ".join(text.split())
    if linear or width < 72:
        assert "Third: no such rule" in said and "Second: You may catch a pike." in said
    else:
        assert "—" in said and "FIRST SECOND THIRD" in said


def test_the_page_has_both_tables_and_no_markup_of_the_rulebook(project: Path) -> None:
    path = project / "more.rules"
    path.write_text(MORE.replace("catch a pike", "catch <b>a pike</b>"))
    assert run(["compare", *EDITIONS, "-n", "20", "--html", "page.html"]).code == 0
    page = Path("page.html").read_text()
    assert page.count("<table>") == 2 and page.count("<svg") == 2 and "<b>" not in page and "&lt;b&gt;a pike" in page
    rows = re.findall(r'<tr><th scope="row">.*?</tr>', page)
    assert all(row.count("<td>") == 3 for row in rows)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--family", "pound"], "did you mean `pond`?"),
        (["pond/first", "--family", "pond"], "leave A and B out"),
        ([*EDITIONS, "--witness"], "for one or two editions"),
        ([*EDITIONS, "--set-second", "goal=5"], "for one or two editions"),
        ([*EDITIONS, "--players", "2-3"], "for one number of players"),
        ([*EDITIONS, "--set", "gaol=5"], "did you mean `goal`?"),
    ],
)
def test_wrong_calls(words: list[str], said: str) -> None:
    told = run(["compare", *words, "--no-games"])
    assert told.code == 2 and said in told.notes


def test_without_a_project_a_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = run(["compare"])
    assert told.code == 2 and "E800" in told.notes


def test_a_question_of_the_base_is_the_title_of_its_row(project: Path) -> None:
    """The answers are the titles of the editions, and their summaries; a value alone is not told."""
    base = """rulebook base "Tag":
  players 2

fact first gives Player to be said "Who begins"
fact length gives 1..9 to be said "How long a game is"

flow:
  turns from first, once each:
    choose n in 1..length
  game over, drawn
"""
    answers = {
        "one": ('"Blue begins"', "p1", '"Short" "It has three steps."', 3),
        "two": ('"Red begins"', "p2", '"Short" "It has three steps."', 3),
        "three": ('"Red begins"', "p2", '"Long" "It has nine steps."', 9),
    }
    (project / "base.rules").write_text(base)
    for name, (first, player, length, steps) in answers.items():
        text = f"fact first {first} = {player}\nfact length {length} = {steps}\n"
        (project / f"{name}.rules").write_text(f'edition {name} of pond/base "Edition {name}"\n\n{text}')
    found = cells(table("pond/one", "pond/two", "pond/three"))
    assert found == {
        "Who begins": ["Blue begins.", "Red begins.", "Red begins."],
        "How long a game is": ["Short. It has three steps.", None, "Long. It has nine steps."],
    }
