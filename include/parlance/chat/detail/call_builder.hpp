// parlance/chat/detail/call_builder.hpp - the calls of a message in one way to call
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/argument_tolerance.hpp>
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/object_builder.hpp>
#include <parlance/chat/detail/tagged_builder.hpp>
#include <parlance/chat/detail/tool_call_builder.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// Calls, read as models write them, members and arguments in any order, white space as it comes, ends that may be
/// missing; and written as the template has them.  What a call's marker begins and is no call becomes `malformed`; where
/// there is no marker, only the name of a known tool makes a call.
class call_builder : dialect_builder {
public:
    using dialect_builder::dialect_builder;

    /// One call or several, with what stands around all of them, but for white space in front of the first marker.
    [[nodiscard]] peg::node_id calls() {
        if (!d_.read) {
            return only_written();
        }
        if (d_.strict) {
            return element([&] { return b_->atomic(whole_calls()); }, [&] { return only_written(); });
        }
        if (d_.written != nullptr && (d_.written->list_end || (!d_.marked && d_.tagged()))) {
            // Without a marker a name is one by what follows it, so that only the whole is read as it is written.
            call_dialect read = d_;
            read.written = nullptr;
            return b_->refine(call_builder(*b_, read).calls(), only_written());
        }
        peg::node_id const some = this->some();
        peg::node_id const idle = no_calls();
        return idle == peg::none ? some
                                 : element([&] { return b_->choice({idle, some}); }, [&] { return some; });
    }

    /// Calls each in a message of its own that is addressed to its tool, as they are written.
    ///
    /// body    from what the first message holds on
    /// headed  from its header on
    struct addressed_calls {
        peg::node_id body;
        peg::node_id headed;
    };
    [[nodiscard]] addressed_calls addressed() {
        list_shape const& shape = d_.format->calls;
        channel_format const& c = d_.written->whole->channels;
        tool_call_builder each(*b_, d_);
        if (d_.format->mode() == tool_mode::json_native) {
            object_builder(*b_, d_).write(each);
        } else {
            tagged_builder(*b_, d_).write(each);
        }
        std::vector<peg::node_id> bodies;
        std::vector<peg::node_id> headed;
        each.each([&](std::size_t i, peg::node_id call) {
            bodies.push_back(b_->rule(rule_name("message-" + std::to_string(i)),
                                      b_->sequence({text(split(shape.open).core),
                                                    spaced(split(shape.open).after), spaced(shape.item_open),
                                                    call, spaced(shape.item_close), spaced(shape.close)})));
            headed.push_back(b_->sequence({text(c.recipient + each.name(i) + c.message), bodies.back()}));
        });
        if (bodies.empty()) {
            return {b_->fail(), b_->fail()};
        }
        peg::node_id const further = b_->sequence({text(c.ends.front()), text(c.start), b_->choice(headed)});
        bool const several = d_.written->policy->parallel && d_.format->parallel;
        peg::node_id const behind =
            b_->sequence({several ? b_->star(further) : b_->epsilon(), b_->optional(m_.one_of(c.ends))});
        return {b_->sequence({b_->choice(bodies), behind}), b_->sequence({b_->choice(headed), behind})};
    }

    /// The beginning of a call of a known tool, its name included; nothing is captured.
    [[nodiscard]] peg::node_id announced() {
        call_dialect const silent = recognised();
        return opened(d_.format->mode() == tool_mode::json_native ? object_builder(*b_, silent).announced()
                                                                  : tagged_builder(*b_, silent).announced());
    }
    /// The same of an object, and its arguments' beginning behind the name.
    [[nodiscard]] peg::node_id announced_arguments() {
        return opened(object_builder(*b_, recognised()).announced_arguments());
    }

private:
    [[nodiscard]] call_dialect recognised() const {
        call_dialect silent = d_;
        silent.silent = true;
        silent.written = nullptr;
        silent.marked = false;
        return silent;
    }
    /// The beginning of a call, and what stands in front of it.
    [[nodiscard]] peg::node_id opened(peg::node_id front) {
        list_shape const& shape = d_.format->calls;
        peg::node_id const item = shape.open.empty() ? opening(shape.item_open) : m_.loose(shape.item_open);
        return b_->sequence({opening(shape.open), item, front});
    }

    [[nodiscard]] peg::node_id call() {
        return d_.format->mode() == tool_mode::json_native ? object_builder(*b_, d_).call()
                                                           : tagged_builder(*b_, d_).call();
    }

