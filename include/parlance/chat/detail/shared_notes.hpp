// parlance/chat/detail/shared_notes.hpp - what is said of one schema, said of all tools that have it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/schema_identity.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/stop.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Equal schemas are lowered once, wherever that is noticed, and what is said of them then names the first tool and argument
/// that had them.  Arguments are equal by themselves where nothing in them refers to something outside, and otherwise, as
/// what is said of all arguments together, with all else of their tool.
class shared_notes {
public:
    /// named  the only tool that may be called; empty: all
    /// stop   where it is asked to, some notes are not said of all
    shared_notes(std::span<tool const> tools, std::string_view named, stop_token stop)
        : tools_(tools), stop_(stop) {
        for (std::size_t i = 0; i < tools.size() && !stop.stop_requested(); ++i) {
            if (!named.empty() && tools[i].name != named) {
                continue;
            }
            add({i, {}}, tools[i].parameters);
            auto const* all = properties(tools[i]);
            for (std::size_t k = 0; all != nullptr && k < all->size(); ++k) {
                auto const& property = *(all->begin() + static_cast<std::ptrdiff_t>(k));
                std::string_view const key = property.key();
                if (!key.empty() && key.find_first_of(":/~") == key.npos) {
                    add({i, key}, property.value());
                }
            }
        }
    }

    /// The same notes, and behind each those that say it elsewhere: "tool NAME: POINTER: REASON".
    [[nodiscard]] std::vector<std::string> of_all(std::vector<std::string> const& notes) const {
        std::vector<std::string> out;
        hash_set<std::string> told;
        stop_asker asked(stop_);
        auto const tell = [&](std::string what) {
            bool const fresh = told.insert(what);
            if (fresh) {
                out.push_back(std::move(what));
            }
            return fresh;
        };
        for (std::string const& note : notes) {
            if (!asked.next(rows_of_a_note)) {
                break;
            }
            bool const fresh = tell(note);
            std::string_view rest = note;
            std::size_t const colon = rest.find(": ");
            if (!fresh || !rest.starts_with(word) || colon == rest.npos) {
                continue;
            }
            std::string_view const name = rest.substr(word.size(), colon - word.size());
            rest.remove_prefix(colon);
            std::string_view const key = key_in(rest);
            if (auto const* const same = groups_of_.find(place_of(name, key)); same != nullptr) {
                std::string_view const behind = key.empty() ? rest : rest.substr(front.size() + key.size());
                for (place const& p : groups_[same->value]) {
                    if (!asked.next(rows_of_a_note)) {
                        break;
                    }
                    tell(std::string(word)
                             .append(tools_[p.tool].name)
                             .append(key.empty() ? std::string_view() : front)
                             .append(p.key)
                             .append(behind));
                }
            } else if (auto const* const whole = groups_of_.find(place_of(name, {})); whole != nullptr) {
                for (place const& p : groups_[whole->value]) {
                    if (!asked.next(rows_of_a_note)) {
                        break;
                    }
                    tell(std::string(word).append(tools_[p.tool].name).append(rest));
                }
            }
        }
        return out;
    }

private:
    static constexpr std::size_t rows_of_a_note = 16;

    struct place {
        std::size_t tool;
        std::string_view key;
    };
    static constexpr std::string_view word = "tool ";
    static constexpr std::string_view front = ": /properties/";

    /// The argument that it is said of; empty where it has a name that pointers do not show as it is, or there is none.
    [[nodiscard]] static std::string_view key_in(std::string_view rest) {
        if (!rest.starts_with(front)) {
            return {};
        }
        rest.remove_prefix(front.size());
        rest = rest.substr(0, (std::min)(rest.find_first_of(":/"), rest.size()));
        return rest.find('~') == rest.npos ? rest : std::string_view();
    }
    [[nodiscard]] static std::string place_of(std::string_view tool, std::string_view key) {
        return std::string(tool).append(front).append(key);
    }
    [[nodiscard]] static boost::json::object const* properties(tool const& of) {
        auto const* const whole = of.parameters.if_object();
        auto const* const all = whole != nullptr ? whole->if_contains("properties") : nullptr;
        return all != nullptr ? all->if_object() : nullptr;
    }
    /// To those with an equal schema, of tools that are as strict.  What is nested too deep to tell is equal to none.
    void add(place const& at, boost::json::value const& schema) {
        tool const& of = tools_[at.tool];
        bool const whole = at.key.empty();
        schema_identity all(stop_);
        all.add(of.strict ? 's' : 'w');
        all.add(whole ? 't' : 'a');
        if (!all.add(schema, whole ? 1 : 0) || (!whole && all.refers())) {
            return;
        }
        std::size_t const group = numbers_.try_emplace(std::move(all.text()), groups_.size()).at.value;
        groups_.resize((std::max)(groups_.size(), group + 1));
        groups_[group].push_back(at);
        groups_of_.try_emplace(place_of(of.name, at.key), group);
    }

    std::span<tool const> tools_;
    stop_token stop_;
    std::vector<std::vector<place>> groups_{};
    hash_map<std::string, std::size_t> numbers_{};    // of groups, by schema
    hash_map<std::string, std::size_t> groups_of_{};  // by place
};

}  // namespace parlance::chat::detail
