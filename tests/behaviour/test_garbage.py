"""Cache entries with wrong contents but a right checksum are ignored."""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulekit import loader
from rulekit.check import proven_checks
from rulekit.cli.main import main
from rulekit.engine.wasm.compilation import MODULE_CACHE
from rulekit.play import cached_games
from rulekit.storage import fingerprint
from rulekit.storage.cache import MAGIC, SUFFIX, Store
from rulekit.syntax import parse_table, parser
from tests.shipped import every

STORES = {
    "sources": fingerprint.KEPT,
    "books": parser.KEPT,
    "stacks": cached_games.STACKS,
    "machines": cached_games.MACHINES,
    "modules": MODULE_CACHE,
}
GARBAGE = {
    "nothing": b"",
    "bytes": b"\xff\x00garbage\x80",
    "a pickle of nothing": pickle.dumps(None),
    "a pickle of a dict": pickle.dumps({"a": 1}),
    "a pickle of three": pickle.dumps((None, None, b"")),
    "a pickle that breaks off": pickle.dumps(list(range(1000)))[:-10],
    "JSON of nothing": b"null",
    "an empty table": b"[[],[],[],0,0]",
    "a table of nothing": b"[[{}],[{}],[[1,2,3,4,5,6,7,8]],0,0]",
    "a table that leads nowhere": b'[[{"a":7}],[{}],[],0,0]',
    "books that are numbers": b'{"books":3,"found":[[1,2,3]]}',
    "books that are lists": b'{"books":[[[],[],[]]],"found":[]}',
    "books that are nowhere": b'{"books":[["/no","/no","/no"]],"found":[["a","/","b"]]}',
    "brackets": b"[" * 100_000,
}
WORDS = ["simulate", "tricks/whist", "-n", "2", "--json"]


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Give the test an empty cache, and forget what this process has cached in memory."""
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path))
    forget()
    yield
    monkeypatch.undo()
    forget()


def forget() -> None:
    for known in (fingerprint.fingerprint, loader._parse_or_read, parse_table.table):
        known.cache_clear()


def played(capsys: pytest.CaptureFixture[str]) -> object:
    forget()
    code = main(WORDS)
    out, err = capsys.readouterr()
    assert code == 0 and err == "", (out, err)
    return json.loads(out)


def spoil(tmp_path: Path, kind: str, store: Store, data: bytes) -> None:
    for entry in (tmp_path / kind).glob(f"*{SUFFIX}"):
        name = entry.name.removesuffix(SUFFIX)
        entry.write_bytes(MAGIC + store._checksum(name, data) + data)
        assert store.read(name) == data


@pytest.mark.parametrize("share", every(5, range(5)))
def test_garbage_in_any_entry_is_as_if_there_were_none(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, share: int
) -> None:
    """Regression: a right checksum was trusted, and `rulekit simulate` ended with the internal error E813."""
    expected = played(capsys)
    assert {kind for kind in STORES if any((tmp_path / kind).glob(f"*{SUFFIX}"))} == set(STORES)
    for what, data in list(GARBAGE.items())[share::5]:
        for kind, store in STORES.items():
            spoil(tmp_path, kind, store, data)
        assert played(capsys) == expected, what


def test_garbage_instead_of_a_parse_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = parse_table.table()
    monkeypatch.setattr(parse_table, "SHIPPED", tmp_path / "none")
    forget()
    # the table was generated again, and cached
    assert parse_table.as_json(parse_table.table()) == parse_table.as_json(shipped)
    name = parse_table.table_name()
    assert parse_table._read_cached(name) == shipped, "as it is read"
    for what, data in GARBAGE.items():
        spoil(tmp_path, "grammar", parse_table.KEPT, data)
        assert parse_table._read_cached(name) is None, what


def test_garbage_instead_of_passed_checks(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["check", "classics/xiangqi", "--players", "2", "--json"]
    assert main(words) == 0
    expected = capsys.readouterr()
    assert any((tmp_path / "checks").glob(f"*{SUFFIX}"))
    for what, data in (GARBAGE | {"lines": b"\nno_check\n"}).items():
        spoil(tmp_path, "checks", proven_checks.KEPT, data)
        assert main(words) == 0, what
        assert capsys.readouterr() == expected, what
