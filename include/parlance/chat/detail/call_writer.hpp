// parlance/chat/detail/call_writer.hpp - the expressions that a grammar writes calls with, exactly as the template does
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_reader.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/schema_slot.hpp>
#include <parlance/chat/tool.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/peg/build.hpp>
#include <boost/json/object.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::chat::detail {

/// Writes calls of some tools; what only a schema knows is a slot.
class call_writer {
public:
    call_writer(peg::builder& b, format const& f, std::span<tool const> tools, call_policy const& policy,
                std::vector<schema_slot>& slots)
        : b_(&b), format_(&f.tools), channels_(&f.channels), tools_(tools), policy_(&policy), slots_(&slots) {}

    /// One call, or several where format and policy allow it.  White space in front of the first marker is left to
    /// what stands before.
    [[nodiscard]] peg::node_id calls() {
        list_shape const& shape = format_->calls;
        std::string const opening = shape.open + shape.item_open;
        std::size_t const lead = split(opening).before.size();
        peg::node_id const call = this->call();
        peg::node_id const item = b_->sequence({marker(shape.item_open), call, marker(shape.item_close)});
        peg::node_id const first =
            b_->sequence({marker(std::string_view(opening).substr(lead)), call, marker(shape.item_close)});
        peg::node_id const more = policy_->parallel && format_->parallel
                                      ? b_->star(b_->sequence({marker(shape.separator), item}))
                                      : b_->epsilon();
        peg::node_id const close = marker(shape.close);
        return b_->sequence({first, more, channels_->channel.empty() ? close : b_->optional(close)});
    }

private:
    [[nodiscard]] peg::node_id text(std::string_view written) {
        return written.empty() ? b_->epsilon() : b_->literal(written);
    }
    /// Text of which the white space may be left out, and a line end put behind a bracket: models do both, and it is
    /// nobody's value.
    [[nodiscard]] peg::node_id marker(std::string_view written) {
        std::vector<peg::node_id> parts;
        while (!written.empty()) {
            std::size_t const gap = std::min(written.find_first_of(blanks), written.size());
            parts.push_back(text(written.substr(0, gap)));
            std::size_t const bracket = written.substr(0, gap).find(']');
            if (bracket != std::string_view::npos && bracket + 1 < gap) {
                parts.back() = b_->sequence({text(written.substr(0, bracket + 1)), b_->optional(b_->literal("\n")),
                                             text(written.substr(bracket + 1, gap - bracket - 1))});
            }
            written.remove_prefix(gap);
            std::size_t const end = std::min(written.find_first_not_of(blanks), written.size());
            if (end > 0) {
                parts.push_back(b_->optional(b_->literal(written.substr(0, end))));
                written.remove_prefix(end);
            }
        }
        return parts.empty() ? b_->epsilon() : b_->sequence(parts);
    }

    [[nodiscard]] peg::node_id slot(schema_slot s, peg::node_id read) {
        slots_->push_back(std::move(s));
        return b_->schema(static_cast<std::uint32_t>(slots_->size() - 1), read);
    }

    /// One alternative for every tool that may be called.
    [[nodiscard]] peg::node_id call() {
        std::vector<peg::node_id> all;
        for (std::size_t i = 0; i < tools_.size(); ++i) {
            if (!policy_->named.empty() && policy_->named != tools_[i].name) {
                continue;
            }
            std::vector<peg::node_id> parts;
            for (piece const& p : format_->call) {
                switch (p.is) {
                case piece::kind::text: parts.push_back(behind_name(p.text)); break;
                case piece::kind::name: parts.push_back(text(name(i))); break;
                // Ids that templates accept are short and of letters and digits; nine of them satisfy all.
                case piece::kind::id: parts.push_back(b_->chars("a-zA-Z0-9", 9, 9)); break;
                case piece::kind::index: parts.push_back(b_->chars("0-9", 1, 3)); break;
                case piece::kind::arguments: parts.push_back(arguments(i)); break;
                case piece::kind::id_begin:
                case piece::kind::id_end: break;
                }
            }
            all.push_back(b_->sequence(parts));
        }
        return all.empty() ? b_->fail() : b_->rule("call", b_->choice(all));
    }

