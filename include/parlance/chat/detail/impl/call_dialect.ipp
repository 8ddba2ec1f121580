// parlance/chat/detail/impl/call_dialect.ipp - definitions of what parlance/chat/detail/call_dialect.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/detail/call_dialect.hpp>
#include <parlance/chat/detail/json_mender.hpp>

namespace parlance::chat::detail {

peg::node_id dialect_builder::any_of(std::vector<peg::node_id> const& ways) {
    return ways.size() == 1 ? ways.front() : b_->choice(ways);
}

peg::node_id dialect_builder::spaced(std::string_view written) {
    return m_.written(written, d_.format->mode() == tool_mode::json_native || is_json_text(written));
}

peg::node_id dialect_builder::slot(schema_slot s, peg::node_id read) {
    d_.written->slots->push_back(std::move(s));
    return b_->schema(static_cast<std::uint32_t>(d_.written->slots->size() - 1), read);
}

peg::node_id dialect_builder::loose_object() {
    peg::rule_id const object = b_->declare("loose-object");
    if (!b_->defined(object)) {
        peg::rule_id const value = b_->declare("loose-value");
        peg::node_id const space = b_->json_space();
        peg::node_id const single =
            b_->sequence({b_->literal("'"), b_->cut(), b_->string_content('\''), b_->literal("'")});
        peg::node_id const text = b_->choice({b_->json_string(), single});
        auto const listed = [&](std::string_view open, peg::node_id item, std::string_view close) {
            peg::node_id const again = b_->sequence(
                {b_->literal(","), b_->cut(), space, b_->choice({item, b_->look(b_->literal(close))})});
            return b_->sequence({b_->literal(open), b_->cut(), space,
                                 b_->optional(b_->sequence({item, b_->star(again)})), b_->literal(close)});
        };
        peg::node_id const item = b_->sequence({b_->ref(value), space});
        peg::node_id const member = b_->sequence({text, space, b_->literal(":"), space, item});
        b_->define(object, listed("{", member, "}"));
        b_->define(value, b_->choice({text, b_->ref(object), listed("[", item, "]"), b_->json_literal(),
                                      b_->python_literal(), b_->json_number()}));
    }
    return b_->ref(object);
}

peg::node_id dialect_builder::maybe_fenced(peg::node_id e) {
    peg::node_id const fence = b_->sequence(
        {b_->literal("```"), b_->chars("a-z", 0, 16), m_.space(), b_->look(b_->chars("{[\\\""))});
    return b_->choice({b_->sequence({fence, e, m_.space(), b_->optional(b_->literal("```"))}), e});
}

std::vector<std::string> dialect_builder::call_ends() const {
    std::vector<std::string> out;
    for (std::string const* text : {&d_.format->calls.item_close, &d_.format->calls.close}) {
        if (auto const core = first_line(split(*text).core); !core.empty()) {
            out.emplace_back(core);
        }
    }
    return out;
}

peg::node_id dialect_builder::known_names(bool quoted) {
    std::vector<std::string> names;
    for (tool const& t : d_.tools) {
        names.push_back(quoted ? quoted_content(t.name) : t.name);
    }
    return m_.one_of(names);
}

}  // namespace parlance::chat::detail
