from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain
from conan.tools.files import copy, load
import os
import re

required_conan_version = ">=2.0"


class ParlanceConan(ConanFile):
    name = "parlance"
    description = "The text boundary of a language model: chat templates, dialects, streaming parsers, grammars, token masks"
    license = "BSL-1.0"
    topics = ("llm", "chat-templates", "grammar", "structured-output", "json-schema", "header-only")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    # json: the front tier, with Boost.JSON; hf: hf/, with PCRE2; command: the program `parlance`
    options = {"header_only": [True, False], "shared": [True, False], "fPIC": [True, False],
               "json": [True, False], "hf": [True, False], "command": [True, False]}
    default_options = {"header_only": True, "shared": False, "fPIC": True, "json": True, "hf": False, "command": False}
    exports_sources = "CMakeLists.txt", "include/*", "LICENSE", "example/*"
    no_copy_source = True
    test_package_folder = "test/consumer"

    def set_version(self):
        text = load(self, os.path.join(self.recipe_folder, "include/parlance/version.hpp"))
        self.version = re.search(r'PARLANCE_VERSION "(.+)"', text).group(1)

    def config_options(self):
        if self.settings.os == "Windows":
            self.options.rm_safe("fPIC")

    def configure(self):
        if not self.options.json:
            self.options.rm_safe("hf")
            self.options.rm_safe("command")
        if self.options.header_only:
            self.options.rm_safe("shared")
        if self.options.header_only or self.options.get_safe("shared"):
            self.options.rm_safe("fPIC")

    def requirements(self):
        self.requires("boost/[>=1.81 <2]", transitive_headers=True, transitive_libs=True)
        if self.options.get_safe("hf"):
            self.requires("pcre2/[>=10.40 <11]", transitive_headers=True, transitive_libs=True)

    def validate(self):
        try:
            check_min_cppstd(self, 20)
        except ConanInvalidConfiguration as e:
            raise ConanInvalidConfiguration(
                f"{e}\nparlance is a C++20 library; the profile that `conan profile detect` writes asks for an older standard.\n"
                "Say it for once:          conan create . -s compiler.cppstd=20\n"
                "or for good, in the profile's [settings]:   compiler.cppstd=20\n"
                "To use the Boost of the system instead of Conan's, add to the profile, with its version:\n"
                "    [platform_requires]\n    boost/1.81.0") from e

    def package_id(self):
        if self.info.options.header_only and not self.info.options.get_safe("command"):
            self.info.clear()

    def generate(self):
        toolchain = CMakeToolchain(self)
        for name in ("TESTS", "EXAMPLES", "BENCH"):
            toolchain.cache_variables[f"PARLANCE_BUILD_{name}"] = False
        toolchain.cache_variables["PARLANCE_BUILD_COMMAND"] = bool(self.options.get_safe("command"))
        toolchain.cache_variables["PARLANCE_COMPILED"] = not self.options.header_only
        toolchain.cache_variables["PARLANCE_JSON"] = bool(self.options.json)
        toolchain.cache_variables["PARLANCE_HF"] = bool(self.options.get_safe("hf"))
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        if not self.options.header_only or self.options.get_safe("command"):
            cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        # Consumers get the parlanceConfig.cmake that `cmake --install` wrote, the same one as without Conan: it finds Boost
        # and PCRE2 wherever they come from, also from the system.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = ["share/cmake/parlance" if self.options.header_only else "lib/cmake/parlance"]
        self.cpp_info.set_property("pkg_config_name", "parlance")
        if not self.options.get_safe("command"):
            self.cpp_info.bindirs = []
        if self.options.header_only:
            self.cpp_info.libdirs = []
