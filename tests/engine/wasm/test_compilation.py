"""Cached modules: they play the same games, and damaged ones, foreign ones or those of other settings are not used."""

from __future__ import annotations

import pickle
import sys
import tempfile
from pathlib import Path

import pytest
from attrs import evolve

from rulekit.engine.reference import ReferenceEngine
from rulekit.engine.wasm import WasmEngine, compilation
from rulekit.engine.wasm.sandbox import Compiled, Settings, Unusable
from rulekit.storage.cache import folder
from tests.machine.samples import SAMPLES
from tests.storage import together

LINE = SAMPLES["line"]
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="owners and modes are POSIX")


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept" / "modules"


def entries(place: Path) -> list[Path]:
    return sorted(place.glob("*.kept"))


# ------------------------------------------------------------------------------------------------- modules of machines


@pytest.mark.parametrize("name", SAMPLES)
def test_a_kept_module_plays_the_same_games(name):
    first, second = compilation.compile_module(SAMPLES[name]), compilation.compile_module(SAMPLES[name])
    assert (first.cached, second.cached) == (False, True)
    assert (second.emitted, second.why) == (first.emitted, first.why)
    again = WasmEngine(SAMPLES[name])
    assert again.playouts(30, 5, 0, 50) == ReferenceEngine(SAMPLES[name]).playouts(30, 5, 0, 50)


def test_what_is_kept_is_neither_emitted_nor_compiled(monkeypatch):
    compilation.compile_module(LINE)

    def never(*_: object) -> None:
        raise AssertionError("there was no need")

    monkeypatch.setattr("rulekit.machine.optimise.optimise_for_hosts", never)
    monkeypatch.setattr("rulekit.engine.wasm.module.emit", never)
    monkeypatch.setattr(Compiled, "of", never)
    assert compilation.compile_module(LINE).cached


def test_all_that_a_module_depends_on_tells_entries_apart(place, monkeypatch):
    compilation.compile_module(LINE)
    assert not compilation.compile_module(LINE, optimise=False).cached
    assert not compilation.compile_module(LINE, settings=Settings(most_stack=1 << 19)).cached
    assert not compilation.compile_module(evolve(LINE, fuel=LINE.fuel + 1)).cached
    monkeypatch.setattr(compilation, "fingerprint", lambda _: "another rulekit")
    assert not compilation.compile_module(LINE).cached
    assert len(entries(place)) == 5
    monkeypatch.setattr(compilation, "fingerprint", lambda _: None)  # as in an installation without its sources
    assert not compilation.compile_module(LINE).cached and len(entries(place)) == 5


def test_what_wasmtime_refuses_is_made_anew(place):
    compilation.compile_module(LINE)
    (entry,) = entries(place)
    emitted, why, _ = pickle.loads(compilation.MODULE_CACHE.read(entry.stem))
    for wrong in (
        pickle.dumps((emitted, why, b"no native code")),
        pickle.dumps((emitted, why)),
        b"no pickle",
        b"",
    ):
        compilation.MODULE_CACHE.write(entry.stem, wrong)
        assert not compilation.compile_module(LINE).cached
        assert compilation.compile_module(LINE).cached  # the entry was replaced by a good one


def test_native_code_that_is_not_whole_is_refused():
    with pytest.raises(Unusable):
        Compiled.again(Compiled.of(compilation.compile_module(LINE).emitted.bytes).native()[:-4000])


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty"])
def test_a_damaged_module_is_made_anew(place, damage):
    compilation.compile_module(LINE)
    (entry,) = entries(place)
    whole = entry.read_bytes()
    half = len(whole) // 2
    damaged = {"cut": whole[:half], "empty": b"", "flipped": whole[:half] + b"\xcc" * 64 + whole[half + 64 :]}
    entry.write_bytes(damaged[damage])
    assert not compilation.compile_module(LINE).cached
    assert compilation.compile_module(LINE).cached


def test_an_empty_variable_turns_it_off(monkeypatch, tmp_path):
    monkeypatch.setenv("RULEKIT_CACHE", "")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert folder() is None
    assert not compilation.compile_module(LINE).cached and not compilation.compile_module(LINE).cached
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("where", ["a file", "inside a file"])
def test_a_folder_that_cannot_be_is_silently_not_used(monkeypatch, tmp_path, where):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "file" / ("x" if where == "inside a file" else "")))
    assert not compilation.compile_module(LINE).cached and not compilation.compile_module(LINE).cached


@POSIX
def test_a_folder_that_cannot_be_written_is_silently_not_used(place, monkeypatch):
    compilation.compile_module(LINE)
    place.chmod(0o500)

    def denied(*_: object, **__: object) -> None:  # root may write anyway, so the error is simulated
        raise PermissionError(13, "denied")

    monkeypatch.setattr(tempfile, "mkstemp", denied)
    assert compilation.compile_module(LINE).cached  # the existing entry is still used
    assert not compilation.compile_module(SAMPLES["dice"]).cached
    assert len(entries(place)) == 1


MAKE = """
from rulekit.engine.wasm import compilation
from tests.machine.samples import SAMPLES
for name in list(SAMPLES)[:4]:
    for _ in range(3):
        compilation.compile_module(SAMPLES[name])
    assert compilation.compile_module(SAMPLES[name]).cached
    print(name)
"""


@pytest.mark.soak
def test_processes_that_make_the_same_modules_at_once(place):
    assert [out.split() for out in together(MAKE, 3)] == [list(SAMPLES)[:4]] * 3
    assert len(entries(place)) == 4
    assert all(compilation.compile_module(one).cached for one in list(SAMPLES.values())[:4])
