// parlance/chat/template.hpp - a model's chat template: conversations to prompts
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/message.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/jinja/template.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/object.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat {

/// Texts of the vocabulary's special tokens that templates refer to as `bos_token` and `eos_token`.
struct special_tokens {
    std::string bos;
    std::string eos;
};

/// What a template can be given.
///
/// kwargs  further variables (`enable_thinking`, `date_string`, …); they win over those set here
struct inputs {
    std::vector<message> messages;
    std::vector<tool> tools;
    bool add_generation_prompt = true;
    boost::json::object kwargs;
};

/// A compiled chat template with its special tokens.  Immutable: share it between threads.
class chat_template {
public:
    /// Errors: those of jinja::template_::compile, positioned in `source`.
    static result<chat_template> compile(std::string_view source, special_tokens tokens = {},
                                         limits const& bounds = {}) {
        jinja::compile_options options;
        options.limits = bounds;
        auto compiled = jinja::template_::compile(source, options);
        if (!compiled) {
            return compiled.error();
        }
        return chat_template(*std::move(compiled), std::move(tokens), bounds);
    }

    /// The prompt.  Errors: those of jinja::template_::render; errc::jinja_raised carries the template's own words.
    [[nodiscard]] result<std::string> render(inputs const& in,
                                             argument_form form = argument_form::object) const {
        return render_context(context(in, form));
    }

    /// Renders with exactly these variables; for callers that build the context themselves.
    [[nodiscard]] result<std::string> render_context(boost::json::object const& variables) const {
        jinja::render_options options;
        options.limits = bounds_;
        auto rendered = template_.render(variables, options);
        if (!rendered) {
            return rendered.error();
        }
        return std::move(rendered->text);
    }

    /// The variables that render() hands to the template.
    [[nodiscard]] boost::json::object context(inputs const& in, argument_form form = argument_form::object) const {
        boost::json::object out;
        auto& messages = out["messages"].emplace_array();
        for (message const& m : in.messages) {
            messages.push_back(to_template_json(m, form));
        }
        if (!in.tools.empty()) {
            out["tools"] = to_openai(in.tools);
        }
        out["add_generation_prompt"] = in.add_generation_prompt;
        out["bos_token"] = tokens_.bos;
        out["eos_token"] = tokens_.eos;
        for (auto const& [key, value] : in.kwargs) {
            out[key] = value;
        }
        return out;
    }

    [[nodiscard]] std::string_view source() const noexcept { return template_.source(); }
    [[nodiscard]] special_tokens const& tokens() const noexcept { return tokens_; }

private:
    chat_template(jinja::template_ compiled, special_tokens tokens, limits const& bounds)
        : template_(std::move(compiled)), tokens_(std::move(tokens)), bounds_(bounds) {}

    jinja::template_ template_;
    special_tokens tokens_;
    limits bounds_;
};

}  // namespace parlance::chat
