// parlance/chat/impl/template.ipp - definitions of what parlance/chat/template.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/template.hpp>
#include <parlance/chat/detail/content_probe.hpp>
#include <parlance/chat/detail/fitting.hpp>
#include <parlance/chat/detail/left_out.hpp>
#include <parlance/chat/detail/media.hpp>
#include <parlance/chat/detail/open_end.hpp>
#include <parlance/chat/detail/result_order.hpp>
#include <parlance/chat/detail/value_copier.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/jinja/strftime.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/stop.hpp>
#include <boost/json/array.hpp>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/storage_ptr.hpp>
#include <algorithm>
#include <ctime>
#include <optional>
#include <span>
#include <string>

namespace parlance::chat::detail {

/// Tools as templates read them, in the memory of `out`.
PARLANCE_DECL void append_tools(boost::json::array& out, std::span<tool const> tools, tool_form form,
                                stop_token asked) {
    out.reserve(out.size() + tools.size());
    value_copier copier(asked);
    for (tool const& t : tools) {
        if (asked.stop_requested()) {
            return;
        }
        boost::json::object& row = out.emplace_back(boost::json::object_kind).get_object();
        bool const bare = form == tool_form::bare;
        if (!bare) {
            row["type"] = "function";
        }
        boost::json::object& function = bare ? row : row["function"].emplace_object();
        function["name"] = t.name;
        if (!t.description.empty()) {
            function["description"] = t.description;
        }
        copier.copy(function["parameters"], t.parameters);
    }
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

void written_prompt::resize(std::size_t size) {
    text.resize(size);
    auto const shorten = [size](auto& stretches) {
        while (!stretches.empty() && stretches.back().begin >= size) {
            stretches.pop_back();
        }
        if (!stretches.empty()) {
            stretches.back().end = (std::min)(stretches.back().end, size);
        }
    };
    shorten(spans);
    shorten(generation);
}

void written_prompt::append(std::string_view more, jinja::origin from) {
    std::size_t const begin = text.size();
    text.append(more);
    if (!more.empty() && !spans.empty() && spans.back().from == from) {
        spans.back().end = text.size();
    } else if (!more.empty()) {
        spans.push_back({begin, text.size(), from});
    }
}

result<chat_template> chat_template::compile(std::string_view source, special_tokens tokens,
                                             limits const& bounds, std::string_view name) {
    jinja::compile_options options;
    options.limits = bounds;
    options.name = name;
    auto compiled = jinja::compiled_template::compile(source, options);
    if (!compiled) {
        return compiled.error();
    }
    return chat_template(*std::move(compiled), std::move(tokens), bounds);
}

std::string chat_template::explain(diagnostic const& d) const {
    // The first byte is a place only for what is said of templates.
    bool const of_template =
        d.at != position{} || d.length != 0 || (d.code >= errc::jinja_syntax && d.code <= errc::jinja_raised);
    return of_template ? template_.explain(d) : parlance::render(d);
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
    prompt_options asked = how;
    if (usual_.convention == jinja::convention::strict) {
        asked.convention = usual_.convention;
    }
    return write(in, can, asked, true);
}

result<std::string> chat_template::render_scene(boost::json::object const& scene) const {
    boost::json::object variables(scene, scene.storage());
    for (auto const& [key, value] : token_variables()) {
        variables.emplace(key, value);
    }
    auto made = render_customary(variables, {}, {});
    if (!made) {
        return made.error();
    }
    return std::move(made->text);
}

chat_template chat_template::within(limits const& bounds) const {
    chat_template out = *this;
    limits& own = out.bounds_;
    own.steps = (std::min)(own.steps, bounds.steps);
    own.output_bytes = (std::min)(own.output_bytes, bounds.output_bytes);
    own.allocated_bytes = (std::min)(own.allocated_bytes, bounds.allocated_bytes);
    own.stop = bounds.stop;
    return out;
}

chat_template chat_template::with(prompt_options how) const {
    chat_template out = *this;
    out.usual_ = std::move(how);
    return out;
}

result<std::string> chat_template::render_context(boost::json::object const& variables) const {
    jinja::render_options options;
    options.limits = bounds_;
    auto rendered = template_.render(variables, options);
    if (!rendered) {
        return rendered.error();
    }
    return std::move(rendered->text);
}

boost::json::object chat_template::context(inputs const& in, message_form const& form,
                                           jinja::convention convention,
                                           boost::json::storage_ptr storage) const {
    boost::json::object out(in.kwargs, std::move(storage));
    for (auto const& [key, value] : token_variables()) {
        out.emplace(key, value);
    }
    auto& messages = out["messages"].emplace_array();
    messages.reserve(in.messages.size());
    for (message const& m : in.messages) {
        if (bounds_.stop.stop_requested()) {
            break;  // and so will the render
        }
        detail::add_template_json(messages.emplace_back(boost::json::object_kind).get_object(), m, form,
                                  bounds_.stop);
    }
    if (form.ids == id_form::named) {
        name_ids(messages);
    }
    bool const strict = convention == jinja::convention::strict;
    if (!in.tools.empty()) {
        detail::append_tools(out["tools"].emplace_array(), in.tools, form.tools, bounds_.stop);
    } else if (strict) {
        out["tools"] = nullptr;
    }
    if (!in.documents.empty() || strict) {
        out["documents"] = in.documents.empty() ? boost::json::value() : in.documents;
    }
    out["add_generation_prompt"] = in.add_generation_prompt && in.continue_final == continuation::none;
    return out;
}

result<written_prompt> chat_template::write(inputs const& in, chat::capabilities const& can,
                                            prompt_options const& how, bool fitting) const {
    lasting_stop const asked(bounds_.stop);
    limits bounds = bounds_;
    bounds.stop = asked;
    auto out = within(bounds).write_in_parts(in, can, how, fitting);
    if (asked.stopped()) {  // what parts made of it may be half of something
        return diagnostic{errc::cancelled, {}, 0, "a prompt"};
    }
    return out;
}

result<written_prompt> chat_template::write_in_parts(inputs const& in, chat::capabilities const& can,
                                                     prompt_options const& how, bool fitting) const {
    if (in.continue_final == continuation::none) {
        auto made = write_whole(in, can, how, fitting);
        if (made && fitting) {
            if (auto const found = find_left_out(in, can, how, *made); !found) {
                return found.error();
            }
        }
        return made;
    }
    if (in.messages.empty()) {
        return diagnostic{errc::invalid_message, {}, 0, "there is no message to be continued"};
    }
    // A first prompt shows everything that the caller's text can hold; the mark of the second one is not in it.
    prompt_options first = how;
    first.origins = false;
    auto const shown = write_whole(detail::with_open_end(in, detail::absent_mark({})), can, first, fitting);
    if (!shown) {
        return shown.error();
    }
    std::string const mark = detail::absent_mark(shown->text);
    auto made = write_whole(detail::with_open_end(in, mark), can, how, fitting);
    if (!made) {
        return made;
    }
    std::size_t const end = made->text.rfind(mark);
    if (end == std::string::npos) {
        return diagnostic{
            errc::invalid_message, {}, 0, "the template does not show the text that is to be continued"};
    }
    made->resize(end);
    if (fitting) {
        if (auto const found = find_left_out(in, can, how, *made); !found) {
            return found.error();
        }
    }
    return made;
}

result<written_prompt> chat_template::write_whole(inputs const& in, chat::capabilities const& can,
                                                  prompt_options const& how, bool fitting) const {
    message_form form = can.form;
    if (fitting) {
        form.content = content_form::text;  // fit() puts it otherwise, and says so
    }
    boost::json::monotonic_resource
        storage;  // messages and tools may be thousands: they are given up at once
    boost::json::object variables = context(in, form, how.convention, &storage);
    written_prompt out;
    if (fitting) {
        auto fitted = fit_variables(variables, can);
        if (!fitted) {
            return fitted.error();
        }
        out.fixups = *std::move(fitted);
    }
    auto made = render_customary(variables, how, in.kwargs);
    if (!made) {
        return made.error();
    }
    out.text = std::move(made->text);
    out.spans = std::move(made->spans);
    out.generation = std::move(made->generation);
    return out;
}

result<void> chat_template::find_left_out(inputs const& in, chat::capabilities const& can,
                                          prompt_options const& how, written_prompt& out) const {
    bool const nothing = !in.messages.empty() && detail::split(out.text).core.empty();
    prompt_options again = how;
    again.origins = false;
    auto const rewrite = [&](inputs const& other) {
        constexpr std::uint64_t part = 4;  // where it takes more, it is not known
        limits few = bounds_;
        few.steps /= part;
        few.output_bytes /= part;
        few.allocated_bytes /= part;
        return within(few).write_whole(other, can, again, true);
    };
    if (!in.tools.empty() && !detail::names_all(out.text, in, stop_asker(bounds_.stop))) {
        std::string const name = "tool" + detail::absent_mark(out.text);
        auto const one = rewrite(detail::with_one_tool(in, name));
        if (one && one->text.find(name) == std::string::npos) {
            out.fixups.push_back(fixup::tools_left_out);
        }
    }
    if (!nothing && detail::shows_all(out.text, out.spans, in.messages, stop_asker(bounds_.stop))) {
        return {};
    }
    detail::marked_conversation marked(in, out.text, stop_asker(bounds_.stop));
    if (marked.empty()) {
        return {};  // nothing was said
    }
    auto const made = rewrite(marked.conversation());
    auto const lost = made ? marked.judge(made->text) : result<std::vector<fixup>>(std::vector<fixup>());
    if (!lost) {
        return lost.error();
    }
    if (nothing || (made && marked.says_something() &&
                    made->text == out.text)) {  // whatever is said, the prompt is the same
        return detail::shows_nothing();
    }
    out.fixups.insert(out.fixups.end(), lost->begin(), lost->end());
    return {};
}

result<std::vector<fixup>> chat_template::fit_variables(boost::json::object& variables,
                                                        chat::capabilities const& can) const {
    boost::json::array& messages = variables["messages"].get_array();
    auto const render = [this](boost::json::object const& scene) -> std::optional<std::string> {
        auto shown = render_scene(scene);
        return shown ? std::optional<std::string>(*std::move(shown)) : std::nullopt;
    };
    detail::content_probe const probe(render, can);
    std::vector<fixup> out;
    stop_asker asked(bounds_.stop);
    bool const has_media = detail::has_media(messages, asked);
    if (asked.stopped()) {
        return diagnostic{errc::cancelled, {}, 0, "the content of messages"};
    }
    if (has_media) {
        auto const changed = detail::fit_media(messages, probe, can, asked);
        if (!changed) {
            return changed.error();
        }
        if (*changed) {
            out.push_back(fixup::media_renamed);
        }
    }
    if (detail::fit_results(messages, probe)) {
        out.push_back(fixup::results_in_order);
    }
    auto const add = [&](std::vector<fixup> const& made) {
        for (fixup const each : made) {
            if (std::find(out.begin(), out.end(), each) == out.end()) {
                out.push_back(each);
            }
        }
    };
    add(detail::fitting(messages, can, asked).run());
    if (auto* const tools = variables.if_contains("tools"); tools != nullptr && tools->is_array()) {
        add(fit_tools(tools->get_array(), messages, can));
    }
    add(detail::fit_texts(messages, probe, can, asked));
    if (asked.stopped()) {
        return diagnostic{errc::cancelled, {}, 0, "the content of messages"};
    }
    return out;
}

boost::json::object chat_template::token_variables() const {
    boost::json::object out = tokens_.others;
    out["bos_token"] = tokens_.bos;
    out["eos_token"] = tokens_.eos;
    return out;
}

result<jinja::rendering> chat_template::render_customary(boost::json::object& variables,
                                                         prompt_options const& how,
                                                         boost::json::object const& forged) const {
    jinja::render_options options;
    options.limits = bounds_;
    options.convention = how.convention;
    options.now = how.now ? how.now : usual_.now;
    options.origins = how.origins;
    if (how.origins) {
        for (auto const& token : token_variables()) {
            if (!forged.contains(token.key())) {
                options.trusted.emplace_back(token.key());
            }
        }
    }
    auto made = template_.render(variables, options);
    if (made || made.error().code != errc::jinja_undefined || how.convention == jinja::convention::strict) {
        return made;
    }
    auto const* tools = variables.if_contains("tools");
    std::string const text = json::dump(tools != nullptr ? *tools : boost::json::value(boost::json::array{}));
    bool added = variables.emplace("functions", text).second;
    std::string const written =
        jinja::strftime("%b %d %Y", options.now ? options.now() : jinja::utc_time(std::time(nullptr)));
    for (char const* const name : {"datetime", "date_string"}) {
        added = variables.emplace(name, written).second || added;
    }
    return added ? template_.render(variables, options) : made;
}

}  // namespace parlance::chat
