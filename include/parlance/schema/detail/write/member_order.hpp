// parlance/schema/detail/write/member_order.hpp - how an object's members follow each other
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/schema/detail/plan/object_plan.hpp>
#include <parlance/schema/detail/write/writer.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::schema::detail {

/// How an object's members follow each other.
///
/// Declared order: a chain of the members.  Any order: the first `tracked` of `ranked` are known one by one, in a set;
/// those up to `chain_end` keep their order among themselves, and the others may stand anywhere.  The first are required
/// ones, and those that choices are about; of many choices, those of one stand together.  A place is a set and a place of
/// the chain: as many are tracked as keep those few.
///
/// Where that would not be all required ones, and matchers see to it that no name comes twice, those that no choice is
/// about are counted instead, and stand anywhere: all are there when as many came.  Matchers watch optional members that
/// stand anywhere, too; where nobody does, such a member may come twice, and only the number of members is bounded by that
/// of the names.
struct writer::member_order {
    static constexpr std::size_t always_tracked = 4;
    static constexpr std::size_t most_all_tracked = 6;  // optional ones, too
    static constexpr std::size_t most_tracked = 8;
    static constexpr std::size_t most_places = 256;
    static constexpr std::size_t most_alone = 10;            // that may all stand anywhere
    static constexpr std::size_t most_open_places = 50'000;  // that choices may lead to
    static constexpr std::size_t most_open_choices = 8;
    static constexpr std::uint64_t most_counted = 1000;  // by places, beside required ones that are counted
    static constexpr std::uint64_t most_counted_places = 1000;  // of members that choices are about
    static constexpr std::size_t many_optional = 64;            // of a chain: then names are written as trees

    vec<std::size_t> ranked;  // members by index
    ordered_map<std::string_view, std::size_t> ranks;
    bool any = false;
    bool names_once = false;  // matchers see to it
    std::size_t tracked = 0;
    std::size_t chain_end =
        0;  // ranked members [tracked, chain_end) stand in order, those behind where they like
    vec<std::uint64_t> owed;  // required members of the chain from here on
    std::size_t required = 0;
    std::size_t required_alone = 0;  // those that are counted: each of them increments, and no other
    bool counts_others = false;      // optional and further ones increment
    std::uint64_t most = no_limit;   // members, where they increment
    bool in_places = false;          // members are counted by places, but for those that are counted alone,
    std::uint64_t cap = 0;           // up to this

    /// Not all of it is right where `spent` says that it could not be paid for.
    PARLANCE_DECL member_order(object_plan const& plan, options const& how, work& spent);
    /// Whether members increment.
    [[nodiscard]] bool counted() const noexcept { return required_alone > 0 || counts_others; }

private:
    /// For each member the first choice that is about it, or their number.
    [[nodiscard]] PARLANCE_DECL static vec<std::size_t> first_choices(object_plan const& plan, work& spent);
    /// Sorts the members, once it is known which of them stand in the chain.
    PARLANCE_DECL void rank(object_plan const& plan, vec<std::size_t> const& choice_of, work& spent);
    /// Of so many members, how many can be known in a set while all others of them keep their order.
    [[nodiscard]] PARLANCE_DECL static std::size_t most_in_a_set(object_plan const& plan, std::size_t of,
                                                                 bool bounded);
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/write/impl/member_order.ipp>
#endif
