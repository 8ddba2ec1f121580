// parlance/chat/hf/response_reader.hpp - reads an answer by a response template, as it streams
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/hf/detail/transform.hpp>
#include <parlance/chat/hf/detail/watch.hpp>
#include <parlance/chat/hf/region_event.hpp>
#include <parlance/chat/hf/response_template.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <bitset>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::hf {

/// How an answer is read.
///
/// tools   types of the arguments that come as text
/// strict  what transformers does, to the letter: what it raises is an error, a text field that comes twice is the
///         last of its texts, and groups of `close` are not known.  Otherwise nothing is an error: what cannot be read
///         is reported as malformed, and texts that come twice stand one behind the other.
struct reader_options {
    std::span<tool const> tools{};
    bool strict = false;
};

/// Reads one answer.  However the bytes are split, the message is the same, and so are the events but for where
/// chunks are cut: that of the whole text read at once.
///
/// A value: copy it to fork a generation.  The template and the tools must outlive it.  Not for several threads.
///
///     response_reader r(t);
///     r.prime(prompt, sink);              // "" where the text is the whole message
///     r.feed(bytes, sink);
///     json::object const m = r.finish(sink).value();
///
/// cost  linear for delimiters that are texts or patterns without look-around and backreferences
class response_reader {
public:
    explicit response_reader(response_template const& t, reader_options const& options = {},
                             limits const& bounds = {})
        : template_(&t), options_(options), bounds_(bounds), message_(t.defaults()), current_(t.implicit()) {
        watches_.reserve(2 * t.fields().size());
        for (std::size_t i = 0; i < t.fields().size(); ++i) {
            if (t.fields()[i].open) {
                watches_.emplace_back(true, i, *t.fields()[i].open);
            }
        }
        if (t.implicit() != response_template::none && t.fields()[t.implicit()].close) {
            watches_.emplace_back(false, t.implicit(), *t.fields()[t.implicit()].close);
        }
        outer_ = watches_.size();
        for (std::size_t i = 0; i < t.fields().size(); ++i) {
            closes_.push_back(watches_.size());
            if (t.fields()[i].open && t.fields()[i].close) {
                watches_.emplace_back(false, i, *t.fields()[i].close);
            }
        }
        closes_.push_back(watches_.size());
        for (detail::watch const& w : watches_) {
            lookbehind_ = std::max(lookbehind_, w.lookbehind());
        }
        begin_search();
    }

    /// Reads the prompt, which may have begun the message: what stands behind its last anchor.  Its events are the
    /// message's own.  Call first, if at all.
    template <region_sink Sink>
    void prime(std::string_view prompt, Sink&& sink) {
        feed(template_->behind_anchor(prompt), sink);
        primed_ = base_ + buffer_.size();
    }

    /// Bytes of the message that the prompt had written.
    [[nodiscard]] std::size_t primed() const noexcept { return primed_; }

    template <region_sink Sink>
    void feed(std::string_view bytes, Sink&& sink) {
        buffer_.append(bytes);
        run(false, sink);
        forget();
    }

    /// The answer has ended.  Call once; nothing can be fed afterwards.
    ///
    /// errors  in strict mode the first that the reference would raise; else none
    template <region_sink Sink>
    [[nodiscard]] result<json::object> finish(Sink&& sink) {
        run(true, sink);
        for (template_field const& f : template_->fields()) {
            if (!f.optional && !message_.contains(f.name)) {
                report(detail::mismatch(
                    note("the field '").append(f.name).append("' is required, and missing")));
            }
        }
        json::object out;
        for (auto const& member : message_) {
            if (template_->defaults().contains(member.key()) || !is_empty(member.value())) {
                out[member.key()] = member.value();
            }
        }
        if (options_.strict && !diagnostics_.empty()) {
            return diagnostics_.front();
        }
        return out;
    }

    /// What was wrong so far: regions that could not be read, patterns that took too many steps, fields missing.
    [[nodiscard]] std::vector<diagnostic> const& diagnostics() const noexcept { return diagnostics_; }

