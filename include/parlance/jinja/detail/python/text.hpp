// parlance/jinja/detail/python/text.hpp - Python's str: indices, slices, splitting, stripping, padding, case
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/python/casing.hpp>
#include <parlance/jinja/detail/vm/memory.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/scratch.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <string>
#include <string_view>

namespace parlance::jinja {

/// Byte at which code point `n` begins; the size of the text when there are fewer.  The text was paid for.
[[nodiscard]] PARLANCE_DECL std::size_t byte_of(runtime& rt, std::string_view s, std::size_t n);

/// Where Python's slice [start:stop:step] of a sequence of `length` items begins, how it goes on, how many it has.
struct slice_range {
    std::int64_t first = 0;
    std::int64_t step = 1;
    std::int64_t count = 0;
    std::int64_t end = 0;  // where it stops, before rounding to the step
};
[[nodiscard]] PARLANCE_DECL slice_range slice_of(value start, value stop, value step, std::int64_t length);

[[nodiscard]] PARLANCE_DECL value slice_text(runtime& rt, value text, value start, value stop, value step);

/// Which ends strip() works on.
enum class side : std::uint8_t { left = 1, right = 2, both = 3 };

/// str.strip and its kin; `chars` is a set of code points, white space when null.
[[nodiscard]] PARLANCE_DECL value strip(runtime& rt, value text, side ends, std::string_view const* chars);

/// str.split(sep, most) and str.rsplit; white space when sep is null; most < 0: no bound.
[[nodiscard]] PARLANCE_DECL list_node* split(runtime& rt, value text, std::string_view const* separator,
                                             std::int64_t most, bool from_right);

/// str.splitlines
[[nodiscard]] PARLANCE_DECL list_node* split_lines(runtime& rt, value text, bool keep_ends);

/// str.replace; `most` < 0: all.
[[nodiscard]] PARLANCE_DECL value replace(runtime& rt, value text, value from, value to, std::int64_t most);

/// The text with every code point run through `change(code point, bytes before)`.
template <class Change>
[[nodiscard]] value mapped(runtime& rt, value text, Change change) {
    constexpr std::size_t at_once = 4096;  // bytes paid for, and made room for, together
    std::string_view const s = text.view_text();
    runtime::builder out(rt);
    out.reserve(s.size());
    bool const input = runtime::derived(text) != 0;
    scratch_text made(rt.heap);
    made.reserve((std::min)(s.size(), at_once));
    for (std::size_t i = 0; i < s.size();) {
        std::size_t const end = (std::min)(s.size(), i + at_once);
        std::size_t longer = 0;  // code points of more than a byte, which are looked up in tables
        rt.spend((end - i) / 2);
        made.clear();
        while (i < end) {
            auto const first = static_cast<unsigned char>(s[i]);
            utf8::decoded const d =
                first < 0x80 ? utf8::decoded{first, 1, true, false} : utf8::decode(s.substr(i));
            if (!d.valid) {
                made.append(s.substr(i, d.length));
            } else {
                detail::cased const c = change(d.value, i);
                if (!c.several.empty()) {
                    made.append(c.several);
                } else if (c.single < 0x80) {
                    made.push_back(static_cast<char>(c.single));
                } else {
                    made.append(utf8::encode(c.single).view());
                }
            }
            longer += d.length > 1;
            i += d.length;
        }
        rt.spend(2 * longer);
        out.add(made.view(), input);
    }
    return out.finish(static_cast<std::uint8_t>(runtime::derived(text) | (text.marks & mark::markup)));
}

[[nodiscard]] PARLANCE_DECL detail::cased lower_at(std::string_view s, char32_t c, std::size_t at) noexcept;
[[nodiscard]] PARLANCE_DECL value upper(runtime& rt, value text);
[[nodiscard]] PARLANCE_DECL value lower(runtime& rt, value text);
[[nodiscard]] PARLANCE_DECL value capitalize(runtime& rt, value text);
/// str.title(): letters after something that has no case are capitals.
[[nodiscard]] PARLANCE_DECL value title(runtime& rt, value text);

/// `text` with `left` and `right` times `fill` around it; together they are less than 2^63.
[[nodiscard]] PARLANCE_DECL value padded(runtime& rt, value text, std::size_t left, std::size_t right,
                                         std::string_view fill = " ");

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/python/impl/text.ipp>
#endif
