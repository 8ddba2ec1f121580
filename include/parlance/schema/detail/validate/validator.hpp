// parlance/schema/detail/validate/validator.hpp - a schema read anew for every value
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/schema/detail/read/dynamic_scope.hpp>
#include <parlance/schema/detail/read/reference_table.hpp>
#include <parlance/schema/detail/validate/exact_numbers.hpp>
#include <parlance/schema/detail/validate/text_patterns.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/ordered_map.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

/// Reads the schema anew for every value, and knows nothing of goals, facts or networks.
class validator {
public:
    /// What a look at one schema is worth, in steps; its keywords pay for the bytes they read besides.
    static constexpr std::uint64_t steps_of_a_schema = 400;

    /// As many as limits.fuel pays for; nested as deep as limits.nesting, and half as deep again for references.
    ///
    /// exact  numbers that say more than the values keep; must outlive it
    validator(document& source, limits const& bounds, exact_numbers const* exact = nullptr)
        : source_(&source), deepest_(bounds.nesting + bounds.nesting / 2), exact_(exact), spent_(bounds) {}

    /// What all values together have left of limits.fuel.
    [[nodiscard]] std::uint64_t left() const noexcept { return spent_.left(); }

    /// `outer`: the scope of where the schema is reached from.
    [[nodiscard]] PARLANCE_DECL result<void> check(boost::json::value const& schema,
                                                   boost::json::value const& v, scope_id outer = no_scope);

private:
    using object = boost::json::object;
    using value = boost::json::value;

    /// failed: there is no verdict, wrong_ says why.
    enum class verdict : std::uint8_t { holds, violated, failed };

    /// Where a value is: a list on the stack, told as a JSON Pointer only when somebody is to read it.
    struct place {
        place const* outer;
        std::size_t index;
        std::string_view name{};
        bool named = false;
    };

    static constexpr std::size_t short_list = 32;
    static constexpr std::uint64_t steps_at_once = 8;  // at two values that differ at once

    [[nodiscard]] PARLANCE_DECL static std::string pointer(place const* at);
    [[nodiscard]] PARLANCE_DECL verdict violated(place const* at, std::string_view keyword);
    PARLANCE_DECL verdict fail(diagnostic why);
    PARLANCE_DECL verdict fail(errc code, place const* at, std::string_view what = {});
    /// Pays; false when that failed.
    [[nodiscard]] PARLANCE_DECL bool pay(std::uint64_t steps);
    /// What reading all of a value costs.
    [[nodiscard]] PARLANCE_DECL std::uint64_t weight(value const& v);

    [[nodiscard]] PARLANCE_DECL value const* find(object const& s, std::string_view key) const;
    [[nodiscard]] PARLANCE_DECL static std::uint64_t count(value const& v);
    /// Where the reference `text` behind a keyword of `s` leads; null when that failed.
    [[nodiscard]] PARLANCE_DECL value const* target(std::string_view ref, value const& text, object const& s);

    [[nodiscard]] PARLANCE_DECL verdict check(value const& schema, value const& v, place const* at);
    /// What `look` says in the scope inside of `schema`, one level deeper.
    template <class F>
    [[nodiscard]] verdict within(value const& schema, value const& v, place const* at, F const& look);
    /// Why there are too many schemas around: they are in a circle, or just many.
    [[nodiscard]] PARLANCE_DECL verdict too_deep(place const* at);
    /// The same where a violation is nothing to be told.
    [[nodiscard]] PARLANCE_DECL verdict holds(value const& schema, value const& v);
    [[nodiscard]] PARLANCE_DECL verdict check_object(object const& s, value const& v, place const* at);
    [[nodiscard]] PARLANCE_DECL verdict references(object const& s, value const& v, place const* at);
    /// The keywords that hold no schemas.
    [[nodiscard]] PARLANCE_DECL verdict own(object const& s, value const& v, place const* at);

    /// A number of the value.  What json::parse() read as infinite, an integer of 400 digits, is one beyond all bounds:
    /// whole, and 1e999 as json::dump() writes it.
    [[nodiscard]] PARLANCE_DECL maybe<decimal> number(value const& v) const;
    /// The same where it is not infinite, and what it costs beyond that of other numbers.
    [[nodiscard]] PARLANCE_DECL maybe<decimal> written(value const& v) const;
    [[nodiscard]] PARLANCE_DECL std::uint64_t length(value const& v) const;
    [[nodiscard]] PARLANCE_DECL bool is_whole(value const& v) const;
    /// whole  whether the value is, once that was asked: its digits may be many
    [[nodiscard]] PARLANCE_DECL bool has_type(std::string_view name, value const& v,
                                              maybe<bool>& whole) const;
    [[nodiscard]] PARLANCE_DECL bool same(value const& a, value const& b);
    [[nodiscard]] PARLANCE_DECL std::size_t hash(value const& v) const;
    /// Whether a value is what the schema says.  Of a number there a double is left: where fifteen digits do not say it, it
    /// may have been written as the value's was.
    [[nodiscard]] PARLANCE_DECL bool is_constant(value const& said, value const& v);
    /// Whether a list has the value; a long one is sorted out once.
    [[nodiscard]] PARLANCE_DECL bool is_listed(boost::json::array const& list, value const& v);
    [[nodiscard]] PARLANCE_DECL verdict any_type(object const& s, value const& v, place const* at);

