"""Tests of the benchmarks: equal games, tables from recorded figures, commands that exist. Speed is never tested."""
