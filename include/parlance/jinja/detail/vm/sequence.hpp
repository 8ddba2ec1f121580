// parlance/jinja/detail/vm/sequence.hpp - containers: length, items, iteration, dictionaries
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/maybe.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <optional>
#include <string_view>

namespace parlance::jinja {

/// The place of an iteration over anything iterable.
struct cursor {
    value of{};
    std::int64_t at = 0;
};

/// A lazy sequence: `advance` computes the next item from `source` and its own fields.
///
/// argument   what the operation was given: a filter's or test's extra arguments, an attribute path
/// number     of the filter or test applied to each item
struct generator_node {
    bool (*advance)(runtime&, generator_node&, value& out) = nullptr;
    cursor source{};
    value argument{};
    value fallback{};
    list_node* extra = nullptr;
    std::uint16_t number = 0;
    bool negated = false;
    bool by_attribute = false;
    std::uint32_t depth = 0;  // of generators inside
    std::string_view name{};  // how repr() calls it
};

[[nodiscard]] PARLANCE_DECL value wrap(runtime& rt, boost::json::value const& v);

[[nodiscard]] inline bool is_list(value v) noexcept { return v.is == kind::list || v.is == kind::json_array; }
[[nodiscard]] inline bool is_array(value v) noexcept { return is_list(v) || v.is == kind::tuple; }
[[nodiscard]] PARLANCE_DECL bool is_mapping(value v) noexcept;
[[nodiscard]] PARLANCE_DECL bool is_number(value v) noexcept;

/// Items of a list, tuple, dict or range.
[[nodiscard]] PARLANCE_DECL std::size_t count_of(value v) noexcept;

/// Item `i` of a list, tuple or range; i < count_of(v).
[[nodiscard]] PARLANCE_DECL value item_at(runtime& rt, value v, std::size_t i);

/// Code points in a text: bytes that do not continue one.
[[nodiscard]] PARLANCE_DECL std::size_t code_points(std::string_view s) noexcept;
/// The same for a text that was paid for: in parts, with looks in between.
[[nodiscard]] PARLANCE_DECL std::size_t code_points(runtime& rt, std::string_view s);
/// The same, paid for.
[[nodiscard]] PARLANCE_DECL std::size_t counted(runtime& rt, std::string_view s);
/// Bytes of the code point at `at`, stray continuation bytes included.
[[nodiscard]] PARLANCE_DECL std::size_t code_point_length(std::string_view s, std::size_t at) noexcept;

/// len(); nullopt for what has none.
[[nodiscard]] PARLANCE_DECL std::optional<std::size_t> length_of(runtime& rt, value v);

// dictionaries

[[nodiscard]] PARLANCE_DECL bool equal(runtime& rt, value a, value b);
/// Throws a type fault for what cannot be a key.
[[nodiscard]] PARLANCE_DECL std::uint64_t hash_of(runtime& rt, value v);

[[nodiscard]] PARLANCE_DECL dict_entry* find_entry(runtime& rt, dict_node& d, value key, std::uint64_t hash);

/// Sets a key, at the end when it is new.
PARLANCE_DECL void set_item(runtime& rt, dict_node& d, value key, value item);

PARLANCE_DECL void erase_entry(runtime& rt, dict_node& d, dict_entry* e);

/// The value of a member of the context; missing when there is none.
[[nodiscard]] PARLANCE_DECL value member_of(runtime& rt, boost::json::object const& o, std::string_view name);

/// The value of a key in a dict or JSON object, if it is there.
[[nodiscard]] PARLANCE_DECL maybe<value> find_item(runtime& rt, value mapping, value key);

[[nodiscard]] PARLANCE_DECL value key_at(runtime& rt, value mapping, std::size_t i);
[[nodiscard]] PARLANCE_DECL value item_of_entry(runtime& rt, value mapping, std::size_t i);

[[nodiscard]] PARLANCE_DECL value make_view(runtime& rt, kind is, value mapping);

// iteration

/// Whether iter() works.
[[nodiscard]] PARLANCE_DECL bool is_iterable(value v) noexcept;

PARLANCE_DECL bool next_of_loop(runtime& rt, loop_node& loop, value& out);

/// Begins an iteration.  Throws a type fault for what is not iterable.
[[nodiscard]] PARLANCE_DECL cursor iterate(value v);

/// The next item; false at the end.
PARLANCE_DECL bool next(runtime& rt, cursor& c, value& out);

/// list(v)
/// Turns a list round.
PARLANCE_DECL void reverse(runtime& rt, list_node& list);

[[nodiscard]] PARLANCE_DECL list_node* list_of(runtime& rt, value v);

/// A generator over items that are already there.
[[nodiscard]] PARLANCE_DECL value generator_of(runtime& rt, value items, std::string_view name);

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/vm/impl/sequence.ipp>
#endif
