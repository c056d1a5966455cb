"""The lines of a clause's body, the path of each in the syntax tree, and the search for a line that a layer quotes.

`syntax/quoted_lines.py` parses quotes; `line_amendments.py` changes the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from attrs import evolve, field, frozen

from ..diagnostics import Diagnostic, Help, Label, Span
from ..diagnostics.near import nearest
from ..syntax import nodes as s
from ..syntax.form_parts import inner_loop
from ..syntax.format import quotable_text
from ..syntax.forms import does
from ..syntax.quoted_lines import LineMeaning, read_line, says_line
from ..syntax.traversal import blocks, branches_of, lines_of_body

Path = tuple[str | int, ...]
"""The way from a clause to a node inside: names of fields, and indexes in tuples."""
Block = tuple[s.Node, ...]


@frozen(eq=False)
class FoundLine:
    """A line of a clause. It consists of `nodes`, which begin at index `start` of the block at `path`. If it is a
    heading, `block` is the path of the lines under it. The headings of branches and `else:` are lines, too; they are
    part of the statement before them."""

    path: Path
    start: int
    meaning: LineMeaning
    nodes: Block
    block: Path | None = None
    sort: Literal["line", "branch", "tail"] = "line"

    @property
    def place(self) -> Path:
        return (*self.path, self.start)

    @property
    def stop(self) -> int:
        return self.start + len(self.nodes)

    @property
    def span(self) -> Span:
        return self.nodes[0].span

    @property
    def text(self) -> str:
        """Return the line in the form in which layers quote it."""
        if isinstance(self.meaning, str):
            return f"{self.meaning}:"
        return quotable_text(self.nodes)


def lines_of_clause(clause: s.Clause) -> tuple[FoundLine, ...]:
    """Return all lines of a clause's body or of an example in written order, each heading before the lines under it."""
    found: list[FoundLine] = []
    for name in ("settings", "lines") if isinstance(clause, s.ExampleClause) else ("body",):
        found += _in_block((name,), getattr(clause, name) or ())
    return tuple(found)


def _in_block(path: Path, block: Block) -> Iterator[FoundLine]:
    at = 0
    for nodes in lines_of_body(block):  # type: ignore[arg-type]  # `block` has only lines of a body
        yield from _line(path, at, nodes)
        at += len(nodes)


def _line(path: Path, at: int, nodes: Block) -> Iterator[FoundLine]:
    here: Path = (*path, at)
    node = nodes[0]
    block = _body_path(node, here)
    yield FoundLine(path, at, nodes, nodes, block)  # type: ignore[arg-type]  # the nodes are their own meaning
    if block is not None:
        yield from _in_block(block, part_at(node, block[len(here) :]))
    for number, branch in enumerate(branches_of(node)[1:], 1):
        inner: Path = (*here, "branches", number, "body")
        yield FoundLine((*here, "branches"), number, branch, (branch,), inner, "branch")
        yield from _in_block(inner, branch.body)
    if "otherwise" in blocks(type(node)):
        word = "else" if does(node, "tests") else "otherwise"
        yield from _tail((*here, "otherwise"), word, part_at(node, ("otherwise",)))


def _tail(path: Path, word: str, block: Block | None) -> Iterator[FoundLine]:
    if block:
        # an `else` whose block is a single `if` has no line of its own: it is written `else if`
        if not (word == "else" and len(block) == 1 and does(block[0], "tests")):
            yield FoundLine(path, 0, word, block, path, "tail")
        yield from _in_block(path, block)


def _body_path(node: s.Node, path: Path) -> Path | None:
    """Return the path of the block under a heading, None if it has none. If several `for each` are written on one line,
    it is the block of the innermost one."""
    while (inner := inner_loop(node)) is not None:
        node, path = inner, (*path, "body", 0)
    if branches_of(node):
        return (*path, "branches", 0, "body")
    held = [name for name in blocks(type(node)) if name != "otherwise"]
    return (*path, held[0]) if held else None


def part_at(node: object, path: Path) -> Block:
    """Return the block at a path, which consists of the names of fields and of indexes."""
    for step in path:
        node = node[step] if isinstance(step, int) else getattr(node, step)  # type: ignore[index]  # a tuple here
    return node  # type: ignore[return-value]  # paths lead to blocks


