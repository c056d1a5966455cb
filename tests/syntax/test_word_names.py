"""Keywords as names: parsed, formatted and written like any other name, wherever a name may be."""

import re
from random import Random

import pytest

from rulekit.diagnostics import Source
from rulekit.syntax import dump, format_book, parse
from rulekit.syntax.parse_table import keywords
from rulekit.syntax.word_reading import unusable_names
from tests.shipped import every

from .sentences import sentence
from .test_format import book_of, check_laws

FREE = sorted(keywords() - unusable_names())
WANTED = ("first", "open", "draw", "up", "one", "nobody")

DECLARED = """rulebook W "A case":
  players 2: W, other
  source W "A book"
  ranks W < top_rank

chapter W "Words"
chapter second after W
enum Kind: W, other
enum W: here, there
table Row(W Kind, more W):
  | W | other | W |
piece Card(W Kind open): 2 each
piece Coin(W W): (one) each
board Site: W by W + 1
place W[W]: heap of W, seen by W[1]
keep W[W in Kind]: W or none = W, each turn
keep other_keep: set of W = {W, W + 1}
position W: W, W at most W
option W: W, other
ruleset W: W = W
fact W(W Kind, b W) gives W = W + b
fact f_2 combining most = W
exception W to W(W, other) where W rank W over W = -W
choice W
action W in W:
  nothing
procedure W(W W) gives W:
  return W
event W(W Kind) answered from W
rule W when W(W) by W where W == 3:
  W()
rule r_2 before W.W over W:
  nothing
words W:
  W: "text", plural "texts"
look W:
  W, other: colour W
always W: W
"""

SAID = """rulebook book
flow:
  W = 1
  W += W
  W[W] -= W * W
  W(W, W: W)
  let W = W
  let W in W[1]
  require W and W or not W
  require W in W and (W not in W)
  require (W) == W.W and W.W.W != W(W)
  require if W then W else W
  require {W, W} == {W..W} or W == {W in W where W > W}
  choose W in W where W == 1 totalling W at least W, seen by W[1] otherwise W
  choose W of x in W
  choose W + 1 to W of x in W
  choose any number of W in W
  choose x in D, W in W
  draw W in W weighted W, hidden
  shuffle W
  shuffle W[W]
  move W(1) from W to W
  move W + 1 from W to top of W
  move top of W to bottom of W
  move random from W to W
  move W to W
  move all of W to W
  put W in W
  put W + 1 of W in W
  put every W in W
  remove W(1) from W
  if W:
    W = 2
  else if W == W:
    W(1)
  else:
    W[1] = W
  W = W
  either W:
    W = 3
  or other:
    nothing
  W = 2
  for each W in W from W where W, in chosen order:
    step W:
      W(W)
  for each x in D, W in W:
    nothing
  repeat at most W times while W:
    leave loop
  turns from W where W:
    do one of W
    otherwise:
      W -= 1
    W = 1
  announce W(W)
  show W to W[1]
  record W
  keep W: W = W
  by W:
    return W
  window from W each W where W, once each:
    may W:
      W = 1
  require count(W in W where W) == sum(W in W: W) + most(W in W: W otherwise W)
  require some W in W where W > W: W == 1
  require all W in W: W
  require (the W in W where W) == (first W in W)
  require reach from W, W to x in W where W
  require after W(W): W
  require (let W = W, x = W: W) == times seen W
  game over, ranked by W in W: W, then W

example W:
  set W = W
  given at W.W:
    W = 1
  play W(W, W: W)
  expect W == W
"""
PLAIN = "unlike_any_other"


def named(text: str, word: str) -> str:
    return re.sub(r"\bW\b", word, text)


@pytest.mark.parametrize("text", [DECLARED, SAID], ids=["declared", "said"])
@pytest.mark.parametrize("word", every(4, FREE))
def test_a_word_that_may_be_a_name_is_one_wherever_a_name_may_stand(word: str, text: str) -> None:
    plain = dump(book_of(named(text, PLAIN)))
    assert dump(book_of(named(text, word))) == plain.replace(repr(PLAIN), repr(word))
    if word in WANTED:
        check_laws(named(text, word))


def test_words_that_are_wanted_as_names_are_free() -> None:
    assert set(WANTED) <= set(FREE)
    assert len(unusable_names()) < 20


@pytest.mark.parametrize("word", sorted(unusable_names()))
def test_other_words_are_refused_once(word: str) -> None:
    _, problems = parse(Source("test", f"rulebook a\nenum Kind: {word}, other\nfact b({word} Kind) = 3\n"))
    assert [p.code for p in problems] == ["E130"]


BOTH = [
    ("piece Card(): {} each", "one"),
    ("place a: one Card, seen by {}", "nobody"),
    ("place a: heap of Card, counted by {}", "all"),
    ("choose {} to 3 of x in D", "up"),
    ("move {} from a to b", "random"),
    ("put {}(3) in a", "every"),
    ("put {} of x in a", "top"),
    ("show 3 to {}", "all"),
]
"""Lines in which a word could be a keyword or a name. Without brackets it is the keyword, in brackets the name."""


def bracketed(line: str, word: str) -> str:
    """Return the line with the name and its arguments, if it has any, in brackets."""
    return re.sub(r"\{\}(\(3\))?", lambda found: f"({found[0]})", line).format(word)


@pytest.mark.parametrize(("line", "word"), BOTH)
def test_where_nothing_tells_brackets_do(line: str, word: str) -> None:
    begun = "rulebook a\n" + ("" if line.startswith(("piece", "place")) else "flow:\n  ")
    meant = book_of(begun + bracketed(line, word) + "\n")
    plain = dump(book_of(begun + line.format(PLAIN) + "\n")).replace(repr(PLAIN), repr(word))
    assert dump(meant) == plain != dump(book_of(begun + line.format(word) + "\n"))
    assert bracketed(line, word) in format_book(meant)
    check_laws(begun + bracketed(line, word) + "\n")
    check_laws(begun + line.format(word) + "\n")


@pytest.mark.parametrize("sentences", every(2, [50, 1000]))
def test_words_as_names_in_random_sentences(sentences: int) -> None:
    """Texts that the grammar allows and the builders refuse (duplicates, a base in wrong places) are skipped."""
    read = 0
    for seed in range(sentences):
        text = sentence(Random(seed), 40, names=FREE)
        book, problems = parse(Source("test", text))
        if book is None:
            assert problems[0].code in ("E131", "E103", "E104"), (text, problems)
            continue
        read += 1
        check_laws(text)
    assert read > 0.6 * sentences
