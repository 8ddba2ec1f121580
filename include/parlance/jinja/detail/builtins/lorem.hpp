// parlance/jinja/detail/builtins/lorem.hpp - text without meaning: the function lipsum()
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <cstdint>
#include <string_view>

namespace parlance::jinja::detail {

inline constexpr std::string_view lorem_words[] = {
    "ad",     "amet",  "aqua",   "arbor",  "caelum", "civis",  "cor",  "dies",   "dolor",  "dux",     "ego",
    "et",     "fama",  "filius", "flos",   "forum",  "gens",   "hora", "ignis",  "in",     "ipsum",   "iter",
    "labor",  "lex",   "liber",  "locus",  "lorem",  "luna",   "lux",  "magnus", "manus",  "mare",    "mens",
    "mons",   "mos",   "nec",    "nox",    "omnis",  "orbis",  "pars", "pax",    "pons",   "populus", "porta",
    "quaero", "ratio", "res",    "rosa",   "sed",    "silva",  "sit",  "sol",    "tempus", "terra",   "unda",
    "urbs",   "ut",    "venio",  "verbum", "via",    "victor", "vir",  "vita",   "vox",
};

/// lipsum(n=5, html=True, min=20, max=100): `n` paragraphs of `min` to `max - 1` words.
[[nodiscard]] PARLANCE_RARE value lipsum(runtime& rt, call_arguments const& args);

}  // namespace parlance::jinja::detail

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/lorem.ipp>
#endif
