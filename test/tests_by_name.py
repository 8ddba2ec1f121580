#!/usr/bin/env python3
"""Fails where a public header has no test of its name: chat/delta.hpp a test/chat/delta.cpp.
usage: tests_by_name.py SOURCE
"""
import pathlib
import sys


def main():
    source = pathlib.Path(sys.argv[1])
    include = source / "include/parlance"
    # What is in a layer's folder; beside the folders are the headers that include a whole layer, and configuration.
    public = [path.relative_to(include).with_suffix("").as_posix() for path in sorted(include.glob("*/**/*.hpp"))]
    public = [name for name in public if "detail" not in name.split("/") and not name.startswith("src/")]
    missing = [name for name in public if not (source / f"test/{name}.cpp").exists()]
    for name in missing:
        print(f"{name}.hpp has no test of its name: test/{name}.cpp")
    print(f"{len(public)} public headers, {len(missing)} without a test of their name")
    return 1 if missing or not public else 0


if __name__ == "__main__":
    sys.exit(main())
