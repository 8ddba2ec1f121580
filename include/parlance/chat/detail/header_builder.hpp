// parlance/chat/detail/header_builder.hpp - answers that are a series of messages with headers
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/any_values.hpp>
#include <parlance/chat/detail/cut_header.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Reads messages of a `channel_format`.  Text without a header is content, too: an answer is never lost to its header.
/// `apart`: reasoning is told from content; otherwise it is content, its markers included.
class header_builder {
public:
    header_builder(peg::builder& b, channel_format const& c, std::span<tool const> tools)
        : b_(&b), m_(b), cut_(b, c), format_(&c), tools_(tools) {}

    /// A header that names a recipient makes a call, where it may be called; one of the reasoning channel reasoning, any
    /// other one, and one that names nothing, content.  Of channels that follow each other the last counts: the model began
    /// a header, and then another.
    [[nodiscard]] peg::node_id with_channels(bool callable, bool apart) {
        channel_format const& c = *format_;
        peg::node_id const header_follows = b_->look(
            b_->sequence({b_->chars(blanks, 0, 1),
                          b_->choice({b_->literal(c.channel), recipient(), b_->literal(c.message)})}));
        peg::node_id const to_end = b_->sequence({header_up_to({c.message}), b_->literal(c.message)});
        peg::node_id const text = message_text();
        std::string const opening = c.channel + c.reasoning;
        std::vector<peg::node_id> kinds;
        // roles: nobody's tools are called so, unless the caller's are.  A message to the assistant is one to itself.
        auto const to_role = [&](std::vector<std::string_view> roles) {
            std::erase_if(roles, [&](std::string_view role) {
                return std::ranges::find(tools_, role, &tool::name) != tools_.end();
            });
            return roles.empty()
                       ? b_->fail()
                       : b_->sequence({header_up_to({any_recipient(c)}), b_->literal(any_recipient(c)),
                                       few_blanks(), b_->one_of(roles), b_->look(b_->chars(" <\\t\\r\\n"))});
        };
        auto const addressed_as = [&](std::vector<std::string_view> roles) {
            return b_->sequence({to_role(std::move(roles)), to_end});
        };
        peg::node_id const given_up =
            b_->sequence({b_->literal(c.channel), b_->optional(to_role({"assistant", "user", "all"})),
                          header_up_to({c.channel, any_recipient(c)}), b_->look(b_->literal(c.channel))});
        peg::node_id const reasons = b_->look(b_->sequence({header_up_to({opening}), b_->literal(opening)}));
        kinds.push_back(
            thought(b_->sequence({reasons, addressed_as({"assistant", "user", "all"})}), text, apart));
        kinds.push_back(thought(addressed_as({"assistant"}), text, apart));
        kinds.push_back(said(addressed_as({"user", "all"}), part::content, text));
        if (callable) {
            auto const header = [&](peg::node_id whom) {
                return b_->sequence(
                    {header_up_to({c.recipient, any_recipient(c)}), recipient(), whom, to_end});
            };
            peg::node_id const named = header(
                b_->choice({b_->tag(part::name, joined_name()),
                            b_->sequence({b_->tag(part::name, name(peg::unbounded)), words_behind_name()})}));
            if (peg::node_id const some = takes_text(); some != b_->fail()) {
                kinds.push_back(raw_call(header(some), named, stops()));
            }
            kinds.push_back(call(named, stops()));
            kinds.push_back(call(without_message(), stops()));
        }
        kinds.push_back(
            thought(b_->sequence({header_up_to({opening}), b_->literal(opening), to_end}), text, apart));
        kinds.push_back(said(callable ? b_->choice({told_header(), to_end}) : to_end, part::content, text));
        peg::node_id const headed = b_->sequence({header_follows, b_->optional(given_up), b_->choice(kinds)});
        return b_->star(b_->choice(
            {begun(), headed, end(), cut_.first(), cut_.from_channel(), of_nothing(given_up), bare_text()}));
    }

