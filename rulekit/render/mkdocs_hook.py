"""For `mkdocs build` of the documentation: adds the games of the library to its pages, and the colours of rulebooks.

Named in `mkdocs.yml` under `hooks`.  The environment variable RULEKIT_GAMES may name the games wanted, parted by spaces
(`none`: the documentation alone).
"""

from __future__ import annotations

import gc
import os
from typing import Any

from mkdocs.structure.files import File, Files
from pygments import lexers

from rulekit.play.parallel import Workers, cores
from rulekit.render import highlighting, mkdocs_project
from rulekit.render.library_site import Site, site

VARIABLE = "RULEKIT_GAMES"
_made: list[Site] = []


def on_config(config: Any) -> Any:
    """The games are rendered before the navigation is made, and stand behind the pages of the documentation."""
    gc.set_threshold(10_000, 20, 20)  # pages stay until the end: to look through them again and again takes a tenth
    know_rulebooks()
    said = os.environ.get(VARIABLE, "")
    _made.clear()
    config.extra_css = [*config.extra_css, mkdocs_project.STYLE]
    config.extra_javascript = [*config.extra_javascript, mkdocs_project.SCRIPT]
    if said == "none":
        return config
    with Workers(cores()) as executor:
        _made.append(site(executor, said.split() or None))
    config.nav = [*config.nav, *_made[0].nav]
    config.extra_css = [*config.extra_css, *(name for name in _made[0].files if name.endswith(".css"))]
    return config


def on_page_context(context: Any, page: Any, config: Any, nav: Any) -> Any:
    """Each page is framed in its own language: the theme's words, the names of what the games added, the colours."""
    for one in _made:
        language = one.language(page.file.src_uri)
        config.theme["language"] = language
        _reword(nav.items, one, language)
        for colours in config.theme["palette"]:
            colours["toggle"]["name"] = one.said(colours["toggle"]["name"], language)
    return context


def _reword(items: Any, one: Site, language: str) -> None:
    """Sections of the navigation by their names in a language."""
    for item in items:
        if item.children:
            item.title = one.said(item.title, language)
            _reword(item.children, one, language)


def on_files(files: Files, config: Any) -> Files:
    for made in (mkdocs_project.assets(), *(one.files for one in _made)):
        for name, content in made.items():
            files.append(File.generated(config, name, content=content))
    return files


def know_rulebooks() -> None:
    """Where the package is not installed, only run from its folder, Pygments has not heard of it."""
    lexer = highlighting.RulebookLexer
    known = (lexer.__module__, lexer.name, tuple(lexer.aliases), tuple(lexer.filenames), ())
    lexers.LEXERS.setdefault(lexer.__name__, known)
