// parlance/vocab/impl/gguf.ipp - definitions of what parlance/vocab/gguf.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/gguf.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hex.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/vocab/byte_level.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/detail/bytes.hpp>
#include <parlance/vocab/detail/mapped_file.hpp>
#include <parlance/vocab/ending.hpp>
#include <parlance/vocab/token_list.hpp>
#include <parlance/vocab/tokenizer_info.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace parlance::vocab::detail {

/// Walks the key-value pairs and remembers where those of the tokenizer are.
class gguf_reader {
public:
    gguf_reader(std::string_view bytes, limits const& bounds)
        : bytes_(bytes), in_(bytes, bounds.stop), bounds_(bounds) {}

    PARLANCE_DECL result<token_list> run();

    /// What run() has seen besides the tokens.
    [[nodiscard]] std::optional<token_id> bos() const noexcept { return bos_; }
    [[nodiscard]] std::optional<token_id> eos() const noexcept { return eos_; }
    [[nodiscard]] std::string_view chat_template() const noexcept { return chat_template_; }

private:
    enum type : std::uint32_t {
        u8_type,
        i8_type,
        u16_type,
        i16_type,
        u32_type,
        i32_type,
        f32_type,
        bool_type,
        string_type,
        array_type,
        u64_type,
        i64_type,
        f64_type
    };
    enum class spelling : std::uint8_t { unknown, byte_level, pieces, escapes };

    /// An array that is still in the file.
    struct array {
        bool present = false;
        std::size_t first = 0;
        std::uint64_t count = 0;
    };
    static constexpr int most_nested = 4;

    [[nodiscard]] static constexpr std::size_t size_of(std::uint32_t t) noexcept {
        constexpr std::uint8_t sizes[] = {1, 1, 2,  2, 4, 4, 4,
                                          1, 8, 12, 8, 8, 8};  // at least, for the last words
        return t < std::size(sizes) ? sizes[t] : 0;
    }

    PARLANCE_DECL void header();

    std::string_view string() { return in_.take(in_.u64()); }

    PARLANCE_DECL void pair();
    PARLANCE_DECL void id(std::string_view key);
    PARLANCE_DECL void expect(bool condition);
    PARLANCE_DECL void skip(std::uint32_t kind);
    PARLANCE_DECL void elements(std::uint32_t kind, std::uint64_t count, int depth);

    [[nodiscard]] PARLANCE_DECL static spelling spelling_of(std::string_view model) noexcept;

    PARLANCE_DECL result<token_list> build();

    /// `kind` is llama.cpp's: 0 undefined, 1 normal, 2 unknown, 3 control, 4 user defined, 5 unused, 6 byte.
    PARLANCE_DECL void add(token_list_builder& out, std::string_view text, std::uint32_t kind);

    [[nodiscard]] PARLANCE_DECL static std::string unescaped(std::string_view text);

    std::string_view bytes_;
    file_cursor in_;
    limits bounds_;
    std::uint64_t pairs_ = 0;
    array tokens_;
    array types_;
    std::string_view model_;
    spelling spelling_ = spelling::unknown;
    vec<token_id> ends_;
    std::optional<token_id> bos_;
    std::optional<token_id> eos_;
    std::string_view chat_template_;
    std::string scratch_;
};

result<token_list> gguf_reader::run() {
    header();
    for (std::uint64_t left = pairs_; left > 0 && in_.ok(); --left) {
        pair();
    }
    if (!in_.ok()) {
        return in_.error();
    }
    if (!tokens_.present || model_ == "none" || model_ == "no_vocab") {
        return file_error(errc::unsupported_file, in_.at(), "it has no vocabulary");
    }
    if (spelling_ == spelling::unknown) {
        return file_error(errc::unsupported_file, 0, note{"tokenizer model '"}.append(model_).append("'"));
    }
    if (types_.present && types_.count != tokens_.count) {
        return file_error(errc::malformed_file, types_.first, "as many token types as tokens are expected");
    }
    return build();
}

void gguf_reader::header() {
    if (in_.take(4) != "GGUF") {
        return in_.fail(in_.ok() ? errc::malformed_file : errc::truncated_file,
                        "a GGUF file begins with GGUF");
    }
    std::uint32_t const version = in_.u32();
    if (in_.ok() && (version < 2 || version > 3)) {
        return in_.fail(errc::unsupported_file, version % 0x10000 == 0
                                                    ? note{"it is written for big-endian machines"}
                                                    : note{"version "}.append_number(version));
    }
    in_.u64();  // tensors
    pairs_ = in_.u64();
    in_.fits(pairs_, 13);
}

void gguf_reader::pair() {
    std::string_view const key = string();
    std::uint32_t const kind = in_.u32();
    if (kind == array_type) {
        std::uint32_t const element = in_.u32();
        std::uint64_t const count = in_.u64();
        array const here{true, in_.at(), count};
        elements(element, count, 1);
        if (key == "tokenizer.ggml.tokens") {
            expect(element == string_type);
            tokens_ = here;
        } else if (key == "tokenizer.ggml.token_type") {
            expect(element == i32_type || element == u32_type);
            types_ = here;
        }
        return;
    }
    if (kind == string_type) {
        std::string_view const value = string();
        if (key == "tokenizer.ggml.model") {
            model_ = value;
            spelling_ = spelling_of(value);
        } else if (key == "tokenizer.chat_template") {
            chat_template_ = value;
        }
        return;
    }
    if (kind == u32_type || kind == i32_type) {
        return id(key);
    }
    skip(kind);
}

