// parlance/jinja/impl/compiled_template.ipp - definitions of what parlance/jinja/compiled_template.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/jinja/compiled_template.hpp>
#include <parlance/jinja/detail/syntax/ast.hpp>
#include <parlance/jinja/detail/syntax/compiler.hpp>
#include <parlance/jinja/detail/syntax/lexer.hpp>
#include <parlance/jinja/detail/syntax/parser.hpp>
#include <parlance/jinja/detail/vm/fault.hpp>
#include <parlance/jinja/detail/vm/machine.hpp>
#include <parlance/jinja/detail/vm/program.hpp>
#include <parlance/jinja/options.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <boost/json/fwd.hpp>
#include <boost/json/object.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace parlance::jinja {

std::string_view compiled_template::source() const noexcept { return program_->original; }

std::string_view compiled_template::name() const noexcept { return program_->name; }

std::string compiled_template::explain(diagnostic const& d) const {
    return parlance::render(d, source(), name());
}

diagnostic compiled_template::locate(program const& p, fault const& f) {
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

result<compiled_template> compiled_template::compile(std::string_view source, compile_options const& how) {
    if (source.size() > how.limits.template_bytes) {
        return diagnostic{errc::source_too_large, {}, 0, {}};
    }
    auto p = std::make_shared<program>();
    p->original = source;
    p->name = how.name;
    try {
        p->literals.source = normalise_newlines(source, how.limits.stop);
        ast tree;
        parser(p->literals, tree, how.limits).parse();
        compiler(tree, *p).compile();
    } catch (fault const& f) {
        return locate(*p, f);
    }
    return compiled_template(std::move(p));
}

result<rendering> compiled_template::render(boost::json::object const& context,
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
