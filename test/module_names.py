#!/usr/bin/env python3
# Fails when parlance.cppm does not export what the umbrellas declare: every name in a namespace of ours, those of headers
# that only other headers include aside.  With --write, writes the list instead.
# usage: module_names.py INCLUDE_FOLDER [--write]
import os
import re
import sys

root = os.path.join(sys.argv[1], "parlance")
module = os.path.join(root, "parlance.cppm")
# Steps of the work that these layers do; what users hold of them is in the headers that are not named here.
inner = re.compile(r"/detail/|^hf[/.]|^chat/analysis/(?!analyze|report|claim)|^peg/(x3|lower|json|tag|text)\.hpp|^chat/place"
                   r"|^chat/known/(dialects|routes|formats)"
                   r"|^mask/npda/(memo|stack)\.hpp|^rtn/nfa\.hpp|^fwd\.hpp|^src/|^x3\.hpp")


def declared(text):
    """(namespace, name) of all that stands in a namespace, friends and members aside."""
    text = re.sub(r'R"(\w*)\(.*?\)\1"', '""', text, flags=re.S)
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r'"(\\.|[^"\\\n])*"', '""', text)
    text = re.sub(r"(?<![0-9A-Fa-f])'(\\.|[^'\\\n])+'", "0", text)
    text = re.sub(r"^\s*#[^\n]*(\\\n[^\n]*)*", "", text, flags=re.M)
    spaces, statement, skip, round_ = [], "", 0, 0
    for c in text:
        round_ += ((c == "(") - (c == ")")) * (not skip)
        if skip:
            skip += (c == "{") - (c == "}")
            if not skip and ends_with_its_body(statement):
                yield from names(spaces, statement)
                statement = ""
        elif round_:
            statement += c
        elif c == "{":
            found = re.match(r"\s*(inline\s+)?namespace\s+([\w:]*)\s*$", statement)
            if found:
                spaces.append(found[2])
                statement = ""
            else:
                skip = 1
        elif c == "}":
            spaces.pop()
        elif c == ";":
            yield from names(spaces, statement)
            statement = ""
        else:
            statement += c


def ends_with_its_body(statement):
    """Whether it is a function: a class goes on to its ';', and so does what is initialised."""
    flat = re.sub(r"\{[^{}]*\}", "", statement)
    while (flatter := re.sub(r"\([^()]*\)", "", flat)) != flat:
        flat = flatter
    flat = re.sub(r"operator\s*[=<>!]=?|[<>=!]=", "", flat)
    flat = re.sub(r"^\s*(template\s*<.*?>\s*)+(?=(class|struct|enum|union|\[|constexpr|PARLANCE|inline|result|bool|void|auto))", "",
                  flat, flags=re.S)
    return not re.match(r"\s*(class|struct|enum|union)\b", flat) and "=" not in flat \
        and "(" in statement


def names(spaces, statement):
    space = "::".join(spaces)
    if not space.startswith("parlance") or "detail" in space or "" in spaces:
        return
    while (found := re.match(r"\s*template\s*<", statement)):
        depth, at = 1, found.end()
        while depth:
            depth += {"<": 1, ">": -1}.get(statement[at], 0)
            at += 1
        explicit = statement[found.end():at - 1].strip() == ""
        statement = statement[at:]
        if explicit:
            return   # a specialisation is found by its template
    statement = re.sub(r"\[\[.*?\]\]|\balignas\(.*?\)|PARLANCE_DECL|PARLANCE_RARE", "", statement).strip()
    if not statement or re.match(r"(static_assert|friend|extern)\b|using namespace", statement):
        return
    for pattern in (r"(?:class|struct|union|concept)\s+(\w+)\s*(?!.*<)", r"enum\s+(?:class\s+)?(\w+)", r"using\s+(\w+)\s*=",
                    r"using\s+[\w:]+::(\w+)$", r"(?:class|struct)\s+(\w+)\s*$", r"concept\s+(\w+)"):
        if (found := re.match(pattern, statement)):
            yield space, found[1]
            return
    if re.match(r"(class|struct|using|namespace)\b", statement):
        return
    if (found := re.search(r"->", statement)) and re.match(r"\w+\s*\(", statement):
        return   # a deduction guide
    statement = re.sub(r"requires\s*\(.*", lambda m: "", statement, count=0, flags=re.S) \
        if re.match(r"requires", statement) is None else re.sub(r"^requires\s*\(.*?\)\s*\n", "", statement, flags=re.S)
    if (found := re.match(r"[^=(]*?\b(\w+)\s*(\[[^\]]*\])?\s*(=(?!=)|$)", statement, re.S)) and found[1] != "operator":
        yield space, found[1]   # a variable
        return
    if (found := re.search(r"(?<!:)\b(\w+)\s*(<[^<>]*>)?\s*\(", statement)):
        name = found[1]
        if "operator" in statement[:found.start()].split() or name in ("operator", "requires", "decltype"):
            return
        if not (statement[:found.start()].rstrip().endswith("::")):
            yield space, name
            return


found = set()
for folder, _, files in os.walk(root):
    for name in files:
        path = os.path.relpath(os.path.join(folder, name), root)
        if name.endswith(".hpp") and not inner.search(path):
            with open(os.path.join(folder, name)) as file:
                found.update(declared(file.read()))

with open(module) as file:
    text = file.read()
exported, space = set(), ""
for line in text.splitlines():
    if (m := re.match(r"export namespace ([\w:]+) \{", line)):
        space = m[1]
    elif (m := re.match(r"using ([\w:]+)::(\w+);", line)):
        exported.add((m[1], m[2]))

if "--write" in sys.argv:
    lines = []
    for space in sorted({s for s, _ in found}):
        lines.append(f"\nexport namespace {space} {{")
        lines += [f"using {space}::{n};" for n in sorted({n for s, n in found if s == space})]
        lines.append(f"}}  // namespace {space}")
    head = text[:text.index("export module parlance;\n") + len("export module parlance;\n")]
    with open(module, "w") as file:
        file.write(head + "\n".join(lines) + "\n")
    sys.exit(0)
for what, difference in (("not exported", found - exported), ("exported, and in no public header", exported - found)):
    for space, name in sorted(difference):
        print(f"{what}: {space}::{name}")
print(f"{len(exported)} names")
sys.exit(exported != found)
