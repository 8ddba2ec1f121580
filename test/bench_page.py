#!/usr/bin/env python3
# The page of bench/run, made of figures that stand here; bench/history, on a program that stands here; and that all scripts
# of bench/ say how they are used.  What cannot be tried here is printed as SKIPPED.
# usage: test/bench_page.py SOURCE COMPILER [PICTURES]
import html.parser
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom

import browser

SOURCE, COMPILER = pathlib.Path(sys.argv[1]), sys.argv[2]
PICTURES = sys.argv[3] if len(sys.argv) > 3 else None


def engine(name, times):
    """What a program of bench/peers prints, of made-up figures."""
    grammars = [{"name": f"grammar {i}", "first": 100.0 * times * (i + 1), "cold": [times * (1 + (i * 7 + k) % 50) for k in range(200)],
                 "warm": [times * 0.5] * 200, "refused": 0, "accepted": 0} for i in range(12)]
    return {"engine": name, "interface": "C++", "grammars": grammars}


def figures(folder):
    for name, times in (("parlance", 1.0), ("peer-a", 3.0), ("peer-b", 8.0)):
        (folder / f"peer.schemas.{name}.json").write_text(json.dumps(engine(name, times)))
    (folder / "machine.json").write_text(json.dumps({"processor": "<any> processor", "cores": 4}))
    (folder / "mask_growth.json").write_text(json.dumps({"nesting": {"size": "levels", "points": [[10**i, 2 + i * 0.01] for i in range(5)]}}))
    (folder / "mask_growth.command").write_text("bench/run --only mask_growth\n")
    (folder / "stream.json").write_text(json.dumps({"benchmarks": [
        {"name": f"{kind}/content/{1 << size}/4", "cpu_time": cost * (1 << size), "time_unit": "ns", "run_type": "iteration"}
        for kind, cost in (("message", 20), ("from_the_start", 900)) for size in (10, 13, 16)]}))
    (folder / "headers.json").write_text(json.dumps([
        {"compiler": "g++", "what": f"<parlance/{name}.hpp>, {mode}", "ratio": ratio, "limit": None, "seconds": 1, "megabytes": 1}
        for name, mode, ratio in (("mask", "compiled mode", 0.8), ("mask", "header-only", 6.1), ("chat", "compiled mode", 1.5))]))
    (folder / "render.txt").write_text("parlance             compile       90.0   render    12.50\njinja2               compile     4000.0   render   300.00\n")


class Nesting(html.parser.HTMLParser):
    """Every element is closed where it should be."""
    EMPTY = {"meta", "link", "img", "input", "br"}

    def __init__(self, text):
        super().__init__()
        self.open, self.wrong = [], []
        self.feed(text)
        self.wrong += [f"never closed: {tag}" for tag in self.open]

    def handle_starttag(self, tag, _):
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, *_):
        pass

    def handle_endtag(self, tag):
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.wrong.append(f"line {self.getpos()[0]}: </{tag}> inside {self.open[-3:]}")


