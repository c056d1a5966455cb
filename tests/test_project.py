"""Properties of the whole project: the code in the README works, sizes are limited, and rulekit contains no game's
words."""

import ast
import re
import tokenize
import tomllib
from collections import defaultdict
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from rulekit.cli.main import run
from rulekit.storage.fingerprint import direct_imports, source_files, source_text
from rulekit.syntax import nodes as s
from tests.shipped import book

ROOT = Path(__file__).parent.parent
MODULES = sorted((ROOT / "rulekit").rglob("*.py"))
RULEBOOKS = sorted((ROOT / "variants").rglob("*.rules"))

COMMON = frozenset(
    re.findall(
        r"\w+",
        "after at before blank blue bottom black card coin counter field first green item last left next none north "
        "gold one piece red right side silver top white yellow",
    )
)
"""English words that the rules of every game use, including colours; they belong to no game."""
OURS = frozenset(["alias", "connection", "decode", "lark", "speaker", "trap"])
"""Words of a game that are also common in compilers or prose, or the name of a package."""


def named_things(path):
    """Yield the names of a rulebook's enumeration constants and table rows, which are words of the game."""
    for member in book(f"{path.parent.name}/{path.stem}").books[-1].members:
        clause = member.clause if isinstance(member, s.Replace) else member
        if isinstance(clause, s.EnumClause):
            yield from (item.name.text for item in clause.items)
        if isinstance(clause, s.TableClause):
            yield from (row.item.name.text for row in clause.rows)


def test_rulekit_knows_no_games_words():
    words = {name.lower() for path in RULEBOOKS for name in named_things(path)} | {p.parent.name for p in RULEBOOKS}
    words |= {"meeple"}  # a game's word, though no shipped rulebook uses it
    words = {word for word in words - COMMON - OURS if len(word) > 2}  # words of one or two letters belong to no game
    assert len(words) > 20
    found = {path.name: words & set(re.findall(r"\w+", path.read_text().lower())) for path in MODULES}
    assert {name: hits for name, hits in found.items() if hits} == {}


def test_functions_have_at_most_sixty_lines():
    made = [(path, n) for path, n in functions_and_imports() if isinstance(n, ast.FunctionDef)]
    assert len(made) > 4000
    assert [f"{path.name}: {n.name}" for path, n in made if n.end_lineno - n.lineno >= 60] == []


def test_functions_have_at_most_six_parameters():
    made = [(path, n) for path, n in functions_and_imports() if isinstance(n, ast.FunctionDef)]
    given = ((path, n.name, {a.arg for a in (*n.args.args, *n.args.kwonlyargs)} - {"self", "cls"}) for path, n in made)
    assert [f"{path.name}: {name}" for path, name, names in given if len(names) > 6] == []


def test_files_are_small_or_say_why():
    texts = {str(path.relative_to(ROOT)): path.read_text() for path in MODULES}
    lines = {name: text.count("\n") for name, text in texts.items()}
    assert [name for name, count in lines.items() if count > 600] == []
    openings = {name: "\n".join(texts[name].splitlines()[:12]) for name, count in lines.items() if count > 400}
    why = re.compile(r"\b(long|lines|one list|one page)\b", re.IGNORECASE)
    assert [name for name, opening in openings.items() if not why.search(opening)] == [], "say why in the first lines"


def test_the_usual_file_has_at_most_a_hundred_and_sixty_lines():
    sizes = sorted(path.read_text().count("\n") for path in MODULES if path.stat().st_size)
    assert sizes[len(sizes) // 2] <= 160


def test_the_readme_has_its_two_lines():
    text = (ROOT / "README.md").read_text()
    lines = [line.strip() for line in text.splitlines() if line.startswith("    python3 -m venv ")]
    assert len(lines) == 2
    compare, suite = lines
    assert compare.endswith("rulekit compare czar/english czar/dutch")
    assert suite.endswith("pytest -n auto")
    folders = {line.split()[3] for line in lines}
    assert len(folders) == 2  # each line makes a virtual environment of its own
    assert all(folder in line.split("&&", 1)[1] for folder, line in zip(sorted(folders), sorted(lines), strict=True))


def test_the_wheel_carries_the_rulebooks_and_the_script():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]["variants"] == "rulekit/variants"
    assert project["project"]["scripts"] == {"rulekit": "rulekit.cli.main:entry"}
    assert project["project"]["version"] in (ROOT / "CHANGELOG.md").read_text()


def comments(path):
    """Return the docstrings and comments of a file, in order."""
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and token.string.startswith('"""')):
                yield token.string


