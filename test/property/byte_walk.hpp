// test/property/byte_walk.hpp - random texts of a network, byte by byte
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/mask/matcher.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/vocab/token_list.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace walks {

/// The vocabulary of all bytes and an end.
inline parlance::mask::token_index const& bytes() {
    static parlance::mask::token_index const made = [] {
        static parlance::vocab::token_list const all_bytes = [] {
            parlance::vocab::token_list_builder all;
            for (int c = 0; c < 256; ++c) {
                all.add(std::string(1, static_cast<char>(c)), parlance::vocab::token_kind::normal);
            }
            all.add("</s>", parlance::vocab::token_kind::control);
            all.end(256);
            return std::move(all).finish().value();
        }();
        return parlance::mask::token_index::build(all_bytes.view()).value();
    }();
    return made;
}

/// Writes what one network allows.
class walker {
public:
    explicit walker(parlance::rtn::network const& net)
        : grammar_(parlance::mask::grammar::prepare(net).value()), cache_(grammar_, bytes()) {}
    walker(walker const&) = delete;
    walker& operator=(walker const&) = delete;

    /// A text that continues `front`, without it; nothing where `front` is not allowed; empty, too, where it does not end
    /// in time.
    ///
    /// words  texts that are written wherever one of them is allowed, more often than chance would
    [[nodiscard]] std::optional<std::string> walk(std::mt19937& random, std::string_view front = {},
                                                  std::span<std::string const> words = {}) {
        parlance::mask::matcher m(cache_);
        if (!m.accept(front)) {
            return std::nullopt;
        }
        constexpr std::size_t longest = 4096;
        std::size_t const full = words.empty() ? longest : 40 + random() % 200;
        bool ends = false;
        std::string out;
        while (out.size() < longest) {
            if (!ends && out.size() >= full) {
                ends = true;
                m.remaining(m.least_remaining() + 1 + random() % 4);
            }
            if (!ends && !words.empty() && random() % 4 == 0) {
                std::string const& word = words[random() % words.size()];
                parlance::mask::matcher ahead = m;
                if (says(ahead, word)) {
                    m = std::move(ahead);
                    out += word;
                    continue;
                }
            }
            if (!find_allowed(m)) {
                return std::nullopt;
            }
            // What ends a string or the whole is taken more often than chance would.
            std::uint32_t id = ids_[random() % ids_.size()];
            for (std::uint32_t const end :
                 {256u, static_cast<std::uint32_t>('<'), static_cast<std::uint32_t>('"')}) {
                bool const offered = std::find(ids_.begin(), ids_.end(), end) != ids_.end();
                id = offered && random() % 4 == 0 ? end : id;
            }
            if (!m.accept(id)) {
                return std::nullopt;
            }
            if (id == 256) {
                return out;
            }
            out.push_back(static_cast<char>(id));
        }
        return std::string();
    }

private:
    /// The tokens that may come next; false where there are none.
    [[nodiscard]] bool find_allowed(parlance::mask::matcher& m) {
        auto const allowed = m.allowed();
        ids_.clear();
        for (std::uint32_t id = 0; id <= 256 && parlance::mask::has_tokens(allowed.state); ++id) {
            if ((allowed.words[id / 32] >> (id % 32) & 1) != 0) {
                ids_.push_back(id);
            }
        }
        return !ids_.empty();
    }
    /// A whole text, each byte of it allowed.
    [[nodiscard]] static bool says(parlance::mask::matcher& m, std::string_view text) {
        return std::ranges::all_of(text, [&](char c) {
            auto const id = static_cast<std::uint32_t>(static_cast<unsigned char>(c));
            auto const allowed = m.allowed();
            return parlance::mask::has_tokens(allowed.state) &&
                   (allowed.words[id / 32] >> (id % 32) & 1) != 0 && m.accept(id);
        });
    }

    parlance::mask::grammar grammar_;
    parlance::mask::compiled_grammar cache_;
    std::vector<std::uint32_t> ids_;
};

}  // namespace walks
