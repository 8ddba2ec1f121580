// parlance/chat/detail/call_frame.hpp - what stands around the calls of a message, and between them
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/argument_tolerance.hpp>
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/damaged_tag.hpp>
#include <parlance/chat/detail/frame_tolerance.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// The markers of a section and of each call in it, and what separates them.  Calls are recognised by what stands in front of
/// the first one, so that none of it may be missing.  A marker that ends something may be missing where calls are read.
class call_frame_builder : dialect_builder {
public:
    using dialect_builder::dialect_builder;

    /// What stands in front of the first call.
    [[nodiscard]] peg::node_id in_front() {
        list_shape const& shape = d_.format->calls;
        auto const wide = [&] {
            return b_->sequence({torn_head(shape.open), opening(shape.open), item_opening(true)});
        };
        return element(wide, [&] {
            std::string const opening = shape.open + shape.item_open;
            std::size_t const lead = split(opening).before.size();
            std::string_view const head = first_line(std::string_view(opening).substr(lead));
            std::string_view const behind = std::string_view(opening).substr(lead + head.size());
            // Models put white space beside a bracket.
            bool const seam = (head.ends_with(']') && !behind.empty()) || behind.starts_with('[');
            return b_->sequence(
                {text(head), seam ? b_->optional(b_->chars(" \\n")) : b_->epsilon(), spaced(behind)});
        });
    }

    /// What stands between two calls and in front of the second.
    [[nodiscard]] peg::node_id between() {
        list_shape const& shape = d_.format->calls;
        auto const wide = [&] {
            // The first item's leading white space belongs to what stands before the trigger, the others' is their own.
            std::string const gap(shape.open.empty() ? split(shape.item_open).before : std::string_view{});
            auto const core = split(shape.separator).core;
            bool const objects = d_.format->mode() == tool_mode::json_native && (core.empty() || core == ",");
            bool const told =
                (d_.marked && !objects && !notation_of(*d_.format).python) || marker_length(core) > 0;
            peg::node_id const separator =
                told ? m_.loose(shape.separator + gap)
                     : b_->sequence({m_.space(), b_->optional(b_->chars(",;")), m_.space()});
            // Where nothing stands in front of an item, the end of the list is not the name of one.
            std::vector<std::string_view> ends = closers_in(shape.close);
            std::ranges::transform(ends, ends.begin(), first_line);
            bool const open_ended = split(shape.item_open).core.empty() && !ends.empty();
            peg::node_id const no_end = open_ended ? b_->reject(b_->one_of(ends)) : b_->epsilon();
            return b_->sequence({separator, no_end, item_opening(shape.open.empty())});
        };
        return element(wide, [&] {
            bool const alone = shape.separator.empty() && split(shape.item_open).before.empty();
            return b_->sequence(
                {alone ? b_->optional(b_->literal("\n")) : spaced(shape.separator), spaced(shape.item_open)});
        });
    }

    /// What stands behind the last call.
    [[nodiscard]] peg::node_id behind() {
        return element([&] { return b_->sequence({last_comma(), closing(d_.format->calls.close, true)}); },
                       [&] { return written_section_end(); });
    }

    /// The opening of a list, without the white space that stands in front of the trigger; a bracket at its end may
    /// be missing.
    [[nodiscard]] peg::node_id opening(std::string_view open) {
        auto const m = split(open);
        if (m.core.empty()) {
            return m_.space(open);
        }
        // doubled_opener: the marker may come again, where what is written behind it does not.
        std::string_view const marker = m.core.substr(0, marker_length(m.core));
        bool const other =
            m.core.find(marker, marker.size()) != std::string_view::npos ||
            (open == d_.format->calls.open && d_.format->calls.item_open.find(marker) != std::string::npos);
        peg::node_id again = b_->epsilon();
        if (d_.marked && !marker.empty() && !other) {
            peg::node_id const one = b_->literal(marker);
            constexpr std::uint32_t most = 4;  // else many in a row are looked through from each of them
            again =
                b_->sequence({again, b_->repeat(b_->sequence({one, m_.space(), b_->look(one)}), 0, most)});
        }
        if (d_.marked && m.core.size() > 1 && m.core.back() == '[') {
            auto const front = split(m.core.substr(0, m.core.size() - 1));
            peg::node_id const prose =
                notation_of(*d_.format).python ? b_->choice({two_words(), word_of_sentence()}) : two_words();
            peg::node_id const bracket = b_->choice({b_->literal("["), b_->reject(prose)});
            return b_->sequence(
                {again, m_.core(front.core), m_.space(front.after), bracket, m_.space(m.after)});
        }
        peg::node_id const own =
            open == d_.format->calls.item_open ? core_in_front_of_name(m.core) : m_.core(m.core);
        return b_->sequence({again, own, m_.space(m.after)});
    }

