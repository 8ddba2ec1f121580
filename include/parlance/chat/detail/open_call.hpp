// parlance/chat/detail/open_call.hpp - a tool call while its parts arrive
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/detail/argument_keys.hpp>
#include <parlance/chat/detail/call_end.hpp>
#include <parlance/chat/detail/json_mender.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/detail/other_members.hpp>
#include <parlance/chat/detail/tagged_values.hpp>
#include <parlance/chat/detail/text_gate.hpp>
#include <parlance/chat/detail/tool_meant.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/response_policy.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/peg/event.hpp>
#include <parlance/text/function_ref.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace parlance::chat::detail {

/// Puts one call together.  It begins, for the user, when its name is known and its arguments begin, or when it ends;
/// arguments that come before the name wait for it.  Their text is JSON by then: tagged values are typed by the tool's
/// schema, other notations are rewritten, and what JSON does not allow is mended.
class open_call {
public:
    void enter(part p, call_output const& to) {
        part const kind = kind_of(p);
        if (kind == part::last_end) {
            return end_last(to);
        }
        if (is_repaired(kind)) {
            return end_.doubt();
        }
        if (is_value(kind)) {
            argued_ = true;
            in_value_ = true;
            keys_.begin_value();
            tool const* const called = find_tool(to.rules.tools, name_);
            if (kind == part::text_value && keys_.key().empty() && called != nullptr) {
                keys_.set(std::string(only_text(called->parameters)));  // raw_text
            }
            // What has to be complete before its type is known is said all at once.
            std::string const told = values_.begin(kind, keys_.key(), called);
            if (!told.empty()) {
                keys_.told();
            }
            return argue(told, to);
        }
        if (is_member(kind)) {
            return values_.enter_member(kind);
        }
        switch (kind) {
        case part::noted:
            argued_ = true;
            notes_ = true;
            end_.doubt();
            mender_ = json_mender(notation_of(p, to), parameters(to));
            break;
        case part::name: name_.clear(); break;
        case part::id:
            id_.clear();
            in_id_ = true;
            break;
        case part::key: keys_.begin(); break;
        case part::other:
            others_.begin(keys_.take());
            in_other_ = true;
            break;
        case part::unclosed: end_.leave_open(argues_ || notes_); break;
        case part::arguments:
        case part::text_arguments:
            if (argued_) {
                others_.begin({});  // they came before
                in_other_ = true;
                break;
            }
            argued_ = true;
            argues_ = true;
            if (p == part::text_arguments) {
                end_.doubt();
            }
            break;
        default: break;
        }
    }

    /// certain  it belongs to the part however the answer goes on.  Raw text that does not may be the beginning of what
    ///          ends it: it is no part of the arguments.
    void bytes(part p, std::string_view text, bool certain, call_output const& to) {
        if (not_a_call_) {
            spill(text, to.rules.policy.unknown_tool, to);
            return;
        }
        if (!begun_) {
            raw_.append(text);
        }
        part const kind = kind_of(p);
        if (is_repaired(kind)) {
            return repair(kind, to);
        }
        bool const in_value = is_value(kind) || is_member(kind);
        bool const in_notation = kind == part::noted || (kind == part::unclosed && notes_);
        if (!certain && (in_value || in_notation)) {
            leave_out(keys_.lose_with_value(), to);
            return leave_out(text, to);
        }
        if (in_value) {
            return argue(values_.more(text), to);
        }
        switch (kind) {
        case part::noted: argue(text, to); break;
        case part::name:
            name_.append(text);
            if (in_id_) {
                id_.append(text);
            }
            break;
        case part::id: id_.append(text); break;
        case part::key: keys_.append(text); break;
        case part::other: others_.append(text); break;
        case part::arguments:
        case part::unclosed:  // might have been their end
        case part::text_arguments: {
            if (!argues_) {
                if (in_other_) {
                    others_.append(text);
                }
                break;
            }
            std::string plain;
            if (p == part::text_arguments) {
                escapes_.put(text, plain);
            }
            argue(p == part::text_arguments ? plain : text, to);
            break;
        }
        default: break;
        }
    }

