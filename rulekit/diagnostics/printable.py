"""Text that anybody may have written, made fit to be shown: the one place that knows what a terminal would obey, and
what XML and YAML do not allow.

Titles, names, citations, labels in a save, words of a command line, names of files: whatever is printed goes through
here.  Control characters move the cursor, change what was shown or type for the user; bidirectional controls and
separators of lines show another order than is there.  Each becomes one sign, so that columns stay.
"""

from __future__ import annotations

import re
from typing import Final

INSTEAD: Final = "\ufffd"

_BIDI: Final = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_OTHER: Final = "\u2028\u2029\u206a-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e007f"
"""Line separators, deprecated or invisible marks, and code points that are no characters."""
_LONE: Final = "\ud800-\udfff"
_UNFIT: Final = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{_BIDI}{_OTHER}{_LONE}]")
_UNFIT_IN_JSON: Final = re.compile(f"[\x7f-\x9f{_BIDI}{_OTHER}{_LONE}]")


def printable(text: str) -> str:
    """Replace what a terminal would obey; lines and tabs stay."""
    return text if text.isascii() and text.isprintable() else _UNFIT.sub(INSTEAD, text)


def one_line(text: str) -> str:
    """Make text printable on one line, so that part of a line cannot begin another."""
    return printable(text).replace("\n", INSTEAD)


def in_columns(text: str) -> str:
    """Give tabs and invisible characters one column each, so that marks below line up."""
    return "".join(" " if c == "\t" else c if c.isprintable() else INSTEAD for c in text)


def json_escaped(text: str, encoding: str) -> str:
    """Return equivalent JSON without anything that a terminal would obey, in characters that the encoding has."""
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
