from solver.search._double_sir_portable import Engine as Engine
