"""Commands without a name take the whole project; the settings say what is accepted, spoken and published."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.cli.main import run

BASE = """rulebook base "Mine":
  players 2

keep thrown: 0..1 = 0

fact idle = 1

flow:
  thrown = 1
  game over, drawn
"""
HOUSE = 'variant house of base "House"\n\nset thrown = 1\n'
LAYER = 'rulebook part "Part":\n  players 2\n\nfact to_come to be said\n\nflow:\n  game over, drawn\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    books = {"mine/base": BASE, "mine/house": HOUSE}
    for name, text in books.items():
        path = tmp_path / "rules" / f"{name}.rules"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    settings("")
    return tmp_path


def settings(text: str) -> None:
    Path("rulekit.toml").write_text('rulebooks = ["rules"]\n' + text)


ACCEPT = '[[accept]]\ncode = "{}"\nin = "{}"\nreason = "it is the box"\n'


def games(*words: str) -> list[str]:
    return [one["game"] for one in run(words).data["games"]]


def test_check_takes_every_rulebook_from_any_folder_below(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    assert games("check") == ["mine/base", "mine/house"]
    monkeypatch.chdir(folder / "rules" / "mine")
    assert games("check") == ["mine/base", "mine/house"]
    assert games("check", "mine/house") == ["mine/house"]


@pytest.mark.parametrize("command", ["check", "test", "fmt", "render --out out"])
def test_without_a_project_a_command_says_what_to_do(command: str) -> None:
    Path("rulekit.toml").unlink()
    result = run(command.split())
    assert result.code == 2 and "E800" in result.notes
    assert f"`rulekit {command.split()[0]}` needs the name of a rulebook" in result.notes
    assert "rulekit new --project NAME" in result.notes


def test_a_project_without_rulebooks_says_so(folder: Path) -> None:
    for path in folder.rglob("*.rules"):
        path.unlink()
    assert "the project has no rulebook in `rules`" in run(["check"]).notes


def test_the_order_of_editions_is_the_order_of_lists() -> None:
    settings('[editions]\nmine = ["mine/house", "mine/base"]\n')
    assert games("check") == ["mine/house", "mine/base"] == games("test", "-n", "1")


def test_a_warning_in_a_shared_text_is_explained_once() -> None:
    result = run(["check"])
    assert result.notes.count("W203") == 2, "its head, and where it is explained"
    assert [[d["code"] for d in one["diagnostics"]] for one in result.data["games"]] == [["W203"], ["W203"]]
    assert "mine/house: right, 1 warning" in result.text


@pytest.mark.parametrize("pattern", ["mine/base", "mine/*", "*", "*/base"])
def test_an_accepted_warning_is_counted_and_not_explained(pattern: str) -> None:
    settings(ACCEPT.format("W203", pattern))
    result = run(["check"])
    assert result.notes == "" and "mine/house: right, 1 accepted warning (1 configuration checked)" in result.text
    accepted = result.data["games"][1]["accepted"]
    assert [(one["code"], one["reason"]) for one in accepted] == [("W203", "it is the box")]
    assert (
        "accepted" in run(["check", "mine/base"]).text and "accepted" in run(["check", "./rules/mine/base.rules"]).text
    )


def test_a_warning_accepted_in_one_game_is_told_in_the_others() -> None:
    settings(ACCEPT.format("W203", "mine/house"))
    result = run(["check"])
    assert [len(one["diagnostics"]) for one in result.data["games"]] == [1, 0] and "W203" in result.notes


@pytest.mark.parametrize(("code", "pattern"), [("W203", "yours/*"), ("W301", "mine/*")])
def test_an_accepted_warning_that_does_not_occur_is_told(code: str, pattern: str) -> None:
    settings(ACCEPT.format(code, pattern))
    result = run(["check"])
    assert result.code == 0 and [one["code"] for one in result.data["stale"]] == ["W844"]
    assert "rulekit.toml:2" in result.notes and f"`{pattern}`" in result.notes
    for narrowed in (["check", "mine/base"], ["check", "--players", "2"], ["check", "--set", "x=1"]):
        assert run(narrowed).data.get("stale", []) == [], "something may be missing because not all was checked"
    assert run(["test", "-n", "1"]).data["stale"] == [], "a check gives this warning, and no test does"


def test_the_warnings_of_tests_and_of_solving_are_accepted_there() -> None:
    never = "  if thrown == 0:\n    aside()\n    game over, lost by p1\n  game over"
    aside = "\nprocedure aside():\n  thrown = 0\n"
    Path("rules/mine/base.rules").write_text(BASE.replace("  game over", never) + aside)
    shown = "never reached in these games"
    assert shown in run(["test", "-n", "1"]).text and "W843" in run(["solve", "mine/base"]).text
    settings("".join(ACCEPT.format(code, "mine/*") for code in ("W203", "W840", "W842", "W843")))
    result = run(["test", "-n", "1"])
    assert shown not in result.text and {one["code"] for one in result.data["games"][0]["accepted"]} == {"W840"}
    assert [one["message"] for one in result.data["stale"]] == [
        "no rulebook `mine/*` has the warning W842, which is accepted"
    ]
    solved = run(["solve", "mine/base"])
    assert "W843" not in solved.text and {one["code"] for one in solved.data["accepted"]} >= {"W843"}


def test_a_mistake_may_hide_warnings_so_none_is_called_stale() -> None:
    settings(ACCEPT.format("W301", "mine/*"))
    Path("rules/mine/base.rules").write_text(BASE.replace("idle = 1", "idle = nothing_known"))
    result = run(["check"])
    assert result.code == 1 and result.data["stale"] == []


def test_the_languages_of_a_project_are_checked() -> None:
    settings('languages = ["en", "nl"]\n')
    result = run(["check"])
    missing = {one["message"] for game in result.data["games"] for one in game["diagnostics"] if one["code"] == "W841"}
    assert missing == {"`layer base` has no word in `nl`", "`layer house` has no word in `nl`"}, "it has no Dutch pages"
    Path("rules/mine/base.rules").write_text(BASE + '\nwords nl:\n  layer base: "Van mij"\n')
    first = run(["check"]).data["games"][0]["diagnostics"]
    assert "`thrown` has no word in `nl`" in {one["message"] for one in first}, "its Dutch pages lack this word"
    assert not [one for one in run(["check", "mine/base"]).data["games"][0]["diagnostics"] if one["code"] == "W841"]


def test_a_language_that_rulekit_does_not_speak_is_told_at_its_place() -> None:
    settings('languages = ["en", "xx"]\n')
    result = run(["check"])
    assert result.code == 2 and "E826" in result.notes and "rulekit.toml:2:20" in result.notes


def test_test_takes_the_whole_games() -> None:
    Path("rules/part.rules").write_text(LAYER)
    assert "part" in games("check")
    assert games("test", "-n", "1") == ["mine/base", "mine/house"]


def test_a_name_with_the_ending_of_a_file_is_explained() -> None:
    assert "`mine/house` is a rulebook of the project" in run(["check", "mine/house.rules"]).notes


def test_a_new_rulebook_outside_of_the_folders_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "the project takes rulebooks from rules: move it there" in run(["new", "third", "--over", "mine/base"]).text
    monkeypatch.chdir("rules/mine")
    assert "move it" not in run(["new", "third", "--over", "mine/base"]).text
    assert games("check") == ["mine/base", "mine/house", "mine/third"]


def test_fmt_takes_every_file(folder: Path) -> None:
    path = folder / "rules" / "mine" / "house.rules"
    path.write_text(HOUSE.replace("= 1", "=  1"))
    result = run(["fmt", "--check"])
    assert result.code == 1 and result.text.startswith(str(Path("rules/mine/house.rules")))
    assert run(["fmt"]).code == 0 and run(["fmt", "--check"]).code == 0


def test_render_takes_the_published_games_and_the_first_language(folder: Path) -> None:
    settings('render = ["mine/house"]\nlanguages = ["nl", "en"]\n')
    result = run(["render", "--out", "out"])
    assert result.code == 0, result.notes
    assert list(result.data["pages"]) == ["mine/house"] and result.data["language"] == "nl"
    settings('render = ["mine/hose"]\n')
    wrong = run(["render", "--out", "out"])
    assert wrong.code == 2 and "rulekit.toml:2:11" in wrong.notes and "did you mean `mine/house`?" in wrong.notes
    settings("")
    assert list(run(["render", "--out", "out2"]).data["pages"]) == ["mine/base", "mine/house"]
