"""Error against time, a panel for each machine, both axes logarithmic."""

import math

WIDTH, HEIGHT, GAP = 330, 360, 62  # of a panel; before each
TOP, BOTTOM, LEGEND = 34, 52, 150
ENGINES = {"Kinemate": "#d1495b", "Simbody": "#1b6ca8", "MuJoCo": "#66a182", "SciPy": "#8d6a9f"}
DASHES = ["", "6 3", "2 3"]  # first, second, third method of an engine


def decades(values):
    return math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))


def styles(methods):
    """Colour and dashes by method."""
    result, seen = {}, {}
    for engine, method in methods:
        seen[engine] = seen.get(engine, -1) + 1
        result[engine, method] = ENGINES[engine], DASHES[seen[engine]]
    return result


def power_label(power):
    return f'10<tspan dy="-5" font-size="8">{power}</tspan>'


def draw_panel(title, curves, left, errors, times):
    """Errors fall to the right."""
    def place(seconds, error):
        x = left + (errors[1] - math.log10(error)) / (errors[1] - errors[0]) * WIDTH
        y = TOP + (times[1] - math.log10(seconds)) / (times[1] - times[0]) * HEIGHT
        return x, y

    parts = [f'<text x="{left + WIDTH / 2}" y="20" text-anchor="middle" font-weight="bold">{title}</text>']
    for power in range(errors[0], errors[1] + 1, 2):
        x, _ = place(10.0 ** times[0], 10.0 ** power)
        parts.append(f'<path d="M{x:.1f} {TOP}V{TOP + HEIGHT}" stroke="#ddd"/>'
                     f'<text x="{x:.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{power_label(power)}</text>')
    for power in range(times[0], times[1] + 1):
        _, y = place(10.0 ** power, 10.0 ** errors[0])
        parts.append(f'<path d="M{left} {y:.1f}H{left + WIDTH}" stroke="#ddd"/>'
                     f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{power_label(power)}</text>')
    parts.append(f'<text x="{left + WIDTH / 2}" y="{TOP + HEIGHT + 40}" text-anchor="middle">error at the end, rad</text>')
    style = styles(curves)
    for method, points in curves.items():
        colour, dash = style[method]
        places = [place(*point) for point in points if 10.0 ** errors[0] <= point[1] <= 10.0 ** errors[1]]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="1.8" stroke-dasharray="{dash}"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="{colour}"/>' for x, y in places]
    return parts


def draw_legend(methods, left):
    parts = []
    for i, (method, (colour, dash)) in enumerate(styles(methods).items()):
        y = TOP + 12 + 20 * i
        parts.append(f'<path d="M{left} {y}h26" stroke="{colour}" stroke-width="1.8" stroke-dasharray="{dash}"/>'
                     f'<text x="{left + 32}" y="{y + 4}" fill="{colour}">{" ".join(method)}</text>')
    return parts


def picture(panels):
    """Panels by title, each with (seconds, error) by (engine, method)."""
    points = [point for curves in panels.values() for curve in curves.values() for point in curve]
    times = decades([seconds for seconds, _ in points])
    errors = -12, 0
    width = len(panels) * (WIDTH + GAP) + LEGEND + 20
    height = TOP + HEIGHT + BOTTOM
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
             'font-size="12">', f'<rect width="{width}" height="{height}" fill="white"/>',
             f'<text x="16" y="{TOP + HEIGHT / 2}" transform="rotate(-90 16 {TOP + HEIGHT / 2})" text-anchor="middle">'
             "processor time, s</text>"]
    for i, (title, curves) in enumerate(panels.items()):
        parts += draw_panel(title, curves, GAP + i * (WIDTH + GAP), errors, times)
    parts += draw_legend(next(iter(panels.values())), len(panels) * (WIDTH + GAP) + 16)
    return "\n".join(parts + ["</svg>"]) + "\n"
