// example/scripted_model.hpp - stands in for an engine: a "model" that would like to say one fixed text
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/view.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

/// Samples the longest allowed token that goes on with its text, then the token that ends.
class scripted_model {
public:
    scripted_model(std::string_view /*prompt*/, parlance::vocab::view vocabulary) : vocabulary_(vocabulary) {}

    [[nodiscard]] parlance::vocab::token_id sample(std::span<std::uint32_t const> allowed) {
        parlance::vocab::token_id best = 0;
        std::size_t longest = 0;
        for (parlance::vocab::token_id id = 0; id < vocabulary_.size(); ++id) {
            if ((allowed[id / 32] >> (id % 32) & 1) == 0) {
                continue;
            }
            std::string_view const bytes = vocabulary_.bytes(id);
            bool const fits =
                rest_.empty() ? vocabulary_.ends(id) : !bytes.empty() && rest_.starts_with(bytes);
            if (fits && bytes.size() >= longest) {
                best = id;
                longest = bytes.size();
            }
        }
        rest_.remove_prefix(longest);
        return best;
    }

private:
    parlance::vocab::view vocabulary_;
    std::string_view rest_ = "<think>\nRain means weather.\n</think>\n\nLet me look.\n"
                             "<tool_call>\n{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Bergen\", "
                             "\"unit\": \"celsius\"}}\n</tool_call>";
};
