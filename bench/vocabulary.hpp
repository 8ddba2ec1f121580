// bench/vocabulary.hpp - a vocabulary to measure with, from a file of any format or a model's folder
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/load.hpp>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <utility>

namespace measuring {

struct vocabulary {
    parlance::vocab::token_list tokens;
    parlance::vocab::token_id end = 0;  // one that ends the text
};

/// Where no token ends the text, as in ranks without special tokens, there is one more behind them that does.  What
/// cannot be read is told on stdout.
inline std::optional<vocabulary> load(std::filesystem::path const& path) {
    namespace vocab = parlance::vocab;
    auto found = vocab::load(path);
    for (vocab::token_id id = 0; found && id < found->tokens.size(); ++id) {
        if (found->tokens.ends(id)) {
            return vocabulary{std::move(found->tokens), id};
        }
    }
    auto const end = static_cast<vocab::token_id>(found ? found->tokens.size() : 0);
    if (found) {
        vocab::named_token const special[] = {{"<|end_of_text|>", end}};
        found = vocab::load(path, {.specials = special});
    }
    if (!found) {
        std::printf("%s: %s\n", path.string().c_str(), render(found.error()).c_str());
        return std::nullopt;
    }
    return vocabulary{std::move(found->tokens), end};
}

}  // namespace measuring
