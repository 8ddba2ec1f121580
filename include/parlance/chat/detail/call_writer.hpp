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
    call_writer(peg::builder& b, tool_format const& t, std::span<tool const> tools, call_policy const& policy,
                std::vector<schema_slot>& slots)
        : b_(&b), format_(&t), tools_(tools), policy_(&policy), slots_(&slots) {}

    /// One call, or several where format and policy allow it.  White space in front of the first marker is left to
    /// what stands before.
    [[nodiscard]] peg::node_id calls() {
        list_shape const& shape = format_->calls;
        std::string const lead(split(shape.open + shape.item_open).before);
        peg::node_id const call = this->call();
        peg::node_id const item = b_->sequence({text(shape.item_open), call, text(shape.item_close)});
        peg::node_id const first =
            shape.open.size() >= lead.size()
                ? b_->sequence({text(std::string_view(shape.open).substr(lead.size())), item})
                : b_->sequence({text((shape.open + shape.item_open).substr(lead.size())), call, text(shape.item_close)});
        peg::node_id const more = policy_->parallel && format_->parallel
                                      ? b_->star(b_->sequence({text(shape.separator), item}))
                                      : b_->epsilon();
        return b_->sequence({first, more, text(shape.close)});
    }

private:
    [[nodiscard]] peg::node_id text(std::string_view written) {
        return written.empty() ? b_->epsilon() : b_->literal(written);
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
                case piece::kind::text: parts.push_back(text(p.text)); break;
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

    /// From the last property to the first: what may follow when one was written before, and when not.
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
        peg::node_id rest[2] = {b_->epsilon(), b_->epsilon()};
        boost::json::object const& all = properties->get_object();
        for (std::size_t n = all.size(); n-- > 0;) {
            auto const& property = *(all.begin() + static_cast<std::ptrdiff_t>(n));
            std::string const key(property.key());
            peg::node_id const one = one_of_them(key, property.value());
            peg::node_id const after = one_rule("after", i, n, b_->sequence({one, rest[1]}));
            for (bool const first : {true, false}) {
                peg::node_id const taken = first ? after : b_->sequence({text(separator), after});
                peg::node_id& here = rest[first ? 0 : 1];
                here = is_required(key) ? taken : b_->choice({taken, here});
            }
        }
        return one_rule("arguments", i, all.size(), rest[0]);
    }

    /// A rule of its own for what is referred to more than once, so that a lowering writes it once.
    [[nodiscard]] peg::node_id one_rule(std::string_view what, std::size_t tool, std::size_t n, peg::node_id e) {
        return b_->rule(std::string(what) + "-" + std::to_string(tool) + "-" + std::to_string(n), e);
    }

    peg::builder* b_;
    tool_format const* format_;
    std::span<tool const> tools_;
    call_policy const* policy_;
    std::vector<schema_slot>* slots_;
};

}  // namespace parlance::chat::detail
