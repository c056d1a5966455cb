"""Text and syntax tree: the parser with its messages, the forms of the language, the formatter.  Only this room knows Lark."""

from .parser import parse

__all__ = ["parse"]
