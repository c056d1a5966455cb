"""The table of clauses, to which the edits of layers are applied one at a time.

It maps the id of each clause to its versions, in written order. There is more than one version if the game may switch
between them (`clause_versions.py`). The table reports an error if an edit changes a missing clause or adds an existing
one. It also reports if two layers change the same clause, but neither declares that it comes over the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from attrs import evolve

from ..diagnostics import Diagnostic, DiagnosticSink, Help, Label, Source, did_you_mean
from ..syntax import nodes as s
from ..syntax.traversal import copy_tree, same
from .amendments import in_place_of, names_of_parts, with_amendment
from .clause_versions import LineVersions, change_during_play, in_their_place, not_during
from .edits import Edit
from .header import Stack, book_name, conflict
from .outline import DEFAULTS, marker_mistakes
from .rulebook import Placed, StruckClause
from .word_catalogs import with_supplement

_TOGETHER = {"flow": "call both parts from one flow, as procedures", "look": "write its lines under the other one"}
"""What to do about a second clause of a kind that cannot get another name."""


class ClauseTable:
    """The clauses during the application of layers. `finish` returns the result."""

    def __init__(self, stack: Stack, problems: DiagnosticSink) -> None:
        self._stack = stack
        self._problems = problems
        self._marked = any(isinstance(member, s.ChapterClause) for member in stack.books[0].members)
        self._versions: dict[str, list[Placed]] = {}
        self._taken: Counter[str] = Counter()  # the number of clauses with each id
        self._history: dict[str, list[Edit]] = {}
        self._disputes: dict[str, list[tuple[Edit, Edit, Diagnostic]]] = {}
        self._lines = LineVersions()
        self.changes: dict[str, list[tuple[s.Clause, s.Clause, Source]]] = {}
        self.effective: set[str] = set()
        """The names of the books that have changed something."""

    @property
    def strikes(self) -> Mapping[str, StruckClause]:
        """Return the names of clauses and of parts that layers struck, each with its last strike."""
        gone = (edits[-1] for id_, edits in self._history.items() if id_ not in self._versions)
        found = {e.name.text: StruckClause(e.span, book_name(e.book)) for e in gone if e.verb == "strike"}
        for edit in (e for edits in self._history.values() for e in edits):
            struck = edit.amendment.struck if edit.amendment is not None else ()
            for name in (one for one in struck if isinstance(one, s.Name)):
                found.setdefault(name.text, StruckClause(name.span, book_name(edit.book)))
        for id_, brought, edit in self._lines.names_struck():
            if id_ in self._versions:
                inside = self._versions[id_][0].clause.span
                found.setdefault(brought, StruckClause(edit.span, book_name(edit.book), inside))
        return found

    @property
    def versions(self) -> Mapping[str, list[Placed]]:
        return MappingProxyType(self._versions)

    def apply(self, edit: Edit) -> None:
        self._problems.add(*marker_mistakes(edit, edit.id in self._versions or self._is_usual_chapter(edit)))
        if edit.verb == "go on" or ((edit.verb, edit.kind) == ("strike", "chapter") and edit.id in self._versions):
            return
        if edit.verb == "set":
            named = self._settable(edit)
            if named is None:
                return
            if edit.kind == "example":
                self._set_examples(named)
                return
            edit = named
        if isinstance(edit.amendment, s.BodyAmendment):
            self._lines.touch(edit, self._versions.get(edit.id, []))
        if self._is_refused(edit):
            return
        self._history.setdefault(edit.id, []).append(edit)
        before = self._versions.get(edit.id, [])
        if edit.verb == "add":
            self._add(edit, before)
        elif not before:
            self._problems.add(self._missing(edit))
        elif isinstance(edit.amendment, s.BodyAmendment):
            self._change_lines(edit, before)
        elif edit.amendment is not None and not edit.conditions:
            clause = with_amendment(before[0].clause, edit.amendment, self._problems)
            if clause is not None:
                self._put(edit, [Placed(clause, book_name(edit.book))])
        elif edit.conditions:
            self._during(edit, before)
        elif edit.verb == "strike":
            self._count(self._versions.pop(edit.id), -1)
            self.effective.add(book_name(edit.book))
        else:
            self._replace(edit, before[0].clause)

    def finish(self) -> tuple[Placed, ...]:
        """Return all clauses in order. If a rule or exception has priority over a clause, it also gets priority over
        the versions of that clause that layers added."""
        self._problems.add(*[complaint for disputes in self._disputes.values() for _, _, complaint in disputes])
        derived: dict[tuple[str, str], list[s.Name]] = {}
        of_fact: dict[str, list[s.Name]] = {}
        for versions in self._versions.values():
            first = versions[0].clause
            names = [v.clause.name for v in versions[1:]]
            if isinstance(first, s.FactClause):
                of_fact[first.name.text] = names
            elif names:
                derived[first.kind, first.name.text] = names
        made = {n.text for names in of_fact.values() for n in names}
        return tuple(
            self._reorder(placed, derived, of_fact, made) for versions in self._versions.values() for placed in versions
        )

    def _reorder(
        self,
        placed: Placed,
        derived: Mapping[tuple[str, str], list[s.Name]],
        of_fact: Mapping[str, list[s.Name]],
        made: set[str],
    ) -> Placed:
        clause = placed.clause
        if not isinstance(clause, s.ExceptionClause | s.RuleClause):
            return placed
        more = [n for name in clause.over for n in derived.get((clause.kind, name.text), ())]
        if isinstance(clause, s.ExceptionClause) and clause.rank is None and clause.name.text not in made:
            # replacements of the fact are exceptions without a rank, over which the author's exceptions have priority
            more += of_fact.get(clause.fact.text, ())
        return evolve(placed, clause=evolve(clause, over=(*clause.over, *copy_tree(tuple(more))))) if more else placed

    def _is_usual_chapter(self, edit: Edit) -> bool:
        """Return whether an edit concerns a default chapter. Such chapters exist only if the base has no chapter
        markers."""
        return edit.name.text in DEFAULTS and edit.book is not self._stack.books[0] and not self._marked

    def _is_refused(self, edit: Edit) -> bool:
        """Return whether an edit must not be applied, because another edit of the same clause conflicts with it or has
        made the same change."""
        if edit.kind in s.JOINED and edit.verb == "add":
            return False
        mine, agreed, disputed = book_name(edit.book), False, False
        for earlier in self._history.get(edit.id, ()):
            if self._apart(edit, earlier):
                continue
            other = book_name(earlier.book)
            if edit.book is earlier.book:
                if edit.verb != "add" and not edit.conditions and (earlier.verb != "add" or not edit.under):
                    label = Label(earlier.span, "here already")
                    message = f"`{mine}` changes `{edit.id}` twice"
                    advice = Help("write it once, as it should be")
                    self._problems.add(Diagnostic("E233", message, edit.span, (label,), help=(advice,)))
                    return True
            elif not self._stack.knows(mine, other):
                if _agree(edit, earlier):
                    agreed = True
                else:
                    disputed = True
                    complaint = conflict(edit.book, earlier.book, f"`{edit.id}`", edit.span, earlier.span)
                    self._disputes.setdefault(edit.id, []).append((edit, earlier, complaint))
        if disputed:
            self._history[edit.id].append(edit)
        if disputed or agreed:
            self.effective.add(mine)
        elif edit.id in self._disputes and not edit.conditions:
            # A layer that comes over both sides of a conflict and changes the same thing resolves the conflict.
            self._disputes[edit.id] = [d for d in self._disputes[edit.id] if not self._settles(edit, d[:2])]
        return disputed or agreed

    def _settles(self, edit: Edit, sides: tuple[Edit, Edit]) -> bool:
        """Return whether an edit resolves the conflict of two other edits. Its layer must come over both, and it must
        change what at least one of them changes."""
        mine = book_name(edit.book)
        over_both = all(self._stack.knows(mine, book_name(side.book)) for side in sides)
        return over_both and not all(self._apart(edit, side) for side in sides)

    def _apart(self, a: Edit, b: Edit) -> bool:
        """Return whether two edits change different parts of a clause, so that they do not conflict."""
        if isinstance(a.amendment, s.BodyAmendment) and isinstance(b.amendment, s.BodyAmendment):
            return self._lines.apart(a, b)
        if not isinstance(a.amendment, s.Amendment) or not isinstance(b.amendment, s.Amendment):
            return False
        return not set(names_of_parts(a.amendment)) & set(names_of_parts(b.amendment))

    def _add(self, edit: Edit, before: list[Placed]) -> None:
        clause = edit.clause
        if clause is None:
            return
        if clause.kind in s.JOINED and edit.conditions:
            self._during(edit, before)  # reports an error: clauses of this kind cannot change during the game
        elif before and clause.kind in s.JOINED:
            self._put(edit, [Placed(with_supplement(before[0].clause, clause), book_name(edit.book))])
        elif before and not (is_unsaid(before[0].clause) and not is_unsaid(clause)):
            there = before[0].clause
            mine = there.span.source is clause.span.source
            flow = edit.id == "flow flow"
            other = _TOGETHER.get(clause.kind, "give one of them another name")
            advice = Help(other if mine else f"write `replace {_first_words(edit)}`")
            label = Label(there.name.span, f"written here by `{before[0].layer}`")
            message = "there is already a `flow`" if flow else f"there is already a clause `{edit.id}`"
            self._problems.add(Diagnostic("E222", message, clause.name.span, (label,), help=(advice,)))
            self._history[edit.id].pop()  # the edit has no effect; comparing thousands of such edits would be slow
        elif edit.conditions:
            self._during(edit, [])
        else:
            self._put(edit, [Placed(clause, book_name(edit.book))])

    def _during(self, edit: Edit, before: list[Placed]) -> None:
        found = len(self._problems)
        result = change_during_play(edit, before, self._taken, self._problems)
        if edit.kind == "procedure":
            self._lines.note_fork(edit)
        if len(self._problems) == found:
            self._put(edit, result)

    def _change_lines(self, edit: Edit, before: list[Placed]) -> None:
        result = self._lines.change_lines(edit, before, self._taken, self._problems)
        if result is not None:
            self._put(edit, result)

    def _count(self, versions: Iterable[Placed], by: int) -> None:
        for placed in versions:
            self._taken[placed.id] += by
            if not self._taken[placed.id]:
                del self._taken[placed.id]

    def _replace(self, edit: Edit, old: s.Clause) -> None:
        new = edit.clause or _set(old, edit)
        if isinstance(new, s.ChapterClause) and isinstance(old, s.ChapterClause) and new.after is None:
            new = evolve(new, after=old.after)
        if isinstance(new, s.SectionClause) and isinstance(old, s.SectionClause):
            new = in_place_of(new, old)
        if same(old, new):
            does = "replaces" if edit.verb == "replace" else "sets"
            message = f"`{book_name(edit.book)}` {does} `{edit.id}` by what it says already"
            label = Label(old.span, "it says so here")
            self._problems.add(Diagnostic("W221", message, edit.span, (label,)))
        else:
            self._put(edit, [in_their_place(evolve(edit, clause=new), self._versions[edit.id], self._problems)])

    def _put(self, edit: Edit, versions: list[Placed]) -> None:
        """Store the new versions of a clause instead of the old ones, and record the change."""
        stood = self._versions.get(edit.id)
        if stood and versions and not is_unsaid(stood[0].clause):
            change = (stood[0].clause, versions[-1].clause, edit.book.header.span.source)
            self.changes.setdefault(edit.id, []).append(change)
        chapter, origin = (stood[0].chapter, stood[0].origin) if stood else (edit.chapter, book_name(edit.book))
        name = chapter.text if isinstance(chapter, s.Name) else chapter
        self._count(stood or (), -1)
        self._versions[edit.id] = [Placed(v.clause, v.layer, v.conditions, v.unless, name, origin) for v in versions]
        self._count(self._versions[edit.id], 1)
        self.effective.add(book_name(edit.book))

    def _set_examples(self, edit: Edit) -> None:
        """Add a setting of an option to each example of the layers so far that does not set this option itself."""
        if edit.conditions:
            self._problems.add(not_during(evolve(edit, kind="")))
            return
        setting = s.Setting(edit.name, edit.value, span=edit.span)  # type: ignore[arg-type]  # `set` has a value
        for versions in self._versions.values():
            for at, placed in enumerate(versions):
                clause = placed.clause
                if isinstance(clause, s.ExampleClause) and edit.name.text not in (x.name.text for x in clause.settings):
                    versions[at] = evolve(placed, clause=evolve(clause, settings=(*clause.settings, setting)))
        self.effective.add(book_name(edit.book))

    def _settable(self, edit: Edit) -> Edit | None:
        """Return a `set` edit with the kind of the thing that it sets, an option or a variable declared by `keep`. If
        there is no such thing, report an error and return None."""
        name = edit.name.text
        for kind in ("option",) if edit.kind == "example" else ("option", "keep"):
            if f"{kind} {name}" in self._versions:
                return evolve(edit, kind=kind)
        known = {p.clause.name.text: p.clause for vs in self._versions.values() for p in vs
                 if isinstance(p.clause, s.OptionClause | s.KeepClause)}  # fmt: skip  # two lines instead of six
        if edit.kind == "example":
            advice = did_you_mean(name, [n for n, c in known.items() if isinstance(c, s.OptionClause)], edit.name.span)
            message = f"there is no option `{name}` to set in examples"
            self._problems.add(Diagnostic("E223", message, edit.name.span, help=advice))
            return None
        if name not in known:
            advice = did_you_mean(name, known, edit.name.span)
            if f"fact {name}" in self._versions:
                advice = (Help(f"it is a fact: write `replace fact {name} = …`"),)
            message = f"there is no option and no kept value `{name}`"
            self._problems.add(Diagnostic("E223", message, edit.name.span, help=advice))
            return None
        return evolve(edit, kind=known[name].kind)

    def _missing(self, edit: Edit) -> Diagnostic:
        name, kind = edit.name.text, edit.kind
        struck = next((e for e in reversed(self._history[edit.id][:-1]) if e.verb == "strike"), None)
        labels = (Label(struck.span, f"struck here by `{book_name(struck.book)}`"),) if struck else ()
        ids = [i.split(" ", 1) for i in self._versions]
        advice = did_you_mean(name, (n for k, n in ids if k == kind), edit.name.span)
        elsewhere = [k for k, n in ids if n == name]
        if elsewhere:
            advice = (Help(f"there is `{elsewhere[0]} {name}`"),)
        code = "E221" if edit.verb == "strike" else "E220"
        verb = "change" if edit.verb == "amend" else edit.verb
        return Diagnostic(code, f"there is no {kind} `{name}` to {verb}", edit.name.span, labels, help=advice)


def is_unsaid(clause: s.Clause) -> bool:
    """Return whether a clause is declared `to be said`: a later layer must supply its contents."""
    match clause:
        case s.TableClause(said=said) | s.PieceClause(said=said):
            return not said
        case s.FactClause(value=value):
            return value is None
        case s.ProcedureClause(body=body):
            return body is None
    return False


def _agree(a: Edit, b: Edit) -> bool:
    """Return whether two edits make the same change without conditions, so that they do not conflict."""
    outright = not a.conditions and not b.conditions and a.verb == b.verb
    return outright and all(same(*two) for two in zip(_contents(a), _contents(b), strict=True))


def _contents(edit: Edit) -> tuple[s.Node | None, ...]:
    return edit.clause, edit.value, edit.amendment


def _set(old: s.Clause, edit: Edit) -> s.Clause:
    if isinstance(old, s.OptionClause):
        silent = old.range.low if old.range else s.Ref(old.items[0].name, span=old.items[0].span)
        return old if old.default is None and same(silent, edit.value) else evolve(old, default=edit.value)
    if isinstance(old, s.KeepClause):
        return evolve(old, initial=edit.value)
    return old


def _first_words(edit: Edit) -> str:
    """Return the keyword and the name of the clause that an edit changes, as the author writes them, such as `ruling
    robbing`."""
    word = edit.clause.span.text.split(maxsplit=1)[0] if edit.clause and edit.clause.span.text.strip() else edit.kind
    return word if edit.name.text == word else f"{word} {edit.name.text}"
