"""The only place that formats: what the library returns, as text for people and as JSON for programs.

Assumes nothing about where the result goes except what `Style` says (colour or not, suit signs or letters).  Texts
use suit signs as their only characters beyond ASCII, so a style without them works everywhere.
"""
