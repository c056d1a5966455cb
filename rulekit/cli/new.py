"""`rulekit new [NAME] [--as KIND] [--over GAME]`: writes a first rulebook, or a variant, an edition or a character of a
game. Each can be checked, tested and played at once. Without a name, it asks for one. With `--project`, it writes a
repository.

Places to fill in are marked FILL IN. An existing file is never overwritten. A repository has a rulebook, a variant of
it, and the files for testing and publishing them; its README names every command.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click

from ..diagnostics import Diagnostic, Help, RulekitError
from ..play.loaded_book import load
from ..play.variant_text import Form, variant_text
from ..project import find_project
from ..revisions import is_revision_file
from ..rulebook_files import SUFFIX
from ..storage.files import file_error, reason, write_new
from ..syntax.parse_table import keywords
from .parameters import KINDS, Arguments
from .result import OK, Result, usage

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,60}$")
TEMPLATES: Final = Path(__file__).resolve().parent / "templates"
FORMS: Final[Mapping[str, Form]] = {"variant": "variant", "edition": "edition", "character": "expansion"}


def run_new(args: Arguments) -> Result:
    if args.project and (args.kind is not None or args.over is not None):
        hint = "write the repository first, then in it `rulekit new NAME --over GAME`"
        raise usage("E803", "`--project` takes neither `--as` nor `--over`", hint=hint)
    if args.name is None:
        _ask(args)
    if args.kind is None:
        args.kind = KINDS[0] if args.over is None else KINDS[1]
    if (args.over is None) != (args.kind == KINDS[0]):
        needs = "needs the game that it changes" if args.over is None else "changes no other game"
        raise usage("E803", f"a {args.kind} {needs}", hint="`--over GAME` names the game below")
    stem = args.name.removesuffix(SUFFIX)
    if not NAME.match(stem):
        hint = "a name has letters, digits, `_` and `-`, and begins with a letter"
        raise usage("E803", f"`{args.name[:60]}` cannot be the name of a rulebook", hint=hint)
    name = stem.replace("-", "_")
    if args.project and name in sys.stdlib_module_names | {"rulekit"}:
        hint = f"add a word to it, as in `{name}_game`"
        raise usage("E803", f"`{name}` is a module of Python, and cannot be the name of a package", hint=hint)
    if name in keywords():
        raise usage("E803", f"`{name}` is a word of the language", hint=f"add a word to it, as in `{name}_game`")
    title = name.replace("_", " ").strip().capitalize()
    if args.project:
        return write_project(stem, name, title)
    text = _game(name, title) if args.over is None else _variant(name, title, args.over, FORMS[args.kind])
    path = Path(f"{stem}{SUFFIX}")
    try:
        write_new(path, text)
    except FileExistsError:
        raise _taken(path) from None
    shown = f"./{path}"
    commands = [f"rulekit check {shown}", f"rulekit test {shown}", f"rulekit play {shown}"]
    lines = [f"wrote {path}; FILL IN marks what is yours to write", *(f"  {command}" for command in commands)]
    lines += _outside_of_project(path)
    return Result(OK, {"file": str(path), "over": args.over, "next": commands}, "\n".join(lines))


def _outside_of_project(path: Path) -> list[str]:
    """Return a line of advice if a new rulebook is in a project, but in none of its folders of rulebooks; otherwise
    none."""
    project = find_project()
    if project is None or project.name_of(path) is not None:
        return []
    folders = " or ".join(str(folder.relative_to(project.root)) for folder in project.folders)
    return [
        f"the project takes rulebooks from {folders}: move it there, so that `rulekit check` without a name finds it"
    ]


def _ask(args: Arguments) -> None:
    """Ask the user for what the command line leaves out. Without a terminal, raise RulekitError."""
    if not sys.stdin.isatty():
        raise usage("E803", "a name is missing", hint="`rulekit new NAME`; at a terminal it asks")
    if args.kind is None and args.over is None and not args.project:
        args.kind = click.prompt("What is it", type=click.Choice(KINDS), default=KINDS[0], err=True)
    if args.kind not in (None, KINDS[0]) and args.over is None:
        args.over = click.prompt("Over which game", err=True)
    args.name = click.prompt("What is it called", default="my_game", err=True)


def _taken(path: Path) -> RulekitError:
    """Return the error for a file that exists already."""
    advice = Help("choose another name, or move that file away")
    return RulekitError(Diagnostic("E831", f"{path} is there already", help=(advice,)))


def _game(name: str, title: str) -> str:
    text = (TEMPLATES / "game.rules").read_text(encoding="utf-8")
    return text.replace('rulebook my_game "My game"', f'rulebook {name} "{title}"')


# ---------------------------------------------------------------------------------------------------- writing a variant


def _variant(name: str, title: str, over: str, form: Form) -> str:
    book = load(over)
    book.configure()  # raises RulekitError if the game cannot be played: then its variants cannot be played either
    where = f"`rulekit layers {over}` lists all clauses and their files."
    return variant_text(book, name, title, _base(over), where, form)


def _base(over: str) -> str:
    """Return the name by which a variant in the current folder refers to the game `over`."""
    if is_revision_file(over):
        raise usage(
            "E803", f"a rulebook cannot stand over the revision {over}", hint="name a file, or a name of the library"
        )
    if not over.endswith(SUFFIX):
        return over.replace("-", "_")
    parts = [part for part in Path(over).with_suffix("").parts if part != "."]
    if Path(over).is_absolute() or not all(re.match(r"[A-Za-z]\w*$", part.replace("-", "_")) for part in parts):
        hint = "stand in the folder of that game, and name it `./GAME.rules`"
        raise usage("E803", f"a rulebook here cannot stand over {over}: it is not in this folder", hint=hint)
    return "/".join(part.replace("-", "_") for part in parts)


# ------------------------------------------------------------------------------------------------- writing a repository


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
    """Write a repository into the folder `stem`, and return the result. `name` is the name of its first rulebook."""
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
        raise _taken(there[0])
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
    """Return the text of a template, with its placeholders replaced by these words."""
    text = (TEMPLATES / template).read_text(encoding="utf-8")
    for placeholder, word in words.items():
        text = text.replace(placeholder, word)
    return text.replace("rulekit[docs]\n", f"{_requirement()}\n")


def _requirement() -> str:
    """Return the requirement with which pip installs this rulekit: its version, or the address from which it was
    installed."""
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
