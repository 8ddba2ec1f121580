// parlance/schema/lower.hpp - JSON Schema becomes a network, exactly, or is refused with the reason
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/impossible.hpp>
#include <parlance/schema/detail/move_rules.hpp>
#include <parlance/schema/detail/raw.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::schema {

/// Lowers any number of schemas into one builder.  Rules that are the same (the characters of a string, any value,
/// equal schemas) exist once per lowerer, so use one for all tools of a format.
///
/// A rule accepts texts of JSON (RFC 8259) whose value satisfies the schema, written as the options say:
/// keys and constants in their canonical spelling, integers without a fraction or an exponent (7.0 is an integer, but
/// not written so), properties in the order of the options.  Where names of members are open, matchers see to it that
/// none comes twice (rtn::network::objects).  It never accepts another value; what cannot be had exactly is refused, or
/// widened as far as options::relaxed asks for it.  What is not enforced is in notes().
/// Errors: unsupported_keyword, invalid_keyword, unresolved_reference, unsatisfiable_schema, not_lowerable,
/// too_many_states, too_many_configurations, out_of_fuel, nested_too_deep; the hint begins with the JSON Pointer.
/// After an error the builder is as it was.
class lowerer {
public:
    explicit lowerer(rtn::builder& out, options const& how = {}, limits const& bounds = {})
        : out_(&out), how_(how), bounds_(bounds) {}

    /// The rule for values of `schema`.  Linear in the schema where it has no overlapping alternatives.
    [[nodiscard]] result<rtn::rule_id> lower(boost::json::value const& schema) {
        return run(schema, [](detail::writer& w, detail::goal const& g) { return w.write(g); });
    }

    /// The rule for a value that stands between markers without quotes: strings as they are, without any of the
    /// `delimiters` (also none that the text and a delimiter behind it would make earlier); other values as JSON.
    [[nodiscard]] result<rtn::rule_id> lower_raw(boost::json::value const& schema,
                                                 std::span<std::string_view const> delimiters) {
        return run(schema,
                   [&](detail::writer& w, detail::goal const& g) { return w.write_raw(g, delimiters); });
    }

    /// What was not enforced, each with its JSON Pointer.
    [[nodiscard]] std::vector<std::string> const& notes() const noexcept { return notes_; }

private:
    template <class Write>
    [[nodiscard]] result<rtn::rule_id> run(boost::json::value const& schema, Write&& write) {
        result<detail::document> const source = detail::document::make(schema, bounds_, how_.documents);
        if (!source) {
            return source.error();
        }
        detail::node_table nodes(*source, known_format);
        detail::writer w(nodes, shared_, how_, bounds_);
        if (auto const r = w.read_spaces(); !r) {
            return r.error();
        }
        detail::goal const whole{detail::holds(nodes.id_of(schema))};
        result<rtn::rule_id> const rule = write(w, whole);
        if (!rule) {
            detail::forget_unfinished(shared_);
            return rule.error();
        }
        notes_.insert(notes_.end(), nodes.notes().begin(), nodes.notes().end());
        std::span<rtn::object const> objects = w.objects();
        bool const open = std::any_of(objects.begin(), objects.end(), [](rtn::object const& o) {
            return o.names != rtn::member_names::listed;
        });
        if (open && !detail::watches_names(how_)) {
            notes_.emplace_back(": members of an object may have the same name");
            objects = {};
        }
        return detail::move_rules(std::move(w.built()).finish(), *rule, *out_, shared_, objects);
    }

    rtn::builder* out_;
    options how_;
    limits bounds_;
    detail::shared_rules shared_;
    std::vector<std::string> notes_;
};

/// One schema into a builder.
[[nodiscard]] inline result<rtn::rule_id> lower(boost::json::value const& schema, rtn::builder& out,
                                                options const& how = {}, limits const& bounds = {}) {
    return lowerer(out, how, bounds).lower(schema);
}
[[nodiscard]] inline result<rtn::rule_id> lower_raw(boost::json::value const& schema,
                                                    std::span<std::string_view const> delimiters,
                                                    rtn::builder& out, options const& how = {},
                                                    limits const& bounds = {}) {
    return lowerer(out, how, bounds).lower_raw(schema, delimiters);
}

/// A network of its own; with the white space of RFC 8259 also around the value.
[[nodiscard]] inline result<rtn::network> compile(boost::json::value const& schema, options const& how = {},
                                                  limits const& bounds = {}) {
    rtn::builder out;
    rtn::rule_id const root = out.add_rule("root");
    result<rtn::rule_id> const inner = lower(schema, out, how, bounds);
    if (!inner) {
        return inner.error();
    }
    rtn::state_id const end = out.add_state();
    rtn::state_id const begin = out.entry(root);
    if (how.whitespace == spaces::json) {
        for (rtn::state_id const s : {begin, end}) {
            out.bytes(s, '\t', '\n', s);
            out.bytes(s, '\r', '\r', s);
            out.bytes(s, ' ', ' ', s);
        }
    }
    out.call(begin, *inner, end);
    out.accept(end);
    out.root(root);
    return std::move(out).finish();
}

}  // namespace parlance::schema
