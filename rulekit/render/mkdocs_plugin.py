"""The plug-in of MkDocs that adds games to a site: their pages, a gallery, comparisons, and the colours of rulebooks.

    plugins:
      - search
      - rulekit:
          games: [folder/game, ./mine.rules]       # by default those that the project renders, or the whole library
          languages: [en, nl]                     # by default those of the project, or all that the site knows
          comparisons: false                      # by default editions are compared
          lessons: PAGE                           # a page whose tables say what a game shows to authors
          play: true                              # a page to play each game on; or a folder with the runtime

`mkdocs serve` watches the rulebooks, and renders the games whose texts changed. Fenced blocks put parts of a rulebook
into any page (`embedded_blocks.py`).
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from jinja2.bccache import Bucket, BytecodeCache
from minify_html import minify
from mkdocs.config import base
from mkdocs.config import config_options as c
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel, get_files
from mkdocs.utils import nest_paths, write_file
from pygments import lexers

from ..diagnostics import RulekitError
from ..diagnostics.renderer import render_all
from ..play.parallel import Workers, cores
from ..play.whole_games import published_games, whole_games
from ..project import find_project
from ..prose.grammar import grammar
from . import highlighting, mkdocs_project, play_pages
from .built_pages import MarkdownSettings, place_page
from .editions import REFERENCE
from .embedded_blocks import PLACEHOLDER, BlockMistake, EmbeddedBlock, blocks_in, mistake_html
from .gallery import lessons_in
from .game_pages import page_name
from .late_pages import LatePages
from .library_site import LANGUAGES, Site, SiteSettings, rulebook_files, site
from .page_jobs import FOLDER, TextsChanged, kept_block

LOG = get_plugin_logger("rulekit")
_NAMESPACE = '<svg xmlns="http://www.w3.org/2000/svg"'
_TABS = re.compile(r'<script>var (?:tabs=__md_get\("__tabs"\)|target=document\.getElementById\().*?</script>')
GAMES = "all"
"""The setting for every game that the project publishes, or of the library; `none` is the one for no game."""


class RulekitConfig(base.Config):  # type: ignore[no-untyped-call]
    """The plug-in's settings in `mkdocs.yml`; a single string may name several games, separated by spaces."""

    games = c.Type((str, list), default=GAMES)
    languages = c.Optional(c.ListOfItems(c.Choice(tuple(LANGUAGES))))
    comparisons = c.Type(bool, default=True)
    play = c.Type((bool, str), default=False)
    lessons = c.Type(str, default="")

    @property
    def runtime(self) -> Path | None:
        """Return the folder that `play` names, with the runtime (Pyodide) for playing; None for the cached one or that
        of npm."""
        return Path(self.play) if isinstance(self.play, str) else None

    @property
    def spoken(self) -> list[str]:
        """Return the languages of the pages."""
        project = find_project()
        return self.languages or list(project.languages_among(LANGUAGES) if project else ()) or list(LANGUAGES)

    @property
    def names(self) -> list[str]:
        """Return the games to render, by name in the library or by file."""
        said = self.games.split() if isinstance(self.games, str) else list(self.games)
        if said == [GAMES]:
            project = find_project()
            return published_games(project) if project else whole_games()
        return [] if said == ["none"] else said


