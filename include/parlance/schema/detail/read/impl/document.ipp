// parlance/schema/detail/read/impl/document.ipp - definitions of what parlance/schema/detail/read/document.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/schema/detail/read/dynamic_scope.hpp>
#include <parlance/schema/detail/read/fingerprint.hpp>
#include <parlance/schema/detail/read/pointer.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

result<document> document::make(boost::json::value const& root, limits const& bounds,
                                document_source const& others) {
    work spent(bounds);
    return make(root, bounds, others, spent);
}

result<document> document::make(boost::json::value const& root, limits const& bounds,
                                document_source const& others, work& spent) {
    document out(bounds, spent);
    result<void> const done = out.read(root, others);
    spent = out.spent_;
    if (!done) {
        work looks(bounds.stop);
        static_cast<void>(out.free(looks));
        return done.error();
    }
    return out;
}

result<void> document::read(boost::json::value const& root, document_source const& others) {
    add("", root, draft::any);
    std::size_t documents = 0;
    for (std::size_t i = 0; others && i < wanted_.size() && !too_deep_; ++i) {
        auto const [from, reference] = wanted_[i];
        maybe<std::string> const uri = names_.resolve(from, reference, spent_);
        if (!uri || names_.knows(*uri)) {
            continue;
        }
        boost::json::value const* const other = others(*uri);
        if (other == nullptr) {
            continue;  // refused where it is used
        }
        if (++documents > most_documents) {
            return diagnostic{errc::out_of_fuel, {}, 0, "too many documents"};
        }
        add(*uri, *other, names_[0].version);
    }
    if (spent_.why() != errc::none) {
        return spent_.error("schema");
    }
    if (too_deep_) {
        return diagnostic{errc::nested_too_deep, {}, 0, "schema"};
    }
    if (auto const* const whole = prints_.find(&root); refers_ && whole != nullptr) {
        whole_ = whole->value;  // a reference means something in its own document only
    }
    return refers_dynamically_ ? trace_dynamic() : result<void>();
}

fingerprint document::print_of(boost::json::value const& v, scope_id in) const {
    auto const* const at = prints_.find(&v);
    fingerprint const print = at == nullptr ? fingerprint{} : at->value;
    if (!whole_ && in == no_scope) {
        return print;
    }
    fingerprint_hash out;
    out.add(print);
    out.add(whole_ ? *whole_ : fingerprint{});
    scopes_.add_to(out, in);
    return out.finish();
}

scope_id document::inside(scope_id outer, boost::json::value const& part) {
    if (!scopes_.any() || !part.is_object()) {
        return no_scope;
    }
    return scopes_.inside(outer, &part.get_object(), names_.resource_of(part.get_object()));
}

result<boost::json::value const*> document::resolve(std::string_view keyword, std::string_view reference,
                                                    boost::json::object const& where, scope_id in,
                                                    work& spent) const {
    auto const found = name_of(keyword, reference, where, spent);
    return found ? result<boost::json::value const*>(leads_to(*found, in)) : found.error();
}

boost::json::value const* document::leads_to(reference_table::anchor const& name, scope_id in) const {
    if (name.several) {
        if (maybe<std::uint32_t> const first = scopes_.outermost(in, *name.several)) {
            return names_.anchors().at({*first, several_[*name.several]}).at;
        }
    }
    return name.at;
}

