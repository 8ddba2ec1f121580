// parlance/chat/hf/template_response.hpp - an answer read by a response template, as deltas and a message
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/hf/content.hpp>
#include <parlance/chat/hf/detail/member_scanner.hpp>
#include <parlance/chat/hf/detail/message_deltas.hpp>
#include <parlance/chat/hf/detail/pair_scanner.hpp>
#include <parlance/chat/hf/detail/python_text.hpp>
#include <parlance/chat/hf/detail/transform.hpp>
#include <parlance/chat/hf/region_event.hpp>
#include <parlance/chat/hf/response_reader.hpp>
#include <parlance/chat/hf/response_template.hpp>
#include <parlance/chat/hf/template_field.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/limits.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::hf {

/// The same steps as chat::response gives, so that every wire shape works: the field `content` is content; `thinking`,
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
/// A value: copy it to fork a generation.  The template and the tools must outlive it.  Not for several threads.
class template_response {
public:
    PARLANCE_DECL explicit template_response(response_template const& t, std::span<tool const> tools = {},
                                             limits const& bounds = {});

    /// Reads the prompt; its text gives no deltas and is not part of the message.
    PARLANCE_DECL void prime(std::string_view prompt);

    void feed(std::string_view bytes, delta_callback sink) {
        reader_.feed(bytes, [&](region_event const& e) { handle(e, sink); });
    }

    /// The answer has ended, or was cut off.  Call once.
    void finish(delta_callback sink) {
        auto values = reader_.finish([&](region_event const& e) { handle(e, sink); });
        if (values) {
            values_ = *std::move(values);
        }
    }

    /// The message as far as it is certain; after finish(), all of it.
    [[nodiscard]] message const& so_far() const noexcept { return out_.so_far(); }
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

    void handle(region_event const& e, delta_callback sink) {
        if (e.kind == region_kind::outside) {
            return;
        }
        plan const& p = plans_[e.index];
        switch (p.is) {
        case role::other: break;
        case role::content:
        case role::reasoning: text_event(p, e, sink); break;
        case role::call: call_event(p, e, sink); break;
        }
    }

    // Text.  White space at the ends of a region is not its own, where the field says so.

    void text_event(plan const& p, region_event const& e, delta_callback sink) {
        template_field const& f = template_->fields()[e.index];
        std::string_view text = e.text;
        if (e.kind == region_kind::open) {
            blanks_.clear();
            began_ = false;
        } else if (e.kind == region_kind::chunk && p.text) {
            text.remove_prefix(e.begin >= primed_ ? 0 : (std::min)(primed_ - e.begin, text.size()));
            if (f.content.strip) {
                text = began_ ? text : detail::strip_front(text);
                std::string_view const solid = detail::strip_back(text);
                if (!solid.empty()) {
                    std::string const all = std::exchange(blanks_, std::string()).append(solid);
                    say(p, f, all, sink);
                }
                blanks_.append(text.substr(solid.size()));
            } else {
                say(p, f, text, sink);
            }
        } else if (e.kind == region_kind::close && !p.text && e.value->is_string() && e.end >= primed_) {
            say(p, f, json::text_of(*e.value), sink);
        }
    }

    void say(plan const& p, template_field const& f, std::string_view text, delta_callback sink) {
        std::string_view between = f.content.strip ? "\n" : "";
        if (began_) {
            between = {};
        } else if (f.join) {
            between = *f.join;
        }
        began_ = began_ || !text.empty();
        out_.text(p.is, between, text, sink);
    }

    // Calls.

    struct open_call {
        std::string blanks;    // behind the arguments so far
        json::object members;  // said of the arguments, where they are pairs
        std::optional<detail::member_scanner> scan;
        std::optional<detail::pair_scanner> pairs;
    };

