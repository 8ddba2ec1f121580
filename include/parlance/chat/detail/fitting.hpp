// parlance/chat/detail/fitting.hpp - the messages of one conversation while they are changed for a template
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/fitting.hpp>
#include <parlance/decl.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// The text of content in either form; parts that are no text are left out.
[[nodiscard]] PARLANCE_DECL std::string plain_content(boost::json::value const* content);

[[nodiscard]] PARLANCE_DECL bool all_text(boost::json::array const& parts);

/// Changes the messages of one conversation, and remembers how.
class fitting {
public:
    fitting(boost::json::array& messages, capabilities const& can) : messages_(messages), can_(can) {}

    [[nodiscard]] PARLANCE_DECL std::vector<fixup> run();

private:
    PARLANCE_DECL void report(fixup f);
    [[nodiscard]] PARLANCE_DECL static bool has_role(boost::json::value const& message,
                                                     std::string_view role);

    PARLANCE_DECL void rename_developer();

    PARLANCE_DECL void merge_system();

    /// The calls of one message, each in a message of its own, followed by its result where there is one.
    PARLANCE_DECL void separate_calls();
    /// The message with the result of a call: of its id, or the next one where there are no ids.
    [[nodiscard]] PARLANCE_DECL std::size_t result_of(boost::json::value const& call, std::size_t begin,
                                                      std::size_t end, std::vector<bool> const& placed) const;

    PARLANCE_DECL void fit_content(boost::json::object& message);

    PARLANCE_DECL void fit_arguments(boost::json::value* calls);

    boost::json::array& messages_;
    capabilities const& can_;
    std::vector<fixup> made_{};
};

}  // namespace parlance::chat::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/detail/impl/fitting.ipp>
#endif
