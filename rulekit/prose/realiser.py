"""Turns trees into text with the messages of a grammar. This file handles most noun phrases, and the place of a
sentence's verb.

In a message, a sentence has its verb in brackets, as in `{i} [is] full`. `~` marks the place of a negation. `^` marks
the place of the verb in a subordinate clause, for languages that move it; without `^` it is moved to the end.
`[lies|does not lie]` has its own negative form. `named_phrases.py` handles phrases with the rulebook's names,
`linearise.py` members and conditions; their classes inherit from the class of this file.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Final, Literal

from . import tree as tr
from .grammar import Grammar, MessageTree, ungrouped_number
from .nouns import Nouns
from .prose_blocks import (
    GAP,
    MANY,
    OWNED,
    OWNED_END,
    OWNED_NOUN,
    SUBJECT,
    SUBJECT_END,
    YOU,
    escape,
    without_links,
    without_marks,
)

Mode = Literal["main", "sub"]
_VERB: Final = re.compile(r"\[([^\[\]|]*)(?:\|([^\[\]]*))?\]")
_SPACES: Final = re.compile(r" {2,}")


def order_sentence(raw: str, words: Grammar, mode: Mode, negative: bool = False) -> str:
    """Return a sentence in the word order of a main or a subordinate clause. The marks of its phrases stay in it."""
    found = _VERB.search(raw)
    if found is None:
        assert not negative, f"no verb to deny: {raw}"
        return raw
    before, rest = raw[: found.start()], raw[found.end() :]
    verb = _agree(found[1], raw, words)
    if negative and found[2] is not None:
        verb, negative = _agree(found[2], raw, words), False
    elif negative and words.has("denied-verb"):
        after = without_links(rest).split()[:1]
        verb = words.say("denied-verb", verb=found[1], form=_form(raw), after=after[0] if after else "")
        negative = False
    if "~" in rest or "~" in before:
        denial = words.say("not") if negative else ""
        before, rest = before.replace("~", denial), rest.replace("~", denial)
    elif negative:
        rest = f" {words.say('not')}{rest}"
    if mode == "main" or not words.has("verb-last"):
        text = f"{before}{verb}{rest}".replace("^", "")
    elif "^" in rest:
        text = before + rest.replace("^", verb, 1)
    else:
        text = f"{before}{rest} {verb}"
    return _SPACES.sub(" ", text.replace("( ", "(")).replace(" ,", ",").replace(" .", ".").strip()


def _form(raw: str) -> str:
    return {YOU: "you", MANY: "many"}.get(raw[:1], "one")


def _agree(verb: str, raw: str, words: Grammar) -> str:
    """Return a verb in the form that agrees with the subject of its sentence. Only the first word is changed."""
    form = _form(raw)
    if form == "one" or not verb:
        return verb
    first, *more = verb.split(" ", 1)
    return " ".join((words.say("verb", verb=first, form=form), *more))


def relative_clause(raw: str, words: Grammar, negative: bool, gender: str) -> str | None:
    """Return the sentence as a relative clause, such as `that is full`; None if it does not begin with the thing that
    the clause is about."""
    if raw.startswith(SUBJECT):
        end = raw.index(SUBJECT_END)
        body = order_sentence(raw[end + 1 :].strip(), words, "sub", negative)
        return words.say("that", clause=without_marks(body), gender=gender)
    several = MANY if raw.startswith(MANY + OWNED) else ""
    raw = raw.removeprefix(several)
    if raw.startswith(OWNED):
        cut, end = raw.index(OWNED_NOUN), _mark_end(raw)
        noun = raw[cut + 1 : end]
        body = order_sentence(several + noun + raw[end + 1 :], words, "sub", negative)
        return words.say("whose", clause=without_marks(body), gender=gender)
    return None


def _mark_end(raw: str) -> int:
    """Return the index at which the mark that begins a sentence is closed."""
    depth = 0
    for at, character in enumerate(raw):
        depth += (character == OWNED) - (character == OWNED_END)
        if not depth:
            return at
    return len(raw) - 1


OPEN: Final = "open"
"""A feature of `phrase`: keep the mark `^` before a relative clause, where some languages put the verb."""
CASES: Final = frozenset({"nominative", "accusative", "dative", "stressed"})


class PhraseRealiser(ABC):
    """Turns trees into words. `letters` has a letter for each local name that shares its noun with another one."""

    def __init__(self, grammar: Grammar, nouns: Nouns, letters: Mapping[tr.LocalName, str]) -> None:
        self.grammar = grammar
        self.nouns = nouns
        self.letters = letters
        self._subject: tr.LocalName | None = None
        self._clauses: dict[tuple[tr.Condition, Mode], str] = {}
        self._raws: dict[tuple[tr.Condition, tr.LocalName | None], str] = {}

    @abstractmethod
    def clause(self, tree: tr.Condition, mode: Mode) -> str:
        """Return a condition as a main or subordinate clause."""

    @abstractmethod
    def _by_name(self, tree: tr.Called, case: str, form: str) -> str: ...

    @abstractmethod
    def _member(self, tree: tr.Member, case: str, form: str) -> str: ...

    # ---------------------------------------------------------------------------------------------- trees of every kind

    def say(self, fun: str, args: Mapping[str, Any], **more: Any) -> str:
        given = {key: self._argument(value) for key, value in args.items()}
        return self.grammar.say(fun, **given, **more)

    def _argument(self, value: Any) -> Any:
        if isinstance(value, str):
            return value
        return ungrouped_number(value) if isinstance(value, int) else MessageTree(self, value)

    def any(self, tree: Any) -> str:
        if isinstance(tree, tr.StepTree):
            return self.sentence(tree)
        if isinstance(tree, tr.Holds | tr.Says | tr.JoinedCondition | tr.Exists | tr.Every):
            return self.clause(tree, "main")
        return self.phrase(tree)

    def sentence(self, step: tr.StepTree, args: Mapping[str, Any] | None = None) -> str:
        """Return the sentence of a step. The steps nested in it are not included."""
        fun, call = step.fun, step.args.get("call")
        if fun == "perform" and isinstance(call, tr.Called) and self.nouns.lexicon.form(call.word, "says") is None:
            fun = "perform-named"
        return without_marks(self.say(fun, step.args if args is None else args))

    def head(self, tree: Any, what: str) -> str:
        """Return a property of a phrase's head noun. `what` is "gender", "count" (one or many) or "person" (you or
        other)."""
        if what == "person":
            return "you" if isinstance(tree, tr.ComposedPhrase) and tree.fun == "me" else "other"
        if what == "count":
            return "many" if self._plural(tree) else "one"
        return self.nouns.gender(tree)

    def _plural(self, tree: Any) -> bool:
        match tree:
            case tr.Listed(items=items, joining="and"):
                return len(items) > 1
            case tr.LocalPhrase(local=local):
                return self._is_plural_local(local)
            case tr.Called() if tree.value in (None, "attribute"):
                return self.nouns.is_plural(tree)
            case tr.ComposedPhrase(plural=plural):
                return plural
        return False

    def _is_plural_local(self, local: tr.LocalName) -> bool:
        """Return whether sentences treat a local name as a plural. A number with a letter, such as "number A", is a
        singular."""
        return self.nouns.is_set(local) or (local not in self.letters and self.nouns.is_plural_local(local))

    # -------------------------------------------------------------------------------------------- noun phrases in words

    def phrase(self, tree: tr.Phrase, *features: str) -> str:
        """Return a noun phrase in words. The features are names of a case and of a form; by default nominative and
        definite."""
        case = next((f for f in features if f in CASES), "nominative")
        form = next((f for f in features if f not in CASES and f != OPEN), "definite")
        text = self._phrase(tree, case, form)
        text = text if OPEN in features else text.replace(f" {GAP}", "")
        if form in ("definite", "genitive"):
            if isinstance(tree, tr.ComposedPhrase) and tree.fun == "me" and form == "definite":
                return YOU + text
            if form == "definite" and self._plural(tree):
                return MANY + text
        return text

    def _phrase(self, tree: tr.Phrase, case: str, form: str) -> str:
        match tree:
            case tr.Noun():
                return self.noun(tree, case, form)
            case tr.ConstantPhrase(word=word, sort=sort):
                name = self._constant(word, sort, form)
                return self.grammar.say("genitive-name", name=name) if form == "genitive" else name
            case tr.LocalPhrase(local=local):
                return self._variable(local, case, form)
            case tr.Called():
                return self._by_name(tree, case, form)
            case tr.Listed(items=items, joining=joining):
                return self.grammar.join_list([without_marks(self.phrase(item, case, form)) for item in items], joining)
            case tr.Member():
                return self._member(tree, case, form)
        return self._composed_phrase(tree, case, form)

    def noun(self, tree: tr.Noun, case: str, form: str, number: str = "one") -> str:
        forms = self.nouns.of(tree)
        if form == "plural":
            number = "many"
        # the words of a common noun such as "number" come from the grammar, even if the rulebook has the same name
        own = tr.LexiconKey("") if tree.common else tree.word
        word = escape(self.nouns.decline(own, forms, number, case))
        fun = "noun-bare" if form in ("plural", "bare") else f"noun-{form}"
        return self.grammar.say(fun, noun=word, gender=forms.gender, case=case, number=number)

    def _constant(self, word: tr.LexiconKey, sort: str, form: str) -> str:
        if sort == "direction":
            fun = f"direction-{word.name}"
            return self.grammar.say(fun) if self.grammar.has(fun) else escape(word.name)
        return escape(self.nouns.constant(word, sort, form == "bare"))

    def _variable(self, local: tr.LocalName, case: str, form: str) -> str:
        forms = self.nouns.of_local(local)
        letter = self.letters.get(local)
        number = "many" if self._is_plural_local(local) else "one"
        word = escape(self.nouns.decline(tr.LexiconKey(local.owner, local.name), forms, number, case))
        if letter is not None:
            fun = f"lettered-{form}" if self.grammar.has(f"lettered-{form}") else "lettered"
            text = self.grammar.say(fun, noun=word, letter=letter, gender=forms.gender, case=case)
        else:
            fun = "noun-bare" if form == "plural" else f"noun-{form}"
            text = self.grammar.say(fun, noun=word, gender=forms.gender, case=case, number=number)
        if local is self._subject and form == "definite" and case == "nominative":
            return f"{SUBJECT}{text}{SUBJECT_END}"
        return text

    def _composed_phrase(self, tree: tr.ComposedPhrase, case: str, form: str) -> str:
        fun = tree.fun
        if form == "genitive":
            if self.grammar.has(f"{fun}-genitive"):
                return self.say(f"{fun}-genitive", tree.args, case=case)
            return self.grammar.say("genitive-name", name=self._composed_phrase(tree, case, "definite"))
        if fun == "number":
            n = tree.args["n"]
            assert isinstance(n, int)
            return self.grammar.number(n)
        if fun == "with-each":
            asked = form if form != "definite" else "indefinite"
            first = tree.args["first"]
            apart = "yes" if isinstance(first, tr.Member) and (first.where or first.source) else "no"
            later = "bare" if form == "none" else asked
            return without_marks(self.say(fun, tree.args, case=case, form=asked, later=later, apart=apart))
        text = without_marks(self.say(fun, tree.args, case=case, form=form)).strip()
        if fun != "piece-in" and form in ("bare", "none"):
            text = self.nouns.without_article(text)
            return self.grammar.say("none-of", what=text, gender="") if form == "none" else text
        return text
