"""A text with one damaged token never crashes the parser, and nearly always has one message on or next to the damaged
line."""

from pathlib import Path
from random import Random

from rulekit.diagnostics import Source
from rulekit.syntax import parse
from rulekit.syntax.lexer import scan

ROOT = Path(__file__).parents[2]
SAMPLES = [
    *sorted(ROOT.glob("tests/fragments/*.rules")),
    Path(__file__).with_name("samples") / "everything.rules",
]
JUNK = [
    "(",
    ")",
    "]",
    "{",
    ":",
    ",",
    "=",
    "==",
    "..",
    "|",
    "in",
    "where",
    "choose",
    "fact",
    "xyz",
    "7",
    '"t"',
    '"',
    "-",
]


def damaged(text, random):
    """Return the text with one token removed, doubled, replaced or preceded by another, and the offset of that
    token."""
    tokens = scan(Source("test", text)).tokens
    token = random.choice(tokens)
    how = random.randrange(4)
    junk = random.choice(JUNK)
    new = {0: "", 1: f"{token.text} {token.text}", 2: junk, 3: f"{junk} {token.text}"}[how]
    return text[: token.start] + new + text[token.end :], token.start


def test_damage_is_told_where_it_is():
    random = Random(20)
    texts = [path.read_text() for path in SAMPLES]
    near = wrong = single = 0
    for _ in range(60):
        text, offset = damaged(random.choice(texts), random)
        source = Source("test", text)
        book, problems = parse(source)
        assert (book is None) == bool(problems)
        if book is None:
            wrong += 1
            single += len(problems) == 1
            near += abs(problems[0].span.first.line - source.place(offset).line) <= 1
    assert wrong > 35
    assert near >= 0.97 * wrong, (near, wrong)
    assert single >= 0.9 * wrong, (single, wrong)


def test_noise_is_survived():
    random = Random(4)
    for _ in range(60):
        text = "".join(random.choice([*JUNK, "\n", "\n  ", " ", "\n    ", "rulebook a\n", "flow:"]) for _ in range(60))
        book, problems = parse(Source("test", text))
        assert book is not None or problems
        for problem in problems:
            assert problem.span is not None
            assert 0 <= problem.span.start <= problem.span.end <= len(text)
