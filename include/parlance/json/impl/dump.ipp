// parlance/json/impl/dump.ipp - definitions of what parlance/json/dump.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/json/dump.hpp>
#include <parlance/decl.hpp>
#include <parlance/json/number.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/scan.hpp>
#include <parlance/text/utf8.hpp>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <boost/json/value.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::json::detail {

class dumper {
public:
    PARLANCE_DECL dumper(std::string& out, dump_options const& how);

    PARLANCE_DECL void write(value const& v);

private:
    template <class Integer>
    void integer(Integer n) {
        char digits[24];
        out_.append(digits, std::to_chars(digits, digits + sizeof digits, n).ptr);
    }

    PARLANCE_DECL void newline();

    PARLANCE_DECL void write(array const& items);

    PARLANCE_DECL void write(object const& members);

    PARLANCE_DECL void separate(bool& first);

    std::string& out_;
    dump_options const& how_;
    std::string_view item_;
    std::string_view key_;
    std::size_t depth_ = 0;
};

}  // namespace parlance::json::detail

namespace parlance::json {

void append_quoted(std::string& out, std::string_view text, bool ensure_ascii) {
    constexpr char hex[] = "0123456789abcdef";
    auto const unit = [&](unsigned u) {
        char const six[] = {'\\', 'u', hex[u >> 12], hex[u >> 8 & 15], hex[u >> 4 & 15], hex[u & 15]};
        out.append(six, sizeof six);
    };
    namespace scan = parlance::detail::scan;
    auto const any_special = [&](std::uint64_t word) {
        std::uint64_t const high = ensure_ascii ? scan::any_high(word) | scan::any_equal(word, '\x7F') : 0;
        return scan::any_less(word, 0x20) | scan::any_equal(word, '"') | scan::any_equal(word, '\\') | high;
    };
    auto const is_special = [&](char letter) {
        auto const c = static_cast<unsigned char>(letter);
        return c < 0x20 || c == '"' || c == '\\' || (ensure_ascii && c >= 0x7F);
    };
    out.push_back('"');
    for (std::size_t plain = 0;;) {
        std::size_t const i = scan::find(text, plain, any_special, is_special);
        out.append(text.substr(plain, i - plain));
        if (i == text.size()) {
            break;
        }
        std::size_t length = 1;
        switch (text[i]) {
        case '"': out.append("\\\""); break;
        case '\\': out.append("\\\\"); break;
        case '\n': out.append("\\n"); break;
        case '\r': out.append("\\r"); break;
        case '\t': out.append("\\t"); break;
        case '\b': out.append("\\b"); break;
        case '\f': out.append("\\f"); break;
        default: {
            utf8::decoded const d = utf8::decode(text.substr(i));
            length = d.length;
            if (d.value >= 0x10000) {
                unit(0xD800 + ((static_cast<unsigned>(d.value) - 0x10000) >> 10));
                unit(0xDC00 + ((static_cast<unsigned>(d.value) - 0x10000) & 0x3FF));
            } else {
                unit(static_cast<unsigned>(d.value));
            }
        }
        }
        plain = i + length;
    }
    out.push_back('"');
}

std::string quoted(std::string_view text) {
    std::string out;
    append_quoted(out, text);
    return out;
}

void append_number(std::string& out, double number) {
    if (std::isfinite(number)) {
        append_python_float(out, number);
    } else {
        out.append(std::isnan(number) ? "NaN" : number < 0 ? "-Infinity" : "Infinity");
    }
}

}  // namespace parlance::json

namespace parlance::json::detail {

dumper::dumper(std::string& out, dump_options const& how) : out_(out), how_(how) {
    item_ = !how.item.empty() ? how.item : how.indent ? "," : ", ";
    key_ = !how.key.empty() ? how.key : ": ";
}

void dumper::write(value const& v) {
    switch (v.kind()) {
    case boost::json::kind::null: out_.append("null"); return;
    case boost::json::kind::bool_: out_.append(v.get_bool() ? "true" : "false"); return;
    case boost::json::kind::int64: integer(v.get_int64()); return;
    case boost::json::kind::uint64: integer(v.get_uint64()); return;
    case boost::json::kind::double_:
        if (std::isinf(v.get_double())) {  // JSON has no word for it, and a number that is read as one
            out_.append(v.get_double() < 0 ? "-1e999" : "1e999");
            return;
        }
        append_number(out_, v.get_double());
        return;
    case boost::json::kind::string: append_quoted(out_, text_of(v.get_string()), how_.ensure_ascii); return;
    case boost::json::kind::array: write(v.get_array()); return;
    case boost::json::kind::object: write(v.get_object()); return;
    }
}

void dumper::newline() {
    if (how_.indent) {
        out_.push_back('\n');
        out_.append(depth_ * *how_.indent, ' ');
    }
}

void dumper::write(array const& items) {
    if (items.empty()) {
        out_.append("[]");
        return;
    }
    out_.push_back('[');
    ++depth_;
    bool first = true;
    for (value const& item : items) {
        separate(first);
        write(item);
    }
    --depth_;
    newline();
    out_.push_back(']');
}

void dumper::write(object const& members) {
    if (members.empty()) {
        out_.append("{}");
        return;
    }
    out_.push_back('{');
    ++depth_;
    bool first = true;
    auto const one = [&](boost::json::key_value_pair const& m) {
        separate(first);
        append_quoted(out_, {m.key().data(), m.key().size()}, how_.ensure_ascii);
        out_.append(key_);
        write(m.value());
    };
    if (how_.sort_keys) {
        std::vector<boost::json::key_value_pair const*> sorted;
        sorted.reserve(members.size());
        for (auto const& m : members) {
            sorted.push_back(&m);
        }
        std::sort(sorted.begin(), sorted.end(),
                  [](auto const* a, auto const* b) { return a->key() < b->key(); });
        for (auto const* m : sorted) {
            one(*m);
        }
    } else {
        for (auto const& m : members) {
            one(m);
        }
    }
    --depth_;
    newline();
    out_.push_back('}');
}

void dumper::separate(bool& first) {
    if (!first) {
        out_.append(item_);
    }
    first = false;
    newline();
}

}  // namespace parlance::json::detail

namespace parlance::json {

std::string dump(value const& v, dump_options const& how) {
    std::string out;
    detail::dumper(out, how).write(v);
    return out;
}

}  // namespace parlance::json
