// parlance/chat/detail/request_node.hpp - a value in the body of a request, and where it stands
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// What readers throw and read_request() catches.
struct refused_request {
    diagnostic why;
};

/// One reading of a body.
///
/// asked   the keys of all its members that were asked for
/// unread  what was not, inside of members, by its path
/// stop    asked for every item of a list
struct request_reading {
    std::vector<std::string> asked;
    std::vector<std::string> unread;
    stop_token stop;
};

class request_items;

/// A value with its JSON Pointer; absent and null are the same.  What is asked of it that it is not is refused.
class request_node {
public:
    /// The reading must outlive the node.
    request_node(boost::json::value const* v, std::string path, request_reading& reading)
        : value_(v != nullptr && v->is_null() ? nullptr : v), path_(std::move(path)), reading_(&reading) {}

    explicit operator bool() const noexcept { return value_ != nullptr; }
    [[nodiscard]] std::string const& path() const noexcept { return path_; }

    [[nodiscard]] boost::json::value const& value() const noexcept { return *value_; }
    /// The same in memory of its own; null where it is absent.
    [[nodiscard]] PARLANCE_DECL boost::json::value copy() const;
    [[nodiscard]] bool is_string() const noexcept { return value_ != nullptr && value_->is_string(); }
    [[nodiscard]] bool is_array() const noexcept { return value_ != nullptr && value_->is_array(); }
    [[nodiscard]] bool is_object() const noexcept { return value_ != nullptr && value_->is_object(); }

    /// The keys of members of the body that nobody has asked for, then what add_unread() noted.
    [[nodiscard]] PARLANCE_DECL std::vector<std::string> unread() const;
    /// Notes the members that are none of these.  What is no object has none; null says nothing, and neither does a hint for
    /// caches.
    PARLANCE_DECL void add_unread(std::initializer_list<std::string_view> known) const;
    /// Absent where this is.
    [[nodiscard]] PARLANCE_DECL request_node member(std::string_view key) const;
    [[nodiscard]] PARLANCE_DECL boost::json::object const& object() const;
    /// The items of a list, none where it is absent; each is made when it is come to.
    [[nodiscard]] PARLANCE_DECL request_items items() const;
    [[nodiscard]] PARLANCE_DECL std::string text() const;
    [[nodiscard]] PARLANCE_DECL bool boolean() const;
    [[nodiscard]] PARLANCE_DECL std::size_t count() const;

    /// The same, or this where it is absent.
    [[nodiscard]] std::string text_or(std::string_view other) const {
        return value_ != nullptr ? text() : std::string(other);
    }
    [[nodiscard]] bool boolean_or(bool other) const { return value_ != nullptr ? boolean() : other; }

    /// What it has under `type`, or another key.
    [[nodiscard]] std::string type(std::string_view key = "type") const { return member(key).text_or({}); }

    [[noreturn]] PARLANCE_DECL void refuse(std::string_view why, errc code = errc::invalid_message) const;

private:
    friend class request_items;

    boost::json::value const* value_;
    std::string path_;
    request_reading* reading_;
};

/// For loops only.  The list's node must outlive it.
class request_items {
public:
    struct iterator {
        request_node const* list;
        std::size_t at;
        [[nodiscard]] PARLANCE_DECL request_node operator*() const;
        iterator& operator++() noexcept { return ++at, *this; }
        friend bool operator==(iterator const& a, iterator const& b) noexcept { return a.at == b.at; }
    };
    request_items(request_node const& list, std::size_t size) noexcept : list_(&list), size_(size) {}
    [[nodiscard]] iterator begin() const noexcept { return {list_, 0}; }
    [[nodiscard]] iterator end() const noexcept { return {list_, size_}; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// Makes room for as many, so that what is read does not move again and again; for so many only as do not matter where
    /// the list is not what it should be.
    template <class T>
    void make_room(std::vector<T>& out) const {
        constexpr std::size_t most = 1u << 16;
        out.reserve(out.size() + (std::min)(size_, most));
    }

private:
    request_node const* list_;
    std::size_t size_;
};

/// Runs a reader over a body; what it refuses becomes an error, and so does a stop.
template <class T, class Read>
[[nodiscard]] result<T> read_request(boost::json::value const& body, stop_token stop, Read const& read) {
    request_reading reading{{}, {}, stop};
    try {
        return read(request_node(&body, {}, reading));
    } catch (refused_request const& r) {
        return r.why;
    }
}

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/request_node.ipp>
#endif
