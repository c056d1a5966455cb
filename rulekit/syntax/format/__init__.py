"""The one way a rulebook is laid out, and trees written back as text.

`format_text` lays out what an author wrote (words, brackets and comments are kept); `format_book` and `format_node`
write a tree anew, with no more brackets than it needs.
"""

from .page import format_book, format_text
from .trees import body_lines, format_node, quotable_text

__all__ = ["body_lines", "format_book", "format_node", "format_text", "quotable_text"]
