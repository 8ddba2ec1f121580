#!/usr/bin/env python3
"""Where hostile inputs' calls are while they do not look whether to stop.

usage: test/gaps.py PROGRAM [--least MICROSECONDS] FILE...

Runs `PROGRAM hostile --where FILE...`, PROGRAM being parlance-conform with line tables (-g1), and prints the calls with a
gap over 100 microseconds, the longest first, each with the library's lines that its samples were in; then what the
program counted.  Linux with glibc and addr2line.
"""
import re
import subprocess
import sys

ROW = re.compile(r"(.*), (\d+) us without a look, (\d+) behind the last$")


def before(address):
    """Inside the call that a return address is behind."""
    return int(address, 16) - 1


def lines_of(program, addresses):
    """The source lines of each address, those of inlined calls first."""
    told = subprocess.run(["addr2line", "-a", "-i", "-e", program], input="\n".join(addresses), text=True,
                          capture_output=True, check=True).stdout
    known = {}
    for line in told.splitlines():
        if line.startswith("0x"):
            lines = known[int(line, 16)] = []
        else:
            lines.append(line)
    return known


def chain(frames, known):
    """A sample's lines inside the library, innermost first."""
    out = []
    for address in frames:
        for line in known[before(address)]:
            inside = re.search(r"include/parlance/(\S+:\d+)", line)
            if inside and inside.group(1) not in out:
                out.append(inside.group(1))
    return out


def main(arguments):
    program = arguments.pop(0)
    least = 100
    if arguments[0] == "--least":
        least = int(arguments[1])
        del arguments[:2]
    told = subprocess.run([program, "hostile", "--where", *arguments], text=True, capture_output=True).stdout
    rows, rest = [], []
    for line in told.splitlines():
        if line.startswith("  at "):
            rows[-1][3] = [sample.split(",") for sample in line[5:].split(";")]
        elif row := ROW.match(line):
            rows.append([int(row.group(2)), int(row.group(3)), row.group(1), []])
        elif line.startswith(("FAILED", "over")) or "passed" in line:
            rest.append(line)
    rows = sorted((r for r in rows if max(r[:2]) > least), key=lambda r: -max(r[:2]))
    addresses = {hex(before(a)) for r in rows for s in r[3] for a in s}
    known = lines_of(program, sorted(addresses)) if addresses else {}
    for gap, tail, name, samples in rows:
        print(f"{gap} us, {tail} behind the last: {name}")
        chains = []
        for sample in samples:
            text = " < ".join(chain(sample, known)[:6])
            if text not in chains:
                chains.append(text)
        for text in chains[:4]:
            print("    " + text)
    print("\n".join(rest))


if __name__ == "__main__":
    main(sys.argv[1:])