    /// Whether `text` is of the pattern or format; failed, holds or violated.
    [[nodiscard]] PARLANCE_DECL verdict matches(std::string_view pattern, std::string_view text, bool format);
    [[nodiscard]] PARLANCE_DECL verdict strings(object const& s, std::string_view v, place const* at);
    [[nodiscard]] PARLANCE_DECL verdict numbers(object const& s, value const& v, place const* at);
    /// minItems, maxItems, uniqueItems.
    [[nodiscard]] PARLANCE_DECL verdict counted(object const& s, boost::json::array const& v,
                                                place const* at);
    [[nodiscard]] PARLANCE_DECL verdict unique(boost::json::array const& v, place const* at);
    [[nodiscard]] PARLANCE_DECL verdict items(object const& s, boost::json::array const& v, place const* at);
    [[nodiscard]] PARLANCE_DECL verdict contained(object const& s, boost::json::array const& v,
                                                  place const* at);
    /// minProperties, maxProperties, required.
    [[nodiscard]] PARLANCE_DECL verdict counted(object const& s, object const& v, place const* at);
    [[nodiscard]] PARLANCE_DECL bool lacking(value const& names, object const& v);
    [[nodiscard]] PARLANCE_DECL verdict dependent(object const& s, value const& v, place const* at);
    [[nodiscard]] PARLANCE_DECL verdict members(object const& s, object const& v, place const* at);
    [[nodiscard]] PARLANCE_DECL verdict member(object const& s, std::string_view name, value const& v,
                                               place const* at);
    [[nodiscard]] PARLANCE_DECL verdict combined(object const& s, value const& v, place const* at);
    /// How many of a list of schemas hold; failed when one does.
    [[nodiscard]] PARLANCE_DECL verdict holding(value const& list, value const& v, std::size_t& n);
    [[nodiscard]] PARLANCE_DECL verdict left_over(object const& s, value const& v, place const* at);
    [[nodiscard]] PARLANCE_DECL verdict look_at(object const& s, value const& v, bool own,
                                                std::vector<bool>& looked);
    [[nodiscard]] PARLANCE_DECL verdict look_at_members(object const& s, object const& v,
                                                        std::vector<bool>& looked);
    [[nodiscard]] PARLANCE_DECL verdict look(value const& inner, value const& v, std::vector<bool>& looked);
    [[nodiscard]] PARLANCE_DECL verdict look_in_place(object const& s, value const& v,
                                                      std::vector<bool>& looked);

    document* source_;
    std::size_t deepest_;
    std::size_t depth_ = 0;
    /// The schemas that are being looked at, the outermost last.
    struct look_under_way {
        document::applied at;
        value const* asked;
        look_under_way const* outer;
    };
    look_under_way const* under_way_ = nullptr;
    scope_id scope_ = no_scope;  // of the schema that is looked at
    std::size_t quiet_ = 0;      // schemas around whose violation is nothing to be told
    exact_numbers const* exact_;
    work spent_;
    diagnostic wrong_{};
    struct question {
        value const* schema;
        scope_id scope;
        value const* asked;
        friend bool operator==(question const&, question const&) = default;
    };
    struct hash_question {
        [[nodiscard]] std::uint64_t operator()(question const& q) const noexcept {
            return (hash_of{}(q.schema) * 31 + q.scope) * 31 + hash_of{}(q.asked);
        }
    };
    /// Whether an array or object satisfies a schema, where that was asked for an alternative.
    hash_map<question, bool, hash_question> known_;
    /// What references mean outside of scopes, by where they stand: a URI is resolved once, not for each value.
    hash_map<value const*, reference_table::anchor> names_;
    text_patterns patterns_;
    using by_hash = hash_map<std::uint64_t, vec<value const*>>;
    hash_map<boost::json::array const*, by_hash> lists_;
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/validate/impl/validate_constants.ipp>
#include <parlance/schema/detail/validate/impl/validate_left_over.ipp>
#include <parlance/schema/detail/validate/impl/validate_nested.ipp>
#include <parlance/schema/detail/validate/impl/validator.ipp>
#endif
