// parlance/jinja/compiled_template.hpp - compile a chat template once, render it often
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/fwd.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::jinja {

struct fault;
struct program;

/// A compiled template.  Immutable: copies share the program, and any number of threads may render at once.
class compiled_template {
public:
    // never moved, only shared: an object that was moved from would have nothing to look at
    compiled_template(compiled_template const&) noexcept = default;
    compiled_template& operator=(compiled_template const&) noexcept = default;

    /// Compiles `source` (copied) as transformers' environment would.
    ///
    /// errors  jinja_syntax, jinja_unknown_filter, source_too_large (limits.template_bytes), nested_too_deep
    /// cost    linear in the source for templates people write
    [[nodiscard]] PARLANCE_DECL static result<compiled_template> compile(std::string_view source,
                                                                         compile_options const& how = {});

    /// Renders with the variables of `context`, which must outlive the call and is not changed.
    ///
    /// errors  jinja_raised for the template's own raise_exception; jinja_undefined, jinja_type, jinja_value,
    ///         jinja_security for faults of the template or its data, circular_value for one that contains itself;
    ///         calls_too_deep, out_of_fuel, out_of_memory_budget, output_too_large, range_too_long,
    ///         width_too_large, nested_too_deep for the budgets in `how.limits`.  The place is in source().
    /// stack   constant, some tens of KiB
    [[nodiscard]] PARLANCE_DECL result<rendering> render(boost::json::object const& context,
                                                         render_options const& how = {}) const;

    /// The text the template was compiled from; diagnostics point into it.
    [[nodiscard]] PARLANCE_DECL std::string_view source() const noexcept;

    /// What compile_options::name said.
    [[nodiscard]] PARLANCE_DECL std::string_view name() const noexcept;

    /// A diagnostic of this template as a compiler would print it: name, line, column, sentence, the line, a caret.
    [[nodiscard]] PARLANCE_DECL std::string explain(diagnostic const& d) const;

private:
    explicit compiled_template(std::shared_ptr<program const> p) noexcept : program_(std::move(p)) {}

    /// The diagnostic of a fault: its place moved from the normalised source to the one that was given.
    [[nodiscard]] PARLANCE_DECL static diagnostic locate(program const& p, fault const& f);

    std::shared_ptr<program const> program_;
};

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/impl/compiled_template.ipp>
#endif
