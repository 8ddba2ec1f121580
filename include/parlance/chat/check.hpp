// parlance/chat/check.hpp - whether a call fits its tool, and arguments put right where only their types are wrong
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/message.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat {

/// What is wrong with the arguments of a call: a sentence or two made for the model's next try, to be sent as the
/// call's result.  Nothing where all is well, and where the schema is one that cannot be decided.
///
///     if (auto const wrong = check(call, tools)) { messages.push_back(result_of(call, *wrong)); }
///
/// cost  that of schema::validate()
[[nodiscard]] PARLANCE_DECL std::optional<std::string> check(tool_call const& call, tool const& t);
/// The same where the tool may be none of those that there are.
[[nodiscard]] PARLANCE_DECL std::optional<std::string> check(tool_call const& call,
                                                             std::span<tool const> tools);

/// Arguments with values of the types that the schema asks for, where they say the same: "42" for 42 where no string is
/// allowed, an object or a list that came as its text, 42 for "42" where only a string is, Python's True and None.  Inside
/// objects and lists, too.  What cannot be had so stays as it is, and a text that is no JSON object, or needs no change, is
/// given back byte for byte.
[[nodiscard]] PARLANCE_DECL std::string typed_arguments(std::string_view arguments, tool const& t);
/// The same of all calls of a message that are whole: those of strict tools have these types, or are not.
PARLANCE_DECL void type_arguments(message& m, std::span<tool const> tools);

namespace detail {

/// Whether a strict tool takes arguments, for the calls of one answer: the schema of a tool is read once for all of them,
/// and what cannot be judged by the length of its text is judged on a budget that they share.
///
/// A value; copies read the schemas anew, and have what is left of the budget.  The tools must outlive it.
class strict_arguments {
public:
    strict_arguments() = default;
    strict_arguments(strict_arguments const& other) noexcept : shared_(other.shared_) {}
    strict_arguments& operator=(strict_arguments const& other) noexcept {
        shared_ = other.shared_;
        return *this;
    }
    strict_arguments(strict_arguments&&) noexcept = default;
    strict_arguments& operator=(strict_arguments&&) noexcept = default;

    /// True where they are not valid, or are more than can be judged; of a name that comes twice in an object the last value
    /// counts.  Never of a tool that is not strict.  Precondition: they are JSON.  Takes 1,000 steps for each byte of the
    /// arguments, and for all calls together 20 million, a million for one.
    [[nodiscard]] PARLANCE_DECL bool refuses(tool const& t, std::string_view arguments);

private:
    struct known;
    std::uint64_t shared_ = 20'000'000;
    std::vector<std::shared_ptr<known>> known_{};
};

}  // namespace detail

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/impl/check.ipp>
#endif
