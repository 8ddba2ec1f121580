// test/vocab/tokenizer_files.hpp - small tokenizers of each format, and a folder for them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace tokenizer_files {

namespace fs = std::filesystem;

/// A folder that is gone with the object.
class folder {
public:
    folder() {
        static std::atomic<unsigned> count{0};
        auto const now = std::chrono::steady_clock::now().time_since_epoch().count();
        path_ =
            fs::temp_directory_path() / ("parlance-" + std::to_string(now) + "-" + std::to_string(count++));
        fs::create_directories(path_);
    }
    folder(folder const&) = delete;
    folder& operator=(folder const&) = delete;
    ~folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }

    [[nodiscard]] fs::path const& path() const noexcept { return path_; }
    fs::path write(std::string_view name, std::string_view bytes) const {
        std::ofstream(path_ / name, std::ios::binary) << bytes;
        return path_ / name;
    }

private:
    fs::path path_;
};

inline std::string number(std::uint64_t value, std::size_t size) {
    std::string out;
    for (std::size_t i = 0; i < size; ++i) {
        out.push_back(static_cast<char>((value >> (8 * i)) & 0xFF));
    }
    return out;
}

/// GGUF: the tokens a, <s> and <end>, and a chat template.
inline std::string gguf() {
    auto const string = [](std::string_view s) { return number(s.size(), 8) + std::string(s); };
    auto const id = [&](std::string_view key, std::uint32_t value) {
        return string(key) + number(4, 4) + number(value, 4);
    };
    auto const text = [&](std::string_view key, std::string_view value) {
        return string(key) + number(8, 4) + string(value);
    };
    return "GGUF" + number(3, 4) + number(0, 8) + number(6, 8) + text("tokenizer.ggml.model", "gpt2") +
           id("tokenizer.ggml.bos_token_id", 1) + id("tokenizer.ggml.eos_token_id", 2) +
           text("tokenizer.chat_template", "{{ messages }}") + string("tokenizer.ggml.tokens") +
           number(9, 4) + number(8, 4) + number(3, 8) + string("a") + string("<s>") + string("<end>") +
           string("tokenizer.ggml.token_type") + number(9, 4) + number(5, 4) + number(3, 8) + number(1, 4) +
           number(3, 4) + number(3, 4);
}

/// SentencePiece: <unk>, <s>, </s> and " a"; the trainer's ids are its defaults.
inline std::string sentencepiece() {
    auto const piece = [](std::string_view text, char type) {
        std::string const inner =
            std::string("\n") + static_cast<char>(text.size()) + std::string(text) + "\x18" + type;
        return std::string("\n") + static_cast<char>(inner.size()) + inner;
    };
    return piece("<unk>", 2) + piece("<s>", 3) + piece("</s>", 3) +
           piece("\xE2\x96\x81"
                 "a",
                 1);
}

/// tiktoken: "!" and "a".
inline constexpr std::string_view tiktoken = "IQ== 0\nYQ== 1\n";

inline constexpr std::string_view lfs_pointer =
    "version https://git-lfs.github.com/spec/v1\n"
    "oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n";

}  // namespace tokenizer_files
