// parlance/chat/detail/impl/settled_arguments.ipp - definitions of what parlance/chat/detail/settled_arguments.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/settled_arguments.hpp>
#include <parlance/chat/detail/needed_definitions.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/detail/value_copier.hpp>
#include <parlance/text/stop.hpp>
#include <boost/json/array.hpp>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

namespace parlance::chat::detail {

inline constexpr std::size_t rows_of_a_name = 16;
inline constexpr std::size_t most_schema_parts = 64;  // references may multiply them, and each is copied

/// The parts of a schema that are told by a keyword; null where there are none.
[[nodiscard]] PARLANCE_DECL boost::json::array const* parts_of(boost::json::object const& schema,
                                                               std::string_view keyword) {
    auto const* parts = schema.if_contains(keyword);
    auto const* all = parts != nullptr ? parts->if_array() : nullptr;
    return all != nullptr && !all->empty() ? all : nullptr;
}

/// Gathers properties, of a schema that leads back to itself as far as `deepest_type`, and of `most_schema_parts` at most.
class argument_gatherer {
public:
    argument_gatherer(boost::json::object const& root, stop_token stop)
        : root_(&root), asked_(stop), copier_(stop) {}

    /// combine  how two schemas of one property are put together: allOf, or anyOf
    /// Returns the names that the schema requires, sorted.
    std::vector<std::string> gather(boost::json::value const& schema, std::string_view combine,
                                    std::size_t depth = 0) {
        std::vector<std::string> required;
        auto const* s = schema.if_object();
        cut_ = cut_ || depth > deepest_type || ++parts_ > most_schema_parts;
        if (s == nullptr || cut_) {
            return required;
        }
        auto const add_required = [&](std::vector<std::string> const& more) {
            required.insert(required.end(), more.begin(), more.end());
        };
        if (auto const* target = referred(*s, *root_)) {
            add_required(gather(*target, combine, depth + 1));
        }
        if (auto const* listed = properties_of(*s)) {
            for (auto const& [name, of] : *listed) {
                if (!asked_.next(rows_of_a_name)) {
                    break;
                }
                add(name, of, combine);
            }
        }
        if (auto const* names = parts_of(*s, "required")) {
            for (auto const& name : *names) {
                if (!asked_.next(rows_of_a_name)) {
                    break;
                }
                if (name.is_string()) {
                    required.emplace_back(name.get_string());
                }
            }
        }
        for (boost::json::value const& part : each(*s, "allOf")) {
            add_required(gather(part, combine, depth + 1));
        }
        for (std::string_view const keyword : {"anyOf", "oneOf"}) {
            std::vector<std::string> common;
            bool first = true;
            for (boost::json::value const& part : each(*s, keyword)) {
                std::vector<std::string> const own = gather(part, "anyOf", depth + 1);
                if (std::exchange(first, false)) {
                    common = own;
                }
                std::erase_if(common,
                              [&](auto const& name) { return !std::ranges::binary_search(own, name); });
            }
            add_required(common);
        }
        std::ranges::sort(required);
        required.erase(std::unique(required.begin(), required.end()), required.end());
        return required;
    }

    [[nodiscard]] boost::json::object& properties() noexcept { return properties_; }
    [[nodiscard]] bool is_cut() const noexcept { return cut_; }  // there was more

private:
    [[nodiscard]] static std::span<boost::json::value const> each(boost::json::object const& schema,
                                                                  std::string_view keyword) {
        auto const* parts = parts_of(schema, keyword);
        return parts != nullptr ? std::span<boost::json::value const>(*parts)
                                : std::span<boost::json::value const>();
    }
    void add(std::string_view name, boost::json::value const& schema, std::string_view combine) {
        boost::json::value* const known = properties_.if_contains(name);
        if (known == nullptr) {
            copier_.copy(properties_.emplace(name, nullptr).first->value(), schema);
        } else if (*known != schema) {
            boost::json::array both(properties_.storage());
            both.push_back(std::move(*known));
            copier_.copy(both.emplace_back(nullptr), schema);
            *known = nullptr;
            known->emplace_object()[combine] = std::move(both);
        }
    }

