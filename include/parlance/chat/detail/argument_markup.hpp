// parlance/chat/detail/argument_markup.hpp - what stands around the value of an argument in markup of its own
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/member_builder.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/detail/argument_tolerance.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/peg/node.hpp>
#include <span>
#include <string>
#include <string_view>

namespace parlance::chat::detail {

/// What those share who read and write key and value, again and again, as a tool_format of mode tag_with_tagged has them.
class argument_markup : protected value_builder {
public:
    using value_builder::value_builder;

protected:
    /// The ways in which a value stands without a wrapper.
    [[nodiscard]] std::span<pieces const> ways() const {
        return std::span(d_.format->values).subspan(value_opener(*d_.format).empty() ? 0 : 1);
    }

    [[nodiscard]] peg::node_id after_value(std::string_view close) {
        return has_lines(*d_.format) && split(close).before.empty()
                   ? b_->sequence({b_->optional(b_->literal("\n")), m_.after_text(close)})
                   : m_.after_text(close);
    }

    /// What stands behind the value of the argument `key`.  It may be missing, or come twice, where `stray`.
    ///
    /// loose  written without the white space in front, too
    [[nodiscard]] peg::node_id end_of_value(std::string_view key, bool stray = false, bool loose = false) {
        std::string const closing = closing_of(*d_.format, key);
        auto const wide = [&] {
            peg::node_id const end = after_value(closing);
            return b_->optional(stray ? b_->sequence({end, stray_closers(*b_, closing)}) : end);
        };
        return element(wide, [&] {
            // A line end in front is layout where the format says so.
            auto const [before, core, after] = split(closing);
            bool const line = has_lines(*d_.format) && before.empty();
            peg::node_id const front = line                     ? b_->optional(b_->literal("\n"))
                                       : loose && !core.empty() ? edge(before)
                                                                : text(before);
            peg::node_id const behind = core.empty() ? text(after) : edge(after);
            bool const again = stray && d_.written->lenient && may_come_again(closing);
            return b_->sequence({front, text(core), behind,
                                 again ? b_->optional(b_->sequence({edge(before), text(core), edge(after)}))
                                       : b_->epsilon()});
        });
    }

    member_builder members_{*b_, d_, open_, properties_};
};

}  // namespace parlance::chat::detail
