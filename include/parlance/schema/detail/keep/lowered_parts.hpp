// parlance/schema/detail/keep/lowered_parts.hpp - lowered schemas by their content, in a number of bytes
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/part.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/mutex.hpp>
#include <parlance/text/vec.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace parlance::schema::detail {

struct lowered_part;

/// What stands behind lowering_cache.  Safe to use from several threads.
class lowered_parts {
public:
    /// Lowered where different rules were there before: a schema that many tools have in common is, in the first of them and in
    /// others.
    static constexpr std::size_t most_of_a_schema = 4;
    using some = std::array<std::shared_ptr<lowered_part const>, most_of_a_schema>;

    explicit lowered_parts(std::size_t most_bytes) : room_(std::make_shared<rtn::memory_share>(most_bytes)) {}
    lowered_parts(lowered_parts const&) = delete;
    lowered_parts& operator=(lowered_parts const&) = delete;
    ~lowered_parts() { clear(); }

    /// What is kept of a schema: a few, or none.
    [[nodiscard]] PARLANCE_DECL some find(std::string const& content);
    /// Rules that are kept and no schema's; nullptr where there are none.
    [[nodiscard]] PARLANCE_DECL std::shared_ptr<rtn::part const> find_rows(std::string const& content);
    /// Keeps one more, of so many bytes; of several for one schema the one that came first goes.
    ///
    /// part  nullptr where the rules are no schema's
    /// rows  its own
    PARLANCE_DECL void keep(std::string&& content, std::shared_ptr<lowered_part const> part,
                            std::shared_ptr<rtn::part const> rows, std::size_t bytes);

    [[nodiscard]] std::size_t memory() const noexcept { return room_->used(); }
    PARLANCE_DECL void clear() noexcept;

private:
    struct row {
        some parts;
        std::array<std::shared_ptr<rtn::part const>, most_of_a_schema> rows;
        std::array<std::size_t, most_of_a_schema> bytes{};
        std::size_t next = 0;
        std::uint64_t asked_for = 0;  // when it was, last
    };
    /// Makes room: of what is there the half goes that was not asked for longest, until `bytes` fit in.
    PARLANCE_DECL void make_room(std::size_t bytes);
    PARLANCE_DECL void drop(row& r, std::size_t i) noexcept;
    PARLANCE_DECL void drop_all(row& r) noexcept;

    std::shared_ptr<rtn::memory_share> room_;
    parlance::detail::mutex lock_;
    hash_map<std::string, row> rows_;
    std::uint64_t now_ = 0;
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/keep/impl/lowered_parts.ipp>
#endif
