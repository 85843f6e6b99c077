"""Solution graphs for other programs: DOT, GraphML, JSON, and a drawing.

All write the attributes that `solver.puzzles.graph` lists.  A drawing needs matplotlib (`pip install
'hakem[plot]'`); of a large graph it shows the main line and the first cards that leave it.
"""

from __future__ import annotations

import io
from typing import Any

from solver.errors import HakemError

from .graph import Node, SolutionGraph
from .study import Study

__all__ = ["MOST_DRAWN", "dot_text", "draw_graph", "drawn_part", "graph_object", "graphml_text"]

#: Larger graphs are drawn in part.
MOST_DRAWN = 120

_COLOURS = {"attack": "#cfe2ff", "defence": "#ffe0cc", "reached": "#c9efc9", "certain": "#c9efc9"}
_SHAPES = {"attack": "box", "defence": "ellipse", "reached": "doublecircle", "certain": "doublecircle"}


def graph_object(solution: SolutionGraph) -> dict[str, Any]:
    """Return the graph as an object for `json`: the goal, and lists of nodes and edges with their attributes."""
    graph = solution.graph
    return {
        "goal": str(solution.goal),
        "nodes": [{"id": number, **data} for number, data in graph.nodes(data=True)],
        "edges": [{"from": start, "to": end, **data} for start, end, data in graph.edges(data=True)],
    }


def graphml_text(solution: SolutionGraph) -> str:
    """Return the graph as GraphML."""
    import networkx as nx  # noqa: PLC0415 - heavy, and importing the library must stay quick

    return "\n".join(nx.generate_graphml(solution.graph)) + "\n"


def dot_text(solution: SolutionGraph) -> str:
    """Return the graph in the DOT language of Graphviz."""
    lines = [
        "digraph solution {",
        f'  label="{_quoted(str(solution.goal))}";',
        "  rankdir=TB;",
        "  node [style=filled];",
    ]
    for node in solution.nodes:
        label = _quoted(_label(node))
        lines.append(
            f'  n{node.number} [label="{label}", shape={_SHAPES[node.kind]}, fillcolor="{_COLOURS[node.kind]}"];'
        )
    for node in solution.nodes:
        lines.extend(
            f'  n{node.number} -> n{child} [label="{_quoted(" ".join(each.text for each in group))}"];'
            for _, group, child in solution.plays[node.number]
        )
    return "\n".join([*lines, "}"]) + "\n"


def drawn_part(solution: SolutionGraph, *, most: int = MOST_DRAWN) -> Any:  # noqa: ANN401 - networkx has no types
    """Return what a drawing shows: all of a small graph, else the main line and the cards that leave it.

    Nodes and edges have their attributes, and nodes of a part that go on elsewhere have ``cut``.
    """
    graph = solution.graph
    if len(graph) <= most:
        return graph
    shown = {0}
    for step in Study(solution).main_line:
        for _, _, child in solution.plays[step.node.number]:
            shown.add(child)
    part = graph.subgraph(shown).copy()
    for number in part:
        part.nodes[number]["cut"] = part.out_degree(number) < graph.out_degree(number)
    return part


def draw_graph(solution: SolutionGraph, *, kind: str) -> bytes:
    """Return a drawing of the graph, *kind* ``"png"`` or ``"svg"``; raises `HakemError` where matplotlib is missing."""
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 - an extra
    except ImportError:
        raise HakemError(
            "expected matplotlib for a drawing: pip install 'hakem[plot]', or write a .dot, .graphml or .json file"
        ) from None
    part = drawn_part(solution)
    places = _places(part)
    rows = {row for _, row in places.values()}
    widest = max(sum(place[1] == row for place in places.values()) for row in rows)
    figure = Figure(figsize=(max(6.0, 1.3 * widest), max(4.0, 0.9 * len(rows))))
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_axis_off()
    for start, end, data in part.edges(data=True):
        (x0, y0), (x1, y1) = places[start], places[end]
        axes.annotate("", (x1, y1), (x0, y0), arrowprops={"arrowstyle": "->", "shrinkA": 11, "shrinkB": 11, "lw": 0.8})
        axes.text(
            0.6 * x0 + 0.4 * x1,
            0.6 * y0 + 0.4 * y1,
            _signs(data["card"]),
            fontsize=8,
            ha="center",
            va="center",
            bbox={"boxstyle": "round,pad=0.1", "fc": "white", "ec": "none"},
        )
    for number, data in part.nodes(data=True):
        text = data["seat"] or "\u2713"
        edge = {"lw": 2.0 if data["only"] else 0.6, "ls": "--" if data.get("cut") else "-"}
        axes.text(
            *places[number],
            text,
            fontsize=9,
            ha="center",
            va="center",
            bbox={"boxstyle": "circle", "fc": _COLOURS[data["kind"]], "ec": "black", **edge},
        )
    low, high = min(x for x, _ in places.values()), max(x for x, _ in places.values())
    axes.set_xlim(low - 1, high + 1)
    axes.set_ylim(min(rows) - 1, max(rows) + 1)
    written = io.BytesIO()
    figure.savefig(written, format=kind, metadata={"Date": None} if kind == "svg" else None)
    return written.getvalue()


def _places(graph: Any) -> dict[int, tuple[float, float]]:  # noqa: ANN401 - networkx has no types
    """Return where nodes are drawn: a row for each number of cards played, each node below those it comes from."""
    rows: dict[int, list[int]] = {}
    for number, data in graph.nodes(data=True):
        rows.setdefault(data["played"], []).append(number)
    across: dict[int, float] = {}
    for played in sorted(rows):
        numbers = rows[played]

        def above(number: int) -> float:
            known = [across[start] for start in graph.predecessors(number) if start in across]
            return sum(known) / len(known) if known else 0.0

        numbers.sort(key=lambda number: (above(number), number))
        for place, number in enumerate(numbers):
            across[number] = place - (len(numbers) - 1) / 2
    return {number: (across[number], float(-data["played"])) for number, data in graph.nodes(data=True)}


def _label(node: Node) -> str:
    """Return what DOT shows of a node."""
    if node.kind not in ("attack", "defence"):
        return node.kind
    return node.position.to_move.letter + (" !" if node.only else "")


def _signs(card: str) -> str:
    """Return a card with the sign of its suit."""
    return "♠♥♦♣"["SHDC".index(card[0])] + card[1:]


def _quoted(text: str) -> str:
    """Return *text* as it stands between quotes in DOT."""
    return text.replace("\\", "\\\\").replace('"', '\\"')
