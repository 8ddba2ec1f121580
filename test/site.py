#!/usr/bin/env python3
# The site that doc/build writes: its links lead somewhere, its pages need nothing else, and fit narrow and wide windows.
# What cannot be tried here is printed as SKIPPED.
# usage: test/site.py BUILD [PICTURES]
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import browser

BUILD = pathlib.Path(sys.argv[1])
PICTURES = sys.argv[2] if len(sys.argv) > 2 else None
sys.path.insert(0, str(BUILD.resolve().parent / "site"))
try:
    import markdown  # noqa: E402
    import reference  # noqa: E402
except ModuleNotFoundError as missing:
    print(f"SKIPPED: the site is not built: {missing} (Debian: python3-markdown-it, python3-pygments)")
    sys.exit(77)

HEADER = '''// parlance/some/thing.hpp - what it is for
#pragma once
#include <string>
namespace parlance::some {

namespace detail {
class inner { public: int hidden_one(); private: int x; };
}  // namespace detail

/// Does one thing.
///
/// text     what to do it to; see `other`
///          and more of that
/// returns  whether it was done
[[nodiscard]] PARLANCE_DECL bool do_it(std::string_view text = {});

/// Two of a kind.
inline int twice(int n) {
    return n + n;
}
inline int twice(long n) {
    return int(n + n);
}

/// A thing.
class thing {
public:
    /// Its size.
    [[nodiscard]] int size() const {
        int n = 1;
        return n;
    }

private:
    int hidden_two() const;
};

}  // namespace parlance::some
'''


class Parts(unittest.TestCase):
    def test_a_header(self):
        page, names, bare = reference.page("some/thing.hpp", HEADER)
        self.assertEqual([name for name, _ in names], ["do_it", "twice", "twice", "thing", "size"])
        self.assertEqual(bare, 1)  # the second of a kind
        for part in ("what it is for", "<dt>returns</dt><dd>whether it was done</dd>", "what to do it to; see <code>other</code> and more of that"):
            self.assertIn(part, page)
        for part in ("hidden", "PARLANCE", "nodiscard", "return n", "#include"):
            self.assertNotIn(part, page)

    def test_markdown(self):
        page = markdown.Page("![a *plot*](p.svg) and [more](x.md)\n", lambda to: "L" + to, lambda to: "P" + to).html
        self.assertEqual(page, '<p><img src="Pp.svg" alt="a plot" /> and <a href="Lx.md">more</a></p>\n')
        made = markdown.Page("# A `b` & c\n\nOne *two* **three** `a*b*c` [x](y.md#z).\n\n- 1\n  more\n  - 2\n- 3\n\n| a | b |\n|---|---|\n| 1 | `x` |\n\n"
                             "```cpp\nint x = 1;  // \"no string\"\n```\n```diff\n--- a/x\n-1 < 2\n+2\n 3\n```\n", lambda url: url.replace(".md", ".html"))
        for part in ('<h1 id="a-b-c">A <code>b</code> &amp; c</h1>', "<em>two</em> <strong>three</strong> <code>a*b*c</code>",
                     '<a href="y.html#z">x</a>', "<li>1\nmore\n<ul>\n<li>2</li>\n</ul>\n</li>", "<td><code>x</code></td>",
                     '<span class="gd">--- a/x</span>\n<span class="gd">-1 &lt; 2</span>\n<span class="gi">+2</span>\n 3',
                     '<span class="kt">int</span> x = 1;', '<span class="c1">// &quot;no string&quot;</span>'):
            self.assertIn(part, made.html)


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.site = pathlib.Path(cls.folder.name)
        done = subprocess.run([sys.executable, BUILD, cls.site], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        for line in done.stdout.splitlines():
            if line.startswith("not there"):  # a page that another program makes
                print("SKIPPED: " + line, flush=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_it_needs_nothing_else(self):
        pages = list(self.site.rglob("*.html"))
        self.assertGreater(len(pages), 200)
        for path in pages:
            for url in re.findall(r'(?:src|rel="stylesheet" href)="([^"]+)"', path.read_text()):
                self.assertFalse(re.match(r"(?!data:)[a-z]+:|/", url), f"{path}: {url}")

    def test_names_are_found_and_read(self):
        browser.skip_without(self)
        with browser.Browser() as page:
            for name in ("index", "guides/five-minutes", "guides/schema-contract", "architecture", "architecture/how-a-mask-is-made", "architecture/chat",
                         "contributing", "performance", "versions", "reference/index", "reference/mask/matcher", "reference/chat/format", "glossary"):
                for width in (420, 1200):
                    for dark in (False, True):
                        page.look(width, dark=dark)
                        page.open(self.site / f"{name}.html")
                        wider = page.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                        self.assertLessEqual(wider, 0, f"{name} is wider than a window of {width}")
                        if PICTURES:
                            page.picture(os.path.join(PICTURES, f"{name.replace('/', '-')}-{width}-{'dark' if dark else 'light'}.png"), whole=False)
            page.look(1200)
            page.open(self.site / "reference/index.html")
            page.run("document.getElementById('find').focus()")
            page.type("compile_gbnf")
            page.wait("[...document.querySelectorAll('#found li')].some(l => !l.hidden && l.textContent.includes('compile_gbnf'))", 10)
            page.run("[...document.querySelectorAll('#found li')].find(l => !l.hidden).firstChild.click()")
            page.wait("location.hash === '#compile-gbnf' && document.readyState === 'complete'", 10)
            self.assertEqual(page.complaints, [])


if __name__ == "__main__":
    if PICTURES:
        os.makedirs(PICTURES, exist_ok=True)
    unittest.main(argv=sys.argv[:1], verbosity=2)
