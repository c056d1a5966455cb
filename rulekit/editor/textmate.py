"""Makes the TextMate grammar of the language from the lexer's tokens and the reserved words.

With this grammar editors colour a text before the server has answered. Each rule matches within a line; if several
match at a place, the first one counts. The extension for VS Code contains the generated file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, Final

from ..syntax.lexer import PATTERN
from ..syntax.parse_table import keywords
from ..syntax.word_reading import OPENING, unusable_names

CONSTANTS: Final = ("yes", "no", "none")
OF_GROUP: Final = {
    "comment": "comment.line.number-sign.rules",
    "decimal": "invalid.illegal.number.rules",
    "joined": "invalid.illegal.number.rules",
    "number": "constant.numeric.rules",
    "text": "string.quoted.double.rules",
    "quoted": "string.quoted.other.rules",
    "curly": "invalid.illegal.quotes.rules",
    "open": "invalid.illegal.unclosed.rules",
    "foreign": "invalid.illegal.sign.rules",
    "sign": "keyword.operator.rules",
}
"""A mapping from groups of the lexer's pattern to TextMate scopes, in the order of the pattern. Spaces get no
scope; words get theirs from the rules in `textmate_grammar`."""
WORD: Final = r"[^\W\d]\w*"
TYPE: Final = "entity.name.type.rules"
CALL: Final = "entity.name.function.rules"
NAME: Final = "variable.other.rules"


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(words))


def _groups() -> dict[str, str]:
    """Return a mapping from the groups of the lexer's pattern to their regular expressions."""
    lines = (line.strip().removeprefix("| ") for line in PATTERN.pattern.split("\n"))
    found = (re.fullmatch(r"\(\?P<(\w+)>(.*)\)", line) for line in lines)
    return {one[1]: one[2].replace(r"\#", "#") for one in found if one is not None}


def textmate_grammar() -> dict[str, Any]:
    """Return the grammar as the JSON value that editors read."""
    groups = _groups()
    rules = [{"match": groups[group], "name": scope} for group, scope in OF_GROUP.items()]
    reserved = _any(unusable_names())
    opening = {"1": {"name": "keyword.control.rules"}}
    # the order of these rules is the same as in the lexer of `render/highlighting.py`
    words: list[dict[str, Any]] = [
        {
            "match": rf"\b({_any(OPENING)})[ \t]+(?!(?:{reserved})\b)([A-Z]\w*)",
            "captures": {**opening, "2": {"name": TYPE}},
        },
        {
            "match": rf"\b({_any(OPENING)})[ \t]+(?!(?:{reserved})\b)({WORD})",
            "captures": {**opening, "2": {"name": CALL}},
        },
        {"match": rf"(?<=[^.]\.){WORD}", "name": NAME},
        {"match": rf"(?!(?:{reserved})\b){WORD}(?=[(\[])", "name": NAME},
        {"match": rf"\b(?:{_any(CONSTANTS)})\b", "name": "constant.language.rules"},
        {"match": rf"\b(?:{_any(keywords())})\b", "name": "keyword.control.rules"},
        {"match": r"[A-Z]\w*", "name": TYPE},
        {"match": WORD, "name": NAME},
    ]
    return {"name": "Rulebook", "scopeName": "source.rules", "fileTypes": ["rules"], "patterns": [*words, *rules]}


def textmate_text() -> str:
    """Return the grammar as the text of its JSON file."""
    return json.dumps(textmate_grammar(), indent=2, ensure_ascii=False) + "\n"
