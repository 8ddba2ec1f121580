// bench/audit/audit.cpp - this library's masks of schemas in the audit, see audit.hpp
// SPDX-License-Identifier: BSL-1.0
#include "audit.hpp"
#include "../peers/parlance.hpp"
#include <cstdio>
#include <exception>

int main(int argc, char** argv) {
    try {
        return peers::audit<peers::engine>(argc, argv, "parlance");
    } catch (std::exception const& e) {
        std::fprintf(stderr, "audit: %s\n", e.what());
        return 1;
    }
}
