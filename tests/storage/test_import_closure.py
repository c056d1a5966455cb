"""The files that a file imports, directly or not: the result includes all loaded modules and agrees with Python's
parser."""

import ast
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from rulekit.engine.wasm.compilation import MODULES
from rulekit.storage.fingerprint import direct_imports, import_closure, source_files, source_text
from tests.shipped import every

ROOT = Path(__file__).parents[2] / "rulekit"
KNOWN = frozenset(source_files(ROOT))
MAKING = """
import sys
from rulekit.engine.wasm.compilation import compile_module
from tests.machine.samples import SAMPLES
for purpose in ("steps", "recording", "playouts", "detailed playouts", "watched playouts"):
    assert not compile_module(SAMPLES["line"], purpose=purpose).cached
print(*(one.__file__ for name, one in sys.modules.items() if name.split(".")[0] == "rulekit"), sep="\\n")
"""


def test_what_a_process_loads_that_makes_modules_is_among_what_they_rest_on(tmp_path):
    settings = {"RULEKIT_CACHE": str(tmp_path), "PYTHONPATH": str(ROOT.parent)}
    done = subprocess.run([sys.executable, "-c", MAKING], env=settings, capture_output=True, text=True, check=True)
    loaded = {Path(line).relative_to(ROOT).as_posix() for line in done.stdout.splitlines()}
    assert {"machine/passes/hoist.py", "model/types.py", "__init__.py"} < loaded
    assert loaded <= set(import_closure(ROOT, MODULES))


def test_modules_do_not_rest_on_what_makes_or_plays_machines():
    rooms = {path.split("/")[0] for path in import_closure(ROOT, MODULES)}
    assert rooms == {
        "__init__.py",
        "deep_calls.py",
        "graphs.py",
        "identity_cache.py",
        "diagnostics",
        "engine",
        "machine",
        "model",
        "storage",
    }


def by_python(path: str, nodes: Iterable[ast.AST]) -> set[str]:
    """Return the files that a file imports in these nodes of Python's parser."""
    found = set()
    for node in nodes:
        assert not isinstance(node, ast.Import) or not any(a.name.startswith("rulekit") for a in node.names), path
        if isinstance(node, ast.ImportFrom) and (node.level or (node.module or "").split(".")[0] == "rulekit"):
            folder = path.split("/")[: -node.level] if node.level else []
            module = (node.module or "").split(".") if node.module else []
            place = [*folder, *(module if node.level else module[1:])]
            for alias in node.names:
                # a module of a package, or a name in a module
                modules = ("/".join([*place, alias.name]), "/".join(place))
                files = (file for module in modules for file in (f"{module}.py", f"{module}/__init__.py"))
                found.add(next(file for file in files if file.removeprefix("/") in KNOWN).removeprefix("/"))
    return found


@pytest.mark.parametrize("share", every(5, range(5)))
def test_imports_are_found_as_python_finds_them(share):
    """Those inside functions only count if the whole file is asked for."""
    assert len(KNOWN) > 400
    for path in sorted(KNOWN)[share::5]:
        text = source_text(ROOT, path)
        tree = ast.parse(text)
        for wholly, nodes in ((True, ast.walk(tree)), (False, tree.body)):
            assert set(direct_imports(path, text, wholly, KNOWN)) == by_python(path, nodes), path


def written(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    return root


def test_imports_in_functions_count_but_not_those_of_a_package_passed_through(tmp_path):
    text = "from . import two\nfrom ..other import (\n    near,  # (a bracket)\n    far as away,\n)\n"
    files = {
        "__init__.py": "def load():\n    from .room import lazy\n",
        "room/__init__.py": "from .eager import x\ndef load():\n    from .lazy import x\n",
        "room/one.py": text,
        "room/two.py": "def f():\n    from .three import x\n",
        "room/three.py": "import os\nfrom collections import abc\n",
        "room/eager.py": "",
        "room/lazy.py": "",
        "other/__init__.py": "def near():\n    from rulekit.other.deep import x\n",
        "other/far.py": "",
        "other/deep.py": "",
        "other/unasked.py": "",
    }
    found = import_closure(written(tmp_path, files), ["room/one.py"])
    assert set(files) - set(found) == {"room/lazy.py", "other/unasked.py"}


def test_a_circle_ends(tmp_path):
    files = {"room/one.py": "from .two import x\n", "room/two.py": "from .one import y\n"}
    assert set(import_closure(written(tmp_path, files), ["room/one.py"])) == set(files)