    /// no_calls: the outer markers of calls with nothing between.  None where there are no such.
    [[nodiscard]] peg::node_id no_calls() {
        auto const [open, end] = outer_markers(*d_.format);
        return d_.marked && !open.empty() && !end.empty()
                   ? b_->sequence({opening(open), m_.space(), m_.core(end)})
                   : peg::none;
    }

    /// At least one.
    [[nodiscard]] peg::node_id some() {
        peg::node_id const one = item();
        peg::node_id const close =
            element([&] { return b_->sequence({last_comma(), closing(d_.format->calls.close, true)}); },
                    [&] { return written_section_end(); });
        return b_->sequence(
            {first_opening(), one, more(b_->sequence({broken_objects(), between(), one})), close});
    }

    /// What is written of all calls, by itself.
    [[nodiscard]] peg::node_id only_written() {
        call_dialect written = d_;
        written.read = false;
        call_builder narrow(*b_, written);
        return d_.written->list_end ? narrow.objects() : narrow.some();
    }

    /// Objects in a list, or one without its brackets.
    [[nodiscard]] peg::node_id objects() {
        peg::node_id const one = item();
        std::string_view const open = d_.format->calls.open;
        std::string_view const end = *d_.written->list_end;
        peg::node_id const line = b_->optional(b_->literal("\n"));
        peg::node_id const list =
            b_->sequence({b_->literal("["), one, more(b_->sequence({spaced(", "), one})), b_->literal("]")});
        return b_->sequence({spaced(split(open.substr(0, open.size() - 1)).core), line,
                             b_->choice({list, one}), end.empty() ? b_->epsilon() : line, spaced(end)});
    }

    /// All or nothing: every marker in its place, only the white space is free; none is read behind the end.
    [[nodiscard]] peg::node_id whole_calls() {
        list_shape const& shape = d_.format->calls;
        auto const inner = [&](std::string_view text) {
            return b_->sequence({m_.space(), m_.core(split(text).core), m_.space()});
        };
        call_dialect read = d_;
        read.written = nullptr;
        peg::node_id const body = b_->choice({tag(part::call, call_builder(*b_, read).call()), idle_call()});
        auto const open = split(shape.item_open).core;
        peg::node_id const before = open.empty() ? b_->epsilon() : b_->sequence({m_.core(open), m_.space()});
        peg::node_id const item = b_->sequence({before, body, whole_end(shape.item_close)});
        if (shape.open.empty()) {
            return item;
        }
        peg::node_id const separator =
            split(shape.separator).core.empty() ? m_.space() : inner(shape.separator);
        peg::node_id const spaced = b_->sequence({m_.space(), item});
        return b_->sequence({m_.core(split(shape.open).core), spaced,
                             b_->star(b_->sequence({separator, spaced})), whole_end(shape.close)});
    }
    [[nodiscard]] peg::node_id whole_end(std::string_view text) {
        auto const core = split(text).core;
        return core.empty() ? b_->epsilon() : b_->sequence({m_.space(), m_.core(core)});
    }

