// parlance/chat/detail/value_text.hpp - where the text of an argument's value ends, when it is read
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/argument_tolerance.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/damaged_tag.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/property_list.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/peg/node.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// What may stand behind the text of a value or in it, whatever its own end is.
///
/// begins            of what follows and of the tags of arguments
/// forgiven          ends that are not the dialect's own, with what follows them; or the next argument alone
/// openers           of arguments, where they tell
/// behind            what shows that an argument is over, strictly where its tag might have been opened in the value
/// call_ends         the ends of a call where that of the value should stand
/// call_end          one of them, and more
/// call_over         the same in front of the next call
/// last_end          the same where the answer ends
/// next_call         the beginning of a call up to its first argument; none where nothing tells that it is one
struct value_surroundings {
    std::vector<std::string> begins{};
    peg::node_id forgiven = peg::none;
    std::vector<std::string> openers{};
    peg::node_id behind = peg::none;
    peg::node_id behind_strictly = peg::none;
    std::vector<std::string> call_ends{};
    peg::node_id call_end = peg::none;
    peg::node_id call_over = peg::none;
    peg::node_id last_end = peg::none;
    peg::node_id next_call = peg::none;
};

/// Reads text up to what ends a value, and to what models write in its place (missing_closer, other_closers).
///
/// A value may contain the text that ends it.  An end marker counts where what follows shows that the value is over: the next
/// argument, the end of the call, the next call.  Otherwise it is text of the value, if an end that counts comes later; if
/// none does, the first end marker ends the value after all: a next call shows that, or the end of the answer, and then more
/// text might have followed, so that the call is not whole.  What is undecided is held back; all of it is read twice at most.
/// Where a tag of an argument opens in the value, the end marker behind it is text, too, unless the end of the call follows
/// or an argument that some tool has.
class value_text_builder : protected value_builder {
public:
    using value_builder::value_builder;

protected:
    static constexpr std::uint32_t longest_name = 128;

    /// The tag of an argument, or that of another dialect.
    [[nodiscard]] peg::node_id argument_opener() {
        if (argument_opener_ == peg::none) {
            std::vector<peg::node_id> ways;
            add_damaged_openers(ways);
            for (std::string const& each : argument_openers(*d_.format)) {
                ways.push_back(m_.loose(each));
            }
            argument_opener_ = any_of(ways);
        }
        return argument_opener_;
    }
    /// doubled_tag, other_sign: in front of the name of an argument that some tool has, and for another sign, what closes its tag.
    void add_damaged_openers(std::vector<peg::node_id>& to) {
        if (!d_.mends_tags() || !opener_tells() || torn_tags(*d_.format).empty()) {
            return;
        }
        std::string_view const own = split(d_.format->arguments.item_open).core;
        if (std::string const twice = doubled_opener(*d_.format); !twice.empty()) {
            to.push_back(b_->sequence({m_.space(), b_->literal(twice), b_->look(argument_names())}));
        }
        if (std::vector<std::string> const others = with_other_signs(own); !others.empty()) {
            to.push_back(b_->sequence({m_.space(), m_.one_of(others), b_->look(next_names())}));
        }
    }

    /// Whether what stands in front of an argument's name announces one by itself.
    [[nodiscard]] bool opener_tells() const {
        return !split(d_.format->arguments.item_open).core.empty() && key_again(*d_.format).empty();
    }
    /// Otherwise, the name and what follows it.
    [[nodiscard]] peg::node_id announcing_name() {
        std::vector<std::string> closes;
        for (pieces const& way : d_.format->values) {
            if (auto const core = split(text_in_front(way)).core; !core.empty()) {
                closes.emplace_back(core);
            }
        }
        if (auto const bare = bare_values(*d_.format)) {
            closes.push_back(bare->key_close);
        }
        if (closes.empty()) {  // a blank, which is behind any word
            return b_->sequence({argument_names(), m_.text(key_close(*d_.format))});
        }
        peg::node_id const any = b_->chars("^ \\t\\r\\n\\\"'(){},<>=:", 1, longest_name);
        return b_->sequence({known_first(names_of_arguments(d_.tools), " \t\r\n\"'(){},<>=:", closes, any),
                             m_.space(), m_.one_of(closes)});
    }

