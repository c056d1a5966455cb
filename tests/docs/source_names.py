"""Reads the names in a Python module, and the texts that its docstrings and comments quote in backticks."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from attrs import frozen

QUOTED = re.compile(r"`([^`\n]+)`")


@frozen
class ClassMembers:
    """A class with the names of its bases, and of its own fields, attributes and methods."""

    name: str
    bases: frozenset[str]
    own: frozenset[str]

    @staticmethod
    def of(node: ast.ClassDef) -> ClassMembers:
        bases = (ast.unparse(base).rpartition(".")[2] for base in node.bases)
        methods = (one.name for one in node.body if isinstance(one, ast.FunctionDef))
        return ClassMembers(node.name, frozenset(bases), frozenset((*stored([node]), *methods)))


@frozen
class SourceFile:
    """A module: the texts in its backticks, its names and words, and what other files may mean by a name."""

    path: Path
    quoted: frozenset[str]
    strings: frozenset[str]
    words: frozenset[str]
    definitions: frozenset[str]
    classes: tuple[ClassMembers, ...]

    @staticmethod
    def read(path: Path) -> SourceFile:
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        nodes = list(ast.walk(tree))
        docstrings = set(map(id, docstrings_in(nodes)))
        constants = [one for one in nodes if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        strings = frozenset(str(one.value) for one in constants if id(one) not in docstrings)
        names = (value for one in nodes if not isinstance(one, ast.Constant) for value in identifiers(one))
        defined = (name for one in nodes for name in definitions(one))
        return SourceFile(
            path,
            frozenset(quoted_in([str(one.value) for one in constants if id(one) in docstrings], text)),
            strings,
            frozenset((*names, *(word for one in strings for word in words_in(one)))),
            frozenset((path.stem, path.parent.name, *defined, *filter(str.isidentifier, strings))),
            tuple(ClassMembers.of(one) for one in nodes if isinstance(one, ast.ClassDef)),
        )


def docstrings_in(nodes: Sequence[ast.AST]) -> Iterator[ast.expr]:
    """Yield the constants that are statements of their own."""
    for node in nodes:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def quoted_in(docstrings: Sequence[str], text: str) -> Iterator[str]:
    """Yield the text in each pair of backticks in docstrings, and in the comments of a module's text."""
    comments = list[str]()
    if re.search("#.*`", text):
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        comments = [token.string for token in tokens if token.type == tokenize.COMMENT]
    yield from (found for one in (*docstrings, *comments) for found in QUOTED.findall(one))


def definitions(node: ast.AST) -> Iterator[str]:
    """Yield the names that other files may mean: of definitions, attributes, parameters and imports."""
    match node:
        case ast.FunctionDef(name=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
            yield name
        case ast.alias(name=name):
            yield from name.split(".")
        case ast.ClassDef(body=body) | ast.Module(body=body):
            yield from (node.name,) if isinstance(node, ast.ClassDef) else ()
            yield from stored(one for one in body if isinstance(one, ast.Assign | ast.AnnAssign))


def words_in(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def identifiers(node: ast.AST) -> Iterator[str]:
    """Yield the names that a node has itself."""
    for field in node._fields:
        value = getattr(node, field)
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from (one for one in value if isinstance(one, str))


def stored(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the variables and attributes that are assigned to."""
    for node in (one for outer in nodes for one in ast.walk(outer)):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
