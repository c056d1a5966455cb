"""Line amendments: a layer adds, replaces or strikes single lines of an action, a procedure, a rule, the flow or an
example.

`amend_lines` returns the changed clause and the lines that the amendment touches, or reports errors. `clause_table.py`
decides which layers may change a clause, and how several versions of a clause change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from attrs import evolve, field, frozen

from ..diagnostics import Diagnostic, Help, Label, Span
from ..syntax import nodes as s
from ..syntax.quoted_lines import read_line, says_line
from ..syntax.traversal import same, walk
from .body_lines import Block, FoundLine, LineFinder, Path, clause_in_message, lines_of_clause, part_at, with_block

Line = TypeVar("Line", bound=s.Node)
Key = tuple[str, str, int, int]
"""The identity of a line, which stays when lines around it change: its class of node, source, and start and end
there."""


@frozen(eq=False)
class TouchedLines:
    """The lines that an amendment touches: `changed` are those that it replaces or strikes, `leaned` those to which it
    refers by `before` or `in`, `made` those that it adds. `gone` are the removed lines with their places."""

    changed: frozenset[Key] = frozenset()
    leaned: frozenset[Key] = frozenset()
    made: frozenset[Key] = frozenset()
    gone: tuple[FoundLine, ...] = ()
    lost: tuple[s.QuotedLine, ...] = ()
    """Lines that the amendment names and that do not exist."""

    def meets(self, other: TouchedLines) -> bool:
        """Return whether both amendments touch the same line and at least one of them changes or adds it."""
        leans = self.leaned & (other.changed | other.made) or other.leaned & (self.changed | self.made)
        return bool(leans) or self.follows(other)

    def follows(self, other: TouchedLines) -> bool:
        """Return whether this amendment changes a line that the other one has changed or added."""
        return bool(self.changed & (other.changed | other.made)) or _names_gone(self, other)


def _names_gone(one: TouchedLines, other: TouchedLines) -> bool:
    """Return whether amendment `one` names a line that does not exist because `other` removed it."""
    read = [found.meaning for quoted in one.lost if (found := read_line(quoted.text))]
    return any(says_line(meaning, line.meaning) for meaning in read for line in other.gone)


def join_touches(found: Sequence[TouchedLines]) -> TouchedLines:
    """Return the lines that an amendment touches in at least one version of a clause. A line counts as lost only if no
    version has it."""
    if not found:
        return TouchedLines()
    lost = [touched.lost for touched in found]
    return TouchedLines(
        frozenset(key for touched in found for key in touched.changed),
        frozenset(key for touched in found for key in touched.leaned),
        frozenset(key for touched in found for key in touched.made),
        tuple(line for touched in found for line in touched.gone),
        () if any(not one for one in lost) else lost[0],
    )


def amend_lines(old: s.Clause, amendment: s.BodyAmendment) -> tuple[s.Clause | None, TouchedLines, list[Diagnostic]]:
    """Return the changed clause (None if there are errors), the lines that the amendment touches, and the
    diagnostics."""
    work = _Work(old, amendment, LineFinder(old, amendment.within))
    if isinstance(old, s.ProcedureClause) and old.body is None:
        advice = Help(f"write `procedure {old.name.text}` with all of it")
        label = Label(old.name.span, "it has no lines yet")
        message = f"what `{old.name.text}` does is still to be said"
        return None, TouchedLines(), [Diagnostic("E202", message, amendment.name.span, (label,), help=(advice,))]
    found = work.finder.scope()
    new: s.Clause | None = None
    if found is not None:
        scope, heads = found
        work.leaned.extend(heads)
        new = {"add": work.add_lines, "replace": work.replace_lines, "strike": work.strike_lines}[amendment.verb](scope)
    if new is not None:
        new = evolve(_with_whole_opening(new, work.problems), tags=_merge_tags(old.tags, amendment.tags))
    return new, work.touches(), work.problems


def _merge_tags(old: s.Tags, more: s.Tags) -> s.Tags:
    """Return the tags `old` with the title and summary of `more`, if it has them, and the citations of both."""
    there = [one for one in more.cites if not any(same(one, cite) for cite in old.cites)]
    return evolve(old, title=more.title or old.title, summary=more.summary or old.summary, cites=(*old.cites, *there))


@frozen(eq=False)
class _Work:
    clause: s.Clause
    amendment: s.BodyAmendment
    finder: LineFinder
    leaned: list[FoundLine] = field(factory=list)
    gone: list[FoundLine] = field(factory=list)

    @property
    def problems(self) -> list[Diagnostic]:
        return self.finder.problems

    def touches(self) -> TouchedLines:
        a = self.amendment
        named = [*a.struck, *(change.line for change in a.changes), *((a.beside,) if a.beside else ()), *a.within]
        missing = {d.span for d in self.problems if d.code == "E246"}
        new = [*a.lines, *(line for change in a.changes for line in change.lines)]
        titles = [(part, "", 0, 0) for part in ("title", "summary") if getattr(a.tags, part)]
        return TouchedLines(
            frozenset((*(key for line in self.gone for key in _keys(line.nodes)), *titles)),
            frozenset(_key(line.nodes[0]) for line in self.leaned),
            frozenset(_keys(new)),
            tuple(self.gone),
            tuple(quoted for quoted in named if quoted.span in missing),
        )

    # ----------------------------------------------------------------------------- adding, replacing and striking lines

    def add_lines(self, scope: Path) -> s.Clause | None:
        """Return the clause with the lines added, or None after an error. By default they come at the end of the block
        `scope` or of the clause."""
        a = self.amendment
        if a.beside is None:
            return self._put_in(a.lines, scope or (_FIRST[type(self.clause)],), None)
        line = self.finder.line(a.beside, scope)
        if line is None:
            return None
        self.leaned.append(line)
        if line.sort != "line":
            self._stands_with(line, a.beside.span, "add lines inside it: `in`, and its heading")
            return None
        return self._put_in(a.lines, line.path, line.start if a.side == "before" else line.stop)

    def replace_lines(self, scope: Path) -> s.Clause | None:
        chosen: list[tuple[FoundLine, s.LineChange]] = []
        for change in self.amendment.changes:
            line = self.finder.line(change.line, scope)
            if line is None:
                continue
            if line.sort != "line":
                self._stands_with(line, change.line.span, "replace lines inside it: `in`, and its heading")
                continue
            if same(tuple(change.lines), line.nodes):
                message = f"this line of {clause_in_message(self.clause)} is replaced by what it says already"
                label = Label(line.span, "it says so here")
                self.problems.append(Diagnostic("W221", message, change.span, (label,)))
            chosen.append((line, change))
        if self._has_errors() or self._inside_one_another([(line, change.line) for line, change in chosen]):
            return None
        self.gone.extend(line for line, _ in chosen)
        clause: s.Clause | None = self.clause
        for line, change in sorted(chosen, key=lambda one: one[0].place, reverse=True):
            if clause is not None and self._fits(change.lines, line.path):
                clause = _with_lines(clause, line, change.lines)
        return None if self._has_errors() else clause

    def strike_lines(self, scope: Path) -> s.Clause | None:
        found = [(self.finder.line(quoted, scope), quoted) for quoted in self.amendment.struck]
        chosen = [(line, quoted) for line, quoted in found if line is not None]
        if self._has_errors() or self._inside_one_another(chosen):
            return None
        self.gone.extend(line for line, _ in chosen)
        clause = self.clause
        for line, _ in sorted(chosen, key=lambda one: one[0].place, reverse=True):
            clause = _with_lines(clause, line, ())
        return None if self._becomes_empty(clause, chosen) else clause

    # --------------------------------------------------------------------------------- inserting lines, and error tests

    def _put_in(self, new: Sequence[s.BodyLine], path: Path, at: int | None) -> s.Clause | None:
        """Return the clause with lines inserted into the block at `path`, before the line number `at` (None: at the
        end). Settings in an example are added to its other settings. Return None after an error."""
        settings = tuple(line for line in new if isinstance(line, s.Setting)) if path == ("lines",) else ()
        lines = tuple(line for line in new if line not in settings)
        if not self._fits(lines, path):
            return None
        clause = self.clause
        if settings:
            clause = _insert(clause, ("settings",), len(part_at(clause, ("settings",))), settings)
        if at is None and path == ("lines",):  # new lines of an example's opening come at the end of the opening
            first = tuple(line for line in lines if _is_opening(line))
            clause = _insert(clause, path, sum(map(_is_opening, part_at(clause, path))), first)
            lines = tuple(line for line in lines if not _is_opening(line))
        return _insert(clause, path, len(part_at(clause, path)) if at is None else at, lines)

    def _fits(self, new: Iterable[s.BodyLine], path: Path) -> bool:
        """Return whether the block at `path` may contain such lines: moves and tests in an example, statements
        elsewhere. Report an error if not."""
        kinds: dict[Path, tuple[type[s.Node], ...]] = {
            ("lines",): (s.Given, s.Played, s.Expect),
            ("settings",): (s.Setting,),
        }
        wanted = kinds.get(path)
        for line in new:
            if isinstance(line, wanted) if wanted else isinstance(line, s.Stmt):
                continue
            what, where = "a statement", "in a block `given:` of an example"
            if not isinstance(line, s.Stmt):
                what, where = "this line", "in an example, and not inside of `given:`"
            self.problems.append(Diagnostic("E248", f"{what} stands only {where}", line.span))
            return False
        return True

    def _stands_with(self, line: FoundLine, span: Span, how: str) -> None:
        message = f"`{line.text}` belongs to the statement that it stands under"
        self.problems.append(Diagnostic("E248", message, span, (Label(line.span, "this one"),), help=(Help(how),)))

    def _inside_one_another(self, chosen: Sequence[tuple[FoundLine, s.QuotedLine]]) -> bool:
        """Return whether one of the chosen lines is inside the block of another one. Report an error if so."""
        for one, quoted in chosen:
            for other, outer in chosen:
                inside = one.place[: len(other.place)] == other.place and one.place != other.place
                if one is not other and (inside or one.place == other.place):
                    message = f"this line goes already with `{outer.text}`"
                    label = Label(outer.span, "which stands for its whole block")
                    self.problems.append(Diagnostic("E233", message, quoted.span, (label,)))
                    return True
        return False

    def _becomes_empty(self, clause: s.Clause, chosen: Sequence[tuple[FoundLine, s.QuotedLine]]) -> bool:
        for line, quoted in chosen:
            if line.sort == "line" and line.path != ("settings",) and not part_at(clause, line.path):
                block = next((one for one in lines_of_clause(self.clause) if one.block == line.path), None)
                if block is None and len(line.path) > 1:
                    continue  # the block of an `else if` may become empty, because the `else if` then disappears, too
                what = f"`{block.text}`" if block else clause_in_message(self.clause)
                advice = f"strike {what} itself" if block else f"write `strike {self.amendment.kind}` for all of it"
                advice += ", or put `nothing` in its place" if self.amendment.kind != "example" else ""
                message = f"no line would be left of {what}"
                self.problems.append(Diagnostic("E244", message, quoted.span, help=(Help(advice),)))
                return True
        return False

    def _has_errors(self) -> bool:
        return any(problem.severity == "error" for problem in self.problems)


_FIRST: Final[dict[type[s.Clause], str]] = {
    s.ActionClause: "body",
    s.ProcedureClause: "body",
    s.RuleClause: "body",
    s.FlowClause: "body",
    s.ExampleClause: "lines",
}


def _is_opening(line: object) -> bool:
    """Return whether a line of an example belongs to the example's opening."""
    return isinstance(line, s.Played | s.Expect) and line.opening