    /// The text of a value, up to one of its ends, or to the next argument, or to the end of another dialect's in front of
    /// what stands behind an argument.
    ///
    /// front  what is looked for where it begins
    [[nodiscard]] peg::node_id value_text(part p, std::vector<std::string> const& ends, peg::node_id front) {
        if (d_.strict) {
            return tag(p, b_->sequence({front, m_.until(ends)}));
        }
        if (last_ends_ != ends) {
            last_ends_ = ends;
            last_text_ = text_up_to(ends);
        }
        peg::node_id const told = tag(p, b_->sequence({front, last_text_.text}));
        return last_text_.scanned ? b_->sequence({told, last_text_.last_end}) : told;
    }

    /// other_closers: the name of an argument in the tag that ends it.
    [[nodiscard]] peg::node_id named_closer() { return named_closer({}); }
    [[nodiscard]] peg::node_id drifted_closer() { return m_.one_of(drifted_closers(*d_.format)); }

private:
    [[nodiscard]] value_surroundings const& around() {
        if (around_) {
            return *around_;
        }
        tool_format const& t = *d_.format;
        value_surroundings& made = around_.emplace();
        std::vector<std::string> const closers = all_call_closers();
        peg::node_id const next_call = call_opener();
        peg::node_id const closer = b_->choice({m_.one_of(closers), named_call_closer()});
        made.call_ends = call_ends_of_values();
        made.call_end =
            b_->sequence({m_.one_of(made.call_ends), b_->star(b_->sequence({m_.space(), closer}))});
        std::vector<std::string_view> const own_closers = call_closers(t);
        peg::node_id const again = own_closers.empty()
                                       ? b_->epsilon()
                                       : b_->star(b_->sequence({m_.space(), b_->one_of(own_closers)}));
        made.call_over = b_->sequence({m_.one_of(made.call_ends), again, gap_behind(), next_call});
        made.last_end = b_->sequence({made.call_end, m_.space(), b_->end()});
        if (!closers.empty()) {
            add_next_call(made);
        }
        std::vector<peg::node_id> behind{next_call};
        if (auto const own = call_closers(t); !own.empty()) {
            behind.push_back(b_->one_of(own));
            behind.push_back(named_call_closer());
        }
        std::string const next = next_argument(t);
        if (!next.empty()) {
            behind.push_back(b_->sequence({argument_opener(), next_names()}));
        }
        made.behind_strictly = b_->choice(behind);
        peg::node_id const separator = split(t.arguments.separator).core.empty()
                                           ? b_->epsilon()
                                           : b_->optional(m_.loose(t.arguments.separator));
        behind.push_back(closer);
        behind.push_back(
            b_->sequence({separator, argument_opener(), opener_tells() ? b_->epsilon() : announcing_name()}));
        made.behind = b_->choice(behind);
        add_forgiven(next, made);
        if (opener_tells()) {
            made.openers = value_openers();
            made.begins.insert(made.begins.end(), made.openers.begin(), made.openers.end());
        }
        return made;
    }

