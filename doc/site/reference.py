"""Public headers as pages: what their comments say, and the declarations below them, in the order of the header.

SPDX-License-Identifier: BSL-1.0
"""
import html
import re

from markdown import highlighted, slug

SKIPPED = re.compile(r"#|//(?!/)|namespace [\w:]+ \{|\}  // namespace|$")
NAME = re.compile(r"\b(?:class|struct|concept|enum class|enum|using)\s+(?:\[\[[^\]]*\]\]\s*)?(\w+)|(?:^|[\s*&])((?:operator\s*\S+?|~?\w+))\s*\((?!\()")
NOT_NAMES = {"if", "for", "while", "switch", "return", "requires", "noexcept", "sizeof", "decltype", "static_assert", "alignas", "explicit"}


def about(text):
    """A header's first line: what it is for."""
    found = re.match(r"// parlance/\S+ - (.+)", text)
    return found.group(1) if found else ""


def public_lines(text):
    """The lines that a user may read: no private members, no namespace detail."""
    detail, private, depth = None, None, 0  # the depths at which these end
    for line in text.split("\n"):
        bare = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])+\'|//.*', "", line)
        if detail is None and re.match(r"namespace (\w+::)*detail", line):
            detail = depth
        elif detail is None and re.match(r"\s*(private|protected):", line):
            private = depth - 1
        elif private is not None and depth == private + 1 and re.match(r"\s*public:", line):
            private = None
            continue
        visible = detail is None and private is None
        depth += bare.count("{") - bare.count("}")
        if detail is not None and depth <= detail:
            detail = None
        if private is not None and depth <= private:
            private = None
        if visible:
            yield line


def entries(text):
    """[(indent, comment lines, code lines)]"""
    out, comment, code = [], [], []

    def finish():
        nonlocal comment, code
        if comment or code:
            first = (code or comment)[0]
            out.append((len(first) - len(first.lstrip()), [c.strip()[3:].removeprefix(" ") for c in comment], code))
        comment, code = [], []

    for line in public_lines(text):
        stripped = line.strip()
        if stripped.startswith("///") and not stripped.startswith("///<"):
            if code:
                finish()
            comment.append(line)
        elif not stripped or (SKIPPED.match(stripped) and not code) or stripped in ("public:", "};", "}"):
            if stripped not in ("};", "}") or not code:
                finish() if code or not stripped else None
            else:
                code.append(line)
        else:
            code.append(line)
        if code and stripped == "}" and len(line) - len(line.lstrip()) == len(code[0]) - len(code[0].lstrip()):
            finish()  # the end of a function's body: what follows is another one
    finish()
    return [e for e in out if e[1] or e[2]]


def declaration(code):
    """Without bodies, attributes and what says how it is compiled."""
    indent = min(len(l) - len(l.lstrip()) for l in code if l.strip())
    text = "\n".join(l[indent:] for l in code)
    text = re.sub(r"\bPARLANCE_(DECL|HOT)\s+|\[\[nodiscard\]\]\s+", "", text)
    if not re.match(r"(template\s*<[^{]*>\s*)?(class|struct|enum|concept|union|namespace)\b|[^(]*=\s*\{", text):
        body = re.search(r"\)[^;{]*?(\s*(?::[^{;]*)?\{)", text)
        if body and "\n" in text[body.start(1):]:
            text = text[:body.start(1)] + ";"
    return re.sub(r"\s*\{$", "", text.rstrip())


def name_of(text):
    for found in NAME.finditer(re.sub(r"//.*", "", text).replace("operator()", "operator ()")):
        name = found.group(1) or found.group(2)
        if name and name not in NOT_NAMES and not name.startswith("PARLANCE"):
            return name
    return ""


def prose(lines):
    """Paragraphs; "name   what it is" as rows; what is indented by four as code."""
    def inline(text):
        return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text, quote=False))
    out, paragraph, rows, code = [], [], [], []

    def flush():
        if paragraph:
            out.append(f"<p>{inline(' '.join(paragraph))}</p>")
        if rows:
            out.append('<dl>' + "".join(f"<dt>{inline(n)}</dt><dd>{inline(t)}</dd>" for n, t in rows) + "</dl>")
        if code:
            out.append(f"<pre>{highlighted(chr(10).join(code))}</pre>")
        paragraph.clear(), rows.clear(), code.clear()

    for line in lines:
        found = re.match(r"(\S+(?:,? \S+){0,3}?) {2,}(?=\S)(.*)", line)
        if not line.strip():
            flush()
        elif line.startswith("    ") and not rows:
            if not code:
                flush()
            code.append(line[4:])
        elif found and not found.group(1).endswith("."):
            if not rows:
                flush()
            rows.append([found.group(1), found.group(2)])
        elif rows and line.startswith("  "):
            rows[-1][1] += " " + line.strip()
        else:
            if rows or code:
                flush()
            paragraph.append(line.strip())
    flush()
    return "".join(out)


def page(path, text):
    """(HTML, [(name, anchor)], how many declarations have no comment)"""
    out = [f"<h1><code>&lt;parlance/{html.escape(path)}&gt;</code></h1><p class=\"lead\">{html.escape(about(text))}</p>"]
    names, used, bare = [], set(), 0
    for indent, comment, code in entries(text):
        shown = declaration(code) if code else ""
        name = name_of(shown) if shown else ""
        anchor = ""
        if name:
            anchor = slug(name) or "operator"
            while anchor in used:
                anchor += "-again"
            used.add(anchor)
            names.append((name, anchor))
            bare += not comment
        out.append(f'<div class="entry" style="--in:{indent // 4}"' + (f' id="{anchor}"' if anchor else "") + ">"
                   + (f"<pre>{highlighted(shown)}</pre>" if shown else "") + prose(comment) + "</div>")
    return "\n".join(out), names, bare
