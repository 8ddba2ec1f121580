#!/usr/bin/env python3
# The pages of doc/ say what is there: the changes that contributing.md shows apply to the sources, headers and tests that
# a page names exist, every public header of a layer with a page of its own is named by one, and the glossary has each term once.
# usage: test/documents.py SOURCE
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv[1]).resolve()
PAGES = sorted(SOURCE.glob("doc/**/*.md")) + [SOURCE / "README.md"]
# Words that sources and pages once used, and the field's for them, which the glossary has.
RETIRED = {"tick": "increment", "ticks": "increments", "ticked": "incremented", "twig": "trie node", "twigs": "trie nodes"}
# Words that some layers still have, and these do not any more.
RETIRED_IN = {
    ("text", "json", "peg", "gbnf", "vocab", "jinja", "hf", "rtn"): {
        "watch": "search, or scan", "watches": "searches, or scans", "wish": "preferred", "noted": "logged",
        "hear": "read", "heard": "read", "goal": "conjunction", "duty": "constraint", "sketch": "partial result",
        "spill": "buffer", "gate": "UTF-8 buffer", "mender": "sanitiser", "strays": "overlap", "kernel": "core",
    },
}
JOBS = ["A dialect", "A filter", "A keyword", "A GBNF construct", "A vocabulary", "A wire shape"]


def prose(path):
    """A page without its listings."""
    return re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)


class Documents(unittest.TestCase):
    def test_the_changes_of_contributing_apply(self):
        text = (SOURCE / "doc/contributing.md").read_text(encoding="utf-8")
        found = re.findall(r"^### ([^\n]*)\n(?:(?!#|```)[^\n]*\n)*```diff\n(.*?)^```$", text, re.M | re.S)
        self.assertEqual([name for name, _ in found], JOBS)
        if not shutil.which("git"):
            print("SKIPPED: no git: the changes are not applied", flush=True)
            self.skipTest("no git")
        for name, diff in found:
            self.assertRegex(diff, r"(?m)^\+\+\+ b/test/", f"{name}: without a test")
            with tempfile.TemporaryDirectory() as folder:  # the files that it changes, as they are: no repository is asked
                for path in re.findall(r"^--- a/(\S+)", diff, re.M):
                    target = pathlib.Path(folder, path)
                    target.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(SOURCE / path, target)
                for path in re.findall(r"^\+\+\+ b/(\S+)", diff, re.M):
                    pathlib.Path(folder, path).parent.mkdir(parents=True, exist_ok=True)
                done = subprocess.run(["git", "apply", "--verbose", "-"], cwd=folder, input=diff, capture_output=True, text=True,
                                      env={"GIT_CEILING_DIRECTORIES": str(pathlib.Path(folder).parent), "PATH": "/usr/bin:/bin", "LC_ALL": "C"})
                self.assertEqual(done.returncode, 0, f"{name}: {done.stderr}")
                self.assertNotIn("Skipped", done.stderr, name)

    def test_what_pages_name_is_there(self):
        count = 0
        for page in PAGES:
            for name in re.findall(r"(?<![\w./<*-])((?:[a-z_]+/)+[a-z_0-9]+\.(?:hpp|ipp|cpp|py|tsv|yml))\b", prose(page)):
                count += 1
                self.assertTrue((SOURCE / name).exists() or (SOURCE / "include/parlance" / name).exists() or
                                (SOURCE / "include" / name).exists(), f"{page.relative_to(SOURCE)}: {name} is not there")
        self.assertGreater(count, 100)

    def test_layers_have_pages(self):
        include = SOURCE / "include/parlance"
        for layer in sorted(path.name for path in include.iterdir() if path.is_dir() and path.name != "src"):
            self.assertTrue((SOURCE / f"doc/architecture/{layer}.md").exists(), f"no page of {layer}")
        for layer in ("text", "json", "gbnf", "vocab"):  # those with few headers: all of them
            page = prose(SOURCE / f"doc/architecture/{layer}.md")
            for header in sorted(path.name for path in (include / layer).glob("*.hpp")):
                self.assertTrue(f"{layer}/{header}" in page, f"{layer}.md does not name {header}")

    def test_the_glossary_has_each_term_once(self):
        terms = re.findall(r"^\| ([^|]+?) \|", (SOURCE / "doc/glossary.md").read_text(encoding="utf-8"), re.M)[2:]
        self.assertGreater(len(terms), 50)
        self.assertEqual(len({term.lower() for term in terms}), len(terms))

    def test_retired_words_are_gone(self):
        word = re.compile(r"(?<![a-zA-Z])(" + "|".join(RETIRED) + r")(?![a-zA-Z])", re.I)
        read = 0
        for path in [*PAGES, *(p for folder in ("include", "example", "test") for p in (SOURCE / folder).rglob("*.[hic]pp"))]:
            read += 1
            if found := word.search(path.read_text(encoding="utf-8")):
                self.fail(f"{path.relative_to(SOURCE)}: '{found[1]}': write '{RETIRED[found[1].lower()]}'")
        self.assertGreater(read, 1000)

    def test_words_that_layers_gave_up_do_not_come_back(self):
        for layers, words in RETIRED_IN.items():
            word = re.compile(r"(?<![a-zA-Z])(" + "|".join(words) + r")(?![a-zA-Z])", re.I)
            for path in sorted(p for layer in layers for p in (SOURCE / "include/parlance" / layer).rglob("*.[hi]pp")):
                if found := word.search(path.read_text(encoding="utf-8")):
                    self.fail(f"{path.relative_to(SOURCE)}: '{found[1]}': write '{words[found[1].lower()]}'")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
