"""Things of different kinds with the same name each keep their own title and translation."""

from __future__ import annotations

import re

from rulekit.diagnostics import Source
from rulekit.model.rulebook import Config
from rulekit.pipeline import check_configuration
from rulekit.prose import blocks_text, speaker
from rulekit.prose.titles import titles_and_summaries
from rulekit.syntax import format_book, parse

KINDS = ("layer", "chapter", "rule", "keep", "branch", "example", "figure", "invariant", "source")
BOOK = """rulebook trick "Trick layer":
  players 2
  source trick "Trick source"
chapter trick "Trick chapter" "Of the chapter."
keep trick "Trick keep": truth = no
procedure take() "Take":
  step it "It":
    either trick "Trick branch":
      trick = yes
    or leave_it "Leave":
      trick = no
rule trick after take.it "Trick rule" "Of the rule.":
  trick = yes
flow:
  turns from p1:
    take()
    game over, drawn
example trick "Trick example":
  play trick
  expect trick
figure trick "Trick figure" = 1
always trick "Trick invariant": yes
"""
WORDS = "words nl:\n" + "".join(f'  {kind} trick: "Truc {kind}"\n' for kind in KINDS)


def said(text: str, language: str, above: str = "") -> dict[str, str]:
    """Return, in a language, the title of each thing by its id, and the text of its clause by "=" and the id."""
    books = []
    for one in filter(None, (text, above)):
        book, problems = parse(Source("trick.rules", one))
        assert book is not None, problems
        books.append(book)
    model, found = check_configuration(books, Config(2))
    assert model is not None, found
    voice = speaker(model, language)
    out = {word.name: voice.title(word.name) for word, *_ in titles_and_summaries(model.rulebook.header, ())}
    for placed in model.rulebook.clauses:
        if placed.clause.kind not in ("words", "look", "statements"):
            spoken = voice.clause(placed)
            out[placed.id] = "".join(p if isinstance(p, str) else p.text for p in spoken.title)
            out[f"={placed.id}"] = blocks_text(spoken.exact)
    return out


def test_each_has_its_own_title() -> None:
    for text, language, stem in ((BOOK, "en", "Trick"), (BOOK + WORDS, "nl", "Truc")):
        found = said(text, language)
        for kind in KINDS:
            if kind not in ("branch", "layer", "source", "keep"):
                assert found[f"{kind} trick"] == f"{stem} {kind}"
        assert found["keep trick"] == f"{stem} keep"
        assert found["layer trick"] == f"{stem} layer"


def test_what_is_offered_goes_by_its_own_title() -> None:
    for text, language, stem in ((BOOK, "en", "Trick"), (BOOK + WORDS, "nl", "Truc")):
        found = said(text, language)
        for clause in ("=procedure take", "=example trick"):
            titles = set(re.findall(rf"{stem} (\w+)", found[clause]))
            assert "branch" in titles and not titles & {"rule", "chapter", "example", "layer"}


LATER = """rulebook game "Game":
  players 2
keep trick "Trick keep": truth = no
procedure take() "Take":
  step it "It":
    trick = yes
flow:
  turns from p1:
    take()
    game over, drawn
words nl:
  trick: "De truc"
"""
ABOVE = """variant more of game "More"
rule trick after take.it "After":
  trick = no
"""


def test_a_later_layer_takes_no_word_away() -> None:
    found = said(LATER, "nl", ABOVE)
    assert found["keep trick"] == "De truc" and found["rule trick"] == "Trick"


def test_the_kind_is_kept_by_the_formatter() -> None:
    book, _ = parse(Source("trick.rules", BOOK + WORDS))
    assert book is not None
    written = format_book(book)
    assert all(f'  {kind} trick: "Truc {kind}"' in written for kind in KINDS)
