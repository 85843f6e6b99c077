"""Which build of the searches suits this machine, and of which sources the extensions were built."""

cdef extern from "cpu.h":
    bint cpu_has_bmi2()
    bint cpu_has_fast_pext()

cdef extern from *:
    """
    #ifndef HAKEM_BUILD_ID
    #define HAKEM_BUILD_ID "unknown"
    #endif
    """
    const char *HAKEM_BUILD_ID

build_id = HAKEM_BUILD_ID.decode("ascii")


def has_bmi2():
    """Return whether the BMI2/AVX2 builds can run on this CPU."""
    return cpu_has_bmi2()


def has_fast_pext():
    """Return whether they are also the faster ones (not on AMD before Zen 3)."""
    return cpu_has_fast_pext()
