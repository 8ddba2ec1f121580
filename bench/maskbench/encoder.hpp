// bench/maskbench/encoder.hpp - text to token ids, as tokenizers of ranked byte pairs do it
// SPDX-License-Identifier: BSL-1.0
#pragma once
#define PCRE2_CODE_UNIT_WIDTH 8
#include <parlance/vocab/view.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <pcre2.h>
#include <queue>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace maskbench {

/// How Llama 3 cuts text before pairs are merged.
inline constexpr char const* llama3_split =
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*"
    "|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

/// Byte-pair encoding in which a token's id is its rank: the pair whose union has the least id is merged first.
class encoder {
public:
    encoder(parlance::vocab::view tokens, std::string const& split) : tokens_(tokens) {
        for (parlance::vocab::token_id id = 0; id < tokens.size(); ++id) {
            if (!tokens.bytes(id).empty()) {
                ranks_.emplace(tokens.bytes(id), id);
            }
        }
        int error = 0;
        PCRE2_SIZE offset = 0;
        split_.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(split.data()), split.size(),
                                   PCRE2_UTF | PCRE2_UCP, &error, &offset, nullptr));
        if (split_ == nullptr) {
            throw std::invalid_argument("--split is not a regular expression, at " + std::to_string(offset));
        }
        pcre2_jit_compile(split_.get(), PCRE2_JIT_COMPLETE);
        match_.reset(pcre2_match_data_create_from_pattern(split_.get(), nullptr));
    }

    /// Throws where a byte has no token.
    [[nodiscard]] std::vector<parlance::vocab::token_id> encode(std::string_view text) const {
        std::vector<parlance::vocab::token_id> out;
        std::size_t at = 0;
        while (at < text.size()) {
            int const found = pcre2_match(split_.get(), reinterpret_cast<PCRE2_SPTR>(text.data()),
                                          text.size(), at, 0, match_.get(), nullptr);
            PCRE2_SIZE const* const range = pcre2_get_ovector_pointer(match_.get());
            std::size_t const begin = found > 0 ? range[0] : text.size();
            std::size_t const end = found > 0 ? range[1] : text.size();
            if (begin > at) {
                merge(text.substr(at, begin - at), out);
            }
            if (end > begin) {
                merge(text.substr(begin, end - begin), out);
            }
            at = end > at ? end : at + 1;
        }
        return out;
    }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::size_t gone = std::numeric_limits<std::size_t>::max();
    using pair = std::tuple<std::uint32_t, std::size_t, std::size_t>;  // rank, begin, end

    [[nodiscard]] std::uint32_t rank(std::string_view bytes) const {
        auto const at = ranks_.find(bytes);
        return at == ranks_.end() ? none : at->second;
    }
    void merge(std::string_view piece, std::vector<parlance::vocab::token_id>& out) const {
        if (std::uint32_t const whole = rank(piece); whole != none) {
            out.push_back(whole);
            return;
        }
        // parts of the piece as a list by their beginnings, and the pairs of neighbours, least rank first
        std::size_t const size = piece.size();
        std::vector<std::size_t> next(size + 1);
        std::vector<std::size_t> before(size + 1);
        for (std::size_t i = 0; i <= size; ++i) {
            next[i] = i + 1;
            before[i] = i - 1;  // of the first: never read
        }
        std::priority_queue<pair, std::vector<pair>, std::greater<>> pairs;
        auto const add = [&](std::size_t i) {
            if (next[i] < size) {
                std::size_t const end = next[next[i]];
                if (std::uint32_t const r = rank(piece.substr(i, end - i)); r != none) {
                    pairs.push({r, i, end});
                }
            }
        };
        for (std::size_t i = 0; i < size; ++i) {
            add(i);
        }
        while (!pairs.empty()) {
            auto const [r, i, end] = pairs.top();
            pairs.pop();
            if (next[i] >= size || next[i] == gone || next[next[i]] != end) {
                continue;  // one of the two was merged since
            }
            next[next[i]] = gone;
            next[i] = end;
            if (end < size) {
                before[end] = i;
            }
            add(i);
            if (i > 0) {
                add(before[i]);
            }
        }
        for (std::size_t i = 0; i < size; i = next[i]) {
            std::uint32_t const id = rank(piece.substr(i, next[i] - i));
            if (id == none) {
                throw std::invalid_argument("the vocabulary has no token for a byte of the text");
            }
            out.push_back(id);
        }
    }

    struct free_code {
        void operator()(pcre2_code* p) const { pcre2_code_free(p); }
    };
    struct free_match {
        void operator()(pcre2_match_data* p) const { pcre2_match_data_free(p); }
    };
    parlance::vocab::view tokens_;
    std::unordered_map<std::string_view, std::uint32_t> ranks_;
    std::unique_ptr<pcre2_code, free_code> split_;
    std::unique_ptr<pcre2_match_data, free_match> match_;
};

}  // namespace maskbench
