// parlance/hf/legacy/detail/impl/jmespath_values.ipp - definitions of what parlance/hf/legacy/detail/jmespath_values.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/legacy/detail/jmespath_values.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/text/utf8.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/object.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace parlance::hf::detail {

PARLANCE_DECL int jmes_text_order(std::string_view a, std::string_view b, jmes_goes_on goes_on) {
    for (;;) {
        std::string_view const x = a.substr(0, jmes_at_once);
        std::string_view const y = b.substr(0, jmes_at_once);
        if (int const order = x.compare(y); order != 0 || (x.size() == a.size() && y.size() == b.size())) {
            return order;
        }
        a.remove_prefix(x.size());
        b.remove_prefix(y.size());
        if (!goes_on(x.size() / jmes_bytes_of_a_step)) {
            return 0;
        }
    }
}

int jmes_order(json::value const& a, json::value const& b, jmes_goes_on goes_on) {
    if (a.is_string()) {
        std::string_view const x = json::text_of(a);
        std::string_view const y = json::text_of(b);
        bool const goes =
            goes_on((std::min)((std::min)(x.size(), y.size()), jmes_at_once) / jmes_bytes_of_a_step);
        return goes ? jmes_text_order(x, y, goes_on) : 0;
    }
    if (a.is_int64() && b.is_int64()) {
        return a.get_int64() < b.get_int64() ? -1 : a.get_int64() > b.get_int64();
    }
    auto const x = a.to_number<double>();
    auto const y = b.to_number<double>();
    return x < y ? -1 : x > y;
}

bool jmes_equal(json::value const& a, json::value const& b, jmes_goes_on goes_on) {
    if (!goes_on(1)) {
        return false;
    }
    if (a.is_array() && b.is_array()) {
        json::array const& x = a.get_array();
        json::array const& y = b.get_array();
        return x.size() == y.size() &&
               std::equal(x.begin(), x.end(), y.begin(), [&](json::value const& v, json::value const& w) {
                   return jmes_equal(v, w, goes_on);
               });
    }
    if (a.is_object() && b.is_object()) {
        json::object const& x = a.get_object();
        json::object const& y = b.get_object();
        return x.size() == y.size() && std::all_of(x.begin(), x.end(), [&](auto const& m) {
                   json::value const* const other =
                       goes_on(m.key().size() / jmes_bytes_of_a_step) ? y.if_contains(m.key()) : nullptr;
                   return other != nullptr && jmes_equal(m.value(), *other, goes_on);
               });
    }
    if (a.is_string() && b.is_string()) {
        return a.get_string().size() == b.get_string().size() && jmes_order(a, b, goes_on) == 0;
    }
    return a == b;
}

/// Calls take(bytes) for each code point of a text, and each bad sequence.
template <class Take>
void jmes_each_code_point(std::string_view text, jmes_goes_on goes_on, Take take) {
    constexpr std::size_t at_once = 256;
    for (std::size_t i = 0; !text.empty() && (++i % at_once != 0 || goes_on(at_once / 8));) {
        std::size_t const length = utf8::decode(text).length;
        take(text.substr(0, length));
        text.remove_prefix(length);
    }
}

std::size_t jmes_length_of(std::string_view text, jmes_goes_on goes_on) {
    std::size_t size = 0;
    jmes_each_code_point(text, goes_on, [&](std::string_view) { ++size; });
    return size;
}

boost::json::string jmes_reversed(std::string_view text, jmes_goes_on goes_on) {
    boost::json::string out;
    out.reserve(text.size());
    for (std::size_t made = 0; made < text.size() && goes_on(jmes_at_once / jmes_bytes_of_a_step);) {
        made = (std::min)(made + jmes_at_once, text.size());
        out.resize(made);
    }
    std::size_t at = out.size();
    jmes_each_code_point(out.size() == text.size() ? text : std::string_view{}, goes_on,
                         [&](std::string_view c) {
                             at -= c.size();
                             std::copy(c.begin(), c.end(), out.begin() + static_cast<std::ptrdiff_t>(at));
                         });
    return out;
}

