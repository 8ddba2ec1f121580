// parlance/chat/detail/impl/call_reader.ipp - definitions of what parlance/chat/detail/call_reader.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_reader.hpp>
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/object_reader.hpp>
#include <parlance/chat/detail/tagged_reader.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/marker.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

peg::node_id call_reader::calls() {
    list_shape const& shape = d_.format->calls;
    if (d_.strict) {
        return b_->atomic(whole_calls());
    }
    peg::node_id const first = item(true);
    // The first item's leading white space belongs to what stands before the trigger, the others' is their own.
    std::string const gap(shape.open.empty() ? split(shape.item_open).before : std::string_view{});
    peg::node_id const between = d_.marked
                                     ? m_.loose(shape.separator + gap)
                                     : b_->sequence({m_.space(), b_->optional(b_->chars(",;")), m_.space()});
    // Where nothing stands in front of an item, the end of the list is not the name of one.
    auto const end = first_line(split(shape.close).core);
    bool const open_ended = split(shape.item_open).core.empty() && !end.empty();
    peg::node_id const no_end = open_ended ? b_->reject(b_->literal(end)) : b_->epsilon();
    peg::node_id const another = b_->sequence({between, no_end, item(shape.open.empty())});
    peg::node_id const some =
        b_->sequence({opening(shape.open), first, b_->star(another), closing(shape.close)});
    // A list of no calls calls nothing.
    auto const close = split(shape.close).core;
    bool const empty = d_.marked && !close.empty() && !split(shape.open).core.empty();
    return empty ? b_->choice({b_->sequence({opening(shape.open), m_.space(), m_.core(close)}), some}) : some;
}

peg::node_id call_reader::announced() {
    list_shape const& shape = d_.format->calls;
    call_dialect silent = d_;
    silent.silent = true;
    silent.marked = false;
    peg::node_id const front = d_.format->mode == tool_mode::json_native
                                   ? object_reader(*b_, silent).announced()
                                   : tagged_reader(*b_, silent).announced();
    peg::node_id const item = shape.open.empty() ? opening(shape.item_open) : m_.loose(shape.item_open);
    return b_->sequence({opening(shape.open), item, front});
}

peg::node_id call_reader::call() {
    return d_.format->mode == tool_mode::json_native ? object_reader(*b_, d_).call()
                                                     : tagged_reader(*b_, d_).call();
}

peg::node_id call_reader::whole_calls() {
    list_shape const& shape = d_.format->calls;
    auto const inner = [&](std::string_view text) {
        return b_->sequence({m_.space(), m_.core(split(text).core), m_.space()});
    };
    peg::node_id const body = b_->choice({tag(part::call, call()), idle_call()});
    auto const open = split(shape.item_open).core;
    peg::node_id const before = open.empty() ? b_->epsilon() : b_->sequence({m_.core(open), m_.space()});
    peg::node_id const item = b_->sequence({before, body, whole_end(shape.item_close)});
    if (shape.open.empty()) {
        return item;
    }
    peg::node_id const separator = split(shape.separator).core.empty() ? m_.space() : inner(shape.separator);
    peg::node_id const spaced = b_->sequence({m_.space(), item});
    return b_->sequence({m_.core(split(shape.open).core), spaced, b_->star(b_->sequence({separator, spaced})),
                         whole_end(shape.close)});
}

peg::node_id call_reader::whole_end(std::string_view text) {
    auto const core = split(text).core;
    return core.empty() ? b_->epsilon() : b_->sequence({m_.space(), m_.core(core)});
}

peg::node_id call_reader::idle_call() {
    call_dialect silent = d_;
    silent.silent = true;
    if (d_.format->mode == tool_mode::tag_with_tagged) {
        return tag(part::malformed, tagged_reader(*b_, silent).unnamed_call());
    }
    return d_.format->needs_arguments ? tag(part::malformed, object_reader(*b_, silent).idle_call())
                                      : b_->fail();
}

peg::node_id call_reader::opening(std::string_view open) {
    auto const m = split(open);
    if (m.core.empty()) {
        return m_.space(open);
    }
    if (d_.marked && m.core.size() > 1 && m.core.back() == '[') {
        auto const front = split(m.core.substr(0, m.core.size() - 1));
        return b_->sequence(
            {m_.core(front.core), m_.space(front.after), b_->optional(b_->literal("[")), m_.space(m.after)});
    }
    return b_->sequence({m_.core(m.core), m_.space(m.after)});
}

peg::node_id call_reader::closing(std::string_view text) {
    if (text.empty()) {
        return b_->epsilon();
    }
    // Piece by piece: a bracket or any of the markers may be missing.
    std::vector<peg::node_id> parts;
    for (std::string_view core = split(text).core; !core.empty();) {
        std::size_t const length = first_closer(core);
        parts.push_back(b_->optional(m_.loose(core.substr(0, length))));
        core.remove_prefix(length);
    }
    return parts.empty() ? m_.space(text) : b_->sequence(parts);
}

peg::node_id call_reader::item(bool first_in_text) {
    tool_format const& t = *d_.format;
    peg::node_id const open =
        first_in_text && t.calls.open.empty() ? opening(t.calls.item_open) : m_.loose(t.calls.item_open);
    peg::node_id const body = call();
    if (!d_.marked) {
        return b_->sequence({open, tag(part::call, body), closing(t.calls.item_close)});
    }
    std::vector<std::string> ends;
    for (std::string const* text : {&t.calls.item_close, &t.calls.close}) {
        if (auto const core = split(*text).core; !core.empty()) {
            ends.emplace_back(first_line(core));
        }
    }
    peg::node_id const close = closing(t.calls.item_close);
    peg::node_id const lost = b_->sequence({tag(part::malformed, until(ends)), close});
    return b_->sequence({open, b_->recover(b_->sequence({tag(part::call, body), close}), lost)});
}

}  // namespace parlance::chat::detail
