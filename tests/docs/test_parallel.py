"""The programs on the page about parallel play, run unchanged: each prints the same as a single process."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rulekit
from rulekit.play.simulate import simulate

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "internals" / "parallel.md").read_text(encoding="utf-8")
PROGRAMS = dict(re.findall(r"<!-- file: (\S+) -->\n```python\n(.*?)```\n", PAGE, re.DOTALL))
HAS_DASK = importlib.util.find_spec("distributed") is not None
HAS_MPI = importlib.util.find_spec("mpi4py") is not None and shutil.which("mpiexec") is not None
COMMANDS = {
    "here.py": [sys.executable, "here.py"],
    "with_dask.py": [sys.executable, "with_dask.py"],
    "with_mpi.py": ["mpiexec", "-n", "3", sys.executable, "-m", "mpi4py.futures", "with_mpi.py"],
}
NEEDS = {"with_dask.py": HAS_DASK, "with_mpi.py": HAS_MPI}


@pytest.fixture(scope="module")
def expected() -> str:
    game = rulekit.load("czar/dutch").configure(players=4)
    return f"{simulate(game, 2000, seed=1).length_mean}"


def run(folder: Path, name: str, command: list[str], *paths: Path) -> list[str]:
    (folder / name).write_text(PROGRAMS[name], encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (*paths, ROOT)))}
    ran = subprocess.run(command, check=False, cwd=folder, env=env, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert "played in this process" not in ran.stderr
    return ran.stdout.split()


def test_the_page_has_these_programs_and_says_how_to_run_them() -> None:
    assert list(PROGRAMS) == list(COMMANDS)
    assert " ".join(["python" if word == sys.executable else word for word in COMMANDS["with_mpi.py"]]) in PAGE


@pytest.mark.soak
@pytest.mark.parametrize("name", ["here.py", "with_dask.py", "with_mpi.py"])
def test_a_program_prints_what_one_process_would(name: str, tmp_path: Path, expected: str) -> None:
    if not NEEDS.get(name, True):
        pytest.skip("not installed here")
    assert run(tmp_path, name, COMMANDS[name]) == [expected]


@pytest.mark.soak
def test_the_program_for_mpi_is_right_apart_from_mpi(tmp_path: Path, expected: str) -> None:
    """Threads replace MPI's processes, for computers without MPI."""
    (tmp_path / "stand_in" / "mpi4py").mkdir(parents=True)
    (tmp_path / "stand_in" / "mpi4py" / "__init__.py").write_text("")
    (tmp_path / "stand_in" / "mpi4py" / "futures.py").write_text(
        "from concurrent.futures import ThreadPoolExecutor as MPIPoolExecutor\n"
    )
    assert run(tmp_path, "with_mpi.py", [sys.executable, "with_mpi.py"], tmp_path / "stand_in") == [expected]
