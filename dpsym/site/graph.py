"""Which theorem rests on which, as SVG: each node a link, coloured by its verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

import networkx as nx

WIDTH, HEIGHT, GAP, COLUMN = 220, 26, 10, 300  # of a box, between boxes, from column to column
COLOURS = {
    "proved": "good",
    "enclosed": "good",
    "cited": "cited",
    "defined": "plain",
    "context": "plain",
    "not checked here": "plain",
}
LETTERS = 30  # of a title that fit a box


def svg(places: Mapping[str, tuple[int, int]], edges: Sequence[tuple[str, str]], titles: Mapping[str, str],
        verdicts: Mapping[str, str], here: str = "") -> str:  # fmt: skip
    """Boxes at their places (column, row) and the edges between them; `here` is the page on which it stands."""
    columns = max((x for x, _ in places.values()), default=0) + 1
    rows = max((y for _, y in places.values()), default=0) + 1
    width, height = columns * COLUMN - (COLUMN - WIDTH), rows * (HEIGHT + GAP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="graph" role="group" viewBox="0 0 {width} {height}" '
        f'width="{width}" aria-label="what rests on what">'
    ]
    for one, other in edges:
        x1, y1 = places[one]
        x2, y2 = places[other]
        left, right = x1 * COLUMN + WIDTH, x2 * COLUMN
        top, low = y1 * (HEIGHT + GAP) + HEIGHT // 2, y2 * (HEIGHT + GAP) + HEIGHT // 2
        middle = (left + right) // 2
        parts.append(f'<path d="M{left} {top} C{middle} {top} {middle} {low} {right} {low}"/>')
    for name, (x, y) in places.items():
        title = titles[name]
        shown = title if len(title) <= LETTERS else title[: LETTERS - 1] + "…"
        kind = COLOURS.get(verdicts[name], "bad") + (" here" if name == here else "")
        parts.append(
            f'<a href="{escape(name)}.html"><g class="{kind}"><title>{escape(title)}: {escape(verdicts[name])}</title>'
            f'<rect x="{x * COLUMN}" y="{y * (HEIGHT + GAP)}" width="{WIDTH}" height="{HEIGHT}" rx="4"/>'
            f'<text x="{x * COLUMN + 8}" y="{y * (HEIGHT + GAP) + 18}">{escape(shown)}</text></g></a>'
        )
    return "".join(parts) + "</svg>"


def neighbourhood(
    name: str, uses: Mapping[str, Sequence[str]], titles: Mapping[str, str], verdicts: Mapping[str, str]
) -> str:
    """What a theorem rests on to the left of it, what rests on it to the right; empty where there is neither."""
    below = [n for n in uses.get(name, ()) if n in titles]
    above = sorted(n for n, used in uses.items() if name in used)
    if not below and not above:
        return ""
    column = 1 if below else 0
    rows = max(len(below), len(above), 1)
    places = {n: (0, k) for k, n in enumerate(below)}
    places[name] = (column, rows // 2)
    places |= {n: (column + 1, k) for k, n in enumerate(above) if n not in places}
    edges = [(n, name) for n in below] + [(name, n) for n in above if places[n][0] > column]
    return svg(places, edges, titles, verdicts, name)


def overview(
    names: Sequence[str],
    uses: Mapping[str, Sequence[str]],
    titles: Mapping[str, str],
    verdicts: Mapping[str, str],
) -> str:
    """The theorems of one subject that are related, each to the right of all that it rests on; empty where none is."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    chosen = set(names)
    graph.add_edges_from((used, n) for n in names for used in uses.get(n, ()) if used in chosen and used != n)
    if not graph or not nx.is_directed_acyclic_graph(graph):
        return ""
    places: dict[str, tuple[int, int]] = {}
    for x, layer in enumerate(nx.topological_generations(graph)):
        heights = {n: [places[u][1] for u in graph.predecessors(n)] for n in layer}
        order = sorted(layer, key=lambda n: (sum(heights[n]) / len(heights[n]) if heights[n] else 0.0, n))
        places |= {n: (x, y) for y, n in enumerate(order)}
    return svg(places, list(graph.edges), titles, verdicts)