    /// Text of a call; in a header of channels, any of the ways to go on with it.
    [[nodiscard]] peg::node_id behind_name(std::string_view written) {
        channel_format const& c = *channels_;
        if (c.channel.empty() || !written.ends_with(c.message)) {
            return marker(written);
        }
        peg::node_id const channel = b_->sequence({b_->literal(c.channel), b_->chars("a-z", 1, 16)});
        peg::node_id const kind = b_->sequence({b_->literal(" "), b_->optional(b_->literal("<|constrain|>")),
                                                b_->literal("json")});
        return b_->sequence({b_->optional(channel), b_->optional(kind), b_->literal(c.message)});
    }

    [[nodiscard]] std::string name(std::size_t i) const {
        return format_->mode == tool_mode::json_native ? quoted_content(tools_[i].name) : tools_[i].name;
    }

    [[nodiscard]] peg::node_id arguments(std::size_t i) {
        if (format_->mode == tool_mode::tag_with_tagged) {
            return b_->sequence({text(format_->arguments.open), tagged(i)});
        }
        if (format_->written == notation{}) {
            return slot({i, {}, {}, {}}, b_->json_object());
        }
        return b_->sequence({text(format_->written.open), noted(i), text(format_->written.close)});
    }

    /// Arguments each in markup of its own, in the order of the schema, optional ones left out at will.
    [[nodiscard]] peg::node_id tagged(std::size_t i) {
        list_shape const& a = format_->arguments;
        return each_property(i, a.separator, [&](std::string const& key, boost::json::value const& schema) {
            auto const ends = call_reader::value_ends(*format_);
            auto const one = [&](std::string_view close, raw_text raw) {
                return b_->sequence({text(a.item_open), b_->literal(key), text(close),
                                     slot({i, key, ends, raw}, b_->rest()), text(a.item_close)});
            };
            if (format_->key_close_other.empty()) {
                return one(format_->key_close, raw_text::either);
            }
            unsigned const types = allowed_types(schema, root_of(i));
            if (types == 1) {
                return one(format_->key_close, raw_text::only);
            }
            if (types == 2) {
                return one(format_->key_close_other, raw_text::never);
            }
            return b_->choice({one(format_->key_close, raw_text::only), one(format_->key_close_other, raw_text::never)});
        });
    }

    /// The members of an object in a notation.
    [[nodiscard]] peg::node_id noted(std::size_t i) {
        return each_property(i, ",", [&](std::string const& key, boost::json::value const& schema) {
            std::vector<peg::node_id> values;
            notation const& n = format_->written;
            std::string const quoted = n.bare_keys ? key : json::dump(boost::json::value(key));
            bool const strings = schema.is_object() && allowed_types(schema, root_of(i)) == 1;
            if (strings && !n.quote.empty()) {
                values.push_back(b_->sequence({text(n.quote), slot({i, key, {n.quote}, raw_text::only}, b_->rest()),
                                               text(n.quote)}));
            } else if (!n.raw || !strings) {
                values.push_back(slot({i, key, {}, raw_text::never}, b_->json_value()));
            }
            if (n.python && boolean(schema)) {
                values.push_back(b_->one_of({"True", "False"}));
            }
            if (n.raw && strings) {
                // A quote or a backslash in raw text would be read otherwise than it was meant.
                for (auto const* quote : {"\"", "'"}) {
                    values.push_back(b_->sequence({b_->literal(quote),
                                                   slot({i, key, {"\"", "'", "\\"}, raw_text::only}, b_->rest()),
                                                   b_->literal(quote)}));
                }
            }
            peg::node_id const gap = b_->optional(b_->literal(" "));
            return b_->sequence({gap, b_->literal(quoted), text(n.key_close), values.size() == 1 ? values.front()
                                                                                               : b_->choice(values)});
        });
    }

    [[nodiscard]] static bool boolean(boost::json::value const& schema) {
        auto const* type = schema.is_object() ? schema.get_object().if_contains("type") : nullptr;
        return type != nullptr && type->is_string() && type->get_string() == "boolean";
    }
    [[nodiscard]] boost::json::object const& root_of(std::size_t i) const { return tools_[i].parameters.get_object(); }

