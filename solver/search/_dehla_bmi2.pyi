from solver.search._dehla_portable import Engine as Engine
