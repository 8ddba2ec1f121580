"""Plots as SVG for bench/report.py, in the light or dark colours that the reader's system asks for.

SPDX-License-Identifier: BSL-1.0
"""
import html
import math

STYLE = """
:root{--ink:#1f2430;--soft:#646b79;--line:#e0e4ea;--paper:#f7f8fa;--card:#fff;
 --c0:#0b6e99;--c1:#c2600a;--c2:#3c7a59;--c3:#8a58ad;--c4:#b8437f;--c5:#6f6d69;color-scheme:light dark}
@media(prefers-color-scheme:dark){:root{--ink:#e6e8ee;--soft:#9aa3b2;--line:#2b3140;--paper:#12151c;--card:#1a1e28;
 --c0:#5bb8e8;--c1:#f0a35c;--c2:#74c69d;--c3:#c39be0;--c4:#ef86ba;--c5:#b8b5ae}}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;max-width:68rem;margin:0 auto;padding:1.2rem 1rem;color:var(--ink);background:var(--paper)}
h1{font-size:1.6rem;margin:.2rem 0 .6rem}h2{font-size:1.15rem;margin:0 0 .4rem}h3{font-size:1rem;margin:1rem 0 .3rem}
section{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:1rem 1.2rem;margin:0 0 1rem;scroll-margin-top:1rem}
nav a{color:var(--soft);margin-right:1rem;text-decoration:none}nav a:hover{text-decoration:underline}nav{margin-bottom:1rem}
p,.soft{color:var(--soft);font-size:.92rem;margin:.3rem 0}
code{font:13px ui-monospace,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere;color:var(--ink)}
pre{font:12.5px/1.45 ui-monospace,"DejaVu Sans Mono",monospace;overflow-x:auto;margin:.5rem 0}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;margin:.5rem 0;font-size:.9rem}
td,th{padding:.2rem .7rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap}
td:first-child,th:first-child{text-align:left}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(30rem,100%),1fr));gap:1rem}
svg{width:100%;max-width:44rem;height:auto;display:block;margin:.4rem 0}
svg text{font:12px system-ui,sans-serif;fill:var(--soft)}svg .t{font-weight:600;font-size:13px;fill:var(--ink)}
svg .e{text-anchor:end}svg .m{text-anchor:middle}svg .g{stroke:var(--line)}svg .d{stroke:var(--soft);stroke-dasharray:4 4;fill:none}
summary{cursor:pointer}
""" + "".join(f"svg .s{i}{{stroke:var(--c{i});fill:none;stroke-width:2}}svg .f{i}{{fill:var(--c{i});stroke:none}}svg text.f{i}{{fill:var(--c{i})}}"
              for i in range(6))

# What a plot needs where it is no part of a page.
ALONE = STYLE[:STYLE.index("*{box-sizing")] + STYLE[STYLE.index("svg text{"):STYLE.index("summary{")] + STYLE[STYLE.index("svg .s0"):]

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 640, 320, 66, 30, 44
LABEL = 18  # from one label to the next


def number(v):
    """A tick or a label: no more digits than it takes."""
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if abs(v) >= size:
            return f"{v / size:.3g}{unit}"
    return f"{v:.3g}"