    void call_event(plan const& p, region_event const& e, delta_callback sink) {
        switch (e.kind) {
        case region_kind::open:
            call_ = {};
            out_.next_call();
            if (!p.name_key.empty() && !p.arguments_key.empty()) {
                call_.scan.emplace(p.name_key, p.arguments_key);
            }
            if (auto const name = detail::name_of(e.value); name && e.begin >= primed_) {
                out_.begin_call(*name, {}, sink);
                if (p.pairs) {
                    call_.pairs.emplace(template_->fields()[e.index].content, bounds_);
                }
            }
            break;
        case region_kind::chunk:
            if (p.raw_arguments && out_.begun()) {
                std::string_view const text = out_.said() == 0 ? detail::strip_front(e.text) : e.text;
                std::string_view const solid = detail::strip_back(text);
                if (!solid.empty()) {
                    out_.arguments(std::exchange(call_.blanks, std::string()).append(solid), sink);
                }
                call_.blanks.append(text.substr(solid.size()));
            } else if (call_.pairs) {
                call_.pairs->put(e.text, [&](detail::content_pair pair) { member(std::move(pair), sink); });
            } else if (call_.scan) {
                call_.scan->put(e.text);
                follow(e.begin >= primed_, sink);
            }
            break;
        case region_kind::close:
            if (e.end >= primed_ && e.cut) {
                out_.broken_call(json::dump(*e.value), sink);
                call_ = {};
            } else if (e.end >= primed_) {
                end(*e.value, sink);
            }
            break;
        case region_kind::malformed:
            out_.broken_call(e.text, sink);
            call_ = {};
            break;
        case region_kind::outside: break;
        }
    }

    /// Says what the scanner has seen since.
    void follow(bool mine, delta_callback sink) {
        if (!mine || !call_.scan->name() || call_.scan->arguments().size() == out_.said()) {
            return;
        }
        if (!out_.begun()) {
            out_.begin_call(*call_.scan->name(), {}, sink);
        }
        std::string const more(call_.scan->arguments().substr(out_.said()));
        out_.arguments(more, sink);
    }

    /// A pair of the arguments, in the type that its tool gives it.
    void member(detail::content_pair pair, delta_callback sink) {
        json::value call{{"function", json::object{{"name", out_.so_far().calls.back().name},
                                                   {"arguments", json::object{}}}}};
        json::value& arguments = call.at("function").at("arguments");
        arguments.get_object()[pair.key] = std::move(pair.value);
        detail::coerce_calls(call, tools_, bounds_);
        say_member(pair.key, arguments.at(pair.key), sink);
    }
    void say_member(std::string_view key, json::value const& value, delta_callback sink) {
        if (auto const* before = call_.members.if_contains(key); before != nullptr && *before == value) {
            return;
        }
        std::string text = call_.members.empty() ? "{" : ", ";
        json::append_quoted(text, key);
        out_.arguments(text.append(": ").append(json::dump(value)), sink);
        call_.members[key] = value;
    }

    /// A region of calls ended well: one call, or a list of them.
    void end(json::value const& value, delta_callback sink) {
        if (!call_.members.empty()) {
            auto const* const function = json::member(value, "function");
            auto const* const arguments = json::member(function != nullptr ? *function : value, "arguments");
            for (auto const& member : arguments->get_object()) {
                say_member({member.key().data(), member.key().size()}, member.value(), sink);
            }
            out_.arguments("}", sink);
        } else if (call_.scan && !value.is_array() && out_.said() == 0 && !call_.scan->arguments().empty() &&
                   (out_.begun() || detail::name_of(&value))) {
            if (!out_.begun()) {
                out_.begin_call(*detail::name_of(&value), {}, sink);
            }
            std::string const all(call_.scan->arguments());
            out_.arguments(all, sink);
        }
        out_.whole_calls(value, sink);
        call_ = {};
    }

    response_template const* template_;
    std::span<tool const> tools_;
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

}  // namespace parlance::chat::hf

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/hf/impl/template_response.ipp>
#endif
