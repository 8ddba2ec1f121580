// parlance/jinja/detail/vm/impl/output.ipp - definitions of what parlance/jinja/detail/vm/output.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/detail/vm/output.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::jinja {

void output::add(value v) {
    if (v.size > room_ - text_.size()) [[unlikely]] {
        make_room(v.size);
    }
    if (v.size < is_long) {
        text_.append(v.text, v.size);
    } else {
        add_long(v.view_text());
    }
    if (rt_.options.origins && v.size > 0) {
        note(v);
    }
    started_ = started_ || open_ == 0;
}

void output::add_long(std::string_view s) {
    rt_.spend(s.size() / bytes_of_a_step);
    rt_.heap.append(text_, s);
}

void output::make_room(std::size_t more) {
    constexpr std::size_t first = 1024;  // so that what it grows to are powers of two
    std::size_t const most = rt_.options.limits.output_bytes;
    if (more > most - text_.size()) {
        throw fault{errc::output_too_large, {}};
    }
    std::size_t const before = text_.capacity();
    if (more > before - text_.size()) {
        std::size_t room = (std::max)(2 * before, first);
        while (room < text_.size() + more) {
            room *= 2;
        }
        rt_.heap.charge(room);
        rt_.spend(text_.size() / bytes_of_a_step);
        rt_.heap.reserve(text_, room);
        rt_.heap.give_back(before >= first ? before : 0);
    }
    room_ = (std::min)(text_.capacity(), most);
}

std::size_t output::begin() noexcept {
    ++open_;
    return text_.size();
}

value output::take(std::size_t mark_at) {
    --open_;
    std::string_view const bytes = std::string_view(text_).substr(mark_at);
    value out;
    if (!rt_.options.origins) {
        out = rt_.text(bytes);
    } else {
        runtime::builder whole(rt_);
        std::size_t begin = mark_at;
        for (auto s = first_span_after(mark_at); s != spans_.size(); ++s) {
            whole.add(std::string_view(text_).substr(begin, spans_[s].end - begin), spans_[s].input);
            begin = spans_[s].end;
        }
        out = whole.finish();
        std::size_t const before = spans_.size();
        spans_.resize(first_span_after(mark_at));
        rt_.heap.give_back(bytes_of_a_span * (before - spans_.size()));
        if (mark_at > 0 && (spans_.empty() || spans_.back().end < mark_at)) {
            rt_.heap.charge(bytes_of_a_span);
            rt_.heap.push_back(spans_, {mark_at, cut_input_});
        }
    }
    text_.resize(mark_at);
    return out;
}

void output::begin_generation() {
    generations_.push_back({text_.size(), started_ || !rt_.lenient ? started_ : true});
}

void output::end_generation() {
    auto const [begin, counts] = generations_.back();
    generations_.pop_back();
    if (counts || !found_.empty()) {
        found_.push_back({begin, text_.size()});
    }
}

rendering output::finish() {
    rendering out;
    out.generation = std::move(found_);
    std::size_t begin = 0;
    out.spans.reserve(spans_.size());
    paid_ahead each(rt_.steps(), 2);
    for (part const& s : spans_) {
        each.reached(out.spans.size());
        out.spans.push_back({begin, s.end, s.input ? origin::input : origin::written});
        begin = s.end;
    }
    out.text = std::move(text_);
    return out;
}

void output::note(value v) {
    if (!v.has(mark::mixed)) {
        note_until(text_.size(), v.has(mark::input));
        return;
    }
    text_header const* const h = runtime::header_of(v);
    std::size_t const base = text_.size() - v.size;
    for (std::uint32_t i = 0; i < h->span_count; ++i) {
        std::uint32_t const end = h->spans[i].end < v.size ? h->spans[i].end : v.size;
        note_until(base + end, h->spans[i].input);
        if (end == v.size) {
            break;
        }
    }
}

void output::note_until(std::size_t end, bool input) {
    if (!spans_.empty() && spans_.back().input == input) {
        spans_.back().end = end;
    } else {
        rt_.heap.charge(bytes_of_a_span);
        rt_.spend();
        rt_.heap.push_back(spans_, {end, input});
    }
}

std::size_t output::first_span_after(std::size_t at) {
    std::size_t s = spans_.size();
    std::size_t const all = s;
    for (paid_ahead each(rt_.steps(), 8); s > 0 && spans_[s - 1].end > at;) {
        each.reached(all - s);
        --s;
    }
    cut_input_ = s < spans_.size() && spans_[s].input;
    return s;
}

}  // namespace parlance::jinja
