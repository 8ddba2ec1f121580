// example/command/schemas.cpp - parlance validate, contract and gbnf
// SPDX-License-Identifier: BSL-1.0
#include "inputs.hpp"
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/schema/contract.hpp>
#include <parlance/schema/to_gbnf.hpp>
#include <parlance/schema/validate.hpp>
#include <boost/json/array.hpp>
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace command {

using namespace parlance;

namespace {

/// The document in a file; nothing, and a message, where it is none.
std::optional<json::value> open_json(std::string const& path, output const& out) {
    auto const source = read_text(path);
    if (!source) {
        out.fail(source.error(), {}, path);
        return std::nullopt;
    }
    auto value = json::parse(source->text);
    if (!value) {
        out.fail(value.error(), source->text, path);
        return std::nullopt;
    }
    return *std::move(value);
}

}  // namespace

status validate(arguments const& given, output const& out) {
    auto const schema = open_json(given.given.front(), out);
    if (!schema) {
        return status::failed;
    }
    status worst = status::yes;
    boost::json::array rows;
    for (std::size_t i = 1; i < given.given.size(); ++i) {
        std::string const& path = given.given[i];
        auto const value = open_json(path, out);
        if (!value) {
            return status::failed;
        }
        auto const valid = schema::validate(*schema, *value);
        if (!valid && valid.error().code != errc::schema_violation) {
            return out.fail(valid.error(), {}, given.given.front());
        }
        worst = valid ? worst : status::no;
        if (out.json()) {
            boost::json::object row{{"file", path}, {"valid", valid.has_value()}};
            if (!valid) {
                row["reason"] = std::string(valid.error().hint.view());
            }
            rows.push_back(std::move(row));
        } else if (valid) {
            out.line(path + ": valid", ink::green);
        } else {
            out.line(render(valid.error(), {}, path), ink::red);
        }
    }
    if (out.json()) {
        out.write(rows);
    }
    return worst;
}

status print_gbnf(arguments const& given, output const& out) {
    auto const schema = open_json(given.given.front(), out);
    if (!schema) {
        return status::failed;
    }
    auto const text = schema::to_gbnf(*schema);
    if (!text) {
        return out.fail(text.error(), {}, given.given.front());
    }
    if (out.json()) {
        out.write(boost::json::object{{"gbnf", *text}});
    } else {
        out.print(*text);
    }
    return status::yes;
}

status contract(arguments const& given, output const& out) {
    auto const schema = open_json(given.given.front(), out);
    if (!schema) {
        return status::failed;
    }
    auto const rows = schema::contract(*schema);
    if (!rows) {
        return out.fail(rows.error(), {}, given.given.front());
    }
    if (out.json()) {
        out.write(schema::to_json(*rows));
    } else {
        for (schema::keyword_treatment const& each : *rows) {
            bool const refused = each.is == schema::treatment::refused;
            out.print(schema::to_text({&each, 1}), refused                                  ? ink::red
                                                   : each.is == schema::treatment::enforced ? ink::green
                                                                                            : ink::yellow);
        }
    }
    auto const refused = [](schema::keyword_treatment const& each) {
        return each.is == schema::treatment::refused;
    };
    return std::ranges::any_of(*rows, refused) ? status::no : status::yes;
}

}  // namespace command
