"""`rulekit new --project`: the repository that it writes works at once, outside of the checkout, with rulekit from its
wheel: every command of its README, each step of its workflow, and the hooks before a commit."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from rulekit.cli.main import run
from rulekit.cli.new import FILES
from tests.shipped import every

yaml = pytest.importorskip("yaml")
pytest.importorskip("material")

ROOT = Path(__file__).parents[2]
SCRIPTS = {"mkdocs": "mkdocs", "pip": "pip", "pre-commit": "pre_commit", "pytest": "pytest"}
"""Commands of the README that other packages bring, with their modules."""


# ------------------------------------------------------------------------------------------------- in this process


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", every(2, ["dice-up", "house", "base", "No", "x-"]))
def test_a_project_works_at_once(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = run(["new", "--project", name])
    assert result.code == 0, result.notes
    assert len(result.data["files"]) == len(FILES) and all(Path(file).is_file() for file in result.data["files"])
    assert result.data["next"][0] == f"cd {name}" and "README.md names every command" in result.text
    family = name.replace("-", "_")
    monkeypatch.chdir(folder / name)
    checked = run(["check"])
    assert checked.code == 0 and checked.notes == "", checked.notes
    assert [one["game"] for one in checked.data["games"]] == [f"{family}/base", f"{family}/house"]
    tested = run(["test", "-n", "2"])
    assert tested.code == 0 and all(len(one["examples"]) >= 1 for one in tested.data["games"]), tested.text
    assert run(["fmt", "--check"]).code == 0
    texts = [path.read_text(encoding="utf-8") for path in Path.cwd().rglob("*") if path.is_file()]
    assert not [text for text in texts if re.search(r"my_game|my-game|My game", text)], "each place has the name"


@pytest.mark.parametrize("file", FILES)
def test_nothing_is_overwritten(file: str, folder: Path) -> None:
    path = folder / "mine" / file.replace("my_game", "mine")
    path.parent.mkdir(parents=True)
    path.write_text("dear")
    result = run(["new", "--project", "mine"])
    assert result.code == 2 and "E831" in result.notes and "is there already" in result.notes
    assert [one for one in (folder / "mine").rglob("*") if one.is_file()] == [path] and path.read_text() == "dear"


def test_other_files_of_a_folder_stay(folder: Path) -> None:
    (folder / "mine").mkdir()
    (folder / "mine" / "LICENSE").write_text("dear")
    assert run(["new", "--project", "mine"]).code == 0 and (folder / "mine" / "LICENSE").read_text() == "dear"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["mine", "--over", "connection/hex"], "takes neither"),
        (["mine", "--as", "game"], "takes neither"),
        (["../mine"], "cannot be the name"),
        (["json"], "is a module of Python"),
        (["turns"], "is a word of the language"),
        (["taken"], "cannot make the folder"),
    ],
)
def test_what_cannot_be_is_refused(words: list[str], why: str, folder: Path) -> None:
    (folder / "taken").write_text("a file")
    result = run(["new", "--project", *words])
    assert result.code == 2 and why in result.notes
    assert [one.name for one in folder.iterdir()] == ["taken"]


# ------------------------------------------------------------------------------------------------- from the wheel


@pytest.mark.soak
def test_a_repository_outside_of_the_checkout(tmp_path: Path) -> None:
    """One test, because building and installing the wheel takes much of its time."""
    repository = written_by_the_wheel(tmp_path)
    tried = everything_that_the_readme_names_works(repository)
    the_site_is_served(repository)
    each_step_of_the_workflow_works(repository, tried)
    hunk_headers_name_the_clause_and_hooks_look_before_a_commit(repository)
    a_variant_stands_on_the_installed_game(repository, tmp_path / "elsewhere")


def written_by_the_wheel(base: Path) -> Path:
    """Return a repository that the installed wheel wrote; its `.venv` can import the packages of this environment, but
    not this rulekit."""
    line = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(base / "wheels")]
    subprocess.run(line, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = (base / "wheels").iterdir()
    others = other_packages(base)
    with_packages(base / "author", others)
    shell(f"pip install --no-deps {wheel}", base, base / "author")
    shell("rulekit new --project dice-up", base, base / "author")
    with_packages(base / "dice-up" / ".venv", others)
    return base / "dice-up"


def other_packages(base: Path) -> Path:
    """Return a folder with the packages of this environment, but not this rulekit."""
    others = base / "others"
    others.mkdir()
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if not re.match(r"_*(editable_*)?_*rulekit|__pycache__|.*\.pth$", path.name):
            (others / path.name).symlink_to(path)
    return others


def with_packages(folder: Path, others: Path) -> None:
    """Make an environment that can import the packages in `others`, with the commands that they bring."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    packages = next(folder.glob("lib/python*/site-packages"))
    (packages / "others.pth").write_text(f"{others}\n")
    for name, module in SCRIPTS.items():
        script = folder / "bin" / name
        script.write_text(f'#!/bin/sh\nexec "{folder}/bin/python" -m {module} "$@"\n')
        script.chmod(0o755)