    /// complete  however the answer goes on; otherwise it broke, or may have been cut off
    void leave(part p, peg::event const& e, bool complete, call_output const& to) {
        if (not_a_call_) {
            return;
        }
        part const kind = kind_of(p);
        if (is_repaired(kind)) {
            return;
        }
        if (is_value(kind)) {
            in_value_ = false;
            if (complete) {
                return end_value(p, to);
            }
            undecided_ = p;
            return;
        }
        if (is_member(kind)) {
            return values_.leave_member(kind);
        }
        switch (kind) {
        case part::noted:
            notes_ = false;
            argue({}, to);
            if (begun_) {
                finish_text(complete || over_, to);
            }
            break;
        case part::name:
            named_ = complete;
            name_ = std::string(split(name_).core);
            name_end_ = e.end;
            if (argued_ || to.rules.names_are_final) {
                begin(to);
            }
            break;
        case part::id:
            in_id_ = false;
            id_ = complete ? std::string(split(id_).core) : std::string();
            break;
        case part::key: keys_.end(complete, [&] { return parameters(to); }); break;
        case part::text_arguments: {
            std::string plain;
            if (complete) {
                escapes_.close(plain);
            }
            argue(plain, to);
            [[fallthrough]];
        }
        case part::arguments: argues_ = false; [[fallthrough]];
        case part::other: in_other_ = false; break;
        default: break;
        }
    }

    /// The answer has ended in it, and this is no part of anything in it.  The beginning of a tag says nothing.
    void break_off(std::string_view text) {
        bool const tag = text.starts_with('<') && text.find_first_of("> \t\r\n") == std::string_view::npos;
        rest_ = tag ? std::string_view() : text;
    }

    /// The call is over.  One that is not complete began only if something follows its name.
    void end(peg::event const& e, bool complete, call_output const& to) {
        complete = complete || over_;
        if (complete || e.end > name_end_) {
            begin(to);
        }
        if (undecided_) {
            leave_out(keys_.lose_with_value(), to);
            leave_out(values_.held(), to);
        }
        leave_out(keys_.lose(), to);
        leave_out(rest_, to);
        if (not_a_call_) {
            return;
        }
        if (!begun_) {
            spill(raw_, to.rules.policy.bad_call, to);
            return;
        }
        bool const lost = settle_others(to);
        finish_text(complete, to);
        end_.close(complete, values_.count() > 0, to);
        bool const whole = complete && !lost && end_.is_json(to);
        to.out.end_call(whole, whole && end_.is_refused(to), id_, to.sink);
    }

    /// Ready for the next call.
    void reset() {
        std::size_t const made = made_;
        call_end end = std::move(end_);
        *this = {};
        made_ = made;
        end_ = std::move(end);
        end_.reset();
    }

private:
    /// What a part is, without its number; and what that stands for.
    [[nodiscard]] static part kind_of(part p) noexcept {
        return p >= part::bare_value ? part::bare_value : p >= part::noted ? part::noted : p;
    }
    [[nodiscard]] static bool is_value(part kind) noexcept {
        return (kind >= part::value && kind <= part::json_value) || kind == part::nested_value ||
               kind == part::bare_value;
    }
    /// Of JSON that is not quite that: something else is meant than the text.
    [[nodiscard]] static bool is_repaired(part kind) noexcept {
        return kind >= part::letter && kind <= part::unseparated;
    }
    void repair(part kind, call_output const& to) {
        std::string_view const meant = kind == part::letter        ? "\\\""
                                       : kind == part::long_quote  ? "\""
                                       : kind == part::unseparated ? ", \""
                                                                   : "";
        if (in_value_) {
            argue(values_.more(meant), to);
        } else if (argues_) {
            argue(meant, to);
        } else if (in_other_) {
            others_.append(meant);
        }
    }
    [[nodiscard]] static bool is_member(part kind) noexcept {
        return kind >= part::member && kind <= part::member_value;
    }
    [[nodiscard]] static notation const& notation_of(part p, call_output const& to) noexcept {
        return to.rules.notations[static_cast<std::size_t>(p) - static_cast<std::size_t>(kind_of(p))];
    }
    /// The parameters of the tool that is called; null where it is not known.
    [[nodiscard]] boost::json::object const* parameters(call_output const& to) const {
        tool const* const called = find_tool(to.rules.tools, begun_ ? to.call().name : name_);
        return called != nullptr ? properties_of(called->parameters) : nullptr;
    }
    void begin(call_output const& to) {
        if (begun_ || not_a_call_ || !named_) {
            return;
        }
        std::string plain;
        unescaper name;
        name.put(name_, plain);
        name.close(plain);
        if (std::string_view const meant = tool_meant(plain, to.rules.tools); !meant.empty()) {
            plain = std::string(meant);
        }
        bool const known = to.rules.policy.accept_unknown || find_tool(to.rules.tools, plain) != nullptr;
        if (plain.empty() || !known) {
            not_a_call_ = true;
            spill(raw_, known ? to.rules.policy.bad_call : to.rules.policy.unknown_tool, to);
            return;
        }
        find_id(to);
        begun_ = true;
        raw_.clear();
        if (id_.empty() && !to.rules.made_id.empty()) {
            id_ = std::string(to.rules.made_id).append(std::to_string(++made_));
        }
        to.out.begin_call(std::move(plain), id_, to.sink);
        std::string early;
        early.swap(early_);
        argue(early, to);
    }

