"""`rulekit explain CODE`: the page about a message code."""

from __future__ import annotations

from textwrap import fill

from ..diagnostics.codes import code_titles, diagnostic_page, terminal_text
from .parameters import Arguments
from .result import OK, Result, usage

WIDTH = 100


def run_explain(args: Arguments) -> Result:
    code = args.code.strip("[]").upper()
    titles = code_titles()
    if code not in titles:
        hint = "every message ends with its code, such as E201; docs/diagnostics/index.md lists all codes"
        raise usage("E803", f"no message has the code `{args.code[:40]}`", code, titles, hint)
    text = diagnostic_page(code)
    return Result(OK, {"code": code, "title": titles[code], "page": text}, _wrap(terminal_text(text)))


def _wrap(text: str) -> str:
    """Return a text with its paragraphs wrapped. Indented lines, which are examples, stay unchanged."""
    lines = (line if line.startswith(" ") else fill(line, WIDTH) for line in text.splitlines())
    return "\n".join(lines)
