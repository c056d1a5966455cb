"""Makes any text safe to show: replaces the characters that a terminal would act on, and those that XML and YAML
forbid.

All output of rulekit is printed through this file: titles, names, citations, labels in a save, words of a command line,
file names. Control characters could move the cursor, change what was shown or type for the user; bidirectional controls
and line separators could show text in another order. Each is replaced by one character, so that columns stay aligned.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

INSTEAD: Final = "\ufffd"

_BIDI: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_OTHER: Final = "\u2028\u2029\u206a-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f"
"""Line separators, deprecated or invisible marks, and code points that are not characters."""
_LONE: Final = "\ud800-\udfff"
_UNFIT: Final = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{_BIDI}{_OTHER}{_LONE}]")
_UNFIT_IN_JSON: Final = re.compile(f"[\x7f-\x9f{_BIDI}{_OTHER}{_LONE}]")


def printable(text: str) -> str:
    """Return a text in which each character that a terminal would act on is replaced; line breaks and tabs stay."""
    return text if text.isascii() and text.isprintable() else _UNFIT.sub(INSTEAD, text)


def one_line(text: str) -> str:
    """Return a text as one safe line: like `printable`, but line breaks are replaced, too. So no part of the text can
    look like a line of its own."""
    return printable(text).replace("\n", INSTEAD)


def cut(text: str, most: int = 200) -> str:
    """Shorten a text that has more than `most` characters; it then ends with three dots."""
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def capital(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def with_full_stop(text: str) -> str:
    """Return the text with a full stop added, unless it ends a sentence already."""
    return text if text.endswith((".", "!", "?", "…", ":", ".”", '."')) else f"{text}."


def with_article(word: str) -> str:
    """Return a word with its article: `an action`, `a place`."""
    return f"{'an' if word.lstrip('`')[0] in 'aeiou' else 'a'} {word}"


def tenths_text(number: float) -> str:
    """Return a number with one decimal, or with none if it is whole."""
    return str(int(number)) if number == int(number) else f"{number:.1f}"


def counted(count: int, what: str, several: str = "") -> str:
    """Return a count with its noun: `1 error`, `2 errors`. `several` is the plural, if it is not formed with `s`."""
    return f"{count} {what if count == 1 else several or f'{what}s'}"


def enumerated(words: Sequence[str], last: str = "and") -> str:
    """Return words as a list: `a, b and c`."""
    return f" {last} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def in_columns(text: str) -> str:
    """Return a text in which each tab and invisible character is one column wide, so that marks in the line below line
    up."""
    return "".join(" " if c == "\t" else c if c.isprintable() else INSTEAD for c in text)


def json_escaped(text: str, encoding: str) -> str:
    """Return a JSON text with some characters escaped: those that a terminal would act on, and those that the encoding
    lacks."""
    text = _UNFIT_IN_JSON.sub(_escape, text)
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return re.sub("[^\x00-\x7f]", _escape, text)
    return text


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
