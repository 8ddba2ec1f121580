// parlance/chat/hf/detail/regex_compiler.hpp - reads regular expressions that need no backtracking
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/hf/detail/regex_program.hpp>
#include <parlance/chat/hf/detail/regex_scanner.hpp>
#include <parlance/chat/hf/detail/regex_set.hpp>
#include <parlance/decl.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::hf::detail {

/// Reads the part of Python's syntax that needs neither memory of what was matched nor a look around: literals, sets,
/// groups, alternatives, repetition greedy and lazy, ^ \A at the beginning, $ \Z at the end.
class regex_compiler : regex_scanner {
public:
    explicit regex_compiler(std::string_view pattern) : regex_scanner(pattern) { out_.names.emplace_back(); }

    /// Nothing when the pattern needs more.
    [[nodiscard]] PARLANCE_DECL std::optional<regex_program> compile();

    /// The program for any of some texts; the longest where one begins with another.
    [[nodiscard]] PARLANCE_DECL static regex_program of_literals(std::vector<std::string> texts);

private:
    using kind = regex_step::kind;
    static constexpr std::size_t deepest = 50;

    [[nodiscard]] PARLANCE_DECL std::uint32_t here() const noexcept;
    PARLANCE_DECL void emit(regex_step s);

    /// Appends what is read; true when it can match nothing.
    PARLANCE_DECL bool alternatives(std::size_t depth);

    /// Puts a step in front of what was emitted from `at` on.
    PARLANCE_DECL void insert(std::uint32_t at, regex_step s);

    PARLANCE_DECL bool sequence(std::size_t depth);

    PARLANCE_DECL bool atom(std::size_t depth);

    PARLANCE_DECL bool group(std::size_t depth);

    PARLANCE_DECL bool escape();

    PARLANCE_DECL void use(regex_set s);

    /// A quantifier behind what was emitted from `begin` on; true when the whole can match nothing.
    PARLANCE_DECL bool repeat(std::uint32_t begin, bool nothing);

    regex_program out_;
};

}  // namespace parlance::chat::hf::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/hf/detail/impl/regex_compiler.ipp>
#endif
