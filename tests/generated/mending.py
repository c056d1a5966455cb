"""Mends a generated rulebook that leaks secrets, as an author would, until the check accepts it.

The generators ignore who knows what. For each information error (E501 to E508), this module
applies one of the fixes that the messages suggest: `, reveals` at the end of the head, a `show` before it, a wider or
narrower audience, or removing the statement. Sometimes it writes `remembered(…)`, which the check trusts, so such a
book proves nothing. If a book is still refused in the end, or too complicated (E509), all its secrets are removed.
Only whole lines are changed, since the generators write every head and every declaration with an audience on one line.
"""

from __future__ import annotations

import re
from collections import Counter

from attrs import define, evolve, field, frozen

from rulekit.check.checked import CheckedModel
from rulekit.diagnostics import Diagnostic, Source
from rulekit.model.rulebook import Config
from rulekit.pipeline import check_configuration
from rulekit.syntax import parse

from .chooser import Chooser, Seeded
from .strategy import Written, rulebook

KNOWLEDGE = frozenset(f"E50{n}" for n in range(1, 10))
ROUNDS = 20
SUBTLE = 15
"""The rounds in which every fix is allowed; later rounds use only fixes that certainly hide less."""

AUDIENCE = re.compile(r", (?:hidden|seen by \{[^}]*\}|seen by \w+|counted by \{[^}]*\}|counted by \w+)")
HEADS = (
    *("if ", "for each ", "repeat ", "rounds ", "turns ", "by ", "at once ", "window ", "draw ", "move ", "put "),
    *("remove ", "announce ", "game over", "otherwise:"),
)
SAID = re.compile(r"^( *rule .*?)((?: rank \w+| over \w+(?:, \w+)*)*):$")
ASSIGNED = re.compile(r"^[\w.]+(?:\[.*\])? (?:=|\+=|-=) ")
NO_ASSIGNMENT = ("let ", "keep ", "fact ", "exception ", "option ", "set ", "replace ")
GONE = "\0"
NAMING = ("let ", "choose ", "draw ", "keep ")
GOES_ON = ("else", "or ", "otherwise")


@frozen
class Mended:
    """A book without information errors; `done` counts the fixes by name.

    `model` is the checked model. `hides` says that something in it still has an audience, `trusted` that it contains
    `remembered`.
    """

    written: Written
    done: Counter[str]
    model: CheckedModel | None = None

    @property
    def text(self) -> str:
        return self.written.text + self.written.variant

    @property
    def hides(self) -> bool:
        return AUDIENCE.search(self.text) is not None or "at once each" in self.text

    @property
    def trusted(self) -> bool:
        return "remembered(" in self.text


def mended(seed: str, number: int) -> Mended:
    """Return the mended rulebook with this seed and number; it is always the same."""
    return mend(Seeded(f"mend/{seed}/{number}"), rulebook(Seeded(f"{seed}/{number}")))


def unmended(seed: str, number: int) -> Mended:
    """Return the same rulebook without mending, including leaks. Both engines must still play it alike."""
    written = rulebook(Seeded(f"{seed}/{number}"))
    return Mended(written, Counter(), complaints(written, knowledge=False)[0])


def mend(chooser: Chooser, written: Written) -> Mended:
    """Fix each error of the check, round by round; undo a round that causes other errors."""
    done: Counter[str] = Counter()
    safe, subtle, one = written, True, False
    early_heads: set[str] = set()
    for turn in range(ROUNDS):
        model, found = complaints(written)
        if found is None:  # a fix caused another error
            if written is safe:
                return Mended(written, done)  # the generated text has an error that mending does not handle
            written, subtle, one = safe, not subtle, True
            continue
        if not found:
            done["rounds"] = turn
            return Mended(written, done, model)
        safe = written
        if any(complaint.code == "E509" for complaint in found):  # too complicated for the check
            break
        book = _Book.of(written, chooser, done, subtle and turn < SUBTLE)
        book.early_heads = early_heads
        for complaint in [chooser.one(found)] if one else found:
            book.mend(complaint)
        changed = book.written(written)
        subtle, one = changed != written, False
        written = changed
    done["opened whole"] += 1
    bare = evolve(written, text=bared(safe.text), variant=bared(safe.variant))
    return Mended(bare, done, complaints(bare)[0])


