"""Every code a message may carry, with a short title.  `rulekit explain` tells the long story of each.

One dictionary for each range, so that each room adds to its own: 1 syntax, 2 names and layers, 3 types, 4 structure,
5 knowledge, 6 options, 7 run-time faults, 8 usage and files.  `E` codes are errors, `W` codes (same ranges) warnings.
"""

from __future__ import annotations

from typing import Final

# Text, layout and grammar (syntax/).
SYNTAX: Final[dict[str, str]] = {
    "E101": "something else is expected here",
    "E102": "a word is misspelt",
    "E103": "something is missing",
    "E104": "something stands here that does not belong",
    "E105": "one sign is written for another",
    "E110": "a character that is not part of the language",
    "E111": "a text is not closed",
    "E112": "an escape that a text does not have",
    "E113": "a number is too large",
    "E120": "a tab at the start of a line",
    "E121": "a line is not aligned with any block around it",
    "E122": "a line is deeper than it may be",
    "E123": "a colon promises a block, and none follows",
    "E124": "a bracket is not closed",
    "E125": "a bracket closes nothing",
    "E130": "a reserved word is used as a name",
    "E131": "one thing is said twice",
    "E140": "the text is too long",
    "E141": "brackets, blocks or expressions are nested too deeply",
    "E142": "too many errors to go on",
}

# Names, layers and editions (model/).
NAMES: Final[dict[str, str]] = {
    "E220": "a layer replaces what is not there",
    "E221": "a layer strikes what is not there",
    "E222": "a clause is added that is already there",
    "E223": "what is set is neither an option nor a kept value",
    "E224": "two layers change the same thing, and neither comes over the other",
    "E225": "the book under this one is missing",
    "E226": "a required layer is missing",
    "E227": "the base is not the one that was pinned",
    "E228": "this cannot change during the game",
    "E229": "a clause replaced during the game has another shape",
    "E230": "two books have one name",
    "E231": "books stand over one another in a circle",
    "E232": "ranks contradict each other",
    "E233": "a layer changes a clause twice",
    "E235": "no header declares this rank",
    "W220": "a layer changes nothing",
    "W221": "a change says what is said already",
}

# Types (check/).
TYPES: Final[dict[str, str]] = {}

# Structure: flow, events, exceptions, decisions (check/).
STRUCTURE: Final[dict[str, str]] = {}

# Knowledge (check/).
KNOWLEDGE: Final[dict[str, str]] = {}

# Options and configuration (model/, pipeline).
OPTIONS: Final[dict[str, str]] = {
    "E600": "no such option",
    "E601": "no such answer, or a number out of range",
    "E602": "the wrong number of players",
    "E603": "options depend on one another in a circle",
    "E604": "the number of players is not said",
    "E605": "too few seats are named",
    "E606": "the range of an option is not known",
    "E607": "no such ruleset",
}

# Faults of a running game (machine/, engine/).
FAULTS: Final[dict[str, str]] = {
    "E701": "a number was divided by zero, or does not fit in 32 bits",
}

# Usage, files and input (pipeline, cli, play, compare, render).
USAGE: Final[dict[str, str]] = {
    "E800": "the command line does not say what to do",
    "E801": "no such command",
    "E802": "no such option on the command line",
    "E803": "a value on the command line is of the wrong form",
    "E804": "this is not on offer",
    "E810": "interrupted",
    "E811": "out of memory",
    "E812": "too much nesting to go on",
    "E813": "an error inside rulekit",
    "E830": "a file cannot be read",
    "E831": "a file cannot be written",
    "E832": "a record or save is not whole",
    "E833": "a record does not fit these rules",
    "E840": "a worked example fails",
    "E841": "an invariant does not hold",
    "E842": "hidden things show",
    "W840": "a clause is never reached",
    "E820": "no such rulebook",
    "E821": "a rulebook cannot be read",
    "E822": "a rulebook is not UTF-8 text",
    "E823": "a rulebook is too large",
    "E824": "rulebooks stand over one another in a circle",
    "E825": "too many rulebooks stand one over another",
}

CODES: Final[dict[str, str]] = {
    **SYNTAX,
    **NAMES,
    **TYPES,
    **STRUCTURE,
    **KNOWLEDGE,
    **OPTIONS,
    **FAULTS,
    **USAGE,
}
