// parlance/chat/detail/object_builder.hpp - calls that are one JSON object
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/other_members.hpp>
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/call_object.hpp>
#include <parlance/chat/detail/tool_call_builder.hpp>
#include <parlance/chat/detail/value_end.hpp>
#include <parlance/chat/format.hpp>
#include <parlance/chat/part.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/peg/build.hpp>
#include <parlance/peg/node.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// A call whose members are known by their keys.  They are read in any order, with others among them, which may hold the
/// arguments; they are written as the dialect has them.
class object_builder : dialect_builder {
public:
    using dialect_builder::dialect_builder;

    [[nodiscard]] peg::node_id call() {
        auto const members = members_of(*d_.format);
        if (!members) {
            return b_->fail();
        }
        auto const wide = [&] {
            peg::node_id const whole = object(*members, true);
            if (!has(d_.format->call, piece::kind::filled)) {
                return whole;
            }
            // What nothing but the name makes a call is looked through only behind that.
            peg::node_id const named = d_.marked ? b_->epsilon() : b_->look(front_of_named(*members));
            return b_->sequence({named, b_->look(up_to_arguments(*members)), whole});
        };
        return element(wide, [&] {
            tool_call_builder each(*b_, d_);
            write(each);
            peg::node_id const any = each.any();
            return write_arguments_first(each, *members) ? b_->choice({any, each.any("-arguments-first")})
                                                         : any;
        });
    }

    /// The parts of a call as it is written.
    void write(tool_call_builder& to) {
        std::string text;
        auto const add_text = [&](std::string_view some) {
            if (!some.empty()) {
                to.add(either_key(some, d_.written->lenient, [&](std::string_view t) { return spaced(t); }));
            }
        };
        pieces const& call = d_.format->call;
        for (std::size_t i = 0; i < call.size(); ++i) {
            if (call[i].is == piece::kind::text) {
                text += call[i].text;
                continue;
            }
            // Templates show ids that many a model never writes: what would be a member of its own may be left out.
            std::size_t const comma = (std::min)(text.rfind(','), text.size());
            std::string_view const member = std::string_view(text).substr(comma);
            bool const own = call[i].is == piece::kind::id && !d_.strict && member.ends_with('"') &&
                             std::count(member.begin(), member.end(), '"') == 3 && i + 1 < call.size() &&
                             call[i + 1].text.starts_with('"');
            add_text(std::string_view(text).substr(0, own ? comma : text.size()));
            if (own) {
                to.add(b_->optional(
                    b_->sequence({spaced(member), tool_call_builder::id(*b_), b_->literal("\"")})));
                text = call[++i].text.substr(1);
            } else {
                to.add(call[i].is);
                text.clear();
            }
        }
        add_text(text);
    }

    /// An object in which nothing stands in the place of the arguments.
    [[nodiscard]] peg::node_id idle_call() {
        auto const members = members_of(*d_.format);
        return members ? b_->sequence({b_->reject(up_to_arguments(*members)), b_->json_object()})
                       : b_->fail();
    }
    /// The front of an object, up to the name of a known tool.
    [[nodiscard]] peg::node_id announced() {
        auto const members = members_of(*d_.format);
        return members ? up_to_name(*members) : b_->fail();
    }
    /// The same, and an object of arguments as the next member.
    [[nodiscard]] peg::node_id announced_arguments() {
        auto const members = members_of(*d_.format);
        if (!members || has_key(*members, "")) {
            return announced();
        }
        return b_->sequence(
            {up_to_name(*members), comma(), argument_keys(*members), colon(), b_->literal("{")});
    }

private:
    /// The parts of a call of name and arguments, the other way round, without an id; false where it has other members, or
    /// there are too many tools to wait for a name so long.
    [[nodiscard]] bool write_arguments_first(tool_call_builder& to, std::vector<call_member> const& members) {
        auto const one = [&](call_member::kind k) { return std::ranges::find(members, k, &call_member::is); };
        auto const name = one(call_member::kind::name);
        auto const arguments = one(call_member::kind::arguments);
        auto const others =
            members.size() -
            static_cast<std::size_t>(std::ranges::count(members, call_member::kind::id, &call_member::is));
        if (!d_.marked || d_.strict || !to.takes_orders() || others != 2 || name == members.end() ||
            arguments == members.end() || arguments->key.empty() ||
            std::ranges::find(d_.format->call, piece::kind::encoded, &piece::is) != d_.format->call.end()) {
            return false;
        }
        auto const key = [](call_member const& m) { return json::quoted(m.key) + ": "; };
        to.clear();
        to.add(spaced("{" + key(*arguments)));
        to.add(piece::kind::arguments);
        to.add(spaced(", " + key(*name) + "\""));
        to.add(piece::kind::name);
        to.add(b_->literal("\"}"));
        return true;
    }

