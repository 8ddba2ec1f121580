// parlance/text/impl/diagnostic.ipp - definitions of what parlance/text/diagnostic.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/position.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance {

std::string render(diagnostic const& d, std::string_view source, std::string_view name) {
    std::string out;
    if (!name.empty()) {
        out.append(name).append(":");
    }
    if (!source.empty() || d.at.line > 1 || d.at.column > 1) {
        out.append(std::to_string(d.at.line)).append(":").append(std::to_string(d.at.column)).append(":");
    }
    out.append(out.empty() ? "error: " : " error: ").append(describe(d.code));
    if (!d.hint.empty()) {
        out.append(" (").append(d.hint.view()).append(")");
    }
    if (source.empty()) {
        return out;
    }
    constexpr std::size_t widest = 120;
    std::size_t const at = d.at.offset < source.size() ? d.at.offset : source.size();
    std::size_t begin = at - (d.at.column - 1 < at ? d.at.column - 1 : at);
    std::size_t end = source.find('\n', at);
    end = end == std::string_view::npos ? source.size() : end;
    auto const inside = [&](std::size_t i) { return (static_cast<unsigned char>(source[i]) & 0xC0) == 0x80; };
    if (at - begin > widest / 2) {
        begin = at - widest / 2;
        while (begin < at && inside(begin)) {
            ++begin;
        }
    }
    if (end - begin > widest) {
        end = begin + widest;
        while (end > at && end < source.size() && inside(end)) {
            --end;
        }
    }
    out.append("\n    ").append(source.substr(begin, end - begin)).append("\n    ");
    for (std::size_t i = begin; i < at; ++i) {
        if (!inside(i)) {
            out.push_back(source[i] == '\t' ? '\t' : ' ');
        }
    }
    out.push_back('^');
    for (std::size_t i = at + 1; i < at + d.length && i < end; ++i) {
        if (!inside(i)) {
            out.push_back('~');
        }
    }
    return out;
}

std::string diagnostic::render(std::string_view source, std::string_view name) const {
    return parlance::render(*this, source, name);
}

}  // namespace parlance
