"""The command line of hakem: thin commands over the public names of `solver`.

Assumes that every rule, search and file format lives in the library: a command reads its options, calls the library
and hands what comes back to `cli.render`, the only place that formats.  One module a command; `cli.main` lists them.
Modules of commands import `solver` inside the command, so that ``hakem --help`` does not load it.
"""