    /// The front of an object, up to the key of the arguments.
    [[nodiscard]] peg::node_id up_to_arguments(std::vector<call_member> const& members) {
        peg::node_id const key = b_->sequence({argument_keys(members), colon()});
        peg::node_id const other =
            b_->sequence({b_->reject(key), any_.key(any_.text()), colon(), any_.value(), comma()});
        return b_->sequence({b_->literal("{"), any_.space(), b_->star(other), key});
    }
    /// The front of an object without a marker, up to the name of a known tool, in all ways in which it is read.
    [[nodiscard]] peg::node_id front_of_named(std::vector<call_member> members) {
        std::ranges::move(usual(members), std::back_inserter(members));
        call_dialect silent = d_;
        silent.silent = true;
        silent.written = nullptr;
        return object_builder(*b_, silent).up_to_name(members);
    }
    /// Those that arguments stand under; models write the usual ones for one another.
    [[nodiscard]] peg::node_id argument_keys(std::vector<call_member> const& members) {
        std::vector<peg::node_id> keys;
        for (call_member const& m : members) {
            if (m.is == call_member::kind::arguments) {
                keys.push_back(key_of(m.key));
            }
        }
        if (!d_.strict) {
            keys.push_back(key_of("arguments"));
            keys.push_back(key_of("parameters"));
        }
        return b_->choice(keys);
    }
    [[nodiscard]] peg::node_id up_to_name(std::vector<call_member> const& members) {
        std::vector<peg::node_id> ways;
        std::vector<peg::node_id> labels{label()};
        peg::node_id const known = quoted_name();
        peg::node_id const name = b_->choice({any_.in_quotes(known, known), bare_name(false)});
        for (call_member const& m : members) {
            if (m.key.empty()) {
                ways.push_back(b_->sequence({name, colon()}));
            } else if (m.is == call_member::kind::name) {
                ways.push_back(member(m.key, name));
            } else if (m.is == call_member::kind::object) {
                ways.push_back(member(m.key, up_to_name(m.inner)));
            } else if (m.is == call_member::kind::id || m.is == call_member::kind::constant) {
                labels.push_back(member(m.key, short_value()));
            }
        }
        return b_->sequence({b_->literal("{"), any_.space(),
                             b_->star(b_->sequence({b_->choice(labels), comma()})), b_->choice(ways)});
    }

    /// A key as it is read; each made once, for several shapes of an object have the usual ones.
    [[nodiscard]] peg::node_id key_of(std::string_view key) {
        auto const known = std::ranges::find(keys_, key, &known_key::text);
        return known != keys_.end() ? known->node
                                    : keys_.emplace_back(known_key{std::string(key), make_key(key)}).node;
    }
    [[nodiscard]] peg::node_id make_key(std::string_view key) {
        std::string const quoted = json::quoted(key);
        std::string const single = "'" + std::string(key) + "'";
        bool const plain = quoted.size() == single.size() && key.find('\'') == key.npos;
        if (!plain || d_.strict) {
            return b_->literal(quoted);
        }
        bool const bare =
            !key.empty() && begins_bare_key(key.front()) && std::ranges::all_of(key, is_in_bare_key);
        return bare ? b_->one_of({quoted, single, key}) : b_->one_of({quoted, single});
    }
    [[nodiscard]] peg::node_id member(std::string_view key, peg::node_id value) {
        return b_->sequence({key_of(key), colon(), value});
    }
    [[nodiscard]] peg::node_id colon() {
        colon_ = colon_ == peg::none ? between(":") : colon_;
        return colon_;
    }
    [[nodiscard]] peg::node_id comma() {
        comma_ = comma_ == peg::none ? between(",") : comma_;
        return comma_;
    }
    [[nodiscard]] peg::node_id between(std::string_view sign) {
        return b_->sequence({any_.space(), b_->literal(sign), any_.space()});
    }

