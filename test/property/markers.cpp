// test/property/markers.cpp - what a dialect's markers are to the vocabulary changes neither the mask nor the message
// SPDX-License-Identifier: BSL-1.0
#include "../chat/analysis/own_templates.hpp"
#include "../chat/analysis/templates.hpp"
#include <parlance/chat/marker.hpp>
#include <parlance/chat/analysis/diff.hpp>
#include <parlance/chat/constraint.hpp>
#include <parlance/chat/prompt.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(property_markers)

namespace chat = parlance::chat;
namespace mask = parlance::mask;
namespace vocab = parlance::vocab;
using kind = chat::call_policy::kind;

namespace {

std::vector<chat::tool> const& tools() {
    static std::vector<chat::tool> const made{
        {"note", "Notes it.",
         parlance::json::parse(R"({"type": "object", "required": ["path", "count"], "properties": {
             "path": {"type": "string", "description": "where"},
             "count": {"type": "integer", "description": "how many"}}})")
             .value()}};
    return made;
}

struct scene {
    std::string_view what;
    bool content = false;
    bool reasoning = false;
    std::size_t calls = 1;
};

constexpr scene scenes[] = {
    {"a call"},
    {"two calls", false, false, 2},
    {"a call behind content", true},
    {"a call behind reasoning", false, true},
    {"content alone", true, false, 0},
    {"content behind reasoning", true, true, 0},
};

chat::message answer_of(scene const& s) {
    chat::message out{"assistant", {}, {}, {}, {}, {}, {}};
    if (s.content) {
        out.content = "It is done.";
    }
    if (s.reasoning) {
        out.reasoning = "First a note.";
    }
    for (std::size_t i = 0; i < s.calls; ++i) {
        std::string const digit(1, static_cast<char>('1' + i));
        out.calls.push_back({"abcdefgh" + digit, "note", R"({"path": "a.py", "count": )" + digit + "}"});
    }
    return out;
}

/// What the template writes of an answer behind the end of the prompt; nothing where it shows that otherwise.
std::optional<std::string> rendered(chat::chat_template const& t, chat::dialect const& learned,
                                    chat::inputs in, chat::prepared const& turn, scene const& s) {
    in.messages.push_back(answer_of(s));
    in.add_generation_prompt = false;
    auto const all = t.write(in, learned.supports);
    if (!all || !all->text.starts_with(turn.prompt)) {
        return std::nullopt;
    }
    std::string out = all->text.substr(turn.prompt.size());
    chat::format const& f = learned.format;
    if (out.ends_with(f.turn_end)) {
        out.resize(out.size() - f.turn_end.size());
    }
    bool const framed = !f.turn_start.empty() && !f.turn_end.empty();
    if (framed && out.find(f.turn_end + f.turn_start) != std::string::npos) {
        return std::nullopt;  // two turns
    }
    for (std::string const& stop : turn.stops) {
        if (chat::analysis::strip(out).ends_with(stop)) {
            out.resize(out.rfind(stop));
        }
    }
    return out;
}

/// What a tokenizer may have as tokens of their own in a text: `<tags>`, `[WORDS]`, and namespaces in front of tags.
std::set<std::string> markers_in(std::string_view text) {
    std::set<std::string> out;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t length = chat::namespace_length(text.substr(at));
        if (length == 0 && (text[at] == '<' || text[at] == '[')) {
            char const close = text[at] == '<' ? '>' : ']';
            std::size_t const end = text.find_first_of("<>[] \n\"=", at + 1);
            bool const named = end != std::string_view::npos && text[end] == close && end > at + 2;
            bool const capitals =
                named &&
                text.substr(at + 1, end - at - 1).find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_/") ==
                    std::string_view::npos;
            length = named && (close == '>' || capitals) ? end + 1 - at : 0;
        }
        std::string const marker(text.substr(at, length));
        constexpr std::string_view said[] = {"note", "path", "count", "abcdefgh"};
        bool const of_call = std::ranges::any_of(
            said, [&](std::string_view part) { return marker.find(part) != std::string::npos; });
        if (length > 0 && !of_call) {
            out.insert(marker);
        }
        at += std::max<std::size_t>(length, 1);
    }
    return out;
}

