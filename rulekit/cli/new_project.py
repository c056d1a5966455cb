"""`rulekit new --project NAME`: writes a repository with a rulebook, a variant of it, and all that tests and publishes
them. Its README names every command. Nothing that exists is overwritten.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from ..diagnostics import Diagnostic, Help, RulekitError
from ..storage.files import file_error, reason, write_new
from .result import OK, Result

TEMPLATES: Final = Path(__file__).resolve().parent / "templates"
FILES: Final = {
    "README.md": "project/README.md",
    "rules/my_game/base.rules": "game.rules",
    "rules/my_game/house.rules": "project/house.rules",
    "docs/index.md": "project/index.md",
    "pyproject.toml": "project/pyproject.toml",
    "requirements.txt": "project/requirements.txt",
    "mkdocs.yml": "project/mkdocs.yml",
    ".github/workflows/rules.yml": "project/workflow.yml",
    ".pre-commit-config.yaml": "project/pre-commit-config.yaml",
    ".gitattributes": "project/gitattributes",
    ".gitignore": "project/gitignore",
}
"""The files of a repository, each with its template, in which a game of this name stands for that of the author."""


def write_project(stem: str, name: str, title: str) -> Result:
    """Write the repository into the folder `stem`; `name` is the name of its first rulebook."""
    root = Path(stem)
    words = {
        "rulebook my_game": "rulebook base",
        "my_game": name,
        "my-game": name.strip("_").lower().replace("_", "-"),
        "My game": title,
    }
    texts = {root / file.replace("my_game", name): _filled(template, words) for file, template in FILES.items()}
    there = [path for path in texts if path.is_symlink() or path.exists()]
    if there:
        advice = Help("choose another name, or move that file away")
        raise RulekitError(Diagnostic("E831", f"{there[0]} is there already", help=(advice,)))
    for path, text in texts.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise file_error("E831", f"cannot make the folder {path.parent}: {reason(error)}") from error
        write_new(path, text)
    commands = [f"cd {stem}", "rulekit check", "rulekit test"]
    lines = [f"wrote {len(texts)} files to {stem}; README.md names every command", *(f"  {one}" for one in commands)]
    return Result(
        OK, {"folder": stem, "files": [path.as_posix() for path in texts], "next": commands}, "\n".join(lines)
    )


def _filled(template: str, words: dict[str, str]) -> str:
    """Return the text of a template for this game."""
    text = (TEMPLATES / template).read_text(encoding="utf-8")
    for placeholder, word in words.items():
        text = text.replace(placeholder, word)
    return text.replace("rulekit[docs]\n", f"{_requirement()}\n")


def _requirement() -> str:
    """Return the requirement that installs this rulekit: its version, or the address that it was installed from."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        found = distribution("rulekit")
        origin = json.loads(found.read_text("direct_url.json") or "null")
    except (PackageNotFoundError, ValueError):
        return "rulekit[docs]"
    if origin is None:
        return f"rulekit[docs]=={found.version}"
    if "vcs_info" in origin:
        return f"rulekit[docs] @ {origin['vcs_info']['vcs']}+{origin['url']}@{origin['vcs_info']['commit_id']}"
    return f"rulekit[docs] @ {origin['url']}"
