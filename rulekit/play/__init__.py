"""Games being played: states, records, random games, statistics, examples, tests, what players know.  What they run on
is the engines' work.
"""
