// test/corpus/conform_schema.cpp - rows of kind schema: texts that a schema's network takes and refuses
// SPDX-License-Identifier: BSL-1.0
#include "conform.hpp"
#include "reads.hpp"

#include <parlance/schema/lower.hpp>
#include <string>
#include <string_view>

namespace conform {

outcome check_schema(boost::json::object const& row, settings const&) {
    parlance::schema::options how;
    how.whitespace = parlance::schema::spaces::json;
    auto const net = parlance::schema::compile(row.at("schema"), how);
    if (!net) {
        return outcome::failed("refused: " + parlance::render(net.error()));
    }
    auto const texts = [&](std::string_view key, bool wanted) -> std::string {
        auto const* list = row.if_contains(key);
        if (list == nullptr) {
            return {};
        }
        for (auto const& text : list->as_array()) {
            if (reads(*net, text.as_string()) != wanted) {
                return std::string(wanted ? "refused " : "accepted ") + std::string(text.as_string());
            }
        }
        return {};
    };
    for (auto const& [key, wanted] :
         {std::pair{"pass", true}, {"fail", false}, {"fail_in_declared_order", false}}) {
        if (std::string const wrong = texts(key, wanted); !wrong.empty()) {
            return outcome::failed(wrong);
        }
    }
    how.properties = parlance::schema::order::any;
    auto const any = parlance::schema::compile(row.at("schema"), how);
    if (!any) {
        return outcome::failed("refused in any order: " + parlance::render(any.error()));
    }
    for (auto const& [key, wanted] :
         {std::pair{"pass", true}, {"fail", false}, {"fail_in_declared_order", true}}) {
        auto const* list = row.if_contains(key);
        for (std::size_t i = 0; list != nullptr && i < list->as_array().size(); ++i) {
            std::string_view const text = list->as_array()[i].as_string();
            if (reads(*any, text) != wanted) {
                return outcome::failed(
                    std::string(wanted ? "refused in any order " : "accepted in any order ") +
                    std::string(text));
            }
        }
    }
    return outcome::passed();
}

}  // namespace conform
