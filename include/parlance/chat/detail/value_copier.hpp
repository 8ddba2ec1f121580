// parlance/chat/detail/value_copier.hpp - copies JSON into other memory, and can be stopped on the way
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/stop.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>

namespace parlance::chat::detail {

/// What is copied stays in the memory of where it goes.  From when it was asked to stop, what is left is not copied: whoever
/// goes on with that asks, too.
class value_copier {
public:
    explicit value_copier(stop_token asked) noexcept : asked_(asked) {}

    void copy(boost::json::value& to, boost::json::value const& from) {
        if (!asked_.next(rows_of_a_value)) {
            return;
        }
        if (from.is_array()) {
            append(to.emplace_array(), from.get_array());
        } else if (from.is_object()) {
            append(to.emplace_object(), from.get_object());
        } else if (from.is_string()) {
            to.emplace_string().assign(from.get_string());
        } else {
            to = from;
        }
    }
    void append(boost::json::array& to, boost::json::array const& from) {
        to.reserve(to.size() + from.size());
        for (auto item = from.begin(); item != from.end() && asked_.next(rows_of_a_value); ++item) {
            copy(to.emplace_back(nullptr), *item);
        }
    }
    void append(boost::json::object& to, boost::json::object const& from) {
        to.reserve(to.size() + from.size());
        for (auto member = from.begin(); member != from.end() && asked_.next(rows_of_a_value); ++member) {
            copy(to.emplace(member->key(), nullptr).first->value(), member->value());
        }
    }
    /// Whether to go on past what is not copied.
    [[nodiscard]] bool goes_on() { return asked_.next(); }
    /// Whether all that was wanted is there.
    [[nodiscard]] bool is_done() const noexcept { return !asked_.stopped(); }

private:
    static constexpr std::size_t rows_of_a_value = 4;

    stop_asker asked_;
};

}  // namespace parlance::chat::detail
