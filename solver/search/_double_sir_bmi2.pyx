# cython: language_level=3
"""The Double Sir search for CPUs with fast BMI2 and AVX2; import it only where `solver.search._cpu` says so."""

include "double_sir.pxi"
