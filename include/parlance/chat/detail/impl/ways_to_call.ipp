// parlance/chat/detail/impl/ways_to_call.ipp - definitions of what parlance/chat/detail/ways_to_call.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/ways_to_call.hpp>
#include <parlance/chat/detail/call_builder.hpp>
#include <parlance/chat/detail/call_opening.hpp>
#include <parlance/chat/detail/calls_in_text.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/notation.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/marker.hpp>
#include <algorithm>

namespace parlance::chat::detail {

ways_to_call::ways_to_call(peg::builder& b, format const& f, std::span<tool const> tools,
                           answer_writer& writer, stop_token stop)
    : b_(&b), format_(&f), tools_(tools), writer_(&writer), stop_(stop) {
    items_.reserve(f.also.size() + 1);
    for (std::size_t i = 0; i <= f.also.size(); ++i) {
        tool_format const& t = i == 0 ? f.tools : f.also[i - 1];
        ways_.push_back({&t, i, true});
        if (!f.strict && marker_length(split(t.calls.open).core) > 0 &&
            marker_length(split(t.calls.item_open).core) > 0) {
            items_.push_back(t);
            items_.back().calls.open.clear();
            ways_.push_back({&items_.back(), i, false});
        }
    }
}

void ways_to_call::add_to(calls_in_text& text) {
    for (format_way const& own : ways_) {
        std::vector<tolerated_way> const more =
            format_->strict || !own.whole ? std::vector<tolerated_way>() : tolerated_ways(*own.calls, stop_);
        for (bool const first : {true, false}) {
            for (tolerated_way const& one : more) {
                if (one.first == first && !has_own(one)) {
                    add_tolerated(one, own, text);
                }
            }
            if (first) {
                add_own(own, text);
            }
        }
    }
}

void ways_to_call::add_own(format_way const& own, calls_in_text& text) {
    bool const written = answer_writer::writes(*own.calls, own.index);
    written_calls const as = writer_->next();
    call_dialect here = dialect(*own.calls, own.index, false);
    here.written = written ? &as : nullptr;
    peg::node_id const calls = text.add({*own.calls}, here);
    if (written) {
        writer_->add(*own.calls, own.index == 0, calls);
    }
}

void ways_to_call::add_tolerated(tolerated_way const& one, format_way const& own, calls_in_text& text) {
    bool const written = own.index == 0 && writer_->writes(one, *own.calls);
    written_calls const as = writer_->next(one);
    bool const python = notation_of(one.calls).python && !notation_of(*own.calls).python;
    call_dialect here = dialect(one.calls, python ? format_->also.size() + 1 : own.index, one.named);
    here.written = written ? &as : nullptr;
    here.tolerated = true;
    peg::node_id const calls = text.add(one, here);
    if (written) {
        writer_->add(one, calls);
    }
}

/// Whether what would be borrowed is a way of the format's own.
bool ways_to_call::has_own(tolerated_way const& one) const {
    std::string const opening = call_opening(one.calls);
    return one.named && !one.writable && marker_length(opening) > 0 &&
           std::ranges::any_of(format_->also, [&](tool_format const& other) {
               return first_line(call_opening(other)) == first_line(opening);
           });
}

peg::node_id ways_to_call::recognised() {
    call_dialect own = dialect(format_->tools, 0, false);
    own.silent = true;
    return call_builder(*b_, own).calls();
}

ways_to_call::headed_calls ways_to_call::read_headed() {
    headed_calls out;
    for (format_way const& own : ways_) {
        out.calls.push_back(call_builder(*b_, dialect(*own.calls, own.index, false)).calls());
        out.openings.emplace_back(first_line(call_opening(*own.calls)));
    }
    return out;
}

void ways_to_call::write_headed() {
    for (format_way const& own : ways_) {
        if (!answer_writer::writes(*own.calls, own.index)) {
            continue;
        }
        written_calls const as = writer_->next();
        call_dialect only = dialect(*own.calls, own.index, false);
        only.written = &as;
        only.read = false;
        call_builder calls(*b_, only);
        if (!format_->channels.channel.empty()) {
            writer_->add(*own.calls, own.index == 0, calls.calls());
            continue;
        }
        auto const both = calls.addressed();
        writer_->add(*own.calls, own.index == 0, both.body, both.headed);
    }
}

/// named  only the name of a known tool makes a call
call_dialect ways_to_call::dialect(tool_format const& t, std::size_t index, bool named) const {
    bool const marked = !named && has_call_marker(t);
    return {&t, tools_, index, marked, format_->strict, false, nullptr, true, stop_, format_->stops};
}

}  // namespace parlance::chat::detail
