// parlance/chat/detail/request_node.hpp - a value in the body of a request, and where it stands
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// What readers throw and read_request() catches.
struct refused_request {
    diagnostic why;
};

/// A value with its JSON Pointer; absent and null are the same.  What is asked of it that it is not is refused.
class request_node {
public:
    /// asked  the keys of all members that are asked for are noted there
    request_node(boost::json::value const* v, std::string path, std::vector<std::string>* asked = nullptr)
        : value_(v != nullptr && v->is_null() ? nullptr : v), path_(std::move(path)), asked_(asked) {}

    explicit operator bool() const noexcept { return value_ != nullptr; }
    [[nodiscard]] std::string const& path() const noexcept { return path_; }

    [[nodiscard]] boost::json::value const& value() const noexcept { return *value_; }
    [[nodiscard]] bool is_string() const noexcept { return value_ != nullptr && value_->is_string(); }
    [[nodiscard]] bool is_array() const noexcept { return value_ != nullptr && value_->is_array(); }
    [[nodiscard]] bool is_object() const noexcept { return value_ != nullptr && value_->is_object(); }

    /// The keys of members that nobody has asked for.
    [[nodiscard]] PARLANCE_DECL std::vector<std::string> unread() const;
    [[nodiscard]] PARLANCE_DECL request_node member(std::string_view key) const;
    [[nodiscard]] PARLANCE_DECL boost::json::object const& object() const;
    [[nodiscard]] PARLANCE_DECL std::vector<request_node> items() const;
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
    boost::json::value const* value_;
    std::string path_;
    std::vector<std::string>* asked_;
};

/// Runs a reader over a body; what it refuses becomes an error.
template <class T, class Read>
[[nodiscard]] result<T> read_request(boost::json::value const& body, Read const& read) {
    std::vector<std::string> asked;
    try {
        return read(request_node(&body, {}, &asked));
    } catch (refused_request const& r) {
        return r.why;
    }
}

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/request_node.ipp>
#endif