def with_block(node: object, path: Path, change: Callable[[Block], Block | None]) -> object:
    """Return the tree with another block at a path: what `change` returns for the old one (None: no block)."""
    if not path:
        return change(node)  # type: ignore[arg-type]  # paths lead to blocks
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        assert isinstance(node, tuple)
        return (*node[:step], with_block(node[step], rest, change), *node[step + 1 :])
    assert isinstance(node, s.Node)
    return evolve(node, **{step: with_block(getattr(node, step), rest, change)})  # type: ignore[arg-type]  # any field


@frozen(eq=False)
class LineFinder:
    """Finds quoted lines of a clause. `within` quotes the headings around the lines, outermost first. Errors are added
    to `problems`."""

    clause: s.Clause
    within: Sequence[s.QuotedLine]
    problems: list[Diagnostic] = field(factory=list)

    def scope(self) -> tuple[Path, tuple[FoundLine, ...]] | None:
        """Return the path of the block under the innermost heading in `within`, and the lines of all these headings.
        Return None after an error."""
        path: Path = ()
        heads: list[FoundLine] = []
        for quoted in self.within:
            head = self._find_line(quoted, path)
            if head is None:
                return None
            if head.block is None:
                message = f"`{head.text}` has no block under it"
                self.problems.append(Diagnostic("E248", message, quoted.span, (Label(head.span, "this line"),)))
                return None
            heads.append(head)
            path = head.block
        return path, tuple(heads)

    def line(self, quoted: s.QuotedLine, scope: Path) -> FoundLine | None:
        """Return the line that a quote means, inside the block at the path `scope`. Return None after an error."""
        return self._find_line(quoted, scope)

    def _find_line(self, quoted: s.QuotedLine, scope: Path) -> FoundLine | None:
        every = [line for line in lines_of_clause(self.clause) if line.place[: len(scope)] == scope]
        read = read_line(quoted.text)
        found = [line for line in every if read is not None and says_line(read.meaning, line.meaning)]
        if len(found) == 1:
            return found[0]
        self.problems.append(self._several(quoted, found) if found else self._missing(quoted, every, scope))
        return None

    def _missing(self, quoted: s.QuotedLine, every: Sequence[FoundLine], scope: Path) -> Diagnostic:
        name = clause_in_message(self.clause)
        near = nearest(quoted.text[:60], [line.text[:60] for line in every], 0.5)
        line = next((one for one in every if one.text[:60] == near), None)
        advice: tuple[Help, ...] = ()
        labels: tuple[Label, ...] = ()
        if line is not None:
            advice = (Help(f"did you mean `{line.text}`?", quoted.span, f"`{line.text}`"),)
            labels = (Label(line.span, "the line most like it"),)
        elsewhere = read_line(quoted.text)
        others = [
            one for one in lines_of_clause(self.clause) if elsewhere and says_line(elsewhere.meaning, one.meaning)
        ]
        if scope and others:
            labels = (Label(others[0].span, "it stands here"),)
            advice = (Help("leave out `in`, or name the block in which it stands"),)
        where = "in this block of" if scope else "in"
        return Diagnostic("E246", f"no line {where} {name} is `{quoted.text}`", quoted.span, labels, help=advice)

    def _several(self, quoted: s.QuotedLine, found: Sequence[FoundLine]) -> Diagnostic:
        labels = tuple(
            Label(line.span, "here" if number else "it stands here") for number, line in enumerate(found[:5])
        )
        heads = {line.path: self._heading(line.path) for line in found}
        named = [head for head in heads.values() if head is not None]
        advice = Help("replace the whole clause, or the block around these lines")
        if len(heads) == len(found) and named:
            advice = Help(f"say in which block it stands: in `{named[0]}`")
        message = f"{len(found)} lines in {clause_in_message(self.clause)} are `{quoted.text}`"
        return Diagnostic("E247", message, quoted.span, labels, help=(advice,))

    def _heading(self, block: Path) -> str | None:
        return next((line.text for line in lines_of_clause(self.clause) if line.block == block), None)


def clause_in_message(clause: s.Clause) -> str:
    """Return a clause as messages name it."""
    return "the flow" if isinstance(clause, s.FlowClause) else f"`{clause.name.text}`"
