"""Puts rules into words. Clauses become trees, which are independent of a language (`sentences/`); a grammar turns
trees into text.

    speaker                                 gives every text about a model in a language: clauses, names, fixed words
    tree                                    the nodes of the trees
    realiser, named_phrases, linearise      put trees into words: phrases; phrases with the rulebook's names; conditions
    grammar                                 the messages of a language (`grammars/`), and the functions they may use
    nouns                                   the nouns in a rulebook's `words`, and their forms
    values_by_players                       values that depend on the number of players
    titles                                  the titles and summaries of clauses, by name; which nouns are plurals
    section_texts                           the texts of sections and summaries, with the values in them
    play_texts                              texts on play: refusals, changes at the table, values
    wordless                                names that have no word in a language, or an outdated one
    happenings                              events in a worked example: who acts, why a move is refused
    step_layout                             steps as paragraphs, numbered lists and remarks
    prose_blocks                            the result: words and links, in paragraphs, lists and tables

`render/` makes the pages around the prose, and `scene/` the pictures.
"""

from .grammar import languages
from .happenings import Happening, Refusal
from .prose_blocks import (
    Bullets,
    ClauseProse,
    Inline,
    Link,
    NumberedList,
    Paragraph,
    ProseBlock,
    ProseTable,
    blocks_text,
)
from .section_texts import NO_VALUE, WordedText
from .sentences.table_changes import NewValue, PieceMove, TableChange, TableSpot
from .speaker import Speaker, own_language, speaker, title_of

__all__ = [
    "NO_VALUE",
    "Bullets",
    "ClauseProse",
    "Happening",
    "Inline",
    "Link",
    "NewValue",
    "NumberedList",
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
