"""Rules in words: clauses become trees that belong to no language (`sentences/`), and a grammar of one says these.

    speaker                        all that is said of a model in a language: clauses, names, fixed words
    tree                           what a rule says, in no language yet
    layout                         trees of steps as paragraphs, lists and tables
    saying, named, linearise       a tree in words: by its message; by the rulebook's own; what brings a new local
    grammar                        the messages of a language (`grammars/`), and what they may ask for
    order, marks                   the verb of a sentence; what one step of saying tells the next
    lexicon, nouns                 what a rulebook's `words` say of its names; the noun of anything
    wordless                       names that have no word in a language, or an outdated one
    happenings                     what happened in a worked example, as far as its sentences tell it
    document                       what comes out: words and links, in paragraphs, lists and tables

What stands on a page beside the prose, and how it looks, is `render/`'s.
"""

from .document import Bullets, ClauseProse, Inline, Link, Numbered, Paragraph, ProseBlock, ProseTable, blocks_text
from .grammar import languages
from .happenings import Happening, Refusal
from .speaker import Speaker, speaker, title_of, written_in

__all__ = [
    "Bullets",
    "ClauseProse",
    "Happening",
    "Inline",
    "Link",
    "Numbered",
    "Paragraph",
    "ProseBlock",
    "ProseTable",
    "Refusal",
    "Speaker",
    "blocks_text",
    "languages",
    "speaker",
    "title_of",
    "written_in",
]
