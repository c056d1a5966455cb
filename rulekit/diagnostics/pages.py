"""The page of each code: what it means, an example that fails, the mended one.

The pages are docs/diagnostics/CODE.md of a checkout, and lie beside this file in an installed package.
"""

from __future__ import annotations

import re
from pathlib import Path

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
