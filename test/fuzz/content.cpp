// test/fuzz/content.cpp - any bytes as the text of a region of a response template, read as each kind of content, and any
// pattern of Python's in it
// SPDX-License-Identifier: BSL-1.0
//
// The input is PATTERN, a zero byte, TEXT.
#include <parlance/hf/content.hpp>
#include <parlance/hf/regex.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    using namespace parlance;
    std::string_view const all(reinterpret_cast<char const*>(data), size);
    std::string_view const pattern = all.substr(0, all.find('\0'));
    std::string_view const text = all.substr(pattern.size() == size ? size : pattern.size() + 1);
    limits deeper;
    deeper.nesting += 2;  // what is read stands in an object, or in a list in one
    hf::content_format how;
    how.string_delims = {{"<|", "|>"}};
    if (auto compiled = hf::regex::compile(pattern)) {
        static_cast<void>(compiled->search(text));
        for (hf::regex_match const& m : compiled->all(text)) {
            for (auto const& g : m.groups) {
                if (g.matched() && (g.begin > g.end || g.end > text.size())) {
                    std::abort();
                }
            }
        }
        static_cast<void>(compiled->search_partial(text));
        std::vector<std::string> const& names = compiled->names();
        auto const has = [&](char const* name) {
            return std::find(names.begin(), names.end(), name) != names.end();
        };
        if (has("key") && has("value")) {  // as a template's must
            how.tag = *std::move(compiled);
        }
    }
    using kinds = hf::content_kind;
    for (kinds const kind : {kinds::text, kinds::integer, kinds::number, kinds::boolean, kinds::json,
                             kinds::xml_inline, kinds::kv_lines}) {
        for (bool const lenient : {false, true}) {
            if (kind == kinds::xml_inline && !how.tag) {
                continue;
            }
            how.kind = kind;
            how.strip = how.unquoted_keys = how.allow_non_json = how.merge = lenient;
            how.value = lenient ? std::make_shared<hf::content_format const>(
                                      hf::content_format{.kind = kinds::json, .allow_non_json = true})
                                : nullptr;
            auto const value = hf::read_content(text, how);
            bool const is_nan = value && value->is_double() && std::isnan(value->get_double());
            if (value && !is_nan && utf8::is_valid(text) && !json::parse(json::dump(*value), deeper)) {
                std::abort();  // a value is printed as what can be read
            }
            if (!value && kind == kinds::text) {
                std::abort();
            }
        }
    }
    return 0;
}
