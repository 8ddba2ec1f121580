"""Markdown (CommonMark with tables, by markdown-it-py), C++ and changes (by Pygments) as HTML.

SPDX-License-Identifier: BSL-1.0
"""
import html
import re

from markdown_it import MarkdownIt
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import CppLexer, DiffLexer


def slug(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def highlighted(code, lexer=CppLexer):
    """C++ with its comments, strings and keywords told apart; of a change, by DiffLexer, what it adds and takes away."""
    spans = highlight(code, lexer(stripnl=False, ensurenl=False), HtmlFormatter(nowrap=True)).rstrip("\n")
    return re.sub(r'<span class="(?:n|o|p|w|m\w)">([^<]*)</span>', r"\1", spans)  # those that look like any text


class Page:
    """One page; `link` turns the target of a link into the one to write, and may refuse it, and `picture` that of a picture."""

    def __init__(self, text, link=lambda target: target, picture=lambda target: target):
        lexers = {"cpp": CppLexer, "diff": DiffLexer}
        reader = MarkdownIt("commonmark", {"highlight": lambda code, language, _: highlighted(code, lexers[language]) if language in lexers
                                           else html.escape(code)})
        reader.enable("table")
        reader.add_render_rule("table_open", lambda *_: '<div class="wide"><table>\n')
        reader.add_render_rule("table_close", lambda *_: "</table></div>\n")
        self.title, anchors = "", set()
        tokens = reader.parse(text)
        for heading, inner in zip(tokens, tokens[1:]):
            if heading.type != "heading_open":
                continue
            words = "".join(each.content for each in inner.children)
            self.title = self.title or (words if heading.tag == "h1" else "")
            anchor = slug(words)
            while anchor in anchors:
                anchor += "-again"
            anchors.add(anchor)
            heading.attrSet("id", anchor)
        for each in (each for token in tokens for each in token.children or ()):
            for kind, name, changed in (("link_open", "href", link), ("image", "src", picture)):
                if each.type == kind:
                    each.attrSet(name, changed(each.attrGet(name)))
        self.html = reader.renderer.render(tokens, reader.options, {})
