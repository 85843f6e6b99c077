"""Exact open-hand solver for partnership trick games."""

__version__ = "0.1.0"
