"""What the editor room answers about a place, on shipped books."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.diagnostics import RulekitError, Span
from rulekit.editor.completions import completions, signature, snippet
from rulekit.editor.hovers import hover
from rulekit.editor.mentions import Names, mentions_in
from rulekit.editor.navigation import definitions, family_members, references, rename, search
from rulekit.editor.structure import coloured, folds, lenses, outline_of
from rulekit.editor.workspace import Workspace
from rulekit.model.symbols import DomainSymbol
from rulekit.rulebook_files import find, names
from rulekit.syntax import parse
from tests.shipped import every, spanning

WORKSPACE = Workspace()
BASE = str(find("czar/base").resolve())
DUTCH = str(find("czar/dutch-revised").resolve())


def place(path: str, words: str, inside: int = 0) -> tuple[Workspace, str, int]:
    return WORKSPACE, path, WORKSPACE.parsed(path).source.text.index(words) + inside


def books(spans: list[Span]) -> set[str]:
    return {Path(span.source.name).stem for span in spans}


def typed(tmp_path: Path, text: str) -> tuple[Workspace, str, int]:
    """Return a workspace with a text that changes Czar's base, and the place of `¦` in it."""
    path = str((tmp_path / "typed.rules").resolve())
    whole = f"rulebook typed\n{text}"
    workspace = Workspace()
    source = WORKSPACE.parsed(BASE).source.text
    workspace.change(path, source)
    assert workspace.model(path) is None  # Czar's base leaves something to be said
    header = source.index("\n\nchapter pieces")
    whole = f"{source[:header]}\n\n{text}\n{source[header:]}"
    workspace.change(path, whole.replace("¦", ""))
    return workspace, path, whole.index("¦")


# ------------------------------------------------------------------------------------------------------------ hovers


def test_a_hover_tells_words_type_layers_sources_and_the_exact_rules():
    found = hover(*place(BASE, "fact vacant", 6), "nl")
    assert found is not None and found.span.text == "vacant"
    assert "`fact vacant`" in found.text and "type: `truth`" in found.text and "**Vrije kamers**" in found.text
    assert "> Een herberg heeft een vrije kamer voor een soort als dit alles geldt:" in found.text
    assert '[rgg "the four types: 4; no vacancy: 2"] in `base`' in found.text


def test_a_hover_tells_who_sees_a_place_and_which_layers_change_it():
    found = hover(*place(BASE, "place treasury", 7), "en")
    assert found is not None and "nobody" in found.text
    changed = hover(*place(BASE, "place purse", 7), "en")
    assert changed is not None and "replaced in `collecting`" in changed.text
    assert "changed in `without-roubles`" in changed.text


def test_a_hover_of_a_local_name_tells_its_type():
    found = hover(*place(BASE, "i Inn, k Kind"))
    assert found is not None and "`i, in fact vacant`" in found.text and "type: `Inn`" in found.text


# -------------------------------------------------------------------------------------------------------- navigation


def test_definitions_and_references_go_through_layers():
    spans = definitions(*place(BASE, "place purse", 7))
    assert books(spans) == {"collecting", "without-roubles"}
    used = place(DUTCH, "purse[")
    assert books(definitions(*used)) == {"base", "collecting"}
    assert len(books(references(*used))) > 4


@pytest.mark.parametrize("words, book", [("czar/dutch ", "dutch"), ("czar/collecting", "collecting")])
def test_a_book_that_a_header_names_is_found(words, book):
    (span,) = definitions(*place(DUTCH, words, 6))
    assert books([span]) == {book} and span.text == book


@pytest.mark.soak
def test_the_name_of_a_book_is_no_name_of_a_rule():
    """Here a place is called like a layer, which catalogs of words name, too."""
    found = rename(*place(str(find("carcassonne/messages-c2").resolve()), "replace place messages", 14), "letters")
    assert {Path(path).stem for path in found} == {"messages", "messages-c1", "messages-c2"}


@pytest.mark.parametrize(
    "name",
    spanning(
        ("czar/english", "carcassonne/messages-c2", "emissary/standard", "chess/standard", "classics/rummy"),
        ("chess/standard",),
    ),
)
def test_each_name_means_something(name):
    """Every name of a right book is found, except those that no text declares: sites, seats, directions, and what the
    language has itself."""
    path = str(find(name).resolve())
    model = WORKSPACE.model(path)
    assert model is not None
    domains = [one.domain for one in model.symbols.values() if isinstance(one, DomainSymbol)]
    made = {label for domain in domains for label in (*domain.labels, domain.name, f"{domain.name}Direction")}
    made |= {field.name for domain in domains for field in domain.fields}
    known = Names.of(family_members(WORKSPACE, path), model)
    unknown = [
        (one.name.text, one.clause)
        for node in WORKSPACE.parsed(path).nodes
        for one in mentions_in(node)
        if type(one.owner).__name__ in ("Ref", "NamedType", "Index", "Do", "Perform", "ActionClause", "AtStep")
        and one.name.text not in made | OWN
        and not re.fullmatch(r"p\d", one.name.text)
        and not one.clause.startswith("look ")  # properties of looks are words of the language
        and known.key(one) is None
    ]
    assert unknown == []


OWN = {"Player", "truth", "me", "active", "players", "ended", "winners", "assumed", "flow"}


@pytest.mark.soak
def test_a_rename_changes_all_layers_and_texts():
    found = rename(*place(BASE, "fact vacant", 6), "has_room")
    assert {Path(path).stem: len(spans) for path, spans in found.items()} == {"base": 11}
    purse = rename(*place(BASE, "place purse", 7), "pouch")
    assert len(purse) > 4 and sum(map(len, purse.values())) > 70
    assert all(span.text == "purse" for spans in purse.values() for span in spans)