    /// The core of what stands in front of a call, without the word for its kind perhaps (missing_kind).  Where that is a tag
    /// with its name, other_sign and argument_for_call: in front of the name of a known tool, and for a tag of arguments, of
    /// one of these.
    [[nodiscard]] peg::node_id core_in_front_of_name(std::string_view core) {
        tool_format const& t = *d_.format;
        std::string_view const behind = split(text_behind_name()).core;
        if (std::string const other = without_kind(core); !other.empty() && d_.marked && !d_.tolerated) {
            return b_->choice({m_.core(core), m_.core(other)});
        }
        if (!d_.mends_tags() || t.call.front().is != piece::kind::name || behind.empty()) {
            return m_.core(core);
        }
        peg::node_id const known = b_->sequence({known_names(false), m_.core(behind)});
        std::vector<peg::node_id> ways{m_.core(core)};
        for (std::string const& other : with_other_signs(core)) {
            ways.push_back(b_->sequence({m_.core(other), b_->look(known)}));
        }
        if (std::string const other = argument_for_call(t); !other.empty() && d_.marked) {
            std::string_view const argument = split(t.arguments.item_open).core;
            ways.push_back(b_->sequence(
                {m_.core(other), b_->look(b_->sequence({known, m_.space(), b_->literal(argument)}))}));
        }
        return any_of(ways);
    }

    /// The end of one call as it is read.
    [[nodiscard]] peg::node_id item_end() {
        list_shape const& shape = d_.format->calls;
        return closing(shape.item_close, shape.close.empty());
    }
    /// As it is written: a marker whose opener is missing may be missing, too.
    [[nodiscard]] peg::node_id written_item_end() {
        std::string_view const marker = d_.format->calls.item_close;
        std::vector<std::size_t> const ends = ends_of_closers(marker);
        std::size_t const unpaired = (std::min)(d_.written->unpaired, ends.size());
        if (unpaired == 0) {
            return written_end(marker);
        }
        std::size_t const needed = ends.size() > unpaired ? ends[ends.size() - unpaired - 1] : 0;
        return b_->sequence(
            {written_end(marker.substr(0, needed)), b_->optional(written_end(marker.substr(needed)))});
    }

private:
    /// A word that is no tool's name and nothing is done with, or the end of a sentence.
    [[nodiscard]] peg::node_id word_of_sentence() {
        peg::node_id const more = b_->sequence({b_->chars(blanks), m_.space(), b_->reject(b_->literal("="))});
        peg::node_id const end =
            b_->sequence({b_->chars(ends_of_sentences, 1, 4), b_->choice({b_->end(), b_->chars(blanks)})});
        return b_->sequence(
            {b_->reject(known_names(false)), b_->chars("a-zA-Z", 0, 64), b_->choice({end, more})});
    }

    /// torn_head: a call that breaks off in its name and begins anew, `<call>fi<call>find`; its beginning is left out.
    [[nodiscard]] peg::node_id torn_head(std::string_view open) {
        tool_format const& t = *d_.format;
        std::string_view const core = split(open).core;
        std::size_t const length = marker_length(core);
        std::string_view const marker = core.substr(0, length > 0 ? length : core.size());
        if (core.empty() || !d_.marked || d_.index > 0 || !marker.starts_with(length > 0 ? "" : "<") ||
            d_.tools.empty()) {
            return b_->epsilon();
        }
        std::string front(core.substr(marker.size()));
        front.append(split(open).after).append(open == t.calls.open ? t.calls.item_open : std::string());
        std::size_t i = 0;
        for (; i < t.call.size() && t.call[i].is != piece::kind::name; ++i) {
            if (t.call[i].is != piece::kind::text && t.call[i].is != piece::kind::id_begin) {
                return b_->epsilon();
            }
            front.append(t.call[i].text);
        }
        if (i == t.call.size()) {
            return b_->epsilon();
        }
        constexpr std::uint32_t longest = 128;
        constexpr std::string_view letters = "a-zA-Z0-9_.:/-";
        peg::node_id const one = b_->literal(marker);
        peg::node_id const known = b_->sequence({known_names(false), b_->reject(b_->chars(letters))});
        // A word by itself is one of prose, unless the marker is right behind it.
        bool const bare = length > 0 && split(front).core.find_first_not_of('[') == std::string_view::npos;
        return b_->optional(
            b_->sequence({one, m_.loose(front), b_->reject(known), b_->chars(letters, bare ? 1 : 0, longest),
                          bare ? b_->epsilon() : m_.space(), b_->look(one)}));
    }

