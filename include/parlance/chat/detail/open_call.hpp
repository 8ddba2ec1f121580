// parlance/chat/detail/open_call.hpp - a tool call while its parts arrive
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/answer.hpp>
#include <parlance/chat/detail/json_mender.hpp>
#include <parlance/chat/detail/nested_value.hpp>
#include <parlance/chat/detail/notation_reader.hpp>
#include <parlance/chat/detail/text_gate.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/response_policy.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/partial.hpp>
#include <parlance/json/value.hpp>
#include <parlance/peg/event.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// What all calls of an answer have in common.
struct call_rules {
    std::span<tool const> tools{};
    std::span<notation const> notations{};
    std::span<member_markup const> markups{};
    std::string_view made_id{};
    bool names_are_final = false;
    response_policy policy{};
};

/// Puts one call together.  It begins, for the user, when its name is known and its arguments begin, or when it ends;
/// arguments that come before the name wait for it.  Their text is JSON by then: tagged values are typed by the tool's
/// schema, other notations are rewritten, and what JSON does not allow is mended.
class open_call {
public:
    [[nodiscard]] static constexpr bool is_noted(part p) noexcept { return p >= part::noted; }

    void enter(part p, call_rules const& rules, answer& out, delta_callback sink) {
        if (has_members(p, rules)) {
            return begin_value(part::value, rules, out, sink);
        }
        if (is_noted(p)) {
            argued_ = true;
            checked_ = false;
            noted_.emplace(rules.notations[index_of(p)]);
            return;
        }
        switch (p) {
        case part::name: name_.clear(); break;
        case part::id:
            id_.clear();
            in_id_ = true;
            break;
        case part::key: key_.clear(); break;
        case part::value:
        case part::text_value:
        case part::json_value: begin_value(p, rules, out, sink); break;
        case part::other: others_.push_back({std::move(key_), {}}); break;
        case part::arguments:
        case part::text_arguments:
            if (argued_) {
                others_.push_back({});  // they came before
                break;
            }
            argued_ = true;
            argues_ = true;
            checked_ = checked_ && p == part::arguments;
            break;
        default: break;
        }
    }

    /// certain  it belongs to the part however the answer goes on.  Raw text that does not may be the beginning of what
    ///          ends it: it is no part of the arguments.
    void bytes(part p, std::string_view text, bool certain, call_rules const& rules, answer& out,
               delta_callback sink) {
        if (refused_) {
            spill(text, rules.policy.unknown_tool, out, sink);
            return;
        }
        if (!begun_) {
            raw_.append(text);
        }
        if (!certain && (is_noted(p) || p == part::value || p == part::text_value || p == part::json_value)) {
            return leave_out(text, rules, out, sink);
        }
        if (has_members(p, rules)) {
            return more_value(text, out, sink);
        }
        if (is_noted(p)) {
            std::string json;
            noted_->put(text, json);
            argue(json, rules, out, sink);
            return;
        }
        switch (p) {
        case part::name:
            name_.append(text);
            if (in_id_) {
                id_.append(text);
            }
            break;
        case part::id: id_.append(text); break;
        case part::key: key_.append(text); break;
        case part::other: others_.back().text.append(text); break;
        case part::arguments:
        case part::text_arguments: {
            if (!argues_) {
                others_.back().text.append(text);
                break;
            }
            std::string plain;
            if (p == part::text_arguments) {
                escapes_.put(text, plain);
            }
            argue(p == part::arguments ? text : plain, rules, out, sink);
            break;
        }
        case part::value:
        case part::text_value:
        case part::json_value: more_value(text, out, sink); break;
        default: break;
        }
    }

    /// complete  however the answer goes on; otherwise it broke, or may have been cut off
    void leave(part p, peg::event const& e, bool complete, call_rules const& rules, answer& out,
               delta_callback sink) {
        if (refused_) {
            return;
        }
        if (has_members(p, rules)) {
            return end_value(complete, &rules.markups[index_of(p)], rules, out, sink);
        }
        if (is_noted(p)) {
            std::string json;
            if (complete) {
                noted_->close(json);
            }
            argue(json, rules, out, sink);
            return;
        }
        switch (p) {
        case part::name:
            named_ = complete;
            name_end_ = e.end;
            if (argued_ || rules.names_are_final) {
                begin(rules, out, sink);
            }
            break;
        case part::id:
            in_id_ = false;
            if (!complete) {
                id_.clear();
            }
            break;
        case part::value:
        case part::text_value:
        case part::json_value: end_value(complete, nullptr, rules, out, sink); break;
        case part::text_arguments: {
            std::string plain;
            if (complete) {
                escapes_.close(plain);
            }
            argue(plain, rules, out, sink);
            [[fallthrough]];
        }
        case part::arguments: argues_ = false; break;
        default: break;
        }
    }

