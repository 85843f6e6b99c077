/* Compiler-dependent bits: inlining, bit operations and the two ways of gathering bits.
 *
 * Everything per node is `INLINE`: the Cython searches include these headers, so that the C compiler folds the
 * primitives into the recursion.  The same sources are built twice on x86-64: portable, and with BMI2/AVX2 for CPUs
 * whose PEXT is fast (solver/search/_cpu.pyx chooses).  HAKEM_PEXT says which build this is; both give the same answers
 * and the same node counts, which the tests check.
 */
#ifndef HAKEM_COMPILER_H
#define HAKEM_COMPILER_H

#include <assert.h>
#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
#define INLINE static inline __attribute__((always_inline, unused))
#define COLD static __attribute__((noinline, unused))
#define LIKELY(x) (__builtin_expect(!!(x), 1) != 0)
#define UNLIKELY(x) (__builtin_expect(!!(x), 0) != 0)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#error "hakem needs GCC or Clang (their bit-counting built-ins)"
#endif

#if defined(__BMI2__) && defined(__AVX2__) && defined(__x86_64__)
#include <immintrin.h>
#define HAKEM_PEXT 1
#else
#define HAKEM_PEXT 0
#endif

/* Number of bits set. */
INLINE int bits_count(uint64_t x) { return __builtin_popcountll(x); }

/* Index of the lowest bit set; x must not be 0. */
INLINE int bits_first(uint64_t x)
{
    assert(x);
    return __builtin_ctzll(x);
}

/* The lowest bit set, alone; 0 for 0. */
INLINE uint64_t bits_lowest(uint64_t x) { return x & (0 - x); }

/* The highest bit set, alone; x must not be 0. */
INLINE uint64_t bits_highest(uint64_t x)
{
    assert(x);
    return 1ULL << (63 - __builtin_clzll(x));
}

/* The k lowest bits of x (all of them when there are fewer). */
INLINE uint64_t bits_keep(uint64_t x, int k)
{
#if HAKEM_PEXT
    return _pdep_u64((1ULL << k) - 1, x);
#else
    uint64_t rest = x;
    for (; k > 0; k--)
        rest &= rest - 1;
    return x ^ rest;
#endif
}

/* Bit number k of those set in x, counted from 0 at the lowest; 0 when there are not that many. */
INLINE uint64_t bits_select(uint64_t x, int k)
{
#if HAKEM_PEXT
    return _pdep_u64(1ULL << k, x);
#else
    for (; k > 0; k--)
        x &= x - 1;
    return bits_lowest(x);
#endif
}

INLINE int int_min(int a, int b) { return a < b ? a : b; }
INLINE int int_max(int a, int b) { return a > b ? a : b; }

#endif
