"""Rulebooks as pages that people read: Markdown and pictures, ready for mkdocs-material.

`book.py` makes the output of several games, `page.py` the page of one; `document.py` is what a page is before
`markdown.py` writes it.
"""
