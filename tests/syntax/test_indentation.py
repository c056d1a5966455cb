"""Lines, continuation lines and blocks."""

import pytest

from rulekit.diagnostics import Source
from rulekit.syntax.indentation import lay_out
from rulekit.syntax.lexer import scan


def shape(text):
    """Return the tokens of a text as a string: words as written, `;` for the end of a line, `>` and `<` for those of a
    block."""
    source = Source("test", text)
    scanned = scan(source)
    laid = lay_out(source, scanned)
    signs = {"NEWLINE": ";", "INDENT": ">", "DEDENT": "<", "END": ""}
    out = " ".join(signs.get(t.kind, t.text) for t in laid.tokens).strip()
    return out, [p.code for p in [*scanned.problems, *laid.problems]]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a\nb", "a ; b ;"),
        ("a\n  b\nc", "a b ; c ;"),
        ("a:\n  b\n  c\nd", "a : ; > b ; c ; < d ;"),
        ("a:\n  b:\n    c\nd", "a : ; > b : ; > c ; < < d ;"),
        ("a:\n  b\n    c\n  d", "a : ; > b c ; d ; <"),
        ("a (\n  b\n)\nc", "a ( b ) ; c ;"),
        ("a (b:\n  c)\nd", "a ( b : c ) ; d ;"),
        ("a:\n# comment\n\n  b\n      # deep\nc", "a : ; > b ; < c ;"),
        ("a:\nb", "a : ; b ;"),
        ("a:\n      b\n  ", "a : ; > b ; <"),
        ("\n\n# x\na", "a ;"),
    ],
)
def test_shapes(text, wanted):
    assert shape(text) == (wanted, [])


@pytest.mark.parametrize(
    ("text", "wanted", "codes"),
    [
        ("a:\n    b\n  c", "a : ; > b ; c ; <", ["E121"]),
        ("a:\n    b\n c", "a : ; > b ; < c ;", ["E121"]),
        ("  a\n  b", "a ; b ;", ["E122"]),
        ("  a\nb", "a ; b ;", ["E122", "E121"]),
        ("a (b\nc", "a ( b ) ; c ;", ["E124"]),
        ("a (b:\n  c\nd", "a ( b : c ) ; d ;", ["E124"]),
        ("a (b]\nc", "a ( b ) ; c ;", ["E125"]),
        ("a ) b", "a b ;", ["E125"]),
        ("a:\n\tb\n\tc", "a : ; > b ; c ; <", ["E120"]),
    ],
)
def test_faults(text, wanted, codes):
    assert shape(text) == (wanted, codes)


def test_a_bracket_after_a_name_is_an_index_and_after_a_space_a_citation():
    kinds = [t.kind for t in scan(Source("test", 'a[b] [c] ][d "x"[e')).tokens]
    assert [k for k in kinds if k in ("INDEX", "CITE")] == ["INDEX", "CITE", "CITE", "CITE"]
