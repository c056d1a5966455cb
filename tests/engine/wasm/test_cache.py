"""Kept modules: the same games from them, and nothing believed that is damaged, foreign or of other settings."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from attrs import evolve

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine, cache, ready
from rulekit.engine.wasm.sandbox import Compiled, Settings, Unusable
from tests.machine.samples import SAMPLES

LINE = SAMPLES["line"]
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="owners and modes are POSIX")


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept" / "modules"


def entries(place: Path) -> list[Path]:
    return sorted(place.glob("*.module"))


# ------------------------------------------------------------------------------------------------- modules of machines


@pytest.mark.parametrize("name", SAMPLES)
def test_a_kept_module_plays_the_same_games(name):
    first, second = ready.make_ready(SAMPLES[name]), ready.make_ready(SAMPLES[name])
    assert (first.kept, second.kept) == (False, True)
    assert (second.emitted, second.why) == (first.emitted, first.why)
    again = WasmEngine(SAMPLES[name])
    assert again.playouts(30, 5, 0, 50) == ReferenceEngine(SAMPLES[name]).playouts(30, 5, 0, 50)


def test_what_is_kept_is_neither_emitted_nor_compiled(monkeypatch):
    ready.make_ready(LINE)

    def never(*_: object) -> None:
        raise AssertionError("there was no need")

    monkeypatch.setattr(ready, "optimised", never)
    monkeypatch.setattr(ready, "emit", never)
    monkeypatch.setattr(Compiled, "of", never)
    assert ready.make_ready(LINE).kept


def test_all_that_a_module_depends_on_tells_entries_apart(place, monkeypatch):
    ready.make_ready(LINE)
    assert not ready.make_ready(LINE, optimise=False).kept
    assert not ready.make_ready(LINE, settings=Settings(most_stack=1 << 19)).kept
    assert not ready.make_ready(evolve(LINE, fuel=LINE.fuel + 1)).kept
    monkeypatch.setattr(ready, "fingerprint", lambda: "another rulekit")
    assert not ready.make_ready(LINE).kept
    assert len(entries(place)) == 5
    monkeypatch.setattr(ready, "fingerprint", lambda: None)  # an installation without its sources
    assert not ready.make_ready(LINE).kept and len(entries(place)) == 5


def test_what_wasmtime_refuses_is_made_anew(place):
    ready.make_ready(LINE)
    (entry,) = entries(place)
    emitted, why, _ = pickle.loads(cache.read(entry.stem))
    for wrong in (
        pickle.dumps((emitted, why, b"no native code")),
        pickle.dumps((emitted, why)),
        b"no pickle",
        b"",
    ):
        cache.write(entry.stem, wrong)
        assert not ready.make_ready(LINE).kept
        assert ready.make_ready(LINE).kept  # it was written anew


def test_native_code_that_is_not_whole_is_refused():
    with pytest.raises(Unusable):
        Compiled.again(Compiled.of(ready.make_ready(LINE).emitted.bytes).native()[:-4000])


# --------------------------------------------------------------------------------------------------- what is believed


def test_a_round_trip(place):
    cache.write("a", b"what is kept")
    assert cache.read("a") == b"what is kept"
    assert cache.read("b") is None
    if sys.platform != "win32":
        assert place.stat().st_mode & 0o777 == 0o700
        assert entries(place)[0].stat().st_mode & 0o777 == 0o600


def test_no_damaged_byte_is_overlooked(place):
    cache.write("a", b"kept")
    (entry,) = entries(place)
    whole = entry.read_bytes()
    for at in range(len(whole)):
        entry.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert cache.read("a") is None, at
        entry.write_bytes(whole[:at])
        assert cache.read("a") is None, at
    entry.write_bytes(whole + b"x")
    assert cache.read("a") is None
    entry.write_bytes(whole)
    assert cache.read("a") == b"kept"


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty"])
def test_a_damaged_module_is_made_anew(place, damage):
    ready.make_ready(LINE)
    (entry,) = entries(place)
    whole = entry.read_bytes()
    half = len(whole) // 2
    damaged = {"cut": whole[:half], "empty": b"", "flipped": whole[:half] + b"\xcc" * 64 + whole[half + 64 :]}
    entry.write_bytes(damaged[damage])
    assert not ready.make_ready(LINE).kept
    assert ready.make_ready(LINE).kept


def test_one_entry_does_not_stand_in_for_another(place):
    cache.write("a", b"of a")
    entries(place)[0].rename(place / "b.module")
    assert cache.read("b") is None


@POSIX
@pytest.mark.parametrize("mode", [0o720, 0o702, 0o777])
def test_a_folder_that_others_may_write_is_not_used(place, mode):
    cache.write("a", b"kept")
    place.chmod(mode)
    assert cache.read("a") is None
    cache.write("b", b"kept")
    assert not (place / "b.module").exists()


@POSIX
def test_a_file_that_others_may_write_is_not_believed(place):
    cache.write("a", b"kept")
    entries(place)[0].chmod(0o620)
    assert cache.read("a") is None


@POSIX
def test_what_belongs_to_another_user_is_not_believed(monkeypatch):
    cache.write("a", b"kept")
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert cache.read("a") is None


@POSIX
def test_links_and_pipes_are_not_followed(place, tmp_path):
    cache.write("a", b"kept")
    (entry,) = entries(place)
    entry.rename(tmp_path / "elsewhere")
    entry.symlink_to(tmp_path / "elsewhere")
    assert cache.read("a") is None
    entry.unlink()
    os.mkfifo(entry, 0o600)
    assert cache.read("a") is None  # and does not wait for a writer
    entry.unlink()
    place.rename(tmp_path / "moved")
    place.symlink_to(tmp_path / "moved")
    cache.write("b", b"kept")
    assert cache.read("b") is None


# ------------------------------------------------------------------------------------------------------------- folders


def test_an_empty_variable_turns_it_off(monkeypatch, tmp_path):
    monkeypatch.setenv("RULEKIT_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.folder() is None
    assert not ready.make_ready(LINE).kept and not ready.make_ready(LINE).kept
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="where caches lie on other systems")
def test_the_folder_of_the_platform(monkeypatch, tmp_path):
    monkeypatch.delenv("RULEKIT_CACHE")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache.folder() == tmp_path / "xdg" / "rulekit" / "modules"
    for useless in ("", "not/absolute"):
        monkeypatch.setenv("XDG_CACHE_HOME", useless)
        assert cache.folder() == tmp_path / ".cache" / "rulekit" / "modules"
    cache.write("a", b"kept")
    assert cache.read("a") == b"kept"


@pytest.mark.parametrize("where", ["a file", "inside a file"])
def test_a_folder_that_cannot_be_is_silently_not_used(monkeypatch, tmp_path, where):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "file" / ("x" if where == "inside a file" else "")))
    assert not ready.make_ready(LINE).kept and not ready.make_ready(LINE).kept


@POSIX
def test_a_folder_that_cannot_be_written_is_silently_not_used(place, monkeypatch):
    ready.make_ready(LINE)
    place.chmod(0o500)

    def denied(*_: object, **__: object) -> None:  # as the system says to whoever is not root
        raise PermissionError(13, "denied")

    monkeypatch.setattr(cache.tempfile, "mkstemp", denied)
    assert ready.make_ready(LINE).kept  # what is there serves
    assert not ready.make_ready(SAMPLES["dice"]).kept
    assert len(entries(place)) == 1


def test_a_disk_that_is_full_leaves_nothing_behind(place, monkeypatch):
    cache.write("a", b"kept")

    def full(*_: object) -> None:
        raise OSError(28, "no space")

    monkeypatch.setattr(cache.os, "replace", full)
    cache.write("b", b"kept")
    assert [path.name for path in place.iterdir()] == ["a.module"]


def test_what_was_used_longest_ago_goes_first(place, monkeypatch):
    monkeypatch.setattr(cache, "LIMIT", 10_000)
    for at, name in enumerate("abcdefgh"):
        cache.write(name, b"x" * 1100)
        os.utime(place / f"{name}.module", (at, at))
    assert cache.read("a") is not None  # and so has been used last
    cache.write("z", b"x" * 1100)
    assert {path.stem for path in entries(place)} == set("aefghz")


def test_too_large_an_entry_is_not_kept(place, monkeypatch):
    monkeypatch.setattr(cache, "LARGEST", 5000)
    cache.write("a", b"x" * 5000)
    assert cache.read("a") is None and not place.exists()


def test_what_a_stopped_writer_left_is_cleared_away(place):
    cache.write("a", b"kept")
    old, new = place / "old.tmp", place / "new.tmp"
    for path in (old, new):
        path.write_bytes(b"half of")
    os.utime(old, (0, time.time() - cache.STALE - 60))
    cache.write("b", b"kept")
    assert not old.exists() and new.exists()


# ----------------------------------------------------------------------------------------------------- several at once

RACE = """
import sys
from rulekit.engine.wasm import cache
name, me = "contested", sys.argv[1].encode()
own = me * 50_000
for _ in range(150):
    cache.write(name, own)
    found = cache.read(name)
    assert found is not None, "an entry was not whole"
    assert len(found) == 50_000 and len(set(found)) == 1, "two writers in one entry"
    print(found[:1].decode())
"""

MAKE = """
from rulekit.engine.wasm import ready
from tests.machine.samples import SAMPLES
for name in SAMPLES:
    for _ in range(3):
        ready.make_ready(SAMPLES[name])
    assert ready.make_ready(SAMPLES[name]).kept
    print(name)
"""


def together(script: str, count: int) -> list[str]:
    """What these processes said, all having run at once."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", script, "ABCDEFGH"[at]], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for at in range(count)
    ]
    said = [one.communicate(timeout=120) for one in running]
    assert [(one.returncode, err) for one, (_, err) in zip(running, said, strict=True)] == [(0, "")] * count
    return [out for out, _ in said]


def test_processes_that_write_one_entry_at_once_leave_it_whole(place):
    seen = Counter("".join(together(RACE, 3)).split())
    assert sum(seen.values()) == 450 and set(seen) == set("ABC")
    assert len(set(cache.read("contested"))) == 1
    assert [path.suffix for path in place.iterdir()] == [".module"]


def test_processes_that_make_the_same_modules_at_once(place):
    assert [out.split() for out in together(MAKE, 3)] == [list(SAMPLES)] * 3
    assert len(entries(place)) == len(SAMPLES)
    assert all(ready.make_ready(one).kept for one in SAMPLES.values())
