"""The settings of a project: what each key accepts, where mistakes are told, and which folder a project is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulekit.diagnostics import RulekitError
from rulekit.project import Project, find_project, read_project
from rulekit.rulebook_files import names, project_names

WHOLE = """
[project]
name = "rulekit" # not the table: rulebooks = 3

[tool.rulekit]
rulebooks = ["rules", "more"]
languages = ["en", "nl"]
render = ["mine/base"]
[tool.rulekit.editions]
mine = ["mine/second", "mine/base"]
[[tool.rulekit.accept]]
code = "W206"
in = "mine/*"
reason = "in = the box"
[tool.other]
rulebooks = "not ours"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "rules" / "inner").mkdir(parents=True)
    (tmp_path / "more").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(folder: Path, text: str, file: str = "rulekit.toml") -> Project:
    (folder / file).write_text(text, encoding="utf-8")
    found = read_project(folder)
    assert found is not None
    return found


def test_every_key_has_its_meaning(folder: Path) -> None:
    project = written(folder, WHOLE, "pyproject.toml")
    assert project.root == folder and project.folders == (folder / "rules", folder / "more")
    assert project.languages == ("en", "nl") and project.render == ("mine/base",)
    assert project.editions == {"mine": ("mine/second", "mine/base")}
    (accepted,) = project.accept
    assert (accepted.code, accepted.pattern, accepted.reason) == ("W206", "mine/*", "in = the box")
    assert accepted.covers("W206", ["mine/base"]) and not accepted.covers("W206", ["yours/base"])
    assert not accepted.covers("W205", ["mine/base"])
    assert project.in_order(["mine/base", "yours/base", "mine/new", "mine/second"]) == [
        *("mine/second", "mine/base", "mine/new", "yours/base")
    ]


def test_the_places_of_settings(folder: Path) -> None:
    project = written(folder, WHOLE, "pyproject.toml")
    places = {
        (): 5,
        ("rulebooks",): 6,
        ("languages",): 7,
        ("editions", "mine"): 10,
        ("accept", 0): 11,
        ("accept", 0, "in"): 13,
    }
    assert {steps: project.span(*steps).first.line for steps in places} == places
    assert project.span("languages", value="nl").text == '"nl"'
    assert project.span("editions", "mine", value="mine/base").first.line == 10


