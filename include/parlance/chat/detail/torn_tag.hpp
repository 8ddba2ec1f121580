// parlance/chat/detail/torn_tag.hpp - the name of an argument in a tag that does not end behind it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/damaged_tag.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/peg/node.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace parlance::chat::detail {

/// missing_tag_end and value_in_tag: `<parameter=a\nb</parameter>`, `<parameter=a=b</parameter>`, `<parameter=a=b></parameter>`.
class torn_tag_builder : protected dialect_builder {
public:
    using dialect_builder::dialect_builder;

    /// end     what stands there, or with a value in the tag, all of that
    /// behind  what should stand there; empty with a value in the tag
    struct torn_end {
        peg::node_id end;
        std::string behind;
    };
    [[nodiscard]] std::vector<torn_end> const& ends() {
        if (!ends_) {
            ends_.emplace();
            for (std::string const& each :
                 d_.mends_tags() ? torn_tags(*d_.format) : std::vector<std::string>()) {
                add_ends(each, *ends_);
            }
        }
        return *ends_;
    }
    /// What shows behind the name of an argument that the `>` of its tag does not follow.
    [[nodiscard]] peg::node_id key_end() {
        std::vector<peg::node_id> ways;
        for (torn_end const& each : ends()) {
            ways.push_back(each.end);
        }
        return ways.empty() ? b_->fail() : any_of(ways);
    }
    /// The values that end with their tags, as ways in which one stands.
    void add_values(std::vector<peg::node_id>& to) {
        for (torn_end const& each : ends()) {
            if (each.behind.empty()) {
                to.push_back(each.end);
            }
        }
    }

private:
    void add_ends(std::string const& stem, std::vector<torn_end>& to) {
        constexpr std::uint32_t longest = 256;
        peg::node_id const no_end =
            b_->look(b_->sequence({m_.space(), b_->reject(b_->literal("/>")), b_->chars("^>")}));
        if (!stem.empty()) {
            peg::node_id const attribute =
                b_->sequence({b_->chars(blanks, 1, longest), b_->chars("a-zA-Z_:-", 1, longest),
                              b_->choice({b_->literal("="), b_->end()})});
            to.push_back({b_->sequence({b_->literal(stem), no_end, b_->reject(attribute)}), stem + ">"});
            return;
        }
        // What no end of the tag follows on its line, or the end of the argument behind that.
        peg::node_id const close = b_->literal(split(d_.format->arguments.item_close).core);
        peg::node_id const sign = b_->literal("=");
        peg::node_id const text = b_->chars("^<>\\n", 1, longest);
        peg::node_id const open = b_->look(b_->sequence({text, b_->choice({close, b_->literal("\n")})}));
        peg::node_id const whole =
            b_->sequence({sign, tag(part::value, text), b_->literal(">"), m_.space(), b_->look(close)});
        to.push_back({whole, {}});
        to.push_back(
            {b_->choice({b_->sequence({b_->literal("\n"), no_end}), b_->sequence({sign, open})}), ">"});
    }

    std::optional<std::vector<torn_end>> ends_{};
};

}  // namespace parlance::chat::detail
