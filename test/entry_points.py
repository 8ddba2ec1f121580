#!/usr/bin/env python3
"""Fails where a public function takes limits, or returns a result of some text, and no test tries it with failing
allocations, on a small stack and with a stop: test/chat/entry_points.cpp has the table of conversations and
test/hf/entry_points.cpp that of all else, by "header function".

So are the calls of a matcher, which take no limits but work within those that it was prepared with, and those that read
templates and messages.  What is in a table is also asked for its cost: the runner of hostile inputs calls it.
usage: entry_points.py INCLUDE_FOLDER TABLE... --measured SOURCE...
"""
import pathlib
import re
import sys

# What is not in the table, and why.
ELSEWHERE = {
    "text/work.hpp work": "the meter itself",
    "peg/parse.hpp notation": "what peg::parse reads with",
    "peg/lower.hpp lower_at_run_time": "of notation that the program itself is written in; asks bounds.stop",
    "peg/lower.hpp lowered": "what peg::lower_at_run_time runs",
    "peg/stream.hpp stream": "what peg::match runs; asks by stop_on()",
    "rtn/from_peg.hpp from_peg": "what network_from_peg calls",
    "schema/lower.hpp lowerer": "what compile() is made of",
    "schema/lower.hpp lower": "compile() without the white space around",
    "schema/lower.hpp lower_raw": "compile() for raw text",
    "schema/lower.hpp compile_text": "compile() of text",
    "schema/validate.hpp validator": "reads the schema as validate() does",
    "schema/validate.hpp check": "judges a value as validate() does",
    "schema/validate.hpp check_text": "judges a text as validate() does a value",
    "schema/to_gbnf.hpp text_to_gbnf": "to_gbnf() of text",
    "schema/compile_for.hpp compile_for": "compile() and the names a vocabulary can write",
    "schema/compile_for.hpp compile_text_for": "compile_for() of text",
    "vocab/token_list.hpp token_list_builder": "what all readers build with",
    "vocab/token_list.hpp make_list": "of the program's own tokens",
    "vocab/token_list.hpp copy": "of a vocabulary that is there",
    "vocab/gguf.hpp gguf_info": "what read_gguf calls",
    "vocab/gguf.hpp open_gguf": "read_gguf of a mapped file",
    "vocab/sentencepiece.hpp sentencepiece_info": "what read_sentencepiece calls",
    "vocab/tekken.hpp tekken_tokens": "what read_tekken calls",
    "vocab/hf_json.hpp hf_tokens": "what read_hf_json calls",
    "vocab/open.hpp open": "read of a mapped file",
    "vocab/open.hpp with_options": "of tokens that are read",
    "vocab/load.hpp load": "reads files and calls read_hf_json, read_tekken or read",
    "vocab/hf_config.hpp *": "what read_hf_json calls",
    "hf/content.hpp content_value": "what read_content calls",
    "hf/content.hpp read_json": "what read_content calls",
    "hf/content.hpp read_tag": "what read_content calls",
    "hf/content.hpp read_line": "what read_content calls",
    "hf/legacy/response_schema.hpp response_schema": "load()'s result",
    "hf/response_reader.hpp response_reader": "the case of an answer in which an allocation fails",
    "hf/template_response.hpp template_response": "the case of an answer in which an allocation fails",
    "mask/matcher.hpp matcher": "made and copied by all of the table's calls of it",
    "mask/matcher.hpp operator": "the row of rollback() copies",
    "mask/matcher.hpp remaining": "a number is kept; the row of allowed() has one",
    "mask/matcher.hpp accept_allowed": "what allowed_prefix() calls",
    "mask/matcher.hpp stop_with": "a view is kept; the rows of the table's calls of a matcher are stopped by it",
    "mask/matcher.hpp can_stop": "looks at the configuration that there is",
    "mask/matcher.hpp stopped": "a flag",
    "mask/matcher.hpp waiting": "a flag",
    "mask/matcher.hpp steps": "a number",
    "mask/matcher.hpp forget": "frees",
    "mask/matcher.hpp reset": "takes the first configuration, which is there",
    "mask/matcher.hpp error": "a code",
    "mask/matcher.hpp repeated_name": "a flag",
    "mask/matcher.hpp compiled": "a reference",
    "mask/draft.hpp fill_rows": "part of fill()",
    "mask/forced.hpp begins_of_crossing": "what forced_tokens() calls",
    "mask/explain.hpp append_quoted": "what render() calls",
    "mask/explain.hpp render": "in the row of explain()",
    "chat/answer_turn.hpp answer_turn": "begin()'s result",
    "chat/capabilities.hpp *": "what chat_template::capabilities() calls",
    "chat/preset.hpp *": "conversations of the program: no template, no schema",
    "chat/preset_history.hpp *": "checks of the program's own messages",
    "chat/template.hpp chat_template": "compile()'s result",
    "chat/template.hpp render_scene": "what capabilities() calls",
    "chat/template.hpp within": "a copy; in the rows of render() and write()",
    "chat/template.hpp write_in_parts": "what write() runs",
    "chat/template.hpp write_whole": "part of write()",
    "chat/template.hpp fit_variables": "part of write()",
    "chat/template.hpp find_left_out": "part of write()",
    "chat/template.hpp render_customary": "part of render() and write()",
    "chat/template_set.hpp from_config": "parse_config() of a value",
    "chat/template_set.hpp choose": "looks up a name",
}
ALL_OF = (
    "mask/matcher.hpp", "mask/draft.hpp", "mask/explain.hpp", "mask/batch.hpp", "mask/forced.hpp",
    "chat/analysis/analyze.hpp", "chat/analysis/verify.hpp",
)
INNER = re.compile(r"/(detail|impl)/|^src|^chat/analysis/(?!analyze|learn|verify)|^chat/known/|^parlance\.")


