// parlance/chat/impl/template.ipp - definitions of what parlance/chat/template.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/template.hpp>
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/fitting.hpp>
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/jinja/strftime.hpp>
#include <parlance/jinja/template.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/object.hpp>
#include <algorithm>
#include <cstddef>
#include <ctime>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat {

result<chat_template> chat_template::compile(std::string_view source, special_tokens tokens,
                                             limits const& bounds, std::string_view name) {
    jinja::compile_options options;
    options.limits = bounds;
    options.name = name;
    auto compiled = jinja::template_::compile(source, options);
    if (!compiled) {
        return compiled.error();
    }
    return chat_template(*std::move(compiled), std::move(tokens), bounds);
}

result<std::string> chat_template::render(inputs const& in, message_form const& form) const {
    chat::capabilities takes_all;
    takes_all.form = form;
    auto made = write(in, takes_all, {}, false);
    if (!made) {
        return made.error();
    }
    return std::move(made->text);
}

result<written_prompt> chat_template::write(inputs const& in, chat::capabilities const& can,
                                            prompt_options const& how) const {
    return write(in, can, how, true);
}

chat::capabilities chat_template::capabilities() const {
    return probe_capabilities([this](boost::json::object const& scene) -> std::optional<std::string> {
        boost::json::object variables = token_variables();
        for (auto const& [key, value] : scene) {
            variables[key] = value;
        }
        auto made = render_customary(variables, {});
        return made ? std::optional<std::string>(std::move(made->text)) : std::nullopt;
    });
}

result<std::string> chat_template::render_context(boost::json::object const& variables) const {
    auto rendered = render_variables(variables, {});
    if (!rendered) {
        return rendered.error();
    }
    return std::move(rendered->text);
}

boost::json::object chat_template::context(inputs const& in, message_form const& form,
                                           jinja::convention convention) const {
    boost::json::object out;
    auto& messages = out["messages"].emplace_array();
    for (message const& m : in.messages) {
        messages.push_back(to_template_json(m, form));
    }
    bool const strict = convention == jinja::convention::strict;
    if (!in.tools.empty() || strict) {
        out["tools"] = in.tools.empty() ? boost::json::value() : to_openai(in.tools);
    }
    if (!in.documents.empty() || strict) {
        out["documents"] = in.documents.empty() ? boost::json::value() : in.documents;
    }
    out["add_generation_prompt"] = in.add_generation_prompt && in.continue_final == continuation::none;
    for (auto const& [key, value] : token_variables()) {
        out[key] = value;
    }
    for (auto const& [key, value] : in.kwargs) {
        out[key] = value;
    }
    return out;
}

result<written_prompt> chat_template::write(inputs const& in, chat::capabilities const& can,
                                            prompt_options const& how, bool fitting) const {
    bool const open = in.continue_final != continuation::none;
    if (open && in.messages.empty()) {
        return diagnostic{errc::invalid_message, {}, 0, "there is no message to be continued"};
    }
    message_form form = can.form;
    if (fitting) {
        form.content = content_form::text;  // fit() puts it otherwise, and says so
    }
    boost::json::object variables =
        open ? context(with_open_end(in), form, how.convention) : context(in, form, how.convention);
    written_prompt out;
    if (fitting) {
        out.fixups = fit(variables["messages"].get_array(), can);
    }
    auto made = render_customary(variables, how);
    if (!made) {
        return made.error();
    }
    out.text = std::move(made->text);
    out.spans = std::move(made->spans);
    out.generation = std::move(made->generation);
    if (open) {
        std::size_t const end = out.text.rfind(open_end);
        if (end == std::string::npos) {
            return diagnostic{
                errc::invalid_message, {}, 0, "the template does not show the text that is to be continued"};
        }
        cut(out, end);
    }
    return out;
}

inputs chat_template::with_open_end(inputs const& in) {
    inputs out = in;
    message& last = out.messages.back();
    bool const empty = last.parts.empty() && (!last.content || last.content->empty());
    bool const reasoning = in.continue_final == continuation::reasoning ||
                           (in.continue_final == continuation::automatic && empty && !last.reasoning.empty());
    if (reasoning) {
        last.reasoning.append(open_end);
        last.content.emplace();
        last.parts.clear();
        last.calls.clear();
        return out;
    }
    for (std::size_t i = last.parts.size(); i-- > 0;) {
        auto* const part = last.parts[i].if_object();
        auto* const text = part != nullptr ? part->if_contains("text") : nullptr;
        if (text != nullptr && text->is_string()) {
            text->get_string().append(open_end);
            return out;
        }
    }
    if (!last.parts.empty()) {
        last.parts.push_back(boost::json::object{{"type", "text"}, {"text", open_end}});
    } else {
        last.content = last.content.value_or("").append(open_end);
    }
    return out;
}

void chat_template::cut(written_prompt& p, std::size_t end) {
    p.text.resize(end);
    auto const shorten = [end](auto& stretches) {
        while (!stretches.empty() && stretches.back().begin >= end) {
            stretches.pop_back();
        }
        if (!stretches.empty()) {
            stretches.back().end = std::min(stretches.back().end, end);
        }
    };
    shorten(p.spans);
    shorten(p.generation);
}

boost::json::object chat_template::token_variables() const {
    boost::json::object out = tokens_.others;
    out["bos_token"] = tokens_.bos;
    out["eos_token"] = tokens_.eos;
    return out;
}

result<jinja::rendering> chat_template::render_variables(boost::json::object const& variables,
                                                         prompt_options const& how) const {
    jinja::render_options options;
    options.limits = bounds_;
    options.convention = how.convention;
    options.now = how.now;
    options.origins = how.origins;
    if (how.origins) {
        options.trusted = {"bos_token", "eos_token"};
        for (auto const& token : tokens_.others) {
            options.trusted.emplace_back(token.key());
        }
    }
    return template_.render(variables, options);
}

result<jinja::rendering> chat_template::render_customary(boost::json::object& variables,
                                                         prompt_options const& how) const {
    auto made = render_variables(variables, how);
    if (made || made.error().code != errc::jinja_undefined || how.convention == jinja::convention::strict) {
        return made;
    }
    auto const* tools = variables.if_contains("tools");
    std::string const text = json::dump(tools != nullptr ? *tools : boost::json::value(boost::json::array{}));
    bool added = variables.emplace("functions", text).second;
    std::string const written =
        jinja::strftime("%b %d %Y", how.now ? how.now() : jinja::utc_time(std::time(nullptr)));
    for (char const* const name : {"datetime", "date_string"}) {
        added = variables.emplace(name, written).second || added;
    }
    return added ? render_variables(variables, how) : made;
}

}  // namespace parlance::chat
