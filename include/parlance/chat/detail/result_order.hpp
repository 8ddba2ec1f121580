// parlance/chat/detail/result_order.hpp - results of calls in the order of the calls
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/content_probe.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/hash_map.hpp>
#include <boost/json/array.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// The results behind a message with several calls: of each the place of its call, and its own among the messages.
///
/// named  all results say the name of the tool
struct answered_calls {
    std::vector<std::pair<std::size_t, std::size_t>> results{};
    bool named = true;

    [[nodiscard]] bool sorted() const { return std::is_sorted(results.begin(), results.end()); }
};

/// Those of message `at`; none where calls and results do not all have ids, or the same one.
[[nodiscard]] inline answered_calls results_of(boost::json::array const& messages, std::size_t at) {
    answered_calls out;
    auto const* const calls = json::member(messages[at], "tool_calls");
    auto const* const list = calls != nullptr ? calls->if_array() : nullptr;
    auto const* const caller = json::member(messages[at], "role");
    if (list == nullptr || list->size() < 2 || caller == nullptr || json::text_of(*caller) == "tool") {
        return out;
    }
    hash_map<std::string, std::size_t> places;
    for (std::size_t n = 0; n < list->size(); ++n) {
        if (auto const* const id = json::member((*list)[n], "id"); id != nullptr && id->is_string()) {
            places.try_emplace(std::string(json::text_of(*id)), n);
        }
    }
    bool known = places.size() == list->size();
    for (std::size_t i = at + 1; i < messages.size() && known; ++i) {
        auto const* const role = json::member(messages[i], "role");
        if (role == nullptr || json::text_of(*role) != "tool") {
            break;
        }
        auto const* const id = json::member(messages[i], "tool_call_id");
        auto const* const place = id != nullptr ? places.find(std::string(json::text_of(*id))) : nullptr;
        known = place != nullptr;
        out.results.emplace_back(known ? place->value : 0, i);
        out.named = out.named && json::member(messages[i], "name") != nullptr;
    }
    return known ? out : answered_calls();
}

/// Puts results in the order of the calls in front of them, where the template does not show whose they are.
///
/// returns  whether anything was changed
/// cost     two or four small renders, where results stand in another order
[[nodiscard]] inline bool fit_results(boost::json::array& messages, content_probe const& probe) {
    std::optional<bool> tells[2];  // without names, and with them
    bool changed = false;
    for (std::size_t i = 0; i < messages.size(); ++i) {
        answered_calls found = results_of(messages, i);
        if (found.sorted()) {
            continue;
        }
        std::optional<bool>& told = tells[found.named ? 1 : 0];
        if (!told) {
            auto const straight = probe.render_results(found.named, false);
            told = straight && straight != probe.render_results(found.named, true);
        }
        if (*told) {
            continue;
        }
        std::sort(found.results.begin(), found.results.end());
        boost::json::array sorted(messages.storage());
        for (auto const& result : found.results) {
            sorted.push_back(std::move(messages[result.second]));
        }
        for (boost::json::value& result : sorted) {
            messages[++i] = std::move(result);
        }
        changed = true;
    }
    return changed;
}

}  // namespace parlance::chat::detail