    /// The call is over.  One that is not complete began only if something follows its name.
    void end(peg::event const& e, bool complete, call_rules const& rules, answer& out, delta_callback sink) {
        if (complete || e.end > name_end_) {
            begin(rules, out, sink);
        }
        if (refused_) {
            return;
        }
        if (!begun_) {
            spill(raw_, rules.policy.bad_call, out, sink);
            return;
        }
        settle_others(rules, out, sink);
        finish_text(complete, rules, out, sink);
        std::string const& arguments = out.so_far().calls.back().arguments;
        if (complete && tagged_ > 0) {
            out.argue("}", sink);
        } else if (complete && arguments.empty()) {
            out.argue("{}", sink);
        } else if (!complete && rules.policy.close_at_end) {
            close(out, sink);
        }
        bool const sound = checked_ || json::parse(arguments).has_value();
        out.end_call(complete && sound, id_, sink);
    }

    /// Ready for the next call.
    PARLANCE_DECL void reset();

private:
    /// A member that the dialect does not know.
    struct other_member {
        std::string key{};  // as JSON has it, without the quotes; empty where none is known
        std::string text{};
    };
    /// Which of them holds the arguments: the one with a usual name, or else the first that holds an object; their
    /// number where none does.
    [[nodiscard]] PARLANCE_DECL static std::size_t other_arguments(std::vector<other_member> const& all);
    /// The object that a JSON text is, or that the string holds that it is; empty where there is none.
    [[nodiscard]] PARLANCE_DECL static std::string object_in(std::string_view json);
    [[nodiscard]] PARLANCE_DECL static std::string written(other_member const& m);

    [[nodiscard]] PARLANCE_DECL static std::size_t index_of(part p) noexcept;
    [[nodiscard]] PARLANCE_DECL static bool has_members(part p, call_rules const& rules) noexcept;

    void begin(call_rules const& rules, answer& out, delta_callback sink) {
        if (begun_ || refused_ || !named_) {
            return;
        }
        std::string plain;
        unescaper name;
        name.put(name_, plain);
        name.close(plain);
        bool const known = rules.policy.accept_unknown || find_tool(rules.tools, plain) != nullptr;
        if (plain.empty() || !known) {
            refused_ = true;
            spill(raw_, known ? rules.policy.bad_call : rules.policy.unknown_tool, out, sink);
            return;
        }
        begun_ = true;
        raw_.clear();
        if (id_.empty() && !rules.made_id.empty()) {
            id_ = std::string(rules.made_id).append(std::to_string(++made_));
        }
        out.begin_call(std::move(plain), id_, sink);
        std::string early;
        early.swap(early_);
        argue(early, rules, out, sink);
    }

    /// Where no arguments came, what a member holds that the dialect does not know may be them.  What is left over is
    /// nobody's, and told as such.
    void settle_others(call_rules const& rules, answer& out, delta_callback sink) {
        std::size_t const found = argued_ ? others_.size() : other_arguments(others_);
        if (found < others_.size()) {
            checked_ = false;
            argue(object_in(others_[found].text), rules, out, sink);
        }
        std::string rest;
        for (std::size_t i = 0; i < others_.size(); ++i) {
            if (i != found) {
                rest.append(rest.empty() ? "" : ", ").append(written(others_[i]));
            }
        }
        if (!rest.empty()) {
            out.lose(rest, sink);
        }
        others_.clear();
    }

    static void spill(std::string_view text, stray_text where, answer& out, delta_callback sink) {
        if (text.empty()) {
            return;
        }
        if (where == stray_text::content) {
            out.say(text, sink);
        } else {
            out.lose(text, sink);
        }
    }

