// parlance/chat/detail/written_triggers.hpp - the texts that calls begin with as they are written
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/tolerance.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// What stands behind the name of a call.
[[nodiscard]] inline std::string behind_name(tool_format const& t) {
    bool const text = t.call.size() > 1 && t.call[1].is == piece::kind::text;
    return text ? t.call[1].text : notation_of(t).open;
}

/// The marker of the first argument, where nothing but white space is between it and the name.
[[nodiscard]] inline std::string_view behind_tagged_name(tool_format const& t) {
    bool const next = t.mode() == tool_mode::tag_with_tagged && t.call.size() > 1 &&
                      t.call[1].is == piece::kind::arguments && split(t.arguments.open).core.empty();
    return next ? split(t.arguments.item_open).core : std::string_view();
}

/// Text that is none of these up to the first of them is content, and is waited for.
class written_triggers {
public:
    written_triggers(format const& f, std::span<tool const> tools) : format_(&f), tools_(tools) {}

    [[nodiscard]] std::vector<std::string> const& all() const noexcept { return all_; }

    /// Whether content or reasoning may begin with a text that calls begin with.
    [[nodiscard]] bool begins_other_text(std::string_view text) const {
        return !text.empty() && (split(format_->content.start).core.starts_with(text) ||
                                 split(format_->reasoning.start).core.starts_with(text));
    }

    /// Those of a way in which only the name of a tool tells are few.
    [[nodiscard]] bool has_few(tool_format const& t) const {
        auto const bytes = [](std::vector<std::string> const& texts) {
            std::size_t sum = 0;
            for (std::string const& each : texts) {
                sum += each.size();
            }
            return sum;
        };
        std::vector<std::string> const own = named(t);
        return !own.empty() && bytes(own) + bytes(others_) <= most_bytes;
    }

    /// A way to call of the format: its own, or one that it understands besides.
    void add(tool_format const& t, bool own) {
        std::string opening(first_line(call_opening(t)));
        // Where other text begins so, all that opens calls tells, or the name.
        std::string_view const section = split(t.calls.open).core;
        if (begins_other_text(opening) && !section.empty() && !begins_other_text(section)) {
            opening = section;
        }
        // The end of the turn may begin as calls do, too: then all their text in front of the name tells.
        std::string const whole(split(t.calls.open + t.calls.item_open).core);
        if (split(format_->turn_end).core.starts_with(opening) && whole.size() > opening.size()) {
            opening = whole;
        }
        bool const name_first = !t.call.empty() && t.call.front().is == piece::kind::name;
        bool const shared = begins_other_text(opening) && name_first;
        // A bracket alone begins other answers, too.
        std::string const behind = behind_name(t);
        std::size_t bytes = tools_.size() * (opening.size() + behind.size());
        for (tool const& each : tools_) {
            bytes += each.name.size();
        }
        bool const bare = opening == "[" && name_first && bytes <= most_bytes;
        if (own && !shared && !bare) {
            all_.push_back(opening);
            return;
        }
        for (tool const& each : tools_) {
            all_.push_back(opening + each.name + (own && !bare ? std::string() : behind));
        }
    }

    /// A way that is tolerated.  Where only the name tells, all of the text up to it, and what tells that the name has
    /// ended.
    void add(tolerated_way const& one) {
        if (!one.named) {
            others_.emplace_back(first_line(call_opening(one.calls)));
            return;
        }
        std::vector<std::string> texts = named(one.calls);
        std::move(texts.begin(), texts.end(), std::back_inserter(others_));
    }

    /// All ways are known: those of tolerated ones tell where no other one does.
    void finish() {
        for (std::string& other : others_) {
            bool const known = std::any_of(all_.begin(), all_.end(),
                                           [&](std::string const& t) { return other.starts_with(t); });
            if (!known) {
                all_.push_back(std::move(other));
            }
        }
    }

private:
    /// More are too much for the expression that waits for them.
    static constexpr std::size_t most_bytes = 1024;

    /// Those of a way in which only the name of a tool tells.
    [[nodiscard]] std::vector<std::string> named(tool_format const& t) const {
        std::vector<std::string> out;
        std::string const opening(split(t.calls.open + t.calls.item_open).core);
        for (tool const& each : tools_) {
            for (std::string const& behind : behind_known_name(t, each)) {
                out.push_back(opening + each.name + behind);
            }
        }
        return out;
    }

    /// What behind the name of a tool makes a call where nothing else does, in any of these ways: no argument where there is
    /// none, and no end where some must come first.
    [[nodiscard]] static std::vector<std::string> behind_known_name(tool_format const& t,
                                                                    tool const& called) {
        std::vector<std::string> out;
        auto const* required = json::member(called.parameters, "required");
        bool const needs = required != nullptr && required->is_array() && !required->get_array().empty();
        auto const* listed = properties_of(called.parameters);
        if (t.call.size() > 1 && t.call[1].is == piece::kind::text) {
            auto const m = split(t.call[1].text);
            out.push_back(std::string(m.before).append(first_line(m.core)));
        } else if (t.mode() == tool_mode::tag_with_tagged && !split(t.arguments.open).core.empty()) {
            auto const item = split(t.arguments.item_open);
            auto const end = split(t.calls.item_close);
            std::string_view const closer = end.core.substr(0, first_closer(end.core));
            if (item.core.empty()) {
                return out;
            }
            if (listed != nullptr && !listed->empty()) {
                out.push_back(t.arguments.open + std::string(item.before).append(first_line(item.core)));
            }
            if (!needs) {
                out.push_back(t.arguments.open + std::string(closer));
            }
            if (!needs && !end.before.empty()) {
                out.push_back(t.arguments.open + std::string(end.before).append(closer));
            }
        }
        return out;
    }

    format const* format_;
    std::span<tool const> tools_;
    std::vector<std::string> all_{};
    std::vector<std::string> others_{};  // of tolerated ways
};

}  // namespace parlance::chat::detail
