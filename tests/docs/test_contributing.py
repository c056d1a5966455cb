"""Everything that CONTRIBUTING.md names exists.

Each piece of code on the page is a path, a name in the project's code, a word of the language, a command or an
environment variable. Anything else fails, so that nothing is skipped.
"""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path

import pytest

from rulekit.cli.commands import COMMANDS
from rulekit.diagnostics.codes import code_titles

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SPANS = sorted(set(re.findall(r"`([^`\n]+)`", re.sub(r"^    .*$", "", PAGE, flags=re.MULTILINE))))
LINES = [line.strip().partition("  #")[0].strip() for line in PAGE.splitlines() if line.startswith("    ")]
SOURCE = "\n".join(
    p.read_text(encoding="utf-8") for d in ("rulekit", "tests") for p in sorted((ROOT / d).rglob("*.py"))
)
GRAMMAR = (ROOT / "rulekit/syntax/grammar.lark").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TOOLS = {"ruff": "ruff", "mypy": "mypy", "lint-imports": "import-linter", "pytest": "pytest"}


def is_path(text: str) -> bool:
    return re.fullmatch(r"\.?[\w./-]+", text) is not None and ("/" in text or text.endswith((".md", ".py", ".toml")))


def holds_path(text: str) -> bool:
    return (ROOT / text).exists()


def holds_command(text: str) -> bool:
    """Return whether a line such as `VARIABLE=1 PROGRAM WORDS` is valid: the code reads the variable, and the program
    and paths exist."""
    words = text.split()
    while words and re.fullmatch(r"[A-Z_]+=\S*", words[0]):
        if f'"{words.pop(0).partition("=")[0]}"' not in SOURCE:
            return False
    program, *rest = words
    name = Path(program).name
    if name in ("python", "python3") and rest[:1] == ["-m"]:
        if importlib.util.find_spec(rest[1]) is None:
            return False
        rest = rest[2:]
    elif name == "rulekit":
        return rest[0] in COMMANDS
    elif name in TOOLS:
        extra = " ".join(PROJECT["optional-dependencies"]["test"])
        return TOOLS[name] in extra
    elif not (ROOT / program).exists():
        return False
    named = [word for word in rest if re.match(r"(tests|rulekit|docs)/", word)]
    games = [word.partition(":")[0] for word in rest if re.match(r"(classics|czar)/", word)]
    return all((ROOT / word).exists() for word in named) and all(
        (ROOT / "variants" / f"{game}.rules").exists() for game in games
    )


def holds_word(text: str) -> bool:
    """Return whether a text is a name of the code, a message code, or a word or production of the language."""
    if re.fullmatch(r"[EW]\d{3}", text):
        return text in code_titles()
    if re.fullmatch(r"[A-Z][A-Za-z_]*", text):
        return re.search(rf"^(class )?{text}\b( *[:=(]|$)", SOURCE, re.MULTILINE) is not None
    member = re.fullmatch(r"([A-Z]\w*)\.(\w+)", text)
    if member:
        return holds_word(member[1]) and re.search(rf"^    def {member[2]}\(", SOURCE, re.MULTILINE) is not None
    cited = re.fullmatch(r"\[(\w+) \"\w+\"\]", text)
    if cited:  # a citation such as [NAME "…"] of a source that needs no declaration
        return f'*c.book.sources, "{cited[1]}"' in SOURCE
    if re.search(rf"^ *def {re.escape(text)}\(", SOURCE, re.MULTILINE):
        return True
    first = re.match(r"(\w+)", text)
    return first is not None and (
        f'"{first[1]}"' in GRAMMAR or re.search(rf"^!?{text}:", GRAMMAR, re.MULTILINE) is not None
    )


def test_the_page_has_what_is_looked_at() -> None:
    assert len(SPANS) > 60 and len(LINES) > 5
    assert not holds_path("rulekit/check/walk.py") and not holds_command("rulekit frobnicate")
    assert not holds_command("RULEKIT_NOTHING=1 .ci/run") and not holds_word("NoSuchClass") and not holds_word("splork")
    assert holds_word("Analyses.after") and not holds_word("Analyses.splork") and not holds_word("NoSuch.after")


@pytest.mark.parametrize("text", SPANS)
def test_what_the_page_names_is_there(text: str) -> None:
    if is_path(text):
        assert holds_path(text)
    elif (" " in text and not text.startswith("[")) or text in TOOLS:
        assert holds_command(text)
    else:
        assert holds_word(text)


@pytest.mark.parametrize("line", LINES)
def test_its_commands_are_there(line: str) -> None:
    for command in line.split(" && "):
        if command.startswith("."):
            command = command.removeprefix(".venv/bin/")
        assert holds_command(command)


RECIPES = [
    "Add an operator",
    "Add a statement",
    "Add a kind of clause",
    "Add a property of looks",
    "Add a pass",
    "Add a check",
    "Add a command",
    "Change a message",
    "Change a sentence",
    "Add a language",
    "Change what a layer can do",
    "Add a game",
]


def test_each_common_change_has_a_recipe_that_names_what_to_open() -> None:
    recipes = PAGE.partition("\n## Recipes\n")[2].partition("\n## ")[0]
    found = {part.partition("\n")[0]: part for part in recipes.split("\n### ")[1:]}
    assert list(found) == RECIPES
    for title, recipe in found.items():
        steps = re.findall(r"^\d\. ", recipe, re.MULTILINE)
        assert 2 <= len(steps) <= 8, title
        assert re.search(r"`(rulekit|variants)/", recipe), title


def test_the_map_fits_on_one_screen_and_names_every_room() -> None:
    rows = [line for line in PAGE.partition("## Every day")[0].splitlines() if line.startswith("| `")]
    assert len(rows) <= 20
    named = set(re.findall(r"`(rulekit/\w+)/`", "\n".join(rows)))
    rooms = {f"rulekit/{path.name}" for path in (ROOT / "rulekit").iterdir() if (path / "__init__.py").exists()}
    assert rooms <= named


def test_no_row_of_a_table_is_long() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "benchmarks").rglob("*.md")]
    long = [
        f"{page.relative_to(ROOT)}: {line[:60]}"
        for page in pages
        for line in page.read_text(encoding="utf-8").splitlines()
        if line.startswith("|") and len(line) > 300
    ]
    assert long == []
