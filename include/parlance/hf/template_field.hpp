// parlance/hf/template_field.hpp - a field of a response template, and what a template is made of
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/content.hpp>
#include <parlance/hf/regex.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <optional>
#include <string_view>

namespace parlance::hf {

/// What a property of a response schema says about its regions, for which the language of templates has no words.
///
/// first   of several regions the first counts: later ones are text like any other
/// closed  a region that the text leaves open counts for nothing, and what is in it is read as if it were not there
/// head    the group of `open` with which the region's text begins; 0 where it begins behind the delimiter
/// value   reads the region's text, in the place of `content` and `transform`; what is wrong is added to the list
struct schema_region {
    bool first = false;
    bool closed = false;
    std::size_t head = 0;
    std::function<json::value(std::string_view, std::vector<diagnostic>&)> value{};
};

/// A field of a template: what opens and closes its regions, and what their text becomes.
///
/// open       nothing for the implicit field, which takes what stands outside all regions
/// close      nothing when only the end of the text, or the next region, ends it
/// join       with repeats: texts become one text, with this between; else a list
/// transform  a value in which "{name}" stands for a group of `open`, and "{content}" for the value
/// legacy     of a response schema's property; absent in templates that were loaded
struct template_field {
    std::string name;
    std::optional<regex> open{};
    std::optional<regex> close{};
    content_format content{};
    bool repeats = false;
    bool optional = true;
    std::optional<std::string> join{};
    std::optional<json::value> transform{};
    bool transform_each = false;
    std::optional<schema_region> legacy{};
};

namespace detail {

/// What a response template is made of.
///
/// implicit  index of the field without `open`, or none
/// anchor    behind its last match a prompt belongs to the answer; without one nothing of a prompt does
struct template_parts {
    static constexpr std::size_t none = static_cast<std::size_t>(-1);
    json::object defaults{};
    std::vector<template_field> fields{};
    std::size_t implicit = none;
    std::optional<regex> anchor{};
};

}  // namespace detail

}  // namespace parlance::hf
