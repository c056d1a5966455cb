"""Diagnostics as text for people and as JSON for programs."""

from rulekit.diagnostics import Diagnostic, Help, Label, Source, Span
from rulekit.diagnostics.codes import code_titles
from rulekit.diagnostics.near import nearest
from rulekit.diagnostics.renderer import render, render_all, to_json

SOURCE = Source("a.rules", "first line\nfact x = cont(y)\nlast")


def span(start, end):
    return Span(SOURCE, start, end)


def test_a_message_in_full():
    diagnostic = Diagnostic(
        "E102",
        "`cont` is not known",
        span(20, 24),
        (Label(span(0, 5), "said here"),),
        ("a name", "`count`"),
        (Help("did you mean `count`?", span(20, 24), "count"),),
    )
    assert render(diagnostic) == (
        "error[E102]: `cont` is not known\n"
        "  --> a.rules:2:10\n"
        "  |\n"
        "2 | fact x = cont(y)\n"
        "  |          ^^^^\n"
        "  |\n"
        "1 | first line\n"
        "  | ----- said here\n"
        "   = expected: a name, `count`\n"
        "   = help: did you mean `count`?\n"
        "   = more: rulekit explain E102"
    )


def test_colour_only_when_asked():
    diagnostic = Diagnostic("E101", "no", span(0, 1))
    assert "\x1b" not in render(diagnostic)
    assert "\x1b[1;31m" in render(diagnostic, colour=True)


def test_no_place_and_odd_places():
    assert render(Diagnostic("E140", "too long")) == "error[E140]: too long\n   = more: rulekit explain E140"
    assert "| last\n  |     ^" in render(Diagnostic("E101", "at the end", span(32, 32)))
    assert "^^^^^^^^^^…" in render(Diagnostic("E101", "two lines", span(0, 20)))
    wide = Source("w", "“日本” x\ty")
    assert "|        ^" in render(Diagnostic("E101", "wide", Span(wide, 5, 6)))
    long = Source("l", "a" * 500 + "!" + "b" * 500)
    shown = render(Diagnostic("E101", "long", Span(long, 500, 501))).splitlines()
    assert shown[3].index("!") == shown[4].index("^")
    assert max(map(len, shown)) < 180


def test_several_with_their_number():
    one = Diagnostic("E101", "a", span(0, 1))
    other = Diagnostic("W201", "b", span(0, 1))
    assert render_all([one, one, other]).endswith("\n\n2 errors and 1 warning")
    assert render_all([]) == ""


def test_plain_data():
    data = to_json(Diagnostic("E102", "m", span(20, 24), expected=("x",), help=(Help("h", span(20, 24), "count"),)))
    place = {"file": "a.rules", "start": {"line": 2, "column": 10}, "end": {"line": 2, "column": 14}}
    assert data["span"] == place
    assert data["help"] == [{"text": "h", "span": place, "replacement": "count"}]
    assert data["severity"] == "error"


def test_codes_are_well_formed():
    for code, title in code_titles().items():
        assert code[0] in "EW"
        assert len(code) == 4
        assert title
        assert not title.endswith(".")


def test_did_you_mean():
    assert nearest("cont", ["count", "sum", "choose"]) == "count"
    assert nearest("mvoe", ["move", "more"]) == "move"
    assert nearest("baikalbar", ["BaikalBar"]) == "BaikalBar"
    assert nearest("zebra", ["count", "sum"]) is None
    assert nearest("count", ["count"]) is None