class Axes:
    """A frame with its scales; `out` collects what is drawn."""

    def __init__(self, title, x_name, y_name, points, log_x, log_y, right, x_labels=None, square=False, zero=False):
        self.log_x, self.log_y, self.right = log_x, log_y, WIDTH - right
        xs = [self.scale(x, log_x) for x, _ in points]
        ys = [self.scale(y, log_y) for _, y in points] + ([0.0] if zero else [])
        self.x0, self.x1, self.y0, self.y1 = min(xs), max(xs), min(ys), max(ys)
        if log_y and self.y1 - self.y0 < 1:  # a flat line should look flat
            middle = (self.y0 + self.y1) / 2
            self.y0, self.y1 = middle - 0.5, middle + 0.5
        if square:
            self.x0 = self.y0 = min(self.x0, self.y0)
            self.x1 = self.y1 = max(self.x1, self.y1)
        self.out = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img"><title>{html.escape(title)}</title>',
                    f'<text x="{LEFT}" y="16" class="t">{html.escape(title)}</text>']
        for v in self.ticks(self.y0, self.y1, log_y):
            y = self.py(v)
            self.out.append(f'<line x1="{LEFT}" x2="{self.right}" y1="{y:.1f}" y2="{y:.1f}" class="g"/>'
                            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" class="e">{number(v)}</text>')
        for v, text in x_labels or [(v, number(v)) for v in self.ticks(self.x0, self.x1, log_x)]:
            self.out.append(f'<text x="{self.px(v):.1f}" y="{HEIGHT - BOTTOM + 16}" class="m">{html.escape(text)}</text>')
        middle = (TOP + HEIGHT - BOTTOM) / 2
        self.out.append(f'<text x="{(LEFT + self.right) / 2}" y="{HEIGHT - 6}" class="m">{html.escape(x_name)}</text>'
                        f'<text x="14" y="{middle}" class="m" transform="rotate(-90 14 {middle})">{html.escape(y_name)}</text>')

    @staticmethod
    def scale(v, log):
        return math.log10(v) if log else v

    @staticmethod
    def ticks(low, high, log):
        if log and high - low < 2.5:
            fine = [m * 10.0**e for e in range(math.floor(low), math.ceil(high) + 1) for m in (1, 2, 5)]
            return [v for v in fine if low - 1e-9 <= math.log10(v) <= high + 1e-9]
        if log:
            step = max(1, round((high - low) / 6))
            return [10.0**e for e in range(math.ceil(low - 1e-9), math.floor(high + 1e-9) + 1, step)]
        return [low + (high - low) * i / 4 for i in range(5)]

    def px(self, v):
        return LEFT + (self.scale(v, self.log_x) - self.x0) / ((self.x1 - self.x0) or 1) * (self.right - LEFT)

    def py(self, v):
        return HEIGHT - BOTTOM - (self.scale(v, self.log_y) - self.y0) / ((self.y1 - self.y0) or 1) * (HEIGHT - TOP - BOTTOM)

    def done(self):
        return "".join(self.out) + "</svg>"


def alone(drawn, note=""):
    """A plot as a file of its own, for a README; `note` is a line below it."""
    below = f'<text x="0" y="{HEIGHT + 14}">{html.escape(note)}</text>' if note else ""
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH + 24}" height="{HEIGHT + 40}" '
            f'viewBox="-12 -8 {WIDTH + 24} {HEIGHT + 40}" role="img">')
    paper = f'<rect x="-12" y="-8" width="{WIDTH + 24}" height="{HEIGHT + 40}" rx="10" fill="var(--card)"/>'
    return f"{head}<style>{ALONE}</style>{paper}{drawn[drawn.index('>') + 1:-len('</svg>')]}{below}</svg>\n"


def drawable(points, log_x, log_y):
    return [(x, y) for x, y in points if (x > 0 or not log_x) and (y > 0 or not log_y)]


