// example/command/railroad.cpp - railroad diagrams: the shape of a rule, its layout, its drawing
// SPDX-License-Identifier: BSL-1.0
#include "railroad.hpp"
#include <parlance/gbnf/element.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace command::railroad {

using namespace parlance::gbnf;
namespace utf8 = parlance::utf8;

std::string escaped(std::string_view text) {
    std::string out;
    for (char const c : text) {
        switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        default: out += c;
        }
    }
    return out;
}

namespace {

/// As GBNF writes it, inside a text or a class.
std::string shown(std::uint32_t c, bool in_class = false) {
    switch (c) {
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    case '\\': return "\\\\";
    case '"': return in_class ? "\"" : "\\\"";
    case '[':
    case ']': return (in_class ? "\\" : "") + std::string(1, static_cast<char>(c));
    default: break;
    }
    if (c < 0x20 || c == 0x7F || (c >= 0x80 && c < 0xA0)) {
        char hex[16];
        std::snprintf(hex, sizeof hex, "\\x%02X", static_cast<unsigned>(c));
        return hex;
    }
    auto const bytes = utf8::encode(static_cast<char32_t>(c));
    return {bytes.view().begin(), bytes.view().end()};
}

std::string shown_class(std::span<element const> rows) {
    std::string out = rows.front().kind == element_kind::character_not ? "[^" : "[";
    for (element const e : rows) {
        out += (e.kind == element_kind::range_upper ? "-" : "") + shown(e.value, true);
    }
    return out + "]";
}

/// Makes shapes of rows.  Recursion is as deep as groups stand in groups, `deepest` at most.
class maker {
public:
    explicit maker(grammar_view const& g) noexcept : g_(g) {}

    shape rule(std::uint32_t r, int depth) const {
        constexpr int deepest = 64;
        if (depth > deepest) {
            return {shape::kind::text, "...", {}};
        }
        auto const rows = g_.rule(r);
        shape out{shape::kind::choice, {}, {}};
        shape current{shape::kind::sequence, {}, {}};
        for (std::size_t i = 0; i < rows.size();) {
            if (rows[i].kind == element_kind::alt || rows[i].kind == element_kind::end) {
                out.parts.push_back(simplified(std::exchange(current, {shape::kind::sequence, {}, {}})));
                ++i;
                continue;
            }
            std::size_t const length = item_length(rows, i);
            auto const item = rows.subspan(i, length);
            i += length;
            if (item.size() == 1 && item[0].kind == element_kind::character && !current.parts.empty() &&
                current.parts.back().is == shape::kind::text && current.parts.back().label.starts_with('"')) {
                auto& label = current.parts.back().label;  // one more letter of a literal
                label.insert(label.size() - 1, shown(item[0].value));
                continue;
            }
            current.parts.push_back(of_item(item, depth));
        }
        return out.parts.size() == 1 ? std::move(out.parts.front()) : out;
    }

private:
    static shape simplified(shape sequence) {
        if (sequence.parts.empty()) {
            return {shape::kind::track, {}, {}};
        }
        return sequence.parts.size() == 1 ? std::move(sequence.parts.front()) : sequence;
    }

    shape of_item(std::span<element const> rows, int depth) const {
        if (rows[0].kind != element_kind::repeat) {
            return single(rows, depth);
        }
        std::uint32_t const low = rows[0].value;
        std::uint32_t const high = rows[1].value;
        shape inner = single(rows.subspan(2), depth);
        if (high != 1) {
            std::string label;
            if (low > 1 || high != unbounded) {
                label = high == unbounded ? std::to_string(low) + " or more"
                        : low == high
                            ? std::to_string(low) + " times"
                            : std::to_string(std::max(low, 1u)) + " to " + std::to_string(high) + " times";
            }
            inner = {shape::kind::loop, std::move(label), {std::move(inner)}};
        }
        if (low > 0) {
            return inner;
        }
        shape out{shape::kind::choice, {}, {}};
        out.parts.push_back({shape::kind::track, {}, {}});
        out.parts.push_back(std::move(inner));
        return out;
    }

