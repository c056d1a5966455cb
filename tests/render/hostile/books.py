"""Rulebooks in which every text is hostile, and the same rulebooks with harmless texts of the same length.

The two rulebooks beside this file are templates. `"@"` stands for any text, `"@1"` for a text used in several places,
`@w` for words from which rulekit removes brackets, `"@s"` for a text of at most four letters, and `"@v"` for a text in
which a brace is written `{{`, because `{` begins a value.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Final

HERE = Path(__file__).parent
BAD: Final = "top.postMessage('pwned','*')"
"""The script that hostile texts try to run."""
STARTS: Final = (
    "-", "+", "*", "1.", "1)", "#", "##", ">", ":", "|", "~~~", "```", "---", "***", "===", '=== "a"', '!!! note "a"',
    '??? note "a"', "[TOC]", "[a]: javascript:1", "*[a]: b", "{: .pwned }", "<!--", "-->", "<div markdown=1>", "]]>",
    "</title>", "%YAML", "{{ 1 }}", "@", "\\", "&lt;", "\u2028---\u2029", "\x85",
)  # fmt: skip
"""Beginnings of texts that have a meaning in Markdown, YAML or HTML at the start of a line."""
BODIES: Final = (
    (
        f'<img src=x onerror="{BAD}"><script>{BAD}</script></title><svg onload={BAD}> <!-- <a href="javascript:{BAD}">',
        f"\" onfocus={BAD} autofocus x=\" ' onclick={BAD} '><b> &quot; onclick={BAD} &#34;&#60;b&#62; &lt;b x={BAD}>",
    ),
    (
        f"*b* __b__ `b` ~~b~~ [b](javascript:{BAD}) ![b](x) <javascript:1> {{: onclick={BAD} }} {{ #pwned .pwned }}",
        "\x00\x1b[31m\x07\x7f\x85\u2028\ufffe\uffff\u202e \x02wzxhzdk:0\x03 \x02klzzwxh:0001\x03 \x02123\x03",
    ),
)
"""The contents of the texts, for each pair of rulebooks."""
SHORT: Final = ("<b>", "\"'><", "`*[]", "&lt;")

Texts = Callable[[int, str], str]
"""Returns the text for a number and a kind, which is what follows `@` in the template."""


def hostile(book: int) -> Texts:
    """Return a function that makes hostile texts, each different from the others."""

    def text(number: int, kind: str) -> str:
        if kind == "s":
            return SHORT[number % len(SHORT)]
        parts = BODIES[book] if number % 2 else BODIES[book][::-1]
        found = " ".join((STARTS[(number + 7 * book) % len(STARTS)], *parts, f"z{number}"))
        return re.sub(r"[\[\]{}~|]", "", found) if kind == "w" else found

    return text


def harmless(book: int) -> Texts:
    """Return a function that makes texts of the same lengths, with a Chinese character for each character that might
    have a meaning."""
    texts = hostile(book)

    def text(number: int, kind: str) -> str:
        return re.sub(r"[^a-z ;]", lambda sign: chr(0x4E00 + ord(sign[0]) % 0x5000), texts(number, kind))

    return text


def write(folder: Path, texts: Texts) -> tuple[str, str]:
    """Fill both templates with texts, write them into a folder, and return their paths."""
    rulebook, layer = (folder / f"{name}.rules" for name in ("hostile", "hostile_layer"))
    numbers = count(100)
    for path in (rulebook, layer):
        path.write_text(_filled((HERE / path.name).read_text(encoding="utf-8"), texts, numbers), encoding="utf-8")
    return str(rulebook), str(layer)


def _filled(book: str, texts: Texts, numbers: count[int]) -> str:
    def filled(place: re.Match[str]) -> str:
        text = texts(int(place["number"] or next(numbers)), place["kind"])
        text = text.replace("{", "{{") if place["kind"] == "v" else text
        return text.replace("\\", "\\\\").replace('"', '\\"')

    return re.sub("@(?P<kind>[vws]?)(?P<number>[0-9]*)", filled, book)
