#!/usr/bin/env python3
# Runs the `parlance` command as a user would, on files written here and on a small model's folder.
# usage: test/command.py PARLANCE MODEL
import json
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom

PARLANCE, MODEL = sys.argv[1], sys.argv[2]

GRAMMAR = '''root ::= "{" ws pair ("," ws pair)* ws "}"
pair ::= name ws ":" ws value
name ::= "\\"" [a-z]{1,8} "\\""
value ::= name | [0-9]+ | "true" | "false" | root
ws ::= " "*
'''
SCHEMA = {"type": "object", "required": ["city"], "additionalProperties": False,
          "properties": {"city": {"type": "string", "maxLength": 10}, "days": {"type": "integer", "minimum": 1}}}
TEMPLATE = '''{%- for m in messages %}<|im_start|>{{ m.role }}
{% if m.reasoning_content %}<think>{{ m.reasoning_content }}</think>{% endif %}{{ m.content or '' }}
{%- for c in m.tool_calls or [] %}
<tool_call>{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}</tool_call>
{%- endfor %}<|im_end|>
{% endfor %}{% if tools %}{{ tools | tojson }}{% endif %}
{%- if add_generation_prompt %}<|im_start|>assistant
{% endif %}'''


class Command(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, name, text):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8", newline="") as out:
            out.write(text if isinstance(text, str) else json.dumps(text))
        return path

    def run_it(self, *arguments, code=0, stdin=""):
        done = subprocess.run([PARLANCE, *arguments], input=stdin, capture_output=True, encoding="utf-8")
        self.assertEqual(done.returncode, code, (arguments, done.stdout, done.stderr))
        self.assertNotIn("\x1b", done.stdout + done.stderr)  # no colours where there is no terminal
        return done

    def answer(self, *arguments, code=0, stdin=""):
        return json.loads(self.run_it(*arguments, "--json", code=code, stdin=stdin).stdout)

    def on_terminal(self, *arguments, stdin="", **environment):
        """What the command writes where both streams are a terminal."""
        leader, follower = pty.openpty()
        with subprocess.Popen([PARLANCE, *arguments], stdin=subprocess.PIPE, stdout=follower, stderr=follower,
                              env={**os.environ, "TERM": "xterm", **environment}) as running:
            os.close(follower)
            running.stdin.write(stdin.encode())
            running.stdin.close()
            text = b""
            while select.select([leader], [], [], 60)[0]:
                try:
                    text += os.read(leader, 4096)
                except OSError:  # all is read
                    break
        os.close(leader)
        return text.decode()

    def subcommands(self):
        return re.findall(r"^  ([a-z]+)  ", self.run_it("--help").stdout, re.M)

    def test_help(self):
        names = self.subcommands()
        self.assertIn("explain", names)
        for name in names:
            text = self.run_it(name, "--help").stdout
            self.assertTrue(text.startswith(f"parlance {name} - "), text)
            self.assertEqual(text, self.run_it("help", name).stdout)
            self.assertRegex(text, rf"\nexamples:\n  .*parlance {name}")
        self.assertRegex(self.run_it("--version").stdout, r"^parlance \d+\.\d+\.\d+\n$")

    def test_wrong_usage(self):
        self.assertIn("did you mean 'explain'?", self.run_it("exlpain", code=2).stderr)
        self.assertIn("did you mean 'explain'?", self.run_it("exp", code=2).stderr)
        self.assertNotIn("did you mean", self.run_it("frobnicate", code=2).stderr)
        self.assertIn("usage: parlance check FILE", self.run_it("check", code=2).stderr)
        self.assertIn("no option --colour", self.run_it("check", "--colour", "x", code=2).stderr)
        self.assertIn("needs a number", self.run_it("walk", "x.gbnf", "--count", "many", code=2).stderr)
        self.assertIn("cannot be opened", self.run_it("check", "nowhere.gbnf", code=2).stderr)
        self.assertIn("--as", self.run_it("check", self.file("grammar.txt", GRAMMAR), code=2).stderr)
        self.assertIn("standard input: error: ", self.run_it("check", "-", code=2).stderr)
        self.assertIn("--as is one of gbnf schema regex", self.run_it("walk", "--as", "bnf", "x", code=2).stderr)
        self.assertIn("it is a folder", self.run_it("explain", self.folder.name, "-", code=2).stderr)
        self.assertIn("a chat template is", self.run_it("learn", self.file("a.gbnf", GRAMMAR), code=2).stderr)

    def test_colours(self):
        right, wrong = self.file("a.gbnf", GRAMMAR), self.file("c.gbnf", 'root ::= "a" [b-a]\n')
        for arguments in (["check", wrong], ["explain", right, "-"]):
            self.assertIn("\x1b[31m", self.on_terminal(*arguments))
            self.assertNotIn("\x1b", self.on_terminal(*arguments, NO_COLOR="1"))
            self.assertNotIn("\x1b", self.on_terminal(*arguments, TERM="dumb"))
        self.assertIn("\x1b", self.on_terminal("check", wrong, NO_COLOR=""))  # as no-color.org has it

    def test_progress_is_shown_and_wiped(self):
        grammar = self.file("n.gbnf", 'root ::= [0-9]{400,500}\n')
        slow = ["walk", grammar, "--json", "--count", "100000", "--length", "400"]
        with open(os.path.join(self.folder.name, "texts"), "w", encoding="utf-8") as out:
            leader, follower = pty.openpty()
            running = subprocess.Popen([PARLANCE, *slow], stdout=out, stderr=follower)
            os.close(follower)
            text = b""
            while b"\r\x1b[K" not in text and select.select([leader], [], [], 60)[0]:
                text += os.read(leader, 4096)
            running.kill()
            running.wait()
            os.close(leader)
        self.assertRegex(text.decode(), r"parlance walk: \d+ of 100000, \d+ s")

    def test_errors_say_what_and_where(self):
        text = self.run_it("check", self.file("r.json", {"type": "array", "not": {"uniqueItems": True}}), code=1).stderr
        self.assertIn("(not uniqueItems)", text)  # of the whole schema: no pointer, and no colon behind it
        text = self.run_it("check", self.file("p.json", {"type": "string", "pattern": r"(a)\1"}), code=1).stderr
        self.assertNotIn(":1:", text)  # the place in the pattern is none in the file
        typo = self.file("typo.json", {"type": "object", "propertis": {"a": {"type": "string"}}})
        self.assertIn("/propertis: asserts nothing; did you mean 'properties'?", self.run_it("check", typo, code=1).stdout)
        found = self.answer("check", typo, code=1)["findings"][0]
        self.assertEqual((found["pointer"], found["meant"]), ("/propertis", "properties"))
        self.assertIn("did you mean 'properties'?", self.run_it("contract", typo).stdout)
        format = self.file("f.json", {"type": "string", "format": "emial"})
        self.assertIn("did you mean 'email'?", self.run_it("check", format, code=1).stdout)
        rot = self.file("rot.gbnf", 'rot ::= "a"\n')
        self.assertIn("(none is called 'root'; the first is 'rot')", self.run_it("check", rot, code=1).stderr)
        self.assertIn("x.regex:1:1: error: ", self.run_it("check", self.file("x.regex", "*a"), code=1).stderr)
        self.assertIn("x.json:1:1: error: ", self.run_it("check", self.file("x.json", "nonsense"), code=1).stderr)
        undefined = self.file("u.gbnf", "root ::= foo | valu\nvalue ::= [0-9]\n")
        text = self.run_it("explain", undefined, "-", code=2).stderr
        self.assertIn(":1:10: error: this rule is never defined (foo: no line begins with its name", text)
        text = self.run_it("explain", self.file("v.gbnf", "root ::= valu\nvalue ::= [0-9]\n"), "-", code=2).stderr
        self.assertIn("(valu; did you mean 'value'?)", text)
        cut = os.path.join(self.folder.name, "cut.gguf")
        with open(cut, "wb") as out:
            out.write(b"GGUF\x03\0\0\0\x05")
        self.assertIn("the file ends too early (at byte 8)", self.run_it("tokens", cut, code=2).stderr)
        for command in (["tokens"], ["learn"], ["explain", "--as", "gbnf", "x"], ["check", "--as", "gbnf"], ["gbnf"]):
            text = self.run_it(*command, "nowhere.gguf", code=2).stderr if command[0] != "explain" else \
                self.run_it("explain", "nowhere.gbnf", "x", code=2).stderr
            self.assertIn("the file cannot be opened (No such file or directory: nowhere", text)
        none = self.answer("check", "nowhere.gbnf", code=2)["error"]
        self.assertEqual(sorted(none), ["file", "hint", "message"])  # no line of a file that was not read
        tools = self.run_it("parse", MODEL, "-", "--tools", self.file("tools.json", {"type": "object"}), code=2).stderr
        self.assertIn("(tools must be a list)", tools)

    def test_check(self):
        self.run_it("check", self.file("a.gbnf", GRAMMAR))
        unused = self.file("b.gbnf", GRAMMAR + 'left ::= "x"\n')
        self.assertEqual(self.answer("check", unused, code=1)["findings"], [{"kind": "unreachable", "rule": "left", "line": 6, "column": 1}])
        typo = self.file("d.gbnf", 'root ::= directon\ndirection ::= "up"\n')
        text = self.run_it("check", typo, code=1).stdout
        self.assertIn("d.gbnf:1:10: directon: never defined; did you mean 'direction'?\n    root ::= directon\n             ^\n", text)
        self.assertIn("d.gbnf:2:1: direction: not reachable from the root\n", text)
        self.assertEqual(self.answer("check", typo, code=1)["findings"][0]["meant"], "direction")
        hidden = self.file("h.gbnf", '# lost\nroot ::= "lost" [lost] lost\n')  # where it is no text
        self.assertEqual(self.answer("check", hidden, code=1)["findings"][0]["column"], 24)
        wrong = self.file("c.gbnf", 'root ::= "a" [b-a]\n')
        self.assertIn(":1:15: error: ", self.run_it("check", wrong, code=1).stderr)
        self.assertEqual(self.answer("check", wrong, code=1)["error"]["column"], 15)
        self.run_it("check", self.file("s.json", SCHEMA))
        never = self.file("n.json", {"allOf": [{"const": 1}, {"const": 2}]})
        self.run_it("check", never, code=1)
        self.run_it("check", self.file("t.jinja", TEMPLATE))
        self.assertIn(":2:", self.run_it("check", self.file("u.jinja", "a\n{% if %}"), code=1).stderr)
        self.run_it("check", self.file("p.regex", "a(b|c)*\n"))
        self.run_it("check", "--as", "regex", self.file("p.txt", "a(b"), code=1)

    def test_explain(self):
        grammar = self.file("a.gbnf", GRAMMAR)
        self.run_it("explain", grammar, "-", stdin='{"ab": true}')
        self.assertIn("all but the line end", self.run_it("explain", grammar, "-", stdin='{"ab": 1}\n', code=1).stdout)
        stopped = self.run_it("explain", grammar, "-", stdin='{"ab": tru1}', code=1).stdout
        self.assertIn("standard input:1:11\n", stopped)
        self.assertIn('expected: "e"', stopped)
        self.assertIn("in root > value", stopped)
        early = self.answer("explain", grammar, "-", stdin='{"ab": true', code=1)
        self.assertEqual((early["matches"], early["read"], early["may_end"]), (False, 11, False))
        self.assertIn([125, 125], early["expected"])
        self.assertEqual(self.answer("explain", self.file("s.json", SCHEMA), "-", stdin='{"city": "Bern"}')["matches"], True)

    def test_validate(self):
        schema, good, bad = self.file("s.json", SCHEMA), self.file("g.json", {"city": "Bern"}), self.file("b.json", {"city": 7})
        self.run_it("validate", schema, good)
        rows = self.answer("validate", schema, good, bad, code=1)
        self.assertEqual([row["valid"] for row in rows], [True, False])
        self.assertIn("/city", rows[1]["reason"])
        text = self.run_it("validate", schema, bad, code=1).stdout
        self.assertIn("(/city: type)\n    7\n", text)
        broken = self.file("n.json", "{")
        rows = self.answer("validate", schema, broken, bad, good, code=2)  # one that cannot be read stops no other
        self.assertEqual(["error" in row for row in rows], [True, False, False])
        self.assertIn("valid", self.run_it("validate", schema, broken, good, code=2).stdout)

    def test_contract(self):
        rows = self.answer("contract", self.file("s.json", {**SCHEMA, "title": "A place"}))
        by_pointer = {row["pointer"]: row["treatment"] for row in rows}
        self.assertEqual(by_pointer["/properties/city/maxLength"], "enforced")
        self.assertEqual(by_pointer["/title"], "annotation")
        refused = self.file("r.json", {"type": "string", "pattern": r"(a)\1"})
        self.assertIn("refused /pattern", self.run_it("contract", refused, code=1).stdout)

    def test_schema_as_grammar(self):
        schema = self.file("s.json", SCHEMA)
        grammar = self.file("g.gbnf", self.run_it("gbnf", schema).stdout)
        self.run_it("check", grammar)
        self.run_it("explain", grammar, "-", stdin='{"city": "Bern", "days": 3}')

    def test_walk(self):
        grammar = self.file("a.gbnf", GRAMMAR)
        texts = self.answer("walk", grammar, "--count", "20", "--seed", "7")["texts"]
        self.assertEqual(len(texts), 20)
        for text in texts:
            self.run_it("explain", grammar, "-", stdin=text)
        self.assertEqual(texts, self.answer("walk", grammar, "--count=20", "--seed=7")["texts"])
        for text in self.answer("walk", self.file("s.json", SCHEMA))["texts"]:
            self.assertIn("city", json.loads(text))

    def test_templates(self):
        template = self.file("t.jinja", TEMPLATE)
        request = self.file("r.json", {"messages": [{"role": "user", "content": "Hi"}]})
        prompt = "<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n"
        self.assertEqual(self.run_it("render", template, request).stdout, prompt)
        written = self.answer("render", template, request)
        self.assertEqual("".join(s["text"] for s in written["segments"]), prompt)
        self.assertEqual([s["text"] for s in written["segments"] if s["from"] == "request"], ["user", "Hi"])
        said = 'Hm<tool_call>{"name": "find", "arguments": {"what": "x"}}</tool_call>'
        message = self.answer("parse", template, "-", stdin=said)["message"]
        self.assertEqual(message["content"], "Hm")
        tools = [{"type": "function", "function": {"name": "find", "parameters": {"type": "object"}}}]
        for each in (tools, {"messages": [], "tools": tools}):  # the request's tools, or all of it
            self.assertEqual(message["tool_calls"][0]["function"],
                             self.answer("parse", template, "-", "--tools", self.file("tools.json", each),
                                         stdin=said)["message"]["tool_calls"][0]["function"])
        self.assertEqual(message["tool_calls"][0]["function"]["name"], "find")
        self.run_it("render", template, self.file("q.json", {"prompt": "x"}), code=2)
        self.assertIn("clean", self.answer("lint", template))
        self.assertIn("<tool_call>", self.run_it("learn", template).stdout)
        self.assertIn("Verification", self.answer("learn", template))
        self.assertTrue(self.run_it("learn", template, "--dot").stdout.startswith("digraph"))
        self.run_it("learn", MODEL)

    def test_the_page_about_a_template(self):
        wordy = self.file("w.jinja", "a line of many\n" * 30 + TEMPLATE)
        page = self.run_it("learn", wordy, "--html").stdout
        for part in ("<!doctype html>", "prefers-color-scheme: dark", "calls as JSON objects, several calls (JSON_NATIVE)",
                     'id="rule-calls"', '<details class="wall"'):
            self.assertTrue(part in page, part)  # the page itself would be too long to be shown
        self.assertEqual(page.count("<details"), page.count("</details>"))
        self.assertEqual(page.replace("http://www.w3.org/2000/svg", "").count("http"), 0)  # it needs nothing else
        for drawing in re.findall("<svg.*?</svg>", page):
            xml.dom.minidom.parseString(drawing)

    def test_lint_finds(self):
        lossy = self.file("l.jinja", "{% for m in messages if m.role != 'system' %}[{{ m.role }}]{{ m.content }}{% endfor %}")
        found = self.answer("lint", lossy, code=1)
        self.assertIn("system messages are lost", [f["what"] for f in found["findings"]])

    def test_vocabularies(self):
        summary = self.answer("tokens", MODEL)
        self.assertGreater(summary["tokens"], 256)
        pieces = self.answer("tokens", MODEL, "-", stdin="ab")
        self.assertEqual("".join(json.loads(p["text"]) for p in pieces), "ab")
        grammar = self.file("d.gbnf", 'root ::= "7" [0-9]')
        text = self.file("x.txt", "7")
        cost = self.answer("rehearse", grammar, MODEL, "--positions", "40")
        self.assertEqual((cost["positions"], cost["limited"], cost["whole"]), (40, 0, True))
        self.assertLessEqual(cost["mean_steps"], cost["most_steps"])
        self.assertIn("40 positions", self.run_it("rehearse", grammar, MODEL, "--positions", "40").stdout)
        allowed = self.answer("mask", grammar, MODEL, text)
        self.assertEqual(allowed["allowed"], 10)
        self.assertEqual(sorted(json.loads(t["text"]) for t in allowed["list"]), list("0123456789"))
        refused = self.run_it("mask", grammar, MODEL, self.file("y.txt", "8"), code=1).stdout
        self.assertIn("y.txt:1:1\n", refused)
        self.assertEqual(self.answer("mask", grammar, MODEL, self.file("y.txt", "8"), code=1)["read"], 0)
        for name in ("97", "a", '"a"'):
            why = self.run_it("mask", grammar, MODEL, text, "--why", name, code=1).stdout
            self.assertIn('token 97 "a" is refused at byte 0', why)
            self.assertIn('expected: "0" to "9"', why)
        self.assertIs(self.answer("mask", grammar, MODEL, text, "--why", '"7"')["allowed"], True)
        self.run_it("mask", grammar, MODEL, text, "--why", "no such token", code=2)

    def test_diagram(self):
        page = self.run_it("diagram", self.file("a.gbnf", GRAMMAR)).stdout
        self.assertIn('id="rule-pair"', page)
        self.assertNotIn("http", page.replace("http://www.w3.org/2000/svg", ""))  # it needs nothing else
        drawings = self.answer("diagram", self.file("s.json", SCHEMA))
        for each in drawings:
            xml.dom.minidom.parseString(each["svg"])
        self.assertEqual([each["rule"] for each in drawings][:4], ["root", "pad", "string", "integer"])
        many = {"type": "object", "properties": {f"name{i}": {"type": "integer"} for i in range(20)}, "additionalProperties": False,
                "required": [f"name{i}" for i in range(20)]}
        root = self.answer("diagram", self.file("m.json", many))[0]["svg"]  # goes on in further rows
        self.assertLess(int(re.search(r'width="(\d+)"', root).group(1)), 960)
        backslash = self.answer("diagram", self.file("b.gbnf", 'root ::= "\\\\" [\\[\\]"]\n'))[0]["svg"]
        self.assertIn('>&quot;\\\\&quot;<', backslash)
        self.assertIn('>[\\[\\]&quot;]<', backslash)

    def test_shells(self):
        names = self.subcommands()
        for shell in ("bash", "zsh", "fish"):
            script = self.run_it("completion", shell).stdout
            for name in names:
                self.assertIn(name, script)
        self.run_it("completion", "tcsh", code=2)
        for shell, check in (("bash", ["bash", "-n"]), ("zsh", ["zsh", "-n"]), ("fish", ["fish", "--no-execute"])):
            if shutil.which(shell):
                subprocess.run(check, input=self.run_it("completion", shell).stdout, encoding="utf-8", check=True)
        self.assertTrue(self.run_it("manual").stdout.startswith(".TH PARLANCE 1 "))

    def test_completion_in_bash(self):
        script = self.run_it("completion", "bash").stdout
        def completed(*words):
            line = " ".join(f"'{word}'" for word in words)
            done = subprocess.run(
                ["bash", "-c", f"{script}\nCOMP_WORDS=({line}) COMP_CWORD={len(words) - 1}\n_parlance\n"
                 'printf "%s\\n" "${COMPREPLY[@]}"'], capture_output=True, encoding="utf-8", check=True)
            return done.stdout.split()
        self.assertEqual(completed("parlance", "exp"), ["explain"])
        self.assertEqual(completed("parlance", "walk", "--c"), ["--count"])
        self.assertEqual(completed("parlance", "check", "--as", "t"), ["template"])
        self.assertEqual(completed("parlance", "completion", ""), ["bash", "zsh", "fish"])
        self.assertEqual(completed("parlance", "help", "val"), ["validate"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
