"""Trees into words, by a grammar and a lexicon.

A noun phrase is said in a case and a form; a condition is first a sentence with its verb in brackets (`raw`), then put
into the order that its place asks for (`order.py`).  The words are those of the grammar's messages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from . import order
from .document import link, plain
from .grammar import Argument, Grammar, counted
from .marks import MANY, OWNED, OWNED_END, OWNED_NOUN, SUBJECT, SUBJECT_END, YOU, escaped, unmarked
from .nouns import Nouns
from .tree import (
    Called,
    Condition,
    Constant,
    Every,
    Exists,
    Holds,
    Joined,
    Listed,
    Local,
    Member,
    Noun,
    Phrase,
    Said,
    Says,
    Step,
    Variable,
    Word,
)

CASES: Final = frozenset({"nominative", "accusative", "dative", "genitive-case"})
_SLOT: Final = re.compile(r"\{\s*(\w+)\s*\}('s\b)?")


class Linearizer:
    """Says the trees of one clause; `letters` are those of its locals."""

    def __init__(self, grammar: Grammar, nouns: Nouns, letters: Mapping[Local, str]) -> None:
        self.grammar = grammar
        self.nouns = nouns
        self.letters = letters
        self._subject: Local | None = None

    # ------------------------------------------------------------------------------------------------- any tree at all

    def say(self, fun: str, args: Mapping[str, Any], **more: Any) -> str:
        given = {key: self._argument(value) for key, value in args.items()}
        return self.grammar.say(fun, **given, **more)

    def _argument(self, value: Any) -> Any:
        if isinstance(value, str):
            return value
        return counted(value) if isinstance(value, int) else Argument(self, value)

    def any(self, tree: Any) -> str:
        if isinstance(tree, Step):
            return self.sentence(tree)
        if isinstance(tree, Holds | Says | Joined | Exists | Every):
            return self.clause(tree, "main")
        return self.phrase(tree)

    def sentence(self, step: Step, args: Mapping[str, Any] | None = None) -> str:
        """What a step says, without what is nested under it."""
        fun, call = step.fun, step.args.get("call")
        if fun == "perform" and isinstance(call, Called) and self.nouns.lexicon.form(call.word, "says") is None:
            fun = "perform-named"
        return unmarked(self.say(fun, step.args if args is None else args))

    def head(self, tree: Any, what: str) -> str:
        """The gender, number or person of a phrase's head."""
        if what == "person":
            return "you" if isinstance(tree, Said) and tree.fun == "me" else "other"
        if what == "count":
            return "many" if self._plural(tree) else "one"
        return self.nouns.gender(tree)

    def _plural(self, tree: Any) -> bool:
        match tree:
            case Listed(items=items, joining="and"):
                return len(items) > 1
            case Variable(local=local):
                return self.nouns.is_set(local)
            case Called() if not tree.value:
                return self.nouns.called_plural(tree)
            case Said(plural=plural):
                return plural
        return False

    # ---------------------------------------------------------------------------------------------------- noun phrases

    def phrase(self, tree: Phrase, *features: str) -> str:
        """In the case and the form among the features."""
        case = next((f for f in features if f in CASES), "nominative")
        form = next((f for f in features if f not in CASES), "definite")
        text = self._phrase(tree, case, form)
        if form in ("definite", "genitive"):
            if isinstance(tree, Said) and tree.fun == "me" and form == "definite":
                return YOU + text
            if form == "definite" and self._plural(tree):
                return MANY + text
        return text

    def _phrase(self, tree: Phrase, case: str, form: str) -> str:
        match tree:
            case Noun():
                return self.noun(tree, case, form)
            case Constant(word=word, sort=sort):
                name = self._constant(word, sort)
                return self.grammar.say("genitive-name", name=name) if form == "genitive" else name
            case Variable(local=local):
                return self._variable(local, case, form)
            case Called():
                return self._called(tree, case, form)
            case Listed(items=items, joining=joining):
                return self.grammar.listed([unmarked(self.phrase(item, case, form)) for item in items], joining)
            case Member():
                return self._member(tree, case, form)
        return self._said(tree, case, form)

    def noun(self, tree: Noun, case: str, form: str, number: str = "one") -> str:
        forms = self.nouns.of(tree)
        if form == "plural":
            number = "many"
        word = escaped(forms.plural if number == "many" else forms.singular)
        fun = "noun-bare" if form in ("plural", "bare") else f"noun-{form}"
        return self.grammar.say(fun, noun=word, gender=forms.gender, case=case, number=number)

    def _constant(self, word: Word, sort: str) -> str:
        if sort == "direction":
            fun = f"direction-{word.name}"
            return self.grammar.say(fun) if self.grammar.has(fun) else escaped(word.name)
        return escaped(self.nouns.constant(word, sort))

    def _variable(self, local: Local, case: str, form: str) -> str:
        forms = self.nouns.of_local(local)
        letter = self.letters.get(local)
        number = "many" if self.nouns.is_set(local) else "one"
        word = escaped(forms.plural if number == "many" else forms.singular)
        if letter is not None:
            fun = f"lettered-{form}" if self.grammar.has(f"lettered-{form}") else "lettered"
            text = self.grammar.say(fun, noun=word, letter=letter, gender=forms.gender, case=case)
        else:
            fun = "noun-bare" if form == "plural" else f"noun-{form}"
            text = self.grammar.say(fun, noun=word, gender=forms.gender, case=case, number=number)
        if local is self._subject and form == "definite" and case == "nominative":
            return f"{SUBJECT}{text}{SUBJECT_END}"
        return text

    def _said(self, tree: Said, case: str, form: str) -> str:
        fun = tree.fun
        if form == "genitive":
            if self.grammar.has(f"{fun}-genitive"):
                return self.say(f"{fun}-genitive", tree.args, case=case)
            return self.grammar.say("genitive-name", name=self._said(tree, case, "definite"))
        if fun == "number":
            n = tree.args["n"]
            assert isinstance(n, int)
            return self.grammar.number(n)
        text = unmarked(self.say(fun, tree.args, case=case)).strip()
        if form in ("bare", "none"):
            text = self.nouns.without_article(text)
            return self.grammar.say("none-of", what=text, gender="") if form == "none" else text
        return text

    # ----------------------------------------------------------------------------- what the rulebook has its names for

    def _called(self, tree: Called, case: str, form: str) -> str:
        match tree.value:
            case "title":
                return escaped(self.nouns.title(tree.word))
            case "quoted":
                return self._quoted(tree)
            case "performed":
                return self._performed(tree)
            case "made":
                return self._made(tree, case, form)
        template = self.nouns.template(tree.word)
        if template is not None and "{" in template:
            text = self._filled(template, tree, case)
        else:
            if tree.value == "site" and template is None:
                return self._phrase(tree.slots[0][1], case, form)
            text = self._of(tree, case, form)
        return self.grammar.say("genitive-name", name=text) if form == "genitive" else text

    def _of(self, tree: Called, case: str, form: str) -> str:
        """By its noun, and whose or of what: `your stack`, `the owner of the colour`."""
        forms = self.nouns.called(tree)
        args = _distinct(tree.slots)
        number = "many" if self.nouns.called_plural(tree) else "one"
        name = escaped(forms.plural if number == "many" else forms.singular)
        name = link(name, tree.target) if tree.target else name
        given: dict[str, Any] = {"noun": name, "gender": forms.gender, "case": case, "number": number}
        if form == "genitive":
            form = "definite"
        owner = args.pop(0) if args and tree.owned else None
        alone = [*args, *([owner] if owner else [])]
        text = self._with_owner(given, owner, args, form)
        if (
            len(alone) == 1
            and isinstance(alone[0], Variable)
            and alone[0].local is self._subject
            and form == "definite"
        ):
            if case == "nominative":
                whose = self.grammar.say("noun-bare" if self.grammar.has("whose-bare") else "noun-definite", **given)
                return f"{OWNED}{unmarked(text)}{OWNED_NOUN}{whose}{OWNED_END}"
        return unmarked(text)

    def _with_owner(self, given: dict[str, Any], owner: Phrase | None, args: list[Phrase], form: str) -> str:
        if owner is not None and not isinstance(owner, Member) and form == "definite":
            given["owner"] = Argument(self, owner)
            text = self.grammar.say("owned", **given)
        else:
            fun = "noun-bare" if form == "plural" else f"noun-{form}"
            text = self.grammar.say(fun, **given)
            args = [*([owner] if owner is not None else []), *args]
        if not args:
            return text
        of = args[0] if len(args) == 1 else Listed(tuple(args), "and")
        form = "indefinite" if isinstance(args[0], Member) else "definite"
        return self.grammar.say("of", what=text, of=Argument(self, of), form=form)

    def _filled(self, template: str, tree: Called | Says, case: str = "nominative") -> str:
        """A text of the rulebook's own, its slots filled; its longest words are linked to what it stands for."""
        slots = dict(tree.slots)
        for n, (_, value) in enumerate(tree.slots, 1):
            slots.setdefault(str(n), value)
        text = template if not tree.target else _linked(template, tree.target)

        def fill(found: re.Match[str]) -> str:
            value = slots.get(found[1])
            if value is None:
                return escaped(found[1])
            form = "indefinite" if isinstance(value, Member) else "definite"
            if found[2]:
                return self.phrase(value, "genitive")
            said = self.phrase(value, form)
            return said if found.start() == 0 else unmarked(said) if not isinstance(tree, Says) else _kept(said)

        return _SLOT.sub(fill, text)

    def _quoted(self, tree: Called) -> str:
        title = self.grammar.say("quoted", title=escaped(self.nouns.title(tree.word)))
        return link(title, tree.target) if tree.target else title

    def _performed(self, tree: Called) -> str:
        says = self.nouns.lexicon.form(tree.word, "says")
        if says is not None:
            return unmarked(order.said(self._filled(says, tree), self.grammar, "main"))
        quoted = self._quoted(tree)
        if not tree.slots:
            return quoted
        pairs = []
        for name, value in tree.slots:
            form = "indefinite" if isinstance(value, Member) else "definite"
            noun = escaped(self.nouns.parameter(tree.word, name))
            pairs.append(self.grammar.say("argument", name=noun, value=unmarked(self.phrase(value, form))))
        return self.grammar.say("performed", what=quoted, values=", ".join(pairs))

    def _made(self, tree: Called, case: str, form: str) -> str:
        """A thing by its attributes."""
        names = self.nouns.lexicon.form(tree.word, "names")
        if names is not None:
            return unmarked(self._filled(names, tree, case))
        noun = self.noun(Noun(tree.word), case, "definite" if form in ("genitive",) else form)
        if not tree.slots:
            return noun
        pairs = []
        for name, value in tree.slots:
            of = self.nouns.attribute(tree.word.name, name)
            said = plain(unmarked(self.phrase(value)))
            fun = "attribute-same" if of.singular in said else "attribute-with"
            pairs.append(
                self.grammar.say(fun, noun=escaped(of.singular), gender=of.gender, value=Argument(self, value))
            )
        text = self.grammar.say("made", what=noun, values=self.grammar.listed(pairs, "and"))
        return self.grammar.say("genitive-name", name=text) if form == "genitive" else text

    # --------------------------------------------------------------------------------------------------------- members

    def _member(self, tree: Member, case: str, form: str) -> str:
        noun = self.noun(tree.noun, case, form if form != "genitive" else "indefinite")
        source = "" if tree.source is None else " " + unmarked(self.say(tree.source.fun, tree.source.args))
        name = self._name(tree, form)
        name = f" {name}" if name else ""
        text = f"{noun}{name}{source}"
        if tree.where is not None:
            text += self._relative(tree, form)
        return self.grammar.say("genitive-name", name=text) if form == "genitive" else text

    def _name(self, tree: Member, form: str) -> str:
        """By which name the local goes from here on, where its kind does not say so."""
        letter = self.letters.get(tree.local)
        noun = self.nouns.of_local(tree.local).singular
        if letter is not None:
            named = noun if noun != self.nouns.of(tree.noun).singular else ""
            return self.grammar.say("name-letter", letter=letter, noun=escaped(named), named="yes" if named else "no")
        if noun == self.nouns.of(tree.noun).singular or form == "plural":
            return ""
        given = self.nouns.of_local(tree.local)
        return self.grammar.say("name-apart", noun=escaped(noun), gender=given.gender)

    def _relative(self, tree: Member, form: str) -> str:
        """` that is full and whose …`, or ` for which …` where the sentence is not about its subject."""
        where = tree.where
        assert where is not None
        parts = where.parts if isinstance(where, Joined) else (where,)
        joining = where.joining if isinstance(where, Joined) else "and"
        gender = self.nouns.of(tree.noun).gender
        number = "many" if form == "plural" else "one"
        unsaid = form == "plural" and not self.grammar.has("plural-relatives")
        short = None if unsaid else self._about(tree, parts, form, gender)
        if short is not None:
            return " " + self.grammar.listed(short, joining)
        return " " + self.grammar.say("for-which", condition=Argument(self, where), gender=gender, number=number)

    def _about(self, tree: Member, parts: tuple[Condition, ...], form: str, gender: str) -> list[str] | None:
        held, self._subject = self._subject, tree.local
        try:
            raws = [(self.raw(part), self.denied(part)) for part in parts]
        finally:
            self._subject = held
        found: list[str] = []
        for raw, negative in raws:
            if form == "plural" and raw.startswith(SUBJECT):
                end = raw.index(SUBJECT_END)
                body = order.said(MANY + raw[end + 1 :].strip(), self.grammar, "sub", negative)
                found.append(self.grammar.say("that", clause=unmarked(body), gender=gender))
                continue
            said = order.relative(raw, self.grammar, negative, gender)
            if said is None:
                return None
            found.append(said)
        return found

    # ------------------------------------------------------------------------------------------------------ conditions

    def clause(self, tree: Condition, mode: order.Mode) -> str:
        """A condition as a clause."""
        if isinstance(tree, Joined):
            return self._joined(tree, mode)
        return unmarked(order.said(self.raw(tree), self.grammar, mode, self.denied(tree)))

    def denied(self, tree: Condition) -> bool:
        """Whether the sentence is still to be denied: some have words of their own for that."""
        match tree:
            case Holds(fun=fun, negative=negative):
                return negative and not self.grammar.has(f"{fun}-denied")
            case Says(word=word, negative=negative):
                return negative and self.nouns.lexicon.form(word, "denies") is None
        return False

    def _joined(self, tree: Joined, mode: order.Mode) -> str:
        parts = []
        for part in tree.parts:
            text = self.clause(part, mode)
            parts.append(self.grammar.say(f"inner-{part.joining}", list=text) if isinstance(part, Joined) else text)
        return self.grammar.listed(parts, tree.joining)

    def raw(self, tree: Condition) -> str:
        """A sentence with its verb in brackets."""
        match tree:
            case Holds(fun=fun, args=args, negative=negative):
                denied = f"{fun}-denied"
                return self.say(denied if negative and self.grammar.has(denied) else fun, args)
            case Says():
                return self._says(tree)
            case Exists(member=member, negative=negative):
                return self.say("exists-not" if negative else "exists", {"member": member})
            case Every():
                return self._every(tree)
        return self.clause(tree, "main")

    def _says(self, tree: Says) -> str:
        own = self.nouns.lexicon.form(tree.word, "denies" if tree.negative else "says")
        if own is None:
            own = self.nouns.lexicon.form(tree.word, "says")
        if own is not None:
            return self._filled(own, tree)
        name = self._quoted(Called(tree.word, (), tree.target))
        args = _distinct(tree.slots)
        if not args:
            return self.grammar.say("so-named", what=name)
        forms = ["indefinite" if isinstance(a, Member) else "definite" for a in args]
        listed = self.grammar.listed([unmarked(self.phrase(a, f)) for a, f in zip(args, forms, strict=True)], "and")
        return self.grammar.say("so-named-of", what=name, of=listed)

    def _every(self, tree: Every) -> str:
        member, body = tree.member, tree.body
        if not isinstance(body, Joined | Every):
            held, self._subject = self._subject, member.local
            try:
                raw = self.raw(body)
            finally:
                self._subject = held
            if raw.startswith(SUBJECT) and not self.denied(body):
                return unmarked(self.phrase(member, "every")) + raw[raw.index(SUBJECT_END) + 1 :]
        return self.say("for-every", {"member": member, "body": body})


def _distinct(slots: tuple[tuple[str, Phrase], ...]) -> list[Phrase]:
    """Each argument once: a place's are known by number and by name."""
    found: list[Phrase] = []
    for name, value in slots:
        if value not in found and name != "value":
            found.append(value)
    return found


def _kept(said: str) -> str:
    """Inside a sentence of the rulebook the subject keeps its mark only at the beginning."""
    return unmarked(said)


_PIECES: Final = re.compile(r"(\{\s*\w+\s*\}(?:'s\b)?|\[[^\]]*\]|[~^])")


def _linked(template: str, target: str) -> str:
    """The longest words of a template become the link; where there is but a verb, the verb."""
    pieces = _PIECES.split(template)
    plain = [n for n in range(0, len(pieces), 2) if any(ch.isalpha() for ch in pieces[n])]
    if not plain:
        return template
    best = max(plain, key=lambda n: len(pieces[n].strip()))
    piece = pieces[best]
    inner = piece.strip()
    at = piece.index(inner)
    pieces[best] = piece[:at] + link(escaped(inner), target) + piece[at + len(inner) :]
    return "".join(pieces)