    /// An id that the model wrote, though its dialect has none.
    void find_id(call_output const& to) {
        if (id_.empty()) {
            id_ = others_.take_id(argued_ ? nullptr : parameters(to));
        }
    }

    /// Where no arguments came, what a member holds that the dialect does not know may be them, or members that are named as
    /// the tool's arguments are one each.  What is left over is nobody's, and told as such.  Whether arguments were meant that
    /// are none.
    [[nodiscard]] bool settle_others(call_output const& to) {
        find_id(to);
        auto const [arguments, rest, lost] = others_.settle(argued_, parameters(to));
        if (!arguments.empty()) {
            end_.doubt();
            argue(arguments, to);
        }
        if (!rest.empty()) {
            to.out.lose(rest, to.sink);
        }
        others_ = {};
        return lost;
    }

    void end_value(part p, call_output const& to) {
        keys_.told();
        argue(values_.end(p, kind_of(p) == part::bare_value ? &notation_of(p, to) : nullptr), to);
    }
    /// The end of a call stands in the place of that of its last value, or of its arguments, and the answer is over.
    void end_last(call_output const& to) {
        if (not_a_call_) {
            return;
        }
        if (undecided_) {
            end_value(*undecided_, to);
            undecided_.reset();
            over_ = true;
        }
        over_ = over_ || values_.count() == 0;
    }

    static void spill(std::string_view text, stray_text where, call_output const& to) {
        if (text.empty()) {
            return;
        }
        if (where == stray_text::content) {
            to.out.say(text, to.sink);
        } else {
            to.out.lose(text, to.sink);
        }
    }

    /// More of the arguments, as JSON that may need mending.
    void argue(std::string_view text, call_output const& to) {
        begin(to);
        if (!begun_) {
            if (!not_a_call_) {
                early_.append(text);
            }
            return;
        }
        gate_.put(text, [&](std::string_view whole) { mend(whole, to); });
    }
    void finish_text(bool complete, call_output const& to) {
        gate_.close([&](std::string_view rest) {
            if (complete) {
                mend(rest, to);
            } else {
                leave_out(rest, to);
            }
        });
        if (!complete) {
            leave_out(mender_.take_held(), to);
        }
        to.out.argue_by([&](std::string& arguments) { mender_.close(arguments, complete); }, to.sink);
    }
    /// Text of a call that is no part of its arguments; where it has not begun, raw_ has it.
    void leave_out(std::string_view text, call_output const& to) const {
        if (begun_) {
            spill(text, to.rules.policy.bad_call, to);
        }
    }

    /// Tells arguments, mended.
    void mend(std::string_view text, call_output const& to) {
        to.out.argue_by([&](std::string& arguments) { mender_.put(text, arguments); }, to.sink);
    }

    std::string name_;
    std::string id_;
    argument_keys keys_;
    tagged_values values_;
    other_members others_;
    std::string early_;  // arguments that came before the name
    std::string rest_;   // of a call that breaks off
    std::string raw_;    // all text of a call that has not begun yet
    unescaper escapes_;
    utf8_gate gate_;
    json_mender mender_;
    std::size_t made_ = 0;  // calls that got an id made for them
    call_end end_{};
    std::size_t name_end_ = 0;
    bool in_id_ = false;
    bool named_ = false;
    bool argued_ = false;
    bool argues_ = false;  // in the arguments
    bool notes_ = false;   // likewise, in another notation
    bool in_value_ = false;
    bool in_other_ = false;
    bool begun_ = false;
    std::optional<part> undecided_{};  // the last value, whose end only the end of the answer shows
    bool over_ = false;                // the call is whole though the answer ended there
    bool not_a_call_ = false;          // its name is no tool's, or none
};

}  // namespace parlance::chat::detail
