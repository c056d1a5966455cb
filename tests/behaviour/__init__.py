"""Rulebooks that once revealed a bug, with a test for each."""
