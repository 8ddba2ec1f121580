// parlance/hf/detail/impl/pcre2.ipp - definitions of what parlance/hf/detail/pcre2.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/hf/detail/pcre2.hpp>
#include <parlance/text/ascii.hpp>
#include <parlance/text/paid_resize.hpp>
#include <algorithm>
#include <new>
#include <utility>

namespace parlance::hf::detail {

result<std::string> pcre2_translator::translate() {
    if (!utf8::is_valid(in_)) {
        return diagnostic{errc::invalid_utf8, {}, 0, {}};
    }
    while (at_ < in_.size() && !wrong_) {
        switch (in_[at_]) {
        case '\\': escape(false); break;
        case '[': set(); break;
        case '(': group(); break;
        case '{': braces(); break;
        default: out_.push_back(in_[at_++]);
        }
    }
    if (wrong_) {
        return diagnose(errc::regex_syntax, in_, at_, 1, hint_);
    }
    return std::move(out_);
}

void pcre2_translator::fail(std::string_view hint) {
    wrong_ = true;
    hint_ = hint;
}

char pcre2_translator::peek(std::size_t ahead) const noexcept {
    return at_ + ahead < in_.size() ? in_[at_ + ahead] : '\0';
}

void pcre2_translator::copy(std::size_t count) {
    out_.append(in_.substr(at_, count));
    at_ += count;
}

void pcre2_translator::escape(bool in_set) {
    char const c = peek(1);
    if (at_ + 1 >= in_.size()) {
        return fail("a backslash at the end");
    }
    constexpr std::string_view same = "tnrfaxu0123456789dDwW";
    constexpr std::string_view same_outside = "bBA";
    if (c == 'Z' && !in_set) {
        out_ += "\\z";
    } else if (c == 's' || c == 'S') {  // Python's white space has four control characters more
        out_ += in_set ? (c == 's' ? "\\s\\x1c-\\x1f" : "")
                       : (c == 's' ? "[\\s\\x1c-\\x1f]" : "[^\\s\\x1c-\\x1f]");
        if (in_set && c == 'S') {
            out_ += "\\S";  // inside a set the difference is of no use to anybody
        }
    } else if (c == 'v') {
        out_ += "\\x0b";
    } else if (c == 'b' && in_set) {
        out_ += "\\x08";
    } else if (c == 'U') {
        return long_escape();
    } else if (same.find(c) != same.npos || (!in_set && same_outside.find(c) != same.npos)) {
        return copy(2);
    } else if (ascii::is_letter(c)) {
        return fail("Python knows no such escape");
    } else {
        return copy(2);
    }
    at_ += 2;
}

void pcre2_translator::long_escape() {
    std::string_view const digits = in_.substr(at_ + 2, 8);
    if (digits.size() < 8 || digits.find_first_not_of("0123456789abcdefABCDEF") != digits.npos) {
        return fail("eight hexadecimal digits are expected here");
    }
    out_.append("\\x{").append(digits).append("}");
    at_ += 10;
}

void pcre2_translator::set() {
    copy(1);
    if (peek(0) == '^') {
        copy(1);
    }
    if (peek(0) == ']') {
        out_ += "\\]";
        ++at_;
    }
    while (!wrong_) {
        if (at_ >= in_.size()) {
            return fail("this set is never closed");
        }
        if (in_[at_] == ']') {
            return copy(1);
        }
        if (in_[at_] == '\\') {
            escape(true);
        } else if (in_[at_] == '[') {
            out_ += "\\[";
            ++at_;
        } else {
            copy(1);
        }
    }
}

void pcre2_translator::group() {
    if (peek(1) == '*') {
        return fail("there is nothing before this to repeat");
    }
    if (peek(1) != '?') {
        return copy(1);
    }
    constexpr std::string_view known[] = {"(?:",  "(?=",  "(?!", "(?<=", "(?<!",
                                          "(?P<", "(?P=", "(?>", "(?#",  "(?("};
    for (std::string_view const k : known) {
        if (in_.substr(at_, k.size()) == k) {
            return copy(k.size());
        }
    }
    if (in_.substr(at_, 3) == "(?<") {
        return copy(3);
    }
    std::size_t i = at_ + 2;
    while (i < in_.size() && std::string_view("imsx-").find(in_[i]) != std::string_view::npos) {
        ++i;
    }
    if (i > at_ + 2 && i < in_.size() && (in_[i] == ':' || in_[i] == ')')) {
        return copy(i + 1 - at_);
    }
    fail("Python knows no such group");
}

void pcre2_translator::braces() {
    if (peek(1) == ',' && ascii::is_digit(peek(2))) {
        out_ += "{0,";
        at_ += 2;
        return;
    }
    copy(1);
}

result<pcre2_pattern> pcre2_pattern::compile(std::string_view pattern, stop_token stop) {
    auto const translated = pcre2_translator(pattern).translate();
    if (stop.stop_requested()) {
        return diagnostic{errc::cancelled, {}, 0, "regular expression"};
    }
    if (!translated) {
        return translated.error();
    }
    using context = std::unique_ptr<pcre2_compile_context, decltype(&pcre2_compile_context_free)>;
    context const settings(pcre2_compile_context_create(nullptr), &pcre2_compile_context_free);
    constexpr std::uint32_t deepest = 200;
    pcre2_set_parens_nest_limit(settings.get(), deepest);
    pcre2_set_compile_extra_options(settings.get(), 0);
    int error = 0;
    PCRE2_SIZE where = 0;
    pcre2_code* const code =
        pcre2_compile(reinterpret_cast<PCRE2_SPTR>(translated->data()), translated->size(),
                      PCRE2_DOTALL | PCRE2_UTF | PCRE2_UCP | PCRE2_ALT_BSUX | PCRE2_MATCH_INVALID_UTF |
                          PCRE2_AUTO_CALLOUT | PCRE2_NEVER_BACKSLASH_C,
                      &error, &where, settings.get());
    if (code == nullptr) {
        std::array<PCRE2_UCHAR, 160> text{};
        pcre2_get_error_message(error, text.data(), text.size());
        return diagnose(errc::regex_syntax, pattern, where < pattern.size() ? where : pattern.size(), 1,
                        reinterpret_cast<char const*>(text.data()));
    }
    pcre2_pattern out;
    out.code_.reset(code, &pcre2_code_free);
    std::uint32_t count = 0;
    pcre2_pattern_info(code, PCRE2_INFO_CAPTURECOUNT, &count);
    out.names_.resize(count + std::size_t{1});
    out.read_names();
    std::uint32_t behind = 0;
    pcre2_pattern_info(code, PCRE2_INFO_MAXLOOKBEHIND, &behind);
    out.lookbehind_ = std::size_t{behind} * 4;
    return out;
}

regex_match pcre2_pattern::search(std::string_view text, std::size_t from, bool more, work& paid,
                                  bool at_start, bool not_empty) const {
    using general = std::unique_ptr<pcre2_general_context, decltype(&pcre2_general_context_free)>;
    using data = std::unique_ptr<pcre2_match_data, decltype(&pcre2_match_data_free)>;
    using context = std::unique_ptr<pcre2_match_context, decltype(&pcre2_match_context_free)>;
    // PCRE2 counts its steps anew at every place where a match may begin; this counts all of them.
    std::uint64_t const most = (std::min)(most_effort, paid.left() / steps_of_effort);
    effort spent{most, from, paid};
    general const memory(pcre2_general_context_create(&effort::take, &effort::give_back, &spent),
                         &pcre2_general_context_free);
    data const found(pcre2_match_data_create_from_pattern(code_.get(), memory.get()), &pcre2_match_data_free);
    context const settings(pcre2_match_context_create(memory.get()), &pcre2_match_context_free);
    if (memory == nullptr || found == nullptr || settings == nullptr) {
        throw std::bad_alloc();
    }
    pcre2_set_callout(settings.get(), &effort::count, &spent);
    pcre2_set_heap_limit(settings.get(), heap_kibibytes);
    std::uint32_t const options = (more ? PCRE2_PARTIAL_HARD : 0U) | (at_start ? 0U : PCRE2_NOTBOL) |
                                  (not_empty ? PCRE2_NOTEMPTY_ATSTART : 0U);
    int const count = pcre2_match(code_.get(), reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), from,
                                  options, found.get(), settings.get());
    if (spent.no_memory) {
        throw std::bad_alloc();
    }
    if (!paid.spend(spent.unpaid * steps_of_effort) || (count < 0 && most == 0)) {
        return {regex_match::verdict::limit, {}};
    }
    if (count == PCRE2_ERROR_NOMATCH) {
        return {};
    }
    PCRE2_SIZE const* const places = pcre2_get_ovector_pointer(found.get());
    if (count == PCRE2_ERROR_PARTIAL) {
        return {regex_match::verdict::partial, {{places[0], places[1]}}};
    }
    if (count < 0) {
        return {regex_match::verdict::limit, {}};
    }
    regex_match out{regex_match::verdict::match, {}};
    out.groups.resize(names_.size());
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        if (places[2 * i] != PCRE2_UNSET) {
            out.groups[i] = {places[2 * i], places[2 * i + 1]};
        }
    }
    return out;
}

