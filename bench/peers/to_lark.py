#!/usr/bin/env python3
"""Writes NAME.lark for every NAME.gbnf of a folder, with llguidance's own converter.

usage: bench/peers/to_lark.py FOLDER
SPDX-License-Identifier: BSL-1.0
"""
import pathlib
import sys


def main():
    if len(sys.argv) != 2 or sys.argv[1] == "--help":
        sys.exit(print(__doc__.strip()))
    from llguidance.gbnf_to_lark import gbnf_to_lark
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.gbnf")):
        try:
            path.with_suffix(".lark").write_text(gbnf_to_lark(path.read_text()))
        except Exception as problem:
            print(f"llguidance: {path.name} cannot be written as Lark: {problem}", file=sys.stderr)


if __name__ == "__main__":
    main()
