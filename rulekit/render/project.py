"""What mkdocs needs beside the pages of an output: its settings, the style sheet, and a script that gives names and
keyboard stops to what the theme leaves without.

The page that one begins at, and which file goes where, is `output.py`'s.  Nothing in it asks another host for
anything: no fonts, no scripts, no pictures from elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .escaping import theme_text, yaml_text
from .overrides import PREFIX

ASSETS = Path(__file__).resolve().parent / "assets"
STYLE = "assets/rulekit.css"
SCRIPT = "assets/rulekit.js"

Nav = Sequence[str | Mapping[str, Any]]
"""Pages, and titles each with a page or a list of the same."""

SETTINGS = """\
# Written by rulekit.  To build the pages: mkdocs build
site_name: {name}
docs_dir: docs
site_dir: site
use_directory_urls: false
strict: true
theme:
  name: material
  language: {language}
  font: false
  features:
    - navigation.tabs
    - navigation.top
    - navigation.footer
    - toc.follow
    - content.tooltips
    - content.tabs.link
    - search.highlight
    - search.suggest
  palette:
    - media: "(prefers-color-scheme: light)"
      scheme: default
      toggle:
        icon: material/weather-night
        name: {dark}
    - media: "(prefers-color-scheme: dark)"
      scheme: slate
      toggle:
        icon: material/weather-sunny
        name: {light}
extra:
  generator: false
extra_css:
  - {style}
extra_javascript:
  - {script}
plugins:
  - search
markdown_extensions:
{extensions}
validation:
  omitted_files: warn
  absolute_links: warn
  unrecognized_links: warn
  anchors: warn
not_in_nav: |
  {aside}*.md
nav: {nav}
"""

EXTENSIONS = (
    "admonition",
    "attr_list",
    "md_in_html",
    "tables",
    "pymdownx.details",
    "pymdownx.superfences",
    ("pymdownx.highlight", {"use_pygments": True}),
    ("pymdownx.tabbed", {"alternate_style": True}),
    ("toc", {"permalink": True, "toc_depth": 3}),
)
"""Of Python-Markdown, with what is asked of them."""


def settings(name: str, language: str, nav: Nav, words: Mapping[str, str]) -> str:
    """A ready mkdocs.yml; JSON is YAML, and quotes whatever must be."""
    extensions = "\n".join(
        f"  - {one}" if isinstance(one, str) else f"  - {one[0]}: {json.dumps(one[1])}" for one in EXTENSIONS
    )
    return SETTINGS.format(
        name=yaml_text(name),
        language=language,
        style=STYLE,
        script=SCRIPT,
        aside=PREFIX,
        nav=json.dumps(theme_nav(nav), ensure_ascii=False),
        extensions=extensions,
        dark=yaml_text(words["dark"]),
        light=yaml_text(words["light"]),
    )


def theme_nav(nav: Nav) -> list[Any]:
    """Return the navigation with titles that themes can show."""
    return [
        one if isinstance(one, str) else {theme_text(t): _pages(inside) for t, inside in one.items()} for one in nav
    ]


def _pages(inside: Any) -> Any:
    return inside if isinstance(inside, str) else theme_nav(inside)


def assets() -> dict[str, bytes]:
    """The style sheet and the script, by their paths below the folder of all pages."""
    return {name: (ASSETS / Path(name).name).read_bytes() for name in (STYLE, SCRIPT)}
