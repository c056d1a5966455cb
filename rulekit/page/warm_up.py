"""Imports all modules and loads all data that a page may need, before the snapshot of Python's memory is made. A page
cannot load files later.

`assets/snapshot.mjs` imports this module once, when a page is built.
"""

from __future__ import annotations

import gc
import time
from importlib import import_module
from pathlib import Path

from ..prose import languages
from ..prose.grammar import grammar
from ..syntax import parse_table
from ..syntax.foreign_words import foreign_words
from ..syntax.unknown_words import advice_forms

ELSEWHERE = frozenset(
    f"rulekit.{name}"
    for name in (
        "__main__",
        "editor.example_commands",
        "editor.later",
        "editor.protocol_values",
        "editor.server",
        "engine.wasm.native_sandbox",
        "page.bundle",
        "page.editor_parts",
        "page.playground",
        "page.runtime",
        "play.parallel",
    )
)
"""Modules that are not loaded because they need something that a browser does not have."""

vars(time).setdefault("thread_time", time.process_time)  # a browser lacks it; its Python has one thread
root = Path(__file__).resolve().parent.parent
for path in sorted(root.rglob("*.py")):
    name = ".".join(path.relative_to(root.parent).with_suffix("").parts).removesuffix(".__init__")
    if name not in ELSEWHERE:
        import_module(name)
for language in languages():
    grammar(language).locale.decimal_formats  # noqa: B018 (not useless: the attribute loads the locale's file)
parse_table.table()
foreign_words()
for in_body in (False, True):
    advice_forms(in_body)
gc.collect()
gc.freeze()
