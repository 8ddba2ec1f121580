// parlance/chat/detail/equal_arguments.hpp - what is written behind the keys of arguments with equal schemas, once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/detail/schema_identity.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <parlance/text/hash_map.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::chat::detail {

/// Tools by the hundred have the same few kinds of arguments: strings, numbers, lists of strings.  What comes for the second
/// time is a rule, so that a lowering writes it once and each further tool adds no more than its names.
class equal_arguments {
public:
    /// rules  what the names of rules begin with
    explicit equal_arguments(std::string rules) : rules_(std::move(rules)) {}

    /// A text that is the same where the same is written behind the key of an argument: of tools that are as strict, with a
    /// schema, a text in front of the value and a notation.  Nothing where the schema may refer to something outside.
    [[nodiscard]] static std::optional<std::string> identity(tool const& of, boost::json::value const& schema,
                                                             std::string_view close, raw_text raw,
                                                             stop_token stop = {}) {
        schema_identity same(stop);
        if (has_definitions(of.parameters) || !same.add(schema) || same.refers()) {
            return std::nullopt;
        }
        same.add(of.strict ? 's' : 'w');
        same.add(raw);
        same.add_text(close);
        return std::move(same.text());
    }

    /// What make() makes, where nothing with this identity was made before.
    template <class Make>
    [[nodiscard]] peg::node_id behind_key(peg::builder& b, std::optional<std::string> const& identity,
                                          Make const& make) {
        if (!identity) {
            return make();
        }
        auto const known = known_.try_emplace(*identity);
        entry& e = known.at.value;
        if (known.fresh) {
            e.first = make();
            return e.first;
        }
        if (e.again == peg::none) {
            e.again = b.rule(rules_ + std::to_string(number_++), e.first);
        }
        return e.again;
    }

private:
    struct entry {
        peg::node_id first = peg::none;
        peg::node_id again = peg::none;
    };

    std::string rules_;
    hash_map<std::string, entry> known_;
    std::size_t number_ = 0;  // of the next rule
};

}  // namespace parlance::chat::detail
