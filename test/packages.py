#!/usr/bin/env python3
# The packages, used as a stranger would: pkg-config, FetchContent, Debian's packages, the vcpkg port, the bill of materials.
# usage: test/packages.py SOURCE PREFIX COMPILER [CASE...]    PREFIX: where the library is installed
# What cannot be had here is printed as SKIPPED, and is no failure.
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE, PREFIX, COMPILER = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3]
VERSION = re.search(r'PARLANCE_VERSION "(.+)"', (SOURCE / "include/parlance/version.hpp").read_text()).group(1)
PORT = SOURCE / ".packages/vcpkg/parlance"

# What vcpkg's own helpers do, as far as the port needs it.
VCPKG = '''
cmake_minimum_required(VERSION 3.25)
function(vcpkg_check_features)
  cmake_parse_arguments(PARSE_ARGV 0 a "" "OUT_FEATURE_OPTIONS" "FEATURES")
  set(out "")
  while(a_FEATURES)
    list(POP_FRONT a_FEATURES feature option)
    set(value OFF)
    if(feature IN_LIST FEATURES)
      set(value ON)
    endif()
    list(APPEND out -D${option}=${value})
  endwhile()
  set(${a_OUT_FEATURE_OPTIONS} ${out} PARENT_SCOPE)
endfunction()
function(vcpkg_cmake_configure)
  cmake_parse_arguments(PARSE_ARGV 0 a "" "SOURCE_PATH" "OPTIONS")
  execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${a_SOURCE_PATH} -B ${CURRENT_BUILDTREES_DIR} -DCMAKE_CXX_COMPILER=${COMPILER}
      -DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR} ${a_OPTIONS} COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
endfunction()
function(vcpkg_cmake_install)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${CURRENT_BUILDTREES_DIR} --target install COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
endfunction()
function(vcpkg_cmake_config_fixup)
  cmake_parse_arguments(PARSE_ARGV 0 a "" "CONFIG_PATH" "")
  if(NOT EXISTS ${CURRENT_PACKAGES_DIR}/${a_CONFIG_PATH}/parlanceConfig.cmake)   # vcpkg moves it, and mends its paths
    message(FATAL_ERROR "nothing in ${a_CONFIG_PATH}")
  endif()
endfunction()
function(vcpkg_fixup_pkgconfig)
endfunction()
function(vcpkg_copy_tools)
endfunction()
function(vcpkg_install_copyright)
  cmake_parse_arguments(PARSE_ARGV 0 a "" "" "FILE_LIST")
  file(INSTALL ${a_FILE_LIST} DESTINATION ${CURRENT_PACKAGES_DIR}/share/parlance RENAME copyright)
endfunction()
include(${PORT}/portfile.cmake)
'''


# What is compiled and run: the ways differ in where headers and libraries are found, not in what is in them, which the
# consumers of consumer.find_package and consumer.add_subdirectory compile whole.
PROGRAM = """#include <parlance/gbnf.hpp>
#include <parlance/version.hpp>
#include <iostream>

constexpr auto answer = parlance::gbnf::compile<"root ::= \\"it works\\" [!.]">();

int main() { std::cout << (answer.view().rule_count() == 1 ? "it works!\\n" : "no\\n"); }
"""


