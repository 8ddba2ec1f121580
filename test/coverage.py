#!/usr/bin/env python3
"""Prints which lines of the headers the tests of a build with --coverage have run, for each layer.

A line counts once, however many programs it is compiled into, and is run where one of them runs it.
usage: coverage.py BUILD_FOLDER INCLUDE_FOLDER [FILE...]    FILE: headers whose lines that were not run are printed
"""
import collections
import json
import pathlib
import subprocess
import sys


def notes(build):
    """What gcov says of each object that was run, a few at a time."""
    data = sorted(str(p) for p in build.rglob("*.gcda"))
    for first in range(0, len(data), 8):
        done = subprocess.run(["gcov", "--json-format", "--stdout", *data[first:first + 8]], check=True,
                              capture_output=True, text=True)
        for line in done.stdout.splitlines():
            if line.startswith("{"):
                yield json.loads(line)


def main():
    build, include = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve() / "parlance"
    runs = collections.defaultdict(dict)  # file: {line: count}
    for note in notes(build):
        for file in note["files"]:
            path = pathlib.Path(note["current_working_directory"], file["file"]).resolve()
            if include in path.parents:
                lines = runs[path.relative_to(include).as_posix()]
                for line in file["lines"]:
                    lines[line["line_number"]] = lines.get(line["line_number"], 0) + line["count"]
    if not runs:
        print("coverage: no header of ours was run")
        return 1
    layers = collections.defaultdict(lambda: [0, 0])
    for name, lines in runs.items():
        layer = name.split("/")[0] if "/" in name else "."
        for one in (layer, "all"):
            layers[one][0] += sum(count > 0 for count in lines.values())
            layers[one][1] += len(lines)
    for layer, (run, all_lines) in sorted(layers.items()):
        print(f"coverage: {layer:8} {100 * run / all_lines:5.1f} % of {all_lines} lines")
    for name in sys.argv[3:]:
        print(name, "was not run at", sorted(line for line, count in runs.get(name, {}).items() if count == 0))
    return 0


if __name__ == "__main__":
    sys.exit(main())