def shell(script: str, folder: Path, environment: Path | None = None, ok: bool = True) -> str:
    """Run lines in a shell as in a terminal of an author, and return what they print."""
    quiet = {
        "PIP_NO_INDEX": "1",
        "PIP_NO_BUILD_ISOLATION": "0",
        "PIP_NO_COMPILE": "0",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    home = {
        "HOME": str(folder.parent),
        "PRE_COMMIT_HOME": str(folder.parent / "pre-commit"),
        "NO_MKDOCS_2_WARNING": "1",
    }
    author = {f"GIT_{who}_{what}": "a@b.c" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    kept = {key: value for key, value in os.environ.items() if key in ("PATH", "TMPDIR", "RULEKIT_CACHE", "LANG")}
    env = {**kept, **quiet, **home, **author}
    if environment is not None:
        env["PATH"] = os.pathsep.join([str(environment / "bin"), env["PATH"]])
    line = ["bash", "-euo", "pipefail", "-c", script]
    done = subprocess.run(
        line, cwd=folder, env=env, text=True, stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    assert (done.returncode == 0) is ok, f"{script}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


def blocks(text: str) -> list[str]:
    return re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def everything_that_the_readme_names_works(repository: Path) -> set[str]:
    """Run the commands of the README, and return their lines."""
    readme = (repository / "README.md").read_text(encoding="utf-8")
    once, git, *everyday = blocks(readme)
    assert once.startswith("python3 -m venv .venv\n. .venv/bin/activate\npip install -r requirements.txt")
    told = shell(once, repository)
    assert "Successfully installed rulekit" in told, "that of the wheel, by the address in requirements.txt"
    shell(git, repository, repository / ".venv")
    commands = [line for block in everyday for line in block.splitlines()]
    assert len(commands) >= 10
    for command in commands:
        if command != "mkdocs serve":
            shell(command, repository, repository / ".venv")
    for made in (
        "dice_up.html",
        "site/index.html",
        "site/games/en/dice-up/base/index.html",
        "dist/dice_up-0.1.0-py3-none-any.whl",
    ):
        assert (repository / made).is_file(), made
    assert shell("git status --porcelain", repository) == "?? rules/dice_up/third.rules\n", "other output is ignored"
    (repository / "rules" / "dice_up" / "third.rules").unlink()
    return {*once.splitlines(), *commands}


def the_site_is_served(repository: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    script = f"""timeout 100 mkdocs serve -a 127.0.0.1:{port} >served.log 2>&1 & job=$!
        for _ in $(seq 400); do grep -q 'Serving on' served.log && break; sleep 0.2; done
        kill $job; cat served.log; rm served.log"""
    assert "Serving on" in shell(script, repository, repository / ".venv")


def each_step_of_the_workflow_works(repository: Path, tried: set[str]) -> None:
    """Run the steps of the workflow and of the action, except those that were tried before."""
    text = (repository / ".github/workflows/rules.yml").read_text(encoding="utf-8")
    steps = re.findall(r"^ +(?:- )?run: (.*)$", text, re.MULTILINE)
    assert len(steps) >= 6 and steps[0] == "pip install -r requirements.txt"
    shell("git update-ref refs/remotes/origin/main main && git switch -qc twos", repository)
    house = repository / "rules" / "dice_up" / "house.rules"
    house.write_text(house.read_text().replace("a one takes", "a one or a two takes").replace("die == 1", "die <= 2"))
    shell("git commit -qam twos --no-verify", repository)
    summary = repository.parent / "summary.md"
    pull_request = f"export GITHUB_BASE_REF=main GITHUB_STEP_SUMMARY={summary}\n"
    for step in steps:
        if step not in tried:
            shell(pull_request + step, repository, repository / ".venv")
    for step in yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["runs"]["steps"][1:]:
        if step["run"].strip() not in steps:
            script = f"export BASE=main GAMES=3 FAIL_ON=''\n{pull_request}{step['run']}"
            shell(script, repository, repository / ".venv")
    assert summary.read_text().count("a one or a two takes all of yours") >= 2, (
        "that of the workflow, that of the action"
    )
    assert "a one or a two takes all of yours" in summary.read_text()
    shell("git switch -q main", repository)


def hunk_headers_name_the_clause_and_hooks_look_before_a_commit(repository: Path) -> None:
    path = repository / "rules" / "dice_up" / "base.rules"
    before = path.read_text(encoding="utf-8")
    try:
        path.write_text(before.replace("points[p1] == 4", "points[p1] == 5"))
        assert re.search(r"^@@ .* @@ example first_throw", shell("git diff", repository), re.MULTILINE)
        path.write_text(before.replace("lesser(goal, points[me] + 1)", "lesser(goal,  points[me] + 2)"))
        told = shell("git commit -qam wider", repository, repository / ".venv", ok=False)
        assert "layout of the rules" in told and "Failed" in told, "the hook gave it its layout"
        assert "lesser(goal, points[me] + 2)" in path.read_text(encoding="utf-8")
        path.write_text(before.replace("points[me] + die)", "points[me] + die + die)"))
        assert "W850" in shell("rulekit check", repository, repository / ".venv"), "the variant stands on this action"
        path.write_text(before.replace("+ 1", "+ nothing"))
        assert "E201" in shell("git commit -qam wrong", repository, repository / ".venv", ok=False)
    finally:
        path.write_text(before)


def a_variant_stands_on_the_installed_game(repository: Path, folder: Path) -> None:
    (wheel,) = (repository / "dist").iterdir()
    with_packages(folder / "venv", repository.parent / "others")
    shell(f"pip install --no-deps {wheel} {repository.parent}/wheels/*.whl", folder, folder / "venv")
    (folder / "mine.rules").write_text("variant mine of dice_up/house\n\nset goal = 12\n")
    assert "./mine.rules: ok" in shell("rulekit test ./mine.rules -n 3", folder, folder / "venv")
    assert "(package dice-up 0.1.0)" in shell("rulekit layers ./mine.rules", folder, folder / "venv")


PUBLISHED = ("rulekit", "variants", "docs", "pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml")


@pytest.mark.soak
def test_pre_commit_takes_the_hooks_of_our_repository(folder: Path) -> None:
    """pre-commit makes an environment of its own and installs rulekit there; the packages that rulekit needs are those
    of this environment."""
    ours = folder / "ours"
    for name in PUBLISHED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        ours.mkdir(exist_ok=True)
        copy(ROOT / name, ours / name)
    shell("git init -q -b main && git add -A && git commit -qm ours", ours)
    assert run(["new", "--project", "mine"]).code == 0
    mine = folder / "mine"
    shell("git init -q -b main && git add -A && git commit -qm mine", mine)
    packages = f"export PIP_NO_DEPS=1 PYTHONPATH={other_packages(folder)}\n"
    hooks = [{"id": hook["id"]} for hook in yaml.safe_load((ours / ".pre-commit-hooks.yaml").read_text("utf-8"))]
    rev = shell("git rev-parse HEAD", ours).strip()
    (folder / "hooks.yaml").write_text(yaml.dump({"repos": [{"repo": str(ours), "rev": rev, "hooks": hooks}]}))
    trying = f"{packages}{sys.executable} -m pre_commit run --all-files -c {folder / 'hooks.yaml'}"
    told = shell(trying, mine)
    assert re.search(r"layout of rulebooks\.+Passed", told) and re.search(r"mistakes in rulebooks\.+Passed", told)
    path = mine / "rules" / "mine" / "base.rules"
    path.write_text(path.read_text().replace("points[me] + die", "points[me]  +  dice"))
    told = shell(trying, mine, ok=False)
    assert re.search(r"layout of rulebooks\.+Failed", told) and "E201" in told
