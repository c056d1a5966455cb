"""The plug-in of MkDocs that adds games to a site: their pages, a gallery, comparisons, and the colours of rulebooks.

    plugins:
      - search
      - rulekit:
          games: [folder/game, ./mine.rules]       # by default those that the project renders, or the whole library
          languages: [en, nl]                     # by default those of the project, or all that the site knows
          comparisons: false                      # by default editions are compared
          lessons: PAGE                           # a page whose tables say what a game shows to authors
          play: true                              # a page to play each game on; or a folder with the runtime

`mkdocs serve` watches the rulebooks, and renders the games whose texts have changed. Authors can put parts of a
rulebook into any page by fenced blocks (`embedded_blocks.py`).
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
"""The setting that means every game of the project or, without a project, of the library; `none` means no game."""


class RulekitConfig(base.Config):  # type: ignore[no-untyped-call]  # MkDocs has no types
    """The plug-in's settings in `mkdocs.yml`. A string for `games` may name several games, separated by spaces."""

    games = c.Type((str, list), default=GAMES)
    languages = c.Optional(c.ListOfItems(c.Choice(tuple(LANGUAGES))))
    comparisons = c.Type(bool, default=True)
    play = c.Type((bool, str), default=False)
    lessons = c.Type(str, default="")

    @property
    def runtime(self) -> Path | None:
        """Return the folder with the Python runtime (Pyodide) that `play` names. None means that the runtime comes from
        the cache or from npm."""
        return Path(self.play) if isinstance(self.play, str) else None

    @property
    def spoken(self) -> list[str]:
        """Return the languages of the pages: those of the settings, of the project, or all."""
        project = find_project()
        return self.languages or list(project.languages_among(LANGUAGES) if project else ()) or list(LANGUAGES)

    @property
    def names(self) -> list[str]:
        """Return the games to render: each is a name in the library or a file."""
        said = self.games.split() if isinstance(self.games, str) else list(self.games)
        if said == [GAMES]:
            project = find_project()
            return published_games(project) if project else whole_games()
        return [] if said == ["none"] else said


class KeptTemplates(BytecodeCache):
    """A cache of compiled templates in memory, keyed by name and checksum."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self.kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key, bucket.checksum] = bucket.code


class RulekitPlugin(BasePlugin[RulekitConfig]):  # type: ignore[no-untyped-call]  # MkDocs has no types
    """The plug-in of MkDocs, which adds the games to each build of a site."""

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
        """Start worker processes if MkDocs serves the site. They are kept for all builds, since starting them takes
        longer than a small change."""
        if command == "serve":
            self.serves = True
            self.workers = Workers(cores())
            self.ready = Path(mkdtemp(prefix="rulekit")) / "ready"
            self.ready.touch()
            self.late = LatePages(self.ready.touch)

    def on_shutdown(self) -> None:
        """Stop the worker processes, and programs that still make the runtime of pages to play on."""
        if self.runtime is not None:
            self.runtime.end()
        if self.workers is not None and self.late is not None and self.ready is not None:
            self.late.end()
            self.workers.end()
            rmtree(self.ready.parent, ignore_errors=True)

    @event_priority(100)  # this runs before the search plug-in, which sets the theme's separator if none is set
    def _prepare_search(self, config: Any) -> Any:
        """Let search ignore small words of the site's language, unless the site sets a separator itself. Return the
        site's settings."""
        search, language = search_settings(config), config.theme["language"]
        if "separator" in search and search["separator"] is None and language in LANGUAGES:
            search["separator"] = mkdocs_project.search_separator(language)
        return config

    def _add_games(self, config: Any) -> Any:
        """Render the games, and add them to the navigation, after the site's own pages. Return the site's settings."""
        # pages stay in memory until the end, so garbage collection only costs time, a tenth of the total
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
        """Render the games, and log which of their pages will be made later."""
        if self.config.play and self.runtime is None:  # it mostly runs in Node, in parallel
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
        if count > 1 and self.workers is None:  # a single game is made in this process
            self.workers = Workers(count)
        for _ in range(count):
            if self.workers is not None:  # workers import modules while this process loads games
                self.workers.submit(prepare_worker, settings.languages)
        self.site = site(settings, self.workers, self.late)
        if self.runtime is not None:  # an error is reported now, before the other pages are built
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
        """Run the `with` block, and report a mistake in a rulebook in the form of MkDocs."""
        try:
            yield
        except RulekitError as error:
            if self.late is not None:
                self.late.forget()
            raise PluginError(f"a rulebook is wrong\n\n{render_all(error.diagnostics)}") from error
        except TextsChanged as error:
            raise PluginError(f"{error} was changed while the site was made: build it again") from error

    def on_serve(self, server: Any, **_: Any) -> Any:
        """Let MkDocs watch every rulebook of the games, and return its server."""
        self.server = server
        server.watch(str(self.ready))
        watched, self.watched = self.watched, set()
        self._watch(watched)
        return server

    def _watch(self, names: Iterable[str]) -> None:
        """Let MkDocs watch the rulebooks of these games, now or when it begins to serve."""
        if self.server is None:
            self.watched.update(names)
            return
        for path in rulebook_files(names) - self.watched:
            self.watched.add(path)
            self.server.watch(path)

    def on_page_markdown(self, markdown: str, page: Any, **_: Any) -> str:
        """Return a page's Markdown with a placeholder for each block of rulekit. Mistakes in blocks are logged with
        their lines."""
        if "rulekit" not in markdown or page.file.src_uri in self.site.built:
            return markdown
        lines, found = blocks_in(markdown)
        above = page.file.content_string.count("\n") - markdown.count("\n")  # lines of the page's settings
        self.embedded[page.file.src_uri] = [self._embedded(one, page.file.src_uri, above) for one in found]
        return "\n".join(lines)

    def _embedded(self, block: EmbeddedBlock | BlockMistake, file: str, above: int) -> str:
        """Return the HTML of a block, or the HTML that reports its mistake."""
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
        """Return the site's files with the rendered ones added. Files of the theme that no reader loads are removed."""
        spoken = {*(search_settings(config).get("lang") or ())}
        for file in [one for one in files if _is_unused(one.src_uri, spoken)]:
            files.remove(file)
        listed = _pages_of(self.site.nav)
        names = self.games if self.config.play else ()
        playing = {play_pages.address_of(name): b"" for name in names}  # empty, for links; `on_post_build` writes them
        for made in (mkdocs_project.assets(), self.site.files, playing):
            for name, content in made.items():
                unlisted = name.endswith(".md") and name not in listed  # other pages of the game link to it
                how = InclusionLevel.NOT_IN_NAV if unlisted else InclusionLevel.UNDEFINED
                files.append(File.generated(config, name, content=content, inclusion=how))
        return files

    def on_env(self, env: Any, **_: Any) -> Any:
        """If MkDocs serves the site, let its template engine compile each template only once."""
        if self.serves:
            env.bytecode_cache = self.templates
        return env

    def on_pre_page(self, page: Any, **_: Any) -> Any:
        """Let MkDocs use the HTML of a page that has been made already."""
        if page.file.src_uri in self.site.built:
            file = page.file.src_uri
            page.render = partial(place_page, page, self.site.built[file], file in self.site.stand_ins)
        return page

    def on_page_content(self, html: str, page: Any, **_: Any) -> str:
        """Return a page's HTML with blocks instead of their placeholders. If a game can be played, its rules get a
        button, and the examples of its reference get links."""
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
        """Return a page without parts that it does not need. Spaces, quotes and closing tags are a sixth of it. The
        namespace of drawings and, if there are no tabs, the theme's scripts for tabs are removed, too."""
        if 'class="tabbed-set' not in output:
            output = _TABS.sub("", output)
        return minify(output.replace(_NAMESPACE, "<svg"))

    def on_post_build(self, config: Any) -> None:
        """Write the files of the pages to play on, which were made while MkDocs built the other pages."""
        with self._told():
            if self.runtime is not None:
                write_files(config.site_dir, play_pages.playground_pages(self.games), self.runtime.files())
            for making in self.site.play:
                write_files(config.site_dir, *making().pages)
        if self.workers is not None and not self.serves:
            self.workers.shutdown()
            self.workers = None

    def on_build_error(self, **_: Any) -> None:
        """Stop the worker processes after a build has failed."""
        if self.workers is not None and not self.serves:
            self.workers.end()

    def on_page_context(self, context: Any, page: Any, config: Any, nav: Any) -> Any:
        """Set the page's own language for the words of the theme, of the navigation and of the colour switch."""
        language = self.site.language(page.file.src_uri) or self.language
        config.theme["language"] = language
        self._reword(nav.items, language)
        palette = config.theme.get("palette")
        for colours in palette if isinstance(palette, list) else []:
            if toggle := colours.get("toggle"):
                toggle["name"] = self.site.translate(toggle["name"], language)
        return context

    def _reword(self, items: Any, language: str) -> None:
        """Translate the titles of sections in the navigation."""
        for item in items:
            if item.children:
                item.title = self.site.translate(item.title, language)
                self._reword(item.children, language)


