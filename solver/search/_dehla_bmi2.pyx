# cython: language_level=3
"""The Dehla Pakad search for CPUs with fast BMI2 and AVX2; import it only where `solver.search._cpu` says so."""

include "dehla.pxi"