    /// What stands among whole calls in the place of one and calls nothing: it is left out.
    [[nodiscard]] peg::node_id idle_call() {
        call_dialect silent = d_;
        silent.silent = true;
        silent.written = nullptr;
        if (d_.format->mode() == tool_mode::tag_with_tagged) {
            return tag(part::malformed, tagged_builder(*b_, silent).unnamed_call());
        }
        return has(d_.format->call, piece::kind::filled)
                   ? tag(part::malformed, object_builder(*b_, silent).idle_call())
                   : b_->fail();
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
            again = b_->star(b_->sequence({one, m_.space(), b_->look(one)}));
        }
        if (d_.marked && m.core.size() > 1 && m.core.back() == '[') {
            auto const front = split(m.core.substr(0, m.core.size() - 1));
            peg::node_id const bracket = b_->choice({b_->literal("["), b_->reject(two_words())});
            return b_->sequence(
                {again, m_.core(front.core), m_.space(front.after), bracket, m_.space(m.after)});
        }
        return b_->sequence({again, m_.core(m.core), m_.space(m.after)});
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
            peg::node_id const end =
                b_->sequence({other, m_.space(), m_.core(split(own).core), behind, stray_closers(*b_, own)});
            peg::node_id const other_end =
                b_->choice({m_.one_of(other_call_closers(*d_.format, own)), named_call_closer(*b_, own)});
            peg::node_id const instead = b_->sequence({m_.space(), other_end, m_.space()});
            parts.push_back(b_->optional(d_.tagged() && d_.marked ? b_->choice({end, instead}) : end));
        }
        if (!parts.empty()) {
            return b_->sequence(parts);
        }
        return outer ? tag(part::gap, m_.space(text)) : m_.space(text);
    }

    /// last_comma: one behind the last call of a list.
    [[nodiscard]] peg::node_id last_comma() {
        auto const end = split(d_.format->calls.close).core;
        bool const listed = split(d_.format->calls.separator).core == "," && end.starts_with(']');
        return listed ? b_->optional(b_->sequence(
                            {m_.space(), b_->literal(","), m_.space(), b_->look(b_->literal("]"))}))
                      : b_->epsilon();
    }

    /// What stands in front of the first call.  By its beginning calls are recognised: nothing of it is left out.
    [[nodiscard]] peg::node_id first_opening() {
        list_shape const& shape = d_.format->calls;
        auto const wide = [&] { return b_->sequence({opening(shape.open), item_opening(true)}); };
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
    [[nodiscard]] peg::node_id item_opening(bool first_in_text) {
        tool_format const& t = *d_.format;
        return first_in_text && t.calls.open.empty() ? opening(t.calls.item_open)
                                                     : m_.loose(t.calls.item_open);
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
            std::vector<std::string_view> const ends = closers_in(shape.close);
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

    /// Objects in a section, one on each line, that are no calls: others follow.
    [[nodiscard]] peg::node_id broken_objects() {
        list_shape const& shape = d_.format->calls;
        auto const wide = [&] {
            bool const lines = d_.marked && !split(shape.close).core.empty() &&
                               d_.format->mode() == tool_mode::json_native &&
                               split(shape.item_open + shape.item_close + shape.separator).core.empty();
            if (!lines) {
                return b_->epsilon();
            }
            std::vector<std::string> const ends{"\n", std::string(split(shape.close).core)};
            return b_->star(b_->sequence({m_.space(), b_->reject(any_.opened_object()),
                                          b_->look(b_->literal("{")), tag(part::malformed, m_.until(ends))}));
        };
        return element(wide, [&] { return b_->epsilon(); });
    }

    /// A call and what ends it.
    [[nodiscard]] peg::node_id item() {
        tool_format const& t = *d_.format;
        peg::node_id body = tag(part::call, call());
        bool const fenced = d_.marked && d_.read && !d_.strict && t.mode() == tool_mode::json_native;
        if (fenced) {
            peg::node_id const written = body;
            body = element([&] { return maybe_fenced(written); }, [&] { return written; });
        }
        bool const alone = t.calls.close.empty();
        peg::node_id const close = element(
            [&] {
                return b_->sequence({stray_braces(), further_objects(), closing(t.calls.item_close, alone)});
            },
            [&] { return written_item_end(); });
        peg::node_id const whole = b_->sequence({body, close});
        if (!d_.marked || !d_.read) {
            return whole;
        }
        peg::node_id const lost =
            b_->sequence({tag(part::malformed, m_.until(call_ends())), closing(t.calls.item_close, alone)});
        return b_->recover(whole, lost);
    }

    /// Other objects between the markers of one: each is a call.
    [[nodiscard]] peg::node_id further_objects() {
        bool const object = d_.marked && !d_.strict && d_.format->mode() == tool_mode::json_native;
        if (!object || marker_length(split(d_.format->calls.item_close).core) == 0) {
            return b_->epsilon();
        }
        call_dialect read = d_;
        read.written = nullptr;
        peg::node_id const one = tag(part::call, object_builder(*b_, read).call());
        return b_->star(b_->sequence({m_.space(), b_->optional(b_->chars(",;")), m_.space(),
                                      b_->look(any_.opened_object()), one, stray_braces()}));
    }

    /// Braces behind an object that closes all of its own.
    [[nodiscard]] peg::node_id stray_braces() {
        bool const object = d_.marked && !d_.strict && d_.format->mode() == tool_mode::json_native;
        return object ? b_->star(b_->sequence({m_.space(), b_->literal("}")})) : b_->epsilon();
    }

    /// A marker that ends something; where calls end reasoning, too, models go from one to the next without a word.
    [[nodiscard]] peg::node_id written_end(std::string_view marker) {
        return d_.written->whole->reasoning.calls_end ? b_->optional(spaced(marker)) : spaced(marker);
    }
    /// The end of one call; a marker whose opener is missing may be missing, too.
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
    /// Another one or several, where format and policy allow it.
    [[nodiscard]] peg::node_id more(peg::node_id another) {
        bool const several = d_.written != nullptr && d_.written->policy->parallel && d_.format->parallel;
        auto const star = [&] { return b_->star(another); };
        return element(star, [&] { return several ? star() : b_->epsilon(); });
    }
};

}  // namespace parlance::chat::detail
