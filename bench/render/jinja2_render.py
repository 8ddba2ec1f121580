# bench/render/jinja2_render.py - the python3-jinja2 half of bench.render
# SPDX-License-Identifier: BSL-1.0
"""Compiles and renders the same templates with the same contexts in the environment transformers sets up."""
import collections
import datetime
import json
import math
import pathlib
import sys
import time

try:
    import jinja2
    from jinja2 import nodes
    from jinja2.ext import Extension
    from jinja2.sandbox import ImmutableSandboxedEnvironment
except ImportError:
    sys.exit("python3-jinja2 is not installed: only our own figures are above")


class Generation(Extension):
    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return nodes.CallBlock(self.call_method("_body"), [], [], body).set_lineno(line)

    def _body(self, caller):
        return caller()


def to_json(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def raise_exception(message):
    raise jinja2.exceptions.TemplateError(message)


def environment():
    made = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[Generation, "jinja2.ext.loopcontrols"]
    )
    made.filters["tojson"] = to_json
    made.globals["raise_exception"] = raise_exception
    made.globals["strftime_now"] = lambda form: datetime.datetime(2025, 3, 5, 7, 8, 9).strftime(form)
    return made


def fastest(runs, run):
    least = math.inf
    for _ in range(runs):
        start = time.perf_counter()
        run()
        least = min(least, time.perf_counter() - start)
    return least * 1e6


def main(corpus):
    contexts = collections.OrderedDict()
    for line in open(corpus / "renders" / "renders.jsonl", encoding="utf-8"):
        row = json.loads(line)
        if "expected" in row:
            contexts.setdefault(row["template"], []).append(row["context"])
    compile_logs = render_logs = 0.0
    for name, inputs in contexts.items():
        source = (corpus / "templates" / name).read_text(encoding="utf-8")
        compile_logs += math.log(fastest(3, lambda: environment().from_string(source)))
        template = environment().from_string(source)
        usable = []
        for context in inputs:  # older releases of Jinja2 refuse a few of them
            try:
                template.render(**context)
                usable.append(context)
            except jinja2.exceptions.TemplateError:
                pass
        render_logs += math.log(fastest(5, lambda: [template.render(**c) for c in usable]) / len(usable))
    count = len(contexts)
    means = (math.exp(compile_logs / count), math.exp(render_logs / count))
    print("%-20s compile %10.1f   render %8.2f" % ("jinja2 " + jinja2.__version__, *means))


main(pathlib.Path(sys.argv[1]))