    /// All properties that the schema lists, as the schema requires them.
    [[nodiscard]] peg::node_id each_property(
        std::size_t i, std::string_view separator,
        std::function<peg::node_id(std::string const&, boost::json::value const&)> const& one_of_them) {
        boost::json::value const& schema = tools_[i].parameters;
        auto const* properties = schema.is_object() ? schema.get_object().if_contains("properties") : nullptr;
        if (properties == nullptr || !properties->is_object()) {
            return b_->epsilon();
        }
        auto const* required = schema.get_object().if_contains("required");
        auto const is_required = [&](std::string_view key) {
            if (required != nullptr && required->is_array()) {
                for (auto const& name : required->get_array()) {
                    if (name.is_string() && std::string_view(name.get_string()) == key) {
                        return true;
                    }
                }
            }
            return false;
        };
        std::vector<peg::node_id> needed;
        std::vector<peg::node_id> free;
        std::vector<bool> order;
        for (auto const& property : properties->get_object()) {
            std::string const key(property.key());
            order.push_back(is_required(key));
            (order.back() ? needed : free).push_back(
                one_rule("argument", i, order.size(), one_of_them(key, property.value())));
        }
        constexpr std::size_t few = 5;
        return free.size() <= few ? any_order(i, separator, needed, free) : schema_order(i, separator, needed, free, order);
    }

    /// The required ones in the order of the schema, the others anywhere between, each once at most: a rule for every
    /// set of those that have been written.
    [[nodiscard]] peg::node_id any_order(std::size_t tool, std::string_view separator,
                                         std::vector<peg::node_id> const& needed, std::vector<peg::node_id> const& free) {
        std::size_t const sets = std::size_t{1} << free.size();
        std::vector<peg::node_id> rules(sets * (needed.size() + 1));
        for (std::size_t used = sets; used-- > 0;) {
            for (std::size_t next = needed.size() + 1; next-- > 0;) {
                std::vector<peg::node_id> ways;
                auto const go = [&](peg::node_id one, std::size_t then) {
                    bool const first = used == 0 && next == 0;
                    ways.push_back(first ? b_->sequence({one, rules[then]})
                                         : b_->sequence({text(separator), one, rules[then]}));
                };
                if (next < needed.size()) {
                    go(needed[next], used * (needed.size() + 1) + next + 1);
                }
                for (std::size_t n = 0; n < free.size(); ++n) {
                    if ((used >> n & 1) == 0) {
                        go(free[n], (used | std::size_t{1} << n) * (needed.size() + 1) + next);
                    }
                }
                if (next == needed.size()) {
                    ways.push_back(b_->epsilon());
                }
                std::size_t const at = used * (needed.size() + 1) + next;
                rules[at] = one_rule("arguments", tool, at, b_->choice(ways));
            }
        }
        return rules.front();
    }

    /// Too many for that: from the last property to the first, what may follow when one was written before, and when
    /// not.
    [[nodiscard]] peg::node_id schema_order(std::size_t tool, std::string_view separator,
                                            std::vector<peg::node_id> const& needed,
                                            std::vector<peg::node_id> const& free, std::vector<bool> const& order) {
        peg::node_id rest[2] = {b_->epsilon(), b_->epsilon()};
        std::size_t needed_left = needed.size();
        std::size_t free_left = free.size();
        for (std::size_t n = order.size(); n-- > 0;) {
            peg::node_id const one = order[n] ? needed[--needed_left] : free[--free_left];
            peg::node_id const after = one_rule("after", tool, n, b_->sequence({one, rest[1]}));
            for (bool const first : {true, false}) {
                peg::node_id const taken = first ? after : b_->sequence({text(separator), after});
                peg::node_id& here = rest[first ? 0 : 1];
                here = order[n] ? taken : b_->choice({taken, here});
            }
        }
        return one_rule("arguments", tool, order.size(), rest[0]);
    }

    /// A rule of its own for what is referred to more than once, so that a lowering writes it once.
    [[nodiscard]] peg::node_id one_rule(std::string_view what, std::size_t tool, std::size_t n, peg::node_id e) {
        return b_->rule(std::string(what) + "-" + std::to_string(tool) + "-" + std::to_string(n), e);
    }

    peg::builder* b_;
    tool_format const* format_;
    channel_format const* channels_;
    std::span<tool const> tools_;
    call_policy const* policy_;
    std::vector<schema_slot>* slots_;
};

}  // namespace parlance::chat::detail
