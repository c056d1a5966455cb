"""Games being played: states, records, random games, statistics, examples, tests.  What they run on is the engines'
work.
"""
