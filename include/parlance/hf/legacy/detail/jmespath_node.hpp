// parlance/hf/legacy/detail/jmespath_node.hpp - the steps that a JMESPath expression is evaluated by
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/json/value.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace parlance::hf::detail {

/// What a step of an expression does.
enum class jmes_op : std::uint8_t {
    current,  // the value itself
    field,    // text
    literal,  // value
    index,    // from
    slice,    // from, to, step
    chain,    // each child on what the one before it gave
    list,     // of what the children give
    hash,     // of what the children give, under keys
    project,  // child 0 on every element of a list
    values,   // child 0 on every value of an object
    filter,   // child 0 on every element of a list for which child 1 holds
    flatten,  // lists inside a list become part of it
    either,   // the first child that holds, or the last
    both,     // the first child that does not hold, or the last
    negate,
    equal,
    unequal,
    less,
    less_equal,
    greater,
    greater_equal,
    call,       // text: the function's name
    reference,  // child 0, not evaluated
};

/// A step, with the steps inside it by their numbers.
struct jmes_node {
    jmes_op op = jmes_op::current;
    std::vector<std::uint32_t> children{};
    std::string text{};
    std::vector<std::string> keys{};
    json::value value{};
    std::optional<std::int64_t> from{};
    std::optional<std::int64_t> to{};
    std::optional<std::int64_t> step{};
    std::size_t depth = 1;  // levels of nodes from here down
};

}  // namespace parlance::hf::detail
