"""`rulekit explain CODE`: what a code of a message means, an example that gets it, and the example mended."""

from __future__ import annotations

from textwrap import fill

from ..diagnostics.codes import CODES
from ..diagnostics.pages import diagnostic_page, terminal_text
from .parameters import Arguments
from .result import OK, Result, usage

WIDTH = 100


def run(args: Arguments) -> Result:
    code = args.code.strip("[]").upper()
    if code not in CODES:
        hint = "a code is a letter and three digits, such as E201; docs/diagnostics lists them all"
        raise usage("E803", f"there is no code `{args.code[:40]}`", code, CODES, hint)
    text = diagnostic_page(code)
    title = f"{code}: {CODES[code]}"
    told = title if text is None else _wrapped(terminal_text(text))
    return Result(OK, {"code": code, "title": CODES[code], "page": text}, told)


def _wrapped(text: str) -> str:
    """Paragraphs within the width; examples as they are."""
    lines = (line if line.startswith(" ") else fill(line, WIDTH) for line in text.splitlines())
    return "\n".join(lines)