    /// Without channels: what is addressed to oneself is reasoning, what is addressed to the user or to nobody content, and
    /// what is addressed to anybody else has calls in it, or one object of arguments; text for nobody that is known is
    /// content.  Calls are found outside of such messages, too, but not in reasoning.  A message may end where the next one
    /// begins.
    ///
    /// calls     reads calls, from their opening on; none where there are no calls to read
    /// openings  what calls begin with
    [[nodiscard]] peg::node_id with_addresses(std::vector<peg::node_id> calls,
                                              std::vector<std::string> const& openings, bool apart) {
        channel_format const& c = *format_;
        peg::node_id const until_next = m_.until(next_messages());
        std::vector<std::string> here = next_messages();
        here.insert(here.end(), openings.begin(), openings.end());
        peg::node_id const until_call = m_.until(here);
        std::vector<peg::node_id> parts{begun(),
                                        thought(addressed_to(b_->literal(c.reasoning)), until_next, apart)};
        // What says that it is for the user is for the user, markup of calls included.
        parts.push_back(said(addressed_to(b_->literal(c.content)), part::content, until_next));
        parts.push_back(said(b_->literal(c.message), part::content, until_call));
        if (calls.empty()) {
            parts.push_back(said(addressed_to(name()), part::content, until_next));
        } else {
            parts.push_back(
                b_->sequence({addressed_to(name()), b_->look(b_->sequence({m_.space(), m_.one_of(openings)})),
                              m_.space()}));
            peg::node_id const text = b_->reject(b_->sequence({m_.space(), b_->literal("{")}));
            parts.push_back(
                said(b_->sequence({b_->reject(addressed_to(known())), addressed_to(name()), text}),
                     part::content, until_next));
            peg::node_id const named = addressed_to(b_->tag(part::name, name()));
            if (peg::node_id const some = takes_text(); some != b_->fail()) {
                parts.push_back(raw_call(addressed_to(some), named, next_messages()));
            }
            parts.push_back(call(named, next_messages()));
        }
        parts.push_back(end());
        parts.push_back(cut_.first());
        parts.insert(parts.end(), calls.begin(), calls.end());
        parts.push_back(b_->tag(part::content, b_->sequence({b_->any(), until_call})));
        return b_->star(b_->choice(parts));
    }

private:
    /// Where a header begins, which may be cut off there: behind the end of a message, and behind the start of the next.
    [[nodiscard]] peg::node_id end() {
        if (end_ == peg::none) {
            end_ = b_->sequence(
                {m_.one_of(format_->ends), b_->optional(b_->choice({cut_.anywhere(), lone_role()}))});
        }
        return end_;
    }
    [[nodiscard]] peg::node_id begun() {
        return b_->sequence({b_->literal(format_->start), b_->optional(cut_.anywhere())});
    }

    /// The names that channels have in answers, the usual ones among them.
    [[nodiscard]] peg::node_id channel_name() {
        return b_->one_of({format_->reasoning, std::string_view("commentary"), std::string_view("final")});
    }
    /// lone_role: what stands between two messages where the marker of a start should, a role or the name of a channel.
    [[nodiscard]] peg::node_id lone_role() {
        channel_format const& c = *format_;
        return c.channel.empty() ? b_->fail()
                                 : b_->sequence({b_->choice({b_->literal("assistant"), channel_name()}),
                                                 b_->look(b_->literal(c.channel))});
    }
    /// empty_header: one of a channel and signs, no message behind it.
    [[nodiscard]] peg::node_id of_nothing(peg::node_id given_up) {
        channel_format const& c = *format_;
        peg::node_id const signs = b_->chars("\\x20-/:;=-@\\x5b-`{-~", 0, 8);
        peg::node_id const more = b_->chars("\\x20-;=-@\\x5b-`{-~", 0, 8);
        peg::node_id const named = b_->repeat(b_->sequence({channel_name(), more}), 0, 4);
        return b_->sequence({b_->optional(given_up), b_->literal(c.channel), signs, named,
                             b_->look(m_.one_of(c.ends)), end()});
    }
    /// missing_message: the header of a call of a known tool without the marker behind it, in front of an object.
    [[nodiscard]] peg::node_id without_message() {
        channel_format const& c = *format_;
        peg::node_id const type = b_->sequence({b_->optional(b_->literal(data_type_marker)),
                                                b_->optional(b_->literal("json")), b_->chars(blanks, 0, 4)});
        return b_->sequence({b_->literal(c.channel), header_up_to({c.recipient, any_recipient(c)}),
                             recipient(), b_->tag(part::name, known()), b_->chars(blanks, 0, 4), type,
                             b_->look(b_->literal("{"))});
    }

    /// Text that no header stands in front of, up to the next one.
    [[nodiscard]] peg::node_id bare_text() {
        std::vector<std::string> markers = stops();
        markers.push_back(format_->channel);
        return b_->tag(part::content, b_->sequence({b_->any(), m_.until(markers)}));
    }

    /// What ends a message with a channel, whether it says so or not.
    [[nodiscard]] std::vector<std::string> stops() const {
        std::vector<std::string> out = format_->ends;
        out.push_back(format_->start);
        return out;
    }

    /// The header's text in front of one of `texts`, within reason and inside the header.
    [[nodiscard]] peg::node_id header_up_to(std::vector<std::string_view> texts) {
        constexpr std::uint32_t within_reason = 256;
        return b_->repeat(header_letter(std::move(texts)), 0, within_reason);
    }
    [[nodiscard]] peg::node_id header_letter(std::vector<std::string_view> texts) {
        texts.push_back(format_->message);
        for (std::string const& e : format_->ends) {
            texts.push_back(e);
        }
        return b_->sequence({b_->reject(b_->one_of(texts)), b_->any()});
    }

