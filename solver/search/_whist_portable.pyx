# cython: language_level=3
"""The whist search for any CPU."""

include "whist.pxi"
