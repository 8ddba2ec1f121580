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
        options = self.dependencies["parlance"].options
        tiers = ["core"] + ["json"] * bool(options.json) + ["hf"] * bool(options.get_safe("hf"))
        # one of each tier: as compiled libraries where there are any
        return tiers if options.header_only else ["core"] + [f"compiled_{tier}" for tier in tiers[1:]]

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
            package = self.dependencies["parlance"]
            if package.options.get_safe("command"):
                self.run(os.path.join(package.cpp_info.bindirs[0], "parlance") + " --version", env="conanrun")
