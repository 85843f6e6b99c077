"""The tests, a package so that they share helpers and so that the benchmarks run as modules."""
