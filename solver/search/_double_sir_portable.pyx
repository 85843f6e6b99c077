# cython: language_level=3
"""The Double Sir search for any CPU."""

include "double_sir.pxi"
