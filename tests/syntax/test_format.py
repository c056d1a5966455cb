"""The formatter leaves its own output unchanged, and preserves meaning and the order of comments."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekit.diagnostics import Source
from rulekit.rulebook_files import find
from rulekit.syntax import dump, format_book, format_node, format_text, parse, same
from rulekit.syntax.lexer import scan
from tests.shipped import EACH_BOOK, every

from .sentences import sentence

ROOT = Path(__file__).parents[2]
TEXTS = sorted(
    [
        *ROOT.glob("variants/**/*.rules"),
        *ROOT.glob("tests/fragments/*.rules"),
        *ROOT.glob("tests/syntax/samples/*.rules"),
    ]
)


def formatted(text):
    out, problems = format_text(Source("test", text))
    assert out is not None, [(p.message, p.span.first) for p in problems]
    return out


def book_of(text):
    book, problems = parse(Source("test", text))
    assert book is not None, (text, [(p.code, p.message, p.span.first) for p in problems])
    return book


def comments(text):
    return [comment.text for comment in scan(Source("test", text)).comments]


def check_laws(text):
    book = book_of(text)
    out = formatted(text)
    assert formatted(out) == out
    assert same(book_of(out), book), dump(book)
    assert comments(out) == comments(text)
    written = format_book(book)
    assert same(book_of(written), book), written
    assert formatted(written) == written
    assert "\t" not in out
    assert all(line == line.rstrip() for line in out.split("\n"))
    assert "\n\n\n" not in out


WRITTEN = every(24, TEXTS)
"""Each text is parsed a dozen times, so the suite takes a few of the texts and the soak all."""


@pytest.mark.parametrize("name", EACH_BOOK)
def test_every_rulebook_of_the_library_is_in_its_form(name):
    source = Source(name, find(name).read_text("utf-8"))
    assert format_text(source)[0] == source.text


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_the_laws_hold_for_texts_that_people_wrote(path):
    check_laws(path.read_text())


@pytest.mark.parametrize("examples", every(2, [40, 2000]))
def test_the_laws_hold_for_random_sentences(examples):
    many = settings(max_examples=examples)
    many(given(st.integers(0, 2**32), st.integers(5, 120))(laws_of_a_sentence))()


def laws_of_a_sentence(seed, length):
    text = sentence(Random(seed), length, comments=0.2)
    book, problems = parse(Source("test", text))
    if book is None:
        # The grammar allows duplicates, a base in wrong places and stacked operators, which are refused later.
        assert problems[0].code in ("E131", "E103", "E104", "E113", "E141", "E143"), (text, problems)
        return
    check_laws(text)


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("fact a = ( 1+2 )*3", "fact a = (1 + 2) * 3"),
        ("fact a = - 1 - -2", "fact a = -1 - -2"),
        ("fact a = not( x ) and  ( yes )", "fact a = not (x) and (yes)"),
        ("fact a = count ( x in 1 .. 3 where x>2 )", "fact a = count(x in 1..3 where x > 2)"),
        ("event e nested at most(2+3)", "event e nested at most (2 + 3)"),
        ("fact a = f ( x:1 , y : {2,3} ) . owner", "fact a = f(x: 1, y: {2, 3}).owner"),
        ("keep a [ Kind ] : 0..3=1 , hidden[src]", None),
        ("keep a[ Kind,x in Kind ] [src] : 0 .. 3=1 , hidden", "keep a[Kind, x in Kind] [src]: 0..3 = 1, hidden"),
    ],
)
def test_spaces(written, wanted):
    text = f"rulebook sample\n\n{written}\n"
    if wanted is None:
        assert format_text(Source("test", text))[0] is None
    else:
        assert formatted(text) == f"rulebook sample\n\n{wanted}\n"


CONDITIONS = st.lists(
    st.sampled_from(("n == 1", "a > 3", "not (a == 3)", "some x in 1..9: x > a", "(if a > 1 then 2 else 3) == n")),
    min_size=1,
    max_size=3,
).map(" and ".join)
VALUES = st.recursive(
    st.sampled_from(("1", "a + 1", "{x in 1..9 where x > a}")),
    lambda inner: st.builds(
        lambda cases, last, brackets: (
            "(" * brackets
            + " else ".join(f"if {condition} then {value}" for condition, value in cases)
            + f" else {last}"
            + ")" * brackets
        ),
        st.lists(st.tuples(CONDITIONS, inner), min_size=1, max_size=5),
        inner,
        st.booleans(),
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("examples", every(2, [40, 1000]))
def test_the_laws_hold_for_chains_of_cases(examples):
    many = settings(max_examples=examples)
    many(
        given(VALUES, st.sampled_from(("fact f(n 1..4) = {}", "fact f(n 1..4) = g({}, 2)")), st.integers(0, 2**32))(
            laws_of_cases
        )
    )()


def laws_of_cases(value, line, seed):
    rng = Random(seed)
    words = line.format(value).split(" ")
    broken = "".join(word + (" " if word.endswith(":") or rng.random() < 0.8 else "\n    ") for word in words)
    check_laws(f"rulebook sample\n\n{broken.strip()}\n")


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        pytest.param("{0} else {1} else 0", ["{0} else {1} else 0"], id="a short chain stays on its line"),
        pytest.param("{0}\n  else {1}\n  else 0", ["=", "    {0}", "    else {1}", "    else 0"], id="as written"),
        pytest.param(
            "{0} else {1} else {0} else {1} else {0} else {1} else 0",
            ["=", *(f"    {'else ' * (n > 0)}{{{n % 2}}}" for n in range(6)), "    else 0"],
            id="a long chain has a line for each case",
        ),
        pytest.param("g(1, {0}\n else {1} else 0)", ["g(1, {0}", "    else {1}", "    else 0)"], id="within brackets"),
        pytest.param("{0}\n  else 0", ["{0} else 0"], id="one case is no chain"),
    ],
)
def test_each_case_of_a_chain_has_a_line(written, wanted):
    cases = "if k == ox then 3", "if k == hare then n + 2"
    first, *others = (line.format(*cases) for line in wanted)
    lines = "\n".join((f"fact f(n 0..9) = {first}".replace("= =", "="), *others))
    out = formatted(f"rulebook sample\n\nfact f(n 0..9) = {written.format(*cases)}\n")
    assert out == f"rulebook sample\n\n{lines}\n"
    assert formatted(out) == out


def test_a_whole_page():
    text = """\
