#!/usr/bin/env python3
"""The results of bench/run as tables: table.py FOLDER, which holds *_kinemate.json and those of the peers.

Returns 1 where a limit is missed or where a peer gets another result.
"""

import json
import sys
from pathlib import Path

# benchmark, what is limited, how to get it, unit, limit: the figure stays below it
FIGURES = [
    ("build", "time", lambda run: run["real_time"] / 1e3, "s", 0.5),
    ("build", "memory", lambda run: run["bytes_per_node"], "bytes/node", 100),
    ("gradient/random", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("gradient/random", "nodes with gradient / nodes", lambda run: run["node_ratio"], "", 5),
    ("gradient/chain", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("gradient/chain", "nodes with gradient / nodes", lambda run: run["node_ratio"], "", 5),
    ("parse", "time", lambda run: run["real_time"] / 1e3, "s", 2),
    ("pendulum/7", "time", lambda run: run["real_time"] / 1e3, "s", 0.3),
    ("pendulum/7/written", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("expand/8/arithmetic", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("expand/14/arithmetic", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("read/100", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("read/1000", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("read/10000", "time", lambda run: run["real_time"] / 1e3, "s", 1.5),
    ("kinematics/100", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("kinematics/300", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("kinematics/1000", "time", lambda run: run["real_time"] / 1e3, "s", 0.2),
    ("kinematics/3000", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("command check/100", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("command check/1000", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("command check/10000", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("command kinematics/3", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("command kinematics/4", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("command kinematics/10", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("command kinematics/100", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("command kinematics/1000", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("command kinematics/3000", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("loops/trellis", "time", lambda run: run["real_time"] / 1e3, "s", 5),
    ("loops/sheet of hinges", "time", lambda run: run["real_time"] / 1e3, "s", 5),
    ("loops/sheet of balls", "time", lambda run: run["real_time"] / 1e3, "s", 5),
    ("urdf/500", "time", lambda run: run["real_time"] / 1e3, "s", None),
    ("urdf/5000", "time", lambda run: run["real_time"] / 1e3, "s", 2),
]
# small, large, figure, limit: so many times that of the small chain, each by the body; processor time varies less
GROWTHS = [
    ("read/1000", "read/10000", "cpu_time", 2),  # caches make a larger chain dearer by the body
    ("kinematics/300", "kinematics/3000", "cpu_time", 2),
    ("kinematics/300", "kinematics/3000", "pool_nodes", 1.05),
]
# benchmark, peer, the peer's benchmark, limit: so many times faster than the peer, or more
RATIOS = [
    ("expand/8", "SymPy", "expand/8", 500),
    ("expand/8", "GiNaC", "expand/8", None),
    ("expand/14", "GiNaC", "expand/14", 50),
    ("rotations/8", "SymPy", "rotations/8/division", 500),  # the fastest way that SymPy offers
    ("rotations/8", "SymPy", "rotations/8/expand", None),
    ("rotations/4", "SymPy", "rotations/4/simplify", None),
]
PEERS = ["GiNaC", "SymPy"]


def read_results(folder, library):
    """Benchmark name → its median run; nothing where the library was not measured."""
    files = sorted(folder.glob(f"*_{library.lower()}.json"))
    runs = [run for file in files for run in json.loads(file.read_text())["benchmarks"]]
    failed = sorted({run["run_name"] for run in runs if run.get("error_occurred")})
    if failed:
        sys.exit(f"table.py: {library} fails in {', '.join(failed)}")
    return {run["run_name"]: run for run in runs if run.get("aggregate_name", "median") == "median"}


def size(run):
    if "loops" in run:
        return f"{run['bodies']:,.0f} bodies, {run['loops']:,.0f} loops"
    if "links" in run:
        return f"{run['links']:,.0f} links, {run['text_bytes'] / 1e6:.1f} MB of text"
    if "bodies" in run:
        return f"{run['bodies']:,.0f} bodies"
    if "text_bytes" in run:
        return f"{run['text_bytes'] / 1e6:.1f} MB of text"
    if "terms" in run:
        return f"{run['terms']:,.0f} terms"
    if "metric_terms" in run:
        return f"{run['metric_terms']:,.0f} + {run['christoffel_terms']:,.0f} terms"
    if "nodes" in run:
        return f"{run['nodes']:,.0f} nodes, {run['symbols']:,.0f} symbols"
    return f"{run['pool_nodes']:,.0f} nodes"


def print_figures(runs):
    """Whether every limit is kept."""
    kept = True
    print(f"{'benchmark':24} {'size':30} {'figure':28} {'measured':>18} {'limit':>6}")
    for name, figure, get, unit, limit in FIGURES:
        value = get(runs[name])
        missed = limit is not None and not value < limit
        kept = kept and not missed
        print(f"{name:24} {size(runs[name]):30} {figure:28} {f'{value:.3g} {unit}'.strip():>18} {limit or '':>6}"
              + ("  MISSED" if missed else ""))
    return kept


def print_growths(runs):
    """Whether every limit is kept."""
    kept = True
    print(f"\n{'growth by the body':34} {'figure':12} {'measured':>9} {'limit':>6}")
    for small, large, figure, limit in GROWTHS:
        per_body = [runs[name][figure] / runs[name]["bodies"] for name in (small, large)]
        ratio = per_body[1] / per_body[0]
        kept = kept and ratio < limit
        print(f"{small + ' to ' + large:34} {figure:12} {ratio:>9.3g} {limit:>6}" + ("" if ratio < limit else "  MISSED"))
    return kept


def agree(a, b):
    """What has no check sum checks itself."""
    if "check_sum" not in a:
        return True
    return a.get("terms") == b.get("terms") and abs(a["check_sum"] - b["check_sum"]) <= 1e-9 * abs(a["check_sum"])


def print_peers(ours, peers):
    """Whether all get the same gradients."""
    same = True
    print(f"\n{'gradient of':16} {'size':24} {'written out':>12} {'Kinemate':>10}"
          + "".join(f" {peer:>11} {'ratio':>7}" for peer in peers))
    for name, run in ours.items():
        if not name.startswith("peers/"):
            continue
        line = f"{name.removeprefix('peers/'):16} {size(run):24} {run['written_out']:>12,.0f}"
        line += f" {run['real_time']:>7.3g} ms"
        for theirs in (results[name] for results in peers.values()):
            line += f" {theirs['real_time']:>8,.0f} ms {theirs['real_time'] / run['real_time']:>7,.0f}"
            same = same and agree(run, theirs)
        print(line)
    if not same:
        print("MISSED: the libraries do not agree on the gradients")
    return same


def print_ratios(ours, peers):
    """Whether every limit is kept and all get the same."""
    kept = True
    print(f"\n{'normal form of':16} {'size':16} {'Kinemate':>12} {'peer':27} {'time':>12} {'ratio':>7} {'limit':>6}")
    for name, peer, peer_name, limit in RATIOS:
        if peer not in peers:
            continue
        run, theirs = ours[name], peers[peer][peer_name]
        ratio = theirs["real_time"] / run["real_time"]
        missed = (limit is not None and ratio < limit) or not agree(run, theirs)
        kept = kept and not missed
        print(f"{name:16} {size(run):16} {run['real_time']:>9.3g} ms {peer + ' ' + peer_name:27}"
              f" {theirs['real_time']:>9,.0f} ms {ratio:>7,.0f} {limit or '':>6}" + ("  MISSED" if missed else ""))
    return kept


def main(folder):
    ours = read_results(folder, "Kinemate")
    peers = {peer: results for peer in PEERS if (results := read_results(folder, peer))}
    kept = print_figures(ours)
    linear = print_growths(ours)
    same = print_peers(ours, peers)
    fast = print_ratios(ours, peers)
    return 0 if kept and linear and same and fast else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
