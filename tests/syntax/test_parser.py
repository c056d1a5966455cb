"""Syntax trees: their contents, the positions of their parts, and texts that are too large or nested too deeply."""

from pathlib import Path

import pytest

from rulekit.diagnostics import Source
from rulekit.syntax import MAX_LENGTH, children, dump, parse, same, walk
from rulekit.syntax import nodes as s

SAMPLE = Path(__file__).with_name("samples") / "everything.rules"


def read(text):
    book, problems = parse(Source("test", text))
    assert book is not None, [(p.code, p.message, p.span.first) for p in problems]
    return book


def member(text):
    return read("rulebook sample\n" + text).members[0]


def codes(text):
    return [p.code for p in parse(Source("test", text))[1]]


def test_every_node_stands_where_its_text_is():
    book = read(SAMPLE.read_text())
    for node in walk(book):
        text = node.span.text
        assert text == text.strip()
        if isinstance(node, s.Name):
            assert text == node.text
        if isinstance(node, s.Number) and text != "one each":
            assert int(text) == node.value
        if isinstance(node, s.Truth):
            assert text == ("yes" if node.value else "no")
        for child in children(node):
            assert node.span.start <= child.span.start
            assert child.span.end <= node.span.end, (dump(node), dump(child))


def test_an_expressions_span_is_itself_without_the_brackets_around_it():
    fact = member("fact a = (1 + 2) * 3")
    assert fact.value.span.text == "(1 + 2) * 3"
    assert fact.value.left.span.text == "1 + 2"
    assert fact.span.text == "fact a = (1 + 2) * 3"


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("1 - 2 - 3", "1 - 2 - 3"),
        ("a or b and not c == d", "a or (b and (not (c == d)))"),
        ("1 + 2 * 3 == -4", "(1 + (2 * 3)) == (-4)"),
        ("some x in D: a or b", "some x in D: (a or b)"),
        ("if a then b else c or d", "if a then b else (c or d)"),
        ("a not in b", "a not in (b)"),
    ],
)
def test_what_binds_tighter(text, tree):
    assert same(member(f"fact a = {text}").value, member(f"fact a = {tree}").value)


def test_subtraction_groups_to_the_left():
    value = member("fact a = 1 - 2 - 3").value
    assert isinstance(value.left, s.Binary)
    assert isinstance(value.right, s.Number)


def test_words_of_the_language_are_names_where_nothing_else_is_meant():
    fact = member("fact turn(order Kind, each 0..3) = order.rank + seen")
    assert fact.name.text == "turn"
    assert [p.name.text for p in fact.params] == ["order", "each"]


def test_a_keyword_of_another_line_is_a_name_after_a_block():
    flow = member("flow:\n  if yes:\n    nothing\n  action = 3\n  players(1)\n")
    assert [type(one) for one in flow.body] == [s.If, s.Assign, s.Perform]


def test_same_and_dump():
    one, other = member("fact a = 1 + 2"), member("fact a   =   (1 + 2)")
    assert same(one, other)
    assert dump(one) == dump(other)
    assert not same(one, member("fact a = 1 + 3"))
    assert not same(one, member("fact a = 1 - 2"))
    assert "Binary(op='+')" in dump(one)


@pytest.mark.parametrize(
    "text",
    [
        "fact a = " + "(" * 2_000 + "1" + ")" * 2_000,
        "fact a = " + "{" * 101 + "}" * 101,
        "fact a = " + "- " * 2_000 + "1",
        "fact a = " + "not " * 2_000 + "yes",
        "fact a = " + " or ".join(["b"] * 2_000),
        "fact a = " + " + ".join(["1"] * 2_000),
        "fact a = b" + ".c" * 2_000,
        "fact a = " + "if b then c else " * 2_000 + "d",
        "fact a = " + "some x in D: " * 2_000 + "yes",
        "keep a: " + "set of " * 2_000 + "Kind",
        "flow:\n  if a:\n    nothing\n" + "  else if b:\n    nothing\n" * 2_000,
        "flow:\n" + "".join("  " * n + "if a:\n" for n in range(1, 300)) + "  " * 300 + "nothing",
        "".join("  " * n + "under a:\n" for n in range(300)) + "  " * 300 + "fact b = 1",
    ],
    ids=range(13),
)
def test_towers_are_refused_with_one_message(text):
    assert codes("rulebook sample\n" + text) == ["E141"]


def test_long_flat_things_are_no_towers():
    items = ", ".join(f"a{n}" for n in range(5_000))
    rows = "".join(f"  | r{n} | {n} |\n" for n in range(2_000))
    facts = "".join(f"fact f{n} = {n}\n" for n in range(2_000))
    text = f"enum Kind: {items}\ntable T(x 0..9):\n{rows}fact s = {{{items}}}\n{facts}"
    book = read("rulebook sample\n" + text)
    assert len(book.members) == 2_003
    assert len(book.members[0].items) == 5_000


def test_deep_but_bounded_is_read():
    deep = "(" * 90 + "1" + ")" * 90
    chain = " or ".join(["b"] * 100)
    blocks = "flow:\n" + "".join("  " * n + "if a:\n" for n in range(1, 39)) + "  " * 39 + "nothing\n"
    read(f"rulebook sample\nfact a = {deep}\nfact b = {chain}\n{blocks}")


def test_a_name_that_is_too_long_is_one_short_message():
    for text in ("fact " + "a" * 900_000 + " = 3", "a" * 900_000, "fact b = " + "é" * 300_000):
        found = parse(Source("test", "rulebook sample\n" + text))[1]
        assert found[0].code == "E114"
        assert all(len(p.message) < 200 for p in found)
    assert codes("rulebook sample\nfact " + "a" * 100 + " = 3") == []


def test_a_text_that_is_too_long_is_not_read():
    assert codes("rulebook sample\n" + "#" * MAX_LENGTH) == ["E140"]


@pytest.mark.parametrize(
    "text", ["", "\n\n", "# only a comment", "\ufeff", "\x00", "\r", "}", '"', "rulebook", ":", "|"]
)
def test_scraps_give_a_message_and_nothing_worse(text):
    book, problems = parse(Source("test", text))
    assert book is None
    assert problems


def test_no_more_than_twenty_errors_are_told():
    text = "rulebook sample\n" + "fact = 3\n" * 100
    found = codes(text)
    assert len(found) == 21
    assert found[-1] == "E142"


def test_windows_line_ends_and_a_byte_order_mark():
    text = SAMPLE.read_text()
    assert same(read("\ufeff" + text.replace("\n", "\r\n")), read(text))
