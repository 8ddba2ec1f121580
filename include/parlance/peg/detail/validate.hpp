// parlance/peg/detail/validate.hpp - whether rows from outside are a table
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/peg/arena.hpp>
#include <parlance/peg/detail/analysis.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace parlance::peg::detail {

/// Every number points where it may, children stand before their parents, derived rows are what they are derived
/// from, no rule is left-recursive: then nothing that reads the table leaves it or runs for ever.
class validator {
public:
    validator(arena_view const& a, stop_asker& asked, work& spent) : a_(a), asked_(asked), spent_(spent) {}

    /// Also cancelled, and out_of_fuel: delimiters may stand upon each other, and many untils have the same ones.
    [[nodiscard]] PARLANCE_DECL diagnostic run() const;

private:
    static diagnostic wrong(std::string_view what) { return {errc::invalid_table, {}, 0, what}; }
    PARLANCE_DECL static bool within(std::uint64_t first, std::uint64_t count, std::size_t size) noexcept;
    bool fits(text_ref t) const noexcept { return within(t.offset, t.length, a_.text.size()); }

    PARLANCE_DECL bool is_class(char_class const& c) const;

    /// False as well where it could not be paid for.
    PARLANCE_DECL bool is_until(until_row const& u) const;

    PARLANCE_DECL bool is_node(node_id i) const;

    arena_view a_;
    stop_asker& asked_;
    work& spent_;
};

}  // namespace parlance::peg::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/peg/detail/impl/validate.ipp>
#endif
