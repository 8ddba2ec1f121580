// bench/growth/growth.cpp - reads one long answer in small pieces; bench/stream_growth counts its instructions
// SPDX-License-Identifier: BSL-1.0
// usage: growth KIND BYTES PIECE
#include "answers.hpp"
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

/// Only what happens in here is counted.
extern "C" [[gnu::noinline]] std::size_t counted(answers::kind const& k, std::string_view text,
                                                 std::size_t piece) {
    return answers::respond(k.syntax(), text, piece);
}

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fputs("usage: growth KIND BYTES PIECE\nkinds:", stderr);
        for (answers::kind const& k : answers::kinds) {
            std::fprintf(stderr, " %s", k.name.data());
        }
        std::fputs("\n", stderr);
        return 2;
    }
    for (answers::kind const& k : answers::kinds) {
        if (k.name == argv[1]) {
            std::string const text = k.make(std::strtoul(argv[2], nullptr, 10));
            k.syntax();
            answers::tools();
            std::size_t const told = counted(k, text, std::strtoul(argv[3], nullptr, 10));
            std::printf("%zu %zu\n", text.size(), told);
            return 0;
        }
    }
    std::fprintf(stderr, "growth: no kind '%s'\n", argv[1]);
    return 2;
}
