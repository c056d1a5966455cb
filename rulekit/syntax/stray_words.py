"""What to say of a line that begins with a word of another kind of line, or of another programming language."""

from __future__ import annotations

from typing import Final

from .expected_words import clause_words, statement_words

# What people write who come from other languages, or who forget a word.
_INSTEAD: Final = {
    "while": "repeat while CONDITION:",
    "until": "repeat until CONDITION:",
    "loop": "repeat:",
    "elif": "else if CONDITION:",
    "elsif": "else if CONDITION:",
    "elseif": "else if CONDITION:",
    "each": "for each x in DOMAIN:",
    "when": "if CONDITION:",
    "unless": "if not CONDITION:",
    "switch": "if CONDITION: … else if CONDITION: …",
    "break": "leave loop",
    "call": "NAME(arguments)",
    "var": "keep NAME: TYPE = EXPRESSION, or let NAME = EXPRESSION",
    "increase": "NAME += NUMBER",
    "pass": "nothing",
}
_IN_A_BODY: Final = {"set": "NAME = EXPRESSION", "add": "NAME += NUMBER, or put PIECE in PLACE"}
"""Words of layers that people write for a statement."""
_HEADER: Final = frozenset(
    ["summary", "source", "ranks", "requires", "comes", "pinned", "language", "syntax", "players"]
)
_FOLLOWERS: Final = frozenset(["else", "or", "otherwise"])


def stray_word(word: str, can: frozenset[str]) -> tuple[str, str] | None:
    """What to say of a line that begins with this word where only `can` may begin one; None when nothing is known."""
    if word in can:
        return None
    if word == "chapter" and "under" in can:
        hint = "chapters begin at the left margin: a book has the same ones in every configuration"
        return "`chapter` cannot stand under a condition", hint
    if word in _FOLLOWERS:
        wanted = {"else": "if", "or": "either"}.get(word, "either` or `do one of")
        return (
            f"`{word}` has no `{wanted}` right before it",
            f"set it in as deep as its `{wanted}`, with nothing between",
        )
    in_body = "nothing" in can
    if in_body and word in clause_words():
        hint = (
            f"in a body it is written: {_IN_A_BODY[word]}" if word in _IN_A_BODY else "clauses begin at the left margin"
        )
        return f"`{word}` begins a clause and cannot stand in a body", hint
    if word in statement_words() and not in_body:
        hint = "statements stand in the body of an `action`, a `procedure`, a `rule` or the `flow`"
        return f"`{word}` is a statement and cannot stand here", hint
    if in_body and word in _INSTEAD:
        return f"`{word}` does not begin a statement", f"it is written: {_INSTEAD[word]}"
    if word in _HEADER and "players" not in can:
        return f"`{word}` belongs to the header and cannot stand here", "header lines are set in under the first line"
    return None
