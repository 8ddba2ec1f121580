// test/mask/fixture.hpp - small vocabularies and grammars for tests of masks
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/gbnf/compile.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/vocab/token_list.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mask_fixture {

namespace mask = parlance::mask;
namespace vocab = parlance::vocab;

/// A vocabulary of the given tokens, then "</s>" which ends, then the control token "<x>".
inline vocab::token_list vocabulary(std::vector<std::string> const& texts) {
    vocab::token_list_builder out;
    for (std::string const& t : texts) {
        out.add(t);
    }
    out.add("</s>", vocab::token_kind::control);
    out.end(static_cast<vocab::token_id>(texts.size()));
    out.add("<x>", vocab::token_kind::control);
    return *std::move(out).finish();
}

/// A grammar over such a vocabulary, which is too small to spell all that the grammar asks for: masks say what the grammar
/// says.
struct setup {
    setup(std::string_view grammar, std::vector<std::string> const& texts,
          mask::trigger starts = mask::trigger::eager(), parlance::limits const& bounds = {})
        : tokens(vocabulary(texts)),
          compiled(*mask::grammar::prepare(*parlance::rtn::from_gbnf(*parlance::gbnf::compile(grammar)),
                                           std::move(starts), bounds),
                   *mask::token_index::build(tokens), {.no_dead_ends = false}) {}

    /// The lowest token spelled so; one that does not exist when there is none.
    [[nodiscard]] vocab::token_id id(std::string_view text) const {
        vocab::token_id i = 0;
        while (i < tokens.size() && tokens.text(i) != text) {
            ++i;
        }
        return i;
    }
    [[nodiscard]] std::vector<vocab::token_id> ids(std::vector<std::string> const& texts) const {
        std::vector<vocab::token_id> out;
        for (std::string const& t : texts) {
            out.push_back(id(t));
        }
        return out;
    }
    /// The texts of the bits in a mask.
    [[nodiscard]] std::set<std::string> texts(std::vector<std::uint32_t> words) const {
        std::set<std::string> out;
        for (vocab::token_id i = 0; i < tokens.size(); ++i) {
            if (mask::bitmask{words}.test(i)) {
                out.emplace(tokens.text(i));
            }
        }
        return out;
    }
    [[nodiscard]] std::set<std::string> allowed(mask::matcher& m) const {
        std::vector<std::uint32_t> words(mask::words_for(tokens.size()));
        m.fill(words);
        return texts(std::move(words));
    }

    vocab::token_list tokens;
    mask::compiled_grammar compiled;
};

}  // namespace mask_fixture
