// parlance/chat/detail/tagged_reader.hpp - reads calls whose name stands in markup
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/marker.hpp>
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// Reads a call piece by piece: name, id, and arguments as one object or each in markup of its own.
class tagged_reader : dialect_builder {
public:
    using dialect_builder::dialect_builder;

    [[nodiscard]] peg::node_id call() { return call(true); }

    /// A call in which nothing stands in the place of the name.
    [[nodiscard]] peg::node_id unnamed_call() { return call(false); }

    /// What ends a value: its own marker, or where the model forgot it, that of the call.
    [[nodiscard]] static std::vector<std::string> value_ends(tool_format const& t) {
        std::string const line(t.lines && split(t.arguments.item_close).before.empty() ? "\n" : "");
        std::vector<std::string> ends = marker_builder::ends(line + t.arguments.item_close);
        if (ends.empty()) {
            ends = marker_builder::ends(t.arguments.separator + t.arguments.item_open);
        }
        // All of it, not its first line: half of a call's end may well stand in a value.
        if (auto const close = split(t.calls.item_close).core; !close.empty()) {
            ends.emplace_back(close);
            if (t.lines) {
                ends.push_back("\n" + std::string(close));
            }
        }
        return ends;
    }

private:
    [[nodiscard]] peg::node_id call(bool named) {
        tool_format const& t = *d_.format;
        std::vector<peg::node_id> parts;
        std::size_t id_from = 0;
        bool in_id = false;
        for (std::size_t i = 0; i < t.call.size(); ++i) {
            switch (t.call[i].is) {
            case piece::kind::text: {
                // White space in front of a strict call is content.
                auto const m = split(t.call[i].text);
                bool const first =
                    d_.strict && std::all_of(t.call.begin(), t.call.begin() + static_cast<std::ptrdiff_t>(i),
                                             [](piece const& p) { return p.is == piece::kind::id_begin; });
                parts.push_back(first ? b_->sequence({m_.core(m.core), m_.space(m.after)})
                                      : m_.loose(t.call[i].text));
                break;
            }
            case piece::kind::arguments:
                parts.push_back(t.mode == tool_mode::tag_with_tagged ? arguments() : whole_arguments());
                break;
            case piece::kind::name:
                if (!named) {
                    break;
                }
                parts.push_back(d_.marked ? word(part::name, ends_of_word(i))
                                          : tag(part::name, known_names(false)));
                if (!d_.marked && !ends_of_word(i).empty()) {
                    parts.push_back(b_->look(b_->literal(ends_of_word(i).front())));
                }
                if (!in_id && !d_.strict) {
                    parts.push_back(b_->cut());
                }
                break;
            case piece::kind::id: parts.push_back(word(part::id, ends_of_word(i))); break;
            case piece::kind::index: parts.push_back(b_->chars("0-9a-zA-Z_", d_.strict ? 1 : 0, 64)); break;
            case piece::kind::id_begin:
                id_from = parts.size();
                in_id = true;
                break;
            case piece::kind::id_end: {
                peg::node_id const id = b_->sequence(std::span(parts).subspan(id_from));
                parts.resize(id_from);
                parts.push_back(tag(part::id, id));
                parts.push_back(d_.strict ? b_->epsilon() : b_->cut());
                in_id = false;
                break;
            }
            }
        }
        return b_->sequence(parts);
    }

    /// What a name or id runs up to: the next text, or where arguments may be missing or nothing follows, the end of the
    /// call.
    [[nodiscard]] std::vector<std::string> ends_of_word(std::size_t i) const {
        tool_format const& t = *d_.format;
        std::vector<std::string> ends;
        auto const add = [&](std::string_view text) {
            if (auto const core = first_line(split(text).core); !core.empty()) {
                ends.emplace_back(core);
            }
        };
        for (++i; i < t.call.size() && ends.empty(); ++i) {
            if (t.call[i].is == piece::kind::text) {
                add(t.call[i].text);
            } else if (t.call[i].is == piece::kind::arguments) {
                add(t.mode == tool_mode::tag_with_tagged ? t.arguments.open + t.arguments.item_open
                                                         : t.written.open);
                add(t.calls.item_close);
            }
        }
        for (std::string const* text : {&t.calls.item_close, &t.calls.separator, &t.calls.close}) {
            if (ends.empty()) {
                add(*text);
            }
        }
        return ends;
    }

    /// A name or id: characters without white space, up to what follows.
    [[nodiscard]] peg::node_id word(part p, std::vector<std::string> const& ends) {
        peg::node_id one = b_->chars("^ \\t\\r\\n\\\"'{}");
        if (!ends.empty()) {
            std::vector<std::string_view> const views(ends.begin(), ends.end());
            one = b_->sequence({b_->reject(b_->one_of(views)), one});
        }
        return tag(p, b_->plus(one));
    }

    [[nodiscard]] peg::node_id whole_arguments() {
        tool_format const& t = *d_.format;
        if (t.written == notation{} && d_.strict) {
            return tag(part::arguments, b_->json_object());
        }
        if (t.written == notation{}) {
            // A call without arguments is one, too.
            return b_->choice({tag(part::arguments, b_->json_object()),
                               b_->sequence({b_->reject(b_->chars("{")), b_->look(ending())})});
        }
        auto const noted = static_cast<part>(static_cast<std::size_t>(part::noted) + d_.index);
        return tag(noted, b_->sequence(
                              {b_->literal(t.written.open), noted_content(), b_->literal(t.written.close)}));
    }

