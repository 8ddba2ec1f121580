// parlance/chat/detail/impl/open_value.ipp - definitions of what parlance/chat/detail/open_value.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/open_value.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace parlance::chat::detail {

bool is_open(boost::json::value const& schema) {
    constexpr std::string_view notes[] = {"title", "description", "default", "examples"};
    auto const is_note = [&](auto const& member) {
        return std::find(std::begin(notes), std::end(notes), std::string_view(member.key())) !=
               std::end(notes);
    };
    if (schema.is_bool()) {
        return schema.get_bool();
    }
    auto const* object = schema.if_object();
    return object != nullptr && std::all_of(object->begin(), object->end(), is_note);
}

bool is_open_but_for_type(boost::json::object const& schema, std::string_view inner) {
    boost::json::object rest = schema;
    rest.erase("type");
    auto const* inside = rest.if_contains(inner);
    if (inside != nullptr && is_open(*inside)) {
        rest.erase(inner);
    }
    return is_open(boost::json::value(std::move(rest)));
}

void open_value_builder::add(boost::json::value const& schema, std::vector<peg::node_id>& ways) {
    if (is_open(schema)) {
        ways.push_back(b_->ref(rules().value));
        return;
    }
    auto const* object = schema.if_object();
    if (notation_.python && names_type(schema, "boolean") && is_open_but_for_type(*object)) {
        ways.push_back(b_->one_of({"True", "False"}));
    }
    if (notation_.python && names_type(schema, "null") && is_open_but_for_type(*object)) {
        ways.push_back(b_->literal("None"));
    }
    if (names_type(schema, "object") && is_open_but_for_type(*object, "additionalProperties")) {
        ways.push_back(b_->ref(rules().object));
    }
    if (names_type(schema, "array") && is_open_but_for_type(*object, "items")) {
        ways.push_back(b_->ref(rules().list));
    }
}

void open_value_builder::add_string(boost::json::object const& schema, std::vector<peg::node_id>& ways) {
    if (notation_.python && is_open_but_for_type(schema)) {
        ways.push_back(any_string());
    }
}

peg::node_id open_value_builder::any_string() {
    notation const& n = notation_;
    if (!n.quote.empty()) {
        return b_->sequence({b_->literal(n.quote), b_->until({n.quote}), b_->literal(n.quote)});
    }
    if (!n.python) {
        return b_->json_string();
    }
    // Nothing that might end the value stands in it.
    std::string never = "\\";
    if (d_.tagged()) {
        for (std::string const& end : value_ends(*d_.format, {})) {
            never += split(end).core.substr(0, 1);
        }
    }
    // Line ends and tabs may stand there as they are, as many templates write them.
    auto const quoted = [&](char quote) {
        std::string spec = "^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f";
        for (char const c : never + quote) {
            constexpr char digits[] = "0123456789abcdef";
            auto const code = static_cast<unsigned char>(c);
            spec.append("\\x").append(1, digits[code / 16]).append(1, digits[code % 16]);
        }
        std::string const mark(1, quote);
        peg::node_id const letter =
            b_->choice({b_->chars(spec), b_->sequence({b_->literal("\\"), b_->chars("\\x22\\x27\\x5cnrt")})});
        return b_->sequence({b_->literal(mark), b_->star(letter), b_->literal(mark)});
    };
    return b_->choice({quoted('\''), quoted('"')});
}

peg::rule_id open_value_builder::declared(std::string_view what) {
    return b_->declare(rule_name(std::string(names_).append(what)));
}

open_value_builder::rule_ids const& open_value_builder::rules() {
    if (rules_) {
        return *rules_;
    }
    notation const& n = notation_;
    rules_ = rule_ids{declared("any-object"), declared("any-list"), declared("any-value")};
    peg::node_id const gap = b_->optional(b_->literal(" "));
    auto const listed = [&](std::string_view open, peg::node_id one, std::string_view close) {
        return b_->sequence(
            {b_->literal(open),
             b_->optional(b_->sequence({one, b_->star(b_->sequence({b_->literal(","), gap, one}))})),
             b_->literal(close)});
    };
    peg::node_id const string = any_string();
    peg::node_id const key =
        n.python ? string : b_->sequence({b_->chars("a-zA-Z_"), b_->chars("a-zA-Z0-9_", 0, 64)});
    // Templates that write constants with their engine's own words write Python's here, whatever else they do.
    peg::node_id const constant = b_->one_of({"true", "false", "null", "True", "False", "None"});
    b_->define(rules_->object,
               listed("{", b_->sequence({key, b_->literal(":"), gap, b_->ref(rules_->value)}), "}"));
    b_->define(rules_->value, b_->choice({string, b_->json_number(), constant, b_->ref(rules_->object),
                                          b_->ref(rules_->list)}));
    b_->define(rules_->list, listed("[", b_->ref(rules_->value), "]"));
    return *rules_;
}

}  // namespace parlance::chat::detail
