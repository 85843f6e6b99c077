from solver.search._whist_portable import Engine as Engine
