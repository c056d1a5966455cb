"""Phrases with words that the rulebook has for its own names: facts, kept values, places, titles, procedures, and
things described by their attributes.

Such a text of the rulebook (`noun`, `says`, `names`) has slots for arguments, such as `{p}` in `{p}'s stack`. Some of
its words become a link to the clause of the name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from ..model.types import DomainType
from . import tree as tr
from .grammar import MessageTree
from .prose_blocks import OWNED, OWNED_END, OWNED_NOUN, escape, link, without_links, without_marks
from .realiser import PhraseRealiser, order_sentence
from .sentences.phrases import SIGNS, constant_phrase

_SLOT: Final = re.compile(r"\{\s*(\w+)\s*(?:\|([^{}|]*)\|([^{}|]*))?\}('s\b)?")
_ASIDE: Final = re.compile(r" ?\([^()]*\{[^()]*\)")


class NamedPhrases(PhraseRealiser):
    """Turns phrases with names of the rulebook into words."""

    def _by_name(self, tree: tr.Called, case: str, form: str) -> str:
        match tree.value:
            case "title":
                return escape(self.nouns.title(tree.word))
            case "quoted":
                return self._quote(tree)
            case "performed":
                return self._action(tree)
            case "made":
                return self._by_attributes(tree, case, form)
        template = self.nouns.template(tree.word)
        if template is not None and "{" in template:
            declined = self.nouns.lexicon.form(tree.word, f"plural_{case}" if self._plural(tree) else case)
            text = self._fill(declined or self._with_article(template, tree, form, case), tree, case)
        else:
            if tree.value == "site" and template is None:
                return self._phrase(tree.slots[0][1], case, form)
            text = self._of(tree, case, form)
        return self.grammar.say("genitive-name", name=text) if form == "genitive" else text

    def _with_article(self, template: str, tree: tr.Called, form: str, case: str) -> str:
        """Return a noun text of the rulebook with the article that the form needs: `the room where …`, `no room where
        …`, or without an article."""
        bare = self.nouns.without_article(template)
        if form == "none":
            return self.grammar.say("none-of", what=bare, gender=self.nouns.name_forms(tree).gender)
        if form in ("definite", "genitive") and case != "nominative" and self.grammar.has("declines"):
            form = "definite"
        elif form not in ("indefinite", "bare", "every"):
            return template
        if bare == template:
            return template
        if form == "bare":
            return bare
        given = {"noun": bare, "gender": self.nouns.name_forms(tree).gender, "case": case}
        number = "many" if self.nouns.is_plural(tree) else "one"
        return self.grammar.say(f"noun-{form}", **given, number=number)

    def _of(self, tree: tr.Called, case: str, form: str) -> str:
        """Return a phrase made from a noun and its owner or arguments, such as `your stack` or `the owner of the
        colour`."""
        forms = self.nouns.name_forms(tree)
        args = distinct(tree.slots)
        number = "many" if form == "plural" or self.nouns.is_plural(tree) else "one"
        name = escape(self.nouns.decline(tree.word, forms, number, case))
        name = link(name, tree.target) if tree.target else name
        given: dict[str, Any] = {"noun": name, "gender": forms.gender, "case": case, "number": number}
        if form == "genitive":
            form = "definite"
        owner = args.pop(0) if args and tree.owned else None
        alone = [*args, *([owner] if owner else [])]
        text = self._with_owner(given, owner, args, form)
        if (
            len(alone) == 1
            and isinstance(alone[0], tr.LocalPhrase)
            and alone[0].local is self._subject
            and form == "definite"
        ):
            if case == "nominative":
                whose = self.grammar.say("noun-bare" if self.grammar.has("whose-bare") else "noun-definite", **given)
                return f"{OWNED}{without_marks(text)}{OWNED_NOUN}{whose}{OWNED_END}"
        return without_marks(text)

    def _with_owner(self, given: dict[str, Any], owner: tr.Phrase | None, args: list[tr.Phrase], form: str) -> str:
        can_own = given["gender"] != "title" and form == "definite"
        if owner is not None and not isinstance(owner, tr.Member) and can_own and self._can_own(owner):
            given["owner"] = MessageTree(self, owner)
            text = self.grammar.say("owned", **given)
        else:
            fun = "noun-bare" if form == "plural" else f"noun-{form}"
            text = self.grammar.say(fun, **given)
            args = [*([owner] if owner is not None else []), *args]
        if not args:
            return text
        args = [tr.ComposedPhrase("held", {"what": arg}) if _is_sum(arg) else arg for arg in args]
        of = args[0] if len(args) == 1 else tr.Listed(tuple(args), "and")
        form = "indefinite" if any(isinstance(arg, tr.Member) for arg in args) else "definite"
        return self.grammar.say("of", what=text, of=MessageTree(self, of), form=form)

    def _can_own(self, owner: tr.Phrase) -> bool:
        """Return whether a phrase sounds right as a genitive. `the player after you` does not."""
        me = self.grammar.say("me", case="nominative")
        return self.head(owner, "person") == "you" or not without_marks(self.phrase(owner)).endswith(f" {me}")

    def _fill(self, template: str, tree: tr.Called | tr.Says, case: str = "nominative") -> str:
        """Return a text of the rulebook with its slots filled. Its longest run of words becomes a link to its
        clause."""
        slots = dict(tree.slots)
        for n, (_, value) in enumerate(tree.slots, 1):
            slots.setdefault(str(n), value)
        template = _ASIDE.sub(lambda aside: "" if _says_nothing(aside[0], slots) else aside[0], template)
        template = self._settle_articles(template, slots)
        text = template if not tree.target else _with_link(template, tree.target)

        def fill(found: re.Match[str]) -> str:
            value = slots.get(found[1])
            if value is None:
                return escape(found[1])
            form = "indefinite" if isinstance(value, tr.Member) else "definite"
            if found[2] is not None and _is_player(value):
                verb = found[3] if self.head(value, "person") == "you" else found[2]
                return f"{without_marks(self.phrase(value, form))} {escape(verb)}"
            if found[2] is not None and isinstance(value, tr.ComposedPhrase) and value.fun in ("yes", "no", "whether"):
                return escape({"yes": found[2], "no": found[3]}.get(value.fun, f"({found[2] or found[3]})"))
            if found[2] is not None:
                return self._amount(value, found[2], found[3], form)
            if found[4]:
                whose = self.phrase(value, "genitive")
                mine = found.start() == 0 and isinstance(value, tr.LocalPhrase) and value.local is self._subject
                return f"{OWNED}{whose}{OWNED_NOUN}{OWNED_END}" if mine else whose
            begins = found.start() == 0
            if text[: found.start()].endswith("'s "):  # in `{1}'s {2}`, the second has no article
                form = "bare"
            said = self.phrase(value, form, case if begins else self._case_after(text[: found.start()]))
            return said if begins else without_marks(said)

        return _SLOT.sub(fill, text)

    def _settle_articles(self, template: str, slots: Mapping[str, tr.Phrase]) -> str:
        """Return a text without the articles before its slots, as in `a {k}`, since phrases bring their own. The
        article before a constant stays, in the form that fits its sound (a, an)."""

        def settle(found: re.Match[str]) -> str:
            article, slot = found[1], found[2]
            value = slots.get(slot)
            items = value.items if isinstance(value, tr.Listed) else (value,)
            if not all(isinstance(item, tr.ConstantPhrase) for item in items):
                return found[0] if value is None else f"{{{slot}}}"
            if value is not None and self.grammar.has("fitting-article"):
                name = without_links(without_marks(self.phrase(value)))
                article = self.grammar.say("fitting-article", article=article, noun=name)
            return f"{article} {{{slot}}}"

        articles = "|".join(self.grammar.say("slot-articles").split())
        return re.sub(rf"(?<!, )\b({articles}) \{{\s*(\w+)\s*\}}(?!'s)", settle, template)

    def _amount(self, value: tr.Phrase, one: str, many: str, form: str) -> str:
        """Return a number with its noun, such as `2 cards`. If the number is not constant, return the plural noun with
        the number in brackets."""
        said = without_marks(self.phrase(value, form))
        if isinstance(value, tr.ComposedPhrase) and value.fun == "number":
            return f"{said} {escape(one if value.args['n'] == 1 else many)}"
        return f"{escape(many)} ({said})"

    def _case_after(self, text: str) -> str:
        """Return the grammatical case of a phrase that follows this text: dative after certain prepositions, else
        accusative."""
        before = without_links(text).split()[-1:]
        asks = self.grammar.has("dative-after") and before and before[0] in self.grammar.say("dative-after").split()
        return "dative" if asks else "accusative"

    def _quote(self, tree: tr.Called) -> str:
        title = self.grammar.say("quoted", title=escape(self.nouns.title(tree.word)))
        return link(title, tree.target) if tree.target else title

    def _action(self, tree: tr.Called) -> str:
        says = self.nouns.lexicon.form(tree.word, "says")
        if says is not None:
            return without_marks(order_sentence(self._fill(says, tree), self.grammar, "main"))
        quoted = self._quote(tree)
        if not tree.slots:
            return quoted
        pairs = []
        for name, value in tree.slots:
            form = "indefinite" if isinstance(value, tr.Member) else "definite"
            noun = escape(self.nouns.parameter(tree.word, name))
            pairs.append(
                self.grammar.say("argument", name=noun, value=without_marks(self.phrase(value, form, "stressed")))
            )
        return self.grammar.say("performed", what=quoted, values=", ".join(pairs))

    def _constant(self, word: tr.LexiconKey, sort: str, form: str) -> str:
        """Return the name of a constant. If the rulebook names a table's rows by their attributes (`names`), return
        that description of a row."""
        row = self.nouns.row(word) if sort == "table" else None
        if row is None:
            return super()._constant(word, sort, form)
        domain, at = row
        slots = tuple((f.name, constant_phrase(f.type, f.values[at])) for f in domain.fields)
        made = tr.Called(tr.LexiconKey(domain.name), slots, "", value="made")
        return self._by_attributes(made, "nominative", form)

    def _alike(self, tree: tr.Called, name: str, value: tr.Phrase) -> bool:
        """Return whether the value of an attribute has the same noun as the attribute, so that a phrase would say "the
        colour of the colour"."""
        if not isinstance(value, tr.LocalPhrase):
            return False
        return self.nouns.of_local(value.local).singular == self.nouns.attribute(tree.word.name, name).singular

    def _by_attributes(self, tree: tr.Called, case: str, form: str) -> str:
        """Return a phrase that describes a thing by its attributes."""
        names = self.nouns.lexicon.form(tree.word, "names")
        if names is not None and not any(self._alike(tree, name, value) for name, value in tree.slots):
            return without_marks(self._fill(names, tree, case))
        noun = self.noun(tr.Noun(tree.word), case, "definite" if form in ("genitive",) else form)
        if not tree.slots:
            return noun
        pairs = []
        for name, value in tree.slots:
            of = self.nouns.attribute(tree.word.name, name)
            said = without_links(without_marks(self.phrase(value)))
            fun = "attribute-same" if of.singular in said else "attribute-with"
            given = {
                "value": MessageTree(self, value),
                "form": "bare" if isinstance(value, tr.ConstantPhrase) else "definite",
            }
            pairs.append(self.grammar.say(fun, noun=escape(of.singular), gender=of.gender, **given))
        text = self.grammar.say("made", what=noun, values=self.grammar.join_list(pairs, "and"))
        return self.grammar.say("genitive-name", name=text) if form == "genitive" else text