@pytest.mark.parametrize("new", ["full", "not", "two words", "9", "treasury", "ü"])
def test_a_rename_that_would_break_something_is_refused(new):
    with pytest.raises(RulekitError):
        rename(*place(BASE, "fact vacant", 6), new)


def test_a_search_finds_exact_names_first():
    found = search(WORKSPACE, WORKSPACE.family(BASE), "inn")
    assert found[0].id == "table Inn" and len(found) > 3


# -------------------------------------------------------------------------------------------------------- completion


@pytest.mark.parametrize(
    "text, expected",
    every(
        4,
        [
            ("fact nn(i Inn) = va¦", "vacant"),
            ("fact nn(i Inn) = i.¦", "village"),
            ("fact nn = Kind.¦", "cossack"),
            ("fact nn(i ¦", "Inn"),
            ("act¦", "action"),
            ("replace fact ¦", "vacant"),
            ("action nn in ¦", "turn"),
            ("action nn in turn:\n  mo¦", "move"),
            ("action nn in turn:\n  choose zz in Inn\n  require zz¦", "zz"),
            ("action nn in turn:\n  this line is wrong\n  require empty(gu¦", "guest"),
            ("action nn in turn:\n  move top of ¦", "treasury"),
            ("action nn in turn:\n  do one of ¦", "turn"),
            ('fact nn "Title" [¦', "rgg"),
            ("set pawl_hof = ¦", "six"),
            ("fact nn = pawl_hof == ¦", "eight"),
            ("rule nn instead of ¦", "set_up"),
            ("rule nn instead of set_up.¦", "palace"),
            ("example nn:\n  given at ¦", "take_turn"),
            ("replace in procedure pass_turn:\n  ¦", "`passed_in_a_row += 1`"),
            ("replace in procedure pass_turn:\n  `passed_in_a_row += 1`:\n    nothing\n  ¦", "`passed_in_a_row += 1`"),
        ],
    ),
)
def test_what_may_come_next(tmp_path, text, expected):
    found = [one.text for one in completions(*typed(tmp_path, text))]
    assert expected in found


def test_completion_offers_only_what_fits(tmp_path):
    assert {one.text for one in completions(*typed(tmp_path, "fact nn(i Inn) = i.¦"))} == {
        "village", "opens_with", "guard"
    }  # fmt: skip
    assert completions(*typed(tmp_path, 'fact nn "In a text ¦')) == []
    assert completions(*typed(tmp_path, "# in a comment ¦")) == []


def test_a_clause_of_the_base_is_offered_whole(tmp_path):
    path = str((tmp_path / "evening.rules").resolve())
    workspace, text = Workspace(), 'variant evening of czar/dutch "Evening"\n\nreplace fact '
    workspace.change(path, text)
    found = [one for one in completions(workspace, path, len(text)) if one.text == "toll" and one.snippet]
    workspace.change(path, text + found[0].snippet.replace("\\", ""))
    check = workspace.check(path)
    assert [one.code for one in check.found] == ["W221", "W220"]  # it says what the base says already


def test_forms_have_blanks():
    assert snippet('action NAME in CHOICE ["Title"]:') == "action ${1:NAME} in ${2:CHOICE}:"
    assert snippet("add to table NAME [before|after NAME]: and below it rows") == "add to table ${1:NAME}:\n  $0"


def test_the_parameters_of_a_call(tmp_path):
    found = signature(*typed(tmp_path, "fact nn(i Inn) = vacant(i, ¦"))
    assert found is not None and (found.name, found.parameters, found.at) == ("vacant", ("i Inn", "k Kind"), 1)


# --------------------------------------------------------------------------------------------------------- structure


def test_the_outline_has_chapters():
    items = outline_of(WORKSPACE.parsed(BASE))
    chapters = [one for one in items if one.kind == "chapter"]
    assert len(chapters) > 3 and all(one.inside for one in chapters)
    assert "vacant" in {one.name for chapter in chapters for one in chapter.inside}


@pytest.mark.parametrize("name", spanning(names(), ("chess/standard", "czar/dutch", "dice/yacht", "mancala/kalah")))
def test_colours_folds_and_remarks_of_each_book(name):
    path = str(find(name).resolve())
    text = WORKSPACE.parsed(path).source.text
    end = 0
    for start, length, _ in coloured(WORKSPACE, path):
        assert end <= start < start + length <= len(text) and "\n" not in text[start : start + length]
        end = start + length
    assert all(low < high <= text.count("\n") for low, high in folds(WORKSPACE.parsed(path)))
    assert all(lens.span.source.name == path for lens in lenses(WORKSPACE, path))


def test_remarks_above_clauses():
    found = {lens.text for lens in lenses(WORKSPACE, str(find("czar/gentle-roubles").resolve()))}
    assert {"run this example", "replaces that of collecting"} & found
    assert any(text.startswith("changed in ") for text in (lens.text for lens in lenses(WORKSPACE, BASE)))
    own = [lens.text for lens in lenses(WORKSPACE, str(find("czar/without-roubles").resolve()))]
    assert "step through this example" in own and "strikes that of dutch" in own
    assert not any("dutch-revised" in text for text in own)  # a layer beside it, which changes the same clauses
    assert {text.split()[-2] for text in own if "example mention" in text} <= {"mentions"}


def test_unchanged_texts_after_a_session():
    """Nothing that was asked above has moved a place: the books are as a fresh parse has them."""
    parsed = WORKSPACE.parsed(BASE)
    book, _ = parse(parsed.source)
    assert book is not None and parsed.book is not None
    assert [m.span.start for m in book.members] == [m.span.start for m in parsed.book.members]
