// parlance/jinja/detail/builtins/methods_container.hpp - the methods of lists and dictionaries
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/attribute_names.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cstdint>

namespace parlance::jinja::detail {

/// Where `what` is among items [first, end) of an array; -1 where it is not.
[[nodiscard]] PARLANCE_DECL std::int64_t index_in(runtime& rt, value self, value what, std::int64_t first,
                                                  std::int64_t end);

PARLANCE_DECL void sort_items(runtime& rt, list_node& items, value key_attribute, bool reverse,
                              bool fold_case);

[[nodiscard]] PARLANCE_DECL value list_method(runtime& rt, value self, attr name, call_arguments const& raw);

/// Adds what dict() and dict.update() take: a mapping or pairs, and keywords.
PARLANCE_DECL void update_dict(runtime& rt, dict_node& d, call_arguments const& args);

[[nodiscard]] PARLANCE_DECL value dict_method(runtime& rt, value self, attr name, call_arguments const& raw);

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/methods_container.ipp>
#endif