    /// scanned   what follows an end marker tells whether it is one
    /// last_end  tells of the end of the answer behind one, if it shows that the value is over
    struct value_texts {
        peg::node_id text = peg::none;
        bool scanned = false;
        peg::node_id last_end = peg::none;
    };
    [[nodiscard]] value_texts text_up_to(std::vector<std::string> ends) {
        value_surroundings const& around = this->around();
        std::vector<std::string> const own = own_ends(ends);
        bool const scanned = !own.empty() && around.next_call != peg::none;
        if (scanned) {
            ends = own;
            ends.insert(ends.end(), around.call_ends.begin(), around.call_ends.end());
        }
        std::vector<std::string> stops = ends;
        stops.insert(stops.end(), around.begins.begin(), around.begins.end());
        peg::node_id const until = m_.until(stops);
        peg::node_id const no_end = b_->choice({pair(own, until), b_->sequence({b_->any(), until})});
        // In front of the first end: what begins as something else that might end it, and does not.
        peg::node_id text = until;
        if (!around.begins.empty()) {
            peg::node_id const end = b_->choice({m_.one_of(ends), around.forgiven});
            text = b_->sequence({until, b_->star(b_->sequence(
                                            {b_->look(m_.one_of(around.begins)), b_->reject(end), no_end}))});
        }
        if (!scanned) {
            return {text, false, peg::none};
        }
        peg::node_id closers = m_.one_of(own);
        peg::node_id run = around.call_end;
        if (key_again(*d_.format).empty() && may_come_again(own.front())) {  // stray_closer
            closers = b_->sequence({closers, stray_closers(*b_, own.front())});
            run = b_->choice({closers, run});
        }
        peg::node_id const over = b_->choice(
            {b_->sequence({closers, m_.space(), around.behind}), around.call_over, around.forgiven});
        peg::node_id const some = b_->choice({b_->sequence({run, until}), no_end});
        peg::node_id const more = b_->sequence({b_->reject(b_->choice({over, around.next_call})), some});
        peg::node_id const further = b_->sequence({b_->reject(over), b_->plus(more), b_->look(over)});
        peg::node_id last = around.last_end;
        std::vector<std::string> answer_ends(d_.stops.begin(), d_.stops.end());
        std::erase(answer_ends, std::string());
        if (!answer_ends.empty()) {  // stop_at_end: the model has left the end of the call out
            peg::node_id const stop = b_->sequence({m_.space(), m_.one_of(answer_ends)});
            last = b_->choice({last, b_->sequence({closers, b_->plus(stop), m_.space(), b_->end()})});
        }
        peg::node_id const last_end = b_->optional(tag(part::last_end, b_->look(last)));
        return {b_->sequence({text, b_->optional(further)}), true, last_end};
    }

    /// What ends a call, or all calls, here or in other dialects.
    [[nodiscard]] std::vector<std::string> all_call_closers() const {
        std::vector<std::string> out;
        tool_format const& t = *d_.format;
        std::size_t const rows =
            64 + t.arguments.item_close.size() + t.calls.item_close.size() + t.calls.close.size();
        for (std::string_view const each : call_closers(t)) {
            if (!b_->goes_on(rows)) {  // in all these it is looked for
                break;
            }
            out.emplace_back(each);
            std::ranges::move(other_call_closers(t, each), std::back_inserter(out));
        }
        return out;
    }
    /// The beginning of a further call.
    [[nodiscard]] peg::node_id call_opener() {
        tool_format const& t = *d_.format;
        std::vector<std::string> out;
        for (std::string const& each : {call_opening(t), t.calls.item_open, t.calls.separator}) {
            if (auto const core = split(each).core; !core.empty()) {
                out.emplace_back(first_line(core));
            }
        }
        return m_.one_of(out);
    }
    void add_next_call(value_surroundings& to) {
        tool_format const& t = *d_.format;
        bool const item = !split(t.calls.item_open).core.empty();
        std::string_view const opener = split(item ? t.calls.item_open : t.calls.open).core;
        if (opener.empty()) {
            return;
        }
        constexpr std::uint32_t longest = 256;
        std::vector<peg::node_id> parts{m_.core(opener)};
        for (piece const& p : t.call) {
            if (p.is == piece::kind::text) {
                parts.push_back(m_.loose(p.text));
            } else if (p.is == piece::kind::name || p.is == piece::kind::id || p.is == piece::kind::index) {
                parts.push_back(b_->chars("^<>\\\" \\t\\r\\n", 0, longest));
            }
        }
        parts.push_back(m_.loose(t.arguments.open));
        parts.push_back(argument_opener());
        to.next_call = b_->sequence(parts);
        to.begins.emplace_back(first_line(opener));
    }