class KeptTemplates(BytecodeCache):
    """Compiled templates, by name and text."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key, bucket.checksum] = bucket.code


class RulekitPlugin(BasePlugin[RulekitConfig]):  # type: ignore[no-untyped-call]
    """The plug-in, which adds the games to one build of a site."""

    def __init__(self) -> None:
        self.site = Site()
        self.language = ""
        self.games: list[str] = []
        self.runtime: play_pages.SharedPages | None = None
        self.embedded: dict[str, list[str]] = {}
        self.watched: set[str] = set()
        self.server: Any = None
        self.workers: Workers | None = None
        self.serves = False
        self.late: LatePages | None = None
        self.waiting = False
        self.ready: Path | None = None
        self.templates = KeptTemplates()

    def on_startup(self, command: str, **_: Any) -> None:
        """While MkDocs serves, keep the worker processes: starting them takes longer than a small change."""
        if command == "serve":
            self.serves = True
            self.workers = Workers(cores())
            self.ready = Path(mkdtemp(prefix="rulekit")) / "ready"
            self.ready.touch()
            self.late = LatePages(self.ready.touch)

    def on_shutdown(self) -> None:
        """End the worker processes, and what is being made for pages to play on."""
        if self.runtime is not None:
            self.runtime.end()
        if self.workers is not None and self.late is not None and self.ready is not None:
            self.late.end()
            self.workers.end()
            rmtree(self.ready.parent, ignore_errors=True)

    @event_priority(100)  # the plug-in of the search puts the theme's separator where none is set
    def _prepare_search(self, config: Any) -> Any:
        """Let the search leave out small words of the site's language, unless the site has a separator of its own."""
        search, language = search_settings(config), config.theme["language"]
        if "separator" in search and search["separator"] is None and language in LANGUAGES:
            search["separator"] = mkdocs_project.search_separator(language)
        return config

    def _add_games(self, config: Any) -> Any:
        """Render the games before the navigation is made; in it, they follow the site's own pages."""
        # pages live until the end: collecting garbage would take a tenth of the time
        gc.set_threshold(1_000_000, 10, 10)
        register_lexer()
        add_extensions(config)
        config.extra_css = [*config.extra_css, mkdocs_project.STYLE]
        config.extra_javascript = [*config.extra_javascript, mkdocs_project.SCRIPT]
        with self._told():
            self._render(config)
        self.language = config.theme["language"]
        config.nav = [*(_own_pages(config) if config.nav is None else config.nav), *self.site.nav]
        config.extra_css = [*config.extra_css, *(name for name in self.site.files if name.endswith(".css"))]
        return config

    on_config = CombinedEvent(_prepare_search, _add_games)

    def _render(self, config: Any) -> None:
        """Render the games, and tell which of their pages follow."""
        if self.config.play and self.runtime is None:  # node makes most of it, beside this process
            self.runtime = play_pages.SharedPages.begin(self.config.runtime)
        self.games = self.config.names
        settings = SiteSettings(
            self.games,
            self.config.spoken,
            self.config.comparisons,
            MarkdownSettings(config.markdown_extensions, config.mdx_configs),
            f"{FOLDER}{{language}}/{{game}}{'/' if config.use_directory_urls else '.html'}" if self.config.play else "",
            lessons_in((Path(config.docs_dir) / self.config.lessons).read_text("utf-8")) if self.config.lessons else {},
        )
        count = cores() if self.serves else min(cores(), len(settings.games))
        if count > 1 and self.workers is None:  # one game alone is made in this process
            self.workers = Workers(count)
        for _ in range(count):
            if self.workers is not None:  # workers import all that they need while this process loads the games
                self.workers.submit(prepare_worker, settings.languages)
        self.site = site(settings, self.workers, self.late)
        if self.runtime is not None:  # before the other pages are built
            self.runtime.check()
        before, self.waiting = self.waiting, bool(self.late and self.late.waiting)
        if self.late and self.late.waiting:
            names = dict.fromkeys(name for job in self.late.waiting for name in job.names)
            LOG.info("the rules are ready; reference and comparisons of %s follow", ", ".join(names))
        elif before:
            LOG.info("all pages are ready")
        self._watch(settings.games)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Report a mistake in a rulebook as MkDocs shows it."""
        try:
            yield
        except RulekitError as error:
            if self.late is not None:
                self.late.forget()
            raise PluginError(f"a rulebook is wrong\n\n{render_all(error.diagnostics)}") from error
        except TextsChanged as error:
            raise PluginError(f"{error} was changed while the site was made: build it again") from error

    def on_serve(self, server: Any, **_: Any) -> Any:
        """Let mkdocs watch every rulebook of the games."""
        self.server = server
        server.watch(str(self.ready))
        watched, self.watched = self.watched, set()
        self._watch(watched)
        return server

    def _watch(self, names: Iterable[str]) -> None:
        """Let mkdocs watch the rulebooks of games, now or once it serves."""
        if self.server is None:
            self.watched.update(names)
            return
        for path in rulebook_files(names) - self.watched:
            self.watched.add(path)
            self.server.watch(path)

    def on_page_markdown(self, markdown: str, page: Any, **_: Any) -> str:
        """Replace the blocks of rulekit by placeholders, and report mistakes in them at their lines."""
        if "rulekit" not in markdown or page.file.src_uri in self.site.built:
            return markdown
        lines, found = blocks_in(markdown)
        above = page.file.content_string.count("\n") - markdown.count("\n")  # the settings of the page
        self.embedded[page.file.src_uri] = [self._embedded(one, page.file.src_uri, above) for one in found]
        return "\n".join(lines)

    def _embedded(self, block: EmbeddedBlock | BlockMistake, file: str, above: int) -> str:
        """Return the HTML of a block, or what its page shows of a mistake."""
        try:
            if isinstance(block, BlockMistake):
                raise block
            html = kept_block(block)
            self._watch(block.names)
            return html
        except BlockMistake as mistake:
            line, message = mistake.line, str(mistake)
        except RulekitError as error:
            line, message = getattr(block, "line", 1), f"a rulebook is wrong\n\n{render_all(error.diagnostics)}"
        LOG.error("%s:%d: %s", file, line + above, message)
        return mistake_html(message)

    def on_files(self, files: Files, config: Any) -> Files:
        """Add the rendered files to the site, and leave out those of the theme that no reader loads."""
        spoken = {*(search_settings(config).get("lang") or ())}
        for file in [one for one in files if _is_unused(one.src_uri, spoken)]:
            files.remove(file)
        listed = _pages_of(self.site.nav)
        names = self.games if self.config.play else ()
        playing = {play_pages.address_of(name): b"" for name in names}  # for links; `on_post_build` writes the pages
        for made in (mkdocs_project.assets(), self.site.files, playing):
            for name, content in made.items():
                unlisted = name.endswith(".md") and name not in listed  # another page of the game leads there
                how = InclusionLevel.NOT_IN_NAV if unlisted else InclusionLevel.UNDEFINED
                files.append(File.generated(config, name, content=content, inclusion=how))
        return files

    def on_env(self, env: Any, **_: Any) -> Any:
        """While MkDocs serves, compile the templates of the theme once."""
        if self.serves:
            env.bytecode_cache = self.templates
        return env

    def on_pre_page(self, page: Any, **_: Any) -> Any:
        """Give MkDocs the HTML of a page that is built already."""
        if page.file.src_uri in self.site.built:
            file = page.file.src_uri
            page.render = partial(place_page, page, self.site.built[file], file in self.site.stand_ins)
        return page

    def on_page_content(self, html: str, page: Any, **_: Any) -> str:
        """Put blocks in their places. Add a button to the rules of each game that can be played, and links to the
        examples of its reference."""
        for at, made in enumerate(self.embedded.pop(page.file.src_uri, ())):
            html = html.replace(f"<p>{PLACEHOLDER % at}</p>", made).replace(PLACEHOLDER % at, made)
        language = self.site.language(page.file.src_uri)
        for name in self.games if self.config.play and language else ():
            own = f"{FOLDER}{language}/{page_name(name)}"
            if page.file.src_uri == f"{own}.md":
                return play_pages.with_button(html, page.url, name, str(language))
            if page.file.src_uri == f"{own}/{REFERENCE}.md":
                return play_pages.with_examples(html, page.url, self.site.books[name], str(language))
        return html

    def on_post_page(self, output: str, page: Any, config: Any) -> str:
        """Remove what a page does not need: space, quotes and closing tags, which are a sixth of it, the namespace of
        drawings, and the theme's scripts for tabs if there are none."""
        if 'class="tabbed-set' not in output:
            output = _TABS.sub("", output)
        return minify(output.replace(_NAMESPACE, "<svg"))

    def on_post_build(self, config: Any) -> None:
        """Write the pages to play on, which were made while MkDocs built the others."""
        with self._told():
            if self.runtime is not None:
                write_files(config.site_dir, play_pages.playground_pages(self.games), self.runtime.files())
            for making in self.site.play:
                write_files(config.site_dir, *making().pages)
        if self.workers is not None and not self.serves:
            self.workers.shutdown()
            self.workers = None

    def on_build_error(self, **_: Any) -> None:
        """End the worker processes of a build that fails."""
        if self.workers is not None and not self.serves:
            self.workers.end()

    def on_page_context(self, context: Any, page: Any, config: Any, nav: Any) -> Any:
        """Set the page's own language for the theme's words, the navigation and the colour switch."""
        language = self.site.language(page.file.src_uri) or self.language
        config.theme["language"] = language
        self._reword(nav.items, language)
        palette = config.theme.get("palette")
        for colours in palette if isinstance(palette, list) else []:
            if toggle := colours.get("toggle"):
                toggle["name"] = self.site.translate(toggle["name"], language)
        return context

    def _reword(self, items: Any, language: str) -> None:
        """Translate the titles of the navigation's sections."""
        for item in items:
            if item.children:
                item.title = self.site.translate(item.title, language)
                self._reword(item.children, language)