def bared(text: str) -> str:
    """Return the text with nothing hidden: every player sees everything, and simultaneous choices (`at once`) are made
    one after the other."""
    lines: list[str] = []
    deeper: list[int] = []  # indentation of blocks that were `at once`; their contents are indented further now
    for line in AUDIENCE.sub("", text).split("\n"):
        line = line.replace("`at once each", "`for each")  # quoted by a change of the variant
        own = len(line) - len(line.lstrip())
        while deeper and line.strip() and own <= deeper[-1]:
            deeper.pop()
        lines.append("  " * len(deeper) + line)
        found = re.match(r" *at once each (\w+) in .*:$", line)
        if found is not None:
            lines[-1] = lines[-1].replace("at once each", "for each", 1)
            deeper.append(own)
            lines.append(f"{' ' * (own + 2 * len(deeper))}by {found[1]}:")
    return "\n".join(lines)


def complaints(written: Written, knowledge: bool = True) -> tuple[CheckedModel | None, list[Diagnostic] | None]:
    """Return the checked model and the information errors; None for the errors if there is one of another kind."""
    books = []
    for name, text in (("generated.rules", written.text), ("otherwise.rules", written.variant)):
        if text:
            book, found = parse(Source(name, text))
            if book is None or any(d.severity == "error" for d in found):
                return None, None
            books.append(book)
    model, said = check_configuration(tuple(books), Config(players=written.players), knowledge=knowledge)
    errors = [d for d in said if d.severity == "error"]
    return model, errors if all(d.code in KNOWLEDGE and d.span is not None for d in errors) else None


