"""Each code of a message with its short title, and the page that explains it.

The first digit is the range: 1 syntax, 2 names and layers, 3 types, 4 structure, 5 knowledge, 6 options, 7 run-time
faults, 8 usage and files.  `E` codes are errors, `W` codes warnings; E142 and W402 only note something.  The pages are
docs/diagnostics/CODE.md of a checkout, or beside this file in an installed package.  It is one list, so it is long.
"""

from __future__ import annotations

import re
from pathlib import Path
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
    "E114": "a name is too long",
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
    "E143": "a version of the language that is not read here as it stands",
}

# Names (check/); layers and editions (model/).
NAMES: Final[dict[str, str]] = {
    "E201": "an unknown name",
    "E202": "a name of the wrong sort",
    "E203": "a name that is already taken",
    "E204": "the same thing twice",
    "E205": "a constant that may be several",
    "E206": "the wrong number of parts",
    "E207": "an argument that is not a parameter, or is given twice",
    "E208": "an unknown attribute",
    "E209": "a thing described by means of itself",
    "E210": "an unknown type",
    "E211": "an example plays a move that does not exist",
    "E212": "an unknown source",
    "W203": "a thing that is never used",
    "W204": "a value that is named and never used",
    "W205": "a section that the source does not declare",
    "W206": "a statement that nothing says",
    "W207": "a statement that is set aside, and said",
    "W208": "a statement of too many words",
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
    "E236": "a chapter that is not there",
    "E237": "a marker of a chapter that cannot be so",
    "E238": "chapters come after one another in a circle",
    "E239": "a property that no look has",
    "E241": "words for a name that is not there",
    "E242": "a form that no word has",
    "E243": "a sentence that does not fit its clause",
    "E244": "nothing would be left",
    "E245": "a clause that is about nobody",
    "E246": "a line that the base does not have",
    "E247": "a line that the base has more than once",
    "E248": "a line where it cannot stand",
    "E249": "a statement that the source does not have",
    "E250": "two statements of one number",
    "E251": "a word that could be for several things",
    "W220": "a layer changes nothing",
    "W221": "a change says what is said already",
}

# Types (check/).
TYPES: Final[dict[str, str]] = {
    "E301": "a value of the wrong type",
    "E303": "nobody is deciding here",
    "E304": "the wrong number of indices",
    "E305": "a value without attributes",
    "E306": "a value that may be none",
    "E307": "alternatives of different types",
    "E308": "a place without order",
    "E309": "a fact whose type must be given",
    "E310": "values that do not go together",
    "E311": "an enumeration that does not turn",
    "E312": "a division by zero",
    "E313": "nothing to run over",
    "E314": "a number is needed",
    "E315": "a set of mixed or impossible members",
    "E316": "a type that cannot stand here",
    "E317": "a reach that does not stay in one domain",
    "E318": "a procedure used as a value",
    "E319": "the wrong sort of argument",
    "E320": "an opponent where there are not two players",
    "E321": "a value that is never none",
    "E322": "a place or a set is needed",
    "E323": "a place of one holds one",
    "E324": "the type of a fact that is to be said",
    "E325": "a value whose type is unknown",
    "E326": "a thing that cannot be set",
    "E327": "which piece of a place is meant",
    "E328": "a place for other pieces",
    "E329": "all of an endless supply",
    "E330": "choosing one and choosing several differ",
    "E331": "a total of negative numbers",
    "E332": "what has no size is counted by nobody",
    "E333": "no row has these attributes",
    "E334": "a row that has a name is called by its attributes",
    "E335": "a value that a look cannot have",
    "E336": "a look of something else",
    "W301": "a number that never fits",
}

# Structure: flow, events, exceptions, decisions (check/).
STRUCTURE: Final[dict[str, str]] = {
    "E401": "a game without a flow",
    "E402": "something is still to be said",
    "E404": "a choice without actions",
    "E405": "a circle without a bound",
    "E406": "`after` over what asks or draws",
    "E407": "leaving what one is not in",
    "E408": "a return that does not belong",
    "E409": "a procedure that may end without its value",
    "E412": "two steps of one name",
    "E413": "an unknown step",
    "E414": "two rules instead of one step",
    "E416": "`over` names no rival",
    "E417": "a rule over itself",
    "E418": "exceptions that contradict each other",
    "E419": "too many options",
    "E420": "a requirement where nothing is chosen",
    "E430": "an example inside what `after` looks beyond",
    "E431": "an order where nothing is put in order",
    "E432": "`over` against the ranks",
    "E440": "an example gives a label parameters that it never has together",
    "E441": "an example plays what can never be on offer",
    "E442": "a choice of several things has room for too few copies",
    "E443": "a choice of several things has too many ways to be completed",
    "E450": "a position that is laid out asks or ends something",
    "E451": "an example for a number of players that the game does not have",
    "E452": "an example that does not apply",
    "E453": "no such example",
    "W402": "an edition is still to say something",
    "W411": "a statement that is never reached",
    "W412": "a value that is never put back",
    "W413": "a position that is never recorded",
    "W414": "an option that may lead nowhere",
    "W430": "a name that hides a constant",
    "W431": "a new name that looks like something else",
    "W440": "an example refuses what can never be on offer",
}