def declared(text):
    """Names of functions whose declaration names limits, and is no deleted overload."""
    text = re.sub(r"//[^\n]*", "", text)
    for found in re.finditer(r"\b(\w+)\s*\(((?:[^(){};]|\([^()]*\)|\{\})*?\blimits const&(?:[^(){};]|\{\})*)\)([^;{]*)", text):
        if "delete" not in found[3] and found[1] not in ("requires", "decltype"):
            yield found[1]


def called(text):
    """Names of functions that a header declares and does not define."""
    text = re.sub(r"//[^\n]*", "", text)
    for found in re.finditer(r"PARLANCE_(?:DECL|RARE)\b[^;{(]*?\b(\w+)(?:[=\[\]]*)\(", text):
        yield found[1]


def failing(text):
    """Names of functions that a header declares, does not define, and that give a result."""
    text = re.sub(r"//[^\n]*", "", text)
    for found in re.finditer(r"PARLANCE_(?:DECL|RARE)\s+(?:static\s+)?result<[^;{(]*>\s*(?:\w+::)?(\w+)\(", text):
        yield found[1]


def main():
    include = pathlib.Path(sys.argv[1])
    tables = sys.argv[2:sys.argv.index("--measured")]
    measured = "".join(pathlib.Path(name).read_text() for name in sys.argv[3 + len(tables):])
    tried = set()
    for table in tables:
        tried |= set(re.findall(r'\{"([\w/]+\.hpp \w+)"', pathlib.Path(table).read_text()))
    wrong = []
    for one in sorted(tried):
        name = one.split()[1]
        if not re.search(rf"(?:::|\.|->){name}(?: \w+)?\(", measured):
            wrong.append(f"{one}: in the table, and no hostile input is given to it")
    public = set()
    for path in sorted((include / "parlance").rglob("*.hpp")):
        header = path.relative_to(include / "parlance").as_posix()
        if INNER.search("/" + header) or INNER.search(header):
            continue
        text = path.read_text()
        for name in {*declared(text), *(called(text) if header in ALL_OF else ()),
                     *(failing(text) if header.startswith("chat/") else ())}:
            public.add(f"{header} {name}")
            if not {f"{header} {name}", f"{header} *"} & (tried | set(ELSEWHERE)):
                wrong.append(f"{header}: {name}() works on what is not trusted, and is neither in the table nor said to be elsewhere")
    for one in sorted(tried):
        header, name = one.split()
        file = include / "parlance" / header
        if not file.exists() or not re.search(rf"\b{name}\b", file.read_text()):
            wrong.append(f"{one}: in the table, and not declared")
    headers = {one.split()[0] + " *" for one in public}
    for one in sorted(set(ELSEWHERE) - public - headers):
        wrong.append(f"{one}: said to be elsewhere, and there is no such function")
    print("\n".join(wrong) if wrong else f"{len(tried)} in the table, {len(public)} public functions")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
