"""Messages about wrong texts: each file of cases/ marks the lines with a message, and no other line may have one.

`### CODE "pattern"` at the end of a line (or `###^` on the line below it) expects a message with that code on that line
whose text matches the pattern.
"""

import re
from pathlib import Path

import pytest

from rulekit.diagnostics import Source
from rulekit.diagnostics.codes import code_titles
from rulekit.syntax import parse

CASES = sorted(Path(__file__).with_name("cases").glob("*.rules"))
MARK = re.compile(r'###(\^?) ([EW]\d{3}) "((?:[^"\\]|\\.)*)"')


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_messages_stand_where_they_are_expected(path):
    text = path.read_text()
    wanted = [
        (number - bool(mark.group(1)), mark.group(2), mark.group(3))
        for number, line in enumerate(text.splitlines(), 1)
        for mark in MARK.finditer(line)
    ]
    book, problems = parse(Source(path.name, text))
    assert book is None
    shown = "\n".join(f"{p.span.first.line}: {p.code} {p.message}" for p in problems)
    assert [(p.span.first.line, p.code) for p in problems] == [(line, code) for line, code, _ in wanted], shown
    for problem, (_, _, pattern) in zip(problems, wanted, strict=True):
        assert re.search(pattern, problem.message), problem.message
        assert problem.code in code_titles()


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_no_name_of_the_parsers_own_is_shown(path):
    for problem in parse(Source(path.name, path.read_text()))[1]:
        words = [problem.message, *problem.expected, *(h.text for h in problem.help)]
        assert not re.search(r"\b(NAME|NEWLINE|INDENT|DEDENT|CITE|INDEX|__\w+)\b", " ".join(words[:1])), words
        assert not any(re.search(r"NEWLINE|INDENT|DEDENT|CITE|__", word) for word in words), words


def test_a_second_thing_shown_gets_its_own_line():
    text = 'rulebook a "A"\nsection end "The end":\n  "It ends."\n  shows first_way, second_way\n'
    (problem,) = parse(Source("two", text))[1]
    assert (problem.code, problem.message) == ("E104", "`shows` is followed by one thing in a line")
    (fix,) = [h for h in problem.help if h.span is not None]
    mended = text[: fix.span.start] + fix.replacement + text[fix.span.end :]
    assert mended.endswith("  shows first_way\n  shows second_way\n") and parse(Source("two", mended))[1] == []
