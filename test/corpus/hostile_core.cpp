// test/corpus/hostile_core.cpp - grammars, expressions, schemas, JSON, templates and vocabulary files
// SPDX-License-Identifier: BSL-1.0
#include "hostile.hpp"
#include <parlance/gbnf/check_text.hpp>
#include <parlance/gbnf/compile.hpp>
#include <parlance/gbnf/left_recursion.hpp>
#include <parlance/jinja/compiled_template.hpp>
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/partial.hpp>
#include <parlance/mask/batch.hpp>
#include <parlance/mask/compile.hpp>
#include <parlance/mask/draft.hpp>
#include <parlance/mask/explain.hpp>
#include <parlance/mask/forced.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/rehearse.hpp>
#include <parlance/rtn/from_gbnf.hpp>
#include <parlance/rtn/from_regex.hpp>
#include <parlance/rtn/regex.hpp>
#include <parlance/rtn/to_gbnf.hpp>
#include <parlance/schema/contract.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include <parlance/vocab/gguf.hpp>
#include <parlance/vocab/hf_json.hpp>
#include <parlance/vocab/open.hpp>
#include <parlance/vocab/sentencepiece.hpp>
#include <parlance/vocab/tekken.hpp>
#include <parlance/vocab/tiktoken.hpp>
#include <parlance/vocab/trie.hpp>
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace conform::hostile {
namespace {

using namespace parlance;
using vocab::token_id;

/// The token to go on with: the longest that begins the text and may come, or any that may come.
std::optional<token_id> next_token(mask::token_index const& tokens, mask::bitmask may, std::string_view& text,
                                   std::mt19937& random) {
    std::optional<token_id> best;
    std::size_t length = 0;
    if (!text.empty()) {
        for (token_id id = 0; id < tokens.size(); ++id) {
            std::string_view const bytes = tokens.tokens().bytes(id);
            if (bytes.size() > length && text.starts_with(bytes) && may.test(id)) {
                best = id;
                length = bytes.size();
            }
        }
        text.remove_prefix(best ? length : text.size());
        return best;
    }
    auto const first = static_cast<token_id>(random() % tokens.size());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        auto const id = static_cast<token_id>((first + i) % tokens.size());
        if (may.test(id)) {
            return id;
        }
    }
    return best;
}

/// Rows for so many masks, as far as they fit into some memory; the others do not exist.
class mask_rows {
public:
    mask_rows(trial const& t, std::size_t count)
        : stride_(mask::words_for(t.tokens.size())), words_((std::min)(count, most) * stride_) {}
    [[nodiscard]] mask::rows rows() { return {words_, stride_}; }

private:
    static constexpr std::size_t most = 1000;
    std::size_t stride_;
    std::vector<std::uint32_t> words_;
};

/// A tree of drafts, the masks of its nodes, and those of a batch of matchers that have read its first ones.
void drafts(trial const& t, mask::matcher& m, mask::draft_tree const& tree) {
    std::size_t const nodes = tree.tokens.size();
    if (nodes == 0) {
        return;
    }
    mask_rows all(t, nodes);
    t.call(
        "mask::fill, draft",
        [&] {
            static_cast<void>(mask::fill(m, tree, all.rows()));
            return std::string(describe(m.error()));
        },
        nodes);
    t.call(
        "mask::allowed_prefix",
        [&] { return std::string(mask::allowed_prefix(m, tree.tokens) != 0 ? "ok" : "nothing"); }, nodes);
    constexpr std::size_t most = 16;
    std::vector<mask::matcher> forks((std::min)(nodes, most), m);
    std::vector<mask::matcher*> batch;
    for (std::size_t i = 0; i < forks.size(); ++i) {
        static_cast<void>(forks[i].accept(tree.tokens[i]));
        batch.push_back(&forks[i]);
    }
    t.call(
        "mask::fill, batch", [&] { return std::string(mask::fill(batch, all.rows()) != 0 ? "ok" : "all"); },
        batch.size());
}

/// The tokens that may come, the first few of them, each behind the one before and behind the text itself.
void small_drafts(trial const& t, mask::matcher& m, mask::bitmask may) {
    constexpr std::size_t most = 4;
    std::vector<token_id> tokens;
    std::vector<std::uint32_t> parents;
    for (token_id id = 0; id < t.tokens.size() && tokens.size() < 2 * most; ++id) {
        if (may.test(id)) {
            auto const node = static_cast<std::uint32_t>(tokens.size());
            parents.insert(parents.end(), {mask::no_parent, node == 0 ? mask::no_parent : node - 1});
            tokens.insert(tokens.end(), 2, id);
        }
    }
    drafts(t, m, {tokens, parents});
}

/// What else a matcher is asked where a mask was made.  Each is one call.
void questions(trial const& t, mask::matcher m, std::span<std::uint32_t> may) {
    small_drafts(t, m, mask::bitmask{may});
    t.call("mask::matcher::allowed", [&] {
        static_cast<void>(m.allowed());
        return std::string(describe(m.error()));
    });
    t.call("mask::forced_tokens", [&] {
        auto const bytes = [](std::string_view text) {
            return std::vector<token_id>(text.begin(), text.end());
        };
        return std::string(mask::forced_tokens(m, bytes).empty() ? "nothing" : "ok");
    });
    t.call("mask::matcher::rollback", [&] {
        mask::matcher back = m;
        return std::string(back.rollback(back.steps()) && back.steps() == 0 ? "ok" : "no");
    });
    t.call("mask::matcher::forced_text",
           [&] { return std::string(m.forced_text().empty() ? "nothing" : "ok"); });
    t.call("mask::only_tokens", [&] { return std::string(mask::only_tokens(m).empty() ? "nothing" : "ok"); });
    t.call("mask::matcher::open_rules",
           [&] { return std::string(m.open_rules().empty() ? "nothing" : "ok"); });
    token_id refused = 0;
    while (refused + 1 < t.tokens.size() && mask::bitmask{may}.test(refused)) {
        ++refused;
    }
    t.call("mask::explain",
           [&] { return std::string(mask::render(mask::explain(m, refused)).empty() ? "nothing" : "ok"); });
    t.call("mask::matcher::least_remaining", [&] {
        std::size_t const least = m.least_remaining();
        return std::string(least == mask::matcher::unlimited ? "none" : "ok");
    });
    // Within the least budget as without one.
    std::vector<std::uint32_t> words(may.size());
    m.remaining(m.least_remaining());
    t.call("mask::matcher::fill, budget", [&] {
        static_cast<void>(m.fill(words));
        return std::string(describe(m.error()));
    });
}

/// Masks along the text, or along 300 random tokens.
void masks(trial const& t, mask::grammar const& g) {
    mask::matcher m{mask::compiled_grammar(g, t.tokens)};
    m.stop_with(t.bounds.stop);
    std::vector<std::uint32_t> words(mask::words_for(t.tokens.size()));
    std::mt19937 random(1);
    std::string_view text = t.other;
    for (int i = 0; i < 300; ++i) {
        auto may = mask::filled::none;
        t.call("mask::matcher::fill", [&] {
            may = m.fill(words);
            return std::string(describe(m.error()));
        });
        auto const id =
            !mask::has_tokens(may) ? std::nullopt : next_token(t.tokens, mask::bitmask{words}, text, random);
        if (!id || (text.empty() && !t.other.empty())) {
            break;
        }
        if (std::has_single_bit(static_cast<unsigned>(i))) {
            questions(t, m, words);
        }
        bool good = false;
        t.call("mask::matcher::accept", [&] {
            good = m.accept(*id);
            return std::string(good ? "ok" : describe(m.error()));
        });
        if (!good) {
            break;
        }
    }
}

/// Over a grammar of its own, of which nothing is known yet.
void rehearse(trial const& t, mask::grammar const& g) {
    mask::compiled_grammar const fresh(g, t.tokens);
    t.call("mask::rehearse",
           [&] { return std::string(mask::rehearse(fresh).whole ? "ok" : describe(errc::out_of_fuel)); });
}

void run_network(trial const& t, rtn::network const& net) {
    result<mask::grammar> g = not_yet();
    if (t.make("mask::grammar::prepare", g,
               [&] { return mask::grammar::prepare(net, mask::trigger::eager(), t.bounds); })) {
        masks(t, *g);
        rehearse(t, *g);
    }
    result<std::string> printed = not_yet();
    t.make("rtn::to_gbnf", printed, [&] { return rtn::to_gbnf(net, t.bounds); });
}

void run_grammar(trial const& t, gbnf::options how) {
    how.bounds = t.bounds;
    result<gbnf::grammar> g = not_yet();
    if (!t.make("gbnf::compile", g, [&] { return gbnf::compile(t.text, how); })) {
        return;
    }
    if (how.allow_left_recursion) {
        result<gbnf::grammar> straight = not_yet();
        if (!t.make("gbnf::without_left_recursion", straight,
                    [&] { return gbnf::without_left_recursion(*g, t.bounds); })) {
            return;
        }
        g = std::move(straight);
    }
    result<rtn::network> net = not_yet();
    if (t.make("rtn::from_gbnf", net, [&] { return rtn::from_gbnf(*g, t.bounds); })) {
        run_network(t, *net);
    }
}

void gbnf_text(trial const& t) {
    result<mask::compiled_grammar> whole = not_yet();
    t.make("mask::compile_gbnf", whole,
           [&] { return mask::compile_gbnf(t.text, t.tokens, "root", t.bounds); });
    result<gbnf::checked> report = not_yet();
    gbnf::options how;
    how.bounds = t.bounds;
    t.make("gbnf::check_text", report, [&] { return gbnf::check_text(t.text, how); });
    run_grammar(t, {});
}
void left_recursive(trial const& t) {
    gbnf::options how;
    how.allow_left_recursion = true;
    run_grammar(t, how);
}

void expression(trial const& t) {
    for (auto const how : {rtn::regex_match::search, rtn::regex_match::whole}) {
        result<rtn::dfa> a = not_yet();
        t.make("rtn::regex", a, [&] { return rtn::regex(t.text, how, 20'000, t.bounds); });
    }
    result<rtn::network> net = not_yet();
    t.make("rtn::from_regex", net,
           [&] { return rtn::from_regex(t.text, rtn::regex_match::whole, t.bounds); });
    result<mask::compiled_grammar> whole = not_yet();
    t.make("mask::compile_regex", whole, [&] { return mask::compile_regex(t.text, t.tokens, t.bounds); });
}

/// A grammar, and behind it a tree of drafts: for each node two bytes that are its token (one byte where they are less
/// than 256) and four that are its parent's number, the lowest first.
void draft_text(trial const& t) {
    constexpr std::size_t of_a_node = 6;
    result<mask::compiled_grammar> g = not_yet();
    if (!t.make("mask::compile_gbnf", g, [&] { return mask::compile_gbnf(t.text, t.tokens); })) {
        return;
    }
    std::vector<token_id> tokens;
    std::vector<std::uint32_t> parents;
    for (std::size_t at = 0; at + of_a_node <= t.other.size(); at += of_a_node) {
        auto const number = [&](std::size_t from, std::size_t bytes) {
            std::uint32_t out = 0;
            for (std::size_t i = bytes; i-- > 0;) {
                out = (out << 8) | static_cast<std::uint8_t>(t.other[from + i]);
            }
            return out;
        };
        std::uint32_t const token = number(at, 2);
        char const byte = static_cast<char>(token);
        auto const* const node = token < 256 ? t.tokens.trie().find({&byte, 1}) : nullptr;
        tokens.push_back(token);
        if (node != nullptr) {
            t.tokens.trie().each_token(*node, [&](token_id id) { tokens.back() = id; });
        }
        parents.push_back(number(at + 2, 4));
    }
    mask::matcher m{*g};
    drafts(t, m, {tokens, parents});
}

void trigger_pattern(trial const& t) {
    result<mask::trigger> waits = not_yet();
    result<rtn::network> net = not_yet();
    if (!t.make("mask::trigger::pattern", waits, [&] { return mask::trigger::pattern(t.text); }) ||
        !t.make("rtn::from_regex", net, [&] { return rtn::from_regex("(.|\\n)*"); })) {
        return;
    }
    result<mask::grammar> g = not_yet();
    if (t.make("mask::grammar::prepare", g, [&] { return mask::grammar::prepare(*net, *waits, t.bounds); })) {
        masks(t, *g);
        rehearse(t, *g);
    }
}

void run_schema(trial const& t, schema::options const& how) {
    result<rtn::network> net = not_yet();
    if (t.make("schema::compile", net, [&] { return schema::compile(t.text, how, t.bounds); })) {
        run_network(t, *net);
    }
}

void declared(trial const& t) {
    result<std::vector<schema::keyword_treatment>> treated = not_yet();
    if (auto const parsed = json::parse(t.text)) {
        t.make("schema::contract", treated, [&] { return schema::contract(*parsed, {}, t.bounds); });
    }
    run_schema(t, {});
}
void any_order(trial const& t) {
    schema::options how;
    how.properties = schema::order::any;
    run_schema(t, how);
}

void validation(trial const& t) {
    auto const schema = json::parse(t.text);
    auto const value = json::parse(t.other);
    result<void> valid = not_yet();
    if (schema && value) {
        t.make("schema::validate", valid, [&] { return schema::validate(*schema, *value); });
    }
}

void json_text(trial const& t) {
    result<json::value> v = not_yet();
    if (t.make("json::parse", v, [&] { return json::parse(t.text, t.bounds); })) {
        t.call("json::dump", [&] {
            std::string const written = json::dump(*v);
            auto const again = json::parse(written);
            return std::string(again && *again == *v ? "ok" : "read back it is another value");
        });
    }
    result<json::partial> part = not_yet();
    t.make("json::parse_partial", part, [&] { return json::parse_partial(t.text, "@"); });
    t.call("json::closing_of",
           [&] { return std::string(json::closing_of(t.text).empty() ? "complete" : "ok"); });
}

constexpr std::string_view conversation = R"({
    "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Is it sunny?"},
                 {"role": "assistant", "content": "", "tool_calls": [{"id": "a1", "type": "function",
                  "function": {"name": "weather", "arguments": {"city": "Bern"}}}]},
                 {"role": "tool", "content": "sunny", "tool_call_id": "a1"}],
    "tools": [{"type": "function", "function": {"name": "weather", "description": "the weather of a city",
               "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}}],
    "add_generation_prompt": true, "bos_token": "<s>", "eos_token": "</s>"})";

void template_text(trial const& t) {
    result<jinja::compiled_template> made = not_yet();
    if (!t.make("jinja::compile", made,
                [&] { return jinja::compiled_template::compile(t.text, {.limits = t.bounds}); })) {
        return;
    }
    auto const context = json::parse(conversation);
    for (auto const convention : {jinja::convention::strict, jinja::convention::lenient}) {
        for (bool const origins : {false, true}) {
            jinja::render_options how;
            how.convention = convention;
            how.origins = origins;
            how.limits = t.bounds;
            how.now = [] { return std::tm{}; };
            t.call("jinja::render", [&] {
                auto const text = made->render(context->get_object(), how);
                return std::string(text ? "ok" : describe(text.error().code));
            });
        }
    }
}

using file_reader = result<vocab::token_list> (*)(trial const&);

template <file_reader Read>
void vocabulary(trial const& t) {
    result<vocab::token_list> tokens = not_yet();
    if (t.make("vocab::read_...", tokens, [&] { return Read(t); })) {
        result<mask::token_index> index = not_yet();
        result<mask::token_index> other = not_yet();
        if (t.make("mask::token_index::build", index, [&] { return mask::token_index::build(*tokens); })) {
            std::string const first[] = {std::string(tokens->text(0)), "<s>", "</s>"};
            t.make("mask::token_index::with_roles", other, [&] { return index->with_roles({first, first}); });
        }
        result<vocab::trie> all = not_yet();
        if (t.make("vocab::trie::build", all, [&] { return vocab::trie::build(*tokens); })) {
            std::string const saved = all->save();
            t.make("vocab::trie::load", all, [&] { return vocab::trie::load(saved, *tokens); });
        }
    }
    result<vocab::tokenizer_info> any = not_yet();
    t.make("vocab::read", any, [&] { return vocab::read(t.text); });
}

std::string_view whole(trial const& t) {
    return t.other.empty() ? t.text : std::string_view(t.text.data(), t.text.size() + 1 + t.other.size());
}
result<vocab::token_list> gguf(trial const& t) { return vocab::read_gguf(whole(t)); }
result<vocab::token_list> spm(trial const& t) { return vocab::read_sentencepiece(whole(t)); }
result<vocab::token_list> tekken(trial const& t) { return vocab::read_tekken(t.text); }
result<vocab::token_list> tiktoken(trial const& t) { return vocab::read_tiktoken(t.text); }
result<vocab::token_list> hf(trial const& t) {
    return vocab::read_hf_json(t.text, {.tokenizer_config = t.other});
}

}  // namespace

std::vector<kind> core_kinds() {
    return {{"gbnf", &gbnf_text},
            {"lrec", &left_recursive},
            {"draft", &draft_text},
            {"regex", &expression},
            {"trig", &trigger_pattern},
            {"schema", &declared},
            {"schemaany", &any_order},
            {"validate", &validation},
            {"json", &json_text},
            {"jinja", &template_text},
            {"gguf", &vocabulary<gguf>},
            {"spm", &vocabulary<spm>},
            {"tekken", &vocabulary<tekken>},
            {"hftok", &vocabulary<hf>},
            {"tiktoken", &vocabulary<tiktoken>}};
}

}  // namespace conform::hostile
