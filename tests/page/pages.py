"""Builds pages for tests, serves them from a thread, and plays them with Node, with or without a browser."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from rulekit.page.bundle import game_files, shared_files
from rulekit.play.game import GameState
from rulekit.play.game_record import read_record
from rulekit.play.loaded_book import load_record
from rulekit.storage.cache import VARIABLE
from tests.shipped import book

HERE = Path(__file__).parent
MODULES = os.environ.get("PAGE_NODE_MODULES", "")
"""A folder node_modules with playwright-core, and with axe-core to test accessibility."""


def missing() -> str:
    """Return why no page can be built here; empty if it can."""
    absent = [name for name in ("npm", "node") if shutil.which(name) is None]
    return f"{' and '.join(absent)} not installed" if absent else ""


def missing_browser() -> str:
    """Return why no page can be played in a browser."""
    if missing() or shutil.which("chromium") is None:
        return missing() or "chromium is not installed"
    return (
        "" if (Path(MODULES) / "playwright-core").is_dir() else "PAGE_NODE_MODULES names no folder with playwright-core"
    )


@contextmanager
def usual_cache() -> Iterator[None]:
    """Use the cache of this user instead of that of the run, which begins empty. The runtime that it keeps is named by
    checksums of all it is made from."""
    with pytest.MonkeyPatch.context() as patch:
        if usual := os.environ.get("USUAL_CACHE"):
            patch.setenv(VARIABLE, usual)
        yield


@cache
def shared() -> Mapping[str, bytes]:
    """Return the files that all pages share, by path."""
    with usual_cache():
        return shared_files()


def write_shared(folder: Path) -> None:
    """Write the files that all pages below a folder share."""
    _write(folder, shared())


def write_page(folder: Path, name: str, players: int | None = None) -> Path:
    """Write the page of a game with all files it needs, and return its folder."""
    _write(folder, {**shared(), **dict(game_files(book(name), {}, players))})
    return folder


def write_game(folder: Path, name: str, players: int | None = None) -> Path:
    """Write the page of a game, without worked examples, to a subfolder that uses the shared files above it; return the
    subfolder's path."""
    place = Path(f"{name}-{players}".replace("/", "-"))
    _write(folder / place, dict(game_files(book(name), {}, players, up="../", with_examples=False)))
    return place


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    for file, data in files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(data)


def run_node(script: str, *arguments: object, browser: str = "") -> Any:
    """Run a script of this folder and return the JSON value it prints. `browser` is the address of a browser."""
    line, env = ["node", str(HERE / script), *map(str, arguments)], {**os.environ, "PAGE_BROWSER": browser}
    done = subprocess.run(line, capture_output=True, text=True, timeout=3600, check=False, env=env)
    assert done.returncode == 0, (done.stderr or done.stdout)[-2000:]
    return json.loads(done.stdout)


def replayed(save: str, folder: Path) -> GameState:
    """Return the game of a saved text, replayed by this computer's engine."""
    (folder / "page.game").write_text(save, encoding="utf-8")
    record = read_record(folder / "page.game")
    return load_record(record).replay(record)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder over HTTP on this computer; yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


@cache
def browser() -> str:
    """Start the Chromium of this process, and return its address."""
    script = ["node", str(HERE / "browser-server.mjs")]
    server = subprocess.Popen(script, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(server.communicate)
    assert server.stdout is not None
    return server.stdout.readline().strip()


class Chromium:
    """A part of the browser that plays games by clicks, one after the other."""

    def __init__(self) -> None:
        script, env = ["node", str(HERE / "browser.mjs")], {**os.environ, "PAGE_BROWSER": browser()}
        self._node = subprocess.Popen(script, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)

    def play(self, address: str, seed: int, most: int, **more: object) -> Any:
        """Play a game with at most this many clicks, and return the script's report."""
        assert self._node.stdin is not None and self._node.stdout is not None
        self._node.stdin.write(json.dumps({"address": address, "seed": seed, "most": most, **more}) + "\n")
        self._node.stdin.flush()
        line = self._node.stdout.readline()
        assert line, "the browser has ended"
        return json.loads(line)

    def close(self) -> None:
        self._node.communicate(timeout=60)


@contextmanager
def chromium() -> Iterator[Chromium]:
    """Yield a browser and close it afterwards."""
    found = Chromium()
    try:
        yield found
    finally:
        found.close()


def played_by_keyboard(address: str) -> Any:
    """Play a game by keyboard in Chromium, and return the script's report."""
    return run_node("keyboard.mjs", address, *using_axe(), browser=browser())


def using_axe() -> list[Path]:
    """Return the script that tests accessibility, in a list; an empty list if it is not installed."""
    script = Path(MODULES) / "axe-core" / "axe.min.js"
    return [script] if script.is_file() else []


def axe() -> str:
    """Return the path of the script that tests accessibility; "" if it is not installed."""
    return str(next(iter(using_axe()), ""))
