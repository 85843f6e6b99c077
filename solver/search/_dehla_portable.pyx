# cython: language_level=3
"""The Dehla Pakad search for any CPU."""

include "dehla.pxi"