def _is_player(value: tr.Phrase) -> bool:
    """Return whether a phrase is a player, so that a verb must agree with it, and not a number."""
    match value:
        case tr.LocalPhrase(local=local) | tr.Member(local=local):
            return isinstance(local.type, DomainType) and local.type.domain.sort == "player"
        case tr.ConstantPhrase(sort=sort):
            return sort == "player"
    return isinstance(value, tr.ComposedPhrase) and value.fun == "me"


def _is_sum(value: tr.Phrase) -> bool:
    return isinstance(value, tr.ComposedPhrase) and value.fun in SIGNS.values()


def distinct(slots: tuple[tuple[str, tr.Phrase], ...]) -> list[tr.Phrase]:
    """Return each argument once, in order. The slots of a place may contain an argument twice, under its number and its
    name."""
    found: list[tr.Phrase] = []
    for name, value in slots:
        if value not in found and name != "value":
            found.append(value)
    return found


def _says_nothing(aside: str, slots: dict[str, tr.Phrase]) -> bool:
    """Return whether all arguments in a bracketed part of a text are `none`; the part is then left out."""
    values = [slots.get(found[1]) for found in _SLOT.finditer(aside)]
    return all(isinstance(value, tr.ComposedPhrase) and value.fun == "nothing" for value in values)


_PIECES: Final = re.compile(r"(\{[^{}]*\}(?:'s\b)?|\[[^\]]*\]|[~^()])")


def _with_link(template: str, target: str) -> str:
    """Return a template in which the longest run of words is a link to the target. If it has no words outside of slots
    and brackets, it stays as it is."""
    pieces = _PIECES.split(template)
    plain = [n for n in range(0, len(pieces), 2) if any(ch.isalpha() for ch in pieces[n])]
    if not plain:
        return template
    best = max(plain, key=lambda n: len(pieces[n].strip()))
    piece = pieces[best]
    inner = piece.strip()
    at = piece.index(inner)
    pieces[best] = piece[:at] + link(escape(inner), target) + piece[at + len(inner) :]
    return "".join(pieces)
