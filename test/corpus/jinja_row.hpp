// test/corpus/jinja_row.hpp - what the kinds jinja, render and bombs share: render a row and compare
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "conform.hpp"
#include <parlance/jinja/compiled_template.hpp>
#include <parlance/json/value.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace conform {

/// The corpus's clock: 2025-03-05 07:08:09, a Wednesday.
inline std::tm corpus_clock() {
    std::tm t{};
    t.tm_year = 125;
    t.tm_mon = 2;
    t.tm_mday = 5;
    t.tm_hour = 7;
    t.tm_min = 8;
    t.tm_sec = 9;
    t.tm_wday = 3;
    t.tm_yday = 63;
    t.tm_isdst = -1;
    return t;
}

inline boost::json::object context_of(boost::json::object const& row) {
    auto const* context = row.if_contains("context");
    return context != nullptr && context->is_object() ? context->get_object() : boost::json::object{};
}

/// A rendering, or the error as text; `raised` when it was the template's own raise_exception.
struct attempt {
    bool rendered = false;
    bool raised = false;
    std::string text;
    std::string message;
    parlance::jinja::rendering whole;
};

inline attempt render_row(std::string_view source, boost::json::object const& context,
                          parlance::jinja::convention convention, parlance::limits const& bounds = {}) {
    attempt out;
    parlance::jinja::compile_options compiling;
    compiling.limits = bounds;
    auto const compiled = parlance::jinja::compiled_template::compile(source, compiling);
    if (!compiled) {
        out.message = parlance::render(compiled.error(), source);
        return out;
    }
    parlance::jinja::render_options how;
    how.convention = convention;
    how.limits = bounds;
    how.now = corpus_clock;
    how.raised = &out.text;
    auto rendering = compiled->render(context, how);
    if (!rendering) {
        out.raised = rendering.error().code == parlance::errc::jinja_raised;
        out.message = parlance::render(rendering.error(), source);
        return out;
    }
    out.rendered = true;
    out.whole = *std::move(rendering);
    out.text = out.whole.text;
    return out;
}

/// Compares with the row's `expected`, or its `error` (its text only where the template raised it itself).
inline outcome check_rendering(boost::json::object const& row, std::string_view source,
                               boost::json::object const& context, parlance::jinja::convention convention) {
    attempt const got = render_row(source, context, convention);
    if (auto const* expected = row.if_contains("expected"); expected != nullptr && expected->is_string()) {
        std::string_view const want = parlance::json::text_of(*expected);
        if (!got.rendered) {
            return outcome::failed("error instead of text: " + got.message);
        }
        if (got.text != want) {
            return outcome::failed(first_difference(want, got.text));
        }
        return outcome::passed();
    }
    if (got.rendered) {
        auto const* error = row.if_contains("error");
        return outcome::failed("text instead of an error (" +
                               std::string(error != nullptr ? parlance::json::text_of(*error) : "") +
                               "): " + got.text.substr(0, 100));
    }
    auto const* type = row.if_contains("error_type");
    if (type != nullptr && parlance::json::text_of(*type) == "TemplateError") {
        std::string_view const want = parlance::json::text_of(row.at("error"));
        if (!got.raised || got.text != want) {
            return outcome::failed("another error: " + got.message);
        }
    }
    return outcome::passed();
}

}  // namespace conform
