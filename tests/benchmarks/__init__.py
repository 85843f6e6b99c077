"""Measurements: `compare` against DDS on ordinary deals, `freak` on the known worst ones."""
