"""From the text of a rulebook to its syntax tree and back: the parser and its messages, the forms of the language, the
formatter.

Only this package uses Lark. `parse` returns the tree of a text; `nodes` has the classes of all nodes; `same`, `dump`
and `walk` inspect trees; `format_text`, `format_book` and `format_node` write them.
"""

from .format import format_book, format_node, format_text
from .parser import parse
from .traversal import children, dump, same, walk
from .whole_text import MAX_LENGTH

__all__ = ["MAX_LENGTH", "children", "dump", "format_book", "format_node", "format_text", "parse", "same", "walk"]
