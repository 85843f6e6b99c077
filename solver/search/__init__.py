"""The exact searches: one compiled module a game, over the per-node C of csrc/.

Modules here know only integers (masks, seats, counts); what they mean and whether they make sense is decided above, in
`solver.solve`.  `_cpu` says which of two builds of the same search suits the machine.
"""
