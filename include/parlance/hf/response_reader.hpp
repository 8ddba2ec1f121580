// parlance/hf/response_reader.hpp - reads an answer by a response template, as it streams
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/collected_fields.hpp>
#include <parlance/hf/detail/delimiter_search.hpp>
#include <parlance/hf/detail/pcre2.hpp>
#include <parlance/hf/detail/delimiter_scan.hpp>
#include <parlance/hf/regex.hpp>
#include <parlance/hf/region_event.hpp>
#include <parlance/hf/response_template.hpp>
#include <parlance/hf/template_field.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

namespace parlance::hf {

/// How an answer is read.
///
/// tools   types of the arguments that come as text
/// strict  what transformers does, to the letter: what it raises is an error, a text field that comes twice is the
///         last of its texts, and groups of `close` are not known.  Otherwise nothing is an error: what cannot be read
///         is reported as malformed, and texts that come twice stand one behind the other.
struct reader_options {
    std::span<chat::tool const> tools{};
    bool strict = false;
};

/// Reads one answer.  However the bytes are split, the message is the same, and so are the events but for where
/// chunks are cut: that of the whole text read at once.
///
/// Nothing here asks limits::stop: whoever has much to read and may want to stop feeds it in pieces.
///
/// A value: copy it to fork a generation.  The template and the tools must outlive it.  Not for several threads.
/// Where a call throws, std::bad_alloc or what the sink throws, what was read until then stays, and later calls do nothing.
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
          bounds_(bounds.without_stop()),
          left_(bounds_),
          message_(t, options.strict),
          search_(t, bounds.fuel / 2),
          lookbehind_(search_.lookbehind()),
          current_(t.implicit()) {}
    explicit response_reader(response_template const&&, reader_options const& = {},
                             limits const& = {}) = delete;

    /// Reads the prompt, which may have begun the message: what stands behind its last anchor.  Its events are the
    /// message's own.  Call first, if at all.
    PARLANCE_DECL void prime(std::string_view prompt, region_callback sink);

    /// Bytes of the message that the prompt had written.
    [[nodiscard]] std::size_t primed() const noexcept { return primed_; }

    /// More of the answer, split anywhere; any bytes.
    PARLANCE_DECL void feed(std::string_view bytes, region_callback sink);

    /// The answer has ended.  Call once; nothing can be fed afterwards.
    ///
    /// errors  in strict mode the first that the reference would raise; out_of_memory_budget where a call has thrown; else
    ///         none
    [[nodiscard]] PARLANCE_DECL result<json::object> finish(region_callback sink);

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

    PARLANCE_DECL void run(bool over, region_callback sink);

    /// The text is over, and what is open with it.  False where it has to be read again from an earlier place.
    PARLANCE_DECL bool end_all(region_callback sink);

    PARLANCE_DECL void apply(detail::delimiter_scan const& w, region_callback sink);

    PARLANCE_DECL void capture(regex const& pattern, std::vector<text_span> const& groups);

    /// Text of no field, that ends at `end`.
    PARLANCE_DECL static void outside(std::string_view text, std::size_t end, region_callback sink);

    /// Reports everything before `end`.
    PARLANCE_DECL void say(std::size_t end, region_callback sink);

    PARLANCE_DECL void open(detail::delimiter_scan const& w, std::vector<text_span> const& groups,
                            std::string_view delimiter, region_callback sink);

    /// Ends the region that is open, and goes back to the implicit field.
    ///
    /// over  because the text is over
    PARLANCE_DECL void close(std::string_view delimiter, std::size_t end, region_callback sink,
                             bool over = false);
    PARLANCE_DECL void leave();

    [[nodiscard]] PARLANCE_DECL result<json::value> value_of(template_field const& f);
    /// Makes a value that `size` bytes of text are read for: `make` is given the work that pays for it.
    template <class F>
    [[nodiscard]] result<json::value> paid_for(std::size_t size, F&& make) {
        constexpr std::uint64_t steps_of_a_byte = 200;
        constexpr std::size_t bytes_of_a_byte = 64;
        limits more = left_;
        more.fuel += steps_of_a_byte * size;
        more.allocated_bytes += bytes_of_a_byte * size;
        work paid(more);
        result<json::value> out = make(paid);
        left_.fuel = (std::min)(left_.fuel, paid.left());
        left_.allocated_bytes = (std::min)(left_.allocated_bytes, paid.bytes_left());
        return out;
    }
    /// Whether the region is JSON that ends with the bracket that closes it.
    [[nodiscard]] PARLANCE_DECL bool closes_itself(template_field const& f) const;

    PARLANCE_DECL void malformed(template_field const& f, diagnostic error, std::size_t begin,
                                 std::size_t end, region_callback sink);

    /// An event of the field that is current.
    [[nodiscard]] PARLANCE_DECL region_event event_of(region_kind kind, std::size_t begin,
                                                      std::size_t end) const;

    /// Lets go of what nothing looks at any more.
    PARLANCE_DECL void forget();

    response_template const* template_;
    reader_options options_;
    limits bounds_;
    limits left_;  // for the values of regions, besides what each byte of them pays for
    detail::collected_fields message_;
    std::vector<diagnostic> diagnostics_;
    bool broken_ = false;  // in a call, or one has thrown
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

}  // namespace parlance::hf

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/impl/response_reader.ipp>
#endif
