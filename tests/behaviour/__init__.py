"""Rulebooks that once showed something wrong, one test for each: what they say is what happens."""
