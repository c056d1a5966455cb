"""What holds for every test: nothing is kept from one run of the suite to the next, Ctrl-C is heard, and what commands
compiled of Python is found by the next one.  How long a test may take is in pyproject.toml; soaks take what they take.
"""

import atexit
import gc
import math
import os
import shutil
import signal
import sys
import tempfile

import pytest
from hypothesis import settings

from rulekit.cli import terminal_output

# How long an example takes says how busy the computer is; a test that never ends is stopped by its own limit.
settings.register_profile("suite", deadline=None)
settings.load_profile("suite")

# For commands that tests start as well, and for the workers of this run, which take it over.  A test of the cache names
# a folder of its own.
if "PYTEST_XDIST_WORKER" not in os.environ:
    kept = tempfile.mkdtemp(prefix="rulekit-tests-")
    atexit.register(shutil.rmtree, kept, ignore_errors=True)
    os.environ["RULEKIT_CACHE"] = os.path.join(kept, "cache")
    os.mkdir(os.environ["RULEKIT_CACHE"], 0o700)
    # Whoever wants no __pycache__ beside the sources gets none; but hundreds of commands that each compile all of
    # rulekit would cost a minute.
    if sys.dont_write_bytecode:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = os.path.join(kept, "bytecode")
        sys.dont_write_bytecode = False

# What thousands of tests leave behind is walked by each full collection: a third of their time.
gc.set_threshold(100_000, 20, 20)

# A shell that starts the suite in the background has it ignore Ctrl-C, and all that it starts with it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure() -> None:
    """A busy computer makes all work long, and what a command says of that is no part of its answer."""
    terminal_output.LONG = math.inf


def pytest_collection_finish() -> None:
    """What was imported and collected stays, and no later collection of garbage walks it."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.get_closest_marker("soak") is not None:
            item.add_marker(pytest.mark.timeout(0))
