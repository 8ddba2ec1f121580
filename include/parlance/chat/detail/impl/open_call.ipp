// parlance/chat/detail/impl/open_call.ipp - definitions of what parlance/chat/detail/open_call.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/open_call.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/json/value.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/partial.hpp>
#include <algorithm>

namespace parlance::chat::detail {

void open_call::reset() {
    std::size_t const made = made_;
    *this = {};
    made_ = made;
}

std::string_view open_call::tool_meant(std::string_view name, std::span<tool const> tools) noexcept {
    constexpr std::string_view front = "functions.";
    if (find_tool(tools, name) != nullptr) {
        return {};
    }
    name.remove_prefix(name.starts_with(front) ? front.size() : 0);
    std::size_t const colon = name.find_last_not_of("0123456789");
    bool const numbered = colon != std::string_view::npos && colon + 1 < name.size() && name[colon] == ':';
    for (std::string_view const meant : {name, name.substr(0, numbered ? colon : 0)}) {
        if (find_tool(tools, meant) != nullptr) {
            return meant;
        }
    }
    return {};
}

part open_call::kind_of(part p) noexcept {
    return p >= part::bare_value ? part::bare_value : p >= part::noted ? part::noted : p;
}

notation const& open_call::notation_of(part p, call_output const& to) noexcept {
    return to.rules.notations[static_cast<std::size_t>(p) - static_cast<std::size_t>(kind_of(p))];
}

nested_member::extent& open_call::edges(part p) noexcept {
    nested_member& m = members_[open_.back()];
    return p == part::member ? m.whole : p == part::member_name ? m.name : m.text;
}

std::string open_call::next_key() {
    return (tagged_++ == 0 ? "{" : ", ") + json::quoted(with_valid_utf8(key_)) + ": ";
}

void open_call::enter(part p, call_output const& to) {
    switch (kind_of(p)) {
    case part::noted:
        argued_ = true;
        checked_ = false;
        mender_ = json_mender(notation_of(p, to));
        break;
    case part::bare_value: begin_value(part::json_value, to); break;
    case part::nested_value:
        members_.clear();
        open_.clear();
        begin_value(part::value, to);
        break;
    case part::member:
        open_.push_back(members_.size());
        members_.emplace_back();
        [[fallthrough]];
    case part::member_name:
    case part::member_value: edges(p).begin = held_.size(); break;
    case part::name: name_.clear(); break;
    case part::id:
        id_.clear();
        in_id_ = true;
        break;
    case part::key: key_.clear(); break;
    case part::value:
    case part::text_value:
    case part::json_value: begin_value(p, to); break;
    case part::other: others_.begin(std::move(key_)); break;
    case part::arguments:
    case part::text_arguments:
        if (argued_) {
            others_.begin({});  // they came before
            break;
        }
        argued_ = true;
        argues_ = true;
        checked_ = checked_ && p == part::arguments;
        break;
    default: break;
    }
}

void open_call::bytes(part p, std::string_view text, bool certain, call_output const& to) {
    if (refused_) {
        spill(text, to.rules.policy.unknown_tool, to);
        return;
    }
    if (!begun_) {
        raw_.append(text);
    }
    if (!certain &&
        (p >= part::nested_value || p == part::value || p == part::text_value || p == part::json_value)) {
        return leave_out(text, to);
    }
    switch (kind_of(p)) {
    case part::noted: argue(text, to); break;
    case part::name:
        name_.append(text);
        if (in_id_) {
            id_.append(text);
        }
        break;
    case part::id: id_.append(text); break;
    case part::key: key_.append(text); break;
    case part::other: others_.append(text); break;
    case part::arguments:
    case part::text_arguments: {
        if (!argues_) {
            others_.append(text);
            break;
        }
        std::string plain;
        if (p == part::text_arguments) {
            escapes_.put(text, plain);
        }
        argue(p == part::arguments ? text : plain, to);
        break;
    }
    case part::bare_value:
    case part::nested_value:
    case part::member:
    case part::member_name:
    case part::member_value:
    case part::value:
    case part::text_value:
    case part::json_value: more_value(text, to); break;
    default: break;
    }
}

void open_call::leave(part p, peg::event const& e, bool complete, call_output const& to) {
    if (refused_) {
        return;
    }
    switch (kind_of(p)) {
    case part::noted:
        argue({}, to);
        finish_text(complete, to);
        break;
    case part::bare_value:
        if (std::string json = complete ? json_of(held_, notation_of(p, to)) : std::string(); !json.empty()) {
            held_ = std::move(json);
        }
        end_value(p, complete, to);
        break;
    case part::member:
    case part::member_name:
    case part::member_value:
        edges(p).end = held_.size();
        open_.resize(open_.size() - (p == part::member ? 1 : 0));
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
        if (!complete) {
            id_.clear();
        }
        break;
    case part::key:
        if (key_.size() > 2 && key_.front() == key_.back() && (key_.front() == '"' || key_.front() == '\'')) {
            key_ = key_.substr(1, key_.size() - 2);  // attributes are quoted, and models take names for such
        }
        break;
    case part::nested_value:
    case part::value:
    case part::text_value:
    case part::json_value: end_value(p, complete, to); break;
    case part::text_arguments: {
        std::string plain;
        if (complete) {
            escapes_.close(plain);
        }
        argue(plain, to);
        [[fallthrough]];
    }
    case part::arguments: argues_ = false; break;
    default: break;
    }
}

void open_call::end(peg::event const& e, bool complete, call_output const& to) {
    if (complete || e.end > name_end_) {
        begin(to);
    }
    if (refused_) {
        return;
    }
    if (!begun_) {
        spill(raw_, to.rules.policy.bad_call, to);
        return;
    }
    settle_others(to);
    finish_text(complete, to);
    std::string const& arguments = to.out.so_far().calls.back().arguments;
    if (complete && tagged_ > 0) {
        to.out.argue("}", to.sink);
    } else if (complete && arguments.empty()) {
        to.out.argue("{}", to.sink);
    } else if (!complete && to.rules.policy.close_at_end) {
        close(to);
    }
    bool const sound = checked_ || json::parse(arguments).has_value();
    to.out.end_call(complete && sound, id_, to.sink);
}

void open_call::begin(call_output const& to) {
    if (begun_ || refused_ || !named_) {
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
        refused_ = true;
        spill(raw_, known ? to.rules.policy.bad_call : to.rules.policy.unknown_tool, to);
        return;
    }
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

void open_call::settle_others(call_output const& to) {
    tool const* const called = find_tool(to.rules.tools, to.out.so_far().calls.back().name);
    auto const [arguments, rest] =
        others_.settle(argued_, called != nullptr ? properties_of(called->parameters) : nullptr);
    if (!arguments.empty()) {
        checked_ = false;
        argue(arguments, to);
    }
    if (!rest.empty()) {
        to.out.lose(rest, to.sink);
    }
    others_ = {};
}

void open_call::spill(std::string_view text, stray_text where, call_output const& to) {
    if (text.empty()) {
        return;
    }
    if (where == stray_text::content) {
        to.out.say(text, to.sink);
    } else {
        to.out.lose(text, to.sink);
    }
}

void open_call::argue(std::string_view text, call_output const& to) {
    begin(to);
    if (!begun_) {
        if (!refused_) {
            early_.append(text);
        }
        return;
    }
    gate_.put(text, [&](std::string_view whole) { mend(whole, to); });
}

void open_call::finish_text(bool complete, call_output const& to) {
    gate_.close([&](std::string_view rest) {
        if (complete) {
            mend(rest, to);
        } else {
            leave_out(rest, to);
        }
    });
    std::string held;
    mender_.close(held, complete);
    if (!held.empty()) {
        to.out.argue(held, to.sink);
    }
}

void open_call::leave_out(std::string_view text, call_output const& to) const {
    if (begun_) {
        spill(text, to.rules.policy.bad_call, to);
    }
}

void open_call::close(call_output const& to) {
    std::string_view const arguments = to.out.so_far().calls.back().arguments;
    std::string const ends = json::closing_of(arguments);
    if (!ends.empty() && json::parse(std::string(arguments) + ends)) {
        to.out.argue(ends, to.sink);
    }
}

void open_call::begin_value(part p, call_output const& to) {
    argued_ = true;
    tool const* const t = find_tool(to.rules.tools, name_);
    type_ = p == part::text_value   ? text_type::string
            : p == part::json_value ? text_type::other
            : t != nullptr          ? type_of(t->parameters, key_)
                                    : text_type::unknown;
    held_.clear();
    // What has to be complete before its type is known is said all at once.
    argue(type_ == text_type::string ? next_key().append("\"") : std::string(), to);
}

void open_call::more_value(std::string_view text, call_output const& to) {
    if (type_ != text_type::string) {
        held_.append(text);
        return;
    }
    std::string quoted;  // the rest of what JSON does not allow is mended
    for (char const c : text) {
        quoted.append(c == '"' || c == '\\' ? "\\" : "").push_back(c);
    }
    argue(quoted, to);
}

void open_call::mend(std::string_view text, call_output const& to) {
    std::string sound;
    mender_.put(text, sound);
    if (!sound.empty()) {
        to.out.argue(sound, to.sink);
    }
}

void open_call::end_value(part p, bool complete, call_output const& to) {
    if (!complete) {
        leave_out(held_, to);
    } else if (type_ == text_type::string) {
        argue("\"", to);
    } else if (p != part::nested_value) {
        argue(next_key().append(to_json_text(held_)), to);
    } else {
        tool const* const t = find_tool(to.rules.tools, name_);
        static boost::json::value const unknown;
        nested_reader const nested(held_, members_, t != nullptr ? t->parameters : unknown);
        argue(next_key().append(nested.read(key_)), to);
    }
}

}  // namespace parlance::chat::detail
