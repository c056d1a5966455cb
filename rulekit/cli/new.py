"""`rulekit new NAME [--over GAME]`: writes a first rulebook, or a variant of a game, that checks, tests and plays.

Places to fill in are marked FILL IN. An existing file is never overwritten.
"""

from __future__ import annotations

import re
from pathlib import Path

from ..diagnostics import Diagnostic, Help, RulekitError
from ..play.loaded_book import load
from ..play.variant_text import variant_text
from ..rulebook_files import SUFFIX
from ..storage.files import write_new
from ..syntax.parse_table import keywords
from .parameters import Arguments
from .result import OK, Result, usage

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,60}$")
TEMPLATE = Path(__file__).resolve().parent / "templates" / "game.rules"


def run_new(args: Arguments) -> Result:
    stem = args.name.removesuffix(SUFFIX)
    if not NAME.match(stem):
        hint = "a name has letters, digits, `_` and `-`, and begins with a letter"
        raise usage("E803", f"`{args.name[:60]}` cannot be the name of a rulebook", hint=hint)
    name = stem.replace("-", "_")
    if name in keywords():
        raise usage("E803", f"`{name}` is a word of the language", hint=f"add a word to it, as in `{name}_game`")
    title = name.replace("_", " ").strip().capitalize()
    text = _game(name, title) if args.over is None else _variant(name, title, args.over)
    path = Path(f"{stem}{SUFFIX}")
    _write(path, text)
    shown = f"./{path}"
    commands = [f"rulekit check {shown}", f"rulekit test {shown}", f"rulekit play {shown}"]
    lines = [f"wrote {path}; FILL IN marks what is yours to write", *(f"  {command}" for command in commands)]
    return Result(OK, {"file": str(path), "over": args.over, "next": commands}, "\n".join(lines))


def _write(path: Path, text: str) -> None:
    """Write a new file; raise RulekitError if one of this name exists."""
    try:
        write_new(path, text)
    except FileExistsError:
        advice = (Help("choose another name, or move that file away"),)
        raise RulekitError(Diagnostic("E831", f"{path} is there already", help=advice)) from None


def _game(name: str, title: str) -> str:
    text = TEMPLATE.read_text(encoding="utf-8")
    return text.replace('rulebook my_game "My game"', f'rulebook {name} "{title}"')


# ------------------------------------------------------------------------------------------------------------ variants


def _variant(name: str, title: str, over: str) -> str:
    book = load(over)
    book.configure()  # raises RulekitError if the game cannot be played, since then no variant could be
    where = f"`rulekit layers {over}` lists all clauses and their files."
    return variant_text(book, name, title, _base(over), where)


def _base(over: str) -> str:
    """Return the name by which a variant in the current folder refers to the game `over`."""
    if not over.endswith(SUFFIX):
        return over.replace("-", "_")
    parts = [part for part in Path(over).with_suffix("").parts if part != "."]
    if Path(over).is_absolute() or not all(re.match(r"[A-Za-z]\w*$", part.replace("-", "_")) for part in parts):
        hint = "stand in the folder of that game, and name it `./GAME.rules`"
        raise usage("E803", f"a rulebook here cannot stand over {over}: it is not in this folder", hint=hint)
    return "/".join(part.replace("-", "_") for part in parts)
