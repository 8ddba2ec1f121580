#!/usr/bin/env python3
# Writes a software bill of materials (SPDX 2.3, JSON) of what our targets really use: the compiler is asked which headers
# each tier includes, and those that are neither ours nor the compiler's tell the libraries.
# usage: .packages/sbom.py [COMPILER] > parlance.spdx.json
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TIERS = {"core": "parlance::parlance", "json": "parlance::json", "hf": "parlance::hf"}
LICENCES = {"Boost": "BSL-1.0", "PCRE2": "BSD-3-Clause"}


def version():
    return re.search(r'PARLANCE_VERSION "(.+)"', (ROOT / "include/parlance/version.hpp").read_text()).group(1)


def included(tier, compiler):
    """The headers that a tier's definitions include, ours left out."""
    source = f"#include <parlance/src/{tier}.hpp>\n"
    made = subprocess.run([compiler, "-std=c++20", "-DPARLANCE_SEPARATE_COMPILATION", f"-I{ROOT / 'include'}", "-M", "-x", "c++", "-"],
                          input=source, capture_output=True, text=True, check=True).stdout
    paths = {os.path.realpath(each) for each in made.replace("\\\n", " ").split(":", 1)[1].split() if each != "-"}
    return {each for each in paths if not each.startswith(str(ROOT))}


def number(path, pattern):
    found = re.search(pattern, pathlib.Path(path).read_text(errors="replace"))
    return found.group(1) if found else "unknown"


def libraries(headers):
    """{name: (version, the parts of it that are used)} of the libraries that the headers belong to."""
    out = {}
    boost = sorted(each for each in headers if "/boost/" in each)
    if boost:
        folder = boost[0][:boost[0].index("/boost/") + len("/boost/")]
        parts = sorted({each[len(folder):].split("/")[0].removesuffix(".hpp") for each in boost})
        text = number(folder + "version.hpp", r'BOOST_LIB_VERSION "([0-9_]+)"').replace("_", ".")
        out["Boost"] = (text if text.count(".") == 2 else text + ".0", parts)
    for each in headers:
        if each.endswith("/pcre2.h"):
            out["PCRE2"] = (number(each, r"define PCRE2_MAJOR\s+(\d+)") + "." + number(each, r"define PCRE2_MINOR\s+(\d+)"), [])
    return out


def package(name, number_, licence, comment=""):
    out = {"SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name), "name": name, "versionInfo": number_,
           "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
           "copyrightText": "NOASSERTION"}
    if comment:
        out["comment"] = comment
    return out


def document(name, packages, relations):
    """An SPDX document whose first package is what it describes; relations are (name, SPDX's word, name)."""
    by_name = {each["name"]: each["SPDXID"] for each in packages}
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    now = datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc) if seconds else datetime.datetime.now(datetime.timezone.utc)
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
            "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{now:%Y%m%dT%H%M%SZ}",
            "creationInfo": {"created": f"{now:%Y-%m-%dT%H:%M:%SZ}", "creators": ["Tool: parlance/.packages/sbom.py"]},
            "packages": packages,
            "relationships": [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                               "relatedSpdxElement": packages[0]["SPDXID"]}]
            + [{"spdxElementId": by_name[a], "relationshipType": word, "relatedSpdxElement": by_name[b]} for a, word, b in relations]}


def main():
    compiler = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("CXX", "c++")
    packages = [package("parlance", version(), "BSL-1.0", "headers only; the user's build compiles them")]
    relations, found = [], {}
    for tier, target in TIERS.items():
        packages.append(package(target, version(), "BSL-1.0"))
        relations.append(("parlance", "CONTAINS", target))
        for name, (number_, parts) in libraries(included(tier, compiler)).items():
            note = f"{target} includes: {', '.join(parts)}" if parts else ""
            if name not in found:
                found[name] = package(name, number_, LICENCES[name], note)
            elif note:
                found[name]["comment"] += "; " + note
            relations.append((target, "DEPENDS_ON", name))
    print(json.dumps(document(f"parlance-{version()}", packages + list(found.values()), relations), indent=2))


if __name__ == "__main__":
    main()
