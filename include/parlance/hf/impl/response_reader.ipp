// parlance/hf/impl/response_reader.ipp - definitions of what parlance/hf/response_reader.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/response_reader.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/hf/content.hpp>
#include <parlance/hf/detail/transform.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/json/string.hpp>
#include <bitset>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace parlance::hf {

void response_reader::report(diagnostic const& d) {
    constexpr std::size_t enough = 100;
    if (diagnostics_.size() < enough) {
        diagnostics_.push_back(d);
    }
}

std::string_view response_reader::text(std::size_t begin, std::size_t end) const {
    return std::string_view(buffer_).substr(begin - base_, end - begin);
}

bool response_reader::in_region() const noexcept {
    return current_ != none && current_ != template_->implicit();
}

void response_reader::capture(regex const& pattern, std::vector<text_span> const& groups) {
    for (std::size_t i = 1; i < groups.size(); ++i) {
        std::string const& name = pattern.names()[i];
        if (!name.empty() && groups[i].matched()) {
            captures_[name] = boost::json::string(text(groups[i].begin, groups[i].end));
        }
    }
}

void response_reader::leave() {
    current_ = template_->implicit();
    opened_ = false;
    captures_.clear();
    body_.clear();
}

result<json::value> response_reader::value_of(template_field const& f) {
    if (f.legacy) {
        std::vector<diagnostic> wrong;
        json::value value = f.legacy->value(body_, wrong);
        if (value.is_null() && !wrong.empty()) {
            return wrong.front();
        }
        for (diagnostic const& d : wrong) {
            report(d);
        }
        return value;
    }
    auto value = paid_for(
        body_.size(), [&](work& paid) { return detail::region_value(f, body_, captures_, bounds_, paid); });
    if (value) {
        detail::coerce_calls(*value, options_.tools, bounds_);
    }
    return value;
}

bool response_reader::closes_itself(template_field const& f) const {
    if (!f.legacy && f.content.kind != content_kind::json) {
        return false;
    }
    content_format how = f.legacy ? content_format{} : f.content;
    how.allow_non_json = false;
    work paid(bounds_);
    auto const value = detail::read_json(body_, how, bounds_, paid);
    return value && (value->is_object() || value->is_array());
}

region_event response_reader::event_of(region_kind kind, std::size_t begin, std::size_t end) const {
    region_event e;
    e.kind = kind;
    e.field = template_->fields()[current_].name;
    e.index = current_;
    e.begin = begin;
    e.end = end;
    return e;
}

void response_reader::forget() {
    bool const again = in_region() && template_->fields()[current_].legacy;  // may have to be read again
    std::size_t const keep_from = (std::min)({at_, search_.scanned(), again ? region_ : at_});
    std::size_t const spare = keep_from - base_ > lookbehind_ ? keep_from - base_ - lookbehind_ : 0;
    constexpr std::size_t worth = 4096;
    if (spare > worth && spare > buffer_.size() / 2) {
        buffer_.erase(0, spare);
        base_ += spare;
    }
}

void response_reader::prime(std::string_view prompt, region_callback sink) {
    feed(template_->behind_anchor(prompt), sink);
    primed_ = base_ + buffer_.size();
}

void response_reader::feed(std::string_view bytes, region_callback sink) {
    if (std::exchange(broken_, true)) {
        return;
    }
    buffer_.append(bytes);
    run(false, sink);
    forget();
    broken_ = false;
}

result<json::object> response_reader::finish(region_callback sink) {
    if (std::exchange(broken_, true)) {
        return diagnostic{errc::out_of_memory_budget, {}, 0, "an earlier call did not come to its end"};
    }
    run(true, sink);
    for (template_field const& f : template_->fields()) {
        if (!f.optional && !message_.has(f.name)) {
            report(detail::mismatch(note("the field '").append(f.name).append("' is required, and missing")));
        }
    }
    if (options_.strict && !diagnostics_.empty()) {
        return diagnostics_.front();
    }
    return std::move(message_).message();
}

void response_reader::run(bool over, region_callback sink) {
    std::size_t const end = base_ + buffer_.size() - (over ? 0 : utf8::unfinished(buffer_));
    auto const too_much = [&](detail::delimiter_scan const& w) {
        report({errc::regex_budget,
                {},
                0,
                note("field '")
                    .append(template_->fields()[w.field()].name)
                    .append(w.opens() ? "': open_pattern" : "': close_pattern")});
    };
    do {
        while (!stopped_) {
            detail::text_window const window{std::string_view(buffer_).substr(0, end - base_), base_};
            detail::delimiter_scan const* const next = search_.next(window, over, too_much);
            if (next == nullptr) {
                break;
            }
            apply(*next, sink);
        }
        say(over || stopped_ ? end : search_.earliest(end), sink);
    } while (over && !end_all(sink));
}

bool response_reader::end_all(region_callback sink) {
    template_field const* const f = in_region() ? &template_->fields()[current_] : nullptr;
    if (stopped_ || f == nullptr || !f->legacy || !f->legacy->closed) {
        close({}, at_, sink, true);
        return true;
    }
    malformed(*f, detail::mismatch("the text ends before the region does"), at_, at_, sink);
    search_.ignore(current_);
    at_ = region_;
    leave();
    begin_search();
    return false;
}