    /// What may follow a call's arguments.
    [[nodiscard]] peg::node_id ending() {
        std::vector<peg::node_id> all{b_->end()};
        for (std::string const* text : {&d_.format->calls.item_close, &d_.format->calls.close}) {
            if (auto const core = first_line(split(*text).core); !core.empty()) {
                all.push_back(b_->literal(core));
            }
        }
        return b_->sequence({m_.space(), b_->choice(all)});
    }

    /// Balanced text of a notation: strings, brackets, and whatever else.
    [[nodiscard]] peg::node_id noted_content() {
        notation const& n = d_.format->written;
        auto const content =
            b_->declare("noted-" + std::to_string(d_.index) + (d_.format->calls.open.empty() ? "-item" : "") +
                        (d_.silent ? "-silent" : ""));
        std::vector<peg::node_id> all;
        if (!n.quote.empty()) {
            all.push_back(b_->sequence({b_->literal(n.quote), b_->until({n.quote}), b_->literal(n.quote)}));
        }
        auto const string = [&](std::string_view quote, std::string_view other) {
            return b_->sequence(
                {b_->literal(quote),
                 b_->star(b_->choice({b_->sequence({b_->literal("\\"), b_->any()}), b_->chars(other)})),
                 b_->literal(quote)});
        };
        all.push_back(string("\"", "^\\\"\\\\"));
        if (n.python) {
            all.push_back(string("'", "^'\\\\"));
        }
        for (auto const* pair : {"{}", "[]", "()"}) {
            all.push_back(b_->sequence({b_->literal(std::string_view(pair, 1)), b_->ref(content),
                                        b_->literal(std::string_view(pair + 1, 1))}));
        }
        all.push_back(b_->chars(n.python ? "^{}[\\]()\\\"'" : "^{}[\\]()\\\""));
        b_->define(content, b_->star(b_->choice(all)));
        return b_->ref(content);
    }

    [[nodiscard]] peg::node_id arguments() {
        tool_format const& t = *d_.format;
        list_shape const& a = t.arguments;
        std::vector<std::string> key_ends;
        for (std::string const* close : {&t.key_close, &t.key_close_other}) {
            if (!close->empty()) {
                auto more = marker_builder::ends(*close);
                key_ends.insert(key_ends.end(), more.begin(), more.end());
            }
        }
        peg::node_id const key = tag(part::key, until(key_ends));
        // The key's marker commits: what follows is a value, whatever it says.
        auto const valued = [&](std::string_view close, part p) {
            return b_->sequence({before_value(close), tag(p, until(value_ends(t)))});
        };
        // JSON ends by itself; what only looks like it runs up to the end of any value.
        auto const json = [&] {
            peg::node_id const whole = b_->sequence(
                {b_->look(b_->chars("{[\\\"")), b_->cut(), tag(part::json_value, b_->json_value())});
            return b_->sequence(
                {m_.loose(t.key_close), b_->choice({whole, tag(part::json_value, until(value_ends(t)))})});
        };
        peg::node_id const value = t.quoted ? json()
                                   : t.key_close_other.empty()
                                       ? valued(t.key_close, t.strings ? part::text_value : part::value)
                                       : b_->choice({valued(t.key_close, part::text_value),
                                                     valued(t.key_close_other, part::json_value)});
        peg::node_id const end = b_->optional(after_value(a.item_close));
        if (d_.strict) {
            // The ends of a value are trimmed.
            peg::node_id const close = b_->sequence({m_.space(), m_.core(split(a.item_close).core)});
            peg::node_id const trimmed = tag(t.strings ? part::text_value : part::value,
                                             b_->star(b_->sequence({b_->reject(close), b_->any()})));
            peg::node_id const whole =
                b_->sequence({m_.loose(a.item_open), key, m_.loose(t.key_close), trimmed, close});
            return b_->sequence({m_.loose(a.open), b_->star(b_->sequence({m_.space(), whole}))});
        }
        peg::node_id const argument =
            b_->sequence({m_.loose(a.item_open), ahead(), b_->cut(), key, value, end});
        peg::node_id const separator = split(a.separator).core.empty()
                                           ? m_.space(a.separator)
                                           : b_->sequence({b_->optional(m_.loose(a.separator)), m_.space()});
        peg::node_id const more = b_->star(b_->sequence({separator, argument}));
        return b_->sequence({m_.loose(a.open), b_->optional(b_->sequence({argument, more}))});
    }

    /// Where nothing stands in front of an argument's name, the name itself and what follows it announce one.
    [[nodiscard]] peg::node_id ahead() {
        tool_format const& t = *d_.format;
        if (!split(t.arguments.item_open).core.empty()) {
            return b_->epsilon();
        }
        std::vector<std::string_view> closes;
        for (std::string const* close : {&t.key_close, &t.key_close_other}) {
            if (auto const core = split(*close).core; !core.empty()) {
                closes.push_back(core);
            }
        }
        return b_->look(
            b_->sequence({b_->chars("^ \\t\\r\\n\\\"'(){},<>=:", 1, 128), m_.space(), b_->one_of(closes)}));
    }

    [[nodiscard]] peg::node_id before_value(std::string_view close) {
        bool const layout = d_.format->lines && split(close).after.empty();
        return layout ? b_->sequence({m_.before_text(close), b_->optional(b_->literal("\n"))})
                      : m_.before_text(close);
    }
    [[nodiscard]] peg::node_id after_value(std::string_view close) {
        return d_.format->lines && split(close).before.empty()
                   ? b_->sequence({b_->optional(b_->literal("\n")), m_.after_text(close)})
                   : m_.after_text(close);
    }
};

}  // namespace parlance::chat::detail
