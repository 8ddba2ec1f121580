// parlance/chat/hf/detail/document_reader.hpp - what loaders of templates and schemas share: places, errors, patterns
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/hf/regex.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::chat::hf::detail {

/// Keeps the first error, whose hint begins with the JSON Pointer of its place ("" for the whole document).
class document_reader {
public:
    [[nodiscard]] diagnostic const& error() const noexcept { return wrong_; }

protected:
    /// `usual` is the code of errors that have no other.
    document_reader(errc usual, limits const& bounds) : bounds_(bounds), usual_(usual) {}

    /// Always false.
    bool fail(std::string_view pointer, std::string_view what, errc code = errc::none) {
        wrong_ =
            diagnostic{code == errc::none ? usual_ : code, {}, 0, note(pointer).append(": ").append(what)};
        return false;
    }

    /// A JSON Pointer one level down.
    [[nodiscard]] static std::string below(std::string_view pointer, std::string_view key) {
        std::string out(pointer);
        out.push_back('/');
        for (char const c : key) {
            c == '~' ? out.append("~0") : c == '/' ? out.append("~1") : out.append(1, c);
        }
        return out;
    }
    [[nodiscard]] static std::string below(std::string_view pointer, std::size_t index) {
        return below(pointer, std::to_string(index));
    }
    template <class Member>
    [[nodiscard]] static std::string_view key_of(Member const& member) {
        return {member.key().data(), member.key().size()};
    }

    bool compile(json::value const& v, std::string const& pointer, std::optional<regex>& out) {
        if (!v.is_string()) {
            return fail(pointer, "must be a regular expression");
        }
        auto compiled = regex::compile(json::text_of(v), bounds_);
        if (!compiled) {
            return fail(pointer, render(compiled.error()), compiled.error().code);
        }
        out = *std::move(compiled);
        return true;
    }

    limits const& bounds_;

private:
    errc usual_;
    diagnostic wrong_;
};

}  // namespace parlance::chat::hf::detail