    void add_forgiven(std::string const& next, value_surroundings& to) {
        tool_format const& t = *d_.format;
        std::vector<std::string> const others = other_argument_closers(t);
        std::string const gap(has_lines(t) && split(t.arguments.item_close).before.empty()
                                  ? "\n"
                                  : split(t.arguments.item_close).before);
        std::vector<std::string> closers;
        for (std::string const& other : others) {
            if (!b_->goes_on(gap.size())) {
                break;
            }
            std::ranges::move(marker_builder::ends(gap + other), std::back_inserter(closers));
        }
        to.begins.insert(to.begins.end(), closers.begin(), closers.end());
        std::vector<peg::node_id> over;
        if (!next.empty()) {
            over.push_back(b_->sequence({b_->literal(next), next_names()}));
            to.begins.push_back(next);
            if (next.starts_with('\n')) {
                std::string const open = next.substr(1);
                over.push_back(b_->sequence({b_->literal(open), next_names(), is_argument(open, to)}));
                to.begins.push_back(open);
            }
        }
        if (!others.empty()) {  // as other_closers, the name of an argument
            over.push_back(b_->sequence({m_.one_of(closers), gap_behind(), to.behind_strictly}));
            over.push_back(b_->sequence({named_closer(gap), gap_behind(), to.behind_strictly}));
            std::vector<peg::node_id> behind{b_->one_of(call_closers(t))};
            if (!next.empty()) {
                behind.push_back(
                    b_->sequence({b_->literal(split(t.arguments.item_open).core), next_names()}));
            }
            over.push_back(b_->sequence({b_->optional(b_->literal(gap)), drifted_closer(),
                                         b_->literal(gap_behind_arguments(t)), b_->choice(behind)}));
            std::vector<std::string> tags = marker_builder::ends(gap + "</");
            std::ranges::move(tags, std::back_inserter(to.begins));
        }
        to.forgiven = over.empty() ? b_->fail() : b_->choice(over);
    }

    /// Behind the name of an argument that begins on the line of another value, where text might just speak of it: it goes on as
    /// no sentence does, and its own value ends as that of an argument does, or in front of a further one.
    [[nodiscard]] peg::node_id is_argument(std::string const& open, value_surroundings const& around) {
        std::string const close(split(d_.format->arguments.item_close).core);
        std::vector<std::string> ends = around.call_ends;
        ends.push_back(open);
        ends.push_back(close);
        peg::node_id const closed = b_->sequence({b_->literal(close), m_.space(), around.behind_strictly});
        peg::node_id const further = b_->sequence({b_->literal(open), next_names()});
        return b_->sequence({b_->reject(b_->chars(" \\t,.;:!?)'\\\"`")), m_.until(ends),
                             b_->choice({closed, further, m_.one_of(around.call_ends)})});
    }

    [[nodiscard]] peg::node_id gap_behind() { return b_->optional(b_->one_of(gaps_behind_closers)); }

    /// What the end marker of a value closes: the tag of the argument, or that behind its name.
    [[nodiscard]] std::vector<std::string> value_openers() const {
        std::string_view const close = split(key_close(*d_.format)).core;
        std::string_view const tag = close.substr((std::min)(close.rfind('<'), close.size()));
        if (!tag.empty() && marker_length(tag) == tag.size()) {
            return {std::string(tag)};
        }
        std::vector<std::string> out;
        for (std::string const& each : argument_openers(*d_.format)) {
            out.emplace_back(split(each).core);
        }
        return out;
    }

