// example/command/schemas.cpp - parlance validate, contract and gbnf
// SPDX-License-Identifier: BSL-1.0
#include "inputs.hpp"
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/schema/contract.hpp>
#include <parlance/schema/to_gbnf.hpp>
#include <parlance/schema/validate.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/json/array.hpp>
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
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

/// The value that a violation's hint, "/pointer: keyword", is about, in a line; empty where that is the whole document.
std::string shown_value(json::value const& all, std::string_view hint) {
    std::size_t const colon = hint.rfind(": ");
    boost::system::error_code none;
    json::value const* const at =
        hint.starts_with('/') && colon != hint.npos ? all.find_pointer(hint.substr(0, colon), none) : nullptr;
    if (at == nullptr) {
        return {};
    }
    std::string text = json::dump(*at);
    constexpr std::size_t widest = 100;
    if (text.size() > widest) {
        text.resize(widest);
        text.resize(widest - utf8::unfinished(text));
        text += "...";
    }
    return "    " + text + "\n";
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
        out.at(i - 1, given.given.size() - 1);
        auto const source = read_text(path);
        auto const value = source ? json::parse(source->text) : result<json::value>(source.error());
        if (!value) {  // the other files are looked at all the same
            worst = status::failed;
            std::string_view const text = source ? std::string_view(source->text) : std::string_view{};
            if (out.json()) {
                rows.push_back(
                    boost::json::object{{"file", path}, {"error", to_json(value.error(), !text.empty())}});
            } else {
                out.fail(value.error(), text, path);
            }
            continue;
        }
        auto const valid = schema::validate(*schema, *value);
        if (!valid && valid.error().code != errc::schema_violation) {
            return out.fail(valid.error(), {}, given.given.front());
        }
        worst = valid ? worst : std::max(worst, status::no);
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
            out.print(shown_value(*value, valid.error().hint.view()), ink::dim);
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
