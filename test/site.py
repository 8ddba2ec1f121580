#!/usr/bin/env python3
# The site that doc/build writes: its links lead somewhere, its pages need nothing else, and fit narrow and wide windows.
# How two pages look is compared with test/pictures.  What cannot be tried here is printed as SKIPPED.
# usage: test/site.py BUILD [--pictures FOLDER] [--write]
#   --pictures  keeps what the site's pages look like
#   --write     stores how the two pages look, where that was changed on purpose: look at them before
import argparse
import base64
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import browser

options = argparse.ArgumentParser()
options.add_argument("build", type=pathlib.Path)
options.add_argument("--pictures")
options.add_argument("--write", action="store_true")
options = options.parse_args()
BUILD, PICTURES = options.build, options.pictures
STORED = pathlib.Path(__file__).resolve().parent / "pictures"
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


DOCUMENT = '''# A page

Text with *emphasis*, `code`, and a [link](#more).

| what | how much |
|---|---|
| one | 1 |
| two | 22 |

```cpp
int main() {
    return 0;  // nothing
}
```

## More

- first
- second

```diff
-old
+new
```
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


# Pictures are compared as thumbnails, where letters are shades of gray: how a version of the browser smooths them does not matter.
THUMBNAIL = """async (url, scale) => {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width / scale);
  canvas.height = Math.round(image.height / scale);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}"""
# How far two, each as a data URL, are apart: the mean over all of their points, 0 to 1.
APART = """async (a, b) => {
  const thumbnail = """ + THUMBNAIL + """;
  const [one, two] = [await thumbnail(a, 1), await thumbnail(b, 1)];
  if (one.width !== two.width || one.height !== two.height) return 1;
  const [p, q] = [one, two].map(c => c.getContext("2d").getImageData(0, 0, c.width, c.height).data);
  let sum = 0;
  for (let i = 0; i < p.length; ++i) sum += Math.abs(p[i] - q[i]);
  return sum / (p.length * 255 * 3 / 4);
}"""


def url_of(data):
    return "data:image/png;base64," + base64.b64encode(data).decode()


class Looks(unittest.TestCase):
    """Two pages of the site's making, whose text is here and stays as it is, beside stored pictures of them."""
    SAME = 0.0015  # letters a sixteenth larger are 0.002 apart
    FONTS = ("DejaVu Sans", "DejaVu Sans Mono")

    def setUp(self):
        browser.skip_without(self)
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        loader = importlib.machinery.SourceFileLoader("build", str(BUILD))
        build = importlib.util.module_from_spec(importlib.util.spec_from_loader("build", loader))
        loader.exec_module(build)
        self.out = pathlib.Path(self.folder.name)
        site = build.Site(self.out)
        site.menu = [("Begin", [("First page", "document.html")]), ("Reference", [("All headers", "reference.html")])]
        site.add("document.html", "A page", markdown.Page(DOCUMENT, lambda url: url).html)
        site.add("reference.html", "A header", reference.page("some/thing.hpp", HEADER)[0])
        site.write()
        style = (self.out / "style.css").read_text()
        (self.out / "style.css").write_text(style.replace("system-ui", f'"{self.FONTS[0]}"').replace("ui-monospace", f'"{self.FONTS[1]}"'))

    def look(self, page, name, width, dark):
        """A thumbnail of a page."""
        page.look(width, 720, dark)
        page.open(self.out / f"{name}.html")
        path = self.out / "looked.png"
        page.picture(path, whole=False)
        return page.run(f"({THUMBNAIL})({json.dumps(url_of(path.read_bytes()))}, 6).then(c => c.toDataURL())")

    def test_they_look_as_they_did(self):
        with browser.Browser() as page:
            width = "(font => { const c = document.createElement('canvas').getContext('2d'); c.font = `99px ${font}`; return c.measureText('Wide').width; })"
            for font in self.FONTS:
                if page.run(f"{width}('\"{font}\", serif') === {width}('serif')"):
                    browser.skip(self, f"no {font}, which the stored pictures show")
            seen = {f"{name}-{width}-{'dark' if dark else 'light'}": self.look(page, name, width, dark)
                    for name in ("document", "reference") for width in (420, 1200) for dark in (False, True)}
            if options.write:
                STORED.mkdir(exist_ok=True)
                for name, url in seen.items():
                    (STORED / f"{name}.png").write_bytes(base64.b64decode(url.partition(",")[2]))
            apart = lambda one, two: page.run(f"({APART})({json.dumps(one)}, {json.dumps(two)})")
            for name, url in seen.items():
                stored = url_of((STORED / f"{name}.png").read_bytes())
                self.assertLessEqual(apart(url, stored), self.SAME, f"{name} looks otherwise than test/pictures/{name}.png: "
                                     "test/site.py doc/build --write, where that is meant")
                for other, picture in seen.items():
                    if other != name:
                        self.assertGreater(apart(picture, stored), self.SAME, f"{other} and {name} look alike")
            (self.out / "style.css").write_text("")
            for name in ("document", "reference"):
                self.assertGreater(apart(self.look(page, name, 1200, False), seen[f"{name}-1200-light"]), self.SAME, "a page without its style")


if __name__ == "__main__":
    if PICTURES:
        os.makedirs(PICTURES, exist_ok=True)
    unittest.main(argv=sys.argv[:1], verbosity=2)