diagnostic document::circle(vec<applied> const& parts) const {
    constexpr std::size_t most_named = 4;
    work nobody(stop_token{});  // as many as schemas may be nested, once, for an error
    std::string where;
    std::string why = "in a circle through";
    std::size_t found = 0;
    for (std::size_t i = 0; i < parts.size() && found <= most_named; ++i) {
        fingerprint const next = print_of(*parts[(i + 1) % parts.size()].schema, no_scope);
        for (std::string_view const key : {"$ref", "$dynamicRef", "$recursiveRef"}) {
            boost::json::object const& here = parts[i].schema->get_object();
            boost::json::value const* const text = here.if_contains(key);
            if (text == nullptr || !text->is_string()) {
                continue;
            }
            result<boost::json::value const*> const to =
                resolve(key, text->get_string(), here, parts[i].inside, nobody);
            if (!to || !(print_of(**to, no_scope) == next)) {
                continue;
            }
            if (found == 0) {
                where = names_.pointer_of(*text);
            }
            std::string_view const name = text->get_string();
            why.append(found == 0 ? " " : ", ").append(found == most_named ? "..." : name);
            ++found;
            break;
        }
    }
    return {errc::unresolved_reference, {}, 0, note_at(where, why)};
}

result<void> document::trace_dynamic() {
    ordered_map<std::string_view, vec<std::uint32_t>> dynamic;  // the resources that have a name
    for (auto const& [key, each] : names_.anchors()) {
        if (each.dynamic) {
            dynamic[key.second].push_back(key.first);
        }
    }
    for (auto const& [name, resources] : dynamic) {
        if (resources.size() == 1) {
            continue;
        }
        if (several_.size() == dynamic_scopes::most_names) {
            return diagnostic{
                errc::unsupported_keyword, {}, 0, "$dynamicAnchor: too many names are there twice"};
        }
        auto const id = static_cast<dynamic_scopes::name_id>(several_.size());
        several_.emplace_back(name);
        for (std::uint32_t const resource : resources) {
            reference_table::anchor& each = names_.anchors().at({resource, several_.back()});
            each.several = id;
            scopes_.add_anchor(resource, id);
            if (each.at->is_object()) {
                scopes_.add_target(id, &each.at->get_object());
            }
        }
    }
    for (std::uint32_t i = 0; !several_.empty() && i < names_.size(); ++i) {
        if (names_[i].whole == i && !trace(*names_[i].root, nullptr)) {
            return spent_.error({});
        }
    }
    return scopes_.settle(spent_) ? result<void>() : result<void>(spent_.error({}));
}

bool document::trace(boost::json::value const& v, boost::json::object const* around) {
    constexpr std::uint64_t steps_of_a_part = 200;
    constexpr std::size_t bytes_of_a_part = 200;
    if (v.is_array()) {
        for (boost::json::value const& item : v.get_array()) {
            if (!trace(item, around)) {
                return false;
            }
        }
    }
    if (!v.is_object()) {
        return true;
    }
    boost::json::object const& o = v.get_object();
    if (!spent_.spend(steps_of_a_part + o.size()) || !spent_.hold(bytes_of_a_part)) {
        return false;
    }
    if (around != nullptr) {
        scopes_.add_way(around, &o);
    }
    for (std::string_view const key : {"$ref", "$dynamicRef", "$recursiveRef"}) {
        boost::json::value const* const text = o.if_contains(key);
        if (text == nullptr || !text->is_string()) {
            continue;
        }
        if (!spent_.spend(steps_of_a_part)) {
            return false;
        }
        auto const to = names_.find(key, text->get_string(), o, spent_);
        if (to && to->at->is_object()) {
            scopes_.add_way(&o, &to->at->get_object());
        }
        if (to && to->several) {
            scopes_.add_question(&o, *to->several);
        }
    }
    for (auto const& member : o) {
        if (!trace(member.value(), &o)) {
            return false;
        }
    }
    return true;
}

void document::add(std::string uri, boost::json::value const& root, draft version) {
    std::uint32_t const number = names_.open(std::move(uri), root, version, names_.size(), spent_);
    if (spent_.why() == errc::none) {
        visit(root, 0, number, "");
    }
}

bool document::names_schemas(std::string_view key) noexcept {
    constexpr std::string_view known[] = {"properties",  "patternProperties", "$defs",
                                          "definitions", "dependentSchemas",  "dependencies"};
    return std::find(std::begin(known), std::end(known), key) != std::end(known);
}

