// parlance/hf/legacy/detail/schema_node.hpp - one node of a response schema
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/content.hpp>
#include <parlance/hf/legacy/detail/replacement.hpp>
#include <parlance/hf/legacy/jmespath.hpp>
#include <parlance/hf/regex.hpp>
#include <parlance/json/value.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace parlance::hf::detail {

enum class schema_type : std::uint8_t { any, object, array, string, integer, number, boolean };

/// How a text or a value becomes the value of a node: constant, or substitutions, pattern, iterator or key_value,
/// parser with its transform, and then what the type asks for.
struct schema_node {
    schema_type is = schema_type::any;
    std::optional<json::value> constant{};
    std::optional<json::value> otherwise{};  // "default"
    std::vector<std::pair<regex, detail::replacement>> substitutions{};
    std::optional<regex> pattern{};
    std::optional<regex> iterator{};
    std::optional<regex> key_value{};
    std::optional<content_format> parser{};
    std::optional<jmespath> transform{};
    std::vector<std::pair<std::string, std::shared_ptr<schema_node const>>> properties{};
    bool has_properties = false;
    std::vector<std::string> required{};
    std::shared_ptr<schema_node const> additional{};  // null where additional keys pass as they are
    bool drops_additional = false;
    std::shared_ptr<schema_node const> items{};
    std::vector<std::shared_ptr<schema_node const>> prefix{};
    bool has_prefix = false;
};

}  // namespace parlance::hf::detail