    /// What stands between the name of a recipient and the next marker, and is no word that headers have: the name itself, if
    /// something has got into it.  Nothing of it is lost.
    [[nodiscard]] peg::node_id words_behind_name() {
        constexpr std::uint32_t longest = 128;
        peg::node_id const usual = b_->choice({channel_name(), b_->one_of({"json", "JSON", "code"})});
        peg::node_id const letter = header_letter({format_->channel, data_type_marker});
        return b_->optional(b_->sequence({b_->chars(blanks, 0, 4), b_->reject(usual),
                                          b_->tag(part::malformed, b_->repeat(letter, 1, longest))}));
    }
    /// Likewise a header without a recipient that has the signs of one.
    [[nodiscard]] peg::node_id told_header() {
        std::vector<std::string_view> const signs{"=", "."};
        return b_->sequence({b_->look(b_->sequence({header_up_to(signs), b_->one_of(signs)})),
                             b_->tag(part::malformed, header_up_to({})), b_->literal(format_->message)});
    }

    [[nodiscard]] peg::node_id recipient() {
        std::string_view const any = any_recipient(*format_);
        std::string_view const space = std::string_view(format_->recipient).substr(any.size());
        return b_->sequence({b_->literal(any), few_blanks(),
                             space.empty() ? b_->epsilon() : b_->optional(b_->literal(space))});
    }
    /// Behind the `=` in front of a recipient.
    [[nodiscard]] peg::node_id few_blanks() { return b_->chars(" ", 0, 4); }

    /// The text of a message with a channel: up to what ends it, or the next header, which may follow at once.
    [[nodiscard]] peg::node_id message_text() {
        channel_format const& c = *format_;
        constexpr std::uint32_t longest_channel = 32;
        peg::node_id const header =
            b_->sequence({b_->literal(c.channel), b_->chars("a-z", 1, longest_channel),
                          header_up_to({c.channel}), b_->literal(c.message)});
        std::vector<std::string> ends = stops();
        peg::node_id const over = b_->reject(b_->choice({m_.one_of(ends), header}));
        ends.push_back(c.channel);
        peg::node_id const until_end = m_.until(ends);
        return b_->sequence({until_end, b_->star(b_->sequence({over, b_->any(), until_end}))});
    }

    /// The name of a tool that a word of the header follows at once: `get_weatherjson`.
    [[nodiscard]] peg::node_id joined_name() {
        constexpr std::string_view words[] = {"json", "commentary"};
        std::vector<std::string> all;
        for (tool const& t : tools_) {
            if (!b_->goes_on(2 * t.name.size())) {
                break;
            }
            for (std::string_view const word : words) {
                if (std::string name = t.name + std::string(word); find_tool(tools_, name) == nullptr) {
                    all.push_back(std::move(name));
                }
            }
        }
        peg::node_id const behind = b_->look(b_->chars(" <\\t\\r\\n"));
        peg::node_id const word = b_->sequence({b_->one_of(words), behind});
        peg::node_id const letter = b_->sequence({b_->reject(word), b_->chars("^ <\\t\\r\\n\\\"'{}")});
        return b_->sequence({b_->look(b_->sequence({m_.one_of(all), behind})), b_->plus(letter)});
    }

    /// A message: what its header is read by, and its text.
    [[nodiscard]] peg::node_id said(peg::node_id header, part as, peg::node_id text) {
        return b_->sequence({header, b_->cut(), b_->tag(as, text), b_->optional(end())});
    }
    [[nodiscard]] peg::node_id thought(peg::node_id header, peg::node_id text, bool apart) {
        return apart ? said(header, part::reasoning, text)
                     : b_->tag(part::content, b_->sequence({header, b_->cut(), text, b_->optional(end())}));
    }
    /// One with the arguments of the tool that its header names, before `ends`; read as generously as elsewhere: fenced,
    /// missing_brace, no_arguments, as a text that holds them, and with more braces than there are.
    [[nodiscard]] peg::node_id call(peg::node_id header, std::vector<std::string> const& ends) {
        any_values any(*b_, false);
        peg::node_id const over = b_->look(b_->sequence({m_.space(), m_.one_of(ends)}));
        peg::node_id const object = b_->tag(part::arguments, any.object_up_to(b_->tag(part::unclosed, over)));
        peg::node_id const brace = b_->literal("{");
        peg::node_id const fence = b_->literal("```");
        peg::node_id const fenced = b_->sequence({fence, b_->chars("a-z", 0, 16), m_.space(), b_->look(brace),
                                                  object, m_.space(), b_->optional(fence)});
        auto const held = [&](peg::node_id content) { return b_->tag(part::text_arguments, content); };
        peg::node_id const text =
            b_->sequence({b_->look(b_->sequence({b_->chars("\\x22\\x27"), m_.space(), brace})),
                          any.in_quotes(held(b_->json_string_content()), held(any.in_single_quotes()))});
        peg::node_id const none = b_->sequence({b_->optional(b_->one_of({"null", "None", "[]"})), over});
        peg::node_id const strays = b_->star(b_->sequence({m_.space(), b_->literal("}")}));
        peg::node_id const whole =
            b_->tag(part::call,
                    b_->sequence({header, b_->cut(), m_.space(), b_->choice({fenced, object, text, none})}));
        return b_->sequence({b_->recover(whole, b_->tag(part::malformed, m_.until(ends))), strays, m_.space(),
                             b_->optional(end())});
    }

