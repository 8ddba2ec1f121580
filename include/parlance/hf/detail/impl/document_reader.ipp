// parlance/hf/detail/impl/document_reader.ipp - definitions of what parlance/hf/detail/document_reader.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/document_reader.hpp>
#include <parlance/text/result.hpp>
#include <string>

namespace parlance::hf::detail {

bool document_reader::fail(std::string_view pointer, std::string_view what, errc code) {
    wrong_ = diagnostic{code == errc::none ? usual_ : code, {}, 0, note_at(pointer, what)};
    return false;
}

std::string document_reader::below(std::string_view pointer, std::string_view key) {
    std::string out(pointer);
    out.push_back('/');
    for (char const c : key) {
        c == '~' ? out.append("~0") : c == '/' ? out.append("~1") : out.append(1, c);
    }
    return out;
}

std::string document_reader::below(std::string_view pointer, std::size_t index) {
    return below(pointer, std::to_string(index));
}

bool document_reader::compile(json::value const& v, std::string const& pointer, std::optional<regex>& out) {
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

}  // namespace parlance::hf::detail
