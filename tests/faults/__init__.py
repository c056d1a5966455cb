"""Likely faults in the code emitter and the passes, planted one at a time: do the tests fail?"""