void* pcre2_pattern::effort::take(std::size_t bytes, void* self) noexcept {
    auto& e = *static_cast<effort*>(self);
    void* const out = ::operator new(bytes, std::nothrow);
    if (out == nullptr) {
        e.no_memory = true;
        return nullptr;
    }
    // What is larger than all before is more room for what they hold: touching it takes ten times as long as copying that.
    constexpr std::size_t page = 4096;
    constexpr std::size_t at_once = 16 * page;
    std::size_t const copied = (std::min)(bytes, std::exchange(e.largest, (std::max)(bytes, e.largest)));
    auto* const first = static_cast<unsigned char volatile*>(out);
    for (std::size_t i = 0; i < copied && copied > at_once; i += page) {
        if (i % at_once == 0 && !e.paid.spend(at_once / bytes_of_a_step)) {
            ::operator delete(out);
            return nullptr;
        }
        first[i] = 0;
    }
    return out;
}

int pcre2_pattern::effort::count(pcre2_callout_block* step, void* self) noexcept {
    auto& e = *static_cast<effort*>(self);
    std::size_t const now = step->current_position;
    // What it saves where it may have to come back holds all groups.
    constexpr std::size_t groups_of_effort = 32;
    std::size_t const cost =
        1 + step->capture_top / groups_of_effort + (now > e.at ? now - e.at : e.at - now);
    e.at = now;
    if (cost > e.left) {
        return PCRE2_ERROR_CALLOUT;
    }
    e.left -= cost;
    e.unpaid += cost;
    constexpr std::uint64_t at_once = 250;  // some 25 microseconds
    if (e.unpaid < at_once) {
        return 0;
    }
    return e.paid.spend(std::exchange(e.unpaid, 0) * steps_of_effort) ? 0 : PCRE2_ERROR_CALLOUT;
}

void pcre2_pattern::read_names() {
    std::uint32_t count = 0;
    std::uint32_t size = 0;
    PCRE2_SPTR table = nullptr;
    pcre2_pattern_info(code_.get(), PCRE2_INFO_NAMECOUNT, &count);
    pcre2_pattern_info(code_.get(), PCRE2_INFO_NAMEENTRYSIZE, &size);
    pcre2_pattern_info(code_.get(), PCRE2_INFO_NAMETABLE, &table);
    for (std::uint32_t i = 0; i < count; ++i, table += size) {
        std::size_t const group = std::size_t{table[0]} * 256 + table[1];
        names_[group] = reinterpret_cast<char const*>(table + 2);
    }
}

bool is_unicode_class(char32_t c, char kind) {
    static pcre2_pattern const word = pcre2_pattern::compile("\\w").value();
    static pcre2_pattern const digit = pcre2_pattern::compile("\\d").value();
    work paid{limits{}};
    utf8::encoded const text = utf8::encode(c);
    return (kind == 'w' ? word : digit).search(text.view(), 0, false, paid).is == regex_match::verdict::match;
}

}  // namespace parlance::hf::detail
