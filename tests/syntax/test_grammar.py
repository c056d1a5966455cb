"""The large sample uses every production label and every terminal of the grammar."""

from pathlib import Path

from rulekit.diagnostics import Source
from rulekit.syntax.build import BUILDERS
from rulekit.syntax.indentation import lay_out
from rulekit.syntax.lexer import scan
from rulekit.syntax.parse_table import advance, keywords, table
from rulekit.syntax.word_reading import terminal_at, unusable_names

SAMPLE = Path(__file__).with_name("samples") / "everything.rules"


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
