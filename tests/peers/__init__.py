"""Adapters to other people's programs, used as oracles; nothing outside the tests imports them."""
