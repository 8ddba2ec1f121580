// parlance/chat/template.hpp - a model's chat template: conversations to prompts
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/fitting.hpp>
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/jinja/template.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/object.hpp>
#include <algorithm>
#include <cstddef>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat {

/// A prompt as a template wrote it.
///
/// spans       with prompt_options::origins: all of the text, in stretches of the template's and of the caller's
/// generation  what stood inside {% generation %} blocks
/// fixups      what was changed in the messages so that the template could take them
struct written_prompt {
    std::string text{};
    std::vector<jinja::span> spans{};
    std::vector<jinja::range> generation{};
    std::vector<fixup> fixups{};
};

/// A compiled chat template with its special tokens.  Immutable: share it between threads.
class chat_template {
public:
    /// Errors: those of jinja::template_::compile, positioned in `source`.  `name` is for explain().
    static result<chat_template> compile(std::string_view source, special_tokens tokens = {},
                                         limits const& bounds = {}, std::string_view name = {}) {
        jinja::compile_options options;
        options.limits = bounds;
        options.name = name;
        auto compiled = jinja::template_::compile(source, options);
        if (!compiled) {
            return compiled.error();
        }
        return chat_template(*std::move(compiled), std::move(tokens), bounds);
    }

    /// The prompt for messages as they are, put as `form` says.
    /// Errors: those of jinja::template_::render; errc::jinja_raised carries the template's own words;
    /// invalid_message when the message to be continued does not appear in the prompt.
    [[nodiscard]] result<std::string> render(inputs const& in, message_form const& form = {}) const {
        chat::capabilities takes_all;
        takes_all.form = form;
        auto made = write(in, takes_all, {}, false);
        if (!made) {
            return made.error();
        }
        return std::move(made->text);
    }

    /// The prompt, with the messages changed as far as the template needs it.  Errors: as render().
    ///
    /// can  what capabilities() found; find out once, then keep it
    [[nodiscard]] result<written_prompt> write(inputs const& in, chat::capabilities const& can,
                                               prompt_options const& how = {}) const {
        return write(in, can, how, true);
    }

    /// What the template does with what it is given.  Costs about twenty small renders.
    [[nodiscard]] chat::capabilities capabilities() const {
        return probe_capabilities([this](boost::json::object const& scene) -> std::optional<std::string> {
            boost::json::object variables = token_variables();
            for (auto const& [key, value] : scene) {
                variables[key] = value;
            }
            auto made = render_customary(variables, {});
            return made ? std::optional<std::string>(std::move(made->text)) : std::nullopt;
        });
    }

    /// Renders with exactly these variables; for callers that build the context themselves.
    [[nodiscard]] result<std::string> render_context(boost::json::object const& variables) const {
        auto rendered = render_variables(variables, {});
        if (!rendered) {
            return rendered.error();
        }
        return std::move(rendered->text);
    }

    /// The variables that render() hands to the template.
    [[nodiscard]] boost::json::object
    context(inputs const& in, message_form const& form = {},
            jinja::convention convention = jinja::convention::lenient) const {
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

    /// A diagnostic of this template as a compiler would print it: name, line, column, the line, a caret.
    [[nodiscard]] std::string explain(diagnostic const& d) const { return template_.explain(d); }

    [[nodiscard]] std::string_view source() const noexcept { return template_.source(); }
    [[nodiscard]] std::string_view name() const noexcept { return template_.name(); }
    [[nodiscard]] special_tokens const& tokens() const noexcept { return tokens_; }

private:
    /// Stands where the model is to write on while a prompt is made; digits, so that no template changes it.
    static constexpr std::string_view open_end = "90417365280194637251";

    chat_template(jinja::template_ compiled, special_tokens tokens, limits const& bounds)
        : template_(std::move(compiled)), tokens_(std::move(tokens)), bounds_(bounds) {}

    [[nodiscard]] result<written_prompt> write(inputs const& in, chat::capabilities const& can,
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
                return diagnostic{errc::invalid_message,
                                  {},
                                  0,
                                  "the template does not show the text that is to be continued"};
            }
            cut(out, end);
        }
        return out;
    }

    /// A copy whose last message ends in `open_end`.
    [[nodiscard]] static inputs with_open_end(inputs const& in) {
        inputs out = in;
        message& last = out.messages.back();
        bool const empty = last.parts.empty() && (!last.content || last.content->empty());
        bool const reasoning =
            in.continue_final == continuation::reasoning ||
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

    /// Shortens a prompt to its first `end` bytes.
    static void cut(written_prompt& p, std::size_t end) {
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

    [[nodiscard]] boost::json::object token_variables() const {
        boost::json::object out = tokens_.others;
        out["bos_token"] = tokens_.bos;
        out["eos_token"] = tokens_.eos;
        return out;
    }

    [[nodiscard]] result<jinja::rendering> render_variables(boost::json::object const& variables,
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

    /// Renders; where a variable is missing, again with those that some templates cannot do without though transformers
    /// does not set them: the tools as text, and the day.
    [[nodiscard]] result<jinja::rendering> render_customary(boost::json::object& variables,
                                                            prompt_options const& how) const {
        auto made = render_variables(variables, how);
        if (made || made.error().code != errc::jinja_undefined ||
            how.convention == jinja::convention::strict) {
            return made;
        }
        auto const* tools = variables.if_contains("tools");
        std::string const text =
            json::dump(tools != nullptr ? *tools : boost::json::value(boost::json::array{}));
        bool added = variables.emplace("functions", text).second;
        std::tm day{};
        if (how.now) {
            day = how.now();
        } else {
            std::time_t const now = std::time(nullptr);
            gmtime_r(&now, &day);
        }
        char written[32] = {};
        std::strftime(written, sizeof written, "%b %d %Y", &day);
        for (char const* const name : {"datetime", "date_string"}) {
            added = variables.emplace(name, written).second || added;
        }
        return added ? render_variables(variables, how) : made;
    }

    jinja::template_ template_;
    special_tokens tokens_;
    limits bounds_;
};

}  // namespace parlance::chat
