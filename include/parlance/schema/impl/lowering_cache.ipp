// parlance/schema/impl/lowering_cache.ipp - definitions of what parlance/schema/lowering_cache.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/lowering_cache.hpp>
#include <parlance/rtn/part.hpp>
#include <parlance/schema/detail/keep/lowered_parts.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace parlance::schema {

lowering_cache::lowering_cache(std::size_t most_bytes)
    : parts_(std::make_shared<detail::lowered_parts>(most_bytes)) {}

std::size_t lowering_cache::memory() const noexcept { return parts_ != nullptr ? parts_->memory() : 0; }

std::shared_ptr<rtn::part const> lowering_cache::find(std::string const& content) const {
    return parts_ != nullptr ? parts_->find_rows(content) : nullptr;
}

void lowering_cache::keep(std::string&& content, std::shared_ptr<rtn::part const> rules) const {
    if (parts_ != nullptr) {
        std::size_t const bytes = rules->memory();
        parts_->keep(std::move(content), nullptr, std::move(rules), bytes);
    }
}

void lowering_cache::clear() noexcept {
    if (parts_ != nullptr) {
        parts_->clear();
    }
}

}  // namespace parlance::schema
