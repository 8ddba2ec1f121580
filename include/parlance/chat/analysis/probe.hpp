// parlance/chat/analysis/probe.hpp - renders of contrasting conversations: all that analysis sees of a template
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/meter.hpp>
#include <parlance/chat/capabilities.hpp>
#include <parlance/chat/inputs.hpp>
#include <parlance/chat/message.hpp>
#include <parlance/chat/template.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <boost/json/object.hpp>
#include <optional>
#include <string_view>

namespace parlance::chat::analysis {

/// Words that no template contains and that no escaping changes, so that they can be found again in a render.
namespace needle {
inline constexpr std::string_view system = "RULESzqy";
inline constexpr std::string_view user = "QUERYzqu";
inline constexpr std::string_view content = "ANSWERzqc";
inline constexpr std::string_view reasoning = "THOUGHTzqr";
inline constexpr std::string_view first_tool = "toolonezqf";
inline constexpr std::string_view second_tool = "tooltwozqs";
inline constexpr std::string_view first_key = "keyonezqk";
inline constexpr std::string_view second_key = "keytwozql";
inline constexpr std::string_view first_value = "valueonezqv";
inline constexpr std::string_view second_value = "valuetwozqw";
inline constexpr std::string_view number = "7340123";
// Some templates insist on ids of nine letters or digits.
inline constexpr std::string_view first_id = "callidaz1";
inline constexpr std::string_view second_id = "callidbz2";
}  // namespace needle

/// One probing conversation: a user's question, an assistant's turn, and how it is rendered.
struct scene {
    bool turn = true;       // with the assistant's turn; without it only the question
    bool followed = false;  // the user asks once more behind it
    bool answered = false;  // each call has a result behind it
    bool generation = false;
    bool with_tools = true;
    std::optional<std::string> content{};
    std::string reasoning{};
    std::vector<tool_call> calls{};
    boost::json::object kwargs{};
};

/// Where the assistant's turn stands in the renders of one probe: the text before it, and what opens it.
///
/// before  the conversation up to the turn
/// header  what opens the turn in history and in the generation prompt alike: "<|im_start|>assistant\n"
/// prompt  what the generation prompt adds to `before`; begins with `header`
/// after   what the template writes behind every conversation; not of the turn
/// between what stands between the answer and the next thing the user says: "<|im_end|>\n<|im_start|>user\n"
struct turn_frame {
    std::string before;
    std::string header;
    std::string prompt;
    std::string after;
    std::string between;
};

/// Renders scenes of one template.  A template that raises gives no text, and says why in errors().
class probe {
public:
    /// m    pays; it must live as long
    /// can  what the template needs to render at all
    PARLANCE_RARE explicit probe(chat_template const& t, meter& m, capabilities const& can = {});

    /// How messages are put from now on.
    [[nodiscard]] message_form& form() noexcept { return form_; }

    [[nodiscard]] PARLANCE_RARE std::optional<std::string> render(scene const& s);

    [[nodiscard]] PARLANCE_RARE std::optional<std::string> render(inputs in);

    /// The body of an assistant turn: what follows the header.  Empty optional when the render does not begin as the
    /// frame says.
    [[nodiscard]] PARLANCE_RARE std::optional<std::string_view> body_of(std::string_view text,
                                                                        turn_frame const& frame);

    [[nodiscard]] meter& budget() noexcept { return *meter_; }
    [[nodiscard]] std::string_view source() const noexcept { return template_->source(); }
    [[nodiscard]] std::vector<tool> const& tools() const noexcept { return tools_; }
    [[nodiscard]] std::vector<diagnostic> const& errors() const noexcept { return errors_; }
    [[nodiscard]] std::size_t renders() const noexcept { return renders_; }

private:
    chat_template const* template_;
    meter* meter_;
    std::vector<tool> tools_;
    std::vector<diagnostic> errors_;
    std::size_t renders_ = 0;
    message_form form_;
    bool needs_system_ = false;
};

/// The first call of every probe; keys and values are needles, so are the second's.
[[nodiscard]] PARLANCE_RARE tool_call probe_call(bool second, std::size_t arguments);

}  // namespace parlance::chat::analysis

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/chat/analysis/impl/probe.ipp>
#endif
