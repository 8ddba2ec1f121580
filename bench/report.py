#!/usr/bin/env python3
"""Turns the figures of bench/run into one page, and prints the comparison with the peers.

usage: bench/report.py FOLDER                  reads FOLDER/*.json, *.txt, *.command and machine.json, writes FOLDER/index.html
       bench/report.py FOLDER --picture FILE   the percentiles of the first group of peers as one SVG file, for the README

A JSON file is one of: the output of a Google Benchmark program; the output of a program of bench/peers (peer.*.json);
an object of {NAME: {"size": what x is, "points": [[x, microseconds], ...]}}, which becomes plots; the rows of
bench/headers; or anything else.  NAME.command is the command that NAME's figures were made with.
SPDX-License-Identifier: BSL-1.0
"""
import csv
import html
import json
import pathlib
import re
import sys

import plots

PERCENTILES = [("p25", 0.25), ("p50", 0.5), ("p75", 0.75), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("p99.9", 0.999)]
TITLES = {"mask": "Token masks", "mask_growth": "Growth of masks", "mask_threads": "Masks from many threads", "mask_tenants": "Masks of many grammars", "known_tools": "Known tools and a new one", "schema_shapes": "Schemas that multiply, recurse or are large", "stream": "Reading streams",
          "render": "Rendering templates", "analyze": "Learning templates", "headers": "What it costs to compile", "json": "JSON",
          "response": "Response templates", "stream_growth": "Instructions per byte of a stream", "tool_growth": "Requests with many tools",
          "compile": "Compiling tables", "maskbench": "MaskBench"}


def summary(values):
    """Mean, percentiles and greatest of a list of microseconds."""
    ordered = sorted(values)
    if not ordered:
        return {}
    at = lambda q: ordered[min(len(ordered) - 1, int(q * len(ordered)))]
    return {"mean": sum(ordered) / len(ordered), **{name: at(q) for name, q in PERCENTILES}, "max": ordered[-1]}


def compare(engines):
    """Figures of several engines over the grammars that all of them walked whole; [(what, {engine: summary})]."""
    walked = [{g["name"]: g for g in e["grammars"] if "error" not in g and not g["refused"]} for e in engines]
    common = set.intersection(*(set(w) for w in walked))
    names = [f'{e["engine"]} ({e["interface"]})' for e in engines]
    result = []
    for what, key in (("mask + accept, grammar just compiled", "cold"), ("the same documents once more", "warm")):
        result.append((what, {n: summary([v for g in sorted(common) for v in w[g][key]]) for n, w in zip(names, walked)}))
    result.append(("compile + first mask", {n: summary([w[g]["first"] for g in common]) for n, w in zip(names, walked)}))
    every = set().union(*(set(w) for w in walked)) | {g["name"] for e in engines for g in e["grammars"]}
    verdicts = [(n, len(w), sum(1 for g in e["grammars"] if "error" in g), sum(1 for g in e["grammars"] if g.get("refused")),
                 sum(1 for g in e["grammars"] if g.get("accepted"))) for n, w, e in zip(names, walked, engines)]
    return walked, common, len(every), result, verdicts


