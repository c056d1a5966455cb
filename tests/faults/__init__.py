"""Faults that somebody might make in the emitter or a pass, to be seeded one at a time: do the tests notice?"""