    /// More of the arguments, as JSON that may need mending.
    void argue(std::string_view text, call_rules const& rules, answer& out, delta_callback sink) {
        begin(rules, out, sink);
        if (!begun_) {
            if (!refused_) {
                early_.append(text);
            }
            return;
        }
        gate_.put(text, [&](std::string_view whole) {
            mender_.put(whole, [&](std::string_view sound) { out.argue(sound, sink); });
        });
    }
    void finish_text(bool complete, call_rules const& rules, answer& out, delta_callback sink) {
        auto const tell = [&](std::string_view sound) { out.argue(sound, sink); };
        gate_.close([&](std::string_view rest) {
            if (complete) {
                mender_.put(rest, tell);
            } else {
                leave_out(rest, rules, out, sink);
            }
        });
        mender_.close(tell);
    }
    /// Text of a call that is no part of its arguments; where it has not begun, raw_ has it.
    void leave_out(std::string_view text, call_rules const& rules, answer& out, delta_callback sink) const {
        if (begun_) {
            spill(text, rules.policy.bad_call, out, sink);
        }
    }

    /// Closes what is open, where that makes JSON of it.
    static void close(answer& out, delta_callback sink) {
        std::string_view const arguments = out.so_far().calls.back().arguments;
        std::string const ends = json::closing_of(arguments);
        if (!ends.empty() && json::parse(std::string(arguments) + ends)) {
            out.argue(ends, sink);
        }
    }

    // Tagged arguments, written as JSON as they come.

    void begin_value(part p, call_rules const& rules, answer& out, delta_callback sink) {
        argued_ = true;
        tool const* const t = find_tool(rules.tools, name_);
        type_ = p == part::text_value   ? text_type::string
                : p == part::json_value ? text_type::other
                : t != nullptr          ? type_of(t->parameters, key_)
                                        : text_type::unknown;
        held_.clear();
        // What has to be complete before its type is known is said all at once.
        argue(type_ == text_type::string ? next_key().append("\"") : std::string(), rules, out, sink);
    }
    /// What stands in front of the value at hand.
    [[nodiscard]] PARLANCE_DECL std::string next_key();
    void more_value(std::string_view text, answer& out, delta_callback sink) {
        if (type_ != text_type::string) {
            held_.append(text);
            return;
        }
        value_gate_.put(text, [&](std::string_view whole) { escape(whole, out, sink); });
    }
    void escape(std::string_view text, answer& out, delta_callback sink) {
        std::string quoted;
        json::append_quoted(quoted, utf8::is_valid(text) ? text : with_valid_utf8(text));
        tell(std::string_view(quoted).substr(1, quoted.size() - 2), out, sink);
    }
    void tell(std::string_view json, answer& out, delta_callback sink) {
        if (begun_ && !json.empty()) {
            mender_.put(json, [&](std::string_view sound) { out.argue(sound, sink); });
        } else if (!begun_) {
            early_.append(json);
        }
    }
    void end_value(bool complete, member_markup const* markup, call_rules const& rules, answer& out,
                   delta_callback sink) {
        if (!complete) {
            value_gate_.close([&](std::string_view rest) { leave_out(rest, rules, out, sink); });
            leave_out(held_, rules, out, sink);
        } else if (type_ == text_type::string) {
            value_gate_.close([&](std::string_view rest) { escape(rest, out, sink); });
            tell("\"", out, sink);
        } else if (markup == nullptr) {
            argue(next_key().append(to_json_text(held_)), rules, out, sink);
        } else {
            tool const* const t = find_tool(rules.tools, name_);
            static boost::json::value const unknown;
            nested_reader const nested(*markup, t != nullptr ? t->parameters : unknown);
            argue(next_key().append(nested.read(key_, held_)), rules, out, sink);
        }
    }

    std::string name_;
    std::string id_;
    std::string key_;
    std::string held_;  // a value that must be whole before its type is known
    std::vector<other_member> others_;
    std::string early_;  // arguments that came before the name
    std::string raw_;    // all text of a call that has not begun yet
    unescaper escapes_;
    std::optional<notation_reader> noted_;
    utf8_gate gate_;
    utf8_gate value_gate_;
    json_mender mender_;
    std::size_t made_ = 0;  // calls that got an id made for them
    std::size_t name_end_ = 0;
    std::size_t tagged_ = 0;  // arguments so far
    text_type type_ = text_type::unknown;
    bool in_id_ = false;
    bool named_ = false;
    bool argued_ = false;
    bool argues_ = false;  // in the arguments
    bool begun_ = false;
    bool refused_ = false;  // no call after all
    bool checked_ = true;   // what reads the arguments makes them JSON
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/open_call.ipp>
#endif
