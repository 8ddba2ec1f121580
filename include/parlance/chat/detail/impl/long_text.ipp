// parlance/chat/detail/impl/long_text.ipp - definitions of what parlance/chat/detail/long_text.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/long_text.hpp>
#include <parlance/chat/detail/format_members.hpp>
#include <parlance/chat/detail/marker.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace parlance::chat::detail {

/// Looks at the members of a format, one after the other, and complains of the first text that is too long.
class text_lengths {
public:
    [[nodiscard]] long_text const& first() const noexcept { return first_; }

    void operator()(std::string_view path, std::string const& text) { add(path, {}, text); }
    void operator()(std::string_view path, std::vector<std::string> const& list) {
        for (std::string const& text : list) {
            look(path, {}, text);
        }
    }
    void operator()(std::string_view path, tool_format const& t) {
        add(path, ".lead", t.lead);
        add_all(path, ".calls", t.calls);
        add_all(path, ".call", t.call);
        add_all(path, ".arguments", t.arguments);
        for (pieces const& way : t.values) {
            add_all(path, ".values", way);
        }
        add(path, ".whole_open", t.whole_open);
        add(path, ".whole_close", t.whole_close);
    }
    void operator()(std::string_view, auto const&) {}

private:
    void add_all(std::string_view path, std::string_view of, list_shape const& shape) {
        for (std::string const* const text :
             {&shape.open, &shape.item_open, &shape.item_close, &shape.separator, &shape.close}) {
            add(path, of, *text);
        }
    }
    void add_all(std::string_view path, std::string_view of, pieces const& all) {
        for (piece const& p : all) {
            add(path, of, p.text);
        }
    }
    void add(std::string_view path, std::string_view of, std::string_view text) {
        look(path, of, text);
        bytes_ += text.size();
        if (bytes_ > longest_texts) {
            complain(path, of, ": with it the texts of this format are longer than ", longest_texts);
        }
        space_ += split(text).before.size();
        if (space_ > most_space) {
            complain(path, of, ": with it the white space in front of texts is longer than ", most_space);
        }
    }
    void look(std::string_view path, std::string_view of, std::string_view text) {
        if (text.size() > longest_text) {
            complain(path, of, ": a text that is longer than ", longest_text);
        }
    }
    void complain(std::string_view path, std::string_view of, std::string_view what, std::size_t most) {
        if (!first_) {
            first_.wrong = note(path).append(of).append(what).append_number(most).append(" bytes");
            first_.path = path.size();
        }
    }

    long_text first_{};
    std::size_t bytes_ = 0;
    std::size_t space_ = 0;
};

long_text long_text_of(format const& f) {
    text_lengths lengths;
    each_format_member(f, lengths);
    return lengths.first();
}

}  // namespace parlance::chat::detail
