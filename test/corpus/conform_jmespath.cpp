// test/corpus/conform_jmespath.cpp - one query and what it gives, or the class of its error
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include <parlance/hf/legacy/jmespath.hpp>
#include <parlance/json/dump.hpp>
#include <string>
#include <string_view>

namespace conform {
namespace {

using namespace parlance;

std::string_view class_of(errc code) {
    switch (code) {
    case errc::jmespath_syntax: return "syntax";
    case errc::jmespath_type: return "invalid-type";
    case errc::jmespath_arity: return "invalid-arity";
    case errc::jmespath_unknown_function: return "unknown-function";
    case errc::jmespath_value: return "invalid-value";
    default: return describe(code);
    }
}

}  // namespace

outcome check_jmespath(boost::json::object const& row, settings const&) {
    auto const* expected = row.if_contains("result");
    auto const* error = row.if_contains("error");
    auto const compiled = hf::jmespath::compile(json::text_of(row.at("expression")));
    auto const got = compiled ? compiled->search(row.at("given")) : result<json::value>(compiled.error());
    if (error != nullptr) {
        if (got) {
            return outcome::failed("expected an error, got " + json::dump(*got));
        }
        std::string const is(class_of(got.error().code));
        return is == json::text_of(*error)
                   ? outcome::passed()
                   : outcome::failed("expected the error " + json::dump(*error) + ", got " + is);
    }
    if (expected == nullptr) {
        return outcome::failed("the row has neither result nor error");
    }
    if (!got) {
        return outcome::failed(render(got.error()));
    }
    return *got == *expected ? outcome::passed()
                             : outcome::failed(first_difference(json::dump(*expected), json::dump(*got)));
}

}  // namespace conform