constexpr vocab::token_id end_id = 256;
constexpr vocab::token_id other_id = 257;  // a control token that no dialect knows
constexpr vocab::token_id first_marker = 258;

/// Bytes, an end, another control token, and the markers.
vocab::token_list vocabulary(std::set<std::string> const& markers, vocab::token_kind kind) {
    vocab::token_list_builder all;
    for (int b = 0; b < 256; ++b) {
        all.add(std::string(1, static_cast<char>(b)));
    }
    all.add("<the_end>", vocab::token_kind::control);
    all.end(end_id);
    all.add("<another>", vocab::token_kind::control);
    for (std::string const& m : markers) {
        all.add(m, kind);
    }
    return std::move(all).finish().value();
}

/// One generation of a text that the model would like to say.
class generation {
public:
    generation(chat::prepared const& turn, std::set<std::string> const& markers, vocab::token_kind kind)
        : turn_(&turn),
          tokens_(vocabulary(markers, kind)),
          matcher_(chat::constraint_of(turn, mask::token_index::build(tokens_.view()).value()).value()),
          response_(turn.syntax, turn.tools) {
        begun = matcher_.accept(turn.answer_prefix);
        response_.prime(turn.answer_prefix);
    }

    [[nodiscard]] bool allowed(vocab::token_id id) {
        mask::allowed_tokens const v = matcher_.allowed();
        return ((v.words[id / 32] >> (id % 32)) & 1) != 0;
    }
    /// The allowed tokens that every vocabulary has.
    [[nodiscard]] std::vector<bool> decisions() {
        std::vector<bool> out;
        for (vocab::token_id id = 0; id < other_id; ++id) {
            out.push_back(allowed(id));
        }
        return out;
    }
    /// The longest token at the front of a text.
    [[nodiscard]] vocab::token_id next(std::string_view text) const {
        auto best = static_cast<vocab::token_id>(static_cast<unsigned char>(text.front()));
        for (vocab::token_id id = first_marker; id < tokens_.size(); ++id) {
            if (text.starts_with(tokens_.text(id)) &&
                (best < first_marker || tokens_.text(id).size() > tokens_.text(best).size())) {
                best = id;
            }
        }
        return best;
    }
    /// Whether the mask and the matcher agree to a token, which the parser then reads.
    [[nodiscard]] bool say(vocab::token_id id) {
        bool const in_mask = allowed(id);
        bool const taken = matcher_.accept(id);
        BOOST_TEST(in_mask == taken, "mask and matcher differ on " << tokens_.text(id));
        BOOST_TEST(turn_->piece(tokens_, id) == matcher_.compiled().tokens().tokens().bytes(id));
        if (taken) {
            response_.feed(turn_->piece(tokens_, id), [](chat::delta const&) {});
        }
        return taken;
    }
    /// The same text in bytes.
    [[nodiscard]] bool spell(std::string_view text) {
        return std::all_of(text.begin(), text.end(), [&](char c) {
            return say(static_cast<vocab::token_id>(static_cast<unsigned char>(c)));
        });
    }
    [[nodiscard]] std::string_view text(vocab::token_id id) const { return tokens_.text(id); }
    [[nodiscard]] bool can_stop() const { return matcher_.can_stop(); }
    [[nodiscard]] bool waiting() const { return matcher_.waiting(); }
    [[nodiscard]] chat::message const& finish() {
        response_.finish([](chat::delta const&) {});
        return response_.so_far();
    }

    bool begun = false;

private:
    chat::prepared const* turn_;
    vocab::token_list tokens_;
    mask::matcher matcher_;
    chat::response_parser response_;
};

/// What came of a template's own renderings.
struct totals {
    std::size_t renderings = 0;
    std::size_t accepted = 0;
    std::size_t with_markers = 0;
    std::size_t called = 0;
};

