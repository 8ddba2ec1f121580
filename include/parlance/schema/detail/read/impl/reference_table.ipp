// parlance/schema/detail/read/impl/reference_table.ipp - definitions of what parlance/schema/detail/read/reference_table.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/reference_table.hpp>
#include <parlance/decl.hpp>
#include <parlance/schema/detail/read/pointer.hpp>
#include <parlance/schema/detail/read/uri.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/paid_free.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

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

/// Of a base, so that references are told apart without reading it again.
[[nodiscard]] inline fingerprint print_of(std::string_view base) {
    fingerprint_hash out;
    out.add(base);
    return out.finish();
}

std::uint32_t reference_table::open(std::string uri, boost::json::value const& root, draft version,
                                    std::uint32_t whole, work& spent) {
    if (root.is_object()) {
        if (auto const* s = root.get_object().if_contains("$schema"); s != nullptr && s->is_string()) {
            version = draft_of(s->get_string());
        }
    }
    mixed_drafts_ = mixed_drafts_ || (!resources_.empty() && version != resources_.front().version);
    std::uint32_t const number = size();
    if (!uri.empty() && !name(uri, number, spent)) {
        return whole == number ? 0 : whole;  // whoever asks the meter sees that it is not there
    }
    fingerprint const print = print_of(uri);
    resources_.push_back({std::move(uri), print, &root, version, whole});
    return number;
}

std::uint32_t reference_table::resource_of(boost::json::object const& where) const {
    auto const* const at = places_.find(&where);
    return at == nullptr ? 0 : at->value;
}

draft reference_table::version_of(boost::json::object const& where) const {
    return resources_[mixed_drafts_ ? resource_of(where) : 0].version;
}

std::string reference_table::pointer_of(boost::json::value const& part) const {
    for (std::uint32_t i = 0; i < resources_.size(); ++i) {
        if (resources_[i].whole == i) {
            if (maybe<std::string> found = pointer_to(*resources_[i].root, part)) {
                return i == 0 ? *std::move(found) : resources_[i].base + '#' + *found;
            }
        }
    }
    return {};
}

result<reference_table::anchor> reference_table::find(std::string_view keyword, std::string_view reference,
                                                      boost::json::object const& where, work& spent) const {
    constexpr std::uint64_t steps_of_a_byte = 4;  // of a fragment, which is unescaped
    diagnostic const nowhere{errc::unresolved_reference, {}, 0, note(reference)};
    std::uint32_t const from = resource_of(where);
    std::size_t const hash = reference.find('#');
    std::string_view const base = reference.substr(0, hash);
    std::string_view const fragment =
        hash == std::string_view::npos ? std::string_view{} : reference.substr(hash + 1);
    std::uint32_t at = from;
    if (!spent.spend(steps_of_a_byte * reference.size())) {
        return spent.error("a reference");
    }
    if (!base.empty()) {
        maybe<std::string> const uri = resolve(from, base, spent);
        if (!uri) {
            return spent.error("a reference");
        }
        auto const* const known = ids_.find(*uri);
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

maybe<std::string> reference_table::resolve(std::uint32_t from, std::string_view reference,
                                            work& spent) const {
    constexpr std::uint64_t steps_of_a_byte = 4;  // of a reference, where it may be a segment of a path
    std::string const& base = resources_[from].base;
    if (!spent.spend(base.size() + steps_of_a_byte * reference.size())) {
        return {};
    }
    return resolve_uri(base, reference);
}

bool reference_table::name(std::string const& uri, std::uint32_t number, work& spent) {
    constexpr std::size_t bytes_of_a_name = 100;
    std::size_t const slash = uri.rfind('/');
    bool const ends = slash != std::string::npos;
    std::size_t const kept = 2 * uri.size() + (ends ? uri.size() - slash : 0);  // as a base, and as names
    if (!spent.spend(kept) || !spent.hold(kept + bytes_of_a_name)) {
        return false;
    }
    bool const fresh = ids_.try_emplace(uri, number).fresh;
    if (fresh && ends) {
        auto const [segment, first] = last_segments_.try_emplace(uri.substr(slash + 1), number);
        segment.value = first || segment.value == number ? number : ambiguous;
    }
    return true;
}

std::optional<std::uint32_t> reference_table::by_last_segment(std::string_view base) const {
    std::string_view const name = base.substr(base.rfind('/') + 1);
    auto const* const known = name.empty() || base.find("://") != std::string_view::npos
                                  ? nullptr
                                  : last_segments_.find(std::string(name));
    return known == nullptr || known->value == ambiguous ? std::nullopt
                                                         : std::optional<std::uint32_t>(known->value);
}

/// What is written behind a key; nothing where that is no text.
[[nodiscard]] PARLANCE_DECL std::optional<std::string_view> text_of(boost::json::object const& o,
                                                                    std::string_view key) {
    boost::json::value const* const text = o.if_contains(key);
    return text != nullptr && text->is_string()
               ? std::optional<std::string_view>(std::string_view(text->get_string()))
               : std::nullopt;
}

std::uint32_t reference_table::name_part(boost::json::value const& where, std::uint32_t in, work& spent) {
    boost::json::object const& o = where.get_object();
    bool const says = std::any_of(o.begin(), o.end(), [](auto const& member) {
        return member.key().starts_with('$') || member.key() == "id";
    });
    draft const version = resources_[in].version;
    if (!says || (version != draft::any && version <= draft::d7 && o.contains("$ref"))) {
        return in;  // what stands beside a reference means nothing there
    }
    in = name_ids(where, in, spent);
    name_anchors(where, in);
    return in;
}

std::uint32_t reference_table::name_ids(boost::json::value const& where, std::uint32_t in, work& spent) {
    draft const version = resources_[in].version;
    for (std::string_view const key : {"$id", "id"}) {
        std::optional<std::string_view> const id = text_of(where.get_object(), key);
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
        maybe<std::string> uri = resolve(in, *id, spent);
        if (!uri) {
            return in;
        }
        if (*uri == resources_[in].base) {
            continue;
        }
        if (resources_[in].root != &where) {
            in = open(*std::move(uri), where, version, resources_[in].whole, spent);
        } else if (name(*uri, in, spent)) {
            resources_[in].print = print_of(*uri);
            resources_[in].base = *std::move(uri);
        }
    }
    return in;
}

void reference_table::name_anchors(boost::json::value const& where, std::uint32_t in) {
    boost::json::object const& o = where.get_object();
    draft const own = resources_[in].version;
    for (std::string_view const key : {"$anchor", "$dynamicAnchor"}) {
        if (std::optional<std::string_view> const said = text_of(o, key); said && *said != recursive_name) {
            bool const dynamic = key == "$dynamicAnchor" && (own == draft::any || own >= draft::d2020);
            anchors_.emplace(std::pair{in, std::string(*said)}, anchor{&where, dynamic});
        }
    }
    auto const* const recursive = o.if_contains("$recursiveAnchor");
    if (recursive != nullptr && recursive->is_bool() && recursive->get_bool() &&
        resources_[in].root == &where && (own == draft::any || own == draft::d2019)) {
        anchors_.emplace(std::pair{in, std::string(recursive_name)}, anchor{&where, true});
    }
}

bool reference_table::free(work& looks) {
    return paid_free(resources_, looks) && paid_free(places_, looks) && paid_free(ids_, looks) &&
           paid_free(last_segments_, looks) && paid_free(anchors_, looks);
}

}  // namespace parlance::schema::detail