    /// Bytes fed that are not reported yet.
    [[nodiscard]] std::size_t held() const noexcept { return base_ + buffer_.size() - at_; }

private:
    static constexpr std::size_t none = response_template::none;

    [[nodiscard]] static bool is_empty(json::value const& v) noexcept {
        return v.is_null() || (v.is_string() && v.get_string().empty()) ||
               (v.is_array() && v.get_array().empty()) || (v.is_object() && v.get_object().empty());
    }
    void report(diagnostic const& d) {
        constexpr std::size_t enough = 100;
        if (diagnostics_.size() < enough) {
            diagnostics_.push_back(d);
        }
    }
    [[nodiscard]] std::string_view text(std::size_t begin, std::size_t end) const {
        return std::string_view(buffer_).substr(begin - base_, end - begin);
    }
    [[nodiscard]] bool in_region() const noexcept {
        return current_ != none && current_ != template_->implicit();
    }

    /// The delimiters that mean something now: the open region's end, or every beginning and the implicit field's end.
    [[nodiscard]] std::span<detail::watch> active() noexcept {
        std::size_t const first = in_region() ? closes_[current_] : 0;
        std::size_t const last = in_region() ? closes_[current_ + 1] : outer_;
        return std::span(watches_).subspan(first, last - first);
    }
    void begin_search() {
        for (detail::watch& w : active()) {
            w.restart(at_);
        }
        scanned_ = at_;
    }

    template <class Sink>
    void run(bool over, Sink& sink) {
        std::size_t const end = base_ + buffer_.size() - (over ? 0 : utf8::unfinished(buffer_));
        while (!stopped_) {
            detail::watch* const next = scan(end, over);
            if (next == nullptr) {
                break;
            }
            apply(*next, sink);
        }
        std::size_t hold = over ? base_ + buffer_.size() : end;
        for (detail::watch const& w : active()) {
            hold = over || stopped_ ? hold : std::min(hold, w.earliest(scanned_, end));
        }
        say(hold, sink);
        if (over) {
            close({}, at_, sink);
        }
    }

    /// Goes on until a delimiter is certain to come next; null when the text is not enough for that.
    detail::watch* scan(std::size_t end, bool over) {
        auto const all = active();
        detail::text_window const window{std::string_view(buffer_).substr(0, end - base_), base_};
        for (detail::watch& w : all) {
            give_up_if(!w.look(window, over), w);
        }
        if (auto* const best = decide(all, end)) {
            return best;
        }
        while (scanned_ < end) {
            if (!step(all, end)) {
                break;
            }
            if (auto* const best = decide(all, end)) {
                return best;
            }
        }
        if (!over) {
            return nullptr;
        }
        for (detail::watch& w : all) {
            if (w.run() != nullptr && !w.run()->done()) {
                w.run()->finish(end);
            }
        }
        return decide(all, end);
    }

    void give_up_if(bool limit, detail::watch const& w) {
        if (limit) {
            report({errc::regex_budget,
                    {},
                    0,
                    note("field '")
                        .append(template_->fields()[w.field()].name)
                        .append(w.opens() ? "': open_pattern" : "': close_pattern")});
        }
    }

    /// Steps all searches over bytes that change nothing, and then over one code point; false when none is left.
    bool step(std::span<detail::watch> all, std::size_t end) {
        std::bitset<256> skips;
        skips.set();
        bool left = false;
        for (detail::watch& w : all) {
            if (w.run() != nullptr && !w.run()->done()) {
                skips &= w.run()->skips();
                left = true;
            }
        }
        if (!left) {
            return false;
        }
        std::size_t const before = scanned_;
        while (scanned_ < end && skips[static_cast<unsigned char>(buffer_[scanned_ - base_])]) {
            ++scanned_;
        }
        std::string_view const rest = text(scanned_, end);
        utf8::decoded const d = utf8::decode(rest);
        std::size_t const next = scanned_ + (d.valid ? d.length : std::min<std::size_t>(rest.size(), 1));
        for (detail::watch& w : all) {
            if (w.run() != nullptr && !w.run()->done()) {
                w.run()->advance(scanned_ - before);
                if (!rest.empty()) {
                    w.run()->step(d.valid ? d.value : detail::bad_byte(rest[0]), scanned_, next);
                }
            }
        }
        scanned_ = next;
        return true;
    }