    boost::json::object const* root_;
    boost::json::object properties_{};
    std::size_t parts_ = 0;
    bool cut_ = false;
    stop_asker asked_;
    value_copier copier_;
};

/// Whether a schema has more parts than its own properties.
[[nodiscard]] PARLANCE_DECL bool is_composed(boost::json::object const& schema) {
    constexpr std::string_view composing[] = {"$ref", "allOf", "anyOf", "oneOf"};
    return std::ranges::any_of(composing, [&](std::string_view key) { return schema.contains(key); });
}

std::optional<boost::json::object> settled_arguments(boost::json::value const& parameters, stop_token stop) {
    auto const* root = parameters.if_object();
    if (root == nullptr || !is_composed(*root)) {
        return std::nullopt;
    }
    argument_gatherer all(*root, stop);
    std::vector<std::string> const required = all.gather(parameters, "allOf");
    boost::json::object out{{"type", "object"}};
    out["required"] = boost::json::array(required.begin(), required.end());
    out["properties"] = std::move(all.properties());
    for (char const* const shelf : definition_shelves) {
        if (auto const* defs = parameters.get_object().if_contains(shelf)) {
            value_copier(stop).copy(out.emplace(shelf, nullptr).first->value(), *defs);
        }
    }
    return out;
}

std::vector<std::string_view> unheeded_keywords(boost::json::value const& parameters, stop_token stop) {
    constexpr std::string_view unheeded[] = {"anyOf",
                                             "oneOf",
                                             "not",
                                             "if",
                                             "const",
                                             "enum",
                                             "minProperties",
                                             "maxProperties",
                                             "propertyNames",
                                             "dependentRequired",
                                             "dependentSchemas",
                                             "dependencies",
                                             "patternProperties"};
    std::vector<std::string_view> out;
    auto const* root = parameters.if_object();
    if (root == nullptr) {
        return out;
    }
    if (is_composed(*root)) {
        argument_gatherer all(*root, stop);
        static_cast<void>(all.gather(parameters, "allOf"));
        if (all.is_cut()) {
            out.emplace_back("$ref");
            return out;
        }
    }
    constexpr std::size_t rows_of_a_part = 32;
    std::vector<boost::json::value const*> open{&parameters};
    stop_asker asked(stop);
    for (std::size_t i = 0; i < open.size() && asked.next(rows_of_a_part); ++i) {
        auto const* s = open[i]->if_object();
        if (s == nullptr || (s->contains("type") && !names_type(*s, "object"))) {
            out.emplace_back(i == 0 ? "type" : "allOf");
            continue;
        }
        std::ranges::copy_if(unheeded, std::back_inserter(out),
                             [&](std::string_view key) { return s->contains(key); });
        if (auto const* target = referred(*s, *root)) {
            open.push_back(target);
        } else if (s->contains("$ref")) {
            out.emplace_back("$ref");
        }
        if (auto const* parts = parts_of(*s, "allOf")) {
            std::ranges::transform(*parts, std::back_inserter(open), [](auto const& part) { return &part; });
        }
        // It is said of the properties of one part, and here they are one list.
        for (std::string_view const key : {"additionalProperties", "unevaluatedProperties"}) {
            auto const* more = s->if_contains(key);
            if (more != nullptr && open.size() > 2 && !(more->is_bool() && more->get_bool())) {
                out.emplace_back(key);
            }
        }
    }
    return out;
}

settled_tools::settled_tools(std::span<tool const> tools, stop_token stop) : all_(tools) {
    value_copier copier(stop);
    for (std::size_t i = 0; i < tools.size() && !stop.stop_requested(); ++i) {
        if (auto settled = settled_arguments(tools[i].parameters, stop)) {
            if (own_.empty()) {
                own_.reserve(tools.size());
                for (tool const& each : tools) {
                    own_.push_back({each.name, each.description, nullptr, each.strict});
                    copier.copy(own_.back().parameters, each.parameters);
                }
                all_ = own_;
            }
            own_[i].parameters = *std::move(settled);
        }
    }
}

}  // namespace parlance::chat::detail
