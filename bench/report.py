#!/usr/bin/env python3
"""Turns the figures of bench/run into one page, and prints the comparison with the peers.

usage: bench/report.py FOLDER     reads FOLDER/*.json and *.txt, writes FOLDER/index.html

A JSON file is one of: the output of a Google Benchmark program; the output of a program of bench/peers (peer.*.json);
an object of {NAME: {"size": what x is, "points": [[x, microseconds], ...]}}, which becomes plots; or anything else.
SPDX-License-Identifier: BSL-1.0
"""
import html
import json
import math
import pathlib
import sys

COLOURS = ["#0b6e99", "#d9730d", "#448361", "#9065b0", "#c14c8a", "#787774"]
PERCENTILES = [("p25", 0.25), ("p50", 0.5), ("p75", 0.75), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("p99.9", 0.999)]


def summary(values):
    """Mean, percentiles and greatest of a list of microseconds."""
    ordered = sorted(values)
    if not ordered:
        return {}
    at = lambda q: ordered[min(len(ordered) - 1, int(q * len(ordered)))]
    return {"mean": sum(ordered) / len(ordered), **{name: at(q) for name, q in PERCENTILES}, "max": ordered[-1]}


def plot(title, x_name, y_name, lines, log_x=True, log_y=True, width=640, height=300):
    """An SVG line chart; `lines` is [(label, [(x, y), ...])]."""
    left, right, top, bottom = 62, 150, 28, 40
    points = [(x, y) for _, line in lines for x, y in line if (x > 0 or not log_x) and (y > 0 or not log_y)]
    if not points:
        return ""
    scale = lambda v, log: math.log10(v) if log else v
    xs, ys = [scale(x, log_x) for x, _ in points], [scale(y, log_y) for _, y in points]
    x0, x1, y0, y1 = min(xs), max(xs), min(ys), max(ys)
    if log_y and y1 - y0 < 1:  # a flat line should look flat
        middle = (y0 + y1) / 2
        y0, y1 = middle - 0.5, middle + 0.5
    px = lambda v: left + (scale(v, log_x) - x0) / ((x1 - x0) or 1) * (width - left - right)
    py = lambda v: height - bottom - (scale(v, log_y) - y0) / ((y1 - y0) or 1) * (height - top - bottom)
    out = [f'<svg viewBox="0 0 {width} {height}" role="img"><title>{html.escape(title)}</title>']
    out.append(f'<text x="{left}" y="16" class="t">{html.escape(title)}</text>')
    ticks = lambda a, b, log: ([10.0**e for e in range(math.ceil(a - 1e-9), math.floor(b + 1e-9) + 1)] if log
                               else [a + (b - a) * i / 4 for i in range(5)])
    for v in ticks(y0, y1, log_y):
        out.append(f'<line x1="{left}" x2="{width - right}" y1="{py(v):.1f}" y2="{py(v):.1f}" class="g"/>'
                   f'<text x="{left - 6}" y="{py(v) + 4:.1f}" class="e">{v:g}</text>')
    for v in ticks(x0, x1, log_x):
        out.append(f'<text x="{px(v):.1f}" y="{height - bottom + 16}" class="m">{v:g}</text>')
    out.append(f'<text x="{(left + width - right) / 2}" y="{height - 6}" class="m">{html.escape(x_name)}</text>')
    out.append(f'<text x="12" y="{(top + height - bottom) / 2}" class="m" '
               f'transform="rotate(-90 12 {(top + height - bottom) / 2})">{html.escape(y_name)}</text>')
    for i, (label, line) in enumerate(lines):
        colour = COLOURS[i % len(COLOURS)]
        path = " ".join(f"{px(x):.1f},{py(y):.1f}" for x, y in line if (x > 0 or not log_x) and (y > 0 or not log_y))
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out.append(f'<text x="{width - right + 8}" y="{top + 16 * i + 8}" fill="{colour}">{html.escape(label)}</text>')
    return "".join(out) + "</svg>"


def table(head, rows):
    cell = lambda tag, v: f"<{tag}>{v if isinstance(v, str) else format(v, '.3g')}</{tag}>"
    return ("<table><tr>" + "".join(cell("th", h) for h in head) + "</tr>"
            + "".join("<tr>" + "".join(cell("td", v) for v in row) + "</tr>" for row in rows) + "</table>")


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
    return len(common), len(every), result, verdicts


