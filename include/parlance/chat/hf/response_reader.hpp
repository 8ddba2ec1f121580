// parlance/chat/hf/response_reader.hpp - reads an answer by a response template, as it streams
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/hf/content.hpp>
#include <parlance/chat/hf/detail/collected_fields.hpp>
#include <parlance/chat/hf/detail/delimiter_search.hpp>
#include <parlance/chat/hf/detail/pcre2.hpp>
#include <parlance/chat/hf/detail/transform.hpp>
#include <parlance/chat/hf/detail/watch.hpp>
#include <parlance/chat/hf/regex.hpp>
#include <parlance/chat/hf/region_event.hpp>
#include <parlance/chat/hf/response_template.hpp>
#include <parlance/chat/hf/template_field.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
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
        : template_(&t),
          options_(options),
          bounds_(bounds),
          message_(t, options.strict),
          search_(t),
          lookbehind_(search_.lookbehind()),
          current_(t.implicit()) {}

    /// Reads the prompt, which may have begun the message: what stands behind its last anchor.  Its events are the
    /// message's own.  Call first, if at all.
    void prime(std::string_view prompt, region_callback sink) {
        feed(template_->behind_anchor(prompt), sink);
        primed_ = base_ + buffer_.size();
    }

    /// Bytes of the message that the prompt had written.
    [[nodiscard]] std::size_t primed() const noexcept { return primed_; }

    void feed(std::string_view bytes, region_callback sink) {
        buffer_.append(bytes);
        run(false, sink);
        forget();
    }

    /// The answer has ended.  Call once; nothing can be fed afterwards.
    ///
    /// errors  in strict mode the first that the reference would raise; else none
    [[nodiscard]] result<json::object> finish(region_callback sink) {
        run(true, sink);
        for (template_field const& f : template_->fields()) {
            if (!f.optional && !message_.has(f.name)) {
                report(detail::mismatch(
                    note("the field '").append(f.name).append("' is required, and missing")));
            }
        }
        if (options_.strict && !diagnostics_.empty()) {
            return diagnostics_.front();
        }
        return message_.message();
    }

    /// What was wrong so far: regions that could not be read, patterns that took too many steps, fields missing.
    [[nodiscard]] std::vector<diagnostic> const& diagnostics() const noexcept { return diagnostics_; }

    /// Bytes fed that are not reported yet.
    [[nodiscard]] std::size_t held() const noexcept { return base_ + buffer_.size() - at_; }

private:
    static constexpr std::size_t none = response_template::none;

    PARLANCE_DECL void report(diagnostic const& d);
    [[nodiscard]] PARLANCE_DECL std::string_view text(std::size_t begin, std::size_t end) const;
    [[nodiscard]] PARLANCE_DECL bool in_region() const noexcept;

    void begin_search() { search_.begin(in_region() ? current_ : none, at_); }

    void run(bool over, region_callback sink) {
        std::size_t const end = base_ + buffer_.size() - (over ? 0 : utf8::unfinished(buffer_));
        auto const too_much = [&](detail::watch const& w) {
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
                detail::watch const* const next = search_.next(window, over, too_much);
                if (next == nullptr) {
                    break;
                }
                apply(*next, sink);
            }
            say(over || stopped_ ? end : search_.earliest(end), sink);
        } while (over && !end_all(sink));
    }

    /// The text is over, and what is open with it.  False where it has to be read again from an earlier place.
    bool end_all(region_callback sink) {
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

    void apply(detail::watch const& w, region_callback sink) {
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

    PARLANCE_DECL void capture(regex const& pattern, std::vector<text_span> const& groups);

    /// Text of no field, that ends at `end`.
    static void outside(std::string_view text, std::size_t end, region_callback sink) {
        region_event e;
        e.kind = region_kind::outside;
        e.text = text;
        e.begin = end - text.size();
        e.end = end;
        sink(static_cast<region_event const&>(e));
    }

    /// Reports everything before `end`.
    void say(std::size_t end, region_callback sink) {
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

    void open(detail::watch const& w, std::vector<text_span> const& groups, std::string_view delimiter,
              region_callback sink) {
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
            if (auto filled = detail::fill(*f.transform, captures_, true)) {
                known = *std::move(filled);
                e.value = &known;
            }
        }
        sink(static_cast<region_event const&>(e));
    }

    /// Ends the region that is open, and goes back to the implicit field.
    ///
    /// over  because the text is over
    void close(std::string_view delimiter, std::size_t end, region_callback sink, bool over = false) {
        if (current_ == none || !opened_ || (stopped_ && !in_region() && body_.empty())) {
            return leave();
        }
        template_field const& f = template_->fields()[current_];
        auto value = value_of(f);
        if (value) {
            if (auto const kept = message_.keep(f, *value); !kept) {
                value = kept.error();
            }
        }
        if (value) {
            region_event e = event_of(region_kind::close, end - delimiter.size(), end);
            e.text = delimiter;
            e.value = &*value;
            e.cut = over && !closes_itself(f);
            sink(static_cast<region_event const&>(e));
        } else {
            message_.miss(f);
            malformed(f, value.error(), end - delimiter.size(), end, sink);
        }
        if (f.legacy && f.legacy->first) {
            search_.ignore(current_);
        }
        leave();
    }
    PARLANCE_DECL void leave();

    [[nodiscard]] PARLANCE_DECL result<json::value> value_of(template_field const& f);
    /// Whether the region is JSON that ends with the bracket that closes it.
    [[nodiscard]] PARLANCE_DECL bool closes_itself(template_field const& f) const;

    void malformed(template_field const& f, diagnostic error, std::size_t begin, std::size_t end,
                   region_callback sink) {
        error.hint = note("field '").append(f.name).append("': ").append(error.hint.view());
        report(error);
        region_event e = event_of(region_kind::malformed, begin, end);
        e.text = body_;
        e.error = &error;
        sink(static_cast<region_event const&>(e));
    }

    /// An event of the field that is current.
    [[nodiscard]] PARLANCE_DECL region_event event_of(region_kind kind, std::size_t begin,
                                                      std::size_t end) const;

    /// Lets go of what nothing looks at any more.
    PARLANCE_DECL void forget();

    response_template const* template_;
    reader_options options_;
    limits bounds_;
    detail::collected_fields message_;
    std::vector<diagnostic> diagnostics_;
    detail::delimiter_search search_;
    std::size_t lookbehind_;

    std::string buffer_;  // the bytes from base_ on
    std::size_t base_ = 0;
    std::size_t at_ = 0;  // everything before is reported
    std::size_t primed_ = 0;
    std::size_t turns_ = 0;     // delimiters of no length at this place
    std::uint64_t reread_ = 0;  // bytes
    bool stopped_ = false;      // nothing is looked for any more

    std::size_t current_;  // the region's field; the implicit one, or none, outside
    bool opened_ = false;
    std::size_t region_ = 0;  // where its delimiter begins
    std::string body_;
    json::object captures_;
};

}  // namespace parlance::chat::hf

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/hf/impl/response_reader.ipp>
#endif