    [[nodiscard]] peg::node_id arguments_value() {
        return arguments_value_ != peg::none ? arguments_value_ : arguments_value_ = make_arguments_value();
    }
    [[nodiscard]] peg::node_id make_arguments_value() {
        peg::node_id const object = arguments_object();
        if (d_.strict) {
            return b_->choice(
                {object, b_->sequence({b_->look(b_->literal("\"{")), any_text(part::text_arguments)})});
        }
        return b_->choice(
            {object, any_text(part::text_arguments), no_arguments(), tag(part::other, any_.value())});
    }

    /// Members as they are read.
    ///
    /// any     each of them
    /// naming  those that have the name
    /// keys    of those that say something else in every call
    struct read_members {
        std::vector<peg::node_id> any{};
        std::vector<peg::node_id> naming{};
        std::vector<peg::node_id> keys{};
    };

    /// Those that mean something, by their keys; `certain`: whatever stands behind them.
    void add(std::vector<call_member> const& members, bool certain, read_members& to) {
        using kind = call_member::kind;
        bool const named = std::ranges::find(members, kind::name, &call_member::is) != members.end();
        for (call_member const& m : members) {
            if (m.key.empty()) {
                continue;
            }
            peg::node_id value = b_->fail();
            switch (m.is) {
            case kind::name: value = name_value(); break;
            case kind::id: value = id_value(); break;
            case kind::object: value = object(m.inner, false); break;
            case kind::constant: value = any_.value(); break;
            default: value = arguments_value(); break;
            }
            bool const text = m.is != kind::object && m.is != kind::constant;
            to.any.push_back(member(m.key, text && certain ? b_->sequence({commit(), value}) : value));
            if (m.is != kind::constant) {
                to.keys.push_back(key_of(m.key));
            }
            bool const first = !certain || (!named && to.naming.empty());
            if (m.is == kind::name || (m.is == kind::object && first)) {
                to.naming.push_back(to.any.back());
            }
        }
    }

    /// What models write in the place of a dialect's own members: an object in the shape of a request, the tool under the key
    /// that requests have for it, and behind a marker name and arguments under the usual keys.
    [[nodiscard]] std::vector<call_member> usual(std::vector<call_member> const& members) {
        using kind = call_member::kind;
        std::vector<call_member> out;
        if (!has_key(members, "") && !has_key(members, "function")) {
            out = {{"function", kind::name, {}}, {"function", kind::object, members}};
            for (char const* const key : {"tool_call", "function_call"}) {
                out.push_back({key, kind::object, members});
            }
        }
        if (d_.marked && !has(d_.format->call, piece::kind::filled) && !has_key(members, "name")) {
            out.push_back({"name", kind::name, {}});
            out.push_back({"arguments", kind::arguments, {}});
        }
        if (d_.marked && !has_key(members, "")) {
            for (std::string_view const key : {"tool", "tool_name"}) {
                if (!has_key(members, key)) {
                    out.push_back({std::string(key), kind::name, {}});
                }
            }
        }
        return out;
    }

