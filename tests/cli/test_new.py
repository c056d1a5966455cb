"""`rulekit new`: its files check, test and play at once, have the usual format, and overwrite nothing."""

from pathlib import Path

import pytest

from rulekit.cli.main import run
from rulekit.diagnostics import Source
from rulekit.rulebook_files import names
from rulekit.syntax import format_text

GAMES = ["classics/tic-tac-toe", "connection/hex", "classics/kuhn-poker", "./mine.rules"]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


FEW = {"czar/dutch": ["--players", "2"]}
"""Options of `test` by game. This game has 25 configurations, each compiled to a machine of its own; without the
option, `test` tries all."""


def works(path, *fewer):
    for command in (["test", path, "-n", "5", *fewer], ["play", path, "--random", "--moves", "50"]):
        result = run([*command, "--json"])
        assert result.code == 0, result.notes or result.text
    text = Path(path).read_text(encoding="utf-8")
    assert "FILL IN" in text
    laid_out, problems = format_text(Source(path, text))
    assert laid_out == text, problems
    checked = run(["check", path])
    assert checked.code == 0 and "warning" not in checked.text + checked.notes


def test_a_game_works_at_once(folder):
    result = run(["new", "my-game"])
    assert result.code == 0 and "rulekit check ./my-game.rules" in result.text
    assert 'rulebook my_game "My game":' in (folder / "my-game.rules").read_text()
    works("./my-game.rules")
    told = run(["render", "./my-game.rules", "--html", "game.html"])
    assert told.code == 0 and "holds for" not in (folder / "game.html").read_text("utf-8")


@pytest.mark.parametrize("kind, form", [("variant", "variant"), ("edition", "edition"), ("character", "expansion")])
def test_each_kind_works_at_once_and_begins_with_an_example(kind, form, folder):
    result = run(["new", "mine", "--as", kind, "--over", "classics/kuhn-poker"])
    assert result.code == 0, result.notes
    works("./mine.rules")
    lines = (folder / "mine.rules").read_text(encoding="utf-8").split("\n")
    written = [line.split()[0] for line in lines if line and line[0] not in " #"]
    assert written == [form, "example"]
    assert ("exception" in "\n".join(lines)) is (kind == "character")


@pytest.mark.parametrize(
    "words", [["--as", "edition"], ["--as", "game", "--over", "connection/hex"], ["--as", "play"], []]
)
def test_what_does_not_fit_is_refused(words, folder):
    result = run(["new", *(["mine"] if words else []), *words])
    assert result.code != 0 and not list(folder.glob("*.rules"))


def test_without_a_name_it_asks(folder, monkeypatch):
    answers = iter(["character", "connection/hex", "archer"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("click.prompt", lambda *_, **__: next(answers))
    assert run(["new"]).code == 0
    assert "expansion archer of connection/hex" in (folder / "archer.rules").read_text(encoding="utf-8")


@pytest.mark.parametrize("over", [*GAMES, *(pytest.param(game, marks=pytest.mark.soak) for game in FEW)])
def test_a_variant_works_at_once(over, folder):
    run(["new", "mine"])
    result = run(["new", "changed", "--over", over])
    assert result.code == 0, result.notes
    works("./changed.rules", *FEW.get(over, []))
    text = (folder / "changed.rules").read_text(encoding="utf-8")
    change = "\n".join(
        line.removeprefix("# ") for line in text.split("# FILL IN: the changes")[1].split("#\n")[0].split("\n")[1:]
    )
    assert change.startswith(("set ", "replace in ")), "it shows a change that works"
    (folder / "changed.rules").write_text(f"{text}\n{change}", encoding="utf-8")
    checked = run(["check", "./changed.rules", *FEW.get(over, [])])
    assert checked.code == 0, checked.notes
    layers = run(["layers", "./changed.rules"])
    assert "changed" in layers.text


def test_the_games_are_there():
    assert {*GAMES, *FEW} - {"./mine.rules"} <= set(names())


def test_nothing_is_overwritten(folder):
    (folder / "mine.rules").write_text("dear")
    result = run(["new", "mine"])
    assert result.code == 2 and "E831" in result.notes and "there already" in result.notes
    assert (folder / "mine.rules").read_text() == "dear"


@pytest.mark.parametrize("name", ["", "a b", "../up", "9lives", "x" * 99, "turns", "a/b", "é"])
def test_names_that_cannot_be(name, folder):
    result = run(["new", name])
    assert result.code == 2 and "E80" in result.notes
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(("over", "code"), [("classics/tic-tac-tow", "E820"), ("/etc/passwd.rules", "E820")])
def test_games_that_are_not_there(over, code, folder):
    result = run(["new", "mine", "--over", over])
    assert result.code == 2 and code in result.notes
    assert list(folder.iterdir()) == []


def test_a_game_elsewhere_is_refused_with_advice(folder):
    (folder / "inner").mkdir()
    run(["new", "mine"])
    result = run(["new", "other", "--over", str(folder / "mine.rules")])
    assert result.code == 2 and "stand in the folder" in result.notes


def test_as_data():
    result = run(["new", "mine", "--json"])
    assert result.data["file"] == "mine.rules" and result.data["next"][0] == "rulekit check ./mine.rules"
