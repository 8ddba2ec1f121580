// parlance/chat/analysis/impl/verify.ipp - definitions of what parlance/chat/analysis/verify.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/verify.hpp>
#include <parlance/chat/analysis/detail/verification.hpp>

namespace parlance::chat::analysis {

std::vector<claim> verify(dialect const& learned, meter& m) {
    std::vector<claim> claims;
    if (!m.used_up()) {
        claims = detail::verification(learned, m).run();
        m.look();
    }
    if (m.used_up()) {
        claims.clear();
        claim& only = claims.emplace_back();
        only.what = "learning ends within its limits";
        only.is = verdict::refuted;
        only.why = render(m.error());
    }
    return claims;
}

}  // namespace parlance::chat::analysis

namespace parlance::chat {

std::vector<claim> verify(chat_template const& t, dialect const& learned, limits const& bounds) {
    analysis::meter m(t, bounds);
    return analysis::verify(learned, m);
}

}  // namespace parlance::chat