    /// Members that mean something and any others.  Behind a marker, a brace and a quote make it a call for good; without
    /// a marker in front, only the name of a known tool does.
    [[nodiscard]] peg::node_id object(std::vector<call_member> const& members, bool outermost) {
        read_members read;
        add(members, true, read);
        if (outermost && !d_.strict) {
            add(usual(members), false, read);
            if (d_.marked && !has_key(members, "")) {
                peg::node_id const key = b_->choice({key_of("function_name"), key_of("action")});
                read.any.push_back(b_->sequence({key, colon(), known_name()}));
            }
        }
        if (has_key(members, "")) {
            peg::node_id const name = d_.marked ? any_key(part::name) : known_name();
            read.naming.push_back(b_->sequence({name, colon(), commit(), arguments_value()}));
            read.any.push_back(read.naming.back());
        } else {
            // A member that is known by its key but not read is no call, where calls must be whole.
            peg::node_id const other = b_->choice({label(), other_member()});
            read.any.push_back(d_.strict ? b_->sequence({b_->reject(b_->choice(read.keys)), other}) : other);
        }
        if (d_.strict && !read.naming.empty()) {
            return whole_object(read.any, read.naming.front());
        }
        peg::node_id const member = b_->choice(read.any);
        // Without a marker only the front of the object is looked at, so that an answer in JSON is not held back.
        peg::node_id const first =
            d_.marked || read.naming.empty()
                ? member
                : b_->sequence({b_->star(b_->sequence({label(), comma()})),
                                outermost ? arguments_in_front(members) : b_->epsilon(),
                                any_of(read.naming)});
        peg::node_id const last_comma =
            d_.strict ? b_->epsilon() : b_->optional(b_->sequence({comma(), b_->look(b_->literal("}"))}));
        peg::node_id const more = b_->sequence({b_->star(b_->sequence({comma(), member})), last_comma});
        bool const certain = outermost && d_.marked;
        peg::node_id const ahead =
            certain ? b_->sequence({b_->look(any_.first_key()), b_->cut()}) : b_->epsilon();
        peg::node_id const one = certain ? b_->choice({name_as_key(members, read.keys), first}) : first;
        peg::node_id const filled = b_->sequence({ahead, one, more, any_.space()});
        peg::node_id const open =
            certain ? b_->optional(b_->sequence({b_->literal("{"), b_->look(b_->literal("{"))}))
                    : b_->epsilon();
        peg::node_id const close = outermost ? last_brace() : b_->literal("}");
        return b_->sequence({open, b_->literal("{"), any_.space(), filled, close});
    }

    /// arguments_first: where nothing but the name makes a call, those in front of it where they are short, or nothing.
    [[nodiscard]] peg::node_id arguments_in_front(std::vector<call_member> const& members) {
        using kind = call_member::kind;
        auto const name = std::ranges::find(members, kind::name, &call_member::is);
        if (d_.index > 0 || d_.strict || name == members.end() || name->key.empty()) {
            return b_->epsilon();
        }
        constexpr std::uint32_t longest = 900;
        constexpr std::size_t deepest = 4;
        peg::node_id const known = quoted_name();
        peg::node_id const named = b_->sequence({comma(), member(name->key, any_.in_quotes(known, known))});
        peg::node_id const behind_them = b_->sequence(
            {b_->repeat(b_->sequence({b_->reject(b_->sequence({b_->literal("}"), named})), b_->any()}), 0,
                        longest),
             b_->literal("}"), named});
        peg::node_id const escape = b_->sequence({b_->literal("\\"), b_->any()});
        peg::node_id const text = b_->sequence(
            {b_->literal("\""), b_->repeat(b_->choice({b_->chars("^\\\"\\\\"), escape}), 0, longest),
             b_->literal("\"")});
        peg::node_id object = b_->fail();
        for (std::size_t i = 0; i < deepest; ++i) {
            peg::node_id const some = b_->choice({text, object, b_->chars("^{}\\\"")});
            object = b_->sequence({b_->literal("{"), b_->repeat(some, 0, longest), b_->literal("}")});
        }
        peg::node_id const key = b_->sequence({argument_keys(members), colon()});
        peg::node_id const ahead = b_->sequence(
            {b_->look(b_->sequence({key, behind_them})), b_->look(b_->sequence({key, object, named}))});
        return b_->optional(b_->sequence({ahead, key, arguments_object(), comma()}));
    }

