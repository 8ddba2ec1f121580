// parlance/hf/legacy/detail/replacement.hpp - what re.sub puts in the place of a match
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/regex.hpp>
#include <parlance/decl.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/work.hpp>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::hf::detail {

/// A replacement in Python's syntax: text, escapes, \1, \g<1>, \g<name>.
class replacement {
public:
    /// `names` are those of the pattern's groups.  Errors: regex_syntax.
    [[nodiscard]] PARLANCE_DECL static result<replacement> compile(std::string_view text,
                                                                   std::vector<std::string> const& names);

    /// The text with every match replaced.  Errors: regex_budget, output_too_large, and why `paid` ended.
    [[nodiscard]] PARLANCE_DECL result<std::string> apply(regex const& pattern, std::string_view text,
                                                          limits const& bounds, work& paid) const;

private:
    std::vector<std::pair<std::string, std::size_t>> parts_;  // text, and the group behind it
    std::string rest_;
};

}  // namespace parlance::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/legacy/detail/impl/replacement.ipp>
#endif
