#!/usr/bin/env python3
# Builds the playground and uses it: the module from Node, the npm package from a folder of its own, the page in Chromium.
# usage: test/playground.py BUILD FOLDER [PICTURES]    BUILD: example/playground/build; FOLDER: where to build to;
#                                                      PICTURES: a folder for screenshots
# Ends with 77 where there is nothing to build with; what else is missing is printed as skipped.
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import browser

BUILD, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
PICTURES = sys.argv[3] if len(sys.argv) > 3 else None

USE = """
import { load } from "parlance";
import assert from "node:assert/strict";
const p = await load();
assert.match(p.version, /^\\d+\\.\\d+\\.\\d+$/);
assert.equal(p.open("gbnf", 'root ::= "a" [0-9]+').error, undefined);
let r = p.read("a1x");
assert.deepEqual([r.read, r.whole, r.may_end, r.expected], [2, false, true, [[48, 57]]]);
assert.ok(r.list.includes('"2024"') && !r.list.includes('"a"'));
assert.equal(p.read("a17").whole, true);
assert.deepEqual(p.open("gbnf", "root ::= [z-a]").error.column, 11);
assert.equal(p.read("a").read, undefined, "what was open before is closed");
const opened = p.open("schema", '{"type": "object", "propertis": {}}');
assert.equal(opened.contract[1].meant, "properties");
assert.ok(opened.gbnf.startsWith("root ::= "));
assert.ok(p.open("template", "{% if %}").error, "an exception inside the module is caught there");
assert.ok(p.open("regex", "(a").error.placed);
"""


class Package(unittest.TestCase):
    def test_from_a_folder_of_its_own(self):
        if absent := [tool for tool in ("npm", "node") if not shutil.which(tool)]:
            browser.skip(self, f"no {' and no '.join(absent)}: the package is not packed")
        with tempfile.TemporaryDirectory() as folder:
            packed = subprocess.run(["npm", "pack", "--json", "--pack-destination", folder, str(FOLDER / "npm")],
                                    capture_output=True, text=True, check=True)
            listed = json.loads(packed.stdout)[0]
            self.assertEqual({each["path"] for each in listed["files"]},
                             {"package.json", "README.md", "LICENSE", "NOTICES", "sbom.spdx.json", "parlance.mjs", "parlance.d.ts", "parlance.wasm"})
            archive = os.path.join(folder, listed["filename"])
            home = pathlib.Path(folder, "node_modules/parlance")
            home.mkdir(parents=True)
            subprocess.run(["tar", "xzf", archive, "--strip-components=1", "-C", home], check=True)
            script = pathlib.Path(folder, "use.mjs")
            script.write_text(USE)
            done = subprocess.run(["node", script], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)


class Page(unittest.TestCase):
    def setUp(self):
        browser.skip_without(self)
        self.page = browser.Browser()
        self.addCleanup(self.page.__exit__)
        self.page.look(1200)
        self.page.open(FOLDER / "playground.html")
        self.page.wait("document.body.dataset.ready === 'yes'")

    def text(self, name):
        return self.page.run(f"document.getElementById('{name}').textContent")

    def shown(self, name):
        return self.page.run(f"document.getElementById('{name}').offsetParent !== null")

    def type(self, name, text):
        self.page.run(f"(e => {{ e.focus(); e.select(); }})(document.getElementById('{name}'))")
        self.page.type(text)

    def choose(self, kind):
        self.page.run(f"document.querySelector('[data-kind={kind}]').click()")

    def state_is(self, name, words):
        self.page.wait(f"document.getElementById('{name}').textContent.includes({json.dumps(words)})", 30)

    def picture(self, name):
        for width in (420, 1200):
            for dark in (False, True):
                self.page.look(width, dark=dark)
                wider = self.page.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                self.assertLessEqual(wider, 0, f"{name} is wider than a window of {width}")
                if PICTURES:
                    self.page.picture(os.path.join(PICTURES, f"{name}-{width}-{'dark' if dark else 'light'}.png"))
        self.page.look(1200)

    def tearDown(self):
        if hasattr(self, "page"):
            self.assertEqual(self.page.complaints, [])

    def test_typing(self):
        self.type("source", 'root ::= "a" [0-9]{2} "end"')
        self.state_is("source-state", "understood")
        self.type("text", "a1")
        self.state_is("text-state", "it may not end here yet")
        self.state_is("expected", "0–9")
        self.type("text", "a12")
        self.state_is("counted", '"end" has to come')
        self.page.run("[...document.querySelectorAll('#tokens button')].find(b => b.textContent === '\"e\"').click()")
        self.assertEqual(self.page.run("document.getElementById('text').value"), "a12e")
        self.type("text", "a12x")
        self.state_is("text-state", "1:4: the grammar stops here")
        self.assertEqual(self.page.run("document.querySelector('#text-back mark.bad').textContent"), "x")
        self.type("text", "a12end")
        self.state_is("text-state", "it may end here")
        self.assertTrue(self.shown("diagrams"))
        self.picture("typing")

    def test_an_error_is_marked_where_it_is(self):
        self.type("source", "root ::= [z-a]")
        self.state_is("source-state", "1:11: the range ends before it begins")
        self.assertEqual(self.page.run("document.querySelector('#source-back mark.bad').textContent"), "z-a")
        self.assertFalse(self.shown("next"))
        self.picture("error")
        self.type("source", 'root ::= "<b>&amp;"')  # shown as it is written
        self.state_is("source-state", "understood")
        self.assertIn('"<b>&amp;"', self.text("drawn"))

    def test_a_schema(self):
        self.choose("schema")
        self.state_is("source-state", "understood")
        self.type("source", '{"type": "object", "propertis": {}, "required": ["ä"]}')
        self.state_is("source-state", "did you mean 'properties'?")
        self.type("text", '{"ä": 1, "b": 2, "b"')
        self.state_is("text-state", "has a member of that name")
        self.picture("schema")

    def test_a_template(self):
        self.choose("template")
        self.state_is("parts", "get_weather")
        self.assertIn("They ask for the weather.", self.text("parts"))
        self.assertIn("Verification", self.text("learned"))
        self.assertTrue(self.page.run("document.querySelector('#learned #Call svg') !== null"))
        self.picture("template")
        self.type("source", "{% if %}")
        self.state_is("source-state", "template syntax error")
        self.assertFalse(self.shown("learned"))


def main():
    built = subprocess.run([BUILD, FOLDER])
    if built.returncode != 0:
        sys.exit(built.returncode)
    if PICTURES:
        os.makedirs(PICTURES, exist_ok=True)
    unittest.main(argv=sys.argv[:1])


if __name__ == "__main__":
    main()
