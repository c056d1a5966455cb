"""Each code of a message with its short title, and the page that explains it.

The first digit is the range: 1 syntax, 2 names and layers, 3 types, 4 structure, 5 hidden information, 6 options, 7
run-time faults, 8 usage and files.  `E` codes are errors, `W` codes warnings; E142 and W402 are only notes.  The pages
are docs/diagnostics/CODE.md of a checkout, or beside this file in an installed package; their index has the titles.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_LISTED = re.compile(r"^- \[(\w+)\]\(\w+\.md\): (.*)$", re.MULTILINE)
_COMMENT = re.compile(r"^<!--.*-->\n", re.MULTILINE)
_FENCE = re.compile(r"^```\w*\n(.*?)^```$\n?", re.MULTILINE | re.DOTALL)


def folder() -> Path:
    """Return the folder with the pages that explain error codes."""
    here = Path(__file__).resolve().parent
    installed = here / "pages"
    return installed if installed.is_dir() else here.parent.parent / "docs" / "diagnostics"


@cache
def code_titles() -> Mapping[str, str]:
    """Return a mapping from each diagnostic code to its title, in the order of the index page."""
    return dict(_LISTED.findall((folder() / "index.md").read_text(encoding="utf-8")))


def diagnostic_page(code: str) -> str:
    """Return the page that explains a diagnostic code, as Markdown."""
    return (folder() / f"{code}.md").read_text(encoding="utf-8")


def terminal_text(text: str) -> str:
    """Convert a Markdown page to plain text for a terminal: examples are indented, headings lose their `#`."""
    text = _COMMENT.sub("", text)
    text = _FENCE.sub(lambda m: "".join(f"    {line}".rstrip() + "\n" for line in m[1].splitlines()), text)
    return re.sub(r"^#+ (.*)$", r"\1", text, flags=re.MULTILINE)
