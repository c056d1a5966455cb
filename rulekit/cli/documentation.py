"""`rulekit explain CODE` and `rulekit site --out DIR`: the page about a message code, and the documentation as a
site."""

from __future__ import annotations

import contextlib
import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path
from textwrap import fill

from ..diagnostics import Diagnostic, Help, RulekitError
from ..diagnostics.codes import code_titles, diagnostic_page, terminal_text
from ..storage.folders import check_folder, write_folder
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
    """Wrap paragraphs to the width; indented lines, which are examples, stay as they are."""
    lines = (line if line.startswith(" ") else fill(line, WIDTH) for line in text.splitlines())
    return "\n".join(lines)


INSTALLED = Path(__file__).resolve().parents[2]
"""The folder above the running rulekit package; in a source checkout, its root."""
PARTS = ("mkdocs.yml", "docs", "rulekit/render/mkdocs_plugin.py")
"""Files that identify a source checkout."""
MOST_TOLD = 2000


def run_site(args: Arguments) -> Result:
    check_folder(args.out, "site")
    settings = _source() / "mkdocs.yml"
    if any(importlib.util.find_spec(name) is None for name in ("mkdocs", "material")):
        advice = (Help('pip install "rulekit[docs]"'),)
        raise RulekitError(Diagnostic("E838", "mkdocs with the theme Material is not installed", help=advice))
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder) / "site"
        _build(settings, built)
        files = {p.relative_to(built).as_posix(): p.read_bytes() for p in built.rglob("*") if p.is_file()}
    write_folder(args.out, files, "site")
    return Result(OK, {"folder": str(args.out), "files": len(files)}, f"wrote {len(files)} files to {args.out}")


def _source() -> Path:
    """Return the root of a source checkout: the current folder, one above it, or INSTALLED. Raise RulekitError if none
    is one."""
    with contextlib.suppress(OSError):  # the current folder may have been deleted
        here = Path.cwd()
        for folder in (here, *here.parents):
            if all((folder / part).exists() for part in PARTS):
                return folder
    if all((INSTALLED / part).exists() for part in PARTS):
        return INSTALLED
    advice = (Help("stand in a copy of its source, where `docs` and `mkdocs.yml` are, and call it from there"),)
    raise RulekitError(Diagnostic("E838", "the documentation does not come with this rulekit", help=advice))


def _build(settings: Path, folder: Path) -> None:
    """Build a site with mkdocs in a separate process, so that what mkdocs prints can be caught."""
    line = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-f", str(settings), "-d", str(folder)]
    done = subprocess.run(line, capture_output=True, text=True, check=False, cwd=settings.parent)
    if done.returncode:
        said = (done.stdout + done.stderr).strip()[-MOST_TOLD:]
        raise RulekitError(Diagnostic("E831", f"mkdocs could not build the pages: {said}"))