    /// raw_text: one whose text is the argument that `only_text` tells, not JSON.  `taken` is the header of a tool that takes
    /// text, `header` that of any.
    [[nodiscard]] peg::node_id raw_call(peg::node_id taken, peg::node_id header,
                                        std::vector<std::string> const& ends) {
        peg::node_id const over = m_.one_of(ends);
        peg::node_id const none = b_->sequence(
            {b_->optional(b_->one_of({"null", "None", "[]"})), m_.space(), b_->choice({over, b_->end()})});
        peg::node_id const object =
            b_->sequence({b_->optional(b_->chars("\\x22\\x27")), m_.space(), b_->literal("{")});
        peg::node_id const json = b_->choice({object, b_->literal("```"), none});
        peg::node_id const text = b_->sequence({b_->reject(json), b_->tag(part::text_value, m_.until(ends))});
        peg::node_id const ahead = b_->look(b_->sequence({taken, m_.space(), b_->reject(json)}));
        peg::node_id const whole =
            b_->tag(part::call, b_->sequence({header, b_->cut(), m_.space(), text, b_->look(over)}));
        return b_->sequence(
            {ahead, b_->recover(whole, b_->tag(part::malformed, m_.until(ends))), b_->optional(end())});
    }
    /// The names of the tools whose arguments may be raw text.
    [[nodiscard]] peg::node_id takes_text() {
        std::vector<std::string> names;
        for (tool const& t : tools_) {
            if (!b_->goes_on(t.name.size())) {
                break;
            }
            if (!only_text(t.parameters).empty()) {
                names.push_back(t.name);
            }
        }
        return names.empty() ? b_->fail()
                             : b_->sequence({m_.one_of(names), b_->look(b_->chars(" <\\t\\r\\n"))});
    }

    /// A header that addresses whom `whom` reads.
    [[nodiscard]] peg::node_id addressed_to(peg::node_id whom) {
        auto const recipient = split(format_->recipient);
        return b_->sequence({b_->chars(blanks, 0, 1), b_->literal(recipient.core), whom,
                             b_->chars(blanks, 0, 1), b_->literal(format_->message)});
    }
    [[nodiscard]] peg::node_id known() {
        std::vector<std::string> names;
        std::ranges::transform(tools_, std::back_inserter(names), &tool::name);
        return m_.one_of(names);
    }
    /// A name; that of a tool, whatever is in it.
    [[nodiscard]] peg::node_id name(std::uint32_t longest = 128) {
        std::vector<std::string> odd;
        for (tool const& t : tools_) {
            if (!b_->goes_on(t.name.size())) {
                break;
            }
            if (t.name.find_first_of(" <\t\r\n\"'{}") != std::string::npos) {
                odd.push_back(t.name);
            }
        }
        peg::node_id const any = b_->chars("^ <\\t\\r\\n\\\"'{}", 1, longest);
        peg::node_id const behind = b_->look(b_->chars(" <\\t\\r\\n"));
        return odd.empty() ? any : b_->choice({b_->sequence({m_.one_of(odd), behind}), any});
    }
    /// What ends an addressed message, whether it says so or not.
    [[nodiscard]] std::vector<std::string> next_messages() {
        constexpr std::size_t rows_of_an_end = 128;
        channel_format const& c = *format_;
        std::vector<std::string> out;
        out.reserve(c.ends.size() + tools_.size() + 3);
        for (std::string const& end : c.ends) {
            if (!b_->goes_on(rows_of_an_end)) {
                break;
            }
            out.push_back(end);
        }
        out.push_back(c.start);
        out.push_back(c.recipient + c.reasoning + c.message);
        out.push_back(c.recipient + c.content + c.message);
        for (tool const& t : tools_) {
            if (!b_->goes_on(rows_of_an_end)) {
                break;
            }
            out.push_back(c.recipient + t.name + c.message);
        }
        return out;
    }

    peg::builder* b_;
    marker_builder m_;
    cut_header_builder cut_;
    channel_format const* format_;
    std::span<tool const> tools_;
    peg::node_id end_ = peg::none;
};

}  // namespace parlance::chat::detail
