#!/usr/bin/env python3
# Makes the table of the binary properties and the script extensions that ECMA-262 knows, of what Perl knows; or compares it.
# Where Perl knows another version of Unicode there is nothing to compare with, and it ends with 77.
# A property is some categories, or a script, but for the code points of its row: at each of these it changes over.
# usage: test/unicode_properties.py INCLUDE [--write]
import pathlib
import re
import shutil
import subprocess
import sys

VERSION = "14.0.0"  # that of the other tables
TABLE = "parlance/rtn/detail/unicode_properties.hpp"
END = 0x110000
BINARY = """ASCII_Hex_Digit Alphabetic Bidi_Control Bidi_Mirrored Case_Ignorable Cased Changes_When_Casefolded
Changes_When_Casemapped Changes_When_Lowercased Changes_When_NFKC_Casefolded Changes_When_Titlecased
Changes_When_Uppercased Dash Default_Ignorable_Code_Point Deprecated Diacritic Emoji Emoji_Component Emoji_Modifier
Emoji_Modifier_Base Emoji_Presentation Extended_Pictographic Extender Grapheme_Base Grapheme_Extend Hex_Digit
IDS_Binary_Operator IDS_Trinary_Operator ID_Continue ID_Start Ideographic Join_Control Logical_Order_Exception Lowercase
Math Noncharacter_Code_Point Pattern_Syntax Pattern_White_Space Quotation_Mark Radical Regional_Indicator
Sentence_Terminal Soft_Dotted Terminal_Punctuation Unified_Ideograph Uppercase Variation_Selector White_Space
XID_Continue XID_Start""".split()
# The names that ECMA-262 has for them, where Perl's are others.
BRIEF = {"Alphabetic": "Alpha", "Cased": "Cased", "Dash": "Dash", "Emoji": "Emoji", "Math": "Math", "Radical": "Radical",
         "White_Space": "space"}
PERL = r"""
use Unicode::UCD qw(prop_invlist prop_aliases prop_invmap);
print Unicode::UCD::UnicodeVersion(), "\n";
for my $p (@ARGV) { my ($brief) = prop_aliases($p); my @at = prop_invlist($p); print "$p $brief @at\n"; }
my ($at, $of) = prop_invmap("Script_Extensions");
print join(" ", @$at), "\n", join("|", map { ref $_ ? join(",", @$_) : join(",", split / /) } @$of), "\n";
"""


def numbers(text):
    return [int(n, 16) for n in re.findall(r"0x[0-9A-Fa-f]+", text)]


def runs_of(source, name):
    """The runs of another table: where each begins, and what it has."""
    runs = numbers(source[source.index(name + " = {"):source.index("};", source.index(name + " = {"))])
    return [r >> 8 for r in runs], [r & 0xFF for r in runs]


def points(at, of, wanted):
    """Where what is wanted begins and ends; a property is such points, and two of them differ in those that one has."""
    out, before = [], False
    for first, value in zip(at, of):
        if wanted(value) != before:
            out.append(first)
            before = not before
    return out


def changes(have, base):
    return sorted(set(have) ^ set(base))


def best_base(have, at, of):
    """The categories, as bits, beside which the least is to be said."""
    count, inside = [0] * 30, [0] * 30
    borders = sorted(set(have) | set(at))
    of_border, member, category, i = set(have), False, 29, 0
    for first, last in zip(borders, borders[1:] + [END]):
        member ^= first in of_border
        if i < len(at) and at[i] == first:
            category, i = of[i], i + 1
        count[category] += last - first
        inside[category] += (last - first) * member
    most = sum(1 << c for c in range(30) if 2 * inside[c] > count[c])
    return min((len(changes(have, points(at, of, lambda c: bool(mask >> c & 1)))), mask) for mask in (0, most))[1]


