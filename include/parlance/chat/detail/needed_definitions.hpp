// parlance/chat/detail/needed_definitions.hpp - the definitions of a schema that one part of it refers to
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/value_copier.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/stop.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Under which names a schema has its definitions.
inline constexpr char const* definition_shelves[] = {"$defs", "definitions"};

/// Which definitions a part of a schema needs.
class needed_definitions {
public:
    /// whole  has the definitions
    /// stop   where it is asked to, some are missing: who may be stopped asks, too
    explicit needed_definitions(boost::json::object const& whole, stop_token stop = {})
        : whole_(&whole), stop_(stop), asked_(stop) {}

    /// Those that it refers to, and those that they refer to.  False where they have more than `most` values: then some are
    /// missing.
    bool add(boost::json::value const& schema, std::size_t most = static_cast<std::size_t>(-1)) {
        constexpr std::size_t rows_of_a_value = 4;
        std::vector<boost::json::value const*> left{&schema};
        while (!left.empty()) {
            if (values_ >= most || !asked_.next(rows_of_a_value)) {
                return false;
            }
            boost::json::value const& next = *left.back();
            left.pop_back();
            ++values_;
            if (auto const* list = next.if_array()) {
                std::ranges::transform(*list, std::back_inserter(left),
                                       [](auto const& item) { return &item; });
            } else if (auto const* object = next.if_object()) {
                for (auto const& member : *object) {
                    bool const reference = member.key() == "$ref" || member.key() == "$dynamicRef";
                    if (boost::json::value const* to =
                            reference ? referred(member.value()) : &member.value()) {
                        left.push_back(to);
                    }
                }
            }
        }
        return !all_ || most == static_cast<std::size_t>(-1);
    }

    /// How many values it went through: about as many are copied.
    [[nodiscard]] std::size_t values() const noexcept { return values_; }
    [[nodiscard]] bool any() const noexcept { return all_ || names_.size() > 0; }

    void copy_to(boost::json::object& part) const {
        value_copier copier(stop_);
        for (char const* const shelf : definition_shelves) {
            auto const* defs = whole_->if_contains(shelf);
            if (defs == nullptr || all_ || !defs->is_object()) {
                if (defs != nullptr) {
                    if (auto const [at, fresh] = part.emplace(shelf, nullptr); fresh) {
                        copier.copy(at->value(), *defs);
                    }
                }
                continue;
            }
            boost::json::object needed(part.storage());
            for (auto const& each : defs->get_object()) {
                if (!copier.goes_on()) {
                    break;
                }
                if (names_.contains(std::string_view(each.key()))) {
                    copier.copy(needed.emplace(each.key(), nullptr).first->value(), each.value());
                }
            }
            if (!needed.empty()) {
                part.emplace(shelf, std::move(needed));
            }
        }
    }

private:
    /// A definition that was not met yet; null for one that was, and where a reference is none by a plain name: then all are
    /// needed.
    [[nodiscard]] boost::json::value const* referred(boost::json::value const& to) {
        std::string_view const text = to.is_string() ? std::string_view(to.get_string()) : std::string_view();
        for (std::string_view const shelf : definition_shelves) {
            std::string const front = std::string("#/").append(shelf).append("/");
            std::string_view const name = text.substr((std::min)(front.size(), text.size()));
            auto const* defs = whole_->if_contains(shelf);
            auto const* found = text.starts_with(front) && defs != nullptr && defs->is_object()
                                    ? defs->get_object().if_contains(name.substr(0, name.find('/')))
                                    : nullptr;
            if (found != nullptr) {
                return names_.insert(name.substr(0, name.find('/'))) ? found : nullptr;
            }
        }
        all_ = true;
        return nullptr;
    }

    boost::json::object const* whole_;
    stop_token stop_;
    stop_asker asked_;
    hash_set<std::string_view> names_{};
    std::size_t values_ = 0;
    bool all_ = false;
};

}  // namespace parlance::chat::detail
