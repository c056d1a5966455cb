"""The search of a built site finds the part of The rules that answers a player's query.

`search_words.toml` has twelve queries for one game of each family. The page itself is always the first result, so only
results for parts of the page count. Small words of a query are left out.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

from rulekit.render.game_pages import RenderRequest, render_games
from rulekit.render.mkdocs_project import output, search_separator
from rulekit.storage.folders import write_folder

HERE = Path(__file__).parent
WORDS = tomllib.loads((HERE / "search_words.toml").read_text("utf-8"))
LEAST = 10
"""The minimum number of the twelve queries whose first result is the expected part."""


def places_found(index: Path, queries: list[str]) -> list[list[str]]:
    """Return the parts of pages that each query finds, best first."""
    spec = find_spec("material")
    assert spec is not None and spec.origin is not None
    scripts = Path(spec.origin).parent / "templates" / "assets" / "javascripts"
    (worker,) = (scripts / "workers").glob("search.*.min.js")
    line = ["node", str(HERE / "search.js"), str(worker), str(index), str(scripts / "lunr")]
    done = subprocess.run(line, input="\n".join(queries), capture_output=True, text=True, check=True)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return [[place for place, _ in places if "#" in place] for places in found]


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "Can I put a meeple there?", "put meeple"),
        ("en", "The island of an ant; in all", "island ant all"),
        ("de", "Wie zähle ich die Länder zurück?", "zähle Länder zurück"),
        ("nl", "Wat kost een één-tweetje (of meer)", "kost één tweetje meer"),
    ],
)
def test_a_search_leaves_out_small_words(language: str, text: str, words: str) -> None:
    assert [word for word in re.split(search_separator(language), text) if word] == words.split()


@pytest.mark.soak
@pytest.mark.parametrize("game", WORDS)
def test_a_search_finds_the_rule_by_the_words_of_a_player(game: str, tmp_path: Path) -> None:
    pytest.importorskip("material")
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    folder = tmp_path / "out"
    write_folder(folder, output(render_games([RenderRequest(game, (), (("en", ""),), False, (game,))])), "")
    line = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
    subprocess.run(line, cwd=folder, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=True)
    wanted = WORDS[game]
    assert len(wanted) == 12
    found = places_found(folder / "site" / "search" / "search_index.json", list(wanted))
    missed = {
        query: (f"wanted {section}", places[:3])
        for (query, section), places in zip(wanted.items(), found, strict=True)
        if not places or not places[0].endswith(f"{game}.html#section-{section}")
    }
    assert len(wanted) - len(missed) >= LEAST, missed