# The header's own comment.
rulebook   sample  "A sample" :
      summary "What it is"   # trailing


      # before players
      players 2 to 5
# before the enum

enum Kind: a,
   b,  # inside
   c   # behind
fact half = 1
fact whole = 2
action act in turn:
    # first in the body
    nothing

    if yes:
        nothing
    # between
    nothing
      # deep at the end
    # less deep
# last of all
table T(x 0..9):
  | a | 1 |   # row
  # between rows
  | long_name "Title" | 12 |
"""
    wanted = """\
# The header's own comment.
rulebook sample "A sample":
  summary "What it is"  # trailing

  # before players
  players 2 to 5

# before the enum

# inside
enum Kind: a, b, c  # behind
fact half = 1
fact whole = 2

action act in turn:
  # first in the body
  nothing

  if yes:
    nothing
  # between
  nothing
  # deep at the end
  # less deep

# last of all
table T(x 0..9):
  | a                 | 1  |  # row
  # between rows
  | long_name "Title" | 12 |
"""
    assert formatted(text) == wanted


def test_long_lines_are_broken_where_they_bind_least():
    text = (
        "rulebook sample\n\nfact long_name(p Player) = some_condition_or_other(p) and another_condition_that_is_long(p)"
        " or a_third_condition(p, p, p)\n"
    )
    out = formatted(text)
    assert all(len(line) <= 110 for line in out.splitlines())
    assert len(out.splitlines()) == 4
    assert out.splitlines()[3].startswith("    ")


def test_the_ends_of_a_range_stay_together():
    end = "a_rather_long_name_of_a_number - another_long_name_of_one - 1"
    text = f"rulebook sample\n\nfact a = count(first_of_them in 0..{end}, b in 0..n - 1 where b > 2)\n"
    lines = formatted(text).splitlines()
    assert len(lines) > 3
    assert not any(line.strip().startswith("-") or line.endswith("-") for line in lines)


def test_one_node_alone():
    book = book_of('rulebook sample\nfact a(p Player) "T" [src] = (1 + (2 * 3)) * (4)\n')
    assert format_node(book.members[0]) == 'fact a(p Player) "T" [src] = (1 + 2 * 3) * 4'
    assert format_node(book.members[0].value.left) == "1 + 2 * 3"


@pytest.mark.parametrize("text", ["{(x in y)}", "{(x in y) for z in D}", "{(x in y and b), x in y}"])
def test_brackets_that_keep_a_test_from_binding(text):
    fact = f"fact a = {text}"
    assert format_node(book_of(f"rulebook sample\n{fact}\n").members[0]) == fact
    rule = "rule r whenever (x in y or b):\n  nothing"
    assert format_node(book_of(f"rulebook sample\n{rule}\n").members[0]) == rule


def test_a_wrong_text_is_not_formatted():
    out, problems = format_text(Source("test", "rulebook sample\nfact = 3\n"))
    assert out is None
    assert problems


def test_what_a_look_says_has_its_value_behind_a_space():
    text = """look Wind:
  size (2 + 1) * 3, turned -90, crossed (it == north)
  north, east: letter (if size(it) == 2 then it else none)

fact size(w Wind) = 2
"""
    written = f'rulebook a "A":\n  players 2\n\nenum Wind: north, east\n\n{text}\nflow:\n  size(1)\n'
    tight = written.replace(" (2", "(2").replace(" -90", " - 90").replace("crossed (", "crossed(").replace("r (", "r(")
    assert formatted(tight) == written
