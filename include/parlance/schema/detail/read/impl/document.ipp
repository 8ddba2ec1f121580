// parlance/schema/detail/read/impl/document.ipp - definitions of what parlance/schema/detail/read/document.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/schema/detail/read/dynamic_scope.hpp>
#include <parlance/schema/detail/read/fingerprint.hpp>
#include <parlance/schema/detail/read/pointer.hpp>
#include <parlance/schema/detail/read/uri.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/result.hpp>
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

draft draft_of(std::string_view uri) noexcept {
    constexpr std::pair<std::string_view, draft> known[] = {
        {"draft-03", draft::d4}, {"draft-04", draft::d4},         {"draft-06", draft::d6},
        {"draft-07", draft::d7}, {"draft/2019-09", draft::d2019}, {"draft/2020-12", draft::d2020}};
    for (auto const& [part, which] : known) {
        if (uri.find(part) != std::string_view::npos) {
            return which;
        }
    }
    return draft::any;
}

result<document> document::make(boost::json::value const& root, limits const& bounds,
                                document_source const& others) {
    document out(bounds);
    out.add("", root, draft::any);
    std::size_t documents = 0;
    for (std::size_t i = 0; others && i < out.wanted_.size() && !out.too_deep_; ++i) {
        auto const [from, reference] = out.wanted_[i];
        std::string const uri = resolve_uri(out.resources_[from].base, reference);
        if (out.ids_.contains(uri)) {
            continue;
        }
        boost::json::value const* const other = others(uri);
        if (other == nullptr) {
            continue;  // refused where it is used
        }
        if (++documents > most_documents) {
            return diagnostic{errc::out_of_fuel, {}, 0, "too many documents"};
        }
        out.add(uri, *other, out.resources_.front().version);
    }
    if (out.spent_.why() != errc::none) {
        return out.spent_.error("schema");
    }
    if (out.too_deep_) {
        return diagnostic{errc::nested_too_deep, {}, 0, "schema"};
    }
    if (auto const* const whole = out.prints_.find(&root); out.refers_ && whole != nullptr) {
        out.whole_ = whole->value;  // a reference means something in its own document only
    }
    if (out.refers_dynamically_) {
        if (auto const r = out.trace_dynamic(bounds); !r) {
            return r.error();
        }
    }
    return out;
}

draft document::version(boost::json::object const& where) const {
    return resources_[mixed_drafts_ ? resource_of(where) : 0].version;
}

fingerprint document::print_of(boost::json::value const& v, scope_id in) const {
    auto const* const at = prints_.find(&v);
    fingerprint print = at == nullptr ? fingerprint{} : at->value;
    if (whole_) {
        print.mix(*whole_);
    }
    scopes_.mix_into(print, in);
    return print;
}

scope_id document::inside(scope_id outer, boost::json::value const& part) {
    if (!scopes_.any() || !part.is_object()) {
        return no_scope;
    }
    return scopes_.inside(outer, &part.get_object(), resource_of(part.get_object()));
}

result<boost::json::value const*> document::resolve(std::string_view keyword, std::string_view reference,
                                                    boost::json::object const& where, scope_id in) const {
    result<anchor> const found = find(keyword, reference, where);
    if (!found) {
        return found.error();
    }
    if (found->several) {
        if (maybe<std::uint32_t> const first = scopes_.outermost(in, *found->several)) {
            return anchors_.at({*first, several_[*found->several]}).at;
        }
    }
    return found->at;
}

diagnostic document::circle(vec<applied> const& parts) const {
    constexpr std::size_t most_named = 4;
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
                resolve(key, text->get_string(), here, parts[i].inside);
            if (!to || !(print_of(**to, no_scope) == next)) {
                continue;
            }
            if (found == 0) {
                where = pointer_of(*text);
            }
            std::string_view const name = text->get_string();
            why.append(found == 0 ? " " : ", ").append(found == most_named ? "..." : name);
            ++found;
            break;
        }
    }
    return {errc::unresolved_reference, {}, 0, note_at(where, why)};
}

std::string document::pointer_of(boost::json::value const& part) const {
    for (std::uint32_t i = 0; i < resources_.size(); ++i) {
        if (resources_[i].whole == i) {
            if (maybe<std::string> found = pointer_to(*resources_[i].root, part)) {
                return i == 0 ? *std::move(found) : resources_[i].base + '#' + *found;
            }
        }
    }
    return {};
}