def _opening(line: Line) -> Line:
    return evolve(line, opening=True) if isinstance(line, s.Played | s.Expect) else line


def _with_whole_opening(clause: s.Clause, problems: list[Diagnostic]) -> s.Clause:
    """Return the clause. If it is an example, every line before the last line of its opening becomes part of the
    opening, too."""
    if not isinstance(clause, s.ExampleClause):
        return clause
    end = max((n for n, line in enumerate(clause.lines, 1) if _is_opening(line)), default=0)
    if all(map(_is_opening, clause.lines[:end])):
        return clause
    for line in clause.lines[:end]:
        if isinstance(line, s.Given):
            message = "a position is given after the opening, and not in it"
            problems.append(Diagnostic("E248", message, line.span))
    return evolve(clause, lines=tuple(_opening(line) for line in clause.lines[:end]) + clause.lines[end:])


def _insert(clause: s.Clause, path: Path, at: int, new: Block) -> s.Clause:
    found = with_block(clause, path, lambda block: (*block[:at], *new, *block[at:]))
    assert isinstance(found, s.Clause)
    return found


def _with_lines(clause: s.Clause, line: FoundLine, new: Block) -> s.Clause:
    """Return the clause with the lines `new` instead of `line`. If the line is a heading, its block is removed, too."""

    def change(block: Block) -> Block | None:
        if line.sort == "tail":
            return () if line.meaning == "else" else None
        instead = [_opening(one) if any(map(_is_opening, line.nodes)) else one for one in new]
        return (*block[: line.start], *instead, *block[line.stop :])

    found = with_block(clause, line.path, change)
    assert isinstance(found, s.Clause)
    return found


def _keys(nodes: Iterable[s.Node]) -> Iterable[Key]:
    """Return the keys of lines, and of all lines in their blocks."""
    return (_key(part) for node in nodes for part in walk(node) if isinstance(part, s.BodyLine | s.Branch))


def _key(node: s.Node) -> Key:
    return type(node).__name__, node.span.source.name, node.span.start, node.span.end
