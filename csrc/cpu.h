/* Which build of the searches suits this machine. */
#ifndef HAKEM_CPU_H
#define HAKEM_CPU_H

#if defined(__x86_64__)
#include <cpuid.h>
#endif

/* Whether the BMI2/AVX2 build can run here.  LZCNT is asked for apart: where it is missing it does not trap, but counts
 * from the other end, and not every compiler's __builtin_cpu_supports knows it. */
static inline int cpu_has_bmi2(void)
{
#if defined(__x86_64__)
    unsigned eax, ebx, ecx, edx;
    if (!__get_cpuid(0x80000001u, &eax, &ebx, &ecx, &edx) || !(ecx >> 5 & 1))
        return 0;
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
#else
    return 0;
#endif
}

/* Whether it is also the faster one: AMD before Zen 3 (family 19h) and its licensees run PEXT and PDEP in microcode, at up
 * to hundreds of cycles each. */
static inline int cpu_has_fast_pext(void)
{
#if defined(__x86_64__)
    unsigned eax, ebx, ecx, edx;
    if (!cpu_has_bmi2() || !__get_cpuid(0, &eax, &ebx, &ecx, &edx))
        return 0;
    int amd = ebx == signature_AMD_ebx, hygon = ebx == 0x6f677948; /* "Hygo" */
    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx))
        return 0;
    unsigned family = (eax >> 8 & 15) == 15 ? 15 + (eax >> 20 & 255) : eax >> 8 & 15;
    return !hygon && (!amd || family >= 0x19);
#else
    return 0;
#endif
}

#endif