result<document::anchor> document::find(std::string_view keyword, std::string_view reference,
                                        boost::json::object const& where) const {
    diagnostic const nowhere{errc::unresolved_reference, {}, 0, note(reference)};
    std::uint32_t const from = resource_of(where);
    std::size_t const hash = reference.find('#');
    std::string_view const base = reference.substr(0, hash);
    std::string_view const fragment =
        hash == std::string_view::npos ? std::string_view{} : reference.substr(hash + 1);
    std::uint32_t at = from;
    if (!base.empty()) {
        auto const* const known = ids_.find(resolve_uri(resources_[from].base, base));
        std::optional<std::uint32_t> const found = known != nullptr ? known->value : by_last_segment(base);
        if (!found) {
            return nowhere;
        }
        at = *found;
    }
    if (fragment.empty()) {
        auto const root =
            keyword == "$recursiveRef" ? anchors_.find({at, std::string(recursive_name)}) : anchors_.end();
        return root == anchors_.end() ? anchor{resources_[at].root} : root->second;
    }
    // generated documents have ids everywhere and mean the whole document nevertheless
    std::uint32_t const places[] = {at, base.empty() ? resources_[at].whole : at};
    for (std::uint32_t const place : places) {
        if (fragment.front() == '/') {
            if (boost::json::value const* const found = walk(resources_[place].root, fragment)) {
                return anchor{found};
            }
            continue;
        }
        if (auto const found = anchors_.find({place, std::string(fragment)}); found != anchors_.end()) {
            return keyword == "$dynamicRef" ? found->second : anchor{found->second.at};
        }
    }
    return nowhere;
}

result<void> document::trace_dynamic(limits const& bounds) {
    ordered_map<std::string_view, vec<std::uint32_t>> dynamic;  // the resources that have a name
    for (auto const& [key, each] : anchors_) {
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
            anchor& each = anchors_.at({resource, several_.back()});
            each.several = id;
            scopes_.add_anchor(resource, id);
            if (each.at->is_object()) {
                scopes_.add_target(id, &each.at->get_object());
            }
        }
    }
    work spent(bounds);
    for (std::uint32_t i = 0; !several_.empty() && i < resources_.size(); ++i) {
        if (resources_[i].whole == i && !trace(*resources_[i].root, nullptr, spent)) {
            return spent.error({});
        }
    }
    return scopes_.settle(spent) ? result<void>() : result<void>(spent.error({}));
}

bool document::trace(boost::json::value const& v, boost::json::object const* around, work& spent) {
    constexpr std::uint64_t steps_of_a_part = 200;
    constexpr std::size_t bytes_of_a_part = 200;
    if (v.is_array()) {
        for (boost::json::value const& item : v.get_array()) {
            if (!trace(item, around, spent)) {
                return false;
            }
        }
    }
    if (!v.is_object()) {
        return true;
    }
    boost::json::object const& o = v.get_object();
    if (!spent.spend(steps_of_a_part + o.size()) || !spent.hold(bytes_of_a_part)) {
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
        if (!spent.spend(steps_of_a_part + text->get_string().size())) {
            return false;
        }
        result<anchor> const to = find(key, text->get_string(), o);
        if (to && to->at->is_object()) {
            scopes_.add_way(&o, &to->at->get_object());
        }
        if (to && to->several) {
            scopes_.add_question(&o, *to->several);
        }
    }
    for (auto const& member : o) {
        if (!trace(member.value(), &o, spent)) {
            return false;
        }
    }
    return true;
}

void document::add(std::string uri, boost::json::value const& root, draft version) {
    auto const number = static_cast<std::uint32_t>(resources_.size());
    open(std::move(uri), root, version, number);
    visit(root, 0, number, "");
}

void document::open(std::string uri, boost::json::value const& root, draft version, std::uint32_t whole) {
    if (root.is_object()) {
        if (auto const* s = root.get_object().if_contains("$schema"); s != nullptr && s->is_string()) {
            version = draft_of(s->get_string());
        }
    }
    mixed_drafts_ = mixed_drafts_ || (!resources_.empty() && version != resources_.front().version);
    if (!uri.empty()) {
        name(uri, static_cast<std::uint32_t>(resources_.size()));
    }
    resources_.push_back({std::move(uri), &root, version, whole});
}

std::uint32_t document::resource_of(boost::json::object const& where) const {
    auto const* const at = places_.find(&where);
    return at == nullptr ? 0 : at->value;
}

void document::name(std::string uri, std::uint32_t number) {
    auto const [known, fresh] = ids_.try_emplace(std::move(uri), number);
    std::string_view const id = known.key;
    if (std::size_t const slash = id.rfind('/'); fresh && slash != std::string_view::npos) {
        auto const [segment, first] = last_segments_.try_emplace(std::string(id.substr(slash + 1)), number);
        segment.value = first || segment.value == number ? number : ambiguous;
    }
}

std::optional<std::uint32_t> document::by_last_segment(std::string_view base) const {
    std::string_view const name = base.substr(base.rfind('/') + 1);
    auto const* const known = name.empty() || base.find("://") != std::string_view::npos
                                  ? nullptr
                                  : last_segments_.find(std::string(name));
    return known == nullptr || known->value == ambiguous ? std::nullopt
                                                         : std::optional<std::uint32_t>(known->value);
}

