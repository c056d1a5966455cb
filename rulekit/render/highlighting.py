"""Highlights rulebooks for Pygments. The tokens are those of rulekit's parser, and the keywords those of the rules
language.

`pyproject.toml` registers the lexer, so that mkdocs, Sphinx and other users of Pygments find it as `rules`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from pygments.lexer import Lexer
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, Text, _TokenType

from ..syntax.lexer import PATTERN
from ..syntax.parse_table import keywords
from ..syntax.word_reading import OPENING, unusable_names

__all__ = ["RulebookLexer"]

SIGNS: Final = frozenset("(){}[],:.|")
PLAIN: Final = {
    "space": Text.Whitespace,
    "line": Text.Whitespace,
    "comment": Comment.Single,
    "number": Number.Integer,
    "text": String.Double,
    "quoted": String.Backtick,
    "open": Error,
    "decimal": Error,
    "joined": Error,
    "foreign": Error,
    "wrong": Error,
}
"""A mapping from groups of the parser's tokens to Pygments' types. For words and signs, their text decides."""

HighlightedToken = tuple[int, _TokenType, str]


class RulebookLexer(Lexer):
    """Lexer for `.rules` files: rulebooks of tabletop games."""

    name = "rulekit rulebook"
    aliases: ClassVar[list[str]] = ["rules", "rulekit"]
    filenames: ClassVar[list[str]] = ["*.rules"]
    mimetypes: ClassVar[list[str]] = []
    url = ""

    def get_tokens_unprocessed(self, text: str) -> Iterator[HighlightedToken]:
        before = ""
        begins = True  # whether the next token is the first on its line
        for match in PATTERN.finditer(text):
            group, value = match.lastgroup or "wrong", match.group()
            opens = value  # the word after which a name is declared, else ""
            if group == "word":
                kind = _word(value, before, begins, text[match.end() :][:1])
                opens = "" if kind is Name.Class or kind is Name.Function else value
                yield match.start(), kind, value
            elif group == "sign":
                yield match.start(), Punctuation if value in SIGNS else Operator, value
            else:
                yield match.start(), PLAIN[group], value
            if group == "line":
                begins = True
            elif group != "space":
                begins, before = begins and value in ("replace", "strike"), opens


def _word(word: str, before: str, begins: bool, after: str) -> _TokenType:
    """Return the token type of a word. It depends on the context, since most words of the language can also be names.
    `before` and `after` are the tokens around it; `begins` says that it is the first on its line."""
    if before in OPENING and word not in unusable_names() and not begins:
        return Name.Class if word[0].isupper() else Name.Function
    if before == "." or (after in ("(", "[") and word not in unusable_names()):
        return Name
    if word in OPENING and begins:
        return Keyword.Declaration
    if word in ("yes", "no", "none"):
        return Keyword.Constant
    if word in keywords():
        return Keyword
    return Name.Class if word[0].isupper() else Name