def search_settings(config: Any) -> Any:
    """Return the settings of the search; none without a search."""
    return getattr(config.plugins.get("material/search") or config.plugins.get("search"), "config", {})


def _is_unused(name: str, spoken: Set[str]) -> bool:
    """Return whether a file is a source map, which only the theme's authors read, or splits words of languages that the
    search does not know: 2 MB together."""
    return name.endswith((".js.map", ".css.map")) or (name.endswith("/wordcut.js") and spoken.isdisjoint({"th", "hi"}))


def write_files(folder: str, *files: Mapping[str, bytes]) -> None:
    """Write files, by their paths in a folder."""
    for name, data in (one for part in files for one in part.items()):
        write_file(data, f"{folder}/{name}")


def _own_pages(config: Any) -> list[Any]:
    """Return the navigation of a site that names none: its pages by their folders, as MkDocs does it."""
    paths = [file.src_uri for file in get_files(config).documentation_pages()]
    return list(nest_paths(paths))  # type: ignore[no-untyped-call]


def add_extensions(config: Any) -> None:
    """Add the Markdown extensions that pages of games need and the site does not name."""
    for one in mkdocs_project.EXTENSIONS:
        name, settings = (one, None) if isinstance(one, str) else one
        if name not in config.markdown_extensions:
            config.markdown_extensions = [*config.markdown_extensions, name]
            config.mdx_configs = {**config.mdx_configs, **({name: settings} if settings else {})}


def _pages_of(nav: Any) -> set[str]:
    """Return the files of the pages in a navigation."""
    if isinstance(nav, str):
        return {nav}
    return {page for one in (nav.values() if isinstance(nav, Mapping) else nav) for page in _pages_of(one)}


def prepare_worker(languages: Iterable[str]) -> None:
    """Load what every page needs; importing this file has loaded the rest."""
    register_lexer()
    for language in languages:
        grammar(language)


def register_lexer() -> None:
    """Register the lexer with Pygments, which does not find it if rulekit is run from its folder without being
    installed."""
    lexer = highlighting.RulebookLexer
    known = (lexer.__module__, lexer.name, tuple(lexer.aliases), tuple(lexer.filenames), ())
    lexers.LEXERS.setdefault(lexer.__name__, known)
