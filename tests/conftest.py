"""Settings for every test: an empty cache for each run of the suite, Ctrl-C works, and commands share compiled Python
files.

The limit for the time of a test is in pyproject.toml; `soak` tests have none.
"""

import atexit
import contextlib
import gc
import importlib
import math
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from rulekit.cli import terminal_output
from rulekit.storage.cache import folder

# the time of a hypothesis example depends on the load; the time limit of tests stops endless ones
settings.register_profile("suite", deadline=None)
settings.load_profile("suite")

# also for commands that tests start and for the workers of this run, which inherit it; a test of the cache sets a
# folder of its own
if "PYTEST_XDIST_WORKER" not in os.environ:
    kept = tempfile.mkdtemp(prefix="rulekit-tests-")
    atexit.register(shutil.rmtree, kept, ignore_errors=True)
    # for the runtime of pages, which takes half a minute: `tests.page.pages.usual_cache`
    os.environ["USUAL_CACHE"] = str(folder() or "")
    os.environ["RULEKIT_CACHE"] = os.path.join(kept, "cache")
    os.mkdir(os.environ["RULEKIT_CACHE"], 0o700)
    # Someone may want no __pycache__ beside the sources, but hundreds of commands that each compile all of rulekit
    # would take a minute.
    if sys.dont_write_bytecode:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = os.path.join(kept, "bytecode")
        sys.dont_write_bytecode = False

THRESHOLD = (1_000_000, 20, 20)
"""How seldom garbage is collected: full collections would take a third of the time, since thousands of tests leave
objects, and those of new objects a tenth."""
gc.set_threshold(*THRESHOLD)

# a shell that starts the suite in the background makes it and its children ignore Ctrl-C
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure() -> None:
    """Switch off the message that work takes long: on a busy computer it would appear in the output of any command."""
    terminal_output.LONG = math.inf


def pytest_sessionstart(session: pytest.Session) -> None:
    """Import a share of the test files first if all are to run, so that each is rewritten by one worker and read by the
    others."""
    if session.config.args != ["tests"] or "PYTEST_XDIST_WORKER" not in os.environ:
        return
    worker, workers = int(os.environ["PYTEST_XDIST_WORKER"][2:]), int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    folder = Path(__file__).parent
    for file in sorted(folder.rglob("test_*.py"))[worker::workers]:
        with contextlib.suppress(Exception, pytest.skip.Exception):  # collection imports the file again and tells
            importlib.import_module(".".join(file.relative_to(folder.parent).with_suffix("").parts))


def pytest_runtest_setup() -> None:
    gc.set_threshold(*THRESHOLD)  # what a test runs may have another


def pytest_collection_finish() -> None:
    """Exclude everything imported and collected so far from garbage collection."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish() -> None:
    """Exclude what the tests left, too: pytest collects garbage several times before it ends, which would take seconds
    with as many objects."""
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("soak") is not None:
            item.add_marker(pytest.mark.timeout(0))
    items.sort(key=lambda item: item.get_closest_marker("early") is None)