class Packages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_it(self, *command, **more):
        done = subprocess.run([str(each) for each in command], capture_output=True, text=True, **more)
        self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-3000:]}")
        return done.stdout

    def missing(self, *tools):
        absent = [tool for tool in tools if not shutil.which(tool)]
        if absent:
            print(f"SKIPPED: {self.id()}: no {', '.join(absent)}", flush=True)
        return bool(absent)

    def configures(self, source, *options):
        """A project that uses a package finds it and its target, and its headers are there."""
        build = self.folder / "build"
        self.run_it("cmake", "-G", "Ninja", "-S", source, "-B", build, f"-DCMAKE_CXX_COMPILER={COMPILER}",
                    "-DCMAKE_CXX_FLAGS=-O0", "-DCMAKE_CXX_COMPILER_LAUNCHER=" + (shutil.which("ccache") or ""), *options)
        return build

    def has_all_headers(self, *flags):
        """Whatever the consumer of the core includes is there."""
        self.run_it(COMPILER, "-std=c++20", "-E", SOURCE / "test/consumer/core.cpp", "-o", self.folder / "core.ii", *flags)

    def test_pkg_config(self):
        if self.missing("pkg-config"):
            return
        for name in ("parlance", "parlance-json", "parlance-hf"):
            flags = self.run_it("pkg-config", "--cflags", "--libs", name,
                                env={**os.environ, "PKG_CONFIG_PATH": str(PREFIX / "share/pkgconfig")}).split()
            self.assertEqual("-lboost_json" in flags, name != "parlance")
            self.assertEqual("-lpcre2-8" in flags, name == "parlance-hf")
            tier = name.removeprefix("parlance-") if "-" in name else "core"
            program = self.folder / "found.cpp"
            program.write_text({"core": PROGRAM, "json": "#include <parlance/json/value.hpp>\nint main() {}\n",
                                "hf": "#include <parlance/hf/regex.hpp>\nint main() {}\n"}[tier])
            if tier == "core":
                self.has_all_headers(*flags)
            self.run_it(COMPILER, "-std=c++20", "-O0", program, "-o", self.folder / tier, *flags)
            self.run_it(self.folder / tier)

    def test_fetch_content_of_a_tag(self):
        if self.missing("git", "cmake", "ninja"):
            return
        upstream = self.folder / "upstream"
        upstream.mkdir()
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=SOURCE, capture_output=True)
        names = [os.fsdecode(each) for each in listed.stdout.split(b"\0") if each]
        if not names:
            return print("SKIPPED: no git checkout", flush=True)
        for name in names:
            if (SOURCE / name).is_file():
                (upstream / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(SOURCE / name, upstream / name)
        git = ["git", "-c", "user.name=parlance", "-c", "user.email=parlance@example.org"]
        self.run_it(*git, "init", "-q", cwd=upstream)
        self.run_it(*git, "add", "-A", cwd=upstream)
        self.run_it(*git, "commit", "-q", "-m", "as it is", cwd=upstream)
        self.run_it(*git, "tag", f"v{VERSION}", cwd=upstream)
        app = self.folder / "app"
        app.mkdir()
        (app / "app.cpp").write_text(PROGRAM)
        (app / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(app LANGUAGES CXX)\ninclude(FetchContent)\n"
            f"FetchContent_Declare(parlance GIT_REPOSITORY file://{upstream} GIT_TAG v{VERSION} GIT_SHALLOW ON)\n"
            "FetchContent_MakeAvailable(parlance)\nadd_executable(app app.cpp)\n"
            "target_link_libraries(app PRIVATE parlance::parlance)\n")
        build = self.configures(app)
        self.run_it("cmake", "--build", build)
        self.assertIn("it works!", self.run_it(build / "app"))
        self.has_all_headers("-I", build / "_deps/parlance-src/include")

    def test_debian(self):
        if self.missing("dpkg-buildpackage", "dh", "fakeroot", "dpkg-deb"):
            return
        done = subprocess.run([SOURCE / ".packages/deb", self.folder, "--headers"], capture_output=True, text=True)
        if "Unmet build dependencies" in done.stderr:
            return print("SKIPPED: " + re.search("Unmet build dependencies.*", done.stderr).group(), flush=True)
        self.assertEqual(done.returncode, 0, done.stdout[-1000:] + done.stderr[-2000:])
        package = self.folder / f"libparlance-dev_{VERSION}-1_all.deb"  # so the changelog has the version, too
        listed = self.run_it("dpkg-deb", "--contents", package)
        for path in ("usr/include/parlance/mask.hpp", "usr/share/cmake/parlance/parlanceConfig.cmake", "usr/share/pkgconfig/parlance.pc",
                     "usr/share/doc/libparlance-dev/copyright"):
            self.assertIn(f"./{path}\n", listed)
        self.run_it("dpkg-deb", "--extract", package, self.folder / "root")
        self.configures(SOURCE / "test/consumer", f"-DCMAKE_PREFIX_PATH={self.folder / 'root/usr'}", "-DTIER=core")
        if not self.missing("lintian"):
            self.assertNotIn("E:", self.run_it("lintian", "--allow-root", "--tag-display-limit", "0", package))

    def test_vcpkg(self):
        manifest = json.loads((PORT / "vcpkg.json").read_text())
        self.assertEqual(manifest["version"], VERSION)
        print("SKIPPED: vcpkg is not run; its port is, with stand-ins for vcpkg's functions", flush=True)
        script = self.folder / "port.cmake"
        script.write_text(VCPKG)
        package = self.folder / "packages"
        self.run_it("cmake", f"-DPORT={PORT}", "-DFEATURES=json", f"-DCOMPILER={COMPILER}", f"-DCURRENT_PACKAGES_DIR={package}",
                    f"-DCURRENT_BUILDTREES_DIR={self.folder / 'trees'}", "-P", script)
        self.assertTrue((package / "share/parlance/copyright").exists())
        self.assertFalse((package / "lib").exists())
        self.assertFalse((package / "share/cmake/parlance/parlance_hfTargets.cmake").exists())  # a feature that was not asked for
        self.configures(SOURCE / "test/consumer", f"-DCMAKE_PREFIX_PATH={package}", "-DTIER=core")

    def test_bill_of_materials(self):
        bill = json.loads(self.run_it(sys.executable, SOURCE / ".packages/sbom.py", COMPILER))
        self.assertEqual((bill["spdxVersion"], bill["dataLicense"], bill["SPDXID"]), ("SPDX-2.3", "CC0-1.0", "SPDXRef-DOCUMENT"))
        ids = {each["SPDXID"]: each["name"] for each in bill["packages"]}
        self.assertEqual(len(ids), len(bill["packages"]))
        uses = set()
        for each in bill["relationships"]:
            self.assertIn(each["relatedSpdxElement"], ids)
            if each["relationshipType"] == "DEPENDS_ON":
                uses.add((ids[each["spdxElementId"]], ids[each["relatedSpdxElement"]]))
        self.assertIn(("parlance::json", "Boost"), uses)
        self.assertIn(("parlance::hf", "PCRE2"), uses)
        self.assertNotIn(("parlance::json", "PCRE2"), uses)
        for each in bill["packages"]:
            self.assertRegex(each["versionInfo"], r"^\d+\.\d+")
            self.assertNotEqual(each["licenseDeclared"], "NOASSERTION")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]], verbosity=2)
