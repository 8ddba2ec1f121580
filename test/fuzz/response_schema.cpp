// test/fuzz/response_schema.cpp - any bytes as a response schema and an answer: a message, or diagnostics
// SPDX-License-Identifier: BSL-1.0
#include <parlance/json/parse.hpp>
#include <parlance/hf/legacy/response_schema.hpp>
#include <parlance/hf/legacy/schema_response.hpp>
#include <parlance/json/dump.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace parlance;

/// The message as it streams, in pieces.
std::string read(hf::response_schema const& s, std::string_view text, std::size_t piece) {
    std::string told;
    auto const sink = [&](chat::delta const& d) {
        told += d.kind == chat::delta_kind::content ? d.text : "";
    };
    hf::schema_response r(s);
    for (std::size_t at = 0; at < text.size(); at += piece) {
        r.feed(text.substr(at, piece), sink);
    }
    r.finish(sink);
    if (told != r.so_far().content.value_or("")) {
        std::abort();
    }
    return json::dump(r.values());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    std::string_view const all(reinterpret_cast<char const*>(data), size);
    std::size_t const middle = std::min(all.find('\0'), all.size());
    std::string_view const text = all.substr(std::min(middle + 1, all.size()));
    auto const spec = json::parse(all.substr(0, middle));
    auto const schema = spec ? hf::response_schema::load(*spec) : result<hf::response_schema>(spec.error());
    if (!schema) {
        return 0;
    }
    auto const strict = schema->parse_strict(text);
    auto const kept = schema->parse(text);
    if (kept.diagnostics.size() != kept.unread.size() || (!strict && kept.diagnostics.empty())) {
        std::abort();
    }
    if (read(*schema, text, text.size() + 1) != read(*schema, text, 1)) {
        std::abort();
    }
    return 0;
}
