"""Cache entries are read whole or not at all, and damaged or foreign ones are ignored."""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path

import pytest

from rulekit.storage import cache

from . import together

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="owners and modes are POSIX")
KEPT = cache.Store("things")


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept" / "things"


def entries(place: Path) -> list[Path]:
    return sorted(place.glob("*.kept"))


def test_a_round_trip(place):
    KEPT.write("a", b"what is kept")
    assert KEPT.read("a") == b"what is kept"
    assert KEPT.read("b") is None
    if sys.platform != "win32":
        assert place.stat().st_mode & 0o777 == 0o700
        assert entries(place)[0].stat().st_mode & 0o777 == 0o600


def test_no_damaged_byte_is_overlooked(place):
    KEPT.write("a", b"kept")
    (entry,) = entries(place)
    whole = entry.read_bytes()
    for at in range(len(whole)):
        entry.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert KEPT.read("a") is None, at
        entry.write_bytes(whole[:at])
        assert KEPT.read("a") is None, at
    entry.write_bytes(whole + b"x")
    assert KEPT.read("a") is None
    entry.write_bytes(whole)
    assert KEPT.read("a") == b"kept"


def test_one_entry_does_not_stand_in_for_another(place):
    KEPT.write("a", b"of a")
    entries(place)[0].rename(place / "b.kept")
    assert KEPT.read("b") is None


@POSIX
@pytest.mark.parametrize("mode", [0o720, 0o702, 0o777])
def test_a_folder_that_others_may_write_is_not_used(place, mode):
    KEPT.write("a", b"kept")
    place.chmod(mode)
    assert KEPT.read("a") is None
    KEPT.write("b", b"kept")
    assert not (place / "b.kept").exists()


@POSIX
def test_a_file_that_others_may_write_is_not_believed(place):
    KEPT.write("a", b"kept")
    entries(place)[0].chmod(0o620)
    assert KEPT.read("a") is None


@POSIX
def test_what_belongs_to_another_user_is_not_believed(monkeypatch):
    KEPT.write("a", b"kept")
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert KEPT.read("a") is None


@POSIX
def test_links_and_pipes_are_not_followed(place, tmp_path):
    KEPT.write("a", b"kept")
    (entry,) = entries(place)
    entry.rename(tmp_path / "elsewhere")
    entry.symlink_to(tmp_path / "elsewhere")
    assert KEPT.read("a") is None
    entry.unlink()
    os.mkfifo(entry, 0o600)
    assert KEPT.read("a") is None  # it returns at once and does not wait until something writes to the pipe
    entry.unlink()
    place.rename(tmp_path / "moved")
    place.symlink_to(tmp_path / "moved")
    KEPT.write("b", b"kept")
    assert KEPT.read("b") is None


# ------------------------------------------------------------------------------------------------------------- folders


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="where caches lie on other systems")
def test_the_folder_of_the_platform(monkeypatch, tmp_path):
    monkeypatch.delenv("RULEKIT_CACHE")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert KEPT.place == tmp_path / "xdg" / "rulekit" / "things"
    for useless in ("", "not/absolute"):
        monkeypatch.setenv("XDG_CACHE_HOME", useless)
        assert KEPT.place == tmp_path / ".cache" / "rulekit" / "things"
    KEPT.write("a", b"kept")
    assert KEPT.read("a") == b"kept"


def test_a_disk_that_is_full_leaves_nothing_behind(place, monkeypatch):
    KEPT.write("a", b"kept")

    def full(*_: object) -> None:
        raise OSError(28, "no space")

    monkeypatch.setattr(os, "replace", full)
    KEPT.write("b", b"kept")
    assert [path.name for path in place.iterdir()] == ["a.kept"]


def test_what_was_used_longest_ago_goes_first(place):
    small = cache.Store("things", 20_000)
    for at, name in enumerate("abcdefghijklmnopq"):
        small.write(name, b"x" * 1100)
        os.utime(place / f"{name}.kept", (at, at))
    assert small.read("a") is not None  # reading marks the entry as used
    small.write("z", b"x" * 1100)
    assert {path.stem for path in entries(place)} == set("aghijklmnopqz")


def test_too_large_an_entry_is_not_kept(place):
    small = cache.Store("things", 20_000)
    small.write("a", b"x" * 2_500)
    assert small.read("a") is None and not place.exists()


def test_an_entry_of_one_kind_does_not_stand_in_for_another(place):
    KEPT.write("a", b"of things")
    place.rename(place.with_name("others"))
    assert cache.Store("others").read("a") is None


def test_an_empty_variable_keeps_nothing(monkeypatch, tmp_path):
    monkeypatch.setenv("RULEKIT_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    KEPT.write("a", b"kept")
    assert KEPT.place is None and KEPT.read("a") is None and list(tmp_path.iterdir()) == []


RACE = """
import sys
from rulekit.storage.cache import Store
KEPT = Store('things')
name, me = "contested", sys.argv[1].encode()
own = me * 50_000
for _ in range(150):
    KEPT.write(name, own)
    found = KEPT.read(name)
    assert found is not None, "an entry was not whole"
    assert len(found) == 50_000 and len(set(found)) == 1, "two writers in one entry"
    print(found[:1].decode())
"""


def test_processes_that_write_one_entry_at_once_leave_it_whole(place):
    seen = Counter("".join(together(RACE, 3)).split())
    assert sum(seen.values()) == 450 and set(seen) == set("ABC")
    assert len(set(KEPT.read("contested"))) == 1
    assert [path.suffix for path in place.iterdir()] == [".kept"]


def test_what_this_python_cannot_read_counts_as_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    store = cache.Store("trial")
    name = cache.name_of("one")
    assert store.load(name) is None
    store.save(name, [1])
    assert store.load(name) == [1]
    store.write(name, b"no pickle")
    assert store.load(name) is None
    store.save(name, [2])
    assert store.load(name) == [2], "kept again"
    store.save("", [3])
    assert store.load("") is None
