// test/corpus/conform_response_schema.cpp - one answer read by a Hugging Face response schema
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include <parlance/chat/hf/response_schema.hpp>
#include <parlance/json/dump.hpp>
#include <string>
#include <string_view>

namespace conform {

outcome check_response_schema(boost::json::object const& row, settings const&) {
    using namespace parlance;
    auto const* error = row.if_contains("error");
    auto const schema = chat::hf::response_schema::load(row.at("schema"));
    if (!schema) {
        return error != nullptr ? outcome::passed() : outcome::failed(render(schema.error()));
    }
    std::string_view const input = json::text_of(row.at("input"));
    auto const got = schema->parse_strict(input);
    if (error != nullptr) {
        auto const kept = schema->parse(input);
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
    auto const kept = schema->parse(input);
    return kept.value == *got || got->is_null()
               ? outcome::passed()
               : outcome::failed("the mode that never fails gives another message: " +
                                 json::dump(kept.value));
}

}  // namespace conform
