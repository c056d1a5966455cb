"""Rulebooks of the project, of installed packages and of the library: which comes first, what is a conflict, and what
a package cannot do."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulekit.cli.main import run
from rulekit.diagnostics import RulekitError
from rulekit.project import find_project, read_project
from rulekit.rulebook_files import find, known_names, names, origin, project_names
from rulekit.rulebook_packages import offered_rulebooks

BASE = "rulebook base:\n  players 2\nflow:\n  game over, drawn\n"
Install = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Return a function that installs a distribution with these files, and returns the folder of its package."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)

    def install(name: str, entry: str, files: dict[str, str], place: str = "installed") -> Path:
        root = tmp_path / place
        module = name.replace("-", "_")
        info = root / f"{module}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[other]\nx = y\n\n[rulekit.rulebooks]\n{entry}\n")
        package = root / module
        package.mkdir()
        (package / "__init__.py").write_text("raise SystemExit('a package was run')\n")
        for file, text in files.items():
            (package / file).parent.mkdir(parents=True, exist_ok=True)
            (package / file).write_text(text)
        if str(root) not in sys.path:
            monkeypatch.syspath_prepend(str(root))
        return package

    return install


def project(folder: Path, **books: str) -> None:
    (folder / "rulekit.toml").write_text('rulebooks = ["rules"]\n')
    for name, text in books.items():
        path = folder / "rules" / f"{name.replace('__', '/')}.rules"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def message(name: str) -> str:
    with pytest.raises(RulekitError) as caught:
        find(name)
    (found,) = caught.value.diagnostics
    return " ".join([found.code, found.message, *(one.text for one in found.help)])


def test_a_variant_stands_on_an_installed_game(install: Install) -> None:
    package = install("their-game", "their_game = their_game.rules", {"rules/base.rules": BASE})
    assert find("their_game/base") == find("their-game/base") == find("their_game") == package / "rules/base.rules"
    project(Path.cwd(), mine="variant mine of their_game/base\nfact more = 1\n")
    result = run(["layers", "mine"])
    assert [one["from"] for one in result.data["layers"]] == ["package their-game 1.0", "project"]
    assert "(package their-game 1.0)" in result.text and "(of the project)" in result.text
    assert known_names(find_project())[:2] == ["mine", "their_game/base"]
    assert "their_game" not in sys.modules


def test_a_family_offered_as_a_whole_package(install: Install) -> None:
    package = install("their-game", "their_game = their_game", {"base.rules": BASE, "deep/er.rules": BASE})
    assert find("their_game/deep/er") == package / "deep" / "er.rules"
    assert origin(package / "base.rules") == "package their-game 1.0"


def test_the_project_comes_first_then_packages_then_the_library(install: Install) -> None:
    library = find("classics/othello")
    assert origin(library) == "library"
    package = install("hexes", "classics = hexes", {"othello.rules": BASE})
    assert find("classics/othello") == package / "othello.rules" and find("classics/nim") != package / "nim.rules"
    project(Path.cwd(), classics__othello=BASE)
    mine = find("classics/othello")
    assert mine == Path.cwd() / "rules/classics/othello.rules" and origin(mine) == "project"
    assert find("classics/othello", library.parent) == library, "a rulebook of the library looks for others only there"
    (Path.cwd() / "rules" / "classics" / "other.rules").write_text(BASE)
    assert find("othello", mine.parent) == mine, "beside the file that mentions it first"
    assert names().count("classics/othello") == known_names(find_project()).count("classics/othello") == 1


@pytest.mark.parametrize("order", [("one", "two"), ("two", "one")])
def test_the_order_of_installation_changes_nothing(order: tuple[str, str], install: Install) -> None:
    for name in order:
        files = {"shared.rules": BASE, f"{name}.rules": BASE}
        install(f"{name}-game", f"family = {name}_game", files, place=f"installed-{name}")
    assert message("family/shared") == (
        "E827 `family/shared` is in the package one-game 1.0 and in the package two-game 1.0 "
        "rename one of them, or remove what you do not need"
    )
    assert find("family/one").is_file() and find("family/two").is_file(), "what only one offers is no conflict"
    assert [one.title for one in offered_rulebooks().packages] == ["one-game 1.0", "two-game 1.0"]
    assert {"family/shared", "family/one", "family/two"} <= set(known_names(None))
    project(Path.cwd(), family__shared=BASE)
    assert find("family/shared").is_relative_to(Path.cwd()), "the project decides"


def test_of_one_distribution_installed_twice_the_first_counts(install: Install) -> None:
    install("their-game", "their_game = their_game", {"base.rules": BASE}, place="second")
    first = install("their-game", "their_game = their_game", {"base.rules": BASE}, place="first")
    assert find("their_game/base") == first / "base.rules"


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("theirs = ../x", "that is no dotted name of a folder"),
        ("theirs = their_game/../..", "that is no dotted name of a folder"),
        ("theirs = their_game:rules", "that is no dotted name of a folder"),
        ("theirs = their_game.rules", "there is no such folder"),
        ("theirs = nowhere", "there is no such folder"),
        ("theirs = os", "there is no such folder"),
        ("theirs = their_game.link", "that folder leads out of the package"),
    ],
)
def test_an_offer_that_leads_nowhere_is_told_when_its_family_is_looked_for(
    entry: str, why: str, install: Install, tmp_path: Path
) -> None:
    package = install("their-game", entry, {"base.rules": BASE})
    (tmp_path / "x.rules").write_text(BASE)
    (package / "link").symlink_to(tmp_path)
    told = message("theirs/x")
    assert told.startswith("E820") and f"their-game 1.0 offers `{entry}`, but {why}" in told
    assert find("classics/othello").is_file() and not offered_rulebooks().packages


@pytest.mark.parametrize("family", ["../up", "a/b", "", "."])
def test_a_family_that_is_no_name_is_harmless(family: str, install: Install) -> None:
    install("their-game", f"{family} = their_game", {"base.rules": BASE})
    assert not offered_rulebooks().packages and find("classics/othello").is_file()


@pytest.mark.parametrize("damage", ["METADATA", "entry_points.txt"])
def test_damaged_metadata_are_harmless(damage: str, install: Install) -> None:
    package = install("their-game", "their_game = their_game", {"base.rules": BASE})
    (package.parent / "their_game-1.0.dist-info" / damage).write_bytes(b"\xff[rulekit.rulebooks]\nno equals sign\n\0")
    assert find("classics/othello").is_file()


def test_a_link_out_of_a_package_or_a_project_is_refused(install: Install, tmp_path: Path) -> None:
    (tmp_path / "secret.rules").write_text(BASE)
    package = install("their-game", "their_game = their_game", {"base.rules": BASE})
    (package / "link.rules").symlink_to(tmp_path / "secret.rules")
    assert "E821" in message("their_game/link") and "leads out of the package their-game 1.0" in message(
        "their_game/link"
    )
    with pytest.raises(RulekitError, match="leads out of the package"):
        find("link", package)
    project(Path.cwd(), mine=BASE)
    (Path.cwd() / "rules" / "link.rules").symlink_to(tmp_path / "secret.rules")
    assert "leads out of the project" in message("link")
    assert not {"their_game/link", "link"} & set(known_names(find_project()))


def test_what_is_installed_later_is_found(install: Install) -> None:
    assert "E820" in message("their_game/base")
    install("their-game", "their_game = their_game", {"base.rules": BASE})
    assert find("their_game/base").is_file()


def test_a_folder_given_as_the_project(install: Install, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    project(other, mine__base=BASE, mine__house="variant house of mine/base\nfact more = 1\n")
    project(Path.cwd(), mine__base=BASE)
    given = read_project(other)
    assert find("mine/base", project=given) == other / "rules/mine/base.rules"
    assert find("mine/base") == Path.cwd() / "rules/mine/base.rules"
    assert find("mine/base", other / "rules") == other / "rules/mine/base.rules", "a file's own project counts"
    assert given is not None and project_names(given) == ["mine/base", "mine/house"]


def test_hidden_folders_and_environments_have_no_rulebooks_of_a_project(install: Install) -> None:
    project(Path.cwd(), mine=BASE)
    for name in (".hidden", "venv"):
        (Path.cwd() / "rules" / name).mkdir()
        (Path.cwd() / "rules" / name / "base.rules").write_text(BASE)
    (Path.cwd() / "rules" / "venv" / "pyvenv.cfg").write_text("")
    known = find_project()
    assert known is not None and project_names(known) == ["mine"]


def test_a_name_that_is_not_there_suggests_the_projects(install: Install) -> None:
    project(Path.cwd(), mine__base=BASE)
    assert "did you mean `mine/base`?" in message("mine/bse")
    assert "the project has mine/base" in message("zzzzzz")
    (Path.cwd() / "rules/mine/base.rules").rename(Path.cwd() / "rules/mine/first.rules")
    assert "`rulekit list mine` shows their titles: mine/first" in message("mine")


def test_a_project_with_wrong_settings_does_not_stop_completion(install: Install) -> None:
    (Path.cwd() / "rulekit.toml").write_text("rulebooks = 3")
    from rulekit.cli.parameters import GameName

    found = GameName().shell_complete(None, None, "classics/oth")
    assert [one.value for one in found] == ["classics/othello"]
