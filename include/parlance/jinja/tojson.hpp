// parlance/jinja/tojson.hpp - the filters tojson and from_json
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/runtime.hpp>
#include <parlance/jinja/value.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace parlance::jinja {

namespace detail {

/// Writes values as json.dumps does.
class json_writer {
public:
    struct style {
        bool ensure_ascii = false;
        bool sort_keys = false;
        std::optional<std::string_view> indent{};
        std::string_view item = ", ";
        std::string_view key = ": ";
    };
    json_writer(runtime& rt, style const& how) : rt_(rt), how_(how) {}

    [[nodiscard]] PARLANCE_DECL value write(value v);

private:
    PARLANCE_DECL void one(value v);

    PARLANCE_DECL void newline();

    PARLANCE_DECL void items(value v);

    [[nodiscard]] PARLANCE_DECL value key_text(value key);

    PARLANCE_DECL void members(value v);

    runtime& rt_;
    style const& how_;
    std::string out_{};
    std::size_t depth_ = 0;
    bool input_ = false;
};

/// A value of its own from a parsed document.
[[nodiscard]] PARLANCE_DECL value copied(runtime& rt, boost::json::value const& v);

}  // namespace detail

/// a: ensure_ascii, indent, separators, sort_keys
[[nodiscard]] PARLANCE_DECL value filter_tojson(runtime& rt, value v, value const* a);

[[nodiscard]] PARLANCE_DECL value filter_from_json(runtime& rt, value v);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/impl/tojson.ipp>
#endif
