#!/usr/bin/env python3
"""Prints for each layer the longest chain of its own headers that include each other, and fails where one is longer than
MOST, or where headers include each other in a circle.  The shorter the chain, the less has to be read at once.

Counted are includes in front of what a header declares.  Behind it stand definitions, of header-only mode and of constexpr
functions; they are no part of what has to be read to understand a declaration.
usage: include_depth.py INCLUDE_FOLDER [--chains]    --chains: the chains themselves, too
"""
import pathlib
import re
import sys

MOST = 10  # levels


def layer_of(name):
    return name.split("/")[0]


def included(text):
    """The headers of ours that a header includes in front of its declarations."""
    return re.findall(r"^#include <parlance/([^>]+)>", re.split(r"^namespace ", text, maxsplit=1, flags=re.M)[0], re.M)


def longest(edges):
    """The longest chain of {header: [headers]}; a circle is one that ends with where it began."""
    known, path = {}, []

    def chain(name):
        if name in path:
            return path[path.index(name):] + [name], True
        if name not in known:
            path.append(name)
            found = [chain(each) for each in edges[name]]
            path.pop()
            for each, circle in found:
                if circle:
                    return each, True
            known[name] = [name] + max((each for each, _ in found), key=len, default=[])
        return known[name], False

    best = []
    for name in sorted(edges):
        found, circle = chain(name)
        if circle:
            return found, True
        best = max(best, found, key=len)
    return best, False


def main():
    base = pathlib.Path(sys.argv[1]) / "parlance"
    layers = {}
    for path in sorted(base.glob("*/**/*.hpp")):
        name = path.relative_to(base).as_posix()
        if not name.startswith("src/"):
            layers.setdefault(layer_of(name), {})[name] = included(path.read_text(encoding="utf-8"))
    wrong = []
    for layer, headers in sorted(layers.items()):
        chain, circle = longest({name: sorted(set(found) & set(headers)) for name, found in headers.items()})
        print(f"{layer:8} {len(headers):4} headers, {len(chain):3} levels")
        if "--chains" in sys.argv:
            print("         " + " > ".join(name.removeprefix(layer + "/") for name in chain))
        if circle:
            wrong.append(f"{layer}: a circle: {' > '.join(chain)}")
        elif len(chain) > MOST:
            wrong.append(f"{layer}: {len(chain)} levels, and {MOST} are allowed: {' > '.join(chain)}")
    for each in wrong:
        print("error: " + each)
    return 1 if wrong or not layers else 0


if __name__ == "__main__":
    sys.exit(main())