    /// The name of a known tool as the key of its arguments, which are an object: `{"f": {"a": 1}}`.
    ///
    /// others  keys that mean something else
    [[nodiscard]] peg::node_id name_as_key(std::vector<call_member> const& members,
                                           std::vector<peg::node_id> const& others) {
        auto const holds_arguments = [](tool const& t) { return other_members::is_usual(t.name); };
        if (d_.strict || has_key(members, "") || std::ranges::any_of(d_.tools, holds_arguments)) {
            return b_->fail();
        }
        return b_->sequence({b_->reject(b_->choice(others)), known_name(), colon(),
                             b_->look(b_->literal("{")), arguments_object()});
    }

    [[nodiscard]] static bool has_key(std::vector<call_member> const& members, std::string_view key) {
        return std::ranges::find(members, key, &call_member::key) != members.end();
    }

    /// An object with a name among its members.
    [[nodiscard]] peg::node_id whole_object(std::vector<peg::node_id> const& members, peg::node_id naming) {
        std::vector<peg::node_id> others;
        for (peg::node_id const m : members) {
            if (m != naming) {
                others.push_back(b_->sequence({b_->reject(naming), m}));
            }
        }
        peg::node_id const other = b_->choice(others);
        return b_->sequence({b_->literal("{"), any_.space(), b_->star(b_->sequence({other, comma()})), naming,
                             b_->star(b_->sequence({comma(), other})), any_.space(), b_->literal("}")});
    }

    /// A member that labels the call, whatever its dialect: `"type": "function"`.  It may be an id, or an argument.
    [[nodiscard]] peg::node_id label() {
        return b_->rule(d_.silent ? "call-label-silent" : "call-label", [&] {
            peg::node_id const value = short_value();
            std::vector<peg::node_id> keys;
            for (std::string_view const key : other_members::labels) {
                keys.push_back(key_of(key));
            }
            return b_->sequence({tag(part::key, b_->choice(keys)), colon(), tag(part::other, value)});
        });
    }

    /// That of a label: what goes on for longer is none, and is not held in front of an object that is no call.
    [[nodiscard]] peg::node_id short_value() {
        constexpr std::uint32_t longest = 900;  // some ids hold what their server knows of the call
        auto const text = [&](std::string_view letters) {
            return b_->repeat(b_->choice({b_->chars(letters), b_->sequence({b_->literal("\\"), b_->any()})}),
                              0, longest);
        };
        peg::node_id const digits = b_->chars("0-9.eE+-", 1, longest);
        return b_->choice({any_.in_quotes(text("^\\x22\\x5c"), text("^\\x27\\x5c")), digits,
                           b_->one_of({"true", "false", "null", "None"})});
    }

    /// A member that the dialect does not know.
    [[nodiscard]] peg::node_id other_member() {
        return b_->sequence({any_key(part::key), colon(), tag(part::other, any_.value())});
    }

    [[nodiscard]] peg::node_id any_key(part p) {
        return d_.strict ? any_text(p) : b_->choice({any_text(p), tag(p, any_.bare_key())});
    }

    [[nodiscard]] peg::node_id id_value() {
        return b_->choice({any_text(part::id), tag(part::id, b_->json_number()), any_.value()});
    }

    [[nodiscard]] peg::node_id known_name() {
        peg::node_id const name = tag(part::name, quoted_name());
        return any_.in_quotes(name, name);
    }
    /// bare_names: that of a known tool without quotes, told as a part where it is `told`.
    [[nodiscard]] peg::node_id bare_name(bool told) {
        if (d_.strict) {
            return b_->fail();
        }
        peg::node_id const name = known_names(true);
        return b_->sequence({told ? tag(part::name, name) : name, b_->look(b_->chars(" \\t\\r\\n,}"))});
    }

    [[nodiscard]] peg::node_id name_value() {
        return d_.marked ? b_->choice({any_text(part::name), bare_name(true)})
                         : b_->sequence({b_->choice({known_name(), bare_name(true)}), b_->cut()});
    }

    struct known_key {
        std::string text;
        peg::node_id node;
    };
    std::vector<known_key> keys_{};
    peg::node_id colon_ = peg::none;
    peg::node_id comma_ = peg::none;
    peg::node_id arguments_value_ = peg::none;
};

}  // namespace parlance::chat::detail