# Knowledge (check/).
KNOWLEDGE: Final[dict[str, str]] = {
    "E501": "a decision that depends on what its player does not see",
    "E502": "a condition that tells what is hidden",
    "E503": "an audience whose members need not know it",
    "E504": "a value that tells what is hidden",
    "E505": "a choice at once that is seen too early",
    "E506": "a choice at once with another audience",
    "E507": "whose turn it is tells what is hidden",
    "E508": "a pick from something hidden that all see",
    "E509": "too involved to follow who can know what",
}

# Options and configuration (model/, pipeline); sizes (check/).
OPTIONS: Final[dict[str, str]] = {
    "E600": "no such option",
    "E601": "no such answer, or a number out of range",
    "E602": "the wrong number of players",
    "E603": "options depend on one another in a circle",
    "E604": "the number of players is not said",
    "E605": "too few seats are named",
    "E606": "the range of an option is not known",
    "E607": "no such ruleset",
    "E620": "a value that is not known before the game",
    "E621": "a value out of range",
    "E622": "an empty range",
    "E623": "too large",
    "E624": "a domain without members",
    "E625": "a place that must say how many it holds",
    "E626": "the game takes too much memory",
}

# Faults of a running game (machine/, engine/).
FAULTS: Final[dict[str, str]] = {
    "E701": "a number was divided by zero, or does not fit in 32 bits",
    "E702": "a number leaves its range",
    "E703": "a place has no room",
    "E704": "a piece is not there to be taken",
    "E705": "too many steps, calls or positions",
    "E706": "a member that does not exist",
    "E707": "`the` does not find exactly one",
    "E708": "the most or least of nothing",
    "E709": "a value is none and must not be",
    "E710": "a player must decide and can do nothing",
    "E711": "chance has nothing to pick from",
    "E712": "two exceptions hold that never should",
    "E713": "no turn or round is under way that could be left",
}

# Usage, files and input (rulebook_files, loader, pipeline, storage/, play/, cli/).
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
    "E814": "this is not a whole game",
    "E815": "a worker has another rulekit",
    "E830": "a file cannot be read",
    "E831": "a file cannot be written",
    "E832": "a record or save is not whole",
    "E833": "a record does not fit these rules",
    "E834": "a save that does not say its rules",
    "E835": "the game of a save has mistakes",
    "E836": "standard output cannot be written",
    "E837": "a file or folder that is not an earlier output",
    "E838": "something that this needs is not installed",
    "E840": "a worked example fails",
    "E841": "an invariant does not hold",
    "E842": "hidden things show",
    "E843": "a worked example breaks a promise",
    "W840": "a clause is never reached",
    "W841": "a name without a word in a language",
    "E820": "no such rulebook",
    "E821": "a rulebook cannot be read",
    "E822": "a rulebook is not UTF-8 text",
    "E823": "a rulebook is too large",
    "E824": "rulebooks stand over one another in a circle",
    "E825": "too many rulebooks stand one over another",
    "E870": "too many clauses",
    "E871": "too many exceptions or rules to compare",
    "E872": "too many configurations to check",
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


_COMMENT = re.compile(r"^<!--.*-->\n", re.MULTILINE)
_FENCE = re.compile(r"^```\w*\n(.*?)^```$\n?", re.MULTILINE | re.DOTALL)


def folder() -> Path:
    """Where the pages lie."""
    here = Path(__file__).resolve().parent
    installed = here / "pages"
    return installed if installed.is_dir() else here.parent.parent / "docs" / "diagnostics"


def diagnostic_page(code: str) -> str | None:
    """The page as written; None where there is none."""
    path = folder() / f"{code}.md"
    return path.read_text(encoding="utf-8") if path.is_file() else None


def terminal_text(text: str) -> str:
    """A page for a terminal: examples set in, headings without their marks."""
    text = _COMMENT.sub("", text)
    text = _FENCE.sub(lambda m: "".join(f"    {line}".rstrip() + "\n" for line in m[1].splitlines()), text)
    return re.sub(r"^#+ (.*)$", r"\1", text, flags=re.MULTILINE)