    /// The delimiter that comes first, then the longest, then one that opens, then by name; null while one that may
    /// come no later is not decided.
    detail::watch* decide(std::span<detail::watch> all, std::size_t end) {
        detail::watch* best = nullptr;
        text_span where;
        for (detail::watch& w : all) {
            if (!w.decided()) {
                continue;
            }
            text_span const here = w.match()[0];
            auto const& name = template_->fields()[w.field()].name;
            bool const first = best == nullptr || here.begin != where.begin
                                   ? best == nullptr || here.begin < where.begin
                               : here.end != where.end      ? here.end > where.end
                               : w.opens() != best->opens() ? w.opens()
                                                            : name < template_->fields()[best->field()].name;
            if (first) {
                best = &w;
                where = here;
            }
        }
        if (best == nullptr) {
            return nullptr;
        }
        for (detail::watch const& w : all) {
            if (!w.decided() && !w.hopeless() && w.earliest(scanned_, end) <= where.begin) {
                return nullptr;
            }
        }
        return best;
    }

    template <class Sink>
    void apply(detail::watch const& w, Sink& sink) {
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
        reread_ += scanned_ > all.end ? scanned_ - all.end : 0;
        bool const implicit_end = !w.opens() && !in_region();
        if (w.opens()) {
            close({}, all.begin, sink);
            open(w, groups, delimiter, sink);
        } else if (opened_) {
            close(delimiter, all.end, sink);
        } else if (!empty) {
            region_event e;  // an end of nothing
            e.kind = region_kind::outside;
            e.text = delimiter;
            e.begin = all.begin;
            e.end = all.end;
            sink(static_cast<region_event const&>(e));
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

    void capture(regex const& pattern, std::vector<text_span> const& groups) {
        for (std::size_t i = 1; i < groups.size(); ++i) {
            std::string const& name = pattern.names()[i];
            if (!name.empty() && groups[i].matched()) {
                captures_[name] = boost::json::string(text(groups[i].begin, groups[i].end));
            }
        }
    }

    /// Reports everything before `end`.
    template <class Sink>
    void say(std::size_t end, Sink& sink) {
        if (end <= at_) {
            return;
        }
        region_event e;
        e.text = text(at_, end);
        e.begin = at_;
        e.end = end;
        if (current_ == none || stopped_) {
            e.kind = region_kind::outside;
            sink(static_cast<region_event const&>(e));
            at_ = end;
            return;
        }
        template_field const& f = template_->fields()[current_];
        e.field = f.name;
        e.index = current_;
        if (!opened_) {
            opened_ = true;
            region_event begin;
            begin.kind = region_kind::open;
            begin.field = f.name;
            begin.index = current_;
            begin.begin = begin.end = at_;
            sink(static_cast<region_event const&>(begin));
        }
        e.dirty = !f.content.streams();
        body_.append(e.text);
        sink(static_cast<region_event const&>(e));
        at_ = end;
    }

    template <class Sink>
    void open(detail::watch const& w, std::vector<text_span> const& groups, std::string_view delimiter,
              Sink& sink) {
        current_ = w.field();
        opened_ = true;
        capture(w.pattern(), groups);
        template_field const& f = template_->fields()[current_];
        region_event e;
        e.kind = region_kind::open;
        e.field = f.name;
        e.index = current_;
        e.text = delimiter;
        e.begin = groups[0].begin;
        e.end = groups[0].end;
        json::value known;
        if (f.transform && !f.transform_each) {
            if (auto filled = detail::fill(*f.transform, captures_, true)) {
                known = *std::move(filled);
                e.value = &known;
            }
        }
        sink(static_cast<region_event const&>(e));
    }

    /// Ends the region that is open, and goes back to the implicit field.
    template <class Sink>
    void close(std::string_view delimiter, std::size_t end, Sink& sink) {
        if (current_ != none && opened_ && !(stopped_ && !in_region() && body_.empty())) {
            template_field const& f = template_->fields()[current_];
            region_event e;
            e.kind = region_kind::close;
            e.field = f.name;
            e.index = current_;
            e.text = delimiter;
            e.begin = end - delimiter.size();
            e.end = end;
            auto value = detail::region_value(f, body_, captures_, bounds_);
            if (value) {
                detail::coerce_calls(*value, options_.tools, bounds_);
                value = keep(f, *std::move(value));
            }
            diagnostic error;
            if (value) {
                e.value = &*value;
            } else {
                error = value.error();
                error.hint = note("field '").append(f.name).append("': ").append(error.hint.view());
                report(error);
                e.kind = region_kind::malformed;
                e.error = &error;
                e.text = body_;
            }
            sink(static_cast<region_event const&>(e));
        }
        current_ = template_->implicit();
        opened_ = false;
        captures_.clear();
        body_.clear();
    }

    /// Puts a value into the message; what is reported is the value itself.
    [[nodiscard]] result<json::value> keep(template_field const& f, json::value value) {
        json::value* const former = message_.if_contains(f.name);
        if (f.join) {
            if (!value.is_string()) {
                return detail::mismatch(note("'join' needs text, not ").append(detail::python_type(value)));
            }
            if (former == nullptr || former->is_null()) {
                message_[f.name] = value;
            } else if (former->is_string()) {
                former->get_string().append(*f.join);
                former->get_string().append(value.get_string());
            }
            return value;
        }
        if (f.repeats) {
            json::value& list = message_[f.name];
            if (!list.is_array()) {
                list = json::array();
            }
            list.get_array().push_back(value);
            return value;
        }
        if (options_.strict || former == nullptr || !former->is_string() || !value.is_string()) {
            message_[f.name] = value;
        } else if (written_.size() > 0 &&
                   std::find(written_.begin(), written_.end(), f.name) != written_.end()) {
            std::string whole(json::text_of(*former));
            if (f.content.strip && !whole.empty() && !value.get_string().empty()) {
                whole.push_back('\n');
            }
            *former = boost::json::string(whole.append(json::text_of(value)));
        } else {
            *former = value;  // a default
        }
        written_.push_back(f.name);
        return value;
    }

    /// Lets go of what nothing looks at any more.
    void forget() {
        std::size_t const keep_from = std::min(at_, scanned_);
        std::size_t const spare = keep_from - base_ > lookbehind_ ? keep_from - base_ - lookbehind_ : 0;
        constexpr std::size_t worth = 4096;
        if (spare > worth && spare > buffer_.size() / 2) {
            buffer_.erase(0, spare);
            base_ += spare;
        }
    }

    response_template const* template_;
    reader_options options_;
    limits bounds_;
    json::object message_;
    std::vector<std::string> written_;  // text fields that have come already
    std::vector<diagnostic> diagnostics_;

    std::vector<detail::watch> watches_;  // first those outside regions, then each region's own
    std::vector<std::size_t> closes_;     // by field: where its own begin in watches_
    std::size_t outer_ = 0;
    std::size_t lookbehind_ = 0;

    std::string buffer_;  // the bytes from base_ on
    std::size_t base_ = 0;
    std::size_t at_ = 0;       // everything before is reported
    std::size_t scanned_ = 0;  // how far the searches have stepped
    std::size_t primed_ = 0;
    std::size_t turns_ = 0;     // delimiters of no length at this place
    std::uint64_t reread_ = 0;  // bytes
    bool stopped_ = false;      // nothing is looked for any more

    std::size_t current_;  // the region's field; the implicit one, or none, outside
    bool opened_ = false;
    std::string body_;
    json::object captures_;
};

}  // namespace parlance::chat::hf
