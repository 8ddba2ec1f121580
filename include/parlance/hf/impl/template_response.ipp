// parlance/hf/impl/template_response.ipp - definitions of what parlance/hf/template_response.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/template_response.hpp>
#include <parlance/hf/detail/python_text.hpp>
#include <parlance/text/function_ref.hpp>
#include <parlance/text/result.hpp>
#include <parlance/hf/detail/transform.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/text/space.hpp>
#include <boost/json/string.hpp>
#include <string>

namespace parlance::hf {

template_response::template_response(response_template const& t, std::span<chat::tool const> tools,
                                     limits const& bounds)
    : template_(&t), tools_(tools), bounds_(bounds.without_stop()), reader_(t, {tools, false}, bounds) {
    for (template_field const& f : t.fields()) {
        plans_.push_back(plan_of(f));
    }
}

void template_response::prime(std::string_view prompt) {
    primed_ = static_cast<std::size_t>(-1);
    auto const silent = [](chat::delta const&) {};
    reader_.prime(prompt, [&](region_event const& e) { handle(e, silent); });
    primed_ = reader_.primed();
}

std::vector<diagnostic> const& template_response::diagnostics() const noexcept {
    return reader_.diagnostics();
}

template_response::plan template_response::plan_of(template_field const& f) {
    plan p;
    p.is = detail::role_of(f.name);
    bool const certain = !f.legacy || !f.legacy->closed;
    p.text = f.content.kind == content_kind::text && !f.transform && certain;
    bool const plain_json = f.content.kind == content_kind::json && f.content.string_delims.empty() &&
                            !f.content.unquoted_keys && !f.content.allow_non_json && certain;
    bool const pairs = detail::pair_scanner::can_follow(f.content);
    if (p.is != role::call || !(plain_json || pairs) || !f.transform || f.transform_each) {
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
    if (pairs) {
        p.pairs = function.is_object() && path(function.get_object().if_contains("arguments")) == "content";
    } else if (path(&function) == "content") {
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

void template_response::feed(std::string_view bytes, chat::delta_callback sink) {
    reader_.feed(bytes, [&](region_event const& e) { handle(e, sink); });
}

void template_response::finish(chat::delta_callback sink) {
    auto values = reader_.finish([&](region_event const& e) { handle(e, sink); });
    if (values) {
        values_ = *std::move(values);
    }
}

void template_response::handle(region_event const& e, chat::delta_callback sink) {
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

void template_response::text_event(plan const& p, region_event const& e, chat::delta_callback sink) {
    template_field const& f = template_->fields()[e.index];
    std::string_view text = e.text;
    if (e.kind == region_kind::open) {
        blanks_.clear();
        began_ = false;
    } else if (e.kind == region_kind::chunk && p.text) {
        text.remove_prefix(e.begin >= primed_ ? 0 : (std::min)(primed_ - e.begin, text.size()));
        if (f.content.strip) {
            text = began_ ? text : strip_front(text);
            std::string_view const solid = strip_back(text);
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

void template_response::say(plan const& p, template_field const& f, std::string_view text,
                            chat::delta_callback sink) {
    std::string_view between = f.content.strip ? "\n" : "";
    if (began_) {
        between = {};
    } else if (f.join) {
        between = *f.join;
    }
    began_ = began_ || !text.empty();
    out_.text(p.is, between, text, sink);
}

void template_response::call_event(plan const& p, region_event const& e, chat::delta_callback sink) {
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
            std::string_view const text = out_.said() == 0 ? strip_front(e.text) : e.text;
            std::string_view const solid = strip_back(text);
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

void template_response::follow(bool mine, chat::delta_callback sink) {
    if (!mine || !call_.scan->name() || call_.scan->arguments().size() == out_.said()) {
        return;
    }
    if (!out_.begun()) {
        out_.begin_call(*call_.scan->name(), {}, sink);
    }
    std::string const more(call_.scan->arguments().substr(out_.said()));
    out_.arguments(more, sink);
}

void template_response::member(detail::content_pair pair, chat::delta_callback sink) {
    json::value call{
        {"function", json::object{{"name", out_.so_far().calls.back().name}, {"arguments", json::object{}}}}};
    json::value& arguments = call.at("function").at("arguments");
    arguments.get_object()[pair.key] = std::move(pair.value);
    detail::coerce_calls(call, tools_, bounds_);
    say_member(pair.key, arguments.at(pair.key), sink);
}

void template_response::say_member(std::string_view key, json::value const& value,
                                   chat::delta_callback sink) {
    if (auto const* before = call_.members.if_contains(key);
        before != nullptr && json::equal(*before, value)) {
        return;
    }
    std::string text = call_.members.empty() ? "{" : ", ";
    json::append_quoted(text, key);
    out_.arguments(text.append(": ").append(json::dump(value)), sink);
    call_.members[key] = value;
}

void template_response::end(json::value const& value, chat::delta_callback sink) {
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

}  // namespace parlance::hf
