// parlance/chat/template.hpp - a model's chat template: conversations to prompts
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/fitting.hpp>
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/decl.hpp>
#include <parlance/jinja/compiled_template.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <string_view>
#include <utility>

namespace parlance::chat {

/// A prompt as a template wrote it.
///
/// spans       with prompt_options::origins: all of the text, in stretches of the template's and of the caller's.
///             Special tokens are the template's, but not where the request says what they are
/// generation  what stood inside {% generation %} blocks
/// fixups      what was changed in the messages so that the template could take them
struct written_prompt {
    std::string text{};
    std::vector<jinja::span> spans{};
    std::vector<jinja::range> generation{};
    std::vector<fixup> fixups{};

    /// Leaves the first `size` bytes.
    PARLANCE_DECL void resize(std::size_t size);
    /// Adds text of one origin.
    PARLANCE_DECL void append(std::string_view more, jinja::origin from);
};

/// A compiled chat template with its special tokens.  Immutable: share it between threads.
class chat_template {
public:
    /// Errors: those of jinja::compiled_template::compile, positioned in `source`.  `name` is for explain().
    PARLANCE_DECL static result<chat_template> compile(std::string_view source, special_tokens tokens = {},
                                                       limits const& bounds = {}, std::string_view name = {});

    /// The prompt for messages as they are, put as `form` says.
    /// Errors: those of jinja::compiled_template::render; errc::jinja_raised carries the template's own words;
    /// invalid_message when the message to be continued does not appear in the prompt.
    [[nodiscard]] PARLANCE_DECL result<std::string> render(inputs const& in,
                                                           message_form const& form = {}) const;

    /// The prompt, with the messages changed as far as the template needs it.  Errors: as render(); invalid_message, with
    /// the JSON Pointer, for a picture that the template does not show in a message of that role, for a message of a role
    /// that it shows nothing of, and where it shows nothing of the conversation.
    ///
    /// can  what capabilities() found; find out once, then keep it
    [[nodiscard]] PARLANCE_DECL result<written_prompt> write(inputs const& in, chat::capabilities const& can,
                                                             prompt_options const& how = {}) const;

    /// What the template does with what it is given.  Costs about twenty small renders, which all together stay within
    /// `all`; a template that needs more than that shows nothing more.
    [[nodiscard]] PARLANCE_DECL chat::capabilities capabilities(limits const& all = {}) const;

    /// Renders with exactly these variables; for callers that build the context themselves.
    [[nodiscard]] PARLANCE_DECL result<std::string>
    render_context(boost::json::object const& variables) const;

    /// Renders with these variables, the special tokens, and what some templates cannot do without.
    [[nodiscard]] PARLANCE_DECL result<std::string> render_scene(boost::json::object const& scene) const;

    /// The same template, whose renders stay within these bounds as well as its own, and are stopped by their `stop`.
    [[nodiscard]] PARLANCE_DECL chat_template within(limits const& bounds) const;

    /// The same template, whose prompts are written with this clock and by this convention where write() is not told
    /// others.
    [[nodiscard]] PARLANCE_DECL chat_template with(prompt_options how) const;

    /// The bounds of a render.
    [[nodiscard]] limits const& bounds() const noexcept { return bounds_; }

    /// The variables that render() hands to the template, in `storage`.
    [[nodiscard]] PARLANCE_DECL boost::json::object
    context(inputs const& in, message_form const& form = {},
            jinja::convention convention = jinja::convention::lenient,
            boost::json::storage_ptr storage = {}) const;

    /// A diagnostic as a compiler would print it: of this template with name, line, column, the line, a caret; of the
    /// conversation or its tools, where the template is not wrong, in one line.
    [[nodiscard]] PARLANCE_RARE std::string explain(diagnostic const& d) const;

    [[nodiscard]] std::string_view source() const noexcept { return template_.source(); }
    [[nodiscard]] std::string_view name() const noexcept { return template_.name(); }
    [[nodiscard]] special_tokens const& tokens() const noexcept { return tokens_; }

private:
    chat_template(jinja::compiled_template compiled, special_tokens tokens, limits const& bounds)
        : template_(std::move(compiled)), tokens_(std::move(tokens)), bounds_(bounds.without_stop()) {}

    /// The same, with the last message left open where it is to be continued, or as it is.
    [[nodiscard]] PARLANCE_DECL result<written_prompt> write(inputs const& in, chat::capabilities const& can,
                                                             prompt_options const& how, bool fitting) const;
    /// write(), whose parts all ask the same stop object.
    [[nodiscard]] PARLANCE_DECL result<written_prompt> write_in_parts(inputs const& in,
                                                                      chat::capabilities const& can,
                                                                      prompt_options const& how,
                                                                      bool fitting) const;
    [[nodiscard]] PARLANCE_DECL result<written_prompt> write_whole(inputs const& in,
                                                                   chat::capabilities const& can,
                                                                   prompt_options const& how,
                                                                   bool fitting) const;

    /// Changes messages and tools among the variables as far as the template needs it.
    [[nodiscard]] PARLANCE_DECL result<std::vector<fixup>> fit_variables(boost::json::object& variables,
                                                                         chat::capabilities const& can) const;

    /// Adds to the fix-ups of a prompt what the template leaves out of the conversation, or says that it cannot be.
    [[nodiscard]] PARLANCE_DECL result<void> find_left_out(inputs const& in, chat::capabilities const& can,
                                                           prompt_options const& how,
                                                           written_prompt& out) const;

    [[nodiscard]] PARLANCE_DECL boost::json::object token_variables() const;

    /// Renders; where a variable is missing, again with those that some templates cannot do without though transformers
    /// does not set them: the tools as text, and the day.
    ///
    /// forged  variables of the request: where they have the name of a special token, its text is the caller's
    [[nodiscard]] PARLANCE_DECL result<jinja::rendering>
    render_customary(boost::json::object& variables, prompt_options const& how,
                     boost::json::object const& forged) const;

    jinja::compiled_template template_;
    special_tokens tokens_;
    limits bounds_;
    prompt_options usual_{};
};

}  // namespace parlance::chat

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/meter.hpp>  // capabilities() is defined there
#include <parlance/chat/impl/template.ipp>
#endif
