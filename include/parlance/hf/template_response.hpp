// parlance/hf/template_response.hpp - an answer read by a response template, as deltas and a message
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/hf/content.hpp>
#include <parlance/hf/detail/member_scanner.hpp>
#include <parlance/hf/detail/message_deltas.hpp>
#include <parlance/hf/detail/pair_scanner.hpp>
#include <parlance/hf/region_event.hpp>
#include <parlance/hf/response_reader.hpp>
#include <parlance/hf/response_template.hpp>
#include <parlance/hf/template_field.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/limits.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::hf {

/// The same steps as chat::response_parser gives, so that every wire shape works: the field `content` is content; `thinking`,
/// `reasoning` and `reasoning_content` are reasoning; `tool_calls` are calls.  Other fields are in values() only.
///
/// A call begins as soon as its name is known, and JSON arguments stream as the model writes them.  Where the name comes
/// before the arguments, those of xml-inline and kv-lines stream by the pair: each is said when its tag or line is
/// complete, in the type that the tool gives it; a key that comes again is said again, and as in all JSON the last one
/// counts.  Said at the end of their region only: tags with merge_duplicates (a later tag changes the value of an
/// earlier one), tag patterns with look-around (no end of a match is certain before), and JSON in a dialect of its own
/// (what a quote is depends on all of the text).
///
/// Read in the mode that never fails: a call that cannot be read is a malformed delta, or ends with whole == false, and
/// so does one whose region nothing has closed when the answer ends.
/// Nothing here asks limits::stop, as in hf::response_reader.
/// A value: copy it to fork a generation.  The template and the tools must outlive it.  Not for several threads.
/// Where a call throws, std::bad_alloc or what the sink throws, what was read until then stays, and later calls do nothing.
class template_response {
public:
    PARLANCE_DECL explicit template_response(response_template const& t,
                                             std::span<chat::tool const> tools = {},
                                             limits const& bounds = {});
    explicit template_response(response_template const&&, std::span<chat::tool const> = {},
                               limits const& = {}) = delete;
    template <std::same_as<std::vector<chat::tool>> Tools>  // an rvalue
    explicit template_response(response_template const&, Tools&&, limits const& = {}) = delete;

    /// Reads the prompt; its text gives no deltas and is not part of the message.
    PARLANCE_DECL void prime(std::string_view prompt);

    /// More of the answer, split anywhere; any bytes.
    PARLANCE_DECL void feed(std::string_view bytes, chat::delta_callback sink);

    /// The answer has ended, or was cut off.  Call once.
    PARLANCE_DECL void finish(chat::delta_callback sink);

    /// The message as far as it is certain; after finish(), all of it.
    [[nodiscard]] chat::message const& so_far() const noexcept { return out_.so_far(); }
    /// After finish(): the message as the template describes it.
    [[nodiscard]] json::object const& values() const noexcept { return values_; }
    /// What broken calls left, in the order of the text.
    [[nodiscard]] std::string_view malformed() const noexcept { return out_.malformed(); }
    [[nodiscard]] PARLANCE_DECL std::vector<diagnostic> const& diagnostics() const noexcept;

private:
    using role = detail::field_role;

    /// How a field's regions become deltas.
    struct plan {
        role is = role::other;
        bool text = false;           // the text is the value
        bool raw_arguments = false;  // the text is the arguments' JSON
        bool pairs = false;          // ... or pairs that are the arguments
        std::string name_key{};      // the text is an object with these members
        std::string arguments_key{};
    };

    PARLANCE_DECL static plan plan_of(template_field const& f);

    PARLANCE_DECL void handle(region_event const& e, chat::delta_callback sink);

    // Text.  White space at the ends of a region is not its own, where the field says so.

    PARLANCE_DECL void text_event(plan const& p, region_event const& e, chat::delta_callback sink);

    PARLANCE_DECL void say(plan const& p, template_field const& f, std::string_view text,
                           chat::delta_callback sink);

    // Calls.

    struct open_call {
        std::string blanks;    // behind the arguments so far
        json::object members;  // said of the arguments, where they are pairs
        std::optional<detail::member_scanner> scan;
        std::optional<detail::pair_scanner> pairs;
    };

    PARLANCE_DECL void call_event(plan const& p, region_event const& e, chat::delta_callback sink);

    /// Says what the scanner has seen since.
    PARLANCE_DECL void follow(bool mine, chat::delta_callback sink);

    /// A pair of the arguments, in the type that its tool gives it.
    PARLANCE_DECL void member(detail::content_pair pair, chat::delta_callback sink);
    PARLANCE_DECL void say_member(std::string_view key, json::value const& value, chat::delta_callback sink);

    /// A region of calls ended well: one call, or a list of them.
    PARLANCE_DECL void end(json::value const& value, chat::delta_callback sink);

    response_template const* template_;
    std::span<chat::tool const> tools_;
    limits bounds_;
    response_reader reader_;
    std::vector<plan> plans_;
    std::size_t primed_ = 0;
    detail::message_deltas out_;
    json::object values_;
    std::string blanks_;  // white space that may be the region's last
    bool began_ = false;  // whether the open region has said something
    open_call call_;
};

}  // namespace parlance::hf

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/hf/impl/template_response.ipp>
#endif
