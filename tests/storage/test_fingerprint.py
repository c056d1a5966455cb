"""The fingerprint of rulekit: it changes with any code that runs machines, and with nothing else."""

import shutil
from pathlib import Path

import pytest

from rulekit.engine.wasm.compilation import MODULES
from rulekit.storage import fingerprint as module
from tests.shipped import every


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """Return a copy of the sources and a function that computes its fingerprint."""
    root = Path(module.__file__).parents[1]
    shutil.copytree(root, tmp_path, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    monkeypatch.setattr(module, "__file__", str(tmp_path / "storage" / "fingerprint.py"))
    now = module.fingerprint.__wrapped__
    return tmp_path, lambda paths=MODULES: now(paths)


def test_a_copy_is_the_same_rulekit(copy):
    _, now = copy
    assert now() == module.fingerprint(MODULES)


@pytest.mark.parametrize(
    "path",
    every(2, ["machine/passes/constant_folding.py", "machine/program.py", "engine/wasm/module.py", "model/types.py"]),
)
def test_any_change_shows(copy, path):
    root, now = copy
    before = now()
    (root / path).write_text((root / path).read_text() + "\n")
    assert now() != before


@pytest.mark.parametrize(
    "path", every(2, ["play/simulate.py", "compare/paired_figures.py", "machine/lower/flow.py", "loader.py"])
)
def test_what_is_counted_of_games_shows_to_workers_and_not_in_modules(copy, path):
    root, now = copy
    before = now(), now(module.ALL)
    assert before == (module.fingerprint(MODULES), module.fingerprint(module.ALL))
    (root / path).write_text((root / path).read_text() + "\n")
    assert now() == before[0] and now(module.ALL) != before[1]


def test_a_file_that_moves_shows(copy):
    root, now = copy
    before = now()
    (root / "machine" / "form_table.py").rename(root / "machine" / "traversed.py")
    assert now() != before


def test_line_ends_and_other_files_do_not_show(copy):
    root, now = copy
    before = now()
    path = root / "machine" / "form_table.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    (root / "engine" / "notes.txt").write_text("nothing that runs")
    assert now() == before


def test_without_sources_nothing_is_said(copy):
    root, now = copy
    for room in ("machine", "engine"):
        shutil.rmtree(root / room)
    assert now() is None
