// parlance/jinja/detail/builtins/methods_text.hpp - the methods of strings
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/decl.hpp>
#include <parlance/jinja/detail/builtins/method_arguments.hpp>
#include <parlance/jinja/detail/builtins/attribute_names.hpp>
#include <parlance/jinja/detail/python/text.hpp>
#include <parlance/jinja/detail/vm/callable.hpp>
#include <parlance/jinja/detail/vm/runtime.hpp>
#include <parlance/jinja/detail/vm/value.hpp>
#include <parlance/text/utf8.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace parlance::jinja {

[[nodiscard]] PARLANCE_DECL value format_fields(runtime& rt, value text, call_arguments const& args,
                                                value mapping);

namespace detail {

/// Whether every code point satisfies `is`, and there is one.
template <class Is>
[[nodiscard]] bool every(runtime& rt, value self, Is is) {
    constexpr std::size_t at_once = 512;  // bytes paid for together
    std::string_view s = self.view_text();
    rt.spend();
    bool const some = !s.empty();
    while (!s.empty()) {
        std::size_t const rest = s.size() - (std::min)(s.size(), at_once);
        std::size_t longer = 0;  // code points of more than a byte, which are looked up in tables
        rt.spend((s.size() - rest) / 2);
        while (s.size() > rest) {
            auto const first = static_cast<unsigned char>(s[0]);
            utf8::decoded const d = first < 0x80 ? utf8::decoded{first, 1, true, false} : utf8::decode(s);
            if (!is(d.value)) {
                return false;
            }
            longer += d.length > 1;
            s.remove_prefix(d.length);
        }
        rt.spend(4 * longer);
    }
    return some;
}

/// isupper and islower: something has this case, nothing has another one.
[[nodiscard]] PARLANCE_DECL bool has_case(runtime& rt, value self, bool want_upper);

[[nodiscard]] PARLANCE_DECL value partition(runtime& rt, value self, std::string_view separator, bool last);

[[nodiscard]] PARLANCE_DECL value aligned(runtime& rt, value self, method_arguments const& args, attr how);

[[nodiscard]] PARLANCE_DECL value zfill(runtime& rt, value self, std::int64_t width);

/// str.translate: code points by number to a text, another code point, or nothing.
[[nodiscard]] PARLANCE_DECL value translate(runtime& rt, value self, value table);

[[nodiscard]] PARLANCE_DECL value text_method(runtime& rt, value self, attr name, call_arguments const& raw);

}  // namespace detail

}  // namespace parlance::jinja

#ifdef PARLANCE_HEADER_ONLY
#include <parlance/jinja/detail/builtins/impl/methods_text.ipp>
#endif