bool document::holds_schemas(std::string_view key) noexcept {
    constexpr std::string_view known[] = {"items",
                                          "additionalItems",
                                          "prefixItems",
                                          "contains",
                                          "unevaluatedItems",
                                          "allOf",
                                          "anyOf",
                                          "oneOf",
                                          "not",
                                          "if",
                                          "then",
                                          "else",
                                          "propertyNames",
                                          "additionalProperties",
                                          "contentSchema",
                                          "unevaluatedProperties"};
    return names_schemas(key) || std::find(std::begin(known), std::end(known), key) != std::end(known);
}

bool document::is_data(std::string_view key) noexcept {
    return key == "const" || key == "enum" || key == "default" || key == "examples";
}

inline void add_scalar(fingerprint_hash& print, boost::json::value const& v) {
    if (v.is_string()) {
        print.add(std::string_view(v.get_string()));
    } else if (v.is_int64()) {
        print.add(static_cast<std::uint64_t>(v.get_int64()));
    } else if (v.is_uint64()) {
        print.add(v.get_uint64());
    } else if (v.is_double()) {
        print.add(std::bit_cast<std::uint64_t>(v.get_double()));
    } else if (v.is_bool()) {
        print.add(std::uint64_t{v.get_bool()});
    }
}

fingerprint document::visit(boost::json::value const& v, std::size_t depth, std::uint32_t in,
                            std::string_view key) {
    constexpr std::uint64_t steps_of_a_value = 20;
    if (depth > most_depth_) {
        too_deep_ = true;
        return {};
    }
    if (!spent_.spend(steps_of_a_value + (v.is_string() ? v.get_string().size() / 4 : 0))) {
        return {};
    }
    bool const data = is_data(key);
    // what only says something to people is left out, but not of values, nor of what may be some
    bool const exact = data || key == below_unknown;
    fingerprint_hash print;
    print.add(static_cast<std::uint64_t>(v.kind()) << 32 | static_cast<std::uint64_t>(names_[in].version));
    if (v.is_object()) {
        boost::json::object const& o = v.get_object();
        bool const by_name = names_schemas(key);
        in = data || by_name || key == below_unknown ? in : names_.name_part(v, in, spent_);
        if (in != 0) {
            names_.set_resource(o, in);
        }
        for (auto const& member : o) {
            std::string_view const name = member.key();
            if (name == "$ref" || name == "$dynamicRef" || name == "$recursiveRef") {
                refers_ = true;
                refers_dynamically_ = refers_dynamically_ || name != "$ref";
                print.add(in == 0 ? fingerprint{} : names_[in].print);
                if (member.value().is_string() && !data && !member.value().get_string().starts_with('#')) {
                    wanted_.emplace_back(in, member.value().get_string());
                }
            }
            if (member.value().is_string() && !exact &&
                (name == "description" || name == "title" || name == "$comment")) {
                continue;
            }
            // a schema without a draft may have its parts where its generator likes
            bool const known = names_[in].version == draft::any || holds_schemas(name) || is_data(name);
            std::string_view const below = data || key == below_unknown ? key
                                           : by_name                    ? std::string_view{}
                                           : known                      ? name
                                                                        : below_unknown;
            fingerprint const inner = visit(member.value(), depth + 1, in, below);
            print.add(name);
            print.add(inner);
        }
    } else if (v.is_array()) {
        for (boost::json::value const& item : v.get_array()) {
            print.add(visit(item, depth + 1, in, data || key == below_unknown ? key : ""));
        }
    } else {
        add_scalar(print, v);
    }
    fingerprint const out = print.finish();
    if (v.is_object() || v.is_bool() || depth == 0) {  // what can be a schema
        (void)prints_.make_room(spent_);               // whoever pays next sees whether it could be paid for
        prints_.try_emplace(&v, out);
    }
    return out;
}

bool document::free(work& looks) {
    return names_.free(looks) && paid_free(prints_, looks) && scopes_.free(looks);
}

}  // namespace parlance::schema::detail
