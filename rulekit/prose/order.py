"""The finite verb of a sentence: where it stands, whether it is denied, and how it agrees with its subject.

A sentence is written with its verb in brackets, `{i} [is] full`; `~` marks where a denial goes, `^` where the verb goes
in a subordinate clause of a language that moves it (else to the end), `[lies|does not lie]` brings a denial of its own.
Which words a language uses for it are messages of its grammar.
"""

from __future__ import annotations

import re
from typing import Final, Literal, Protocol

from .marks import MANY, OWNED, OWNED_END, OWNED_NOUN, SUBJECT, SUBJECT_END, YOU, unmarked

Mode = Literal["main", "sub"]
_VERB: Final = re.compile(r"\[([^\[\]|]*)(?:\|([^\[\]]*))?\]")
_SPACES: Final = re.compile(r" {2,}")


class VerbWords(Protocol):
    """What order asks of a grammar."""

    def say(self, fun: str, **args: object) -> str: ...

    def has(self, fun: str) -> bool: ...


def ordered_sentence(raw: str, words: VerbWords, mode: Mode, negative: bool = False) -> str:
    """A sentence in the order of a main or a subordinate clause, with the marks of phrases still in it."""
    found = _VERB.search(raw)
    if found is None:
        assert not negative, f"no verb to deny: {raw}"
        return raw
    before, rest = raw[: found.start()], raw[found.end() :]
    verb = _agreeing(found[1], raw, words)
    if negative and found[2] is not None:
        verb, negative = found[2], False
    elif negative and words.has("denied-verb"):
        verb, negative = words.say("denied-verb", verb=found[1], form=_form(raw)), False
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


def _agreeing(verb: str, raw: str, words: VerbWords) -> str:
    form = _form(raw)
    return verb if form == "one" else words.say("verb", verb=verb, form=form)


def relative(raw: str, words: VerbWords, negative: bool, gender: str) -> str | None:
    """The sentence as a relative clause about its subject, where the subject comes first: `that is full`."""
    if raw.startswith(SUBJECT):
        end = raw.index(SUBJECT_END)
        body = ordered_sentence(raw[end + 1 :].strip(), words, "sub", negative)
        return words.say("that", clause=unmarked(body), gender=gender)
    several = MANY if raw.startswith(MANY + OWNED) else ""
    raw = raw.removeprefix(several)
    if raw.startswith(OWNED):
        cut, end = raw.index(OWNED_NOUN), _matching(raw)
        noun = raw[cut + 1 : end]
        body = ordered_sentence(several + noun + raw[end + 1 :], words, "sub", negative)
        return words.say("whose", clause=unmarked(body), gender=gender)
    return None


def _matching(raw: str) -> int:
    """Where what a sentence begins with ends."""
    depth = 0
    for at, character in enumerate(raw):
        depth += (character == OWNED) - (character == OWNED_END)
        if not depth:
            return at
    return len(raw) - 1
