// parlance/chat/detail/argument_builder.hpp - arguments each of which stands in markup of its own
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/member_builder.hpp>
#include <parlance/chat/detail/open_value.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/decl.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// Key and value, again and again, as a tool_format of mode tag_with_tagged has them.
class argument_builder : value_builder {
public:
    using value_builder::value_builder;

    /// Any arguments, as they are read.
    [[nodiscard]] PARLANCE_DECL peg::node_id arguments();

    /// Those of a tool, as they are written; optional ones are left out at will.
    [[nodiscard]] PARLANCE_DECL peg::node_id arguments_of(std::size_t tool);

private:
    static constexpr std::string_view name_letters = "^<>/ \\t\\r\\n\\\"'";
    static constexpr std::uint32_t longest_name = 128;

    /// The ways in which a value stands without a wrapper.
    [[nodiscard]] std::span<pieces const> ways() const {
        return std::span(d_.format->values).subspan(value_opener(*d_.format).empty() ? 0 : 1);
    }

    /// What ends a call, and all of them, piece by piece.
    [[nodiscard]] PARLANCE_DECL std::vector<std::string_view> closers() const;

    /// Where a marked call has no arguments: it ends here, or another one begins.  Whatever else follows might be arguments
    /// that nobody could read, and a call without them is another call.
    [[nodiscard]] PARLANCE_DECL peg::node_id nothing_else();

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

    /// Behind the last argument: waits until what ends the call stands there whole, or something else.  At the end of
    /// the text a further argument might have followed.
    [[nodiscard]] PARLANCE_DECL peg::node_id no_more();

    [[nodiscard]] PARLANCE_DECL peg::node_id before_value(std::string_view close);
    [[nodiscard]] PARLANCE_DECL peg::node_id after_value(std::string_view close);

    /// What stands behind the value of the argument `key`.  It may be missing, or come twice, where `stray`.
    ///
    /// loose  written without the white space in front, too
    [[nodiscard]] PARLANCE_DECL peg::node_id end_of_value(std::string_view key, bool stray = false,
                                                          bool loose = false);

    /// What ends a value that is written, and the rules of the markup behind it: as the template has it, and where white
    /// space beside the value says nothing.
    struct written_end {
        std::vector<std::string> texts;
        peg::node_id markup;
        peg::node_id loose;
    };
    [[nodiscard]] PARLANCE_DECL written_end const& end_of(std::string const& key);

    /// missing_closer: what is written between two arguments of a tool where the end of the first is missing; empty where
    /// it may not be.
    [[nodiscard]] PARLANCE_DECL std::string instead_of_end(std::size_t tool) const;

    /// One argument of a tool.
    [[nodiscard]] PARLANCE_DECL written_property written(std::size_t tool, std::string const& key,
                                                         boost::json::value const& schema);

    /// Key and value with one text between; `at` says how the value is written.
    [[nodiscard]] PARLANCE_DECL written_property written(schema_slot at, boost::json::value const& schema,
                                                         std::string_view close, raw_text raw);

    using dialect_builder::any_of;
    [[nodiscard]] PARLANCE_DECL peg::node_id any_of(std::span<written_property const> ways);

    /// Without the quotes that values have in the dialect, as it is written inside of them otherwise.
    [[nodiscard]] PARLANCE_DECL peg::node_id unquoted(std::size_t tool, std::string const& key,
                                                      boost::json::value const& schema, notation const& bare);
    /// With its type in the markup: one way for every type that the schema allows.
    [[nodiscard]] PARLANCE_DECL peg::node_id typed(schema_slot const& whole,
                                                   boost::json::value const& schema);

    member_builder members_{*b_, d_, open_, properties_};
    std::optional<written_end> end_{};  // the last one
    std::optional<open_value_builder> unquoted_{};
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/argument_builder.ipp>
#endif
