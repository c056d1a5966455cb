"""Rules in words, in a language: see `speaker.py`."""

from .document import Bullets, ClauseProse, Inline, Link, Numbered, Paragraph, ProseBlock, ProseTable, words
from .grammar import languages
from .speaker import Speaker, speaker

__all__ = [
    "Bullets",
    "ClauseProse",
    "Inline",
    "Link",
    "Numbered",
    "Paragraph",
    "ProseBlock",
    "ProseTable",
    "Speaker",
    "languages",
    "speaker",
    "words",
]
