// parlance/chat/detail/open_value.hpp - values as a dialect spells them where it is not JSON's way
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/json/value.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/maybe.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Whether what stands under a key of a schema says nothing about values.
[[nodiscard]] inline bool is_note(std::string_view key) noexcept {
    return key == "title" || key == "description" || key == "default" || key == "examples";
}
/// Whether a schema allows anything.
[[nodiscard]] inline bool is_open(boost::json::value const& schema) {
    auto const* object = schema.if_object();
    return object == nullptr ? schema.is_bool() && schema.get_bool()
                             : std::ranges::all_of(*object, [](auto const& m) { return is_note(m.key()); });
}
/// Whether it would without `type` and, of what is inside, `inner`.
[[nodiscard]] inline bool is_open_but_for_type(boost::json::object const& schema,
                                               std::string_view inner = {}) {
    return std::ranges::all_of(schema, [&](auto const& m) {
        std::string_view const key = m.key();
        return key == "type" || is_note(key) || (key == inner && is_open(m.value()));
    });
}

/// Whether a schema lists its values, and no string among them begins or ends in white space.
[[nodiscard]] inline bool has_no_edge_blanks(boost::json::value const& schema) {
    auto const* listed = json::member(schema, "enum");
    auto const* values = listed == nullptr ? nullptr : listed->if_array();
    return values != nullptr && std::all_of(values->begin(), values->end(), [](boost::json::value const& v) {
               auto const* text = v.if_string();
               return text == nullptr || split(*text).core.size() == text->size();
           });
}

/// Writes what a schema leaves open in a format's own notation.
class open_value_builder : dialect_builder {
public:
    /// Beside JSON, values in markup of their own may be spelled as Python has them, whatever the dialect: models do, and
    /// they are read so.
    open_value_builder(peg::builder& b, call_dialect const& d)
        : dialect_builder(b, d), notation_(notation_of(*d.format)) {
        notation_.python = notation_.python || d.tagged();
    }
    /// In another notation than the dialect's, with rules of other names.
    open_value_builder(peg::builder& b, call_dialect const& d, notation n, std::string_view rules)
        : dialect_builder(b, d), notation_(std::move(n)), names_(rules) {}

    /// Constants as Python has them, and where the schema leaves open what is inside, objects and lists.
    void add(boost::json::value const& schema, std::vector<peg::node_id>& ways) {
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

    /// A string of a value that leaves open what is inside.
    [[nodiscard]] peg::node_id any_string() {
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
                std::string_view const core = split(end).core;
                never += core.empty() ? std::string_view(end).substr(0, 1) : core.substr(0, 1);
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
            std::vector<peg::node_id> letters{
                b_->chars(spec), b_->sequence({b_->literal("\\"), b_->chars("\\x22\\x27\\x5cnrt")})};
            if (quote == '\'') {  // unescaped_quotes, as templates that escape nothing write them
                letters.push_back(b_->sequence({b_->literal("'"), b_->chars("a-zA-Z0-9")}));
            }
            peg::node_id const letter = b_->choice(letters);
            return b_->sequence({b_->literal(mark), b_->star(letter), b_->literal(mark)});
        };
        return b_->choice({quoted('\''), quoted('"')});
    }

private:
    struct rule_ids {
        peg::rule_id object;
        peg::rule_id list;
        peg::rule_id value;
    };
    /// Anything in the notation.
    [[nodiscard]] rule_ids const& rules() {
        if (rules_) {
            return *rules_;
        }
        notation const& n = notation_;
        rules_ = rule_ids{declared("any-object"), declared("any-list"), declared("any-value")};
        peg::node_id const gap = this->gap();
        peg::node_id const string = any_string();
        peg::node_id const key =
            n.python ? string : b_->sequence({b_->chars("a-zA-Z_"), b_->chars("a-zA-Z0-9_", 0, 64)});
        // Templates that write constants with their engine's own words write Python's here, whatever else they do.
        peg::node_id const constant = b_->one_of({"true", "false", "null", "True", "False", "None"});
        b_->define(rules_->object,
                   list_of("{", b_->sequence({key, b_->literal(":"), gap, b_->ref(rules_->value)}), "}"));
        b_->define(rules_->value, b_->choice({string, b_->json_number(), constant, b_->ref(rules_->object),
                                              b_->ref(rules_->list)}));
        b_->define(rules_->list, list_of("[", b_->ref(rules_->value), "]"));
        return *rules_;
    }
    [[nodiscard]] peg::rule_id declared(std::string_view what) {
        return b_->declare(rule_name(std::string(names_).append(what)));
    }

    notation notation_;
    std::string_view names_{};  // in front of those of rules
    maybe<rule_ids> rules_{};
};

}  // namespace parlance::chat::detail