BASE = 'rulebooks = ["rules"]\n'
WRONG = {
    "a misspelt key": ('rulebook = ["rules"]', "there is no setting `rulebook`", 1, "did you mean `rulebooks`?"),
    "an unknown key": (BASE + "zzz = 1", "there is no setting `zzz`", 2, "the keys are `rulebooks`, "),
    "no folder": ("languages = []", "name no folder", 1, "such as"),
    "an empty list of folders": ("rulebooks = []", "name no folder", 1, "such as"),
    "a text for a list": (
        'rulebooks = "rules"',
        "`rulebooks` is a list of texts, not a text",
        1,
        '`rulebooks = ["rules"]`',
    ),
    "a number in a list": ("rulebooks = [3]", "has a number in it", 1, ""),
    "a folder that is not there": ('rulebooks = ["ruls"]', "there is no folder `ruls`", 1, "did you mean `rules`?"),
    "a file for a folder": ('rulebooks = ["rulekit.toml"]', "there is no folder", 1, ""),
    "a way out": ('rulebooks = ["rules", "../"]', "leads out of the project", 1, ""),
    "an absolute way out": ('rulebooks = ["/"]', "leads out of the project", 1, ""),
    "a link out": ('rulebooks = ["link"]', "leads out of the project", 1, ""),
    "a NUL": ('rulebooks = ["a\\u0000b"]', "", 1, ""),
    "one folder twice": ('rulebooks = ["rules", "rules"]', "twice", 1, ""),
    "one folder in another": ('rulebooks = ["rules", "rules/inner"]', "have rulebooks in common", 1, ""),
    "no language": (BASE + 'languages = ["English"]', "no code of a language", 2, "such as `en`"),
    "editions as a list": (BASE + 'editions = ["a/b"]', "`editions` is a table, not a list", 2, ""),
    "an edition that is no list": (BASE + '[editions]\na = "a/b"', "`a` is a list of texts", 3, ""),
    "an edition twice": (BASE + '[editions]\na = ["a/b", "a/b"]', "has `a/b` twice", 3, ""),
    "one table to accept": (
        BASE + '[accept]\ncode = "W206"',
        "`accept` is a list of tables",
        2,
        "[[tool.rulekit.accept]]",
    ),
    "nothing accepted": (BASE + "[[accept]]", "`code` of an accepted warning is a text, and here it is nothing", 2, ""),
    "no reason": (BASE + '[[accept]]\ncode = "W206"\nin = "a"\nreason = " "', "`reason` of an", 5, ""),
    "the second entry": (
        BASE + '[[accept]]\ncode = "W206"\nin = "a"\nreason = "b"\n[[accept]]\ncode = "W206"\nat = "a"\nreason = "b"',
        "there is no setting `at`",
        8,
        "",
    ),
    "an unknown code": (
        BASE + '[[accept]]\ncode = "W2006"\nin = "a"\nreason = "b"',
        "no warning: `W2006`",
        3,
        "`W206`",
    ),
    "an error": (BASE + '[[accept]]\ncode = "E201"\nin = "a"\nreason = "b"', "an error cannot be accepted", 3, ""),
    "inline tables": (BASE + 'accept = [{code = "E201", in = "a", reason = "b"}]', "an error cannot be", 2, ""),
    "no TOML": ("rulebooks = [", "rulekit.toml is not TOML", 1, ""),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_mistake_is_told_at_its_line(what: str, folder: Path) -> None:
    text, message, line, advice = WRONG[what]
    (folder / "link").symlink_to(folder.parent)
    with pytest.raises(RulekitError) as caught:
        written(folder, text)
    first = caught.value.diagnostics[0]
    assert first.code == "E826" and message in first.message and first.span is not None
    assert first.span.first.line == line
    assert advice in " ".join(one.text for one in first.help)


def test_all_mistakes_are_told_together(folder: Path) -> None:
    with pytest.raises(RulekitError) as caught:
        written(folder, "rulebooks = [1]\nlanguages = 3\nrendr = 4\n")
    assert len(caught.value.diagnostics) == 3


@pytest.mark.parametrize("data", [b"rulebooks = ['\xff']", b"#" * (1024 * 1024 + 1)])
def test_what_is_no_text_or_too_large(data: bytes, folder: Path) -> None:
    (folder / "rulekit.toml").write_bytes(data)
    with pytest.raises(RulekitError, match="E826"):
        read_project(folder)


def test_a_pipe_is_no_settings_file_and_a_link_out_is_refused(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    os.mkfifo(folder / "rulekit.toml")
    os.mkfifo(folder / "pyproject.toml")
    assert read_project(folder) is None, "reading it would wait for ever"
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "secret"
    elsewhere.write_text("password = 3\n[tool.rulekit]\n")
    for name in ("rulekit.toml", "pyproject.toml"):
        (folder / name).unlink()
        (folder / name).symlink_to(elsewhere)
    with pytest.raises(RulekitError) as caught:
        read_project(folder)
    assert "is a link that leads out of the project" in str(caught.value) and "password" not in str(caught.value)
    (folder / "rulekit.toml").unlink()
    assert read_project(folder) is None
    (folder / "settings").write_text(BASE)
    (folder / "rulekit.toml").symlink_to("settings")
    assert read_project(folder) is not None


def test_a_mark_at_the_start_and_windows_lines_are_nothing(folder: Path) -> None:
    (folder / "rulekit.toml").write_bytes(b"\xef\xbb\xbf" + BASE.replace("\n", "\r\n").encode())
    assert read_project(folder) is not None


def test_the_nearest_settings_above_a_folder_count(folder: Path) -> None:
    project = written(folder, BASE)
    assert find_project(folder / "rules" / "inner") is project is find_project()
    (folder / "rules" / "inner" / "pyproject.toml").write_text("[tool.ruff]\n# rulekit\n", encoding="utf-8")
    assert find_project(folder / "rules" / "inner") is project, "a pyproject.toml without the table is passed over"
    (folder / "more" / "deep").mkdir()
    nearer = written(folder / "more", 'rulebooks = ["deep"]')
    assert find_project(folder / "more" / "deep") is nearer


@pytest.mark.parametrize("other", ["[project]\nname = 'rulekit'\n", "not = [toml", "rulekit", ""])
def test_a_pyproject_of_others_is_passed_over(other: str, folder: Path) -> None:
    (folder / "pyproject.toml").write_text(other, encoding="utf-8")
    assert read_project(folder) is None
    project = written(folder, BASE)
    assert read_project(folder) is project


def test_a_broken_pyproject_with_the_table_is_told(folder: Path) -> None:
    (folder / "pyproject.toml").write_text("[tool.rulekit]\nrulebooks = [\n", encoding="utf-8")
    with pytest.raises(RulekitError, match=r"pyproject\.toml is not TOML"):
        find_project(folder)


def test_settings_in_both_files_are_told(folder: Path) -> None:
    written(folder, BASE)
    with pytest.raises(RulekitError) as caught:
        written(folder, "[tool.rulekit]\n" + BASE, "pyproject.toml")
    assert "both rulekit.toml and pyproject.toml" in caught.value.diagnostics[0].message


def test_changed_settings_are_read_again(folder: Path) -> None:
    assert written(folder, BASE).languages == ()
    assert written(folder, BASE + 'languages = ["nl"]').languages == ("nl",)


def test_installed_files_belong_to_no_project_around_them(folder: Path) -> None:
    written(folder, BASE)
    inside = folder / ".venv" / "lib" / "site-packages" / "theirs"
    inside.mkdir(parents=True)
    assert find_project(inside) is None


def test_a_folder_that_was_removed_has_no_project(folder: Path) -> None:
    gone = folder / "gone"
    gone.mkdir()
    os.chdir(gone)
    gone.rmdir()
    assert find_project() is None


def test_our_own_rulebooks_are_a_project() -> None:
    root = Path(__file__).parents[2]
    project = read_project(root)
    assert project is not None and sorted(project_names(project)) == names()


def test_the_files_of_a_revision_may_lack_a_folder_without_rulebooks(folder: Path) -> None:
    (folder / "rulekit.toml").write_text('rulebooks = ["rules", "gone"]\n')
    with pytest.raises(RulekitError, match="there is no folder `gone`"):
        find_project(folder)
    found = find_project(folder, folder)
    assert found is not None and found.folders == (folder / "rules",)
