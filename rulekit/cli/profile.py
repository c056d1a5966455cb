"""`rulekit profile GAME...`: the measures of a game that designers use; several games are shown side by side."""

from __future__ import annotations

from functools import partial

from ..compare.game_profile import GameProfile, definitions_json, game_profile
from ..compare.profile_pages import profile_page, profile_text
from ..compare.profile_plan import ProfileSettings, plan_text
from ..compare.screen_style import PIPE_WIDTH
from ..storage.files import PROFILE, check_output, write_output
from .game_runs import book_of, executor_of, with_its_game
from .parameters import Arguments
from .result import OK, Result
from .terminal_output import Progress, announce, terminal_width


def run_profile(args: Arguments) -> Result:
    if args.html is not None:
        check_output(args.html, PROFILE)
    found = [_profile(name, args) for name in args.games_named]
    if args.html is not None:
        write_output(args.html, profile_page(found), PROFILE)
    data = {"profiles": [one.as_json() for one in found], "definitions": definitions_json()}
    return Result(OK, data, profile_text(found, terminal_width() or PIPE_WIDTH))


def _profile(name: str, args: Arguments) -> GameProfile:
    with Progress(name, patience=0) as progress:
        progress.say(f"{name}: the rules are checked and compiled")
        game = book_of(args, name).configure(args.players, args.options)
    settings = ProfileSettings(
        args.games, args.seed, args.max_moves, args.agents, args.simulations, args.steps, not args.no_rules
    )
    announce(plan_text(name, game, settings))
    with with_its_game({name: game}, args), executor_of(args) as executor:
        return game_profile(name, game, settings, executor, partial(Progress, patience=0))