    [[nodiscard]] peg::node_id item_opening(bool first_in_text) {
        tool_format const& t = *d_.format;
        if (first_in_text && t.calls.open.empty()) {
            return b_->sequence({torn_head(t.calls.item_open), opening(t.calls.item_open)});
        }
        std::string_view const open = t.calls.item_open;
        return split(open).core.empty()
                   ? m_.loose(open)
                   : b_->sequence({m_.space(), torn_head(open), core_in_front_of_name(split(open).core),
                                   m_.space(split(open).after)});
    }
    [[nodiscard]] std::string_view text_behind_name() const {
        auto const& call = d_.format->call;
        return call.size() > 1 && call[1].is == piece::kind::text ? std::string_view(call[1].text)
                                                                  : d_.format->arguments.open;
    }

    /// A closing marker: a missing end is no reason to lose a call.
    ///
    /// outer  white space behind this marker belongs to the content
    [[nodiscard]] peg::node_id closing(std::string_view text, bool outer) {
        if (text.empty()) {
            return b_->epsilon();
        }
        // Piece by piece: a bracket or any of the markers may be missing.
        std::vector<peg::node_id> parts;
        for (std::string_view core = split(text).core; !core.empty();) {
            std::string_view const closer = core.substr(0, first_closer(core));
            core.remove_prefix(closer.size());
            // The next of them may begin as one that is missing does.
            std::string_view const next = core.substr(0, namespace_length(core));
            bool const alike = next.starts_with(closer);
            peg::node_id const other =
                alike ? b_->reject(b_->sequence({m_.space(), b_->literal(next)})) : b_->epsilon();
            std::size_t words = 0;  // in front of the marker
            while (words < closer.size() && marker_length(closer.substr(words)) == 0) {
                ++words;
            }
            words = words == closer.size() ? 0 : words;
            if (words > 0) {
                parts.push_back(b_->optional(m_.loose(closer.substr(0, words))));
            }
            std::string_view const own = closer.substr(words);
            peg::node_id const behind = outer && core.empty() ? tag(part::gap, m_.space()) : m_.space();
            peg::node_id const stray = core.empty() ? b_->epsilon() : stray_ends_of_arguments();
            peg::node_id const end = b_->sequence(
                {other, m_.space(), m_.core(split(own).core), behind, stray_closers(*b_, own), stray});
            peg::node_id const other_end =
                b_->choice({m_.one_of(other_call_closers(*d_.format, own)), named_call_closer(*b_, own)});
            peg::node_id const instead = b_->sequence({m_.space(), other_end, m_.space()});
            bool const told = d_.tagged() || d_.format->mode() == tool_mode::json_native;
            parts.push_back(b_->optional(told && d_.marked ? b_->choice({end, instead}) : end));
        }
        if (!parts.empty()) {
            return b_->sequence(parts);
        }
        return outer ? tag(part::gap, m_.space(text)) : m_.space(text);
    }

    /// stray_closer: ends of arguments between those of a call.
    [[nodiscard]] peg::node_id stray_ends_of_arguments() {
        std::string_view const own = split(d_.format->arguments.item_close).core;
        return d_.mends_tags() && d_.marked ? stray_closers(*b_, own) : b_->epsilon();
    }

    /// last_comma: one behind the last call of a list.
    [[nodiscard]] peg::node_id last_comma() {
        auto const end = split(d_.format->calls.close).core;
        bool const listed = split(d_.format->calls.separator).core == "," && end.starts_with(']');
        return listed ? b_->optional(b_->sequence(
                            {m_.space(), b_->literal(","), m_.space(), b_->look(b_->literal("]"))}))
                      : b_->epsilon();
    }

    /// A marker that ends something; where calls end reasoning, too, models go from one to the next without a word.
    [[nodiscard]] peg::node_id written_end(std::string_view marker) {
        peg::node_id const end = value_is_open() ? exact(marker) : spaced(marker);
        return d_.written->whole->reasoning.calls_end ? b_->optional(end) : end;
    }
    /// Whether nothing but the end of the call ends the value of the last argument: any other white space is the value's.
    [[nodiscard]] bool value_is_open() const {
        return d_.tagged() && split(closing_of(*d_.format, {})).core.empty();
    }
    [[nodiscard]] peg::node_id exact(std::string_view marker) {
        auto const [before, core, after] = split(marker);
        return b_->sequence({edge(before), text(core), edge(after)});
    }
    /// The end of all calls, which may be missing where its opener is, and where calls are lenient and have markers of their
    /// own: each of them is whole.
    [[nodiscard]] peg::node_id written_section_end() {
        list_shape const& shape = d_.format->calls;
        peg::node_id const end = written_end(shape.close);
        bool const marked =
            !split(shape.item_open).core.empty() && marker_length(split(shape.item_close).core) > 0;
        return d_.written->lenient && ((!d_.marked && shape.open.empty()) || marked) ? b_->optional(end)
                                                                                     : end;
    }
};

}  // namespace parlance::chat::detail
