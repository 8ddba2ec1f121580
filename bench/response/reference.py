#!/usr/bin/env python3
"""What bench/response.cpp does, done as transformers does it: by the regular expressions of python3-regex, which search
the buffer anew for every piece, and by those of Python's re for schemas.

usage: reference.py NAME BYTES PIECE; prints milliseconds.
SPDX-License-Identifier: BSL-1.0
"""
import re
import sys
import time

import regex

OPENS = [regex.compile(p, regex.DOTALL) for p in (r"<think>", r"<tool_call>")]
CONTENT_END = regex.compile(r"<\|im_end\|>\s*", regex.DOTALL)
ENDS = [regex.compile(p, regex.DOTALL) for p in (r"</think>\s*", r"</tool_call>\s*")]
SENTENCE = "The user asks for the weather in Paris, so a tool is called with that city. "
TAIL = '</think>\nSure.<tool_call>{"name": "f", "arguments": {}}</tool_call><|im_end|>'
LAZY = (r"<think>(.*?)(?:</think>|$)", r"</think>(.*?)(?:<\|im_end\|>|$)")
LOOK_AROUND = (
    r"^(?:<think>\n?(?:(?P<reasoning_content>.*?\S.*?)\n?|[\s]*)</think>\s*)?"
    r"(?P<content>(?:(?!<tool_call>)[\s\S])*?)(?=(?:<tool_call>|<\|im_end\|>|$))"
)


def stream(text, piece):
    """Finds the regions; every piece is searched for by partial matching from where the last search had to stop."""
    buffer, at, region, body = "", 0, None, []
    for begin in range(0, len(text), piece):
        buffer += text[begin : begin + piece]
        while True:
            watched = [ENDS[region]] if region is not None else OPENS + [CONTENT_END]
            found, hold = None, len(buffer)
            for index, pattern in enumerate(watched):
                m = pattern.search(buffer, at, partial=True)
                if m is None:
                    continue
                if m.partial or (m.end() == len(buffer) and pattern not in OPENS):
                    hold = min(hold, m.start())
                elif found is None or m.start() < found[0].start():
                    found = (m, index)
            if found is None or found[0].start() >= hold:
                body.append(buffer[at:hold])
                at = max(at, hold)
                break
            body.append(buffer[at : found[0].start()])
            at = found[0].end()
            region = None if region is not None or found[1] == 2 else found[1]
    return "".join(body)


if __name__ == "__main__":
    name, size, piece = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    unclosed = "<think>" + SENTENCE * (size // len(SENTENCE) + 1)
    since = time.perf_counter()
    if name == "template":
        stream(unclosed + TAIL, piece)
    elif name == "template, unclosed":
        stream(unclosed, piece)
    elif name == "schema, lazy, unclosed":
        for p in LAZY:
            re.search(p, unclosed, re.DOTALL)
    elif name == "schema, look-around, unclosed":
        re.search(LOOK_AROUND, unclosed, re.DOTALL)
    print(1e3 * (time.perf_counter() - since))