@define
class _Book:
    """The lines of both texts during one round of fixes; a `touched` line is not changed again before the next
    round."""

    lines: dict[str, list[str]]
    chooser: Chooser
    done: Counter[str]
    subtle: bool
    touched: set[tuple[str, int]] = field(factory=set)
    # heads that must not reveal anything, since other players still have to decide
    early_heads: set[str] = field(factory=set)

    @classmethod
    def of(cls, written: Written, chooser: Chooser, done: Counter[str], subtle: bool) -> _Book:
        texts = {"generated.rules": written.text, "otherwise.rules": written.variant}
        return cls({name: text.split("\n") for name, text in texts.items()}, chooser, done, subtle)

    def written(self, before: Written) -> Written:
        names = ("generated.rules", "otherwise.rules")
        texts = ["\n".join(line for line in self.lines[name] if line != GONE) for name in names]
        return evolve(before, text=texts[0], variant=texts[1])

    def mend(self, complaint: Diagnostic) -> None:
        assert complaint.span is not None
        at = complaint.span.source.name, complaint.span.first.line - 1
        if at in self.touched or self.line(at) == GONE:
            return
        ways = {
            "E501": self.offered,
            "E505": self.early,
            "E506": self.audience_off,
            "E508": self.picked,
        }
        way = ways.get(complaint.code, self.told)
        if not (self.subtle and way(complaint, at)) and not self.open(complaint) and not self.leave_out(at):
            self.done["left as it is"] += 1

    # ---------------------------------------------------------------------------------------------------------- fixes

    def told(self, complaint: Diagnostic, at: tuple[str, int]) -> bool:
        """Fix a leak: write `reveals`, hide the target, show the value before, or make it visible to all."""
        form = self.chooser.below(20)
        if form == 0 and self.open(complaint):
            return True
        if form <= 2 and complaint.code == "E504" and self.narrow(at):
            return True
        if form == 3 and self.show(complaint, at, "all"):
            return True
        return self.reveal(at)

    def offered(self, complaint: Diagnostic, at: tuple[str, int]) -> bool:
        """Fix options that depend on something the deciding player does not know: show it to them, mark it
        `remembered`, or remove the statement."""
        form = self.chooser.below(20)
        if form == 0 and complaint.span is not None:
            text = complaint.span.text
            if "\n" not in text and self.replaced(at, text, f"remembered({text})", complaint.span.first.column - 1):
                self.done["remembered"] += 1
                return True
        if form <= 9 and self.show(complaint, at, "me"):
            return True
        return form <= 14 and self.leave_out(at)

    def early(self, complaint: Diagnostic, at: tuple[str, int]) -> bool:
        """Fix a leak inside `at once`: hide the result or remove the statement."""
        line = self.line(at)
        if ", reveals" in line:
            line = line.replace(", reveals", "")
            self.early_heads.add(line.strip())
            self.put(at, line, "reveals left out")
            return True
        if line.strip().startswith("draw ") and "seen by me" not in line:
            self.put(at, f"{AUDIENCE.sub('', line)}, seen by me", "seen by me")
            return True
        return (self.chooser.maybe(30) and self.narrow(at)) or self.leave_out(at)

    def picked(self, complaint: Diagnostic, at: tuple[str, int]) -> bool:
        """Fix a visible pick from a hidden place: only the picking player sees it."""
        line = self.line(at)
        stripped = AUDIENCE.sub("", line)
        found = re.search(r"(?: otherwise .*| \"what\")?$", stripped)
        assert found is not None
        if not line.strip().startswith("choose "):
            return False
        self.put(at, f"{stripped[: found.start()]}, seen by me{stripped[found.start() :]}", "seen by me")
        return True

    def audience_off(self, complaint: Diagnostic, at: tuple[str, int]) -> bool:
        line = self.line(at)
        if not AUDIENCE.search(line):
            return False
        self.put(at, AUDIENCE.sub("", line), "audience left out")
        return True

    def reveal(self, at: tuple[str, int]) -> bool:
        """Add `, reveals` to the end of a head; for a decision, to its `otherwise`. Return whether that was
        possible."""
        line = self.line(at)
        said = line.strip().removeprefix("else ")
        if said.startswith(("do ", "may ", "either ")):
            below = self.below(at)
            other = next((n for n in below if self.lines[at[0]][n].strip() == "otherwise:"), None)
            if other is None or self.indent(other, at[0]) != self.indent(at[1], at[0]):
                return False
            self.put((at[0], other), self.lines[at[0]][other].replace("otherwise:", "otherwise, reveals:"), "otherwise")
            return True
        if ", reveals" in line or line.strip() in self.early_heads:
            return False
        if said.startswith("rule ") and (found := SAID.match(line)) is not None:
            self.put(at, f"{found[1]}, reveals{found[2]}:", "rule")
        elif said.startswith("choose ") and " otherwise " in said:
            body, phrase = (line[:-7], line[-7:]) if line.endswith(' "what"') else (line, "")
            self.put(at, f"{body}, reveals{phrase}", "choose")
        elif said.startswith(HEADS):
            head, colon = (line[:-1], ":") if line.endswith(":") else (line, "")
            self.put(
                at, f"{head}, reveals{colon}", " ".join(said.split()[: 2 if said[:3] in ("at ", "gam", "for") else 1])
            )
        elif ASSIGNED.match(said) and not said.startswith(NO_ASSIGNMENT):
            self.put(at, f"{line}, reveals", "assign")
        else:
            return False
        return True

    def show(self, complaint: Diagnostic, at: tuple[str, int], to: str) -> bool:
        """Add a `show` in the line before, unless the statement is a continuation such as `else`. Return whether that
        was possible."""
        assert complaint.span is not None
        text, line = complaint.span.text, self.line(at)
        if "\n" in text or not line.startswith("  ") or line.strip().startswith(("else", "or ", "otherwise")):
            return False
        self.put(at, f"{' ' * self.indent(at[1], at[0])}show {text} to {to}\n{line}", f"show to {to}")
        return True

    def narrow(self, at: tuple[str, int]) -> bool:
        """Hide the place or kept value that the line writes to. Return whether that was possible."""
        found = re.match(r"(\w+)(?:\[|$| [-+=])", self.line(at).strip())
        clause = found and self.declared(found[1])
        if not clause or AUDIENCE.search(self.line(clause)):
            return False
        own = re.match(r"(?:keep|place) \w+\[(\w+) in Player\]:", self.line(clause))
        self.put(clause, f"{self.line(clause)}, {f'seen by {own[1]}' if own else 'hidden'}", "narrowed")
        return True

    def open(self, complaint: Diagnostic) -> bool:
        """Remove the audience of something the message mentions, so that all see it. Return whether that was
        possible."""
        names = re.findall(r"`(\w+)`", complaint.message)
        spans = [label.span for label in complaint.labels]
        places = [clause for name in names if (clause := self.declared(name)) is not None]
        places += [(span.source.name, span.first.line - 1) for span in spans]
        for place in places:
            line = self.line(place)
            if place not in self.touched and AUDIENCE.search(line):
                self.put(place, AUDIENCE.sub("", line), "opened")
                return True
        return any(place in self.touched for place in places)

    def leave_out(self, at: tuple[str, int]) -> bool:
        """Remove a statement with its body; if it binds a name, also the statements after it. Return whether that was
        possible."""
        line = self.line(at)
        if not line.startswith("  ") or line.strip().startswith(GOES_ON):
            return False
        below = self.below(at)
        if line.strip().startswith(NAMING):
            below += self.behind(at)
            own = self.indent(at[1], at[0])
            if any(self.lines[at[0]][n].startswith(" " * own + "return") for n in below):
                return False
        gone = [n for n in below if (at[0], n) not in self.touched]
        deep = " " * self.indent(at[1], at[0])
        steps = [
            text.strip() for text in (line, *(self.lines[at[0]][n] for n in gone)) if re.match(r" *step \w+:", text)
        ]
        self.put(at, "\n".join([f"{deep}{step}\n{deep}  nothing" for step in steps] or [f"{deep}nothing"]), "left out")
        for n in gone:
            self.lines[at[0]][n] = GONE
        return True

    # ------------------------------------------------------------------------------------------------- changing lines

    def line(self, at: tuple[str, int]) -> str:
        return self.lines[at[0]][at[1]]

    def put(self, at: tuple[str, int], line: str, what: str) -> None:
        self.lines[at[0]][at[1]] = line
        self.touched.add(at)
        self.done[what] += 1

    def replaced(self, at: tuple[str, int], old: str, new: str, column: int) -> bool:
        line = self.line(at)
        if line[column : column + len(old)] != old:
            return False
        self.put(at, line[:column] + new + line[column + len(old) :], "said otherwise")
        return True

    def indent(self, number: int, name: str) -> int:
        line = self.lines[name][number].split("\n")[-1]
        return len(line) - len(line.lstrip())

    def below(self, at: tuple[str, int]) -> list[int]:
        """Return the numbers of the statement's further lines: its body and its `else` parts."""
        name, first = at
        own, found = self.indent(first, name), []
        for n in range(first + 1, len(self.lines[name])):
            line = self.lines[name][n]
            if line == GONE:
                continue
            deep = self.indent(n, name)
            if not line.strip() or deep < own or (deep == own and not line.strip().startswith(GOES_ON)):
                break
            found.append(n)
        return found

    def behind(self, at: tuple[str, int]) -> list[int]:
        """Return the numbers of the lines of the following statements in the same block."""
        name, first = at
        own, found = self.indent(first, name), []
        for n in range(first + 1, len(self.lines[name])):
            line = self.lines[name][n]
            if line != GONE and (not line.strip() or self.indent(n, name) < own):
                break
            found.append(n)
        return [n for n in found if self.lines[name][n] != GONE and n not in self.below(at)]

    def declared(self, name: str) -> tuple[str, int] | None:
        """Return the file and line number of the declaration of a place or kept value."""
        for book, lines in self.lines.items():
            for n, line in enumerate(lines):
                if re.match(rf"(?:keep|place) {name}\b", line):
                    return book, n
        return None
