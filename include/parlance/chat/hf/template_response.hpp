// parlance/chat/hf/template_response.hpp - an answer read by a response template, as deltas and a message
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/delta.hpp>
#include <parlance/chat/hf/detail/member_scanner.hpp>
#include <parlance/chat/hf/response_reader.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/json/dump.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::hf {

/// The same steps as chat::response gives, so that every wire shape works: the field `content` is content; `thinking`,
/// `reasoning` and `reasoning_content` are reasoning; `tool_calls` are calls.  Other fields are in values() only.
///
/// A call begins as soon as its name is known, and JSON arguments stream as the model writes them.  Read in the mode
/// that never fails: a call that cannot be read is a malformed delta, or ends with whole == false.
/// A value: copy it to fork a generation.  The template and the tools must outlive it.  Not for several threads.
class template_response {
public:
    explicit template_response(response_template const& t, std::span<tool const> tools = {},
                               limits const& bounds = {})
        : template_(&t), reader_(t, {tools, false}, bounds) {
        message_.role = "assistant";
        for (template_field const& f : t.fields()) {
            plans_.push_back(plan_of(f));
        }
    }

    /// Reads the prompt; its text gives no deltas and is not part of the message.
    void prime(std::string_view prompt) {
        primed_ = static_cast<std::size_t>(-1);
        auto const silent = [](delta const&) {};
        reader_.prime(prompt, [&](region_event const& e) { handle(e, silent); });
        primed_ = reader_.primed();
    }

    template <delta_sink Sink>
    void feed(std::string_view bytes, Sink&& sink) {
        reader_.feed(bytes, [&](region_event const& e) { handle(e, sink); });
    }

    /// The answer has ended, or was cut off.  Call once.
    template <delta_sink Sink>
    void finish(Sink&& sink) {
        auto values = reader_.finish([&](region_event const& e) { handle(e, sink); });
        if (values) {
            values_ = *std::move(values);
        }
    }

    /// The message as far as it is certain; after finish(), all of it.
    [[nodiscard]] message const& so_far() const noexcept { return message_; }
    /// After finish(): the message as the template describes it.
    [[nodiscard]] json::object const& values() const noexcept { return values_; }
    /// What broken calls left, in the order of the text.
    [[nodiscard]] std::string_view malformed() const noexcept { return malformed_; }
    [[nodiscard]] std::vector<diagnostic> const& diagnostics() const noexcept {
        return reader_.diagnostics();
    }

private:
    enum class role : std::uint8_t { other, content, reasoning, call };

    /// How a field's regions become deltas.
    struct plan {
        role is = role::other;
        bool text = false;           // the text is the value
        bool raw_arguments = false;  // the text is the arguments' JSON
        std::string name_key{};      // the text is an object with these members
        std::string arguments_key{};
    };

    static plan plan_of(template_field const& f) {
        plan p;
        p.is = f.name == "content"      ? role::content
               : f.name == "tool_calls" ? role::call
               : f.name == "thinking" || f.name == "reasoning" || f.name == "reasoning_content"
                   ? role::reasoning
                   : role::other;
        p.text = f.content.kind == content_kind::text && !f.transform;
        bool const plain_json = f.content.kind == content_kind::json && f.content.string_delims.empty() &&
                                !f.content.unquoted_keys && !f.content.allow_non_json;
        if (p.is != role::call || !plain_json || !f.transform || f.transform_each) {
            return p;
        }
        auto const* const inner = json::member(*f.transform, "function");
        json::value const& function = inner != nullptr ? *inner : *f.transform;
        auto const path = [&](json::value const* v) {
            return v != nullptr && v->is_string() ? detail::placeholder(*v).value_or("") : std::string_view();
        };
        auto const member_of_content = [](std::string_view text) {
            constexpr std::string_view lead = "content.";
            bool const one = text.starts_with(lead) && text.find('.', lead.size()) == text.npos;
            return one ? std::string(text.substr(lead.size())) : std::string();
        };
        if (path(&function) == "content") {
            p.name_key = "name";
            p.arguments_key = "arguments";
        } else if (function.is_object()) {
            std::string_view const arguments = path(function.get_object().if_contains("arguments"));
            p.raw_arguments = arguments == "content";
            p.name_key = member_of_content(path(function.get_object().if_contains("name")));
            p.arguments_key = member_of_content(arguments);
        }
        return p;
    }

