"""A command loads only the modules it needs: for help and for messages about mistakes, no engine is loaded."""

import json
import os
import subprocess
import sys

import pytest

from . import PILE

SCRIPT = """
import json, sys
from rulekit.cli.main import main
main(sys.argv[1:])
print("\\n" + json.dumps(sorted(sys.modules)))
"""
ENGINES = {"rulekit.engine.wasm", "rulekit.engine.reference", "wasmtime"}
RULES = {"rulekit.check", "rulekit.machine.program", "rulekit.model.rulebook"}
LINES = {
    "the version": (["--version"], {"click", "tqdm", *RULES, *ENGINES}),
    "help": (["--help"], {"tqdm", *RULES, *ENGINES}),
    "help of a command": (["simulate", "--help"], {"tqdm", *RULES, *ENGINES}),
    "a mistake": (["simulate", PILE, "--gamse", "3"], {"tqdm", *RULES, *ENGINES}),
    "completion": ([], {"tqdm", *RULES, *ENGINES}),
    "a page": (["explain", "E201"], {"tqdm", *RULES, *ENGINES}),
    "the form": (["fmt", "--check", PILE], {"tqdm", "rulekit.check", *ENGINES}),
    "a check": (["check", PILE], {"tqdm", "rulekit.machine.program", *ENGINES}),
    # too short for progress or worker processes, and not on a terminal
    "games": (["simulate", PILE, "-n", "10"], {"tqdm", "multiprocessing"}),
}


@pytest.mark.parametrize("what", LINES)
def test_no_more_is_loaded_than_needed(what: str) -> None:
    words, unneeded = LINES[what]
    env = {**os.environ, "_RULEKIT_COMPLETE": "fish_complete", "COMP_WORDS": "rulekit simulate cz", "COMP_CWORD": "cz"}
    line = [sys.executable, "-c", SCRIPT, *words]
    ended = subprocess.run(line, capture_output=True, text=True, env=env, check=True, timeout=60)
    loaded = set(json.loads(ended.stdout.splitlines()[-1]))
    assert "rulekit.cli.main" in loaded and not loaded & unneeded
