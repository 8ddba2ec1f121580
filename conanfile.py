from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain
from conan.tools.files import copy, load
import os
import re


class Parlance(ConanFile):
    name = "parlance"
    description = "The text boundary of a language model, as a header-only library"
    license = "BSL-1.0"
    settings = "os", "arch", "compiler", "build_type"  # package_id() clears them for header_only
    options = {"header_only": [True, False], "shared": [True, False], "fPIC": [True, False]}
    default_options = {"header_only": True, "shared": False, "fPIC": True}
    exports_sources = "CMakeLists.txt", "include/*", "LICENSE"
    no_copy_source = True
    test_package_folder = "test/consumer"

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, "include/parlance/version.hpp"))
        self.version = re.search(r'PARLANCE_VERSION "(.+)"', text).group(1)

    def configure(self):
        if self.options.header_only:
            self.package_type = "header-library"
            self.options.rm_safe("shared")
        else:
            self.package_type = "shared-library" if self.options.shared else "static-library"
        if self.options.header_only or self.options.get_safe("shared") or self.settings.os == "Windows":
            self.options.rm_safe("fPIC")

    def requirements(self):
        self.requires("boost/[>=1.81 <2]", transitive_headers=True, transitive_libs=True)

    def validate(self):
        check_min_cppstd(self, 20)

    def package_id(self):
        if self.info.options.header_only:
            self.info.clear()

    def generate(self):
        toolchain = CMakeToolchain(self)
        for name in ("TESTS", "EXAMPLES", "BENCH"):
            toolchain.cache_variables[f"PARLANCE_BUILD_{name}"] = False
        toolchain.cache_variables["PARLANCE_COMPILED"] = not self.options.header_only
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        if not self.options.header_only:
            cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        # Consumers get the parlanceConfig.cmake that `cmake --install` wrote, the same one as without Conan.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["share/cmake/parlance" if self.options.header_only else "lib/cmake/parlance"]
        self.cpp_info.bindirs = []
        if self.options.header_only:
            self.cpp_info.libdirs = []