void try_rendering(chat::prepared const& turn, std::string const& text, scene const& s, totals& all) {
    std::set<std::string> markers = markers_in(turn.answer_prefix + text);
    generation plain(turn, {}, vocab::token_kind::normal);
    generation user_defined(turn, markers, vocab::token_kind::user_defined);
    generation control(turn, markers, vocab::token_kind::control);
    BOOST_TEST(plain.begun);
    if (turn.grammar && turn.grammar->lazy) {
        BOOST_TEST(control.waiting(), "the prompt's end sets the grammar off: " << turn.answer_prefix);
    }
    for (std::string const& stop : turn.stops) {
        BOOST_TEST(text.find(stop) == std::string::npos, "the stop " << stop << " is inside " << text);
    }
    ++all.renderings;
    all.with_markers += !markers.empty();
    bool going = true;
    for (std::string_view rest = text; going && !rest.empty();) {
        auto const decided = plain.decisions();
        BOOST_REQUIRE_MESSAGE(decided == user_defined.decisions() && decided == control.decisions(),
                              "decided otherwise in front of " << rest);
        BOOST_TEST((plain.waiting() || !turn.grammar || !control.allowed(other_id)));
        vocab::token_id const id = control.next(rest);
        std::string const piece(control.text(id));
        going = plain.spell(piece);
        bool const as_control = control.say(id);
        BOOST_REQUIRE_MESSAGE(as_control == user_defined.say(id), piece << " in front of " << rest);
        BOOST_REQUIRE_MESSAGE(as_control == going, piece << " as one token, in front of " << rest);
        rest.remove_prefix(piece.size());
    }
    if (!going) {
        return;  // the template does not write what it is known to understand
    }
    BOOST_TEST(plain.waiting() == control.waiting());
    BOOST_TEST(plain.can_stop() == control.can_stop());
    BOOST_TEST(control.can_stop() == control.allowed(end_id));
    all.accepted += control.can_stop();
    chat::message const& said = control.finish();
    BOOST_TEST((said == plain.finish()));
    BOOST_TEST((said == user_defined.finish()));
    if (s.calls > 0 && said.calls.size() == s.calls) {
        ++all.called;
        BOOST_TEST(!control.waiting(),
                   "a call does not set the grammar off: " << turn.answer_prefix << "|" << text);
    }
}

void try_template(std::string const& name, chat::chat_template const& t, chat::dialect const& learned,
                  totals& all) {
    for (bool const must_call : {false, true}) {
        for (scene const& s : scenes) {
            if ((must_call && (s.calls == 0 || s.content)) ||
                (s.calls > 1 && !learned.format.tools.parallel)) {
                continue;
            }
            chat::inputs in;
            if (learned.supports.needs_system) {
                in.messages.push_back({"system", "Be brief.", {}, {}, {}, {}, {}});
            }
            in.messages.push_back({"user", "Note it.", {}, {}, {}, {}, {}});
            in.tools = tools();
            chat::request wanted;
            wanted.calls.choice = must_call ? kind::required : kind::automatic;
            wanted.thinking = s.reasoning;
            auto const turn = chat::prepare(t, learned, in, wanted);
            if (!turn) {
                continue;  // the law of requests says which errors there may be
            }
            if (auto const text = rendered(t, learned, in, *turn, s)) {
                BOOST_TEST_CONTEXT(name << ", " << s.what << (must_call ? ", required" : "")) {
                    try_rendering(*turn, *text, s, all);
                }
            }
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(mask_and_message_are_the_same_whatever_the_markers_are_to_the_vocabulary) {
    totals all;
    std::size_t templates = 0;
    for (std::string_view const folder : {"templates", "wild/templates"}) {
        for (auto const& t : corpus::templates_in(folder)) {
            ++templates;
            try_template(t.name, t.compiled, t.result, all);
        }
    }
    BOOST_TEST_MESSAGE(all.renderings << " renderings of " << templates << " templates, " << all.with_markers
                                      << " with markers, " << all.accepted << " accepted, " << all.called
                                      << " with calls that were read");
    BOOST_TEST((templates == 0 || (all.accepted >= 690u && all.called >= 480u)));
}

BOOST_AUTO_TEST_CASE(the_same_in_styles_that_no_model_is_known_to_have) {
    totals all;
    for (own::stranger const& s : own::unseen()) {
        auto const t = chat::chat_template::compile(s.source, {"<s>", "</s>"}).value();
        try_template(s.name, t, chat::analyze(t), all);
    }
    BOOST_TEST_MESSAGE(all.renderings << " renderings, " << all.with_markers << " with markers, "
                                      << all.accepted << " accepted, " << all.called
                                      << " with calls that were read");
    BOOST_TEST((all.accepted >= 320u && all.called >= 240u));
}

BOOST_AUTO_TEST_SUITE_END()
