"""How each clause, statement and expression that begins with a word is written, one line each, for help."""

from __future__ import annotations

from typing import Final

from ..diagnostics import Help

FORMS: Final[dict[str, tuple[str, ...]]] = {
    "rulebook": ('rulebook NAME ["Title"]:',),
    "edition": ('edition NAME of BASE ["Title"]:',),
    "variant": ('variant NAME of BASE ["Title"]:',),
    "expansion": ('expansion NAME of BASE ["Title"]:',),
    "players": ("players 2 to 5 [, anticlockwise] [: seat, seat]", "players 2, 4, 6"),
    "source": ('source NAME "Title" [: "section", "section"]',),
    "ranks": ("ranks NAME < NAME",),
    "syntax": ("syntax NUMBER",),
    "comes": ("comes over NAME",),
    "replace": (
        "replace CLAUSE",
        "replace in table NAME: and below it rows",
        "replace in action NAME: and below it `LINE`: with the new lines below that",
    ),
    "strike": ("strike KIND NAME", "strike from table NAME: name, name", "strike from action NAME: `LINE`, `LINE`"),
    "add": (
        "add to table NAME [before|after NAME]: and below it rows",
        "add to enum NAME: name, name",
        "add to action NAME [in `HEADING:`] [before|after `LINE`]: and below it lines",
    ),
    "set": ("set NAME = EXPRESSION", "set OPTION = ANSWER for each example"),
    "under": ("under CONDITION:",),
    "enum": ("enum NAME [, turning]: name, name",),
    "table": ("table NAME(name TYPE, …):", "table NAME for each x in DOMAIN, y in DOMAIN [where CONDITION]"),
    "piece": ("piece NAME(name TYPE, …): NUMBER each", "piece NAME(name TYPE, …): any number"),
    "board": (
        "board NAME: 8 by 8 [, hexagonal|triangular] [, wrapped] [where CONDITION]",
        "board NAME: hexagon|triangle of side NUMBER [where CONDITION]",
        "board NAME: open for NUMBER [, hexagonal]",
        "board NAME: edges|corners of BOARD",
        "board NAME, graph:",
    ),
    "place": (
        "place NAME[TYPE]: one PIECE [, seen by WHO]",
        "place NAME: heap of|row of|stack of PIECE [, at most NUMBER] [, hidden]",
    ),
    "position": ("position NAME: name, name [at most NUMBER]",),
    "option": ("option NAME: answer, answer", "option NAME: LOW..HIGH = DEFAULT"),
    "ruling": ("ruling NAME: answer, answer",),
    "ruleset": ("ruleset NAME: option = answer, option = answer",),
    "fact": (
        "fact NAME(name TYPE, …) [gives TYPE] = EXPRESSION",
        "fact NAME(name TYPE, …) combining add [, at least NUMBER] [, at most NUMBER] = EXPRESSION",
    ),
    "exception": ("exception NAME to FACT(names) [where CONDITION] [rank R] [over NAME] = EXPRESSION",),
    "choice": ('choice NAME[, at any time [where C]] ["Title"]',),
    "action": ('action NAME in CHOICE ["Title"]:',),
    "procedure": ('procedure NAME(name TYPE, …) [gives TYPE] ["Title"]:',),
    "event": ("event NAME(name TYPE, …) [answered from PLAYER] [, in rank order]",),
    "rule": (
        "rule NAME when EVENT(names) [by q] [where CONDITION] [rank R]:",
        "rule NAME whenever CONDITION:",
        "rule NAME before|after|instead of PROCEDURE[(names)].STEP:",
    ),
    "flow": ("flow:",),
    "example": ('example NAME ["Title"]:',),
    "always": ("always NAME: CONDITION",),
    "never": ("never NAME: CONDITION",),
    "finally": ("finally NAME: CONDITION",),
    "figure": ('figure NAME[x in TYPE] [where CONDITION] "Title" = NUMBER or CONDITION',),
    "words": ('words LANGUAGE: and below it lines NAME: "text" [, plural "text"]',),
    "look": ("look NAME: and below it lines [name, name:] colour VALUE, shape VALUE",),
    "statements": ('statements SOURCE: and below it "section": and below that NUMBER "what the source says"',),
    "layout": ("layout: and below it a text for each row, names with blanks between",),
    "section": (
        'section NAME [in SECTION] [before|after SECTION] [, step|item|note|card] ["Title"]: and below it "text"',
    ),
    "says": ("says NAME, NAME.STEP, KIND NAME",),
    "shows": ('shows the box|the start|NAME [, only PLACE, PLACE] ["caption"]',),
    "chapter": ('chapter NAME [after NAME] [, reference] "Title" ["Summary"]',),
    "opening": ("opening: and below it lines play LABEL(arguments), from the beginning of the game",),
    "given": ("given [at PROCEDURE.STEP]:",),
    "play": ("play LABEL(arguments) [NUMBER times]",),
    "allow": ("allow LABEL(arguments)",),
    "refuse": ("refuse LABEL(arguments)",),
    "expect": ("expect CONDITION",),
    "choose": (
        'choose [AMOUNT of] x in DOMAIN [where CONDITION] [otherwise V] ["phrase"]',
        "choose AMOUNT of x in DOMAIN [where CONDITION] [totalling E at least N] [so that CONDITION]",
        "choose x in DOMAIN [where CONDITION], y in DOMAIN [where CONDITION]",
    ),
    "draw": ("draw x in DOMAIN [where CONDITION] [weighted NUMBER] [, seen by WHO]",),
    "shuffle": ("shuffle PLACE",),
    "move": (
        "move [NUMBER of] PIECE from PLACE to PLACE",
        "move top of|bottom of|all of PLACE to [bottom of] PLACE",
        "move item(PLACE, NUMBER) to PLACE",
        "move random from PLACE to PLACE",
    ),
    "put": ("put [every|NUMBER of] PIECE in|on PLACE",),
    "remove": ("remove [NUMBER of] PIECE from PLACE", "remove top of|all of PLACE", "remove item(PLACE, NUMBER)"),
    "let": ("let x = EXPRESSION", "let x in OPTIONAL"),
    "require": ("require CONDITION",),
    "may": ("may NAME:", "may do one of CHOICE"),
    "do": ("do one of CHOICE",),
    "either": ("either NAME: … and beside it `or NAME:` …",),
    "or": ("or NAME:, beside its `either`",),
    "by": ("by PLAYER:",),
    "at": ("at once each p in Player [where CONDITION]:",),
    "window": ("window from PLAYER each q [where CONDITION] [, once each|, first to act]:",),
    "if": ("if CONDITION:",),
    "else": ("else:", "else if CONDITION:"),
    "otherwise": ("otherwise:",),
    "for": (
        "for each x in DOMAIN [from PLAYER] [where CONDITION] [, in chosen order]:",
        "for each x in DOMAIN [where CONDITION], y in DOMAIN [where CONDITION]:",
    ),
    "repeat": ("repeat [at most NUMBER times] [while CONDITION|until CONDITION]:",),
    "rounds": ("rounds [at most NUMBER]:",),
    "turns": ("turns from PLAYER [anticlockwise] [where CONDITION] [, once each]:",),
    "leave": ("leave turn", "leave round", "leave loop"),
    "another": ("another turn",),
    "announce": ("announce EVENT(arguments)",),
    "show": ("show EXPRESSION to PLAYERS",),
    "record": ("record POSITION",),
    "forget": ("forget POSITION",),
    "game": (
        "game over, drawn",
        "game over, won by|lost by PLAYERS",
        "game over, paying p in Player: NUMBER",
        "game over, ranked by p in Player: NUMBER [, then NUMBER]",
    ),
    "step": ('step NAME ["Title"]:',),
    "return": ("return [EXPRESSION]",),
    "keep": ("keep NAME[TYPE]: TYPE [= EXPRESSION] [, each turn] [, seen by WHO]",),
}

EXPRESSIONS: Final[dict[str, tuple[str, ...]]] = {
    "some": ("some x in DOMAIN [where CONDITION]: CONDITION",),
    "all": ("all x in DOMAIN [where CONDITION]: CONDITION",),
    "the": ("the x in DOMAIN [where CONDITION]",),
    "first": ("first x in DOMAIN [where CONDITION]",),
    "reach": ("reach from SITE, x to y in DOMAIN [where CONDITION]",),
    "after": ("after MOVE(arguments): EXPRESSION",),
    "let": ("let x = EXPRESSION [, y = EXPRESSION]: EXPRESSION",),
    "top": ("top of PLACE",),
    "bottom": ("bottom of PLACE",),
    "times": ("times seen POSITION",),
}


def word_forms(word: str) -> tuple[str, ...]:
    """Return how a word is written in an expression, else in a line that it begins."""
    return EXPRESSIONS.get(word) or FORMS.get(word, ())


def form_help(word: str) -> tuple[Help, ...]:
    """Return the forms of a line that begins with this word, as help."""
    return tuple(Help(f"it is written: {form}") for form in FORMS.get(word, ()))
