// parlance/schema/detail/validate/impl/exact_numbers.ipp - definitions of what parlance/schema/detail/validate/exact_numbers.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/detail/validate/exact_numbers.hpp>
#include <parlance/schema/detail/read/decimal.hpp>
#include <parlance/text/maybe.hpp>
#include <parlance/text/stop.hpp>
#include <parlance/text/vec.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace parlance::schema::detail {

/// The numbers of a value in order, and how many members its objects have.
struct value_contents {
    vec<boost::json::value const*> numbers{};
    std::size_t members = 0;

    void add(boost::json::value const& v, stop_asker& asked) {
        if (!asked.next()) {
            return;
        }
        if (v.is_number()) {
            numbers.push_back(&v);
        } else if (auto const* const list = v.if_array()) {
            for (auto const& item : *list) {
                add(item, asked);
            }
        } else if (auto const* const object = v.if_object()) {
            members += object->size();
            for (auto const& member : *object) {
                add(member.value(), asked);
            }
        }
    }
};

text_numbers read_numbers(std::string_view text, boost::json::value const& v, stop_asker& asked) {
    value_contents in;
    in.add(v, asked);
    text_numbers out;
    std::size_t number = 0;
    std::size_t colons = 0;
    constexpr std::size_t bytes_of_a_row = 16;
    for (std::size_t i = 0; i < text.size() && asked.next(); ++i) {
        std::size_t const from = i;
        if (text[i] == '"') {
            for (++i; i < text.size() && text[i] != '"'; ++i) {
                i += text[i] == '\\';
            }
        } else if (text[i] == ':') {
            ++colons;
        } else if (text[i] == '-' || (text[i] >= '0' && text[i] <= '9')) {
            std::size_t const end = (std::min)(text.find_first_not_of("+-.0123456789Ee", i), text.size());
            std::string_view const digits = text.substr(i, end - i);
            std::size_t const exponent = digits.find_first_of("eE");
            boost::json::value const* const read = number < in.numbers.size() ? in.numbers[number] : nullptr;
            bool const is_double = read != nullptr && read->is_double();
            if (is_double || exponent != digits.npos) {
                maybe<decimal> written = read_decimal(digits);
                out.beyond = out.beyond || (!written && digits.find_first_of("123456789") < exponent);
                if (is_double && written && written != to_decimal(*read)) {
                    out.exact.try_emplace(read, *std::move(written));
                }
            }
            ++number;
            i = end - 1;
        }
        (void)asked.next((i - from) / bytes_of_a_row);
    }
    if (colons != in.members) {
        out.exact.clear();  // they may be of other numbers
        out.name_twice = true;
    }
    return out;
}

}  // namespace parlance::schema::detail
