#!/usr/bin/env python3
# Does what a page of doc/guides says, as a stranger would who has nothing else: writes its files, runs its commands, and
# compares what they print.  A file is a block behind a line that ends in `NAME`:, commands are the lines of an sh block
# that begin with "$ "; the lines behind a command are what it prints.
# usage: test/five_minutes.py PAGE SOURCE BIN HEADING...    BIN: the folder of the command `parlance`; the sections to run,
#                                                           in addition to those that only have files
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def sections(text):
    """[(heading, [("file", name, text) or ("run", command, what it prints)])]"""
    out = [("", [])]
    blocks = re.compile(r"^(#+) ([^\n]*)$|(?:`([^`\n]+)`:\n\n)?^```(\w*)\n(.*?)^```$", re.M | re.S)
    for found in blocks.finditer(text):
        marks, heading, name, language, body = found.groups()
        if marks:
            out.append((heading, []))
        elif name:
            out[-1][1].append(("file", name, body))
        elif language == "sh":
            for part in re.split(r"^\$ ", body, flags=re.M)[1:]:
                command, printed = part.split("\n", 1)
                out[-1][1].append(("run", command, printed))
    return out


def main():
    page, source, tools, wanted = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), sys.argv[3], set(sys.argv[4:])
    found = sections(pathlib.Path(page).read_text(encoding="utf-8"))
    if absent := wanted - {heading for heading, _ in found}:
        sys.exit(f"{page} has no section {', '.join(sorted(absent))}")
    runs = 0
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(source, os.path.join(folder, "parlance"))
        # nothing that this machine has of the library, but the command
        environment = {**os.environ, "PATH": tools + os.pathsep + os.environ["PATH"], "CXX": os.environ.get("CXX", "c++"), "LC_ALL": "C.UTF-8"}
        for heading, parts in found:
            for kind, name, text in parts:
                if kind == "file":
                    pathlib.Path(folder, name).write_text(text, encoding="utf-8")
                    continue
                if heading not in wanted:
                    continue
                done = subprocess.run(["bash", "-c", name], cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True)
                runs += 1
                if done.stdout.rstrip("\n") != text.rstrip("\n") or (done.returncode != 0 and not text):
                    log = pathlib.Path(folder, "log.txt")
                    sys.exit(f"{page}, {heading}: {name}\nends with {done.returncode} and prints\n{done.stdout}{done.stderr}\n"
                             f"where the page has\n{text}" + (log.read_text()[-3000:] if log.exists() and not text else ""))
                print(f"{heading}: {name}", flush=True)
    if runs == 0:
        sys.exit("nothing was run")


if __name__ == "__main__":
    main()
