// One of the reference kernels as a library with one function, for tests/benchmarks/kernels.py.
//
// Compiled with -DKERNEL="\"path of the kernel's source\"" and -DDEHLA or -DDOUBLE_SIR; the kernels themselves are no part of
// this project.  Hands are masks by seat in playing order, suits in lanes of 16 bits, bit 0 the deuce.

#define main kernel_main
#include KERNEL
#undef main

extern "C" {

void kernel_create(int megabytes)
{
    opt.mb = (size_t)megabytes;
    tt_alloc(opt.mb);
}

// Start a deal: nothing is known, nothing counted.
void kernel_begin(int variant)
{
#ifdef DOUBLE_SIR
    opt.var = variant;
#else
    (void)variant;
#endif
    fresh();
}

// Do seats 0 and 2 take `need` units (1 or 0)?  With need 0: how many do they take?  `trump` is a lane, 4 = not fixed yet.
int kernel_ask(const uint64_t *hands, int leader, int trump, int need)
{
#ifdef DOUBLE_SIR
    if (need)
        return ask(hands, leader, trump, 0, 0, need);
    int lower = 0, upper = pc(hands[0]), k = (upper + 1) / 2;
    while (lower < upper) {
        if (ask(hands, leader, trump, 0, 0, k))
            lower = k;
        else
            upper = k - 1;
        k = (lower + upper + 1) / 2;
    }
    return lower;
#else
    return need ? ask(hands, leader, trump, need) : solve(hands, leader, trump);
#endif
}

uint64_t kernel_trick_nodes(void) { return st.tn; }
}
