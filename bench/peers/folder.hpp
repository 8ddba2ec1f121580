// bench/peers/folder.hpp - writes a vocabulary as the walk of the peers reads it (walk.hpp)
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/view.hpp>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>

namespace peers {

namespace fs = std::filesystem;

inline void write_vocabulary(fs::path const& folder, parlance::vocab::view tokens) {
    fs::create_directories(folder);
    std::ofstream out(folder / "vocabulary.bin", std::ios::binary);
    for (parlance::vocab::token_id id = 0; id < tokens.size(); ++id) {
        std::string_view const text = tokens.bytes(id);
        auto const size = static_cast<std::uint32_t>(text.size());
        char head[5];
        std::memcpy(head, &size, 4);
        head[4] = tokens.ends(id) ? 2 : text.empty() ? 1 : 0;
        out.write(head, 5).write(text.data(), static_cast<std::streamsize>(text.size()));
    }
}

/// One document: '+' or '-', and its tokens.
inline void write_document(std::ofstream& out, bool valid, std::span<parlance::vocab::token_id const> ids) {
    out << (valid ? '+' : '-');
    for (parlance::vocab::token_id const id : ids) {
        out << ' ' << id;
    }
    out << '\n';
}

}  // namespace peers