    shape single(std::span<element const> rows, int depth) const {
        element const e = rows[0];
        switch (e.kind) {
        case element_kind::rule_ref:
            return g_.name(e.value).empty() ? rule(e.value, depth + 1)
                                            : shape{shape::kind::rule, std::string(g_.name(e.value)), {}};
        case element_kind::any: return {shape::kind::text, "any character", {}};
        case element_kind::token: return {shape::kind::text, "token " + std::to_string(e.value), {}};
        case element_kind::token_not: return {shape::kind::text, "not token " + std::to_string(e.value), {}};
        case element_kind::token_text: return {shape::kind::text, std::string(g_.token_text(e.value)), {}};
        case element_kind::token_text_not:
            return {shape::kind::text, "not " + std::string(g_.token_text(e.value)), {}};
        default: break;
        }
        return {shape::kind::text,
                rows.size() == 1 && e.kind == element_kind::character ? "\"" + shown(e.value) + "\""
                                                                      : shown_class(rows),
                {}};
    }

    grammar_view const& g_;
};

constexpr double turn = 10;     // radius of a curve
constexpr double gap = 12;      // between the parts of a sequence
constexpr double between = 10;  // between branches
constexpr double half = 13;     // of a box's height

double text_width(std::string_view label) {
    double letters = 0;
    for (char const c : label) {
        letters += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
    }
    return letters * 7.9;
}

void measure(shape& s) {
    for (shape& each : s.parts) {
        measure(each);
    }
    switch (s.is) {
    case shape::kind::track: s.width = 24; break;
    case shape::kind::text:
    case shape::kind::rule:
    case shape::kind::place:
        s.width = text_width(s.label) + 22;
        s.up = s.down = half;
        break;
    case shape::kind::sequence:
        for (shape const& each : s.parts) {
            s.width += each.width + gap;
            s.up = std::max(s.up, each.up);
            s.down = std::max(s.down, each.down);
        }
        s.width -= gap;
        break;
    case shape::kind::choice:
        s.up = s.parts.front().up;
        s.down = s.parts.front().down;
        for (shape const& each : s.parts) {
            s.width = std::max(s.width, each.width);
            s.down += &each == s.parts.data() ? 0 : std::max(between + each.up + each.down, 2 * turn);
        }
        s.width += 4 * turn;
        break;
    case shape::kind::loop:
        s.up = s.parts.front().up;
        s.down = s.parts.front().down + between + (s.label.empty() ? 6 : 18);
        s.width = std::max(s.parts.front().width, text_width(s.label)) + 4 * turn;
        break;
    }
}

class pen {
public:
    std::string out;

    /// From the end of one row around its right and back to where the next one begins.
    void to_next_row(double from, double x, double y, double below, double next) {
        path({{"M", {from, y}},
              {"q", {turn, 0, turn, turn}},
              {"V", {below - turn}},
              {"q", {0, turn, -turn, turn}},
              {"H", {x}},
              {"q", {-turn, 0, -turn, turn}},
              {"V", {next - turn}},
              {"q", {0, turn, turn, turn}}});
    }

    void draw(shape const& s, double x, double y) {
        switch (s.is) {
        case shape::kind::track: line(x, y, x + s.width); break;
        case shape::kind::text:
        case shape::kind::rule:
        case shape::kind::place: box(s, x, y); break;
        case shape::kind::sequence:
            for (shape const& each : s.parts) {
                draw(each, x, y);
                x += each.width;
                if (&each != &s.parts.back()) {
                    line(x, y, x + gap);
                    x += gap;
                }
            }
            break;
        case shape::kind::choice: choice(s, x, y); break;
        case shape::kind::loop: loop(s, x, y); break;
        }
    }

private:
    void number(double v) {
        char text[32];
        std::snprintf(text, sizeof text, "%.1f", v);
        out += text;
    }
    void path(std::initializer_list<std::pair<char const*, std::initializer_list<double>>> steps) {
        out += "<path d=\"";
        for (auto const& [command, values] : steps) {
            out += command;
            for (double const v : values) {
                number(v);
                out += ' ';
            }
        }
        out += "\"/>";
    }
    void line(double x, double y, double to) { path({{"M", {x, y}}, {"H", {to}}}); }