def test_the_files_that_comments_name_are_there():
    """The files exist: `walk.py` in the same folder, `../check/walk.py` and `check/walk.py` in that one."""
    stand_in = {"docs/diagnostics/CODE.md"}
    wrong, named = [], re.compile(r"[\w./]*\w\.(?:py|md|lark)\b")
    for path in (path for path in MODULES if named.search(path.read_text())):
        room = ROOT / "rulekit" / path.relative_to(ROOT / "rulekit").parts[0]
        for name in named.findall("\n".join(comments(path))):
            beside = any((folder / name).exists() for folder in path.parents if folder.is_relative_to(ROOT))
            if not beside and name not in stand_in and ("/" in name or not list(room.rglob(name))):
                wrong.append(f"{path.relative_to(ROOT)}: {name}")
    assert wrong == []


LARGE = ("model", "check/information", "machine", "machine/lower", "engine", "prose", "prose/sentences", "scene")


@pytest.mark.parametrize("room", [*LARGE, "compare", "render"])
def test_the_map_of_a_large_room_names_each_of_its_files(room):
    folder = ROOT / "rulekit" / room
    opening = next(comments(folder / "__init__.py"))
    files = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    rows = [line.strip() for line in opening.split("\n") if line.startswith("    ")]
    dotted = re.findall(r"(\w+)\.py", "\n".join(rows))
    first = "\n".join(row.partition("  ")[0] for row in rows)
    named = dotted or re.findall(r"\w+\b(?!/)", first)
    assert sorted(named) == sorted(files)
    assert all((folder / name).is_dir() for name in re.findall(r"(\w+)/", first))


def test_the_readmes_picture_is_what_its_command_draws(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"`rulekit (look .*) --out czar\.svg`", text)
    assert found is not None
    drawn = tmp_path / "czar.svg"
    assert run([*found[1].split(), "--out", str(drawn)]).code == 0
    assert drawn.read_text(encoding="utf-8") == (ROOT / "docs/images/czar.svg").read_text(encoding="utf-8")


def dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def absolute(path: Path, node: ast.ImportFrom) -> str:
    """Return the full name of the module that `from … import` names, also if it is relative."""
    if not node.level:
        return node.module or ""
    folder = path.parent.relative_to(ROOT).parts
    return ".".join((*folder[: len(folder) - node.level + 1], *((node.module,) if node.module else ())))


@cache
def trees() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text()) for path in MODULES}


@cache
def functions_and_imports() -> list[tuple[Path, ast.FunctionDef | ast.ImportFrom]]:
    both = (ast.FunctionDef, ast.ImportFrom)
    return [(path, node) for path, tree in trees().items() for node in ast.walk(tree) if isinstance(node, both)]


def defined(kind: type[ast.ClassDef] | type[ast.FunctionDef]) -> dict[str, set[str]]:
    """Return, for each public name at module level, the modules that define it."""
    found: dict[str, set[str]] = defaultdict(set)
    for path, tree in trees().items():
        for node in tree.body:
            if isinstance(node, kind) and not node.name.startswith("_"):
                found[node.name].add(dotted(path))
    return found


def test_a_class_name_stands_for_one_class():
    """Exceptions: a syntax node and its form in the machine may share a name, as may a written type and the type. Code
    always writes the stage before these names."""
    rooms = {name: {module.split(".")[1] for module in modules} for name, modules in defined(ast.ClassDef).items()}
    lowered = [{"syntax", "machine"}, {"syntax", "model"}]
    several = {name for name, modules in defined(ast.ClassDef).items() if len(modules) > 1}
    assert {name for name in several if rooms[name] not in lowered} == set()


def test_a_function_that_other_files_import_has_a_name_of_its_own():
    """Two files may define functions of the same name, but at most one of these may be imported by name."""
    imported: dict[str, set[str]] = defaultdict(set)
    functions = defined(ast.FunctionDef)
    for path, node in functions_and_imports():
        if isinstance(node, ast.ImportFrom):
            module = absolute(path, node)
            for alias in node.names:
                if module in functions.get(alias.name, ()):
                    imported[alias.name].add(module)
    assert len(imported) > 300
    checks = {name for name, modules in imported.items() if any(".check.checks." in module for module in modules)}
    assert {
        name: sorted(modules) for name, modules in imported.items() if len(modules) > 1 and name not in checks
    } == {}


def test_no_file_imports_itself_by_way_of_others():
    """Imports inside functions and those only for type checking count, too."""
    folder = ROOT / "rulekit"
    paths = source_files(folder)
    known = frozenset(paths)
    graph = {path: set(direct_imports(path, source_text(folder, path), True, known)) - {path} for path in paths}
    assert sum(map(len, graph.values())) > 2000
    TopologicalSorter(graph).prepare()  # raises CycleError with the names of the files


def test_every_command_stands_in_the_contract_that_no_command_knows_another() -> None:
    from rulekit.cli.commands import COMMANDS

    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (cli,) = [one for one in contracts if one.get("containers") == ["rulekit.cli"]]
    (held,) = [layer for layer in cli["layers"] if "compare" in layer]
    assert set(held.split(" | ")) == {entry.module or name for name, entry in COMMANDS.items()}
