"""Games that people play: what each seat may see, do and read, for every front end.

session                     who sits where, whose turn it is, play, undo, save
values                      the frozen values that a session returns
offers                      options in words, grouped, with the things of the picture that they name
refusals                    why an option cannot be chosen, with expressions of the checked model
changes, privacy            what changed, in sentences; marks on lines that another seat did not see
forecasts                   what a player can foresee about an option
endings                     who has won, in words
undo                        how far a session can be taken back
words                       values and options in words; the words in pictures
notes                       what a seat saw, in sentences
movements                   which pieces moved from where to where
"""

from ..play.agents import Agent, RandomPlayer
from .session import Session
from .values import ClosedAction, HistoryLine, OfferGroup, RuleText, SeatView, SessionOffer

__all__ = [
    "Agent",
    "ClosedAction",
    "HistoryLine",
    "OfferGroup",
    "RandomPlayer",
    "RuleText",
    "SeatView",
    "Session",
    "SessionOffer",
]