def search_settings(config: Any) -> Any:
    """Return the settings of the search plug-in; {} if the site has none."""
    return getattr(config.plugins.get("material/search") or config.plugins.get("search"), "config", {})


def _is_unused(name: str, spoken: Set[str]) -> bool:
    """Return whether no reader loads a file. It is a source map, or splits words of languages that the search does not
    use. These files have 2 MB together."""
    return name.endswith((".js.map", ".css.map")) or (name.endswith("/wordcut.js") and spoken.isdisjoint({"th", "hi"}))


def write_files(folder: str, *files: Mapping[str, bytes]) -> None:
    """Write files to a folder; the keys are their paths in it."""
    for name, data in (one for part in files for one in part.items()):
        write_file(data, f"{folder}/{name}")


def _own_pages(config: Any) -> list[Any]:
    """Return the navigation of a site whose settings have none: its pages by folders, as MkDocs does it."""
    paths = [file.src_uri for file in get_files(config).documentation_pages()]
    return list(nest_paths(paths))  # type: ignore[no-untyped-call]  # MkDocs has no types


def add_extensions(config: Any) -> None:
    """Add the Markdown extensions that pages of games need to the site's settings, unless they are there."""
    for one in mkdocs_project.EXTENSIONS:
        name, settings = (one, None) if isinstance(one, str) else one
        if name not in config.markdown_extensions:
            config.markdown_extensions = [*config.markdown_extensions, name]
            config.mdx_configs = {**config.mdx_configs, **({name: settings} if settings else {})}


def _pages_of(nav: Any) -> set[str]:
    """Return the files of all pages in a navigation."""
    if isinstance(nav, str):
        return {nav}
    return {page for one in (nav.values() if isinstance(nav, Mapping) else nav) for page in _pages_of(one)}


def prepare_worker(languages: Iterable[str]) -> None:
    """Load the data that every page needs, in a worker process. Importing this module has loaded the rest."""
    register_lexer()
    for language in languages:
        grammar(language)


def register_lexer() -> None:
    """Register the lexer for rulebooks with Pygments. This is needed if rulekit is run from its folder without being
    installed."""
    lexer = highlighting.RulebookLexer
    known = (lexer.__module__, lexer.name, tuple(lexer.aliases), tuple(lexer.filenames), ())
    lexers.LEXERS.setdefault(lexer.__name__, known)
