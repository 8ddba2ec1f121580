#!/usr/bin/env python3
# Fails when header-only mode would meet a definition before the declarations it needs: a header's impl/NAME.ipp comes at
# its end, and what that includes may be a header that is still being read, so that its declarations are not there yet.
# Follows the includes of every public header as a preprocessor would.
# usage: include_order.py INCLUDE_FOLDER
import os
import re
import sys

root = sys.argv[1]
parts = {}  # of every file: its includes above the definitions, and those of the definitions
for folder, _, names in os.walk(os.path.join(root, "parlance")):
    for name in names:
        path = os.path.join(folder, name)
        with open(path) as file:
            text = file.read()
        head, _, tail = text.partition("#ifdef PARLANCE_HEADER_ONLY\n")
        found = [re.findall(r"^#include <(parlance/[^>]+)>", part, re.M) for part in (head, tail)]
        parts[os.path.relpath(path, root)] = found

wrong = set()


def read(name, state, trail):
    """`state`: 1 while a file's declarations are being read, 2 once they have been."""
    if name in state:
        if state[name] == 1:
            wrong.add((trail[-1], name) if trail[-1].endswith(".ipp") else None)
        return
    above, below = parts[name]
    state[name] = 1
    for other in above:
        read(other, state, trail + [name])
    state[name] = 2
    for other in below:
        read(other, state, trail + [name])


for header in sorted(parts):
    if header.endswith(".hpp") and "/src/" not in header and "/detail/" not in header:
        read(header, {}, [header])
wrong.discard(None)
for definition, header in sorted(wrong):
    print(f"{definition} needs {header}, which may still be being read where it is included")
print(f"{len(parts)} files followed, {len(wrong)} in the wrong order")
sys.exit(1 if wrong else 0)
