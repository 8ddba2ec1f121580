// parlance/jinja/detail/vm/impl/operand_stack.ipp - definitions of what parlance/jinja/detail/vm/operand_stack.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/vm/operand_stack.hpp>
#include <parlance/jinja/detail/python/integer.hpp>
#include <parlance/jinja/detail/syntax/literal.hpp>
#include <parlance/jinja/detail/vm/attributes.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/program.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/sequence.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/jinja/options.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::jinja::detail {

operand_stack::operand_stack(program const& what, render_options const& how) : code_(what), rt_(how, what) {
    stack_.reserve(64);
}

void operand_stack::unpack(std::uint32_t count) {
    value const v = pop();
    std::size_t const bottom = stack_.size();
    stack_.resize(bottom + count);
    cursor c = iterate(v);
    value item;
    std::uint32_t n = 0;
    for (; n < count && next(rt_, c, item); ++n) {
        stack_[bottom + count - 1 - n] = item;
    }
    if (n < count) {
        value_error("not enough values to unpack (expected " + std::to_string(count) + ", got " +
                    std::to_string(n) + ")");
    }
    if (next(rt_, c, item)) {
        value_error("too many values to unpack (expected " + std::to_string(count) + ")");
    }
}

void operand_stack::make_sequence(std::uint32_t count, kind is) {
    list_node* const list = rt_.new_list(count);
    rt_.heap.copy(list->items, stack_.end() - static_cast<std::ptrdiff_t>(count), count);
    list->size = count;
    drop(count);
    push(make_list(list, is));
}

void operand_stack::make_mapping(std::uint32_t pairs) {
    auto* const d = rt_.heap.make<dict_node>();
    std::size_t const first = stack_.size() - 2 * pairs;
    for (std::size_t i = 0; i < pairs; ++i) {
        set_item(rt_, *d, stack_[first + 2 * i], stack_[first + 2 * i + 1]);
    }
    drop(2 * pairs);
    push(make_dict(d));
}

value operand_stack::big_literal(std::string_view digits) {
    std::uint32_t const base = take_base(digits);
    return big_integer::parse(rt_, digits, base).store(rt_);
}

value operand_stack::named_item(value object, value const& key) {
    if (object.is == kind::json_object) {
        value const found = member_of(rt_, *object.json_object, key.view_text());
        if (found.is != kind::missing) {
            return found;
        }
    }
    return item(rt_, object, key);
}

}  // namespace parlance::jinja::detail
