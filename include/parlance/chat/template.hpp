// parlance/chat/template.hpp - a model's chat template: conversations to prompts
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/message.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/jinja/template.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/object.hpp>
#include <ctime>
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
    [[nodiscard]] result<std::string> render(inputs const& in, message_form form = {}) const {
        boost::json::object variables = context(in, form);
        auto text = render_context(variables);
        if (!text && text.error().code == errc::jinja_undefined && add_customary(variables)) {
            return render_context(variables);
        }
        return text;
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
    [[nodiscard]] boost::json::object context(inputs const& in, message_form form = {}) const {
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
    /// Variables that some templates cannot do without, though transformers does not set them: the tools as text, and
    /// the day.
    [[nodiscard]] static bool add_customary(boost::json::object& variables) {
        auto const* tools = variables.if_contains("tools");
        std::string const text =
            json::dump(tools != nullptr ? *tools : boost::json::value(boost::json::array{}));
        bool added = variables.emplace("functions", text).second;
        std::time_t const now = std::time(nullptr);
        std::tm day{};
        gmtime_r(&now, &day);
        char written[32] = {};
        std::strftime(written, sizeof written, "%b %d %Y", &day);
        added = variables.emplace("datetime", written).second || added;
        return variables.emplace("date_string", written).second || added;
    }

    chat_template(jinja::template_ compiled, special_tokens tokens, limits const& bounds)
        : template_(std::move(compiled)), tokens_(std::move(tokens)), bounds_(bounds) {}

    jinja::template_ template_;
    special_tokens tokens_;
    limits bounds_;
};

}  // namespace parlance::chat