def lines(title, x_name, y_name, series, log_x=True, log_y=True, x_labels=None, zero=False):
    """A line for each of `series`, [(label, [(x, y), ...])], with its label at the right; empty where there is nothing."""
    series = [(label, drawable(points, log_x, log_y)) for label, points in series]
    series = [(label, points) for label, points in series if points]
    if not series:
        return ""
    right = 24 + 6.6 * max(len(label) for label, _ in series)
    axes = Axes(title, x_name, y_name, [p for _, points in series for p in points], log_x, log_y, right, x_labels, zero=zero)
    for i, (label, points) in enumerate(series):
        path = " ".join(f"{axes.px(x):.1f},{axes.py(y):.1f}" for x, y in points)
        dashes = ' stroke-dasharray="5 4"' if i >= 6 else ""  # the colours begin anew
        axes.out.append(f'<polyline points="{path}" class="s{i % 6}"{dashes}/>')
        if len(points) < 20:
            axes.out += [f'<circle cx="{axes.px(x):.1f}" cy="{axes.py(y):.1f}" r="3" class="f{i % 6}"><title>{html.escape(label)}: '
                         f'{number(x)}, {number(y)}</title></circle>' for x, y in points]
    # each label beside the end of its line, and below the one above it
    ends = sorted((axes.py(points[-1][1]), i) for i, (_, points) in enumerate(series))
    room = HEIGHT - BOTTOM - LABEL * (len(ends) - 1)
    for above, (y, i) in enumerate(ends):
        ends[above] = (max(min(y, room + LABEL * above), ends[above - 1][0] + LABEL if above else TOP), i)
        axes.out.append(f'<text x="{axes.right + 8}" y="{ends[above][0] + 4:.1f}" class="f{i % 6}">'
                        f'{html.escape(("- " if i >= 6 else "") + series[i][0])}</text>')
    return axes.done()


def scatter(title, x_name, y_name, series):
    """A point for each pair of figures of the same thing, [(label, [(x, y, name), ...])]; below the diagonal y is less."""
    series = [(label, [p for p in points if p[0] > 0 and p[1] > 0]) for label, points in series]
    points = [(x, y) for _, some in series for x, y, _ in some]
    if not points:
        return ""
    axes = Axes(title, x_name, y_name, points, True, True, 24 + 6.6 * max(len(label) for label, _ in series), square=True)
    low, high = 10.0**axes.x0, 10.0**axes.x1
    axes.out.append(f'<line x1="{axes.px(low):.1f}" y1="{axes.py(low):.1f}" x2="{axes.px(high):.1f}" y2="{axes.py(high):.1f}" class="d"/>')
    for i, (label, some) in enumerate(series):
        axes.out += [f'<circle cx="{axes.px(x):.1f}" cy="{axes.py(y):.1f}" r="2.5" opacity=".6" class="f{i % 6}"><title>{html.escape(name)}: '
                     f'{number(x)}, {number(y)}</title></circle>' for x, y, name in some]
        axes.out.append(f'<text x="{axes.right + 8}" y="{TOP + 18 * i + 8}" class="f{i % 6}">{html.escape(label)}</text>')
    return axes.done()


def bars(title, unit, rows):
    """A horizontal bar for each of `rows`, [(label, value, which colour)]."""
    rows = [(label, value, colour) for label, value, colour in rows if value > 0]
    if not rows:
        return ""
    left, step = 10 + max(min(len(label), 46) for label, _, _ in rows) * 7.2, 24
    height = TOP + step * len(rows) + 10
    greatest = max(value for _, value, _ in rows)
    out = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img"><title>{html.escape(title)}</title>'
           f'<text x="0" y="16" class="t">{html.escape(title)}, {html.escape(unit)}</text>']
    for i, (label, value, colour) in enumerate(rows):
        y = TOP + step * i
        shown = label if len(label) <= 46 else label[:45] + "…"
        width = max(value / greatest * (WIDTH - left - 60), 1)
        out.append(f'<text x="{left - 6:.0f}" y="{y + 15}" class="e">{html.escape(shown)}</text>'
                   f'<rect x="{left:.0f}" y="{y + 3}" width="{width:.1f}" height="16" rx="3" class="f{colour % 6}"/>'
                   f'<text x="{left + width + 6:.1f}" y="{y + 15}">{number(value)}</text>')
    return "".join(out) + "</svg>"


def table(head, rows):
    def cell(tag, v):
        return f"<{tag}>{v if isinstance(v, str) else f'{v:.0f}' if abs(v) >= 100 else format(v, '.3g')}</{tag}>"
    return ('<div class="wide"><table><tr>' + "".join(cell("th", h) for h in head) + "</tr>"
            + "".join("<tr>" + "".join(cell("td", v) for v in row) + "</tr>" for row in rows) + "</table></div>")
