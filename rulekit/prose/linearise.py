"""Turns trees into words with a grammar and a lexicon. This file handles conditions, and phrases for members such as
`an inn that is full`.

A noun phrase is inflected for case and form. A condition first becomes a sentence with its verb in brackets (`raw`),
then its words are put into the order of a main or subordinate clause (`realiser.py`). All words come from the grammar's
messages and from the rulebook.
"""

from __future__ import annotations

from . import tree as tr
from .grammar import MessageTree
from .named_phrases import NamedPhrases, distinct
from .prose_blocks import GAP, MANY, SUBJECT, SUBJECT_END, YOU, escape, without_marks
from .realiser import Mode, order_sentence, relative_clause


class Linearizer(NamedPhrases):
    """Turns the trees of one clause of the rulebook into words, in one language."""

    def _member(self, tree: tr.Member, case: str, form: str) -> str:
        noun = self._kind(tree, case, form if form != "genitive" else "indefinite")
        source = "" if tree.source is None else " " + without_marks(self.say(tree.source.fun, tree.source.args))
        name = self._name(tree, form)
        name = f" {name}" if name else ""
        text = f"{noun}{name}{source}"
        if tree.where is not None:
            text += f" {GAP}{self._relative(tree, form)}"
        return self.grammar.say("genitive-name", name=text) if form == "genitive" else text

    def _kind(self, tree: tr.Member, case: str, form: str) -> str:
        """Return the noun of a member: the noun of its type, in the plural for a set. If the rulebook has a noun for
        the set itself, return that noun."""
        if self.nouns.is_one(tree.local):
            forms = self.nouns.of_local(tree.local)
            word = escape(self.nouns.decline(tr.LexiconKey(tree.local.owner, tree.local.name), forms, "one", case))
            return self.grammar.say(f"noun-{form}", noun=word, gender=forms.gender, case=case, number="one")
        several = self.nouns.is_set(tree.local) and form in ("definite", "indefinite")
        return self.noun(tree.noun, case, "plural" if several else form)

    def _name(self, tree: tr.Member, form: str) -> str:
        """Return words that tell a new local name apart from others, such as a letter; "" if its noun is enough."""
        letter = self.letters.get(tree.local)
        noun = self.nouns.of_local(tree.local).singular
        if self.nouns.is_one(tree.local):
            return letter or ""
        if letter is not None:
            named = noun if noun != self.nouns.of(tree.noun).singular else ""
            return self.grammar.say("name-letter", letter=letter, noun=escape(named), named="yes" if named else "no")
        if noun == self.nouns.of(tree.noun).singular or form == "plural":
            return ""
        given = self.nouns.of_local(tree.local)
        return self.grammar.say("name-apart", noun=escape(noun), gender=given.gender)

    def _relative(self, tree: tr.Member, form: str) -> str:
        """Return a relative clause with the conditions on a member, such as ` that is full and whose …`. Conditions
        that do not begin with the member or its attributes come after ` for which …`."""
        where = tree.where
        assert where is not None
        parts = where.parts if isinstance(where, tr.JoinedCondition) else (where,)
        joining = where.joining if isinstance(where, tr.JoinedCondition) else "and"
        gender = self.nouns.of(tree.noun).gender
        number = "many" if form == "plural" else "one"
        unsaid = form == "plural" and not self.grammar.has("plural-relatives")
        about, others = ([], list(parts)) if unsaid else self._split_by_subject(tree, parts, form, gender)
        short = [] if others and joining == "or" else about
        if others:
            rest = tr.join_conditions(tuple(others) if joining == "and" else parts, joining)
            short.append(self.grammar.say("for-which", condition=MessageTree(self, rest), gender=gender, number=number))
        return " " + self.grammar.say("relative", text=self.grammar.join_list(short, joining))

    def _split_by_subject(
        self, tree: tr.Member, parts: tuple[tr.Condition, ...], form: str, gender: str
    ) -> tuple[list[str], list[tr.Condition]]:
        """Return two lists. The first has a relative clause for each condition whose subject is the member or something
        it owns, the second all other conditions."""
        held, self._subject = self._subject, tree.local
        try:
            raws = [(self.raw(part), self.needs_denial(part)) for part in parts]
        finally:
            self._subject = held
        found: list[str] = []
        others: list[tr.Condition] = []
        for part, (raw, negative) in zip(parts, raws, strict=True):
            if form == "plural" and raw.startswith(SUBJECT):
                end = raw.index(SUBJECT_END)
                body = order_sentence(MANY + raw[end + 1 :].strip(), self.grammar, "sub", negative)
                found.append(self.grammar.say("that", clause=without_marks(body), gender=gender))
                continue
            said = relative_clause(raw, self.grammar, negative, gender)
            if said is None:
                others.append(part)
            else:
                found.append(said)
        return found, others

    # ---------------------------------------------------------------------------------------------- conditions in words

    def clause(self, tree: tr.Condition, mode: Mode) -> str:
        """Return a condition in words, as a main or subordinate clause. Results are cached, so a condition inside
        others is put into words only once."""
        known = self._clauses.get((tree, mode))
        if known is None:
            held, self._subject = self._subject, None
            try:
                known = self._join(tree, mode) if isinstance(tree, tr.JoinedCondition) else self._plain(tree, mode)
            finally:
                self._subject = held
            self._clauses[tree, mode] = known
        return known

    def _plain(self, tree: tr.Condition, mode: Mode) -> str:
        return without_marks(order_sentence(self.raw(tree), self.grammar, mode, self.needs_denial(tree)))

    def needs_denial(self, tree: tr.Condition) -> bool:
        """Return whether a negative condition still needs a word for "not". Some messages have a negative version of
        their own."""
        match tree:
            case tr.Holds(fun=fun, negative=negative):
                return negative and not self.grammar.has(f"{fun}-denied")
            case tr.Says(word=word, negative=negative):
                return negative and self.nouns.lexicon.form(word, "denies") is None
        return False

    def _join(self, tree: tr.JoinedCondition, mode: Mode) -> str:
        parts = []
        inner_last = sorted(tree.parts, key=lambda part: isinstance(part, tr.JoinedCondition))
        for part in inner_last if tree.joining == "and" else tree.parts:  # "a and either b or c" is clear
            text = self.clause(part, mode)
            if isinstance(part, tr.JoinedCondition):
                text = self.grammar.say(f"inner-{part.joining}", list=text)
                text = self.grammar.say("held", what=text) if tree.joining == "and" and part != inner_last[-1] else text
            parts.append(text)
        return self.grammar.join_list(parts, tree.joining)

    def raw(self, tree: tr.Condition) -> str:
        """Return a condition as a sentence with its verb in brackets."""
        known = self._raws.get((tree, self._subject))
        if known is None:
            known = self._raws[tree, self._subject] = self._raw(tree)
        return known

    def _raw(self, tree: tr.Condition) -> str:
        match tree:
            case tr.Holds(fun=fun, args=args, negative=negative):
                denied = f"{fun}-denied"
                return self.say(denied if negative and self.grammar.has(denied) else fun, args)
            case tr.Says():
                return self._says(tree)
            case tr.Exists(member=member, negative=negative):
                return self.say("exists-not" if negative else "exists", {"member": member})
            case tr.Every():
                return self._every(tree)
        return self.clause(tree, "main")

    def _says(self, tree: tr.Says) -> str:
        own = self.nouns.lexicon.form(tree.word, "denies" if tree.negative else "says")
        if own is None:
            own = self.nouns.lexicon.form(tree.word, "says")
        if own is not None:
            spoken_to = own.startswith(f"{self.grammar.say('me', case='nominative')} ")
            return (YOU if spoken_to else "") + self._fill(own, tree)
        name = self._quote(tr.Called(tree.word, (), tree.target))
        args = distinct(tree.slots)
        if not args:
            return self.grammar.say("so-named", what=name)
        forms = ["indefinite" if isinstance(a, tr.Member) else "definite" for a in args]
        listed = self.grammar.join_list(
            [without_marks(self.phrase(a, f, "accusative")) for a, f in zip(args, forms, strict=True)], "and"
        )
        return self.grammar.say("so-named-of", what=name, of=listed)

    def _every(self, tree: tr.Every) -> str:
        member, body = tree.member, tree.body
        if member.source is not None and member.source.fun == "from-optional":
            return self._if_there_is(member, member.source, body)
        if not isinstance(body, tr.JoinedCondition | tr.Every):
            held, self._subject = self._subject, member.local
            try:
                raw = self.raw(body)
            finally:
                self._subject = held
            if raw.startswith(SUBJECT) and not self.needs_denial(body):
                return without_marks(self.phrase(member, "every")) + raw[raw.index(SUBJECT_END) + 1 :]
        return self.say("for-every", {"member": member, "body": body})

    def _if_there_is(self, member: tr.Member, source: tr.ComposedPhrase, body: tr.Condition) -> str:
        """Return the sentence "if there is a value, the body holds", for a value that may be absent."""
        args: dict[str, tr.TreeArgument] = {**source.args, "name": tr.LocalPhrase(member.local), "body": body}
        if member.where is None:
            return self.say("for-what-there-is", args)
        return self.say("for-what-there-is-where", {**args, "condition": member.where})
