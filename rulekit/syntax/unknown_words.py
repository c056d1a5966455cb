"""A line whose first word begins no line of its block: the forms that may have been meant, never a sign put in.

The words are what people say at tables, or write in other languages; `stray_words.py` has those of the language itself
that begin a line of another kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Final

from .expected_words import clause_words
from .foreign_words import meanings
from .lexer import NAME, NEWLINE, Token
from .parse_table import keywords
from .stray_words import stray_word
from .syntax_help import FORMS

MOST_FORMS: Final = 3
"""Forms offered for one word: more would hide the likeliest."""

_STATEMENTS: Final = """
draw x in 1..6 = roll throw toss flip dice die gooi werp dobbel würfle würfeln werfe wirf
move top of PLACE to PLACE = deal give take discard grab collect deel geef pak neem gib nimm verteile teile austeilen
move PIECE from PLACE to PLACE = discard give take trade geef neem gib nimm leg_af ablegen lege_ab
shuffle PLACE = mix reshuffle shuffles meng schudden mischen
choose x in DOMAIN = pick select ask take vraag pak neem frage nimm
show EXPRESSION to PLAYERS = reveal print say tell log display peek onthul zeg vertel sage drucke
NAME += NUMBER = gain earn receive increase increment inc get krijg ontvang verhoog erhöhe erhalte bekomme
NAME -= NUMBER = pay lose spend decrease decrement dec subtract betaal verlies verlaag zahle bezahle verringere
NAME = EXPRESSION = assign make change update become wijzig ändere
let x = EXPRESSION = var const define declare int def
game over, won by PLAYERS = win wins winner victory player gameover wint winnaar gewinnt gewinner sieg
game over, drawn = end finish gameover tie quit einde stop ende exit
leave turn = end stop next skip finish endturn volgende weiter überspringe einde sla_over ende
leave loop = stop exit quit continue
nothing = skip noop continue
another turn = again extra
require CONDITION = assert check ensure must only verify controleer prüfe muss moet
announce EVENT(arguments) = trigger raise emit signal
NAME(arguments) = run execute perform invoke
for each x in DOMAIN: = foreach every iterate elke jeder
put PIECE in PLACE = place create spawn build set_up bouw baue
remove PIECE from PLACE = destroy kill capture eliminate sla schlage
return EXPRESSION = yield result
if CONDITION: = case whether given
"""
_CLAUSES: Final = """
procedure NAME: = setup init initialize prepare start begin function def func sub method opzet aufbau vorbereitung
flow: = main start begin game turn round phase play_order spel beurt spiel runde
fact NAME(name TYPE, …) = EXPRESSION = function def func fn define const constant value functie funktion konstante
keep NAME: TYPE = EXPRESSION = var variable int number bool boolean counter state let score integer variabele zähler
enum NAME: name, name = type class list values colors colours suits soort sorte art
table NAME(name TYPE, …): = struct type class data record objekt
piece NAME(name TYPE, …): NUMBER each = card cards token tokens tile tiles component item object kaart kaarten karte
place NAME: stack of PIECE = deck pile drawpile zone area container hand stapel
players 2 to 5 @ in the header = player seat seats number_of_players speler spieler
rule NAME when EVENT(names): = on when trigger handler upon
rule NAME whenever CONDITION: = win victory end goal ending scoring winner einde ende sieg ziel doel
example NAME: = test scenario case
always NAME: CONDITION = assert ensure check
action NAME in CHOICE: = move command ability zug
requires NAME @ in the header = import include use using from
option NAME: answer, answer = setting config parameter instelling einstellung
draw x in 1..6 @ in a body = dice die roll dobbelsteen würfel
source NAME "Title" @ in the header = reference citation
"""

_OF_EXAMPLES: Final = frozenset(["play", "allow", "refuse", "expect", "given", "opening"])
_IN_EXAMPLES: Final = (
    "it stands in an `example`; in the rules a procedure is called, `NAME(…)`, or a choice asked, `do one of`"
)


def unknown_first_word(
    tokens: Sequence[Token], line: int, at: int, can: frozenset[str]
) -> tuple[str, list[str]] | None:
    """What to say of a line that stopped at its first or second token, and advice; None where its first word is right
    or may be somebody's name.
    """
    head, in_body = tokens[line], "nothing" in can
    if head.kind != NAME or at > line + 1 or not (in_body or _is_top(can)):
        return None
    if head.text in can or (head.text in keywords() and not (in_body and at > line)):
        return None
    kinds = _declared_as(tokens, head.text) if in_body else frozenset[str]()
    if "procedure" in kinds:
        call = f"{head.text}()" if tokens[at].kind == NEWLINE else f"{head.text}(…)"
        return f"`{head.text}` is a procedure", [f"a procedure is called with brackets: `{call}`"]
    if kinds:
        return None
    for english, _ in meanings(head.text):
        stray = stray_word(english, can)
        if stray is not None:
            return f"{stray[0]} (`{head.text}` is `{english}`)", [stray[1]]
    what = "statement" if in_body else "clause"
    if head.text in keywords():
        return f"`{head.text}` begins no {what}", [_IN_EXAMPLES] if head.text in _OF_EXAMPLES else []
    advice = [*_foreign(head.text, can), *_forms(in_body).get(head.text.lower(), ())][:MOST_FORMS]
    if in_body:
        advice.append(_of_names(tokens, line, at))
    return f"there is no {what} `{head.text[:40]}`", advice


def _foreign(word: str, can: frozenset[str]) -> list[str]:
    """How a line is written whose first word this may be in another language."""
    words = [english for english, _ in meanings(word) if english in can]
    return [f"`{word}` is `{one}`; it is written: {form}" for one in words for form in FORMS.get(one, ())[:2]]


def _is_top(can: frozenset[str]) -> bool:
    return clause_words() <= can


def _of_names(tokens: Sequence[Token], line: int, at: int) -> str:
    name = tokens[line].text[:40]
    if tokens[at].kind == NEWLINE:
        return f"a procedure is called with brackets: `{name}()`"
    return f"a line that begins with a name calls a procedure, `{name}(…)`, or gives a value, `{name} = …`"


def _declared_as(tokens: Sequence[Token], name: str) -> frozenset[str]:
    """The words before this name where it is given in this text: its kinds, or of a local."""
    given = clause_words() | {"let", "each", "choose", "draw"}
    return frozenset(a.text for a, b in pairwise(tokens) if b.text == name and b.kind == NAME and a.text in given)


@cache
def _forms(in_body: bool) -> dict[str, tuple[str, ...]]:
    """The advice for each word: what it may mean."""
    found: dict[str, list[str]] = {}
    for row in (_STATEMENTS if in_body else _CLAUSES).strip().splitlines():
        said, _, words = row.rpartition(" = ")
        form, _, where = said.partition(" @ ")
        for word in words.split():
            found.setdefault(word, []).append(f"perhaps you mean `{form}`{f' {where}' if where else ''}")
    return {word: tuple(forms) for word, forms in found.items()}
