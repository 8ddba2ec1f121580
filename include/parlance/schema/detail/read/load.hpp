// parlance/schema/detail/read/load.hpp - what each keyword of a schema puts into its node
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/decl.hpp>
#include <string_view>

namespace parlance::schema::detail {

/// A keyword that asserts something, and the first and last draft that know it.
struct keyword {
    std::string_view name;
    draft from;
    draft to;
};

inline constexpr keyword known_keywords[] = {
    {"type", draft::d4, draft::d2020},
    {"enum", draft::d4, draft::d2020},
    {"const", draft::d6, draft::d2020},
    {"properties", draft::d4, draft::d2020},
    {"required", draft::d4, draft::d2020},
    {"additionalProperties", draft::d4, draft::d2020},
    {"patternProperties", draft::d4, draft::d2020},
    {"propertyNames", draft::d6, draft::d2020},
    {"minProperties", draft::d4, draft::d2020},
    {"maxProperties", draft::d4, draft::d2020},
    {"dependencies", draft::d4, draft::d2020},  // compatibility, from 2019-09 on
    {"dependentRequired", draft::d2019, draft::d2020},
    {"dependentSchemas", draft::d2019, draft::d2020},
    {"items", draft::d4, draft::d2020},
    {"prefixItems", draft::d2020, draft::d2020},
    {"additionalItems", draft::d4, draft::d2019},
    {"minItems", draft::d4, draft::d2020},
    {"maxItems", draft::d4, draft::d2020},
    {"uniqueItems", draft::d4, draft::d2020},
    {"contains", draft::d6, draft::d2020},
    {"minContains", draft::d2019, draft::d2020},
    {"maxContains", draft::d2019, draft::d2020},
    {"unevaluatedItems", draft::d2019, draft::d2020},
    {"unevaluatedProperties", draft::d2019, draft::d2020},
    {"minLength", draft::d4, draft::d2020},
    {"maxLength", draft::d4, draft::d2020},
    {"pattern", draft::d4, draft::d2020},
    {"format", draft::d4, draft::d2020},
    {"minimum", draft::d4, draft::d2020},
    {"maximum", draft::d4, draft::d2020},
    {"exclusiveMinimum", draft::d4, draft::d2020},
    {"exclusiveMaximum", draft::d4, draft::d2020},
    {"multipleOf", draft::d4, draft::d2020},
    {"anyOf", draft::d4, draft::d2020},
    {"oneOf", draft::d4, draft::d2020},
    {"allOf", draft::d4, draft::d2020},
    {"not", draft::d4, draft::d2020},
    {"if", draft::d7, draft::d2020},
    {"then", draft::d7, draft::d2020},
    {"else", draft::d7, draft::d2020},
    {"$ref", draft::d4, draft::d2020},
    {"$dynamicRef", draft::d2020, draft::d2020},
    {"$recursiveRef", draft::d2019, draft::d2019},
    {"nullable", draft::d4, draft::d2020},
};

[[nodiscard]] constexpr keyword const* find_keyword(std::string_view name) noexcept {
    for (keyword const& k : known_keywords) {
        if (k.name == name) {
            return &k;
        }
    }
    return nullptr;
}

/// The keyword that `name`, which is none, may be meant as; empty where no one is spelled alike.
[[nodiscard]] PARLANCE_DECL std::string_view misspelled_keyword(std::string_view name);

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/read/impl/load.ipp>
#endif