    template <class Sink>
    void handle(region_event const& e, Sink& sink) {
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

    template <class Sink>
    void text_event(plan const& p, region_event const& e, Sink& sink) {
        template_field const& f = template_->fields()[e.index];
        std::string_view text = e.text;
        if (e.kind == region_kind::open) {
            blanks_.clear();
            began_ = false;
        } else if (e.kind == region_kind::chunk && p.text) {
            text.remove_prefix(e.begin >= primed_ ? 0 : std::min(primed_ - e.begin, text.size()));
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

    template <class Sink>
    void say(plan const& p, template_field const& f, std::string_view text, Sink& sink) {
        if (text.empty()) {
            return;
        }
        bool const content = p.is == role::content;
        if (content && !message_.content) {
            message_.content.emplace();
        }
        std::string& all = content ? *message_.content : message_.reasoning;
        std::string const between = began_ || all.empty() ? ""
                                    : f.join              ? *f.join
                                    : f.content.strip     ? "\n"
                                                          : "";
        began_ = true;
        std::string const whole = between + std::string(text);
        all.append(whole);
        sink(delta{content ? delta_kind::content : delta_kind::reasoning, 0, whole, {}, true});
    }

    // Calls.

    struct open_call {
        bool begun = false;
        bool known = false;  // the name came with the beginning of the region
        std::string name;
        std::string blanks;  // behind the arguments so far
        std::size_t said = 0;
        std::optional<detail::member_scanner> scan;
    };

    template <class Sink>
    void call_event(plan const& p, region_event const& e, Sink& sink) {
        switch (e.kind) {
        case region_kind::open:
            call_ = {};
            if (!p.name_key.empty() && !p.arguments_key.empty()) {
                call_.scan.emplace(p.name_key, p.arguments_key);
            }
            if (auto const name = name_of(e.value); name && e.begin >= primed_) {
                call_.name = *name;
                call_.known = true;
                begin(call_.name, {}, sink);
            }
            break;
        case region_kind::chunk:
            if (p.raw_arguments && call_.begun) {
                std::string_view const text = call_.said == 0 ? detail::strip_front(e.text) : e.text;
                std::string_view const solid = detail::strip_back(text);
                if (!solid.empty()) {
                    argue(std::exchange(call_.blanks, std::string()).append(solid), sink);
                }
                call_.blanks.append(text.substr(solid.size()));
            } else if (call_.scan) {
                call_.scan->put(e.text);
                follow(e.begin >= primed_, sink);
            }
            break;
        case region_kind::close:
            if (e.end >= primed_) {
                end(*e.value, sink);
            }
            break;
        case region_kind::malformed:
            if (call_.begun) {
                sink(delta{delta_kind::call_end, message_.calls.size() - 1, {}, {}, false});
            } else {
                malformed_.append(e.text);
                sink(delta{delta_kind::malformed, message_.calls.size(), e.text, {}, true});
            }
            call_ = {};
            break;
        case region_kind::outside: break;
        }
    }

    static std::optional<std::string> name_of(json::value const* call) {
        auto const* const function = call != nullptr ? json::member(*call, "function") : nullptr;
        auto const* const name =
            call == nullptr ? nullptr : json::member(function != nullptr ? *function : *call, "name");
        return name != nullptr && name->is_string() ? std::optional(std::string(json::text_of(*name)))
                                                    : std::nullopt;
    }

    template <class Sink>
    void begin(std::string_view name, std::string_view id, Sink& sink) {
        call_.begun = true;
        message_.calls.push_back({std::string(id), std::string(name), {}});
        sink(delta{delta_kind::call_begin, message_.calls.size() - 1, message_.calls.back().name,
                   message_.calls.back().id, true});
    }
    template <class Sink>
    void argue(std::string_view text, Sink& sink) {
        call_.said += text.size();
        message_.calls.back().arguments.append(text);
        sink(delta{delta_kind::arguments, message_.calls.size() - 1, text, {}, true});
    }

    /// Says what the scanner has seen since.
    template <class Sink>
    void follow(bool mine, Sink& sink) {
        if (!mine || !call_.scan->name() || call_.scan->arguments().size() == call_.said) {
            return;
        }
        if (!call_.begun) {
            begin(*call_.scan->name(), {}, sink);
        }
        std::string const more(call_.scan->arguments().substr(call_.said));
        argue(more, sink);
    }

    /// A region of calls ended well: one call, or a list of them.
    template <class Sink>
    void end(json::value const& value, Sink& sink) {
        if (value.is_array()) {
            for (json::value const& one : value.get_array()) {
                call_ = {};
                end_one(one, sink);
            }
        } else {
            end_one(value, sink);
        }
        call_ = {};
    }
    template <class Sink>
    void end_one(json::value const& value, Sink& sink) {
        auto const* const inner = json::member(value, "function");
        json::value const& function = inner != nullptr ? *inner : value;
        auto const* const arguments = json::member(function, "arguments");
        std::string id;
        for (json::value const* const holder : {&value, &function}) {
            for (char const* const key : {"id", "tool_call_id"}) {
                if (auto const* v = json::member(*holder, key);
                    v != nullptr && v->is_string() && id.empty()) {
                    id = json::text_of(*v);
                }
            }
        }
        auto const name = name_of(&value);
        if (!call_.begun && !name) {
            std::string const raw = json::dump(value);
            malformed_.append(raw);
            sink(delta{delta_kind::malformed, message_.calls.size(), raw, {}, true});
            return;
        }
        bool const begun = call_.begun;
        if (!begun) {
            begin(*name, id, sink);
        }
        if (call_.said == 0) {
            bool const seen = call_.scan && !call_.scan->arguments().empty();
            std::string const text = seen ? std::string(call_.scan->arguments())
                                     : arguments == nullptr || arguments->is_null() ? "{}"
                                     : arguments->is_string() ? std::string(json::text_of(*arguments))
                                                              : json::dump(*arguments);
            argue(text.empty() ? "{}" : text, sink);
        }
        bool const late = begun && !id.empty();
        if (late) {
            message_.calls.back().id = id;
        }
        sink(delta{delta_kind::call_end,
                   message_.calls.size() - 1,
                   {},
                   late ? std::string_view(id) : std::string_view(),
                   true});
    }

    response_template const* template_;
    response_reader reader_;
    std::vector<plan> plans_;
    std::size_t primed_ = 0;
    message message_;
    json::object values_;
    std::string malformed_;
    std::string blanks_;  // white space that may be the region's last
    bool began_ = false;  // whether the open region has said something
    open_call call_;
};

}  // namespace parlance::chat::hf