def peers_section(title, engines):
    common, every, result, verdicts = compare(engines)
    out = [f"<h2>{html.escape(title)}</h2><p>{common} of {every} grammars are walked whole by every engine; the figures are over those. "
           "Microseconds of thread CPU time, at each position the least of the runs.</p>"]
    print(f"\n{title}: {common} of {every} grammars are walked whole by every engine")
    rows = [(html.escape(n), str(ok), str(error), str(refused), str(accepted)) for n, ok, error, refused, accepted in verdicts]
    out.append(table(["engine", "walked whole", "not compiled", "valid refused", "invalid accepted"], rows))
    for n, ok, error, refused, accepted in verdicts:
        print(f"  {n:24} walked whole {ok:4}  not compiled {error:4}  valid refused {refused:4}  invalid accepted {accepted:4}")
    for what, figures in result:
        columns = ["mean"] + [name for name, _ in PERCENTILES] + ["max"]
        rows = [[html.escape(n)] + [s.get(c, 0.0) for c in columns] for n, s in figures.items()]
        ours, others = rows[0], rows[1:]
        if others and common:
            rows.append(["better peer / ours"] + [min(o[i] for o in others) / max(ours[i], 1e-3) for i in range(1, len(columns) + 1)])
        print(f"  {what}, us")
        print("    " + " " * 24 + "".join(f"{c:>10}" for c in columns))
        for row in rows:
            print(f"    {row[0]:24}" + "".join(f"{v:10.3g}" for v in row[1:]))
        out.append(f"<h3>{html.escape(what)}</h3>" + table(["us"] + columns, rows))
    for what, key in (("Share of positions that cost at least so much", "cold"),):
        lines = []
        for e in engines:
            values = sorted((v for g in e["grammars"] if "error" not in g for v in g[key]), reverse=True)
            step = max(1, len(values) // 400)
            lines.append((e["engine"], [(max(values[i], 0.01), (i + 1) / len(values)) for i in range(0, len(values), step)]))
        out.append(plot(what + " (" + key + ")", "us", "share", lines))
    return "".join(out)


def google_section(title, data):
    rows = []
    skip = {"name", "family_index", "per_family_instance_index", "run_name", "run_type", "repetitions", "repetition_index",
            "threads", "iterations", "real_time", "cpu_time", "time_unit", "aggregate_name", "aggregate_unit", "label"}
    for b in data["benchmarks"]:
        more = ", ".join(f"{k} {v:.4g}" if isinstance(v, (int, float)) else f"{k} {v}" for k, v in b.items() if k not in skip)
        rows.append((html.escape(b["name"]), f'{b.get("cpu_time", 0):.4g} {b.get("time_unit", "")}', html.escape(more), html.escape(b.get("label", ""))))
    return f"<h2>{html.escape(title)}</h2>" + table(["benchmark", "CPU time", "counters", ""], rows)


def main():
    folder = pathlib.Path(sys.argv[1])
    page, groups = [], {}
    for path in sorted(folder.glob("*.json")):
        try:
            data = json.loads(path.read_text())
        except ValueError:
            print(f"{path.name}: not JSON, left out", file=sys.stderr)
            continue
        if isinstance(data, dict) and "engine" in data:  # peer.GROUP.ENGINE.json
            groups.setdefault(path.name.split(".")[1], []).append(data)
        elif isinstance(data, dict) and "benchmarks" in data:
            page.append(google_section(path.stem, data))
        elif isinstance(data, dict) and data and all(isinstance(v, dict) and "points" in v for v in data.values()):
            page.append(f"<h2>{html.escape(path.stem)}</h2>")
            for title, series in data.items():
                page.append(plot(title, series["size"], "us", [("", series["points"])]))
        else:
            page.append(f"<h2>{html.escape(path.stem)}</h2><details><summary>figures</summary><pre>"
                        + html.escape(json.dumps(data, indent=1)[:200000]) + "</pre></details>")
    for path in sorted(folder.glob("*.txt")):
        page.append(f"<details><summary>{html.escape(path.stem)}: as printed</summary><pre>{html.escape(path.read_text())}</pre></details>")
    for name, engines in groups.items():
        engines.sort(key=lambda e: e["engine"] != "parlance")
        page.insert(0, peers_section("Token masks: " + name, engines))
    style = ("body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}"
             "table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.5rem 0}td,th{padding:.2rem .7rem;text-align:right;"
             "border-bottom:1px solid #ddd}td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto;display:block;margin:1rem 0}"
             "svg text{font:11px system-ui,sans-serif;fill:#444}svg .t{font-weight:600;font-size:13px}svg .e{text-anchor:end}"
             "svg .m{text-anchor:middle}svg .g{stroke:#eee}")
    (folder / "index.html").write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>parlance: benchmarks</title>'
        f"<style>{style}</style><h1>parlance: benchmarks</h1>{''.join(page)}</html>\n")
    print(f"\n{folder / 'index.html'}")


if __name__ == "__main__":
    main()
