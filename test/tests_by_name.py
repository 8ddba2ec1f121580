#!/usr/bin/env python3
"""Fails where a public header has no test of its name, chat/delta.hpp a test/chat/delta.cpp, and is not in the list of
those that still lack one; and where that list has a header that has a test or is gone.
usage: tests_by_name.py SOURCE
"""
import pathlib
import sys

# Still to be written.  Nothing is added to this list.
MISSING = """
chat/analysis/analyze chat/analysis/meter chat/analysis/probe chat/analysis/report
""".split()


def main():
    source = pathlib.Path(sys.argv[1])
    include = source / "include/parlance"
    # What is in a layer's folder; beside the folders are the headers that include a whole layer, and configuration.
    public = [path.relative_to(include).with_suffix("").as_posix() for path in sorted(include.glob("*/**/*.hpp"))]
    public = [name for name in public if "detail" not in name.split("/") and not name.startswith("src/")]
    wrong = []
    for name in public:
        tested = (source / f"test/{name}.cpp").exists()
        if not tested and name not in MISSING:
            wrong.append(f"{name}.hpp has no test of its name: test/{name}.cpp")
        elif tested and name in MISSING:
            wrong.append(f"{name}.hpp has a test now: take it out of the list in test/tests_by_name.py")
    for name in sorted(set(MISSING) - set(public)):
        wrong.append(f"{name}.hpp is in the list in test/tests_by_name.py, and there is no such header")
    print("\n".join(wrong) if wrong else f"{len(public)} public headers, {len(MISSING)} without a test of their name")
    return 1 if wrong or not public else 0


if __name__ == "__main__":
    sys.exit(main())
