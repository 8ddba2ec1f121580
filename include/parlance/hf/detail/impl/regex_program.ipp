// parlance/hf/detail/impl/regex_program.ipp - definitions of what parlance/hf/detail/regex_program.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/regex_program.hpp>
#include <parlance/text/utf8.hpp>
#include <utility>

namespace parlance::hf::detail {

bool regex_program::ends_are_last() const {
    std::vector<std::uint32_t> behind;
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(steps.size()); ++i) {
        if (steps[i].is == kind::end || steps[i].is == kind::very_end) {
            behind.push_back(i + 1);
        }
    }
    bool last = true;
    reach(std::move(behind), [&](regex_step const& s) { last = last && !reads(s) && s.is != kind::begin; });
    return last;
}

void regex_program::find_first() {
    unicode_classes none;
    reach({0}, [&](regex_step const& s) {
        switch (s.is) {
        case kind::character:
            first.set(s.a < 0x80 ? s.a : static_cast<unsigned char>(utf8::encode(s.a).bytes[0]));
            if (s.a >= 0xDC00 && s.a < 0xDD00) {
                first.set(s.a - 0xDC00);
            }
            break;
        case kind::set:
            for (std::size_t c = 0; c < 256; ++c) {
                first[c] = first[c] || c >= 128 || sets[s.a].contains(static_cast<char32_t>(c), none);
            }
            break;
        case kind::any:
        case kind::end:
        case kind::very_end:
        case kind::match: first.set(); break;
        default: break;
        }
    });
}

bool regex_program::reads(regex_step const& s) noexcept {
    return s.is == kind::character || s.is == kind::any || s.is == kind::set;
}

}  // namespace parlance::hf::detail
