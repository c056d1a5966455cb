"""Texts of sections: their values, titles, captions and tables, in each language."""

from __future__ import annotations

from rulekit.check import check_rulebook
from rulekit.diagnostics import Source
from rulekit.model.assembly import assemble
from rulekit.model.rulebook import Config
from rulekit.model.sections import BookSection, all_sections, sections
from rulekit.prose.prose_blocks import ProseTable
from rulekit.prose.section_texts import WordedText
from rulekit.prose.speaker import Speaker, speaker
from rulekit.syntax import parse

GAME = """rulebook inns "Inns":
  players 2 to 4
  summary "For {players} players: {size(Inn)} inns, {{ and {limit}}."
  credits "Somebody"
  time "20 minutes"

enum Inn: bear "The Bear", fox "The Fox", owl "The Owl"
fact limit = 10 * 5
fact closed(i Inn, n 2..4) = i == owl and n < 4

flow "The game" "Play {limit} rounds.":
  game over, drawn

section opening:
  "{size(Inn)} inns: {Inn}. {players} of you"
    "go to \\"{bear}\\", {if players > 5 then fox else none}, of {13}."
  says flow
section signs "Signs":
  "Close them."
  shows Inn, only bear, fox "{size({bear, fox})} inns {{as they are}"
  table for each n in 2..4: "players" n, "closed" {i in Inn where closed(i, n)}
section last "Last"

words nl:
  limit: "Grens"
  Inn.bear: "De beer"
  Inn.owl: "De uil"
  section opening: text "{size(Inn)} herbergen."
  section signs: "Bordjes" "Sluit er {size({i in Inn where closed(i, 2)})}.", head_2 "dicht"
  section signs.Inn: "{size({bear, fox})} herbergen {{zo zijn ze}"
  time: "20 minuten"
"""


def said(language: str, players: int = 2) -> tuple[Speaker, list[BookSection]]:
    book, problems = parse(Source("inns.rules", GAME))
    assert book is not None, problems
    rulebook, problems = assemble([book], Config(players))
    assert rulebook is not None, problems
    model, problems = check_rulebook(rulebook)
    assert model is not None, problems
    return speaker(model, language), list(all_sections(sections(rulebook)))


def test_values_stand_in_texts_as_words_figures_titles_and_lists() -> None:
    says, (opening, signs, _) = said("en")
    assert says.section_text(opening.placed) == WordedText(
        'Three inns: The Bear, The Fox and The Owl. Two of you go to "The Bear", none, of 13.', "en"
    )
    assert says.summary("layer inns") == "For two players: three inns, { and 50}."
    assert says.summary("flow") == "Play 50 rounds."
    assert says.section_title(opening.placed) is None
    assert says.section_title(signs.placed) == WordedText("Signs", "en")
    assert said("en", 4)[0].summary("layer inns").startswith("For four players")


def test_a_table_has_a_row_for_each_value() -> None:
    says, (_, signs, last) = said("en")
    closed = [("The Owl",), ("The Owl",), ("none",)]
    rows = tuple(((str(number),), cell) for number, cell in zip((2, 3, 4), closed, strict=True))
    assert says.section_table(signs.placed) == ProseTable((("players",), ("closed",)), rows)
    assert says.section_table(last.placed) is None and says.section_text(last.placed) is None


def test_words_of_another_language_and_what_has_none_in_the_rulebooks_own() -> None:
    says, (opening, signs, last) = said("nl")
    assert says.section_text(opening.placed) == WordedText("Drie herbergen.", "nl")
    assert says.section_title(signs.placed) == WordedText("Bordjes", "nl")
    assert says.section_text(signs.placed) == WordedText("Sluit er één.", "nl")
    assert says.caption(signs.placed, signs.shows[0]) == WordedText("Twee herbergen {zo zijn ze}", "nl")
    table = says.section_table(signs.placed)
    assert table is not None and table.head == (("players",), ("dicht",)) and table.rows[0][1] == ("De uil",)
    assert says.section_title(last.placed) == WordedText("Last", "en")
    assert says.front_line("time") == WordedText("20 minuten", "nl")
    assert says.front_line("credits") == WordedText("Somebody", "en") and says.front_line("age") is None
    assert {"section last", "front credits"} & {*says.wordless_names} == {"section last"}
    german, (opening, signs, _) = said("de")
    text = german.section_text(opening.placed)
    assert text is not None and text.language == "en" and text.text.startswith("Three inns")
    assert "section opening" in german.wordless_names and "section signs" in german.wordless_names


def test_a_value_has_the_form_that_the_text_asks_for() -> None:
    text = GAME.replace(
        'section last "Last"',
        'section last "To {bear|noun}":\n  "Many {Inn|plural}, one {Inn|noun}, {owl|noun}."\n  says flow\n\nwords en:\n'
        '  Inn: noun "inn", plural "inns"\n  Inn.bear: noun "the Bear Inn"',
    )
    book, problems = parse(Source("inns.rules", text))
    assert book is not None, problems
    rulebook, problems = assemble([book], Config(2))
    assert rulebook is not None, problems
    model, problems = check_rulebook(rulebook)
    assert model is not None, problems
    last = list(all_sections(sections(rulebook)))[-1]
    says = speaker(model, "en")
    assert says.section_text(last.placed) == WordedText("Many inns, one inn, The Owl.", "en")
    assert says.section_title(last.placed) == WordedText("To the Bear Inn", "en")
