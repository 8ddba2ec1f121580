// parlance/schema/lower.hpp - JSON Schema becomes a network, exactly, or is refused with the reason
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/schema/detail/document.hpp>
#include <parlance/schema/detail/move_rules.hpp>
#include <parlance/schema/detail/node.hpp>
#include <parlance/schema/detail/solve.hpp>
#include <parlance/schema/detail/text.hpp>
#include <parlance/schema/detail/writer.hpp>
#include <parlance/schema/format.hpp>
#include <parlance/schema/options.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/value.hpp>
#include <span>
#include <string_view>

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
    [[nodiscard]] PARLANCE_DECL result<rtn::rule_id> lower(boost::json::value const& schema);

    /// The rule for a value that stands between markers without quotes: strings as they are, without any of the
    /// `delimiters` (also none that the text and a delimiter behind it would make earlier); other values as JSON.
    [[nodiscard]] PARLANCE_DECL result<rtn::rule_id> lower_raw(boost::json::value const& schema,
                                                               std::span<std::string_view const> delimiters);

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
[[nodiscard]] PARLANCE_DECL result<rtn::rule_id> lower(boost::json::value const& schema, rtn::builder& out,
                                                       options const& how = {}, limits const& bounds = {});
[[nodiscard]] PARLANCE_DECL result<rtn::rule_id> lower_raw(boost::json::value const& schema,
                                                           std::span<std::string_view const> delimiters,
                                                           rtn::builder& out, options const& how = {},
                                                           limits const& bounds = {});

/// A network of its own; with the white space of RFC 8259 also around the value.
[[nodiscard]] PARLANCE_DECL result<rtn::network> compile(boost::json::value const& schema,
                                                         options const& how = {}, limits const& bounds = {});

}  // namespace parlance::schema

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/schema/detail/impl/arrays.ipp>
#include <parlance/schema/detail/impl/constants.ipp>
#include <parlance/schema/detail/impl/contradictory.ipp>
#include <parlance/schema/detail/impl/goals.ipp>
#include <parlance/schema/detail/impl/impossible.ipp>
#include <parlance/schema/detail/impl/numbers.ipp>
#include <parlance/schema/detail/impl/objects.ipp>
#include <parlance/schema/detail/impl/open.ipp>
#include <parlance/schema/detail/impl/prune.ipp>
#include <parlance/schema/detail/impl/raw.ipp>
#include <parlance/schema/detail/impl/strings.ipp>
#include <parlance/schema/detail/impl/unevaluated.ipp>
#include <parlance/schema/detail/impl/unique.ipp>
#include <parlance/schema/impl/lower.ipp>
#endif
