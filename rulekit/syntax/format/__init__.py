"""The one way a rulebook is laid out, and trees written back as text.

`format_text` lays out what an author wrote (words, brackets and comments are kept); `format_book` and `format_node`
write a tree anew, with no more brackets than it needs.
"""

from .page import format_book, format_text
from .trees import format_node

__all__ = ["format_book", "format_node", "format_text"]
