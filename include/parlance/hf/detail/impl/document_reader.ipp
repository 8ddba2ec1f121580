// parlance/hf/detail/impl/document_reader.ipp - definitions of what parlance/hf/detail/document_reader.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/document_reader.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>

namespace parlance::hf::detail {

bool document_reader::fail(std::string_view pointer, std::string_view what, errc code) {
    wrong_ = looks_.why() != errc::none
                 ? looks_.error({})
                 : diagnostic{code == errc::none ? usual_ : code, {}, 0, note_at(pointer, what)};
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

json::value document_reader::copy_of(json::value const& v) {
    if (v.is_array()) {
        json::array out;
        out.reserve(v.get_array().size());
        for (auto item = v.get_array().begin(); item != v.get_array().end() && goes_on(steps_of_a_copy);
             ++item) {
            out.push_back(copy_of(*item));
        }
        return out;
    }
    if (v.is_object()) {
        json::object out;
        out.reserve(v.get_object().size());
        for (auto member = v.get_object().begin(); member != v.get_object().end() && goes_on(steps_of_a_copy);
             ++member) {
            out.emplace(member->key(), copy_of(member->value()));
        }
        return out;
    }
    return json::value(v, {});
}

bool document_reader::compile(json::value const& v, std::string const& pointer, std::optional<regex>& out) {
    if (!v.is_string()) {
        return fail(pointer, "must be a regular expression");
    }
    constexpr std::uint64_t steps_of_a_byte = 50;
    if (!goes_on(steps_of_a_place + steps_of_a_byte * json::text_of(v).size())) {
        return false;
    }
    auto compiled = regex::compile(json::text_of(v), bounds_);
    if (!compiled) {
        return fail(pointer, render(compiled.error()), compiled.error().code);
    }
    out = *std::move(compiled);
    return true;
}

}  // namespace parlance::hf::detail