// Karp and Rabin, "Efficient randomized pattern-matching algorithms", 1987: linear, and without a table, whose memory nobody
// would pay for.  Texts that were made to have one hash are compared for what that costs.
bool jmes_has(std::string_view text, std::string_view part, jmes_goes_on goes_on) {
    constexpr std::size_t between_looks = 256;  // bytes
    constexpr std::uint64_t base = 0x9E37'79B9'7F4A'7C15;
    if (part.size() > text.size()) {
        return false;
    }
    auto const number = [](char c) { return std::uint64_t{static_cast<unsigned char>(c)} + 1; };
    auto const passes = [&](std::size_t i) { return i % between_looks != 0 || goes_on(between_looks / 8); };
    std::uint64_t wanted = 0;
    std::uint64_t here = 0;  // of as many bytes as the part has, up to `end`
    std::uint64_t power = 1;
    for (std::size_t i = 0; i < part.size(); ++i) {
        if (!passes(i)) {
            return false;
        }
        wanted = wanted * base + number(part[i]);
        here = here * base + number(text[i]);
        power *= base;
    }
    for (std::size_t end = part.size();; ++end) {
        std::size_t const begin = end - part.size();
        if (here == wanted) {
            if (!goes_on(1 + (std::min)(part.size(), jmes_at_once) / jmes_bytes_of_a_step)) {
                return false;
            }
            if (jmes_text_order(text.substr(begin, part.size()), part, goes_on) == 0) {
                return true;
            }
        }
        if (end == text.size() || !passes(end)) {
            return false;
        }
        here = here * base + number(text[end]) - power * number(text[begin]);
    }
}

/// JSON text in pieces, as each has to be written without a look.
class jmes_writer {
public:
    explicit jmes_writer(jmes_goes_on goes_on) : goes_on_(goes_on) {
        how_.ensure_ascii = true;
        pieces_.emplace_back();
    }
    PARLANCE_DECL void write(json::value const& v);
    [[nodiscard]] PARLANCE_DECL boost::json::string take();

private:
    PARLANCE_DECL void write_text(std::string_view text);
    std::string& piece() {
        return pieces_.back().size() < jmes_at_once ? pieces_.back() : pieces_.emplace_back();
    }

    jmes_goes_on goes_on_;
    json::dump_options how_{};
    vec<std::string> pieces_;
};

void jmes_writer::write(json::value const& v) {
    if (!goes_on_(1)) {
        return;
    }
    if (v.is_string()) {
        return write_text(json::text_of(v));
    }
    if (!v.is_structured()) {
        constexpr std::uint64_t steps_of_a_number = 8;
        piece() += goes_on_(steps_of_a_number) ? json::dump(v, how_) : std::string();
        return;
    }
    bool const object = v.is_object();
    bool first = true;
    piece() += object ? '{' : '[';
    auto const next = [&] {
        piece() += std::string_view(",").substr(first ? 1 : 0);
        first = false;
        return goes_on_(1);
    };
    if (object) {
        for (auto m = v.get_object().begin(); m != v.get_object().end() && next(); ++m) {
            write_text(m->key());
            piece() += ':';
            write(m->value());
        }
    } else {
        for (auto item = v.get_array().begin(); item != v.get_array().end() && next(); ++item) {
            write(*item);
        }
    }
    piece() += object ? '}' : ']';
}

void jmes_writer::write_text(std::string_view text) {
    piece() += '"';
    std::string quoted;
    while (!text.empty() && goes_on_(1)) {
        std::string_view part = text.substr(0, jmes_at_once / 4);
        part =
            part.substr(0, part.size() == text.size() ? part.size() : part.size() - utf8::unfinished(part));
        quoted.clear();
        json::append_quoted(quoted, part, how_.ensure_ascii);
        piece() += std::string_view(quoted).substr(1, quoted.size() - 2);
        static_cast<void>(goes_on_(quoted.size() / 8));
        text.remove_prefix(part.size());
    }
    piece() += '"';
}

boost::json::string jmes_writer::take() {
    std::size_t size = 0;
    for (std::string const& each : pieces_) {
        size += each.size();
    }
    boost::json::string out;
    out.reserve(size);
    for (std::string& each : pieces_) {
        if (!goes_on_(each.size() / jmes_bytes_of_a_step)) {
            break;
        }
        out.append(each);
        std::string().swap(each);
    }
    return out;
}

boost::json::string jmes_written(json::value const& v, jmes_goes_on goes_on) {
    jmes_writer out(goes_on);
    out.write(v);
    return out.take();
}

}  // namespace parlance::hf::detail
