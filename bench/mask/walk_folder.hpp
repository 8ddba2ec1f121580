// bench/mask/walk_folder.hpp - every grammar of a folder walked along its texts, a row of figures for each
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "workload.hpp"
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/left_recursion.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace workload {

/// What walking a grammar once showed.
///
/// dead     positions whose mask allows nothing, or that refuse the text
/// limited  positions whose mask a limit cut short
/// bytes    of the prepared grammar and of all that was learnt about it
struct walked {
    std::vector<double> us;
    std::size_t dead = 0;
    std::size_t limited = 0;
    double first_mask_ms = 0;
    std::size_t bytes = 0;
};

/// Everything from the grammar's text on; nothing when it does not compile, which is printed.
inline std::optional<walked> walk_once(sample const& s, mask::token_index const& index, vocab::token_id end) {
    walked out;
    double const before = now_us();
    parlance::gbnf::options how;
    how.allow_left_recursion = true;
    auto const written = parlance::gbnf::compile(s.grammar, how);
    auto const table = written ? parlance::gbnf::without_left_recursion(*written) : written;
    if (!table) {
        std::fprintf(stderr, "%s: %s\n", s.name.c_str(), render(table.error(), s.grammar).c_str());
        return std::nullopt;
    }
    auto const net = parlance::rtn::from_gbnf(*table);
    auto const prepared = net ? mask::grammar::prepare(*net) : parlance::result<mask::grammar>{net.error()};
    if (!prepared) {
        std::fprintf(stderr, "%s: %s\n", s.name.c_str(), render(prepared.error()).c_str());
        return std::nullopt;
    }
    mask::compiled_grammar const compiled{*prepared, index};
    mask::matcher m{compiled};
    double const cost = clock_cost();
    for (std::string const& document : s.documents) {
        m.reset();
        auto const ids = tokenize(index, document);
        for (std::size_t i = 0; i <= ids.size(); ++i) {
            vocab::token_id const id = i < ids.size() ? ids[i] : end;
            double const a = now_us();
            mask::allowed_tokens const v = m.allowed();
            double const b = now_us();
            bool const accepted = m.accept(id);
            double const c = now_us();
            if (out.us.empty()) {
                out.first_mask_ms = (b - before) / 1000;
            }
            out.us.push_back(std::max(0.0, c - a - 2 * cost));
            bool const refused = i < ids.size() && (!accepted || ((v.words[id / 32] >> (id % 32)) & 1) == 0);
            out.dead += !mask::has_tokens(v.state) || refused;
            out.limited += v.state == mask::filled::limited;
            if (refused) {
                std::fprintf(stderr, "%s: refuses token %zu of a text\n", s.name.c_str(), i);
                break;
            }
        }
    }
    out.bytes = prepared->memory() + compiled.memory();
    return out;
}

/// The rows of one vocabulary; false when a grammar does not compile or has no positions.  Of `runs` walks, each with
/// nothing learnt before, the least time of each position counts.
inline bool walk_folder(fs::path const& folder, std::string const& vocabulary, int runs, std::string& rows) {
    auto const loaded = load(vocabulary);
    if (!loaded) {
        return false;
    }
    auto const index = mask::token_index::build(loaded->tokens);
    index->share(0);  // no walk is to find the masks of another one
    bool good = true;
    for (sample const& s : samples_in(folder)) {
        std::optional<walked> best;
        for (int run = 0; run < runs; ++run) {
            std::optional<walked> const here = walk_once(s, *index, loaded->end);
            if (!here) {
                break;
            }
            for (std::size_t i = 0; best && i < best->us.size(); ++i) {
                best->us[i] = std::min(best->us[i], here->us[i]);
            }
            if (best) {
                best->first_mask_ms = std::min(best->first_mask_ms, here->first_mask_ms);
            } else {
                best = here;
            }
        }
        if (!best || best->us.empty()) {
            std::fprintf(stderr, "%s: no positions\n", s.name.c_str());
            good = false;
            continue;
        }
        summary const t = summarise(best->us);
        char row[512];
        std::snprintf(
            row, sizeof row,
            "{\"grammar\":\"%s\",\"vocabulary\":\"%s\",\"positions\":%zu,\"dead\":%zu,\"limited\":%zu,"
            "\"mean_us\":%.3f,\"p50_us\":%.3f,\"p99_us\":%.3f,\"max_us\":%.3f,\"first_mask_ms\":%.3f,"
            "\"bytes\":%zu}",
            s.name.c_str(), fs::path(vocabulary).filename().c_str(), best->us.size(), best->dead,
            best->limited, t.mean, t.p50, t.p99, t.max, best->first_mask_ms, best->bytes);
        std::printf("%s\n", row);
        rows += (rows.empty() ? "" : ",\n") + std::string{row};
    }
    return good;
}

}  // namespace workload
