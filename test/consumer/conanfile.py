from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
import os


class ParlanceTest(ConanFile):
    settings = "os", "arch", "compiler", "build_type"
    generators = "CMakeDeps"

    def requirements(self):
        self.requires(self.tested_reference_str)

    def layout(self):
        cmake_layout(self)

    def tiers(self):
        tiers = ["core", "json"]
        if not self.dependencies["parlance"].options.header_only:
            tiers += ["compiled_core", "compiled_json"]
        return tiers

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["TIER"] = ";".join(self.tiers())
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def test(self):
        if can_run(self):
            for tier in self.tiers():
                self.run(os.path.join(self.cpp.build.bindir, f"consumer_{tier}"), env="conanrun")
