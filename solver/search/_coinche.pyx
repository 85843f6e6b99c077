# cython: language_level=3
"""The Coinche search; nothing in it depends on the instructions of a machine."""

include "coinche.pxi"
