// parlance/chat/detail/call_builder.hpp - the calls of a message in one way to call
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/call_frame.hpp>
#include <parlance/chat/detail/call_opening.hpp>
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
#include <array>
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
    call_builder(peg::builder& b, call_dialect const& d) : dialect_builder(b, d), frame_(b, d) {}

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
        peg::node_id const end = c.ends.empty() ? b_->epsilon() : text(c.ends.front());
        peg::node_id const further = b_->sequence({end, text(c.start), b_->choice(headed)});
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
        peg::node_id const item =
            shape.open.empty() ? frame_.opening(shape.item_open) : m_.loose(shape.item_open);
        return b_->sequence({frame_.opening(shape.open), item, front});
    }

    [[nodiscard]] peg::node_id call() {
        return d_.format->mode() == tool_mode::json_native ? object_builder(*b_, d_).call()
                                                           : tagged_builder(*b_, d_).call();
    }

    /// no_calls: the outer markers of calls with nothing between.  None where there are no such.
    [[nodiscard]] peg::node_id no_calls() {
        auto const [open, end] = outer_markers(*d_.format);
        return d_.marked && !open.empty() && !end.empty()
                   ? b_->sequence({frame_.opening(open), m_.space(), m_.core(end)})
                   : peg::none;
    }

    /// At least one.
    [[nodiscard]] peg::node_id some() {
        peg::node_id const one = item();
        peg::node_id const close = frame_.behind();
        return b_->sequence(
            {frame_.in_front(), one, more(b_->sequence({broken_objects(), frame_.between(), one})), close});
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
        peg::node_id const one = tag(part::call, call());
        peg::node_id body = one;
        bool const fenced = d_.marked && d_.read && !d_.strict && t.mode() == tool_mode::json_native;
        if (fenced) {
            body = element([&] { return maybe_fenced(one); }, [&] { return one; });
        }
        peg::node_id const end = d_.read ? frame_.item_end() : b_->epsilon();
        peg::node_id const close =
            element([&] { return b_->sequence({stray_braces(), further_calls(one), end}); },
                    [&] { return frame_.written_item_end(); });
        peg::node_id const whole = b_->sequence({body, close});
        if (!d_.marked || !d_.read) {
            return whole;
        }
        peg::node_id const lost = b_->sequence({tag(part::malformed, m_.until(call_ends())), end});
        return b_->recover(whole, lost);
    }

    /// Other objects, or calls of Python, between the markers of one: each is a call.
    [[nodiscard]] peg::node_id further_calls(peg::node_id first) {
        bool const object = d_.marked && d_.format->mode() == tool_mode::json_native;
        bool const python = notation_of(*d_.format).python;
        if (d_.strict || marker_length(split(d_.format->calls.item_close).core) == 0 || !(object || python)) {
            return b_->epsilon();
        }
        call_dialect read = d_;
        read.written = nullptr;
        peg::node_id const begin = python ? tagged_builder(*b_, read).announced() : any_.opened_object();
        peg::node_id const one =
            d_.written == nullptr ? first : tag(part::call, call_builder(*b_, read).call());
        return b_->star(b_->sequence(
            {m_.space(), b_->optional(b_->chars(",;")), m_.space(), b_->look(begin), one, stray_braces()}));
    }

    /// Braces behind an object that closes all of its own.
    [[nodiscard]] peg::node_id stray_braces() {
        tool_format const& t = *d_.format;
        bool const object = t.mode() == tool_mode::json_native ||
                            (t.mode() == tool_mode::tag_with_json && notation_of(t).close == "}");
        bool const own = std::ranges::any_of(
            std::array{&t.calls.item_close, &t.calls.separator, &t.calls.close},
            [](std::string const* behind) { return split(*behind).core.starts_with('}'); });
        return object && !own && !d_.strict ? b_->star(b_->sequence({m_.space(), b_->literal("}")}))
                                            : b_->epsilon();
    }

    /// Another one or several, where format and policy allow it.
    [[nodiscard]] peg::node_id more(peg::node_id another) {
        bool const several = d_.written != nullptr && d_.written->policy->parallel && d_.format->parallel;
        auto const star = [&] { return b_->star(another); };
        return element(star, [&] { return several ? star() : b_->epsilon(); });
    }

    call_frame_builder frame_;
};

}  // namespace parlance::chat::detail
