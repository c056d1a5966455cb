"""Rules in words: clauses become trees that belong to no language (`sentences/`), and a grammar realises these.

    speaker                                 all that is said of a model in a language: clauses, names, fixed words
    tree                                    what a rule says, in no language yet
    realiser, named_phrases, linearise      a tree in words: by messages; by own names; members and conditions
    grammar                                 the messages of a language (`grammars/`), and what they may ask for
    nouns                                   what a rulebook's `words` say of its names; nouns and their forms
    section_texts, finished_texts           the texts of sections and summaries, with the values in them
    play_texts                              what happens during play
    wordless                                names that have no word in a language, or an outdated one
    happenings                              what happened in a worked example
    prose_blocks                            the result: words and links, in paragraphs, lists and tables

What stands on a page beside the prose, and how it looks, is `render/`'s.
"""

from .grammar import languages
from .happenings import Happening, Refusal
from .prose_blocks import Bullets, ClauseProse, Inline, Link, Numbered, Paragraph, ProseBlock, ProseTable, blocks_text
from .section_texts import WordedText
from .sentences.table_changes import NewValue, PieceMove, TableChange, TableSpot
from .speaker import Speaker, own_language, speaker, title_of

__all__ = [
    "Bullets",
    "ClauseProse",
    "Happening",
    "Inline",
    "Link",
    "NewValue",
    "Numbered",
    "Paragraph",
    "PieceMove",
    "ProseBlock",
    "ProseTable",
    "Refusal",
    "Speaker",
    "TableChange",
    "TableSpot",
    "WordedText",
    "blocks_text",
    "languages",
    "own_language",
    "speaker",
    "title_of",
]
