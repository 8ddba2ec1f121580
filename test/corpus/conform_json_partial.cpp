// test/corpus/conform_json_partial.cpp - JSON that stops somewhere, and what is certain of it
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include <parlance/json/dump.hpp>
#include <parlance/json/partial.hpp>
#include <string>

namespace conform {

outcome check_json_partial(boost::json::object const& row, settings const&) {
    using parlance::json::text_of;
    auto const got = parlance::json::parse_partial(text_of(row.at("input")), text_of(row.at("marker")));
    if (!got) {
        return outcome::failed(parlance::render(got.error(), text_of(row.at("input"))));
    }
    std::string const dumped =
        parlance::json::dump(got->healed, {.ensure_ascii = true, .item = ",", .key = ":"});
    if (dumped != text_of(row.at("healed"))) {
        return outcome::failed(first_difference(text_of(row.at("healed")), dumped));
    }
    return got->cut == text_of(row.at("dump_marker"))
               ? outcome::passed()
               : outcome::failed("cut at '" + got->cut + "', expected '" +
                                 std::string(text_of(row.at("dump_marker"))) + "'");
}

}  // namespace conform
