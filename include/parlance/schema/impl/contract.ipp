// parlance/schema/impl/contract.ipp - definitions of what parlance/schema/contract.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/contract.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/read/document.hpp>
#include <parlance/schema/detail/read/load.hpp>
#include <parlance/schema/detail/read/pointer.hpp>
#include <parlance/schema/format.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/blocks.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/text/spelling.hpp>
#include <parlance/text/work.hpp>
#include <boost/json/array.hpp>
#include <boost/json/monotonic_resource.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parlance::schema::detail {

/// Walks the schemas of a document and says what each of their keywords is, before anything is compiled.
class keyword_reader {
public:
    keyword_reader(document const& source, options const& how, blocks<keyword_treatment>& out, work& spent)
        : source_(&source), how_(&how), out_(&out), spent_(&spent) {}

    /// Not all of it where `spent` says that it could not be paid for.
    PARLANCE_DECL void read(boost::json::value const& schema, std::string const& at);

private:
    /// Why the keyword asserts nothing here, empty where it does; and what it may be meant as.
    [[nodiscard]] PARLANCE_DECL std::string_view idle(boost::json::object const& all, std::string_view key,
                                                      boost::json::value const& v,
                                                      std::string_view& meant) const;
    PARLANCE_DECL void below(boost::json::value const& v, std::string_view key, std::string const& at);

    document const* source_;
    options const* how_;
    blocks<keyword_treatment>* out_;
    work* spent_;
};

/// The format that is spelled like `name`; empty where none is.
inline std::string_view misspelled_format(std::string_view name) noexcept {
    std::string_view out;
    std::size_t least = different;
    for (std::string_view const each : known_formats) {
        if (std::size_t const edits = misspelling(name, each); edits < least) {
            least = edits;
            out = each;
        }
    }
    return out;
}

std::string_view keyword_reader::idle(boost::json::object const& all, std::string_view key,
                                      boost::json::value const& v, std::string_view& meant) const {
    keyword const* const known = find_keyword(key);
    draft const version = source_->version(all);
    if (known == nullptr) {
        bool const content = key == "contentEncoding" || key == "contentMediaType" || key == "contentSchema";
        if (content) {
            return "content is not read";
        }
        meant = misspelled_keyword(key);
        return "asserts nothing";
    }
    if (version != draft::any && (version < known->from || version > known->to)) {
        return "not known in this draft";
    }
    if (version != draft::any && version <= draft::d7 && key != "$ref" && all.contains("$ref")) {
        return "means nothing beside $ref in this draft";
    }
    auto const without = [&](std::string_view other) { return !all.contains(other); };
    if (((key == "then" || key == "else") && without("if")) ||
        (key == "if" && without("then") && without("else")) ||
        ((key == "minContains" || key == "maxContains") && without("contains")) ||
        (key == "additionalItems" && (without("items") || !all.at("items").is_array()))) {
        return "means nothing without the keyword that it belongs to";
    }
    if (key == "format" && !(v.is_string() && known_format(v.get_string()))) {
        meant = v.is_string() ? misspelled_format(v.get_string()) : std::string_view{};
        return "this format is not enforced";
    }
    return {};
}

void keyword_reader::below(boost::json::value const& v, std::string_view key, std::string const& at) {
    if (document::names_schemas(key)) {
        if (v.is_object()) {
            for (auto const& member : v.get_object()) {
                read(member.value(), at + "/" + escape_pointer(member.key()));
            }
        }
    } else if (document::holds_schemas(key)) {
        if (v.is_array()) {
            for (std::size_t i = 0; i < v.get_array().size(); ++i) {
                read(v.get_array()[i], at + "/" + std::to_string(i));
            }
        } else {
            read(v, at);
        }
    }
}