def written(rows, brief_rows, points):
    lines = ["// parlance/rtn/detail/unicode_properties.hpp - binary properties and extensions of scripts (Unicode 14)",
             "// SPDX-License-Identifier: BSL-1.0", "//", "// Made by test/unicode_properties.py.", "#pragma once",
             "#include <array>", "#include <cstdint>", "#include <string_view>", "",
             "namespace parlance::rtn::detail {", "",
             "/// The code points of some categories, a bit for each; but between the first and the second of its changes, the",
             "/// third and the fourth, and so on, those that are in none of them.  Its changes end where the next row's begin.",
             "struct binary_property {", "    std::string_view full;", "    std::string_view brief;",
             "    std::uint32_t categories;", "    std::uint32_t first;", "};", "",
             "/// The same of a script, by its place in script_names; scripts that have no row are extended by nothing.",
             "struct script_extension {", "    std::uint32_t script;", "    std::uint32_t first;", "};", "",
             "// clang-format off",
             f"inline constexpr std::array<binary_property, {len(rows)}> binary_properties = {{{{"]
    lines += [f'    {{"{full}", "{brief}", 0x{mask:X}, {first}}},' for full, brief, mask, first in rows]
    lines += ["}};", f"inline constexpr std::array<script_extension, {len(brief_rows)}> script_extensions = {{{{"]
    row = [f"{{{script}, {first}}}" for script, first in brief_rows]
    lines += ["    " + ", ".join(row[i:i + 8]) + "," for i in range(0, len(row), 8)]
    lines += ["}};", f"inline constexpr std::array<std::uint32_t, {len(points)}> property_changes = {{"]
    point = [f"0x{p:X}" for p in points]
    lines += ["    " + ", ".join(point[i:i + 12]) + "," for i in range(0, len(point), 12)]
    return "\n".join(lines + ["};", "// clang-format on", "", "}  // namespace parlance::rtn::detail", ""])


def made(include, lines):
    detail = include / "parlance/rtn/detail"
    scripts = (detail / "unicode_scripts.hpp").read_text(encoding="utf-8")
    categories = runs_of((detail / "unicode_categories.hpp").read_text(encoding="utf-8"), "category_runs")
    script_runs = runs_of(scripts, "script_runs")
    names = re.findall(r'{"(\w+)", "\w+"}', scripts[scripts.index("script_names = {{"):scripts.index("}};")])
    rows, extended, all_changes = [], [], []
    for line in lines[:-2]:
        full, brief, *at = line.split()
        have = [int(n) for n in at if int(n) < END]
        mask = best_base(have, *categories)
        rows.append((full, BRIEF.get(full, brief), mask, len(all_changes)))
        all_changes += changes(have, points(*categories, lambda c: bool(mask >> c & 1)))
    at = [int(n) for n in lines[-2].split()]
    sets = [frozenset(of.split(",")) for of in lines[-1].split("|")]
    for i, name in enumerate(names):
        here = changes(points(at, sets, lambda of: name in of), points(*script_runs, lambda s: s == i))
        if here:
            extended.append((i, len(all_changes)))
            all_changes += here
    return written(rows, extended, all_changes)


def main():
    include = pathlib.Path(sys.argv[1])
    if shutil.which("perl") is None:
        print("skipped: there is no Perl")
        return 77
    found = subprocess.run(["perl", "-e", PERL, *BINARY], capture_output=True, text=True)
    version, *lines = found.stdout.splitlines() or [""]
    if found.returncode != 0 or version != VERSION:
        print(f"skipped: Perl has Unicode {version or 'no tables'}, the table {VERSION}")
        return 77
    text = made(include, lines)
    if "--write" in sys.argv:
        (include / TABLE).write_text(text, encoding="utf-8")
        return 0
    if (include / TABLE).read_text(encoding="utf-8") != text:
        print(f"{TABLE} is not what Perl's tables say; test/unicode_properties.py INCLUDE --write makes it")
        return 1
    print("as Perl has it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
