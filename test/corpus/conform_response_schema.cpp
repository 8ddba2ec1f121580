// test/corpus/conform_response_schema.cpp - one answer read by a Hugging Face response schema
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include <parlance/hf/legacy/response_schema.hpp>
#include <parlance/hf/legacy/schema_response.hpp>
#include <parlance/json/dump.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace conform {
namespace {

using namespace parlance;

/// The message as it streams, in pieces of `size` bytes behind one of `first`.
boost::json::value streamed(hf::response_schema const& s, std::string_view text, std::size_t first,
                            std::size_t size) {
    hf::schema_response r(s);
    auto const ignore = [](chat::delta const&) {};
    r.feed(text.substr(0, first), ignore);
    for (std::size_t at = std::min(first, text.size()); at < text.size(); at += size) {
        r.feed(text.substr(at, size), ignore);
    }
    r.finish(ignore);
    return r.values();
}

/// Empty, or how the text was split where it streams another message than it gives as a whole.
std::string differing_split(hf::response_schema const& s, std::string_view text,
                            boost::json::value const& whole) {
    boost::json::value const expected = whole.is_object() ? whole : boost::json::object();
    for (std::size_t size = 1; size < 8; ++size) {
        if (streamed(s, text, 0, size) != expected) {
            return "in pieces of " + std::to_string(size);
        }
    }
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        if (streamed(s, text, cut, text.size() + 1) != expected) {
            return "at byte " + std::to_string(cut);
        }
    }
    return {};
}

}  // namespace

outcome check_response_schema(boost::json::object const& row, settings const&) {
    auto const* error = row.if_contains("error");
    auto const schema = hf::response_schema::load(row.at("schema"));
    if (!schema) {
        return error != nullptr ? outcome::passed() : outcome::failed(render(schema.error()));
    }
    std::string_view const input = json::text_of(row.at("input"));
    auto const got = schema->parse_strict(input);
    auto const kept = schema->parse(input);
    if (std::string const split = differing_split(*schema, input, kept.value); !split.empty()) {
        return outcome::failed("split " + split + " it is another message than " + json::dump(kept.value));
    }
    if (error != nullptr) {
        if (got) {
            return outcome::failed("expected an error, got " + json::dump(*got));
        }
        return kept.diagnostics.empty()
                   ? outcome::failed("the mode that never fails does not tell what was wrong")
                   : outcome::passed();
    }
    if (!got) {
        return outcome::failed(render(got.error()));
    }
    if (*got != row.at("expected")) {
        return outcome::failed(first_difference(json::dump(row.at("expected")), json::dump(*got)));
    }
    outcome out =
        kept.value == *got || got->is_null()
            ? outcome::passed()
            : outcome::failed("the mode that never fails gives another message: " + json::dump(kept.value));
    out.tally.emplace_back("a schema that streams", schema->streamable());
    return out;
}

}  // namespace conform