void response_reader::apply(detail::delimiter_scan const& w, region_callback sink) {
    std::vector<text_span> const groups = w.match();
    text_span const all = groups[0];
    bool const empty = all.begin == all.end;
    say(all.begin, sink);
    std::string const delimiter(text(all.begin, all.end));
    bool const had_text = opened_;
    if (!w.opens() && !options_.strict) {
        capture(w.pattern(), groups);
    }
    // how far was read again: what a text costs in all is bounded, whatever its delimiters do
    reread_ += search_.scanned() > all.end ? search_.scanned() - all.end : 0;
    bool const implicit_end = !w.opens() && !in_region();
    if (w.opens()) {
        close({}, all.begin, sink);
        open(w, groups, delimiter, sink);
    } else if (opened_) {
        close(delimiter, all.end, sink);
    } else if (!empty) {
        outside(delimiter, all.end, sink);  // an end of nothing
        captures_.clear();
    }
    at_ = all.end;
    // an end of nothing, or many turns at one place, would come again and again
    turns_ = empty ? turns_ + 1 : 0;
    if ((implicit_end && empty && !had_text) || turns_ > 2 * template_->fields().size() + 2) {
        stopped_ = true;
    } else if (reread_ > bounds_.fuel) {
        report({errc::out_of_fuel, {}, 0, "delimiters that overlap without end"});
        stopped_ = true;
    }
    begin_search();
}

void response_reader::outside(std::string_view text, std::size_t end, region_callback sink) {
    region_event e;
    e.kind = region_kind::outside;
    e.text = text;
    e.begin = end - text.size();
    e.end = end;
    sink(static_cast<region_event const&>(e));
}

void response_reader::say(std::size_t end, region_callback sink) {
    if (end <= at_) {
        return;
    }
    if (current_ == none || stopped_) {
        outside(text(at_, end), end, sink);
        at_ = end;
        return;
    }
    if (!opened_) {
        opened_ = true;
        sink(static_cast<region_event const&>(event_of(region_kind::open, at_, at_)));
    }
    template_field const& f = template_->fields()[current_];
    region_event e = event_of(region_kind::chunk, at_, end);
    e.text = text(at_, end);
    e.dirty = !f.content.streams() || (f.legacy && f.legacy->closed);
    body_.append(e.text);
    sink(static_cast<region_event const&>(e));
    at_ = end;
}

void response_reader::open(detail::delimiter_scan const& w, std::vector<text_span> const& groups,
                           std::string_view delimiter, region_callback sink) {
    current_ = w.field();
    opened_ = true;
    region_ = groups[0].begin;
    capture(w.pattern(), groups);
    template_field const& f = template_->fields()[current_];
    if (f.legacy && groups[f.legacy->head].matched() && f.legacy->head > 0) {
        body_ = text(groups[f.legacy->head].begin, groups[f.legacy->head].end);
    }
    region_event e = event_of(region_kind::open, groups[0].begin, groups[0].end);
    e.text = delimiter;
    json::value known;
    if (f.transform && !f.transform_each) {
        if (auto filled = paid_for(delimiter.size(), [&](work& paid) {
                return detail::fill(*f.transform, captures_, paid, true);
            })) {
            known = *std::move(filled);
            e.value = &known;
        }
    }
    sink(static_cast<region_event const&>(e));
}

void response_reader::close(std::string_view delimiter, std::size_t end, region_callback sink, bool over) {
    if (current_ == none || !opened_ || (stopped_ && !in_region() && body_.empty())) {
        return leave();
    }
    template_field const& f = template_->fields()[current_];
    auto value = value_of(f);
    // What joins texts may be much longer than they are.  It moves as the whole grows, and is in the message.
    if (value && f.join) {
        constexpr std::size_t times = 4;
        std::size_t const bytes = times * f.join->size();
        if (bytes > left_.allocated_bytes) {
            value = diagnostic{errc::out_of_memory_budget, {}, 0, "join"};
        } else {
            left_.allocated_bytes -= bytes;
        }
    }
    result<json::value const*> const kept =
        value ? message_.keep(f, *value) : result<json::value const*>(value.error());
    if (kept) {
        region_event e = event_of(region_kind::close, end - delimiter.size(), end);
        e.text = delimiter;
        e.value = *kept;
        e.cut = over && !closes_itself(f);
        sink(static_cast<region_event const&>(e));
    } else {
        message_.miss(f);
        malformed(f, kept.error(), end - delimiter.size(), end, sink);
    }
    if (f.legacy && f.legacy->first) {
        search_.ignore(current_);
    }
    leave();
}

void response_reader::malformed(template_field const& f, diagnostic error, std::size_t begin, std::size_t end,
                                region_callback sink) {
    error.hint = note("field '").append(f.name).append("': ").append(error.hint.view());
    report(error);
    region_event e = event_of(region_kind::malformed, begin, end);
    e.text = body_;
    e.error = &error;
    sink(static_cast<region_event const&>(e));
}

}  // namespace parlance::hf
