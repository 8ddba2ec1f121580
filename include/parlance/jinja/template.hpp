// parlance/jinja/template.hpp - compile a chat template once, render it often
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/compiler.hpp>
#include <parlance/jinja/machine.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/jinja/parser.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/fwd.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::jinja {

/// A compiled template.  Immutable: copies share the program, and any number of threads may render at once.
class template_ {
public:
    /// Compiles `source` (copied) as transformers' environment would.
    ///
    /// errors  jinja_syntax, jinja_unknown_filter, source_too_large (limits.template_bytes), nested_too_deep
    /// cost    linear in the source for templates people write
    [[nodiscard]] static result<template_> compile(std::string_view source, compile_options const& how = {});

    /// Renders with the variables of `context`, which must outlive the call and is not changed.
    ///
    /// errors  jinja_raised for the template's own raise_exception; jinja_undefined, jinja_type, jinja_value,
    ///         jinja_security for faults of the template or its data, circular_value for one that contains itself;
    ///         calls_too_deep, out_of_fuel, out_of_memory_budget, output_too_large, range_too_long,
    ///         width_too_large, nested_too_deep for the budgets in `how.limits`.  The place is in source().
    /// stack   constant, some tens of KiB
    [[nodiscard]] result<rendering> render(boost::json::object const& context,
                                           render_options const& how = {}) const;

    /// The text the template was compiled from; diagnostics point into it.
    [[nodiscard]] std::string_view source() const noexcept { return program_->original; }

    /// What compile_options::name said.
    [[nodiscard]] std::string_view name() const noexcept { return program_->name; }

    /// A diagnostic of this template as a compiler would print it: name, line, column, sentence, the line, a caret.
    [[nodiscard]] std::string explain(diagnostic const& d) const {
        return parlance::render(d, source(), name());
    }

private:
    explicit template_(std::shared_ptr<program const> p) : program_(std::move(p)) {}

    /// The diagnostic of a fault: its place moved from the normalised source to the one that was given.
    [[nodiscard]] static diagnostic locate(program const& p, fault const& f);

    std::shared_ptr<program const> program_;
};

inline diagnostic template_::locate(program const& p, fault const& f) {
    std::string_view const source = p.original;
    if (f.at == fault::nowhere) {
        return {f.code, {}, 0, std::string_view(f.message)};
    }
    std::size_t at = f.at;
    if (source.find('\r') != source.npos) {
        std::size_t normalised = 0;
        for (at = 0; at < source.size() && normalised < f.at; ++at, ++normalised) {
            at += source.substr(at, 2) == "\r\n" ? 1 : 0;
        }
    }
    return diagnose(f.code, source, at, f.length, std::string_view(f.message));
}

inline result<template_> template_::compile(std::string_view source, compile_options const& how) {
    if (source.size() > how.limits.template_bytes) {
        return diagnostic{errc::source_too_large, {}, 0, {}};
    }
    auto p = std::make_shared<program>();
    p->original = source;
    p->name = how.name;
    p->literals.source = normalise_newlines(source);
    try {
        ast tree;
        parser(p->literals, tree, how.limits).parse();
        compiler(tree, *p).compile();
    } catch (fault const& f) {
        return locate(*p, f);
    }
    return template_(std::move(p));
}

inline result<rendering> template_::render(boost::json::object const& context,
                                           render_options const& how) const {
    try {
        return machine(*program_, context, how).run();
    } catch (fault const& f) {
        if (f.code == errc::jinja_raised && how.raised != nullptr) {
            *how.raised = f.message;
        }
        return locate(*program_, f);
    }
}

}  // namespace parlance::jinja