    void box(shape const& s, double x, double y) {
        bool const rule = s.is == shape::kind::rule;
        if (rule) {
            out += "<a href=\"#rule-" + escaped(s.label) + "\">";
        }
        out += rule                         ? "<rect class=\"rule\" x=\""
               : s.is == shape::kind::place ? "<rect class=\"place\" x=\""
                                            : "<rect class=\"text\" rx=\"13\" x=\"";
        number(x);
        out += "\" y=\"";
        number(y - half);
        out += "\" width=\"";
        number(s.width);
        out += "\" height=\"";
        number(2 * half);
        out += "\"/><text x=\"";
        number(x + s.width / 2);
        out += "\" y=\"";
        number(y + 4.5);
        out += "\">" + escaped(s.label) + "</text>" + (rule ? "</a>" : "");
    }

    void choice(shape const& s, double x, double y) {
        double const left = x + 2 * turn;
        double const right = x + s.width - 2 * turn;
        double at = y;
        double below = s.parts.front().down;
        for (shape const& each : s.parts) {
            bool const first = &each == s.parts.data();
            if (!first) {
                at += std::max(below + between + each.up, 2 * turn);
                below = each.down;
                path({{"M", {x, y}},
                      {"q", {turn, 0, turn, turn}},
                      {"V", {at - turn}},
                      {"q", {0, turn, turn, turn}}});
                path({{"M", {right, at}},
                      {"q", {turn, 0, turn, -turn}},
                      {"V", {y + turn}},
                      {"q", {0, -turn, turn, -turn}}});
            } else {
                line(x, y, left);
                line(right, y, x + s.width);
            }
            draw(each, left, at);
            line(left + each.width, at, right);
        }
    }

    void loop(shape const& s, double x, double y) {
        shape const& inner = s.parts.front();
        double const left = x + 2 * turn;
        double const right = x + s.width - 2 * turn;
        double const back = y + inner.down + between;
        line(x, y, left);
        draw(inner, left, y);
        line(left + inner.width, y, x + s.width);
        path({{"M", {right, y}},
              {"q", {turn, 0, turn, turn}},
              {"V", {back - turn}},
              {"q", {0, turn, -turn, turn}},
              {"H", {left}},
              {"q", {-turn, 0, -turn, -turn}},
              {"V", {y + turn}},
              {"q", {0, -turn, turn, -turn}}});
        if (!s.label.empty()) {
            out += "<text class=\"count\" x=\"";
            number((left + right) / 2);
            out += "\" y=\"";
            number(back + 13);
            out += "\">" + escaped(s.label) + "</text>";
        }
    }
};

/// A sequence that is wide, cut into rows.
std::vector<shape> rows_of(shape s) {
    constexpr double widest = 860;
    std::vector<shape> out;
    if (s.is != shape::kind::sequence || s.width <= widest) {
        out.push_back(std::move(s));
        return out;
    }
    double width = 0;
    for (shape& each : s.parts) {
        if (out.empty() || width + each.width > widest) {
            out.push_back({shape::kind::sequence, {}, {}});
            width = 0;
        }
        width += each.width + gap;
        out.back().parts.push_back(std::move(each));
    }
    for (shape& each : out) {
        each.width = -gap;
        for (shape const& part : each.parts) {
            each.width += part.width + gap;
            each.up = std::max(each.up, part.up);
            each.down = std::max(each.down, part.down);
        }
    }
    return out;
}

}  // namespace

shape shape_of(grammar_view const& g, std::uint32_t r) { return maker(g).rule(r, 0); }

std::string to_svg(shape s) {
    measure(s);
    constexpr double margin = 8;
    constexpr double track = 16;
    std::vector<shape> const rows = rows_of(std::move(s));
    pen p;
    double const x = margin + track + (rows.size() > 1 ? turn : 0);
    double y = rows.front().up + margin;
    double width = 0;
    p.draw({shape::kind::track, {}, {}, x - margin, 0, 0}, margin, y);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        shape const& row = rows[i];
        p.draw(row, x, y);
        bool const last = i + 1 == rows.size();
        width = std::max(width, x + row.width + (last ? track : turn) + margin);
        if (last) {
            p.draw({shape::kind::track, {}, {}, track, 0, 0}, x + row.width, y);
            continue;
        }
        double const below = y + row.down + between;
        double const next = below + between + rows[i + 1].up;
        p.to_next_row(x + row.width, x, y, below, next);
        y = next;
    }
    char head[160];
    double const height = y + rows.back().down + margin;
    std::snprintf(head, sizeof head,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
                  "viewBox=\"0 0 %.0f %.0f\">",
                  width, height, width, height);
    return head + p.out + "</svg>";
}

}  // namespace command::railroad
