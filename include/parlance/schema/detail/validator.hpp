// parlance/schema/detail/validator.hpp - a schema read anew for every value
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/schema/detail/document.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/value.hpp>
#include <map>

namespace parlance::schema::detail {

/// Reads the schema anew for every value, and knows nothing of goals, facts or networks.
class validator {
public:
    static constexpr std::uint64_t most_steps = 5'000'000;

    /// `fuel`: how many schemas may be looked at, of all values together; then out_of_fuel.
    explicit validator(document const& source, std::uint64_t fuel = most_steps)
        : source_(&source), fuel_(fuel) {}

    [[nodiscard]] PARLANCE_DECL result<void> check(boost::json::value const& schema,
                                                   boost::json::value const& v);

private:
    using object = boost::json::object;
    using value = boost::json::value;

    static constexpr std::size_t deepest = 300;
    static constexpr std::size_t short_list = 32;

    [[nodiscard]] PARLANCE_DECL static result<void> violated(std::string const& at, std::string_view keyword);
    [[nodiscard]] PARLANCE_DECL static bool is_violation(result<void> const& r) noexcept;
    [[nodiscard]] PARLANCE_DECL value const* find(object const& s, std::string_view key) const;
    [[nodiscard]] PARLANCE_DECL static std::uint64_t count(value const& v);

    [[nodiscard]] PARLANCE_DECL result<void> check(value const& schema, value const& v,
                                                   std::string const& at);

    [[nodiscard]] PARLANCE_DECL result<void> check_object(object const& s, value const& v,
                                                          std::string const& at);

    [[nodiscard]] PARLANCE_DECL static bool has_type(std::string_view name, value const& v);
    /// Whether a list has the value; a long one is sorted out once.
    [[nodiscard]] PARLANCE_DECL bool is_listed(boost::json::array const& list, value const& v);
    [[nodiscard]] PARLANCE_DECL result<void> any_type(object const& s, value const& v, std::string const& at);

    [[nodiscard]] PARLANCE_DECL result<bool> matches(std::string_view pattern, std::string_view text,
                                                     bool format);
    [[nodiscard]] PARLANCE_DECL result<void> strings(object const& s, std::string_view v,
                                                     std::string const& at);
    [[nodiscard]] PARLANCE_DECL result<void> numbers(object const& s, value const& v, std::string const& at);
    [[nodiscard]] PARLANCE_DECL result<void> arrays(object const& s, boost::json::array const& v,
                                                    std::string const& at);
    [[nodiscard]] PARLANCE_DECL result<void> objects(object const& s, object const& v, std::string const& at);
    [[nodiscard]] PARLANCE_DECL result<void> combined(object const& s, value const& v, std::string const& at);
    [[nodiscard]] PARLANCE_DECL result<void> left_over(object const& s, value const& v,
                                                       std::string const& at);
    [[nodiscard]] PARLANCE_DECL result<void> look_at(object const& s, value const& v, bool own,
                                                     std::vector<bool>& looked);
    [[nodiscard]] PARLANCE_DECL result<void> look_in_place(object const& s, value const& v,
                                                           std::vector<bool>& looked);

    document const* source_;
    std::size_t depth_ = 0;
    std::uint64_t fuel_;
    std::map<std::pair<std::string, bool>, rtn::dfa> automata_;
    std::unordered_map<boost::json::array const*, std::unordered_multimap<std::size_t, value const*>> lists_;
};

}  // namespace parlance::schema::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/impl/validate_left_over.ipp>
#include <parlance/schema/detail/impl/validate_nested.ipp>
#include <parlance/schema/detail/impl/validator.ipp>
#endif