void gguf_reader::id(std::string_view key) {
    token_id const id = in_.u32();
    if (key == "tokenizer.ggml.bos_token_id") {
        bos_ = id;
    } else if (key == "tokenizer.ggml.eos_token_id") {
        eos_ = id;
        ends_.push_back(id);
    } else if (key == "tokenizer.ggml.eot_token_id" || key == "tokenizer.ggml.eom_token_id") {
        ends_.push_back(id);
    }
}

void gguf_reader::expect(bool condition) {
    if (!condition) {
        in_.fail(errc::malformed_file, "this array has elements of another type");
    }
}

void gguf_reader::skip(std::uint32_t kind) {
    std::size_t const size = size_of(kind);
    if (size == 0) {
        return in_.fail(errc::malformed_file, note{"value type "}.append_number(kind));
    }
    in_.take(size);
}

void gguf_reader::elements(std::uint32_t kind, std::uint64_t count, int depth) {
    std::size_t const size = size_of(kind);
    if (size == 0 || depth > most_nested) {
        return in_.fail(errc::malformed_file,
                        size == 0 ? "unknown element type" : "arrays nested too deeply");
    }
    if (!in_.fits(count, size)) {
        return;
    }
    if (kind != string_type && kind != array_type) {
        in_.take(count * size);
        return;
    }
    for (; count > 0 && in_.ok(); --count) {
        if (kind == string_type) {
            string();
        } else {
            std::uint32_t const inner = in_.u32();
            elements(inner, in_.u64(), depth + 1);
        }
    }
}

gguf_reader::spelling gguf_reader::spelling_of(std::string_view model) noexcept {
    if (model == "gpt2") {
        return spelling::byte_level;
    }
    if (model == "rwkv") {
        return spelling::escapes;
    }
    bool const pieces =
        model == "llama" || model == "gemma4" || model == "t5" || model == "bert" || model == "plamo2";
    return pieces ? spelling::pieces : spelling::unknown;
}

result<token_list> gguf_reader::build() {
    token_list_builder out(bounds_);
    file_cursor texts(bytes_.substr(tokens_.first));
    file_cursor types(bytes_.substr(types_.first));
    out.reserve(static_cast<std::size_t>(tokens_.count), static_cast<std::size_t>(tokens_.count) * 8);
    for (std::uint64_t id = 0; id < tokens_.count && !out.stopped(); ++id) {
        std::string_view const text = texts.take(texts.u64());
        std::size_t const at = types_.first + types.at();
        std::uint32_t const kind = types_.present ? types.u32() : byte_token(text) >= 0 ? 6 : 1;
        if (kind > 6) {
            return file_error(errc::malformed_file, at, note{"token type "}.append_number(kind));
        }
        if (out.size() == bounds_.tokens) {
            return file_error(errc::too_many_tokens, tokens_.first + texts.at(),
                              note{"limits.tokens is "}.append_number(bounds_.tokens));
        }
        add(out, text, kind);
    }
    for (token_id const id : ends_) {
        out.end(id);
    }
    mark_endings(out);
    return std::move(out).finish();
}

void gguf_reader::add(token_list_builder& out, std::string_view text, std::uint32_t kind) {
    std::string const filler = "[PAD" + std::to_string(out.size()) + "]";
    if (kind == 5 || text == filler) {
        return out.add(text, token_kind::unused);
    }
    if (kind == 2 || kind == 3) {
        return out.add(text, token_kind::control);
    }
    if (kind == 4) {
        return out.add(text, token_kind::user_defined);
    }
    if (int const byte = byte_token(text); kind == 6 && byte >= 0) {
        char const c = static_cast<char>(byte);
        return out.add({&c, 1}, token_kind::byte);
    }
    switch (spelling_) {
    case spelling::byte_level:
        scratch_.clear();
        return out.add(byte_level::decode(text, scratch_) ? std::string_view{scratch_} : text);
    case spelling::escapes: return out.add(unescaped(text));
    default: return out.add(with_spaces(text));
    }
}

std::string gguf_reader::unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\' || i + 1 == text.size()) {
            out.push_back(text[i]);
            continue;
        }
        char const c = text[++i];
        int const high = i + 2 < text.size() ? hex_value(text[i + 1]) : -1;
        int const low = high >= 0 ? hex_value(text[i + 2]) : -1;
        if (c == 'x' && low >= 0) {
            out.push_back(static_cast<char>(high * 16 + low));
            i += 2;
        } else {
            out.push_back(c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c);
        }
    }
    return out;
}

result<tokenizer_info> gguf_info(std::string_view bytes, limits const& bounds) {
    gguf_reader reader(bytes, bounds);
    auto tokens = reader.run();
    if (!tokens) {
        return tokens.error();
    }
    tokenizer_info out{*std::move(tokens), {}, {}, std::string(reader.chat_template())};
    auto const text = [&](std::optional<token_id> id) {
        return std::string(id && *id < out.tokens.size() ? out.tokens.text(*id) : std::string_view{});
    };
    out.bos = text(reader.bos());
    out.eos = text(reader.eos());
    return out;
}

}  // namespace parlance::vocab::detail

namespace parlance::vocab {

result<token_list> read_gguf(std::string_view bytes, limits const& bounds) {
    return detail::gguf_reader(bytes, bounds).run();
}

result<token_list> open_gguf(file_path path, limits const& bounds) {
    detail::mapped_file const file(path.as<std::filesystem::path>());
    if (!file.is_open()) {
        return file.error();
    }
    return read_gguf(file.bytes(), bounds);
}

}  // namespace parlance::vocab