void keyword_reader::read(boost::json::value const& schema, std::string const& at) {
    if (!schema.is_object()) {
        return;
    }
    constexpr std::uint64_t steps_of_a_keyword = 200;
    constexpr std::uint64_t steps_of_an_unknown_one = 2'000;  // is it one, misspelled?
    constexpr std::size_t bytes_of_a_keyword = 200;
    for (auto const& member : schema.get_object()) {
        std::uint64_t const steps = find_keyword(member.key()) ? steps_of_a_keyword : steps_of_an_unknown_one;
        std::size_t const length = at.size() + member.key().size();  // of its place, which is kept
        if (!spent_->spend(steps + length) || !spent_->hold(bytes_of_a_keyword + length)) {
            return;
        }
        std::string const place = at + "/" + escape_pointer(member.key());
        std::string_view meant;
        std::string why(idle(schema.get_object(), member.key(), member.value(), meant));
        bool const strict = how_->strict_formats && member.key() == "format" && !why.empty();
        treatment const is = why.empty() ? treatment::enforced
                             : strict    ? treatment::refused
                                         : treatment::annotation;
        if (!meant.empty()) {
            why.append("; did you mean '").append(meant).append("'?");
        }
        out_->push_back({place, member.key(), is, std::move(why), std::string(meant)});
        below(member.value(), member.key(), place);
    }
}

inline constexpr std::size_t most_refusals = 64;

[[nodiscard]] inline result<std::vector<keyword_treatment>>
keywords_of(document const& source, boost::json::value const& schema, options const& how, work& spent) {
    constexpr std::uint64_t steps_of_a_keyword = 20;  // to move it
    blocks<keyword_treatment> met;                    // a vector of them moves as a whole when it grows
    keyword_reader(source, how, met, spent).read(schema, "");
    std::vector<keyword_treatment> out;
    out.reserve(met.size() + most_refusals);  // so that none of them moves all
    paid_rounds each(spent, steps_of_a_keyword);
    for (std::size_t i = 0; i < met.size() && each.next(); ++i) {
        out.push_back(std::move(met[i]));
    }
    if (spent.why() != errc::none) {
        return spent.error("the keywords of a schema");
    }
    return out;
}

/// Leaves out what `pointer` leads to; false when it leads nowhere, or to all.
[[nodiscard]] inline bool leave_out(boost::json::value& schema, std::string_view pointer) {
    std::size_t const last = pointer.rfind('/');
    if (last == std::string_view::npos) {
        return false;
    }
    auto* const parent = const_cast<boost::json::value*>(walk(&schema, pointer.substr(0, last)));
    std::string const key = unescape_fragment(pointer.substr(last + 1));
    if (parent != nullptr && parent->is_object() && parent->get_object().contains(key)) {
        if (find_keyword(key) != nullptr) {
            parent->get_object().erase(key);
        } else {
            parent->get_object()[key] = true;
        }
        return true;
    }
    auto* const item = const_cast<boost::json::value*>(walk(&schema, pointer));
    if (item == nullptr) {
        return false;
    }
    *item = true;
    return true;
}

/// The keyword that a refusal is about: the hint begins with its pointer, or with that of its schema.
[[nodiscard]] inline keyword_treatment refusal(boost::json::value const& schema, diagnostic const& d) {
    std::string_view const hint = d.hint.view();
    bool const below = hint.starts_with('/');  // else it is about the whole schema, whose pointer is empty
    std::size_t const colon = below ? (std::min)(hint.find(": "), hint.size()) : 0;
    std::string pointer(hint.substr(0, colon));
    std::string_view const why = !below ? hint : hint.substr((std::min)(colon + 2, hint.size()));
    keyword_treatment out{pointer, {}, treatment::refused, std::string(describe(d.code)), {}};
    if (!why.empty()) {
        out.reason.append(": ").append(why);
    }
    std::string_view const last =
        std::string_view(pointer).substr((std::min)(pointer.rfind('/') + 1, pointer.size()));
    boost::json::value const* const at = walk(&schema, pointer);
    boost::json::object const* const all = at == nullptr ? nullptr : at->if_object();
    for (std::string_view const key :
         {why, why.starts_with("regular expression") ? std::string_view("pattern") : std::string_view{}}) {
        if (all != nullptr && find_keyword(key) != nullptr && all->contains(key)) {
            out.keyword = key;
            out.pointer += "/" + escape_pointer(key);
            return out;
        }
    }
    if (find_keyword(last) != nullptr) {
        out.keyword = last;
    }
    return out;
}

}  // namespace parlance::schema::detail

