// parlance/hf/legacy/detail/schema_template.hpp - the response template that a response schema is, where it is one
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/content.hpp>
#include <parlance/hf/legacy/detail/schema_node.hpp>
#include <parlance/hf/legacy/detail/schema_reading.hpp>
#include <parlance/hf/legacy/detail/schema_shape.hpp>
#include <parlance/hf/detail/template_loader.hpp>
#include <parlance/hf/legacy/jmespath.hpp>
#include <parlance/hf/regex.hpp>
#include <parlance/hf/response_template.hpp>
#include <parlance/hf/template_field.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::hf::detail {

/// Turns the properties of a schema's root into fields.  Each has to be a constant, or a region by its x-regex or
/// x-regex-iterator; what a region's text becomes is then the node's own business.
class schema_converter {
public:
    schema_converter(limits const& bounds, work& looks) : bounds_(bounds.without_stop()), looks_(looks) {}

    /// Nothing where one property, or the root, is something else, or where it was asked to stop, as the meter says.
    [[nodiscard]] std::optional<response_template> convert(schema_node const& root) {
        if (fields(root)) {
            return response_template(std::move(out_));
        }
        for (; !out_.fields.empty(); out_.fields.pop_back()) {
            static_cast<void>(looks_.spend(steps_of_a_field));
        }
        return std::nullopt;
    }

private:
    static constexpr std::uint64_t steps_of_a_field = 2'000;
    static constexpr std::uint64_t steps_of_a_byte = 100;  // of a pattern

    [[nodiscard]] bool fields(schema_node const& root) {
        if (root.is != schema_type::object || root.constant || !root.has_properties || reads_text(root) ||
            root.parser) {
            return false;
        }
        for (auto const& [name, child] : root.properties) {
            if (!looks_.spend(steps_of_a_field)) {
                return false;
            }
            if (child->constant) {
                out_.defaults[name] = *child->constant;
            } else if (!add(name, child)) {
                return false;
            }
        }
        hash_map<std::string_view, bool> needed;
        for (std::string const& name : root.required) {
            if (!looks_.spend(steps_of_a_byte) || !needed.make_room(looks_)) {
                return false;
            }
            needed.try_emplace(std::string_view(name), true);
        }
        for (template_field& f : out_.fields) {
            f.optional = !needed.contains(f.name);
        }
        return !out_.fields.empty();
    }

    static bool reads_text(schema_node const& n) noexcept {
        return !n.substitutions.empty() || n.pattern || n.iterator || n.key_value;
    }

    bool add(std::string const& name, std::shared_ptr<schema_node const> const& child) {
        bool const many = child->iterator.has_value();
        bool const one = child->pattern.has_value();
        if (one == many || !child->substitutions.empty() ||
            (many && (child->parser || child->has_prefix || child->key_value))) {
            return false;
        }
        std::string_view const source = (one ? *child->pattern : *child->iterator).source();
        auto const shape = schema_shape_reader(source).read();
        if (!shape || !looks_.spend(steps_of_a_byte * source.size())) {
            return false;
        }
        template_field f;
        f.name = name;
        f.repeats = many;
        f.open = compiled(shape->open);
        if (!shape->close.empty()) {
            f.close = compiled(shape->close);
        }
        std::shared_ptr<schema_node const> const inside = one ? child : child->items;
        describe(f, inside.get(), one);
        f.legacy = schema_region{
            one, !shape->at_end, shape->head ? std::size_t{1} : 0,
            [inside, one, bounds = bounds_](std::string_view text, std::vector<diagnostic>& wrong) {
                schema_reading r{false, bounds};
                r.matched = one ? inside.get() : nullptr;
                json::value v = boost::json::string(text);
                if (inside != nullptr) {
                    v = r.read(*inside, v);
                }
                wrong = std::move(r.wrong);
                return v;
            }};
        out_.fields.push_back(std::move(f));
        return true;
    }

    /// Parts of a pattern that is known to be right are right themselves.
    [[nodiscard]] regex compiled(std::string const& pattern) const {
        return regex::compile(pattern, bounds_).value();
    }

    /// What can be said of the value before its text is complete: that it is the text; or that it is the JSON of a
    /// call, whose name and arguments can be followed.  `matched`: what its pattern finds.
    static void describe(template_field& f, schema_node const* inside, bool matched) {
        bool const reads = inside != nullptr &&
                           (matched ? !inside->substitutions.empty() || inside->iterator || inside->key_value
                                    : reads_text(*inside));
        bool const text =
            inside == nullptr || ((inside->is == schema_type::string || inside->is == schema_type::any) &&
                                  !reads && !inside->parser);
        f.content.strip = false;
        f.content.kind = text ? content_kind::text : content_kind::json;
        if (inside == nullptr || !inside->parser || reads || !inside->transform ||
            inside->transform->source() != wrapped_call) {
            f.content.allow_non_json = !text;  // nothing can be followed
            return;
        }
        f.content = *inside->parser;
        f.transform = json::object{{"type", "function"}, {"function", "{content}"}};
    }
    static constexpr std::string_view wrapped_call = "{type: 'function', function: @}";

    limits bounds_;
    work& looks_;
    template_parts out_;
};

}  // namespace parlance::hf::detail
