// parlance/hf/impl/regex.ipp - definitions of what parlance/hf/regex.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/regex.hpp>
#include <parlance/hf/detail/regex_compiler.hpp>
#include <parlance/hf/detail/regex_set.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <bitset>
#include <cstdint>

namespace parlance::hf {

result<regex> regex::compile(std::string_view pattern, limits const& bounds) {
    constexpr std::size_t longest = 16'384;
    if (pattern.size() > (std::min)(longest, bounds.source_bytes)) {
        return diagnostic{errc::source_too_large, {}, 0, "regular expression"};
    }
    work looks(bounds.stop);
    if (!looks.look()) {
        return looks.error("regular expression");
    }
    auto checked = detail::pcre2_pattern::compile(
        pattern, bounds.stop);  // also where it is not run: it knows what is an error
    if (!looks.look()) {
        return looks.error("regular expression");
    }
    if (!checked) {
        return checked.error();
    }
    regex out;
    out.source_ = pattern;
    auto program = detail::regex_compiler(pattern, looks).compile();
    if (looks.why() != errc::none) {
        return looks.error("regular expression");
    }
    if (program) {
        out.program_ = std::make_shared<detail::regex_program const>(*std::move(program));
    } else {
        out.pcre2_ = std::make_shared<detail::pcre2_pattern const>(*std::move(checked));
    }
    return out;
}

regex regex::of_literals(std::vector<std::string> texts) {
    work never{stop_token()};
    return of_literals(std::move(texts), never);
}

regex regex::of_literals(std::vector<std::string> texts, work& looks) {
    regex out;
    out.program_ = std::make_shared<detail::regex_program const>(
        detail::regex_compiler::of_literals(std::move(texts), looks));
    return out;
}

std::vector<std::string> const& regex::names() const noexcept {
    return program_ ? program_->names : pcre2_->names();
}

regex_match regex::search(std::string_view text, std::size_t from, bool not_empty) const {
    work paid{limits{}};
    if (!program_) {
        return pcre2_->search(text, from, false, paid, true, not_empty);
    }
    detail::regex_search run(*program_);
    return search(run, text, from, not_empty, paid);
}

regex_match regex::search(std::string_view text, work& paid) const {
    if (!program_) {
        return pcre2_->search(text, 0, false, paid);
    }
    detail::regex_search run(*program_);
    return search(run, text, 0, false, paid);
}

regex_match regex::search_partial(std::string_view text) const {
    work paid{limits{}};
    if (regex_match found = search(text, paid); found.is != regex_match::verdict::none) {
        return found;
    }
    if (!program_) {
        return pcre2_->search(text, 0, true, paid);
    }
    detail::regex_search run(*program_);
    if (!step(run, text, 0, paid)) {
        return {regex_match::verdict::limit, {}};
    }
    std::size_t const begin = run.earliest(text.size());
    return begin < text.size() ? regex_match{regex_match::verdict::partial, {{begin, text.size()}}}
                               : regex_match{};
}

std::vector<regex_match> regex::all(std::string_view text) const {
    std::vector<regex_match> out;
    each(text, [&](regex_match const& m) {
        out.push_back(m);
        return true;
    });
    return out;
}

regex_match regex::search(detail::regex_search& run, std::string_view text, std::size_t from, bool not_empty,
                          work& paid) {
    run.restart(from, not_empty);
    if (!step(run, text, from, paid)) {
        return {regex_match::verdict::limit, {}};
    }
    if (!run.done()) {
        run.finish(text.size());
    }
    return run.found() ? regex_match{regex_match::verdict::match, run.match()} : regex_match{};
}

bool regex::step(detail::regex_search& run, std::string_view text, std::size_t at, work& paid) {
    constexpr std::size_t skipped_at_once = 4096;  // bytes, until they are paid for
    std::uint64_t spent = run.spent();
    while (at < text.size() && !run.done()) {
        std::size_t const from_here = at;
        std::size_t const end = text.size() - at > skipped_at_once ? at + skipped_at_once : text.size();
        while (at < end && run.skips()[static_cast<unsigned char>(text[at])]) {
            ++at;
        }
        if (at != from_here) {
            run.advance(at - from_here);
        } else {
            utf8::decoded const d = utf8::decode(text.substr(at));
            std::size_t const next = at + (d.valid ? d.length : 1);
            run.step(d.valid ? d.value : detail::bad_byte(text[at]), at, next);
            at = next;
        }
        if (!paid.spend(run.spent() - spent)) {
            return false;
        }
        spent = run.spent();
    }
    return true;
}

}  // namespace parlance::hf