    /// Of what ends values, what is the end of the call; and the rest, where values have an end of their own.
    [[nodiscard]] bool ends_call(std::string_view end) const {
        std::string_view const call = split(d_.format->calls.item_close).core;
        return !call.empty() && end.ends_with(call);
    }
    [[nodiscard]] std::vector<std::string> call_ends_of_values() const {
        tool_format const& t = *d_.format;
        std::vector<std::string> out = value_ends(t, {});
        std::erase_if(out, [&](std::string const& end) { return !ends_call(end); });
        // The last marker of several alone, or that of all calls.
        std::vector<std::string_view> last{split(t.calls.close).core};
        if (auto const closers = closers_in(t.calls.item_close); closers.size() > 1) {
            last.push_back(closers.back());
        }
        for (std::string_view const each : last) {
            if (!each.empty() && marker_length(each) == each.size()) {
                out.push_back("\n" + std::string(each));
                out.emplace_back(each);
            }
        }
        return out;
    }
    [[nodiscard]] std::vector<std::string> own_ends(std::vector<std::string> ends) const {
        bool const closed = !split(d_.format->arguments.item_close).core.empty();
        std::erase_if(ends, [&](std::string const& end) { return !closed || ends_call(end); });
        return ends;
    }

    /// The tag of an argument in a value, and text, and the end marker that belongs to it.
    [[nodiscard]] peg::node_id pair(std::vector<std::string> const& own, peg::node_id until) {
        value_surroundings const& around = this->around();
        if (around.openers.empty() || own.empty()) {
            return b_->fail();
        }
        peg::node_id const closer = m_.one_of(own);
        // The end of a call in front of that of an argument is of a call in the value.  Behind the last of its markers the
        // answer may be over.
        std::vector<std::string_view> calls = call_closers(*d_.format);
        calls.resize(calls.size() - (calls.empty() ? 0 : 1));
        peg::node_id const inner =
            calls.empty() ? b_->epsilon() : b_->reject(b_->sequence({b_->one_of(calls), m_.space(), closer}));
        peg::node_id const ends = b_->sequence({closer, m_.space(), inner, around.behind_strictly});
        return b_->sequence({m_.one_of(around.openers), until,
                             b_->optional(b_->sequence({b_->reject(ends), closer, until}))});
    }

    /// The name of an argument, as the name of the tag or behind that: `</area>`, `</parameter=area>`.
    [[nodiscard]] peg::node_id named_closer(std::string const& gap) {
        std::string_view const own = split(d_.format->arguments.item_close).core;
        if (closer_names_ == peg::none) {
            closer_names_ = m_.one_of_sorted(names_in_closers(d_.tools));
        }
        // No value is written with what stands in front of the second name, so that it may be any of many.
        peg::node_id const alone = b_->sequence({m_.one_of(marker_builder::ends(gap + "</")), closer_names_});
        std::string const named = gap + std::string(own.substr(0, own.size() - 1)) + "=";
        peg::node_id const behind = b_->sequence({m_.one_of(marker_builder::ends(named)), argument_names()});
        return b_->sequence({b_->choice({behind, alone}), b_->literal(">")});
    }
    [[nodiscard]] peg::node_id named_call_closer() {
        std::vector<std::string_view> const own = call_closers(*d_.format);
        return own.empty() ? b_->fail() : detail::named_call_closer(*b_, own.front());
    }
    /// The names of all arguments, with what closes the tag that they stand in.
    [[nodiscard]] peg::node_id next_names() {
        // What all kinds of values have there.
        std::string_view close = split(key_close(*d_.format)).core;
        for (pieces const& way : d_.format->values) {
            std::string_view const other = split(text_in_front(way)).core;
            auto const same =
                static_cast<std::size_t>(std::ranges::mismatch(close, other).in1 - close.begin());
            close = close.substr(0, same == 0 ? close.size() : same);
        }
        return b_->sequence({argument_names(), m_.text(first_line(close))});
    }

    peg::node_id argument_opener_ = peg::none;
    peg::node_id closer_names_ = peg::none;
    std::optional<value_surroundings> around_{};
    std::vector<std::string> last_ends_{};  // the same for all ways in which a value may stand
    value_texts last_text_{};
};

}  // namespace parlance::chat::detail
