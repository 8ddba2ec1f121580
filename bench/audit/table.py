#!/usr/bin/env python3
"""Prints what audits of several engines found, a row for each keyword that any of them is wrong about.

usage: bench/audit/table.py FILE...    written by an audit's --json
SPDX-License-Identifier: BSL-1.0
"""
import json
import pathlib
import sys


def main():
    if len(sys.argv) < 2 or sys.argv[1] == "--help":
        print(__doc__.strip())
        return 0 if len(sys.argv) == 2 else 2
    engines = [json.loads(pathlib.Path(name).read_text()) for name in sys.argv[1:]]
    names = sorted({k for e in engines for k, c in e["keywords"].items() if c["over"] + c["under"]})
    width = max(map(len, names + ["schemas refused"]))
    print(f"{'over / under':{width}}" + "".join(f"{e['engine']:>20}" for e in engines))
    for name in names:
        found = [e["keywords"].get(name, {"over": 0, "under": 0}) for e in engines]
        print(f"{name:{width}}" + "".join(f"{c['over']:>11} / {c['under']:<6}" for c in found))
    print(f"{'all':{width}}" + "".join(f"{e['all']['over']:>11} / {e['all']['under']:<6}" for e in engines))
    print(f"{'positions':{width}}" + "".join(f"{e['all']['positions']:>20}" for e in engines))
    print(f"{'schemas refused':{width}}" + "".join(f"{e['refused']:>13} of {e['files']:<4}" for e in engines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
