"""As much of Markdown as our pages use, as HTML.

SPDX-License-Identifier: BSL-1.0
"""
import html
import re

KEYWORDS = set("""alignas auto bool break case catch char class concept const consteval constexpr constinit continue default delete do double
 else enum explicit export extern false final float for friend if import inline int long module mutable namespace new noexcept nullptr operator
 override private protected public requires return short signed sizeof static struct switch template this throw true try typename union
 unsigned using virtual void volatile while""".split())
TOKENS = re.compile(r'(//[^\n]*|/\*.*?\*/)|(R"\w*\((?:.*?)\)\w*"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\')|(#\s*\w+)|([A-Za-z_]\w*)|(\d[\w.\']*)', re.S)


def slug(text):
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"<[^>]*>|&\w+;", "", text).lower()).strip("-")


def highlighted(code):
    """C++ with its comments, strings and keywords told apart."""
    out, last = [], 0
    for found in TOKENS.finditer(code):
        comment, string, directive, word, _ = found.groups()
        out.append(html.escape(code[last:found.start()]))
        style = "c" if comment else "s" if string else "d" if directive else "k" if word in KEYWORDS else ""
        text = html.escape(found.group())
        out.append(f'<span class="{style}">{text}</span>' if style else text)
        last = found.end()
    return "".join(out) + html.escape(code[last:])


def of_diff(text):
    """What a change adds, takes away and is about, told apart."""
    def line(each):
        style = "c" if each.startswith(("+++", "---", "@@")) else "s" if each.startswith("+") else "d" if each.startswith("-") else ""
        return f'<span class="{style}">{html.escape(each)}</span>' if style else html.escape(each)
    return "\n".join(map(line, text.split("\n")))


class Page:
    """One page; `link` turns the target of a link into the one to write, and may refuse it, and `picture` that of a picture."""

    def __init__(self, text, link=lambda target: target, picture=lambda target: target):
        self.link, self.picture, self.title, self.anchors = link, picture, "", []
        self.lines, self.at = text.split("\n"), 0
        self.html = self.blocks()

    def inline(self, text):
        kept = []

        def keep(value):
            kept.append(value)
            return f"\0{len(kept) - 1}\0"

        text = re.sub(r"``(.+?)``|`([^`]+)`", lambda m: keep(f"<code>{html.escape((m.group(1) or m.group(2)).strip())}</code>"), text)
        text = html.escape(text, quote=False)
        text = re.sub(r"!\[([^\]]*)\]\(([^)\s]+)\)",
                      lambda m: keep(f'<img src="{html.escape(self.picture(m.group(2)))}" alt="{html.escape(m.group(1))}">'), text)
        text = re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", lambda m: f'<a href="{html.escape(self.link(m.group(2)))}">{m.group(1)}</a>', text)
        text = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", text)
        text = re.sub(r"(?<![\w*])\*([^*\s][^*]*?)\*(?![\w*])", r"<em>\1</em>", text)
        return re.sub("\0(\\d+)\0", lambda m: kept[int(m.group(1))], text)

    def peek(self):
        return self.lines[self.at] if self.at < len(self.lines) else None

    def take_while(self, wanted):
        begin = self.at
        while self.peek() is not None and wanted(self.peek()):
            self.at += 1
        return self.lines[begin:self.at]

    def blocks(self):
        out = []
        while self.peek() is not None:
            line = self.peek()
            if not line.strip():
                self.at += 1
            elif line.startswith("```"):
                out.append(self.code(line[3:].strip()))
            elif found := re.match(r"(#+) (.*)", line):
                out.append(self.heading(len(found.group(1)), found.group(2)))
            elif line.startswith("|"):
                out.append(self.table())
            elif re.match(r"\s*([-*]|\d+\.) ", line):
                out.append(self.list(len(line) - len(line.lstrip())))
            else:
                text = self.take_while(lambda l: l.strip() and not re.match(r"```|#+ |\||\s*([-*]|\d+\.) ", l))
                out.append(f"<p>{self.inline(' '.join(text))}</p>")
        return "\n".join(out)

    def heading(self, level, text):
        self.at += 1
        inner = self.inline(text)
        if level == 1 and not self.title:
            self.title = re.sub(r"<[^>]*>", "", inner)
        anchor = slug(inner)
        while anchor in self.anchors:
            anchor += "-again"
        self.anchors.append(anchor)
        return f'<h{level} id="{anchor}">{inner}</h{level}>'

    def code(self, language):
        self.at += 1
        body = "\n".join(self.take_while(lambda l: not l.startswith("```")))
        self.at += 1
        return f"<pre>{ {'cpp': highlighted, 'diff': of_diff}.get(language, html.escape)(body)}</pre>"

    def table(self):
        rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))] for line in self.take_while(lambda l: l.startswith("|"))]
        head, body = rows[0], [row for row in rows[1:] if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
        cells = lambda tag, row: "".join(f"<{tag}>{self.inline(cell)}</{tag}>" for cell in row)
        return (f'<div class="wide"><table><thead><tr>{cells("th", head)}</tr></thead><tbody>'
                + "".join(f"<tr>{cells('td', row)}</tr>" for row in body) + "</tbody></table></div>")

    def list(self, indent):
        """Items of one depth; what is indented more is inside the item before it."""
        numbered = re.match(r"\s*\d+\.", self.peek())
        items = []
        while (line := self.peek()) is not None:
            found = re.match(r"(\s*)([-*]|\d+\.) (.*)", line)
            if not line.strip():
                following = next((l for l in self.lines[self.at:] if l.strip()), "")
                if not re.match(r"\s*([-*]|\d+\.) ", following) or len(following) - len(following.lstrip()) < indent:
                    break
                self.at += 1
            elif found and len(found.group(1)) == indent:
                self.at += 1
                more = self.take_while(lambda l: l.strip() and not re.match(r"\s*([-*]|\d+\.) |```|#+ ", l) and l.startswith(" " * (indent + 1)))
                items.append(self.inline(" ".join([found.group(3)] + [l.strip() for l in more])))
            elif found and len(found.group(1)) > indent and items:
                items[-1] += self.list(len(found.group(1)))
            else:
                break
        tag = "ol" if numbered else "ul"
        return f"<{tag}>" + "".join(f"<li>{item}</li>" for item in items) + f"</{tag}>"
