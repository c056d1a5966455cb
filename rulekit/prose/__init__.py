"""Rules in words, in a language: see `speaker.py`."""

from .document import Block, Bullets, ClauseProse, Inline, Link, Numbered, Paragraph, Table, words
from .grammar import languages
from .speaker import Speaker, speaker

__all__ = [
    "Block",
    "Bullets",
    "ClauseProse",
    "Inline",
    "Link",
    "Numbered",
    "Paragraph",
    "Speaker",
    "Table",
    "languages",
    "speaker",
    "words",
]
