"""The puzzles that come with hakem, a file a puzzle in a folder a game (docs/puzzles.md).

A package without code, so that the files are installed and found wherever the program runs; `solver.puzzles.collection`
reads them. The folder `examples` holds files of deals for the documents and is not installed with them.
"""
