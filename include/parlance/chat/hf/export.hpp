// parlance/chat/hf/export.hpp - a chat::format as the response template that transformers, vLLM and SGLang read
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_object.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::hf {

namespace detail {

/// Writes the template of one format.
class template_writer {
public:
    explicit template_writer(format const& f) : f_(&f) {}

    [[nodiscard]] PARLANCE_DECL result<json::value> write();

private:
    [[nodiscard]] static diagnostic no(std::string_view why) { return {errc::not_lowerable, {}, 0, why}; }
    PARLANCE_DECL bool refuse(std::string_view why);
    [[nodiscard]] PARLANCE_DECL static std::string_view core(std::string_view marker) noexcept;
    PARLANCE_DECL void add_end(std::string_view marker);

    PARLANCE_DECL bool reasoning();

    PARLANCE_DECL bool content();

    PARLANCE_DECL bool calls();

    /// What ends a call's region, with the texts that may stand behind it.
    PARLANCE_DECL void close(json::object& field, tool_format const& t, std::string_view item_close);

    /// The pattern that stands before a call's own text: what opens all calls may stand there, or not.
    PARLANCE_DECL static std::string before(tool_format const& t);

    struct paths {
        std::string name;
        std::string arguments;
        std::string id;
    };
    PARLANCE_DECL static bool find(std::vector<chat::detail::call_member> const& members,
                                   std::string const& at, paths& out);

    PARLANCE_DECL bool native(tool_format const& t);

    PARLANCE_DECL bool tagged(tool_format const& t, bool json_arguments);

    /// Text whose white space is read as any.
    PARLANCE_DECL static std::string spaced(std::string_view text);

    /// Markers beside a value: of white space next to it they have what the dialect writes there, or part of it; what is
    /// more is the value's.
    PARLANCE_DECL static std::string before_value(std::string_view close);
    PARLANCE_DECL static std::string after_value(std::string_view close);

    PARLANCE_DECL bool written(notation const& n, json::object& field);

    PARLANCE_DECL bool tags(tool_format const& t, json::object& field);

    format const* f_;
    json::object fields_;
    std::vector<std::string> ends_;
    std::string_view why_;
};

}  // namespace detail

/// The response template of a format, for those who read templates.  What models write right is read alike; where
/// the format forgives more (white space, order of members, other dialects, noise, ends that are missing), the template
/// reads less.  Tagged arguments are texts, whose types come from the tools.
///
/// errors  not_lowerable, where the language of templates has no words for it: calls and reasoning without a marker
///         of their own, arguments in a notation of their own
[[nodiscard]] PARLANCE_DECL result<json::value> to_response_template(format const& f);

}  // namespace parlance::chat::hf

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/hf/impl/export.ipp>
#endif