class Page(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def make(self):
        figures(self.folder)
        said = subprocess.run([sys.executable, SOURCE / "bench/report.py", self.folder], capture_output=True, text=True, check=True).stdout
        return said, (self.folder / "index.html").read_text()

    def test_what_is_on_it(self):
        said, page = self.make()
        self.assertIn("12 of 12 grammars are walked whole by every engine", said)
        for part in ("Token masks: schemas", "Growth of masks", "Reading streams", "What it costs to compile", "Rendering templates",
                     "bench/run --only mask_growth", "&lt;any&gt; processor", "prefers-color-scheme:dark", "peer-b", "from_the_start, pieces of 4"):
            self.assertTrue(part in page, part)
        drawn = re.findall("<svg.*?</svg>", page)
        for each in drawn:
            xml.dom.minidom.parseString(each)
        written = re.findall("<(?:title|text)[^>]*>(.*?)</", " ".join(drawn))  # in the pictures alone: a page has these words anyway
        for part in ("percentile", "Each grammar: compile + first mask; below the line ours is faster", "rendering it, microseconds",
                     "content", "nesting", "levels"):
            self.assertIn(part, written)
        self.assertGreaterEqual(len(drawn), 10)
        self.assertEqual(page.count("http"), 0)  # it needs nothing else
        self.assertEqual(Nesting(page).wrong, [])

    def test_a_picture_for_the_readme(self):
        figures(self.folder)
        picture = self.folder / "masks.svg"
        subprocess.run([sys.executable, SOURCE / "bench/report.py", self.folder, "--picture", picture], capture_output=True, check=True)
        text = picture.read_text()
        xml.dom.minidom.parseString(text)
        for part in ("prefers-color-scheme:dark", "parlance", "peer-b", "p99.9", "12 of 12 grammars"):
            self.assertTrue(part in text, part)
        self.assertNotIn("system-ui,sans-serif;max-width", text)  # what is meant for a page

    def test_in_a_browser(self):
        browser.skip_without(self)
        self.make()
        with browser.Browser() as page:
            for width in (420, 1200):
                for dark in (False, True):
                    page.look(width, dark=dark)
                    page.open(self.folder / "index.html")
                    self.assertLessEqual(page.run("document.documentElement.scrollWidth - document.documentElement.clientWidth"), 0)
                    if PICTURES:
                        page.picture(os.path.join(PICTURES, f"bench-{width}-{'dark' if dark else 'light'}.png"))
            self.assertEqual(page.complaints, [])


class History(unittest.TestCase):
    PROGRAM = """
#include <cstdio>
#include <cstring>
extern "C" __attribute__((noinline)) unsigned counted(unsigned n) { unsigned volatile x = 0; while (n-- != 0) { x = x + n; } return x; }
int main(int argc, char** argv) {
    if (argc < 2) { std::puts("few\\nmany"); return 0; }
    return counted(std::strcmp(argv[1], "few") == 0 ? 1000 : MANY) == 0;
}
"""

    def test_five_percent_more_fails(self):
        if not shutil.which("valgrind"):
            browser.skip(self, "no valgrind: instructions are not counted")
        with tempfile.TemporaryDirectory() as folder:
            source, kept = pathlib.Path(folder, "a.cpp"), pathlib.Path(folder, "history.tsv")
            source.write_text(self.PROGRAM)

            def history(many, *options):
                program = pathlib.Path(folder, f"p{many}")
                subprocess.run([COMPILER, "-O1", f"-DMANY={many}", source, "-o", program], check=True)
                return subprocess.run([sys.executable, SOURCE / "bench/history", "--against", kept, *options, program],
                                      capture_output=True, text=True)

            self.assertEqual(history(100000, "--add").returncode, 0)
            self.assertEqual(history(104000).returncode, 0)
            worse = history(106000)
            self.assertEqual(worse.returncode, 1)
            self.assertIn("more than 5 percent more: many;", worse.stdout)
            self.assertEqual(history(90000, "--add").returncode, 0)
            self.assertEqual(history(100000).returncode, 1, "the last row counts")
            self.assertEqual(len(kept.read_text().splitlines()), 3)


class Scripts(unittest.TestCase):
    def test_help(self):
        scripts = [p for p in (SOURCE / "bench").rglob("*") if p.is_file() and os.access(p, os.X_OK) and p.read_bytes()[:2] == b"#!"]
        self.assertGreaterEqual(len(scripts), 12)
        for script in scripts:
            done = subprocess.run([script, "--help"], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 0, f"{script}: {done.stderr}")
            self.assertRegex(done.stdout, r"(?m)^usage: .*" + re.escape(script.name), script)


if __name__ == "__main__":
    if PICTURES:
        os.makedirs(PICTURES, exist_ok=True)
    unittest.main(argv=sys.argv[:1], verbosity=2)
