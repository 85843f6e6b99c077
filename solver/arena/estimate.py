"""Means of paired results and how far they can be trusted: Student's interval around the mean of the differences."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from solver.advice.statistics import student_quantile

__all__ = ["Estimate", "estimate", "student_quantile"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean of `count` numbers, its standard error, and the interval that holds the true mean with `confidence`.

    With fewer than two numbers nothing is known of their spread: the error is infinite and so is the interval.
    """

    count: int
    mean: float
    error: float
    low: float
    high: float
    confidence: float

    @property
    def clear(self) -> bool:
        """Whether the interval does not hold 0."""
        return self.low > 0 or self.high < 0


def estimate(numbers: Sequence[float], *, confidence: float = 0.95) -> Estimate:
    """Estimate the mean of what *numbers* were drawn from, independently of one another.

    >>> found = estimate([1, 2, 3, 4, 5])
    >>> round(found.mean, 3), round(found.low, 3), round(found.high, 3)
    (3.0, 1.037, 4.963)
    """
    count = len(numbers)
    mean = math.fsum(numbers) / count if count else 0.0
    if count < 2:
        return Estimate(count, mean, math.inf, -math.inf, math.inf, confidence)
    variance = math.fsum((number - mean) ** 2 for number in numbers) / (count - 1)
    error = math.sqrt(variance / count)
    reach = error * student_quantile((1 + confidence) / 2, count - 1)
    return Estimate(count, mean, error, mean - reach, mean + reach, confidence)
