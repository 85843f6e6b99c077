"""What a sample of worlds tells: means, paired differences with their intervals, and when the best is clear.

Every candidate is examined in the same worlds, so candidates are compared world by world: what a good deal gives to all
of them alike drops out of the difference.  Worlds may have weights (a likelihood model); then sums are weighted, and
what counts as the size of the sample is its effective size.  Where all worlds were examined there is no sampling error,
and an interval is a point.

**Stopping early.** The sample is looked at a few times, at sizes fixed beforehand.  At each look the best candidate is
clear when its paired difference to every other one is positive at a level that is divided by the number of looks and of
rivals (Bonferroni), so that the chance of ever stopping for a wrong best is at most that of one look.  A t interval
trusts a small sample too much where something rare matters, so one world is imagined in addition in which the best
loses as much as two candidates can differ at all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

__all__ = ["Difference", "Sample", "student_quantile"]


@lru_cache(maxsize=4096)
def student_quantile(probability: float, freedom: float) -> float:
    """Return the t below which Student's distribution with `freedom` degrees has `probability` (at least one half).

    G. W. Hill's expansion (CACM Algorithm 396, 1970), which is exact for one and two degrees and good to four digits
    otherwise.  Degrees below one count as one.

    >>> [round(student_quantile(0.975, freedom), 3) for freedom in (1, 2, 10, 199)]
    [12.706, 4.303, 2.228, 1.972]
    """
    if not 0.5 <= probability < 1:
        raise ValueError(f"expected a probability from 0.5 to 1, got {probability!r}")
    tails = 2 * (1 - probability)
    n = max(freedom, 1.0)
    if n == 1:
        return 1 / math.tan(tails * math.pi / 2)
    if n == 2:
        return math.sqrt(2 / (tails * (2 - tails)) - 2)
    a = 1 / (n - 0.5)
    b = 48 / (a * a)
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * math.sqrt(a * math.pi / 2) * n
    y = (d * tails) ** (2 / n)
    if y > 0.05 + a:
        x = NormalDist().inv_cdf(tails / 2) if tails < 1 else 0.0
        y = x * x
        if n < 5:
            c += 0.3 * (n - 4.5) * (x + 0.6)
        c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        y = math.expm1(a * y * y)
    else:
        y = ((1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1) * (n + 1) / (
            n + 2
        ) + 1 / y
    return math.sqrt(n * y)


@dataclass(frozen=True, slots=True)
class Difference:
    """A mean difference with its interval."""

    mean: float
    low: float
    high: float

    @property
    def settled(self) -> bool:
        """Whether the interval leaves out zero."""
        return self.low > 0 or self.high < 0


class Sample:
    """Payoffs of candidates (columns) in worlds (rows), and the weight of each world.

    `complete` says that the rows are all worlds there are, so that nothing is left to chance.  `share` is what a world
    counts for where worlds are not independent: 0.5 says that two are worth one.
    """

    def __init__(
        self,
        rows: Sequence[Sequence[float]],
        weights: Sequence[float] | None = None,
        *,
        complete: bool = False,
        share: float = 1.0,
    ) -> None:
        self.columns: list[tuple[float, ...]] = list(zip(*rows, strict=True))
        self.size = len(rows)
        self.complete = complete
        self._share = share
        self._equal = weights is None
        self.weights: Sequence[float] = [1.0] * self.size if weights is None else weights
        self._total = math.fsum(self.weights)

    @property
    def effective_size(self) -> float:
        """Kish's effective size: the number of equally weighted worlds that would be as precise."""
        if self._equal or not self._total:
            return self.size * self._share
        return self._share * self._total**2 / math.fsum(weight * weight for weight in self.weights)

    def mean(self, column: int) -> float:
        """The mean payoff of a candidate."""
        return self._mean(self.columns[column])

    def error(self, column: int) -> float:
        """The standard error of that mean; 0 where all worlds were examined, infinite for a single world."""
        return self._error(self.columns[column])

    def share(self, column: int, *, above: float) -> float:
        """The weight of the worlds, of all, in which a candidate is paid more than `above`."""
        weights = (weight for weight, paid in zip(self.weights, self.columns[column], strict=True) if paid > above)
        return math.fsum(weights) / self._total

    def distribution(self, column: int) -> dict[float, float]:
        """How much of the weight each payoff of a candidate has, in ascending order of the payoff."""
        shares: dict[float, float] = {}
        for weight, paid in zip(self.weights, self.columns[column], strict=True):
            shares[paid] = shares.get(paid, 0.0) + weight
        return {paid: shares[paid] / self._total for paid in sorted(shares)}

    def difference(self, one: int, other: int, *, confidence: float) -> Difference:
        """How much more candidate `one` is paid than `other`, compared world by world."""
        pairs = self._differences(one, other)
        mean = self._mean(pairs)
        if self.complete or not any(pairs):
            return Difference(mean, mean, mean)
        margin = student_quantile((1 + confidence) / 2, self.effective_size - 1) * self._error(pairs)
        return Difference(mean, mean - margin, mean + margin)

    def best(self) -> int:
        """The candidate with the highest mean; the first of equal ones."""
        means = [self.mean(column) for column in range(len(self.columns))]
        # Sums of the same payoffs in another order may differ in the last digit.
        most = max(means)
        near = [math.isclose(mean, most, rel_tol=1e-12, abs_tol=1e-9) for mean in means]
        return near.index(True)

    def is_clear(self, *, level: float, looks: int, spread: float) -> bool:
        """Whether the best is clear at one of `looks` looks; `level` is the chance of error of all of them together.

        `spread` is the most by which two candidates can differ in a world. Candidates that were paid the same in every
        world do not keep each other from being clear.
        """
        best = self.best()
        rivals = [
            pairs
            for other in range(len(self.columns))
            if other != best and any(pairs := self._differences(best, other))
        ]
        if not rivals:
            return False  # nothing has told candidates apart yet
        tail = level / (looks * len(rivals))
        quantile = student_quantile(1 - tail, self.effective_size)
        return all(self._above(pairs, -spread, quantile) for pairs in rivals)

    def _above(self, pairs: Sequence[float], worst: float, quantile: float) -> bool:
        """Whether a mean difference is clearly positive, one more world taken to be the worst there could be."""
        weights = [*self.weights, self._total / self.size]
        pairs = [*pairs, worst]
        total = math.fsum(weights)
        mean = math.fsum(weight * pair for weight, pair in zip(weights, pairs, strict=True)) / total
        return mean > quantile * _error(pairs, weights, mean, total) / math.sqrt(self._share)

    def _differences(self, one: int, other: int) -> list[float]:
        return [a - b for a, b in zip(self.columns[one], self.columns[other], strict=True)]

    def _mean(self, values: Sequence[float]) -> float:
        if self._equal:
            return math.fsum(values) / self.size
        return math.fsum(weight * value for weight, value in zip(self.weights, values, strict=True)) / self._total

    def _error(self, values: Sequence[float]) -> float:
        if self.complete:
            return 0.0
        return _error(values, self.weights, self._mean(values), self._total) / math.sqrt(self._share)


def _error(values: Sequence[float], weights: Sequence[float], mean: float, total: float) -> float:
    """Return the standard error of a weighted mean; with equal weights it is the textbook's."""
    size = len(values)
    if size < 2:
        return math.inf
    squares = math.fsum((weight * (value - mean)) ** 2 for weight, value in zip(weights, values, strict=True))
    return math.sqrt(squares * size / (size - 1)) / total
