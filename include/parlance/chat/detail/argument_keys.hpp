// parlance/chat/detail/argument_keys.hpp - the names of a call's arguments while they arrive, until something tells of them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/marker.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// A name waits for its value, and several do where all of them come first (keys_then_values).  What has none is told as what
/// is left of a broken call.
class argument_keys {
public:
    void begin() {
        if (std::exchange(waits_, false)) {
            in_front_.push_back(std::move(key_));
        }
        key_.clear();
    }
    void append(std::string_view text) { key_.append(text); }
    /// parameters()  of the tool that is called, or null
    template <class Parameters>
    void end(bool complete, Parameters const& parameters) {
        if (complete) {
            settle(parameters);
        }
        waits_ = true;
    }

    /// The one at hand: that of the value that begins, once this is so.
    [[nodiscard]] std::string const& key() const noexcept { return key_; }
    void begin_value() {
        if (next_ == in_front_.size()) {
            return;
        }
        if (waits_) {
            in_front_.push_back(std::move(key_));
        }
        key_ = std::move(in_front_[next_++]);
        waits_ = true;
    }
    /// For a value that came without.
    void set(std::string key) { key_ = std::move(key); }
    /// It is told with its value.
    void told() noexcept { waits_ = false; }
    [[nodiscard]] std::string take() {
        waits_ = false;
        return std::move(key_);
    }

    /// The one at hand where nothing has told of it, and a sign in front of what has come of its value; all of them.
    [[nodiscard]] std::string lose_with_value() {
        return std::exchange(waits_, false) ? key_ + ": " : std::string();
    }
    [[nodiscard]] std::string lose() {
        std::string out;
        for (; next_ < in_front_.size(); ++next_) {
            out.append(in_front_[next_]).push_back(' ');
        }
        return std::exchange(waits_, false) ? out.append(key_) : out;
    }

private:
    /// White space around a name and its quotes are none of it, unless an argument is called so: attributes are quoted, and
    /// models take names for such.
    template <class Parameters>
    void settle(Parameters const& parameters) {
        std::string_view core = key_;
        if (core.size() > 2 && core.front() == core.back() && (core.front() == '"' || core.front() == '\'')) {
            core = core.substr(1, core.size() - 2);
        }
        core = split(core).core;
        // Nor is what ends another thing behind a name, and nothing else: `city</arg_value>`.
        std::size_t const tag = core.find("</");
        bool const alone = tag != core.npos && core.find_first_of("<>", tag + 1) >= core.size() - 1;
        std::string_view const front = alone ? split(core.substr(0, tag)).core : core;
        boost::json::object const* const known =
            core.size() == key_.size() && front.size() == core.size() ? nullptr : parameters();
        if (known != nullptr && known->contains(key_)) {
            return;
        }
        core = known != nullptr && known->contains(front) ? front : core;
        if (core.size() != key_.size() && !core.empty()) {
            key_ = std::string(core);
        }
    }

    std::string key_;
    std::vector<std::string> in_front_;  // of it; they wait from the next one on
    std::size_t next_ = 0;
    bool waits_ = false;  // nothing has told of it
};

}  // namespace parlance::chat::detail
