// parlance/chat/impl/check.ipp - definitions of what parlance/chat/check.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/check.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <parlance/chat/detail/typed_value.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/schema/validate.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/hash_map.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

namespace parlance::chat::detail {

/// The schema of what stands at a JSON Pointer of a value, followed through properties and items; null where it is not
/// that simple.
PARLANCE_DECL boost::json::value const* schema_at(boost::json::value const& schema,
                                                  std::string_view pointer) {
    auto const* root = schema.if_object();
    boost::json::value const* at = &schema;
    while (at != nullptr && root != nullptr) {
        auto const* here = at->if_object();
        if (here == nullptr) {
            return nullptr;
        }
        if (auto const* target = referred(*here, *root)) {
            at = target;
            here = at->if_object();
        }
        if (pointer.empty() || here == nullptr) {
            return at;
        }
        pointer.remove_prefix(1);
        std::string_view const step = pointer.substr(0, pointer.find('/'));
        pointer.remove_prefix(step.size());
        auto const* named = property_of(*at, step);
        at = named != nullptr ? named : here->if_contains("items");
    }
    return nullptr;
}

/// What a keyword asks for, in words.
PARLANCE_DECL std::string wanted_by(std::string_view keyword, boost::json::value const* schema,
                                    boost::json::value const* found) {
    auto const* object = schema != nullptr ? schema->if_object() : nullptr;
    auto const* asked = object != nullptr ? object->if_contains(keyword) : nullptr;
    std::string const said = asked != nullptr ? json::dump(*asked) : std::string();
    std::string const have = found != nullptr ? json::dump(*found) : std::string();
    constexpr std::size_t longest = 80;
    std::string const shown = have.size() <= longest ? have : "it";
    if (keyword == "type") {
        std::string const names =
            asked != nullptr && asked->is_string() ? std::string(asked->get_string()) : said;
        return shown + " is not of type " + (names.empty() ? "that is wanted" : names);
    }
    if (keyword == "required" && asked != nullptr && asked->is_array() && found != nullptr &&
        found->is_object()) {
        std::string missing;
        for (auto const& name : asked->get_array()) {
            if (name.is_string() && !found->get_object().contains(name.get_string())) {
                missing.append(missing.empty() ? "" : ", ").append(name.get_string());
            }
        }
        return "missing: " + missing;
    }
    if (keyword == "enum" || keyword == "const") {
        return shown + " is not " + (keyword == "enum" ? "one of " : "") + said;
    }
    if (keyword == "false") {
        return "there is no such argument";
    }
    return said.empty() ? shown + " does not satisfy " + std::string(keyword)
                        : shown + " does not satisfy " + std::string(keyword) + " " + said;
}

/// The types that schemas allow, looked for once in each: a list may have thousands of items of one schema.
class known_types {
public:
    explicit known_types(boost::json::object const& root) : root_(&root) {}

    [[nodiscard]] boost::json::object const& root() const noexcept { return *root_; }
    [[nodiscard]] unsigned of(boost::json::value const& schema) {
        auto const entry = known_.try_emplace(&schema, 0U);
        if (entry.fresh) {
            entry.at.value = types_of(schema, *root_);
        }
        return entry.at.value;
    }

private:
    boost::json::object const* root_;
    hash_map<boost::json::value const*, unsigned> known_{};
};

/// Writes JSON again with values of the types that its schema asks for, and everything else byte for byte: a json::value
/// would keep of long numbers less than the text says.  The text must be JSON.
class json_typer {
public:
    json_typer(std::string_view text, known_types& known) : text_(text), known_(known) {}

    [[nodiscard]] std::string typed(boost::json::value const& schema, std::size_t depth = 0) && {
        blank();
        value(schema, depth);
        return std::move(out_.append(text_.substr(at_)));
    }

private:
    void value(boost::json::value const& schema, std::size_t depth) {
        auto const* s = schema.if_object();
        if (s == nullptr || depth > deepest_type) {
            out_.append(skipped());
            return;
        }
        if (auto const* target = referred(*s, known_.root())) {
            return value(*target, depth + 1);
        }
        if (text_[at_] == '{') {
            list(
                '}',
                [&] {
                    std::string_view const written = skipped();
                    auto const name = json::parse(written);
                    out_.append(written);
                    blank();
                    out_.push_back(text_[at_++]);  // the colon
                    blank();
                    return name && name->is_string() ? property_of(schema, name->get_string()) : nullptr;
                },
                depth);
        } else if (text_[at_] == '[') {
            list(']', [&] { return s->if_contains("items"); }, depth);
        } else {
            scalar(schema, depth);
        }
    }

    /// item  writes what stands in front of a value, and returns its schema
    template <class F>
    void list(char close, F const& item, std::size_t depth) {
        out_.push_back(text_[at_++]);
        for (blank(); text_[at_] != close; blank()) {
            if (text_[at_] == ',') {
                out_.push_back(text_[at_++]);
                continue;
            }
            boost::json::value const* const schema = item();
            if (schema != nullptr) {
                value(*schema, depth + 1);
            } else {
                out_.append(skipped());
            }
        }
        out_.push_back(text_[at_++]);
    }

    /// A string that is a value of another type, or a value that is to be a string.
    void scalar(boost::json::value const& schema, std::size_t depth) {
        std::string_view const written = skipped();
        auto const v = json::parse(written);
        unsigned const types = known_.of(schema);
        if (!v || types == 0 || (types & json_types::of(*v)) != 0) {
            out_.append(written);
        } else if (types == json_types::string && !v->is_null()) {
            json::append_quoted(out_, written);
        } else if (!v->is_string()) {
            out_.append(written);
        } else {
            std::string const held = to_json_text(v->get_string());
            auto const read = json::parse(held);
            bool const fraction =
                read && read->is_double() && names_type(schema, "integer") && !names_type(schema, "number");
            bool const fits = read && !read->is_string() && !fraction && (json_types::of(*read) & types) != 0;
            out_.append(fits ? json_typer(split(held).core, known_).typed(schema, depth)
                             : std::string(written));
        }
    }

