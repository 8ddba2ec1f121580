// parlance/chat/detail/open_value.hpp - values as a dialect spells them where it is not JSON's way
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/argument_tolerance.hpp>
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/json/value.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/maybe.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Whether what stands under a key of a schema says nothing about values.
[[nodiscard]] inline bool is_note(std::string_view key) noexcept {
    return key == "title" || key == "description" || key == "default" || key == "examples";
}
/// Whether a member of a schema says nothing: a note, or a list of no properties.
[[nodiscard]] inline bool is_idle(boost::json::key_value_pair const& m) {
    boost::json::value const& v = m.value();
    return is_note(m.key()) || (m.key() == "properties" && v.is_object() && v.get_object().empty()) ||
           (m.key() == "required" && v.is_array() && v.get_array().empty());
}
/// Whether a schema allows anything.
[[nodiscard]] inline bool is_open(boost::json::value const& schema) {
    auto const* object = schema.if_object();
    return object == nullptr ? schema.is_bool() && schema.get_bool() : std::ranges::all_of(*object, is_idle);
}
/// Whether it would without `type` and, of what is inside, `inner`.
[[nodiscard]] inline bool is_open_but_for_type(boost::json::object const& schema,
                                               std::string_view inner = {}) {
    return std::ranges::all_of(schema, [&](auto const& m) {
        std::string_view const key = m.key();
        return key == "type" || is_idle(m) || (key == inner && is_open(m.value()));
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

    /// Constants as Python has them, for templates write them with their engine's own words whatever else they do; and where
    /// the schema leaves open what is inside, objects and lists.
    void add(boost::json::value const& schema, std::vector<peg::node_id>& ways) {
        if (is_open(schema)) {
            ways.push_back(b_->ref(rules().value));
            return;
        }
        auto const* object = schema.if_object();
        if (names_type(schema, "boolean") && is_open_but_for_type(*object)) {
            ways.push_back(b_->one_of({"True", "False"}));
        }
        if (names_type(schema, "null") && is_open_but_for_type(*object)) {
            ways.push_back(b_->literal("None"));
        }
        if (names_type(schema, "object") && is_open_but_for_type(*object, "additionalProperties")) {
            ways.push_back(b_->ref(rules().object));
        }
        if (names_type(schema, "array") && is_open_but_for_type(*object, "items")) {
            ways.push_back(b_->ref(rules().list));
        }
    }

    /// The rule of what is written in many places, and whether it is new.
    [[nodiscard]] std::pair<peg::rule_id, bool> shared(std::string const& what) {
        auto const [known, fresh] = shared_.try_emplace(what);
        if (fresh) {
            known.value = declared("shared-" + std::to_string(shared_.size()));
        }
        return {known.value, fresh};
    }

    /// The name of a member that may have any.
    [[nodiscard]] peg::node_id any_key() {
        return notation_.python ? any_string()
                                : b_->sequence({b_->chars("a-zA-Z_"), b_->chars("a-zA-Z0-9_", 0, 64)});
    }

    /// A string of a value that leaves open what is inside.
    [[nodiscard]] peg::node_id any_string() {
        if (!string_) {
            string_ = declared("any-string");
            b_->define(*string_, string());
        }
        return b_->ref(*string_);
    }

private:
    [[nodiscard]] peg::node_id string() {
        notation const& n = notation_;
        if (!n.quote.empty()) {
            return b_->sequence({b_->literal(n.quote), b_->until({n.quote}), b_->literal(n.quote)});
        }
        if (!n.python) {
            return b_->json_string();
        }
        std::vector<std::string> const ends = ends_of_values();
        // Line ends and tabs may stand there as they are, as many templates write them.
        auto const quoted = [&](char quote) {
            std::string spec = "^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f";
            spec.append(quote == '"' ? R"(\x22\x5c)" : R"(\x27\x5c)");
            std::string const mark(1, quote);
            peg::node_id const text = b_->star(b_->choice(
                {b_->chars(spec), b_->sequence({b_->literal("\\"), b_->chars("\\x22\\x27\\x5cnrt")})}));
            peg::node_id const no_end =
                ends.empty() ? b_->epsilon() : b_->reject(b_->sequence({text, m_.one_of(ends)}));
            peg::node_id const rest = b_->sequence({no_end, text, b_->literal(mark)});
            if (quote == '"') {
                return b_->sequence({b_->literal(mark), rest});
            }
            // unescaped_quotes, as templates that escape nothing write them
            peg::node_id const again = b_->rule(rule_name(std::string(names_) + "any-text"), rest);
            return b_->sequence(
                {b_->literal(mark), again, b_->star(b_->sequence({b_->chars("a-zA-Z0-9"), again}))});
        };
        return b_->choice({quoted('\''), quoted('"')});
    }

    /// What would end a value that it stands in, up to a quote: that ends the string.
    [[nodiscard]] std::vector<std::string> ends_of_values() const {
        std::vector<std::string> out;
        if (!d_.tagged()) {
            return out;
        }
        tool_format const& t = *d_.format;
        out = all_other_closers(t, d_.tools);
        for (std::string_view const closer : call_closers(t)) {
            std::ranges::move(other_call_closers(t, closer), std::back_inserter(out));
            out.emplace_back(closer);
        }
        for (std::string const& end : value_ends(t, {})) {
            std::string_view const core = split(end).core;
            out.emplace_back(core.empty() ? std::string_view(end) : core);
        }
        out.push_back(next_argument(t));
        for (std::string const& opener : argument_openers(t)) {
            out.emplace_back(split(opener).core);
        }
        out.emplace_back(value_opener(t));
        for (std::string& each : out) {
            each.resize((std::min)(each.find_first_of("'\"\\"), each.size()));
        }
        std::erase(out, std::string());
        std::ranges::sort(out);
        out.erase(std::ranges::unique(out).begin(), out.end());
        return out;
    }

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
        rules_ = rule_ids{declared("any-object"), declared("any-list"), declared("any-value")};
        peg::node_id const gap = this->gap();
        peg::node_id const string = any_string();
        peg::node_id const key = any_key();
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
    std::optional<peg::rule_id> string_{};
    hash_map<std::string, peg::rule_id> shared_{};
};

}  // namespace parlance::chat::detail
