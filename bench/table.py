#!/usr/bin/env python3
"""The results of bench/run as one table: table.py FOLDER, which holds kinemate.json and those of the peers.

Returns 1 where a limit is missed or where a peer gets another gradient.
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
]
PEERS = ["GiNaC", "SymPy"]


def read_results(folder, library):
    """Benchmark name → its median run; nothing where the library was not measured."""
    path = folder / f"{library.lower()}.json"
    if not path.exists():
        return {}
    runs = json.loads(path.read_text())["benchmarks"]
    return {run["run_name"]: run for run in runs if run.get("aggregate_name", "median") == "median"}


def size(run):
    if "text_bytes" in run:
        return f"{run['text_bytes'] / 1e6:.1f} MB of text"
    if "nodes" in run:
        return f"{run['nodes']:,.0f} nodes, {run['symbols']:,.0f} symbols"
    return f"{run['pool_nodes']:,.0f} nodes"


def print_figures(runs):
    """Whether every limit is kept."""
    kept = True
    print(f"{'benchmark':16} {'size':30} {'figure':28} {'measured':>18} {'limit':>6}")
    for name, figure, get, unit, limit in FIGURES:
        value = get(runs[name])
        missed = limit is not None and not value < limit
        kept = kept and not missed
        print(f"{name:16} {size(runs[name]):30} {figure:28} {f'{value:.3g} {unit}'.strip():>18} {limit or '':>6}"
              + ("  MISSED" if missed else ""))
    return kept


def agree(a, b):
    return abs(a["check_sum"] - b["check_sum"]) <= 1e-9 * abs(a["check_sum"])


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


def main(folder):
    ours = read_results(folder, "Kinemate")
    peers = {peer: results for peer in PEERS if (results := read_results(folder, peer))}
    kept = print_figures(ours)
    same = print_peers(ours, peers)
    return 0 if kept and same else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
