// parlance/schema/detail/solve/impl/contradiction.ipp - definitions of what parlance/schema/detail/solve/contradiction.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/read/load.hpp>
#include <parlance/schema/detail/read/pointer.hpp>
#include <parlance/schema/detail/solve/contradiction.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::schema::detail {

/// One keyword of a document that is taken apart.
struct asserted {
    boost::json::object* in = nullptr;
    std::string name;
    std::string place;  // from the schema on
    bool needed = true;
};

/// The keywords that assert something of a value, allOf's schemas instead of itself.
inline void asserted_in(boost::json::value& schema, std::string const& place, int depth, vec<asserted>& out) {
    if (!schema.is_object()) {
        return;
    }
    boost::json::object& all = schema.get_object();
    for (auto& member : all) {
        std::string const name(member.key());
        if (name == "allOf" && member.value().is_array() && depth < 4) {
            boost::json::array& list = member.value().get_array();
            for (std::size_t i = 0; i < list.size(); ++i) {
                asserted_in(list[i], place + "allOf/" + std::to_string(i) + "/", depth + 1, out);
            }
        } else if (find_keyword(name) != nullptr) {
            out.push_back({&all, name, place + name});
        }
    }
}

std::string contradicting_keywords(boost::json::value document, std::string_view pointer,
                                   std::function<bool(boost::json::value const&)> const& none) {
    constexpr std::size_t most = 20;
    auto* const schema = const_cast<boost::json::value*>(walk(&document, pointer));  // ours to change
    vec<asserted> keywords;
    if (schema != nullptr) {
        asserted_in(*schema, "", 0, keywords);
    }
    if (keywords.empty() || keywords.size() > most || !none(document)) {
        return {};
    }
    std::size_t needed = keywords.size();
    for (std::size_t i = keywords.size(); i-- > 0;) {
        asserted& k = keywords[i];
        boost::json::value kept = std::move(k.in->at(k.name));
        k.in->stable_erase(k.in->find(k.name));
        k.needed = !none(document);
        needed -= !k.needed;
        if (k.needed) {
            k.in->emplace(k.name, std::move(kept));
        }
    }
    std::string out;
    std::size_t told = 0;
    for (asserted const& k : keywords) {
        if (k.needed) {
            ++told;
            out += (told == 1 ? "" : told == needed ? " and " : ", ") + k.place;
        }
    }
    return out + (needed == 1 ? " allows nothing" : " contradict each other");
}

}  // namespace parlance::schema::detail