def peer_plots(engines, walked, common, result):
    """Percentiles, shares of positions, and ours beside each peer, grammar by grammar."""
    places = [name for name, _ in PERCENTILES] + ["max"]
    labels = list(enumerate(places))
    out = []
    for what, figures in result:
        out.append(plots.lines(what, "percentile", "microseconds",
                               [(n.split(" ")[0], [(i, s[p]) for i, p in labels if p in s]) for n, s in figures.items()],
                               log_x=False, x_labels=labels))
    shares = []
    for e in engines:
        values = sorted((v for g in e["grammars"] if "error" not in g for v in g["cold"]), reverse=True)
        step = max(1, len(values) // 400)
        shares.append((e["engine"], [(max(values[i], 0.01), (i + 1) / len(values)) for i in range(0, len(values), step)]))
    out.append(plots.lines("Share of positions that cost at least so much (cold)", "microseconds", "share", shares))
    for key, what in (("first", "compile + first mask"), ("cold", "mask + accept, mean")):
        cost = lambda g: g[key] if key == "first" else sum(g[key]) / max(len(g[key]), 1)
        pairs = [(e["engine"], [(cost(w[name]), cost(walked[0][name]), name) for name in sorted(common)])
                 for e, w in zip(engines[1:], walked[1:])]
        out.append(plots.scatter(f"Each grammar: {what}; below the line ours is faster", "peer, microseconds",
                                 f"{engines[0]['engine']}, microseconds", pairs))
    return '<div class="plots">' + "".join(out) + "</div>"


def peers_section(name, engines):
    walked, common, every, result, verdicts = compare(engines)
    title = "Token masks: " + name
    out = [f"<p>{len(common)} of {every} grammars are walked whole by every engine; the figures are over those. "
           "Microseconds of thread CPU time, at each position the least of the runs.</p>", peer_plots(engines, walked, common, result)]
    print(f"\n{title}: {len(common)} of {every} grammars are walked whole by every engine")
    rows = [(html.escape(n), str(ok), str(error), str(refused), str(accepted)) for n, ok, error, refused, accepted in verdicts]
    out.append(plots.table(["engine", "walked whole", "not compiled", "valid refused", "invalid accepted"], rows))
    for n, ok, error, refused, accepted in verdicts:
        print(f"  {n:24} walked whole {ok:4}  not compiled {error:4}  valid refused {refused:4}  invalid accepted {accepted:4}")
    for what, figures in result:
        columns = ["mean"] + [each for each, _ in PERCENTILES] + ["max"]
        rows = [[html.escape(n)] + [s.get(c, 0.0) for c in columns] for n, s in figures.items()]
        ours, others = rows[0], rows[1:]
        if others and common:
            rows.append(["better peer / ours"] + [min(o[i] for o in others) / max(ours[i], 1e-3) for i in range(1, len(columns) + 1)])
        print(f"  {what}, us")
        print("    " + " " * 24 + "".join(f"{c:>10}" for c in columns))
        for row in rows:
            print(f"    {row[0]:24}" + "".join(f"{v:10.3g}" for v in row[1:]))
        out.append(f"<h3>{html.escape(what)}</h3>" + plots.table(["us"] + columns, rows))
    return title, "".join(out)


def google_section(data):
    """A table, and a plot of each kind of benchmark whose first argument is a size: NAME/KIND/SIZE/..."""
    rows, series = [], {}
    skip = {"name", "family_index", "per_family_instance_index", "run_name", "run_type", "repetitions", "repetition_index",
            "threads", "iterations", "real_time", "cpu_time", "time_unit", "aggregate_name", "aggregate_unit", "label"}
    for b in data["benchmarks"]:
        more = ", ".join(f"{k} {v:.4g}" if isinstance(v, (int, float)) else f"{k} {v}" for k, v in b.items() if k not in skip)
        rows.append((html.escape(b["name"]), f'{b.get("cpu_time", 0):.4g} {b.get("time_unit", "")}', html.escape(more), html.escape(b.get("label", ""))))
        found = re.match(r"(\w+)/(\D[^/]*)/(\d+)(?:/(\d+))?", b["name"])
        if found and b.get("run_type", "iteration") == "iteration":
            name, kind, size, piece = found.groups()
            to_us = {"ns": 1e-3, "us": 1, "ms": 1e3, "s": 1e6}[b.get("time_unit", "ns")]
            label = name + (f", pieces of {piece}" if piece else "")
            series.setdefault(kind, {}).setdefault(label, []).append((int(size), b["cpu_time"] * to_us))
    drawn = "".join(plots.lines(kind, "bytes", "microseconds", [(label, points) for label, points in of.items() if len(points) > 1])
                    for kind, of in series.items())
    return f'<div class="plots">{drawn}</div>' + folded("all figures", plots.table(["benchmark", "CPU time", "counters", ""], rows))


def folded(name, inner):
    return f"<details><summary>{html.escape(name)}</summary>{inner}</details>"


def headers_section(rows):
    """Bars of what each header and program costs, as multiples of Boost.JSON."""
    out = []
    compilers = list(dict.fromkeys(row["compiler"] for row in rows))
    for c in compilers:
        of = [r for r in rows if r["compiler"] == c and "/src/" not in r["what"]]
        out.append(plots.bars(f"{c}: compiling", 'multiples of an empty file with <boost/json.hpp>',
                              [(r["what"], r["ratio"], 0 if "compiled mode" in r["what"] else 1 if "header-only" in r["what"] else 5) for r in of]))
    return '<div class="plots">' + "".join(out) + "</div>"


def render_section(text):
    """The geometric means that bench.render prints, as bars; and all it prints."""
    found = re.findall(r"^(\S.*?)\s+compile\s+([\d.]+)\s+render\s+([\d.]+)\s*$", text, re.M)
    return ('<div class="plots">' + plots.bars("compiling a template", "microseconds", [(n, float(c), i) for i, (n, c, _) in enumerate(found)])
            + plots.bars("rendering it", "microseconds", [(n, float(r), i) for i, (n, _, r) in enumerate(found)]) + "</div>") if found else ""


def history_section(path):
    """Instructions of each piece of work in each row, relative to the first one."""
    rows = list(csv.DictReader(path.open(), delimiter="\t"))
    if not rows:
        return ""
    names = [n for n in rows[0] if n not in ("date", "commit", "compiler")]
    of = [row for row in rows if row["compiler"] == rows[-1]["compiler"]]
    series = []
    for name in names:
        known = [(i, int(row[name])) for i, row in enumerate(of) if row.get(name)]
        if known:
            series.append((name, [(i, value / known[0][1]) for i, value in known]))
    drawn = plots.lines("Instructions, relative to the first row", "row", "times", series, log_x=False, log_y=False, zero=True,
                        x_labels=[(i, row["commit"][:9]) for i, row in enumerate(of)]) if len(of) > 1 else ""
    return ("<p>Counted by callgrind; a change of more than five percent fails: <code>bench/history</code></p>" + drawn
            + plots.table(["commit", "compiler"] + names, [[r["commit"], r["compiler"]] + [f"{int(r[n]):,}" if r.get(n) else "-" for n in names] for r in rows]))


def machine_section(machine):
    return plots.table(["", ""], [(html.escape(k), html.escape(str(v))) for k, v in machine.items()]) if machine else \
        "<p>not recorded: bench/run writes machine.json</p>"


def of_file(path, data):
    """The section of one JSON file."""
    if isinstance(data, dict) and "benchmarks" in data:
        return google_section(data)
    if isinstance(data, dict) and data and all(isinstance(v, dict) and "points" in v for v in data.values()):
        return '<div class="plots">' + "".join(plots.lines(title, series["size"], "microseconds", [("", series["points"])])
                                               for title, series in data.items()) + "</div>"
    if isinstance(data, list) and data and isinstance(data[0], dict) and "ratio" in data[0]:
        return headers_section(data)
    return folded("figures", "<pre>" + html.escape(json.dumps(data, indent=1)[:200000]) + "</pre>")


def read_folder(folder):
    """[(title, name, inner HTML)] of all that is in the folder."""
    sections, groups = {}, {}
    for path in sorted(folder.glob("*.json")):
        try:
            data = json.loads(path.read_text())
        except ValueError:
            print(f"{path.name}: not JSON, left out", file=sys.stderr)
            continue
        if isinstance(data, dict) and "engine" in data:  # peer.GROUP.ENGINE.json
            groups.setdefault(path.name.split(".")[1], []).append(data)
        elif path.stem != "machine":
            sections[path.stem] = of_file(path, data)
    for path in sorted(folder.glob("*.txt")):
        text = path.read_text()
        drawn = render_section(text) if path.stem == "render" else ""
        sections[path.stem] = sections.get(path.stem, drawn) + folded("as printed", "<pre>" + html.escape(text) + "</pre>")
    out = []
    for name, engines in groups.items():
        engines.sort(key=lambda e: e["engine"] != "parlance")
        title, inner = peers_section(name, engines)
        out.append((title, "peers", inner))
    return out + [(TITLES.get(name, name), name, inner) for name, inner in sections.items()]


def picture(folder, machine):
    """Masks by percentile, each engine's, of the first group that has figures."""
    groups = {}
    for path in sorted(folder.glob("peer.*.json")):
        groups.setdefault(path.name.split(".")[1], []).append(json.loads(path.read_text()))
    name, engines = next(iter(groups.items()))
    engines.sort(key=lambda e: e["engine"] != "parlance")
    _, common, every, result, _ = compare(engines)
    what, figures = result[0]
    labels = list(enumerate([each for each, _ in PERCENTILES] + ["max"]))
    drawn = plots.lines("A mask and a token, microseconds, by percentile of all positions", "percentile", "microseconds of CPU time",
                        [(n.split(" ")[0], [(i, s[p]) for i, p in labels if p in s]) for n, s in figures.items()], log_x=False, x_labels=labels)
    versions = ", ".join(f"{peer} {machine[peer]}" for peer in ("xgrammar", "llguidance") if machine.get(peer))
    note = f"{len(common)} of {every} grammars of bench/mask, {name.removeprefix('gbnf-')}'s vocabulary; {versions}; {machine.get('date', '')}"
    return plots.alone(drawn, note)


def main():
    if len(sys.argv) < 2 or sys.argv[1] == "--help":
        sys.exit(print(__doc__.strip()))
    folder = pathlib.Path(sys.argv[1])
    machine = json.loads((folder / "machine.json").read_text()) if (folder / "machine.json").exists() else {}
    if sys.argv[2:3] == ["--picture"]:
        pathlib.Path(sys.argv[3]).write_text(picture(folder, machine), encoding="utf-8")
        return
    sections = [("Machine and versions", "machine", machine_section(machine))] + read_folder(folder)
    history = pathlib.Path(__file__).resolve().parent / "history.tsv"
    if history.exists():
        sections.append(("Instruction counts, kept", "history", history_section(history)))
    page = []
    for i, (title, name, inner) in enumerate(sections):
        command = folder / f"{name}.command"
        said = f"<p><code>{html.escape(command.read_text().strip())}</code></p>" if command.exists() else ""
        page.append(f'<section id="s{i}"><h2>{html.escape(title)}</h2>{said}{inner}</section>')
    links = "".join(f'<a href="#s{i}">{html.escape(title)}</a>' for i, (title, _, _) in enumerate(sections))
    (folder / "index.html").write_text(
        '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>parlance: benchmarks</title><style>{plots.STYLE}</style><h1>parlance: benchmarks</h1><nav>{links}</nav>{''.join(page)}</html>\n",
        encoding="utf-8")
    print(f"\n{folder / 'index.html'}")


if __name__ == "__main__":
    main()