    void blank() {
        std::size_t const end = (std::min)(text_.find_first_not_of(blanks, at_), text_.size());
        out_.append(text_.substr(at_, end - at_));
        at_ = end;
    }
    /// The value that begins here.
    [[nodiscard]] std::string_view skipped() {
        std::size_t const from = at_;
        std::size_t open = 0;
        do {
            char const c = text_[at_];
            if (c == '"') {
                for (++at_; text_[at_] != '"'; ++at_) {
                    at_ += text_[at_] == '\\';
                }
                ++at_;
            } else if (c == '{' || c == '[') {
                ++open;
                ++at_;
            } else if (c == '}' || c == ']') {
                --open;
                ++at_;
            } else {
                std::size_t const end = text_.find_first_of("\"{}[], \t\r\n", at_ + 1);
                at_ = (std::min)(end, text_.size());
            }
        } while (open > 0);
        return text_.substr(from, at_ - from);
    }

    std::string_view text_;
    known_types& known_;
    std::size_t at_ = 0;
    std::string out_{};
};

struct strict_arguments::known {
    tool const* of;
    schema::validator takes;
};

bool strict_arguments::refuses(tool const& t, std::string_view arguments) {
    if (!t.strict) {
        return false;
    }
    auto at = std::ranges::find(known_, &t, [](auto const& each) { return each->of; });
    if (at == known_.end()) {
        known_.push_back(std::make_shared<known>(known{&t, schema::validator(t.parameters)}));
        at = known_.end() - 1;
    }
    limits bounds;
    std::uint64_t const own = 1'000 * std::uint64_t{arguments.size()};
    bounds.fuel = (std::min)(bounds.fuel, own + (std::min<std::uint64_t>)(shared_, 1'000'000));
    auto const valid = (*at)->takes.check_text(arguments, bounds);
    std::uint64_t const used = (*at)->takes.fuel_used();
    shared_ -= used > own ? used - own : 0;
    constexpr errc verdicts[] = {errc::schema_violation, errc::out_of_fuel, errc::nested_too_deep,
                                 errc::invalid_utf8, errc::source_too_large};
    return !valid && std::ranges::find(verdicts, valid.error().code) != std::end(verdicts);
}

}  // namespace parlance::chat::detail

namespace parlance::chat {

std::optional<std::string> check(tool_call const& call, tool const& t) {
    std::string const front = "The call of " + t.name;
    if (!call.whole && !call.refused) {
        return front + " was cut off. Write it again, whole.";
    }
    std::string_view const arguments = call.arguments.empty() ? "{}" : std::string_view(call.arguments);
    auto const valid = schema::validator(t.parameters).check_text(arguments);
    if (valid && detail::split(arguments).core.starts_with('{')) {
        return std::nullopt;
    }
    auto const parsed = json::parse(arguments);
    if (!parsed) {
        return front + " is not valid JSON: " + std::string(describe(parsed.error().code)) + ", at byte " +
               std::to_string(parsed.error().at.offset) + " of its arguments.";
    }
    if (!parsed->is_object()) {
        return front + " is wrong: its arguments are not a JSON object.";
    }
    if (!valid && call.refused && valid.error().code != errc::schema_violation) {
        return front + " could not be checked: write its arguments in a simpler way.";
    }
    if (valid || valid.error().code != errc::schema_violation) {
        return std::nullopt;
    }
    std::string_view const hint = valid.error().hint.view();
    std::size_t const colon = hint.rfind(": ");
    std::string_view const pointer = hint.substr(0, colon == std::string_view::npos ? 0 : colon);
    std::string_view const keyword = colon == std::string_view::npos ? hint : hint.substr(colon + 2);
    boost::system::error_code absent;
    boost::json::value const* const found = parsed->find_pointer(pointer, absent);
    std::string out = front + " is wrong";
    if (!pointer.empty()) {
        out.append(" at ").append(pointer);
    }
    return out.append(": ")
        .append(detail::wanted_by(keyword, detail::schema_at(t.parameters, pointer), found))
        .append(". Call it again with arguments that fit its schema.");
}

std::optional<std::string> check(tool_call const& call, std::span<tool const> tools) {
    if (tool const* t = find_tool(tools, call.name)) {
        return check(call, *t);
    }
    std::string out = "There is no tool '" + call.name + "'. There are: ";
    constexpr std::size_t most = 20;
    for (std::size_t i = 0; i < tools.size() && i < most; ++i) {
        out.append(i == 0 ? "" : ", ").append(tools[i].name);
    }
    return out.append(tools.size() > most ? ", and others." : ".");
}

std::string typed_arguments(std::string_view arguments, tool const& t) {
    auto const parsed = json::parse(arguments);
    auto const* root = t.parameters.if_object();
    if (!parsed || !parsed->is_object() || root == nullptr) {
        return std::string(arguments);
    }
    detail::known_types known(*root);
    return detail::json_typer(arguments, known).typed(t.parameters);
}

void type_arguments(message& m, std::span<tool const> tools) {
    for (tool_call& call : m.calls) {
        if (tool const* t = find_tool(tools, call.name); t != nullptr && call.whole) {
            call.arguments = typed_arguments(call.arguments, *t);
        }
    }
}

}  // namespace parlance::chat
