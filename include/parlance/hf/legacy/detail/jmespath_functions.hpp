// parlance/hf/legacy/detail/jmespath_functions.hpp - the 26 functions of JMESPath
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/legacy/detail/jmespath_values.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::hf::detail {

[[nodiscard]] PARLANCE_DECL bool jmes_holds(json::value const& v) noexcept;

/// What an argument of a function may be; a bit set.
namespace jmes_type {
inline constexpr unsigned number = 1;
inline constexpr unsigned string = 2;
inline constexpr unsigned boolean = 4;
inline constexpr unsigned array = 8;
inline constexpr unsigned object = 16;
inline constexpr unsigned null = 32;
inline constexpr unsigned reference = 64;
inline constexpr unsigned numbers = 128;  // an array of nothing else
inline constexpr unsigned strings = 256;
inline constexpr unsigned any = number | string | boolean | array | object | null;
}  // namespace jmes_type

[[nodiscard]] PARLANCE_DECL bool jmes_accepts(unsigned types, json::value const& v, jmes_goes_on goes_on);

/// What a function does that goes through the items of a list, with an expression for each or without; which needs who
/// evaluates it.
enum class jmes_each : std::uint8_t { none, map, sort, max, min, join };

/// A function of JMESPath.
///
/// types     of its arguments; the last may be repeated when it is variadic
/// run       its value; precondition: the arguments are what `types` says.  None for one that goes through a list
/// each      what such a one does
/// per_byte  how many bytes a byte of its arguments' text may become
struct jmes_function {
    std::string_view name;
    std::size_t count;
    unsigned types[2];
    json::value (*run)(std::vector<json::value>& arguments, jmes_goes_on goes_on);
    jmes_each each = jmes_each::none;
    bool variadic = false;
    std::size_t per_byte = 1;
};

/// Nothing where there is no such function.
/// source  JMESPath specification, Functions Expressions
[[nodiscard]] PARLANCE_DECL jmes_function const* find_jmes_function(std::string_view name) noexcept;

/// The numbers of the keys in the order of what they are; equal ones stay in their order.  Asks `goes_on` at each step, and
/// is empty where it says no.  Precondition: all are numbers, or all are strings.
[[nodiscard]] PARLANCE_DECL vec<std::size_t> jmes_sorted(json::array const& keys, jmes_goes_on goes_on);

/// The number of the least key (wanted is -1) or of the greatest (1), the first of several.
/// Precondition: there is a key; all are numbers, or all are strings.
[[nodiscard]] PARLANCE_DECL std::size_t jmes_best(json::array const& keys, int wanted, jmes_goes_on goes_on);

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/legacy/detail/impl/jmespath_functions.ipp>
#endif