namespace parlance::schema {

std::string_view name_of(treatment t) noexcept {
    switch (t) {
    case treatment::enforced: return "enforced";
    case treatment::annotation: return "annotation";
    case treatment::widened: return "widened";
    case treatment::refused: break;
    }
    return "refused";
}

result<std::vector<keyword_treatment>> contract(boost::json::value const& schema, options const& how,
                                                limits const& bounds) {
    work spent(bounds);
    result<detail::document> source = detail::document::make(schema, bounds, how.documents, spent);
    if (!source) {
        return source.error();
    }
    result<std::vector<keyword_treatment>> read = detail::keywords_of(*source, schema, how, spent);
    work looks(bounds.stop);
    static_cast<void>(source->free(looks));
    if (!read) {
        return read;
    }
    std::vector<keyword_treatment> out = *std::move(read);
    options lenient = how;
    lenient.strict_formats = false;  // those are in the list already
    // the schema without what is refused, once something is; in memory that is given back at once
    boost::json::monotonic_resource memory;
    boost::json::value less(&memory);
    bool left_out = false;
    limits rest = detail::left_of(bounds, spent);
    for (std::size_t round = 0; round < detail::most_refusals; ++round) {
        rtn::builder network;
        lowerer lower(network, lenient, rest);
        result<rtn::rule_id> const done = lower.lower(left_out ? less : schema);
        if (!done && done.error().code == errc::cancelled) {
            return done.error();
        }
        for (std::string_view const about : {"uniqueItems", "pattern"}) {
            bool const noted = std::any_of(lower.notes().begin(), lower.notes().end(),
                                           [&](std::string const& note) { return note.starts_with(about); });
            for (keyword_treatment& k : out) {
                if (noted && k.keyword == about && k.is == treatment::enforced) {
                    k.is = treatment::widened;
                    k.reason = "where it cannot be had exactly";
                }
            }
        }
        rest.fuel -= (std::min)(rest.fuel, lower.steps());
        lower.forget();
        network.free(looks);
        bool const used_up = round > 0 && !done && done.error().code == errc::out_of_fuel;
        if (done || used_up) {
            break;  // of what is refused besides, nothing is known
        }
        keyword_treatment no = detail::refusal(left_out ? less : schema, done.error());
        auto const same = std::find_if(out.begin(), out.end(), [&](keyword_treatment const& k) {
            return k.pointer == no.pointer && k.is != treatment::refused;
        });
        std::string const pointer = no.pointer;
        if (same != out.end()) {
            same->is = treatment::refused;
            same->reason = std::move(no.reason);
        } else {
            out.push_back(std::move(no));
        }
        if (!left_out) {
            less = schema;
            left_out = true;
        }
        if (!detail::leave_out(less, pointer)) {
            break;
        }
    }
    return out;
}

boost::json::value to_json(std::span<keyword_treatment const> contract) {
    boost::json::array out;
    for (keyword_treatment const& k : contract) {
        boost::json::object row{{"pointer", k.pointer}, {"keyword", k.keyword}, {"treatment", name_of(k.is)}};
        if (!k.reason.empty()) {
            row["reason"] = k.reason;
        }
        if (!k.meant.empty()) {
            row["meant"] = k.meant;
        }
        out.push_back(std::move(row));
    }
    return out;
}

std::string to_text(std::span<keyword_treatment const> contract) {
    std::string out;
    for (keyword_treatment const& k : contract) {
        out.append(name_of(k.is)).append(" ").append(k.pointer.empty() ? "(the schema)" : k.pointer);
        if (!k.reason.empty()) {
            out.append(": ").append(k.reason);
        }
        out += '\n';
    }
    return out;
}

}  // namespace parlance::schema
