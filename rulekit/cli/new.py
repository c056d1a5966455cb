"""`rulekit new NAME [--over GAME]`: writes a first rulebook, or a variant of a game, that checks, tests and plays.

Places to fill in are marked FILL IN. An existing file is never overwritten.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from ..check.effect_analysis import steps_of
from ..diagnostics import Diagnostic, Help, RulekitError
from ..model.edits import clause_word
from ..play.loaded_book import LoadedBook, load
from ..rulebook_files import SUFFIX
from ..storage.files import write_new
from ..syntax.parse_table import keywords
from .parameters import Arguments
from .result import OK, Result, usage

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,60}$")
TEMPLATE = Path(__file__).resolve().parent / "templates" / "game.rules"
KINDS = (
    "option",
    "ruling",
    "fact",
    "action",
    "procedure",
    "step",
    "flow",
    "rule",
    "event",
    "exception",
    "keep",
    "example",
)
"""The clauses that a variant most often changes, and steps, which it may change alone."""
WIDTH = 110


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
    """Write a new file, never over another."""
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
    book.configure()  # a variant of what cannot be played could not be played either
    base = _base(over)
    lines = [
        f"# A variant of {over}. FILL IN marks what is yours to write; everything else stays as it is there.",
        f'variant {name} of {base} "{title}":',
        "  # FILL IN: what is different, in a sentence",
        f"  summary {json.dumps('As ' + _title(book) + ', but …', ensure_ascii=False)}",
        "",
        "# FILL IN: the changes. In front of a line that you want, take the `#` away:",
        "#   set NAME = VALUE          another default for an option, another first value of a keep",
        "#   replace CLAUSE            this clause instead of the one of that kind and name",
        "#   strike KIND NAME          that clause is gone",
        "#   add to KIND NAME          a line, a row, an item more; `replace in`, `strike from`: a single one changed",
        "#   a clause of a new name    it is added",
        f"# `rulekit layers {over}` tells in which files all of it is written. What there is to change:",
        *_clauses(book),
        "",
        "# FILL IN: an example of what is different: `given:`, `play`, `refuse`, `expect`",
        'example beginning "The game begins and is not over at once":',
        "  expect not ended",
    ]
    return "\n".join(lines) + "\n"


def _base(over: str) -> str:
    """Return the name by which a layer in this folder refers to the game."""
    if not over.endswith(SUFFIX):
        return over.replace("-", "_")
    parts = [part for part in Path(over).with_suffix("").parts if part != "."]
    if Path(over).is_absolute() or not all(re.match(r"[A-Za-z]\w*$", part.replace("-", "_")) for part in parts):
        hint = "stand in the folder of that game, and name it `./GAME.rules`"
        raise usage("E803", f"a rulebook here cannot stand over {over}: it is not in this folder", hint=hint)
    return "/".join(part.replace("-", "_") for part in parts)


def _title(book: LoadedBook) -> str:
    title = book.rulebook.header.title
    return title.value if title is not None else book.rulebook.header.name.text


def _clauses(book: LoadedBook) -> Iterator[str]:
    """Yield comment lines with the names of clauses that can be changed, by kind."""
    named: dict[str, list[str]] = {}
    for placed in book.rulebook.clauses:
        name = placed.clause.name.text
        if clause_word(placed.clause) in KINDS:
            named.setdefault(clause_word(placed.clause), []).append(name)
    for _, name, _ in steps_of(book.rulebook.clauses):
        named.setdefault("step", []).append(name)
    for kind in KINDS:
        line = f"#   {kind}:" if kind != "flow" else "#  "
        for place, name in enumerate(named.get(kind, ())):
            word = f" {name}," if place + 1 < len(named[kind]) else f" {name}"
            if len(line) + len(word) > WIDTH:
                yield line
                line = "#     "
            line += word
        if named.get(kind):
            yield line
