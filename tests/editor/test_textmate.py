"""The TextMate grammar: its file is current, and colours every shipped rulebook as the lexer does."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Text

from rulekit.editor.textmate import textmate_grammar, textmate_text
from rulekit.render.highlighting import RulebookLexer
from rulekit.rulebook_files import find, read_rulebook
from tests.shipped import EACH_BOOK

FILE = Path(__file__).parents[2] / "editors/vscode/syntaxes/rules.tmLanguage.json"
RULES = [(re.compile(rule["match"]), rule) for rule in textmate_grammar()["patterns"]]
SAME = {
    Comment: "comment", Keyword: "keyword.control", Keyword.Constant: "constant.language", Number: "constant.numeric",
    String: "string", Operator: "keyword.operator", Punctuation: "keyword.operator", Error: "invalid",
    Name.Class: "entity.name.type", Name.Function: "entity.name.function", Name: "variable",
}  # fmt: skip


def test_the_file_is_what_the_token_table_makes():
    if os.environ.get("RULEKIT_REGENERATE"):
        FILE.write_text(textmate_text(), encoding="utf-8")
    assert FILE.read_text(encoding="utf-8") == textmate_text()


def scopes(line: str) -> Iterator[tuple[int, str, str]]:
    """Yield the tokens of a line as an editor finds them: the earliest match, of these the first rule's."""
    at = 0
    while at < len(line):
        found = [(match.start(), n, match) for n, (rule, _) in enumerate(RULES) if (match := rule.search(line, at))]
        if not found:
            return
        _, number, match = min(found, key=lambda one: one[:2])
        rule = RULES[number][1]
        if "name" in rule:
            yield match.start(), match[0], rule["name"]
        for group, scope in rule.get("captures", {}).items():
            yield match.start(int(group)), match[int(group)], scope["name"]
        at = match.end()


def expected(line: str) -> list[tuple[int, str, str]]:
    found = []
    for at, kind, value in RulebookLexer().get_tokens_unprocessed(line):
        if kind not in Text:
            scope = next(SAME[one] for one in (kind, *reversed(kind.split())) if one in SAME)
            found.append((at, value, scope))
    return found


@pytest.mark.parametrize("name", EACH_BOOK)
def test_the_grammar_colours_a_book_as_the_lexer_does(name):
    wrong = []
    for line in read_rulebook(find(name)).text.split("\n"):
        want = expected(line)
        got = [(at, value, scope) for at, value, scope in scopes(line)]
        if [one[:2] for one in got] != [one[:2] for one in want] or not all(
            g[2].startswith(w[2]) for g, w in zip(got, want, strict=False)
        ):
            differ = [(g, w) for g, w in zip(got, want, strict=False) if g[:2] != w[:2] or not g[2].startswith(w[2])]
            wrong.append((line, differ[:1]))
    assert wrong[:5] == []
