"""E242, E243: a word form that no grammar uses, or a sentence that does not fit its clause.

`model/word_catalogs.py` has checked that the words are for names of the rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from ...diagnostics import Help, did_you_mean
from ...model.naming import SECTION, word_name
from ...model.word_catalogs import inner_names, name_of_word
from ...syntax import nodes as s
from ..checked import CheckedModel
from ..checker import Checker

CASES: Final = ("nominative", "genitive", "dative", "accusative", "instrumental", "locative", "partitive", "vocative")
_USUAL: Final = ("noun", "plural", "gender", "says", "denies", "names", "assumed")
FORMS: Final = (*_USUAL, *CASES, *(f"plural_{case}" for case in CASES))
"""Forms of a word that the grammars use; each uses those that its language has. `assumed` translates why no source says
something."""
_OF_SECTIONS: Final = re.compile("text|search|head_[1-9]")
"""Matches the forms that a section may have: the text of one without a title, the heads of its table, and words by
which players may search for it.
"""
GENDERS: Final = ("common", "neuter", "masculine", "feminine")

_BRACKETS: Final = re.compile(r"\[([^\[\]]*)\]")
_SLOTS: Final = re.compile(r"\{([^{}|]*)(?:\|[^{}|]*\|[^{}|]*)?\}")


def word_forms(c: Checker, model: CheckedModel) -> None:
    own = c.book.header.language.text if c.book.header.language else "en"
    titled = _titles_at_clauses(c)
    clauses: dict[str, list[s.Clause]] = {}
    for placed in c.book.clauses:
        if not isinstance(placed.clause, s.WordsClause | s.LookClause):
            clauses.setdefault(word_name(placed.clause.kind, placed.clause.name.text), []).append(placed.clause)
    for placed in c.book.clauses:
        if isinstance(placed.clause, s.WordsClause):
            for word in placed.clause.entries:
                for form in word.forms:
                    if name_of_word(word).startswith(f"{SECTION} ") and _OF_SECTIONS.fullmatch(form.key.text):
                        continue
                    _form(c, form, clauses.get(name_of_word(word), []), word.item is not None)
                if word.title and placed.clause.name.text == own:
                    _report_second_title(c, word, titled)


def _form(c: Checker, form: s.WordForm, clauses: list[s.Clause], inner: bool) -> None:
    """Check the form of a word. `inner` says that the word is a name inside a clause, such as an attribute, whose
    sentences may use `{1}` and `{value}`."""
    key, value = form.key.text, form.value.value
    if key not in FORMS:
        advice = did_you_mean(key, FORMS, form.key.span)
        c.report.add("E242", form.key.span, f"no grammar asks for the `{key}` of a word", expected=FORMS, help=advice)
    elif not value.strip():
        c.report.add("E242", form.value.span, f"the `{key}` of a word is not empty")
    elif key == "gender" and value not in GENDERS:
        advice = did_you_mean(value, GENDERS)
        c.report.add("E242", form.value.span, f"there is no gender `{value}`", expected=GENDERS, help=advice)
    elif key in ("says", "denies"):
        _sentence(c, form.value)
        _slots(c, form.value, clauses, inner)
    elif "{" in value:
        _slots(c, form.value, clauses, inner)


def _sentence(c: Checker, text: s.Text) -> None:
    """Report a sentence that does not have exactly one finite verb in brackets, which grammars move or negate."""
    verbs = _BRACKETS.findall(text.value)
    rest = _BRACKETS.sub("", text.value)
    example = 'as in `"{i} [is] full"`, `"{p} [lies|does not lie] in {r}"`'
    if len(verbs) != 1:
        many = "no verb" if not verbs else f"{len(verbs)} verbs"
        message = f"a sentence has its one verb in square brackets, and this has {many} in them"
        c.report.add("E243", text.span, message, help=[example])
    elif "[" in rest or "]" in rest or not all(part.strip() for part in verbs[0].split("|")) or verbs[0].count("|") > 1:
        message = "between the brackets stands a verb, or a verb, `|` and its negative"
        c.report.add("E243", text.span, message, help=[example])
    elif text.value.count("~") > 1:
        c.report.add("E243", text.span, "`~` marks the one place where `not` goes")


def _slots(c: Checker, text: s.Text, clauses: list[s.Clause], inner: bool) -> None:
    found = _wrong_slot(text.value, tuple(clauses), inner)
    if found is not None:
        c.report.add("E243", text.span, found[0], help=found[1])


@lru_cache(maxsize=4096)  # the same words and clauses occur in every configuration
def _wrong_slot(text: str, clauses: tuple[s.Clause, ...], inner: bool) -> tuple[str, tuple[Help | str, ...]] | None:
    """Return the first mistake in the slots of a sentence and its fix; None if there is no mistake. A slot names a
    parameter of the clause; each parameter needs one. With `inner`, the sentence is for an attribute and may use `{1}`
    and `{value}`, which are also allowed for kept values and facts: `{1} [lies] in {value}`."""
    slots = _SLOTS.findall(text)
    if not clauses:
        return None  # a layer removed the clause, so there is nothing to compare with
    if "{" in _SLOTS.sub("", text) or "}" in _SLOTS.sub("", text):
        return "a slot is a name between `{` and `}`", ()
    wanted = [places for clause in clauses if (places := _slot_names(clause)) is not None and not inner]
    known = {name for places in wanted for place in places for name in place}
    known |= {name.text for clause in clauses if _slot_names(clause) is None for name in inner_names(clause)}
    if inner:
        known = {"1", "value"}
    elif any(isinstance(clause, s.KeepClause | s.FactClause) for clause in clauses):
        known.add("value")
    for slot in slots:
        if slot not in known:
            name = clauses[0].name.text
            parameters = ", ".join(f"`{{{one}}}`" for one in sorted(known, key=str.isdigit))
            usual = f"its slots are {parameters}" if parameters else "it has no parameters"
            return f"`{name}` has no parameter `{slot}`", did_you_mean(slot, known) or (usual,)
    for places in wanted:
        for place in places:
            if not set(place) & set(slots):
                message = f"this leaves out the parameter `{place[0]}` of `{clauses[0].name.text}`"
                return message, (f"say it somewhere: `{{{place[0]}}}`",)
    return None


def _slot_names(clause: s.Clause) -> list[tuple[str, ...]] | None:
    """Return, for each parameter or dimension of a clause, the names that a slot `{NAME}` may use for it; None if the
    clause has none."""
    match clause:
        case s.FactClause(params=params) | s.ProcedureClause(params=params) | s.EventClause(params=params):
            return [(param.name.text,) for param in params]
        case s.PlaceClause(dimensions=dims) | s.KeepClause(dimensions=dims):
            return [(dim.name.text, str(at)) if dim.name else (str(at),) for at, dim in enumerate(dims, 1)]
    return None


def _titles_at_clauses(c: Checker) -> dict[tuple[str, str], s.Text]:
    """Return the titles that clauses and items have where they are written, keyed by the names of clause and item."""
    found: dict[tuple[str, str], s.Text] = {}
    for placed in c.book.clauses:
        clause = placed.clause
        items: Iterable[s.Item] = ()
        match clause:
            case s.EnumClause(items=items) | s.OptionClause(items=items):
                pass
            case s.TableClause(rows=rows) | s.BoardClause(rows=rows):
                items = [row.item for row in rows]
        name = word_name(clause.kind, clause.name.text)
        found |= {(name, item.name.text): item.title for item in items if item.title}
        if clause.tags.title:
            found[name, ""] = clause.tags.title
    return found


def _report_second_title(c: Checker, word: s.Word, titled: dict[tuple[str, str], s.Text]) -> None:
    """Report a title in `words` of the book's own language for a name that has a title at its clause."""
    there = titled.get((name_of_word(word), word.item.text if word.item else ""))
    if there is not None and word.title is not None:
        message = "this has its title where it is declared, in the language of the book"
        advice = ["leave the title out here; its forms may stay"]
        c.report.add("E242", word.title.span, message, labels=[(there.span, "here")], help=advice)
