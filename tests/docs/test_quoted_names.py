"""Names and files in backticks, in docstrings and comments under `rulekit/`, exist."""

from __future__ import annotations

import builtins
import keyword
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from .source_names import SourceFile, words_in

ROOT = Path(__file__).parents[2]
RULEKIT = ROOT / "rulekit"
NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?:\(\))?")
FILE = re.compile(r"[\w./-]+\.(?:bin|css|ftl|html|js|json|lark|md|mjs|py|rules|svg|toml|txt|yml)|[\w./-]*\w/")
EXAMPLES = """
CoinsLeft FarCorner Inn.guard Russian Russians Suit Suit.cups WideGate XDirection a1_n a1_n_e a1_ne a7
bash_complete bash_source codemirror-view.js coins_left e2 e2e4 far_corner fg grammars/LANG.ftl hand_off.giver
head_2 inns lay node_modules persistent_id plural_dative quarters run_NAME travel w1n3 x/y.rules x/y/base.rules
x/y/y.rules
"""
"""Names that the tree need not have: those of imagined rulebooks, of patterns and of other programs."""


@cache
def sources() -> tuple[SourceFile, ...]:
    return tuple(map(SourceFile.read, sorted(RULEKIT.rglob("*.py"))))


@cache
def known_names() -> frozenset[str]:
    languages = [*RULEKIT.rglob("*.lark"), *RULEKIT.rglob("*.ftl")]
    found = {word for path in languages for word in words_in(path.read_text(encoding="utf-8"))}
    found.update((*keyword.kwlist, *dir(builtins)), *(one.definitions for one in sources()))
    return frozenset(found)


@cache
def known_files() -> tuple[str, ...]:
    """Return the paths of the checkout, and the texts of rulekit that can be the name of a file that it writes."""
    folders = ("rulekit", "docs", "tests", "benchmarks", "variants")
    paths = [*ROOT.glob("*.*"), *(path for folder in folders for path in (ROOT / folder).rglob("*"))]
    written = (text for one in sources() for text in one.strings if FILE.fullmatch(text))
    return tuple([f"/{path.relative_to(ROOT)}{'/' * path.is_dir()}" for path in paths] + [f"/{one}" for one in written])


@cache
def members() -> dict[str, frozenset[str]]:
    """Return the members of each class, with those of its bases; for classes of one name, those of all."""
    own, bases = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for one in (one for source in sources() for one in source.classes):
        own[one.name].update(one.own)
        bases[one.name].update(one.bases)

    def whole(name: str, below: frozenset[str] = frozenset()) -> frozenset[str]:
        inner = (whole(base, below | {name}) for base in bases.get(name, ()) if base not in below)
        return frozenset(own.get(name, ())).union(*inner)

    return {name: whole(name) for name in own}


def exists(quoted: str, source: SourceFile) -> bool:
    """Return whether a file or a name exists, or a text in backticks is neither."""
    if FILE.fullmatch(quoted):
        if (source.path.parent / quoted).exists() or any(one.endswith(f"/{quoted}") for one in known_files()):
            return True
    if not NAME.fullmatch(quoted):
        return not FILE.fullmatch(quoted)
    parts = quoted.removesuffix("()").split(".")
    if len(parts) == 2 and parts[0] in members():
        return parts[1] in members()[parts[0]]
    return all(one in source.words or one in known_names() for one in parts)


@pytest.mark.parametrize("folder", sorted({path.relative_to(RULEKIT).parts[0] for path in RULEKIT.rglob("*.py")}))
def test_what_docstrings_and_comments_quote_exists(folder: str) -> None:
    here = [one for one in sources() if one.path.relative_to(RULEKIT).parts[0] == folder]
    missing = {(str(one.path.relative_to(ROOT)), text) for one in here for text in one.quoted if not exists(text, one)}
    found = [one for one in sorted(missing) if one[1] not in EXAMPLES.split()]
    assert found == [], "correct the name, or add it to EXAMPLES if it is that of an imagined rulebook"


def test_each_example_is_quoted_and_exists_nowhere() -> None:
    examples = EXAMPLES.split()
    quoted = ((one, text) for one in sources() for text in one.quoted if text in examples)
    assert sorted({text for one, text in quoted if not exists(text, one)}) == examples


@pytest.mark.parametrize("text", ["no_such_name", "no_such_file.py", "scene/no_such/", "Domain.no_such", "no_such()"])
def test_a_missing_name_is_found(text: str) -> None:
    assert not exists(text, SourceFile.read(RULEKIT / "model" / "types.py"))


@pytest.mark.parametrize("text", ["Domain", "Domain.labels", "model/types.py", "../check/", "turns from p: …", "keep"])
def test_an_existing_name_and_other_text_pass(text: str) -> None:
    assert exists(text, SourceFile.read(RULEKIT / "model" / "types.py"))
