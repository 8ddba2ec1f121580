// parlance/gbnf/detail/left_edges.hpp - which rules of a grammar refer to each other at their left edges
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/check.hpp>
#include <parlance/gbnf/detail/buffer.hpp>
#include <parlance/gbnf/detail/components.hpp>
#include <parlance/gbnf/detail/facts.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/gbnf/detail/written_rules.hpp>
#include <parlance/gbnf/grammar.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/vec.hpp>
#include <parlance/text/work.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace parlance::gbnf::detail {

/// Groups the rules of a grammar into components: those that refer to each other at their left edges.  Rules that can
/// match no text are left out where there is left recursion in them.
class left_edges {
public:
    left_edges(grammar_view const& g, stop_asker& asked, work& spent)
        : g_(g),
          asked_(asked),
          spent_(spent),
          known_(g, asked),
          nullable_(known_.nullable()),
          owner_(known_.owners()),
          cycles_(known_.left_recursion(nullable_, 1000)) {}

    [[nodiscard]] bool recursive() const noexcept { return !cycles_.empty(); }

    /// Finds the components, and the rules to leave out; what is wrong with the grammar, if anything is.
    [[nodiscard]] diagnostic find() {
        find_components();
        buffer<char> const productive = known_.productive();
        auto const ends = [&](std::uint32_t r) { return productive.data[r] != 0; };
        bool endless = false;  // rules that can match no text
        for (auto const& cycle : cycles_) {
            bool const all_end = std::all_of(cycle.begin(), cycle.end(), ends);
            if (!all_end && (!ends(g_.root) || has_undefined())) {
                return diagnostic{errc::left_recursion, {}, 0, cycle_text(g_, cycle)};
            }
            endless = endless || !all_end;
        }
        if (endless) {  // again without what refers to rules that can match nothing at all
            left_out.resize(g_.rule_count());
            for (std::uint32_t r = 0; r < left_out.size() && asked_.next(); ++r) {
                left_out[r] = ends(r) ? 0 : 1;
            }
            find_components();
        }
        return asked_.stopped() ? diagnostic{errc::cancelled} : diagnostic{};
    }

    /// Calls `f` with each alternative of rule `r`, without what needs rules that are left out.
    template <class F>
    void alternatives(std::uint32_t r, F&& f) const {
        each_alternative(g_.rule(r), left_out, f);
    }

    [[nodiscard]] bool is_nullable(std::uint32_t r) const noexcept { return nullable_.data[r] != 0; }
    [[nodiscard]] bool is_nullable(item one) const noexcept {
        return is_optional(one) || (body(one).kind == element_kind::rule_ref && is_nullable(body(one).value));
    }
    /// The name of a rule, or of the one in which a group stands.
    [[nodiscard]] std::string_view name(std::uint32_t r) const noexcept { return g_.name(owner_.data[r]); }

    vec<char> left_out;               // a flag for each rule; empty where none is
    vec<std::uint32_t> component;     // of a rule: its number, or no_component
    vec<std::uint32_t> place;         // of a rule: among those of its component
    vec<vec<std::uint32_t>> members;  // of a component

private:
    void find_components() {
        component =
            cyclic_components(static_cast<std::uint32_t>(g_.rule_count()), [&](std::uint32_t r, auto&& edge) {
                alternatives(r, [&](item s) {
                    each_item(s, [&](item one) {
                        if (body(one).kind == element_kind::rule_ref && !is_never(one)) {
                            edge(body(one).value);
                        }
                        return spent_.spend(20) && is_nullable(one);
                    });
                });
            });
        members.clear();
        place.assign(component.size(), 0);
        for (std::uint32_t r = 0; r < component.size() && spent_.spend(20); ++r) {
            if (component[r] != no_component) {
                members.resize((std::max)(members.size(), std::size_t{component[r]} + 1));
                vec<std::uint32_t>& all = members[component[r]];
                place[r] = static_cast<std::uint32_t>(all.size());
                all.push_back(r);
            }
        }
    }
    [[nodiscard]] bool has_undefined() const {
        for (std::uint32_t r = 0; r < g_.rule_count() && asked_.next(); ++r) {
            if (g_.rule(r).empty()) {
                return true;
            }
        }
        return false;
    }

    grammar_view g_;
    stop_asker& asked_;
    work& spent_;
    facts known_;
    buffer<char> nullable_;
    buffer<std::uint32_t> owner_;  // of a rule: the one with a name in which it stands
    std::vector<std::vector<std::uint32_t>> cycles_;
};

}  // namespace parlance::gbnf::detail
