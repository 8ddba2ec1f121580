// test/corpus/conform_jinja.cpp - small templates with what Jinja2 makes of them in transformers' environment
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include "jinja_row.hpp"

namespace conform {

outcome check_jinja(boost::json::object const& row, settings const&) {
    auto const* source = row.if_contains("template");
    if (source == nullptr || !source->is_string()) {
        return outcome::failed("no template");
    }
    return check_rendering(row, source->get_string(), context_of(row), parlance::jinja::convention::strict);
}

}  // namespace conform
