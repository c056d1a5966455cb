"""The large sample uses every production label and every terminal of the grammar, and the parse table is cached."""

import json
import os
from multiprocessing import get_context
from pathlib import Path

import pytest

from rulekit.diagnostics import Source
from rulekit.syntax import parse
from rulekit.syntax import parse_table as tables
from rulekit.syntax.build import BUILDERS
from rulekit.syntax.indentation import lay_out
from rulekit.syntax.lexer import scan
from rulekit.syntax.parse_table import advance, keywords, table
from rulekit.syntax.word_reading import terminal_at, unusable_names

SAMPLE = Path(__file__).with_name("samples") / "everything.rules"
NOTHING = Path(__file__).with_name("samples") / "no such table.json"
"""A missing file used in place of the shipped table, so that the table is taken from the cache."""


def used(source):
    """Return the labels of all productions and all terminals used in parsing a text."""
    labels, terminals = set(), set()
    stack = [table().first]
    tokens = lay_out(source, scan(source)).tokens
    for number in range(len(tokens)):
        terminal = terminal_at(stack, tokens, number)
        terminals.add(terminal)
        while (action := table().actions[stack[-1]][terminal]) < 0:
            rule = table().rules[~action]
            labels.add(rule.label)
            if rule.size:
                del stack[-rule.size :]
            stack.append(table().gotos[stack[-1]][rule.origin])
            if terminal == "END" and stack[-1] == table().last:
                return labels, terminals
        assert advance(stack, terminal)
    raise AssertionError("no end")


def test_the_sample_uses_the_whole_grammar():
    labels, terminals = used(Source("sample", SAMPLE.read_text()))
    for form in ("edition", "variant", "expansion"):
        more = used(Source("layer", f"{form} layer of sample/base"))
        labels, terminals = labels | more[0], terminals | more[1]
    every = {rule.label for rule in table().rules if not rule.inline}
    passed_on = {rule.label for rule in table().rules if rule.single}
    assert sorted(every - labels - passed_on) == []
    assert sorted({t for row in table().actions for t in row} - terminals) == []


def test_every_production_has_its_builder():
    built = {rule.label for rule in table().rules if not rule.inline and not rule.single}
    assert built - {"$root_book"} <= set(BUILDERS)
    assert set(BUILDERS) - {rule.label for rule in table().rules} == set()


def test_reserved_words_are_keywords_that_may_begin_something():
    assert {"choose", "count", "by", "if", "none", "move"} <= unusable_names() <= keywords()
    assert not {"turn", "each", "by", "where", "players", "active", "rank"} & (unusable_names() - {"by"})


@pytest.fixture(scope="module")
def generated():
    """Return the text of the grammar and the table generated from it, which takes a second."""
    text = Path(tables.__file__).with_name("grammar.lark").read_text(encoding="utf-8")
    return text, tables.generate(text)


@pytest.fixture
def made(monkeypatch, generated):
    """Return a list that gets an entry each time the table is generated."""
    times = []

    def generate(grammar):
        assert grammar == generated[0]
        times.append(grammar)
        return generated[1]

    monkeypatch.setattr(tables, "generate", generate)
    monkeypatch.setattr(tables, "SHIPPED", NOTHING)
    return times


@pytest.fixture
def cache(tmp_path, monkeypatch, made):
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path))
    table.cache_clear()
    yield tmp_path / "grammar"
    table.cache_clear()


def test_the_table_is_cached_and_read_back(cache, made):
    first = table()
    [file] = cache.iterdir()
    table.cache_clear()
    again = table()
    assert json.dumps(again) == json.dumps(first) and len(made) == 1
    assert file.exists()


def test_an_empty_variable_keeps_no_table(tmp_path, monkeypatch, generated):
    """The table is generated a second time, with an equal result."""
    monkeypatch.setenv("RULEKIT_CACHE", "")
    monkeypatch.setattr(tables, "SHIPPED", NOTHING)
    for name in ("HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.chdir(tmp_path)
    table.cache_clear()
    assert table() == generated[1] and list(tmp_path.iterdir()) == []
    table.cache_clear()


@pytest.mark.skipif(os.name != "posix", reason="owners and modes are POSIX")
@pytest.mark.parametrize("what", ["folder", "file"])
def test_a_table_that_others_may_write_is_not_believed(cache, monkeypatch, what):
    table()
    [file] = cache.iterdir()
    (file if what == "file" else cache).chmod(0o777)
    table.cache_clear()
    made = []
    monkeypatch.setattr(tables, "generate", lambda grammar: made.append(grammar) or tables.ParseTable([], [], [], 0, 0))
    assert table().rules == [] and made
    table.cache_clear()


@pytest.mark.parametrize("damage", [b"", b"x", b"{}\n[]", None])
def test_a_damaged_cache_is_made_anew(cache, made, damage):
    first = table()
    [file] = cache.iterdir()
    data = file.read_bytes()
    file.write_bytes(data[:-20] if damage is None else damage)
    table.cache_clear()
    assert json.dumps(table()) == json.dumps(first) and len(made) == 2
    assert file.read_bytes() == data


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path, monkeypatch, made):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("RULEKIT_CACHE", str(blocked / "below"))
    table.cache_clear()
    assert table().rules and made
    table.cache_clear()


def _parse_in(folder):
    os.environ["RULEKIT_CACHE"] = folder
    tables.SHIPPED = NOTHING
    table.cache_clear()
    return parse(Source("sample", SAMPLE.read_text()))[0] is not None


@pytest.mark.soak
def test_many_processes_may_fill_the_cache_at_once(tmp_path):
    with get_context("spawn").Pool(3) as pool:
        assert all(pool.map(_parse_in, [str(tmp_path)] * 3))
    assert len(list((tmp_path / "grammar").iterdir())) == 1