std::uint32_t document::name_part(boost::json::value const& where, std::uint32_t in) {
    boost::json::object const& o = where.get_object();
    bool const says = std::any_of(o.begin(), o.end(), [](auto const& member) {
        return member.key().starts_with('$') || member.key() == "id";
    });
    if (!says) {
        return in;
    }
    auto const text_of = [&](std::string_view key) -> std::optional<std::string_view> {
        boost::json::value const* const text = o.if_contains(key);
        return text != nullptr && text->is_string()
                   ? std::optional<std::string_view>(std::string_view(text->get_string()))
                   : std::nullopt;
    };
    draft const version = resources_[in].version;
    if (version != draft::any && version <= draft::d7 && o.contains("$ref")) {
        return in;  // what stands beside a reference means nothing there
    }
    for (std::string_view const key : {"$id", "id"}) {
        std::optional<std::string_view> const id = text_of(key);
        bool const old = key == "id";
        if (!id || (version != draft::any && old != (version == draft::d4))) {
            continue;
        }
        if (id->starts_with('#')) {
            if (id->size() > 1) {
                anchors_.emplace(std::pair{in, std::string(id->substr(1))}, anchor{&where});
            }
            continue;
        }
        std::string uri = resolve_uri(resources_[in].base, *id);
        if (uri == resources_[in].base) {
            continue;
        }
        if (resources_[in].root == &where) {
            name(uri, in);
            resources_[in].base = std::move(uri);
        } else {
            open(std::move(uri), where, version, resources_[in].whole);
            in = static_cast<std::uint32_t>(resources_.size() - 1);
        }
    }
    draft const own = resources_[in].version;
    for (std::string_view const key : {"$anchor", "$dynamicAnchor"}) {
        if (std::optional<std::string_view> const name = text_of(key); name && *name != recursive_name) {
            bool const dynamic = key == "$dynamicAnchor" && (own == draft::any || own >= draft::d2020);
            anchors_.emplace(std::pair{in, std::string(*name)}, anchor{&where, dynamic});
        }
    }
    auto const* const recursive = o.if_contains("$recursiveAnchor");
    if (recursive != nullptr && recursive->is_bool() && recursive->get_bool() &&
        resources_[in].root == &where && (own == draft::any || own == draft::d2019)) {
        anchors_.emplace(std::pair{in, std::string(recursive_name)}, anchor{&where, true});
    }
    return in;
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
    bool const exact = key == "const" || key == "enum";
    bool const data = is_data(key);
    fingerprint print{static_cast<std::uint64_t>(v.kind()) + 1,
                      0x5851'F42D'4C95'7F2D + static_cast<std::uint64_t>(resources_[in].version)};
    if (v.is_object()) {
        boost::json::object const& o = v.get_object();
        bool const by_name = names_schemas(key);
        in = data || by_name || key == below_unknown ? in : name_part(v, in);
        if (in != 0) {
            places_.try_emplace(&o, in);
        }
        for (auto const& member : o) {
            std::string_view const name = member.key();
            if (name == "$ref" || name == "$dynamicRef" || name == "$recursiveRef") {
                refers_ = true;
                refers_dynamically_ = refers_dynamically_ || name != "$ref";
                print.mix(std::string_view(in == 0 ? std::string_view{} : resources_[in].base));
                if (member.value().is_string() && !data && !member.value().get_string().starts_with('#')) {
                    wanted_.emplace_back(in, member.value().get_string());
                }
            }
            if (member.value().is_string() && !exact &&
                (name == "description" || name == "title" || name == "$comment")) {
                continue;
            }
            // a schema without a draft may have its parts where its generator likes
            bool const known = resources_[in].version == draft::any || holds_schemas(name) || is_data(name);
            std::string_view const below = data || key == below_unknown ? key
                                           : by_name                    ? std::string_view{}
                                           : known                      ? name
                                                                        : below_unknown;
            fingerprint const inner = visit(member.value(), depth + 1, in, below);
            print.mix(name);
            print.mix(inner);
        }
    } else if (v.is_array()) {
        for (boost::json::value const& item : v.get_array()) {
            print.mix(visit(item, depth + 1, in, data || key == below_unknown ? key : ""));
        }
    } else if (v.is_string()) {
        print.mix(std::string_view(v.get_string()));
    } else if (v.is_int64()) {
        print.mix(static_cast<std::uint64_t>(v.get_int64()));
    } else if (v.is_uint64()) {
        print.mix(v.get_uint64());
    } else if (v.is_double()) {
        print.mix(std::bit_cast<std::uint64_t>(v.get_double()));
    } else if (v.is_bool()) {
        print.mix(std::uint64_t{v.get_bool()});
    }
    if (v.is_object() || v.is_bool() || depth == 0) {  // what can be a schema
        prints_.try_emplace(&v, print);
    }
    return print;
}

}  // namespace parlance::schema::detail
