"""The formatter: lays out rulebooks in the one standard way, and writes trees as text.

`format_text` lays out an author's text, keeping its words, brackets and comments.  `format_book` and `format_node`
write a tree, with no more brackets than needed.

    text_layout                         blank lines and tables
    spacing                             spaces and line breaks
    logical_lines                       lines and comments
    tree_tokens                         a tree as tokens
"""

from .text_layout import body_lines, format_book, format_node, format_text, quotable_text

__all__ = ["body_lines", "format_book", "format_node", "format_text", "quotable_text"]
