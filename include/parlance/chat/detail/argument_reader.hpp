// parlance/chat/detail/argument_reader.hpp - reads arguments each of which stands in markup of its own
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// What stands behind the value of the argument `key`; all of it that is known where `key` is empty.
[[nodiscard]] PARLANCE_DECL std::string closing_of(tool_format const& t, std::string_view key);

/// Reads key and value, again and again, as a tool_format of mode tag_with_tagged has them.
class argument_reader : dialect_builder {
public:
    using dialect_builder::dialect_builder;

    /// What ends the value of the argument `key`: its own marker, or where the model forgot it, that of the call.
    [[nodiscard]] PARLANCE_DECL static std::vector<std::string> value_ends(tool_format const& t,
                                                                           std::string_view key);

    [[nodiscard]] PARLANCE_DECL peg::node_id arguments();

private:
    static constexpr std::string_view name_letters = "^<>/ \\t\\r\\n\\\"'";
    static constexpr std::uint32_t longest_name = 128;

    /// An argument whose name may be any.  Its marker commits: what follows is a value, whatever it says.
    [[nodiscard]] PARLANCE_DECL peg::node_id any_argument(std::optional<peg::node_id> close);

    /// Where the name stands again behind the value, it is that of the argument, for arguments that some tool has.
    [[nodiscard]] PARLANCE_DECL peg::node_id named_arguments();

    struct known_key {
        std::string name;
        bool nested;
    };
    /// The names of all arguments of all tools, and whether they may have members.
    [[nodiscard]] PARLANCE_DECL std::vector<known_key> known_keys() const;

    [[nodiscard]] peg::node_id name() { return b_->chars(name_letters, 1, longest_name); }

    [[nodiscard]] PARLANCE_DECL peg::node_id key();

    /// A value that runs up to an expression; it may have members, whose ends are theirs.
    [[nodiscard]] PARLANCE_DECL peg::node_id value_up_to(peg::node_id end);

    [[nodiscard]] PARLANCE_DECL peg::node_id value(std::vector<std::string> const& ends);

    /// A value with nothing around it but the markers of its argument.
    [[nodiscard]] PARLANCE_DECL peg::node_id bare_value(std::vector<std::string> const& ends);

    /// An argument of a call that must be whole: the ends of its value are trimmed.
    [[nodiscard]] PARLANCE_DECL peg::node_id whole_argument();

    /// Where nothing stands in front of an argument's name, the name itself and what follows it announce one.
    [[nodiscard]] PARLANCE_DECL peg::node_id ahead();

    [[nodiscard]] PARLANCE_DECL peg::node_id before_value(std::string_view close);
    [[nodiscard]] PARLANCE_DECL peg::node_id after_value(std::string_view close);

    std::optional<peg::rule_id> member_;
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/argument_reader.ipp>
#endif
