#!/usr/bin/env python3
"""Every algorithm over the length of a planar pendulum chain (figure 3.10 of Schubert 2014):
algorithms_over_n.py KINEMATE PICTURE.svg [N...]

Prints a table of microseconds by `kinemate bench`, the ratio of implicit to explicit O(n), and from which length on one
algorithm is faster than another; draws all of them into one picture, both axes logarithmic.
"""

import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

SIZES = [1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 300]
CROSSOVERS = [("composite", "articulated"), ("implicit-cubic", "implicit"), ("composite", "implicit"),
              ("modified-implicit-cubic", "modified-implicit")]
COLOURS = ["#1b6ca8", "#d1495b", "#edae49", "#66a182", "#8d6a9f", "#7f4f24", "#2e4057", "#aa4465", "#000000", "#ff7f0e",
           "#17becf"]


def chain(n):
    lines = [f"name: planar-{n}", "gravity: [0, 0, -9.81]", "bodies:"]
    lines += [f"  b{i}: {{mass: 1.2, center: [0.25, 0, 0], inertia: {{xx: 0.01, yy: 0.025, zz: 0.025}}}}"
              for i in range(1, n + 1)]
    lines.append("joints:")
    for i in range(1, n + 1):
        place = "world" if i == 1 else f"{{body: b{i - 1}, at: [0.5, 0, 0]}}"
        lines.append(f"  j{i}: {{type: revolute, axis: y, from: {place}, to: b{i}, coordinate: q{i}}}")
    lines.append("initial: {" + ", ".join(f"q{i}: {0.1 * (i % 7)}" for i in range(1, n + 1)) + "}")
    return "\n".join(lines) + "\n"


def measure(kinemate, n):
    """Microseconds by algorithm; none where it was left out."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chain.yaml"
        path.write_text(chain(n))
        run = subprocess.run([kinemate, "bench", path, "--json", "--quiet"], check=True, stdout=subprocess.PIPE, text=True)
    times = json.loads(run.stdout)["times"]
    assert all(time.get("difference", 0) < 1e-9 for time in times), f"algorithms disagree for n = {n}"
    return {time["algorithm"]: time["ns"] / 1e3 if "ns" in time else None for time in times}


def crossover(rows, slow, fast):
    """The length from which `fast` stays faster."""
    lengths = [n for n in rows if rows[n][slow] is not None and rows[n][slow] <= rows[n][fast]]
    later = [n for n in rows if rows[n][slow] is not None and n > max(lengths, default=0)]
    return f"from n = {later[0]} on" if later else "not within these lengths"


def picture(rows):
    width, height, left, bottom, right = 760, 520, 70, 50, 210
    times = [t for row in rows.values() for t in row.values() if t]
    x0, x1 = math.log10(min(rows)), math.log10(max(rows))
    y0, y1 = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))

    def place(n, time):
        x = left + (math.log10(n) - x0) / (x1 - x0) * (width - left - right)
        y = height - bottom - (math.log10(time) - y0) / (y1 - y0) * (height - bottom - 20)
        return x, y

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
             'font-size="12">', f'<rect width="{width}" height="{height}" fill="white"/>']
    for power in range(y0, y1 + 1):
        x, y = place(min(rows), 10.0**power)
        parts.append(f'<path d="M{left} {y:.1f}H{width - right}" stroke="#ddd"/>'
                     f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:g}</text>')
    for n in rows:
        x, _ = place(n, 10.0**y0)
        parts.append(f'<text x="{x:.1f}" y="{height - bottom + 16}" text-anchor="middle">{n}</text>')
    parts.append(f'<text x="{(left + width - right) / 2}" y="{height - 12}" text-anchor="middle">links</text>'
                 f'<text x="16" y="{height / 2}" transform="rotate(-90 16 {height / 2})" text-anchor="middle">'
                 "microseconds</text>")
    labels = []
    for colour, name in zip(COLOURS, next(iter(rows.values()))):
        points = [place(n, row[name]) for n, row in rows.items() if row[name]]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="1.8"/>')
        labels.append([points[-1][1], points[-1][0], name, colour])
    labels.sort()
    for i, (y, x, name, colour) in enumerate(labels):  # side by side they would cover each other
        at = max(y, labels[i - 1][0] + 15) if i else y
        labels[i][0] = at
        parts.append(f'<path d="M{x + 3:.1f} {y:.1f}L{width - right + 12} {at:.1f}" stroke="{colour}" stroke-width="0.6"/>'
                     f'<text x="{width - right + 16}" y="{at + 4:.1f}" fill="{colour}">{name}</text>')
    return "\n".join(parts + ["</svg>"]) + "\n"


def main(kinemate, svg, sizes):
    rows = {n: measure(kinemate, n) for n in sizes}
    names = list(rows[sizes[0]])
    print("| links | " + " | ".join(names) + " |\n|" + "---|" * (len(names) + 1))
    for n, row in rows.items():
        print(f"| {n} | " + " | ".join("" if row[name] is None else f"{row[name]:.3g}" for name in names) + " |")
    last = rows[sizes[-1]]
    print(f"\nimplicit / explicit O(n) at n = {sizes[-1]}: {last['implicit'] / last['articulated']:.2f}")
    for slow, fast in CROSSOVERS:
        print(f"{fast} faster than {slow}: {crossover(rows, slow, fast)}")
    Path(svg).write_text(picture(rows))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: algorithms_over_n.py KINEMATE PICTURE.svg [N...]")
    main(sys.argv[1], sys.argv[2], [int(n) for n in sys.argv[3:]] or SIZES)
