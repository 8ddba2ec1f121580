// parlance/chat/detail/value_text.hpp - where the text of an argument's value ends, when it is read
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/argument_tolerance.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/peg/node.hpp>
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Reads text up to what ends a value, and to what models write in its place (missing_closer, other_closers).
class value_text_builder : protected value_builder {
public:
    using value_builder::value_builder;

protected:
    /// The tag of an argument, or that of another dialect.
    [[nodiscard]] peg::node_id argument_opener() {
        std::vector<peg::node_id> ways;
        for (std::string const& each : argument_openers(*d_.format)) {
            ways.push_back(m_.loose(each));
        }
        return any_of(ways);
    }

    /// The text of a value, up to one of its ends, or to the next argument, or to the end of another dialect's in front of
    /// what stands behind an argument.
    [[nodiscard]] peg::node_id value_text(std::vector<std::string> ends) {
        tool_format const& t = *d_.format;
        std::string const next = next_argument(t);
        std::vector<std::string> const others = other_argument_closers(t);
        if (d_.strict || (next.empty() && others.empty())) {
            return m_.until(ends);
        }
        std::vector<std::string> begins;
        std::string const gap(has_lines(t) && split(t.arguments.item_close).before.empty()
                                  ? "\n"
                                  : split(t.arguments.item_close).before);
        for (std::string const& other : others) {
            for (std::string& each : marker_builder::ends(gap + other)) {
                begins.push_back(std::move(each));
            }
        }
        std::vector<peg::node_id> behind;
        if (auto const close = split(t.calls.item_close).core; !close.empty()) {
            behind.push_back(m_.core(close));
        }
        std::vector<peg::node_id> over;
        if (!next.empty()) {
            peg::node_id const names = next_names();
            behind.push_back(b_->sequence({argument_opener(), names}));
            over.push_back(b_->sequence({b_->literal(next), names}));
        }
        over.push_back(b_->sequence({m_.one_of(begins), m_.space(), b_->choice(behind)}));
        if (!others.empty()) {  // as other_closers, the name of an argument
            std::vector<std::string> tags = marker_builder::ends(gap + "</");
            over.push_back(b_->sequence(
                {m_.one_of(tags), argument_names(), b_->literal(">"), m_.space(), b_->choice(behind)}));
            over.push_back(m_.one_of(ends));  // they begin so, too
            std::ranges::move(tags, std::back_inserter(begins));
        }
        begins.insert(begins.end(), next.empty() ? 0 : 1, next);
        peg::node_id const maybe = b_->look(m_.one_of(begins));
        ends.insert(ends.end(), begins.begin(), begins.end());
        peg::node_id const until = m_.until(ends);
        return b_->sequence(
            {until, b_->star(b_->sequence({maybe, b_->reject(b_->choice(over)), b_->any(), until}))});
    }

    /// other_closers: the name of an argument in the tag that ends it.
    [[nodiscard]] peg::node_id named_closer() {
        return b_->sequence({b_->literal("</"), argument_names(), b_->literal(">")});
    }

private:
    [[nodiscard]] peg::node_id argument_names() {
        return b_->rule("argument-names", [&] { return m_.one_of_sorted(names_of_arguments(d_.tools)); });
    }
    /// The names of all arguments, with what closes the tag that they stand in.
    [[nodiscard]] peg::node_id next_names() {
        return b_->sequence({argument_names(), m_.text(first_line(split(key_close(*d_.format)).core))});
    }
};

}  // namespace parlance::chat::detail
