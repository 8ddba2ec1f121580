// parlance/schema/impl/format.ipp - definitions of what parlance/schema/format.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/schema/format.hpp>
#include <parlance/rtn/dfa.hpp>
#include <parlance/rtn/network.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/schema/detail/validate/regex_format.hpp>
#include <parlance/text/result.hpp>
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace parlance::schema {

bool known_format(std::string_view name) {
    return std::find(known_formats.begin(), known_formats.end(), name) != known_formats.end();
}

std::uint32_t longest_of_format(std::string_view name) { return name == "hostname" ? 253 : rtn::unbounded; }

}  // namespace parlance::schema

namespace parlance::schema::detail {

std::string date_pattern() {
    return "(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|"
           "30)"
           "|02-(?:0[1-9]|1[0-9]|2[0-8]))"
           "|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)";
}

std::string time_pattern() {
    return "(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5]"
           "[0-9])"
           "|23:59:60(?:\\.[0-9]+)?(?:[Zz]|[+-]00:00))";
}

std::string duration_pattern() {
    std::string const second = "[0-9]+S";
    std::string const minute = "[0-9]+M(?:" + second + ")?";
    std::string const time = "T(?:[0-9]+H(?:" + minute + ")?|" + minute + "|" + second + ")";
    std::string const month = "[0-9]+M(?:[0-9]+D)?";
    return "P(?:(?:[0-9]+D|" + month + "|[0-9]+Y(?:" + month + ")?)(?:" + time + ")?|" + time + "|[0-9]+W)";
}

std::string ipv4_pattern() {
    std::string const octet = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    return "(?:" + octet + "\\.){3}" + octet;
}

std::string ipv6_pattern() {
    std::string const h = "[0-9A-Fa-f]{1,4}";
    std::string const last = "(?:" + h + ":" + h + "|" + ipv4_pattern() + ")";
    std::string out = "(?:(?:" + h + ":){6}" + last;
    out += "|::(?:" + h + ":){5}" + last;
    for (int before = 0; before <= 4; ++before) {
        out += "|(?:(?:" + h + ":){0," + std::to_string(before) + "}" + h + ")?::(?:" + h + ":){" +
               std::to_string(4 - before) + "}" + last;
    }
    out += "|(?:(?:" + h + ":){0,5}" + h + ")?::" + h;
    out += "|(?:(?:" + h + ":){0,6}" + h + ")?::)";
    return out;
}

std::string hostname_pattern() {
    std::string const c = "[A-Za-z0-9]";
    std::string const h = "[A-Za-z0-9-]";
    std::string const label = c + "(?:" + h + "{0,2}" + c + "|" + h + "(?:" + c + h + "|-" + c + ")" + h +
                              "{0,58}" + c + ")?";  // at most 63, and no "--" behind two
    return label + "(?:\\." + label + ")*";
}

std::string email_pattern() {
    std::string const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
    std::string const quoted = "\"(?:[ !#-\\[\\]-~]|\\\\[ -~])*\"";
    std::string const label = "[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?";
    return "(?:" + atom + "(?:\\." + atom + ")*|" + quoted + ")@(?:" + label + "(?:\\." + label +
           ")*|\\[(?:" + ipv4_pattern() + "|IPv6:" + ipv6_pattern() + ")\\])";
}

std::string uri_pattern(bool wide, bool reference) {
    std::string const beyond =
        wide ? "\\u00A0-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFEF\\u{10000}-\\u{1FFFD}\\u{20000}-\\u{2FFFD}"
               "\\u{30000}-\\u{3FFFD}\\u{40000}-\\u{4FFFD}\\u{50000}-\\u{5FFFD}\\u{60000}-\\u{6FFFD}"
               "\\u{70000}-\\u{7FFFD}\\u{80000}-\\u{8FFFD}\\u{90000}-\\u{9FFFD}\\u{A0000}-\\u{AFFFD}"
               "\\u{B0000}-\\u{BFFFD}\\u{C0000}-\\u{CFFFD}\\u{D0000}-\\u{DFFFD}\\u{E1000}-\\u{EFFFD}"
             : "";
    std::string const privates = wide ? "\\uE000-\\uF8FF\\u{F0000}-\\u{FFFFD}\\u{100000}-\\u{10FFFD}" : "";
    std::string const base = "A-Za-z0-9._~!$&'()*+,;=" + beyond + "-";
    std::string const percent = "%[0-9A-Fa-f]{2}";
    auto const of = [&](std::string const& more) { return "(?:[" + more + base + "]|" + percent + ")"; };
    std::string const pchar = of(":@");
    std::string const host = "(?:\\[(?:" + ipv6_pattern() +
                             "|[vV][0-9A-Fa-f]+\\.[A-Za-z0-9._~!$&'()*+,;=:-]+)\\]|" + of("") + "*)";
    std::string const authority = "//(?:" + of(":") + "*@)?" + host + "(?::[0-9]*)?(?:/" + pchar + "*)*";
    std::string const rootless = pchar + "+(?:/" + pchar + "*)*";
    std::string const absolute = "/(?:" + rootless + ")?";
    std::string const tail = "(?:\\?" + of(":@/?" + privates) + "*)?(?:#" + of(":@/?") + "*)?";
    std::string const full =
        "[A-Za-z][A-Za-z0-9+.-]*:(?:" + authority + "|" + absolute + "|" + rootless + "|)" + tail;
    if (!reference) {
        return full;
    }
    std::string const noscheme = of("@") + "+(?:/" + pchar + "*)*";
    return "(?:" + full + "|(?:" + authority + "|" + absolute + "|" + noscheme + "|)" + tail + ")";
}

std::string uri_template_pattern() {
    std::string const percent = "%[0-9A-Fa-f]{2}";
    std::string const character = "(?:[A-Za-z0-9_]|" + percent + ")";
    std::string const variable = character + "(?:\\.?" + character + ")*(?::[1-9][0-9]{0,3}|\\*)?";
    return "(?:[^\\x00-\\x20\"%<>\\\\^`{|}\\x7F-\\x9F]|" + percent + "|\\{[+#./;?&=,!@|]?" + variable +
           "(?:," + variable + ")*\\})*";
}

std::string format_pattern(std::string_view name) {
    if (name == "date") {
        return date_pattern();
    }
    if (name == "time") {
        return time_pattern();
    }
    if (name == "date-time") {
        return date_pattern() + "[Tt]" + time_pattern();
    }
    if (name == "duration") {
        return duration_pattern();
    }
    if (name == "email") {
        return email_pattern();
    }
    if (name == "hostname") {
        return hostname_pattern();
    }
    if (name == "ipv4") {
        return ipv4_pattern();
    }
    if (name == "ipv6") {
        return ipv6_pattern();
    }
    if (name == "uri" || name == "uri-reference") {
        return uri_pattern(false, name == "uri-reference");
    }
    if (name == "iri" || name == "iri-reference") {
        return uri_pattern(true, name == "iri-reference");
    }
    if (name == "uri-template") {
        return uri_template_pattern();
    }
    if (name == "uuid") {
        return "[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}";
    }
    if (name == "regex") {
        return ecma_flat_pattern();
    }
    std::string const pointer = "(?:/(?:[^~/]|~[01])*)*";
    return name == "json-pointer" ? pointer : "(?:0|[1-9][0-9]*)(?:#|" + pointer + ")";
}

result<rtn::dfa> format_dfa(std::string_view name, work& spent) {
    constexpr std::size_t most_states = 20'000;
    return rtn::regex(format_pattern(name), rtn::regex_match::whole, most_states, spent);
}

}  // namespace parlance::schema::detail
