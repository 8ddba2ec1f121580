#!/usr/bin/env python3
# Compares the table of general categories with the one that Python has; where Python knows another version of Unicode
# there is nothing to compare with, and it ends with 77.
# usage: test/unicode_tables.py INCLUDE
import pathlib
import re
import sys
import unicodedata

VERSION = "14.0.0"  # that of the table


def numbers(text):
    return [int(n, 16) for n in re.findall(r"0x[0-9A-Fa-f]+", text)]


def main():
    if unicodedata.unidata_version != VERSION:
        print(f"skipped: Python has Unicode {unicodedata.unidata_version}, the table {VERSION}")
        return 77
    detail = pathlib.Path(sys.argv[1]) / "parlance/rtn/detail"
    table = (detail / "unicode_categories.hpp").read_text(encoding="utf-8")
    runs = numbers(table[table.index("category_runs = {"):])
    source = (detail / "impl/regex_property.ipp").read_text(encoding="utf-8")
    names = re.findall(r'{"(\w\w)", "', source[source.index("category_names{{"):source.index("}};")])
    expected = []
    for c in range(0x110000):
        category = names.index(unicodedata.category(chr(c)))
        if not expected or expected[-1] & 0xFF != category:
            expected.append(c << 8 | category)
    if runs != expected:
        first = next((a, b) for a, b in zip(runs + [None], expected + [None]) if a != b)
        print(f"the table differs, first at {first[0]} where {first[1]} was expected")
        return 1
    print(f"{len(runs)} runs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
