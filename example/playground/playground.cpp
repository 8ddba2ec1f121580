// example/playground/playground.cpp - what the playground and the npm package ask of the library: JSON in, JSON out
// SPDX-License-Identifier: BSL-1.0
//
// A WebAssembly module has one memory, and its caller hands texts over there: parlance_text() is where to write a request,
// parlance_answer() answers it, and says where.  parlance.mjs is the other side of this.
#include "../command/grammar_text.hpp"
#include "../command/learned_html.hpp"
#include "../command/railroad.hpp"
#include "vocabulary.hpp"
#include <parlance/chat/constraint.hpp>
#include <parlance/chat/openai.hpp>
#include <parlance/chat/response_parser.hpp>
#include <parlance/json.hpp>
#include <parlance/mask/compile.hpp>
#include <parlance/mask/explain.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/schema/contract.hpp>
#include <parlance/schema/to_gbnf.hpp>
#include <parlance/version.hpp>
#include <boost/json/array.hpp>
#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace playground {
namespace {

using namespace parlance;
using command::file_kind;

boost::json::object error_of(diagnostic const& d) {
    return {{"message", std::string(describe(d.code))},
            {"hint", std::string(d.hint.view())},
            {"line", d.at.line},
            {"column", d.at.column},
            {"offset", d.at.offset},
            {"length", d.length},
            {"placed", d.at.line > 1 || d.at.column > 1 || d.length > 0}};
}

boost::json::object failed(diagnostic const& d) { return {{"error", error_of(d)}}; }

std::string text_at(json::value const& request, std::string_view name, std::string_view otherwise = {}) {
    json::value const* const found = json::member(request, name);
    return std::string(found != nullptr && found->is_string() ? json::text_of(*found) : otherwise);
}

file_kind kind_of(std::string_view name) {
    return name == "gbnf"       ? file_kind::gbnf
           : name == "schema"   ? file_kind::schema
           : name == "regex"    ? file_kind::regex
           : name == "template" ? file_kind::chat_template
                                : file_kind::unknown;
}

}  // namespace

/// What was opened last: a grammar, or a template with what was learned of it.
class session {
public:
    session() : tokens_(mask::token_index::build(small_vocabulary()).value()) {}

    boost::json::object answer(std::string_view text) {
        auto const request = json::parse(text);
        if (!request) {
            return failed(request.error());
        }
        std::string const wanted = text_at(*request, "do");
        if (wanted == "open") {
            return open(*request);
        }
        if (wanted == "read") {
            return read(text_at(*request, "text"));
        }
        return {{"version", PARLANCE_VERSION}, {"tokens", tokens_.size()}};
    }

private:
    boost::json::object open(json::value const& request) {
        begin_.reset();
        turn_.reset();
        std::string const source = text_at(request, "source");
        file_kind const kind = kind_of(text_at(request, "kind"));
        return kind == file_kind::chat_template
                   ? open_template(source, request)
                   : open_grammar(source, kind, text_at(request, "root", "root"));
    }

    boost::json::object open_grammar(std::string const& source, file_kind kind, std::string const& root) {
        boost::json::object out;
        if (kind == file_kind::schema) {
            auto const schema = json::parse(source);
            if (!schema) {
                return failed(schema.error());
            }
            auto const rows = schema::contract(*schema);
            out["contract"] = rows ? schema::to_json(*rows) : boost::json::value(boost::json::array{});
            if (auto const text = schema::to_gbnf(*schema)) {
                out["gbnf"] = *text;
            }
        }
        auto const network = command::read_network(source, kind, root, tokens_.tokens());
        auto compiled =
            network ? mask::compile(*network, tokens_) : result<mask::compiled_grammar>(network.error());
        if (!compiled) {
            out["error"] = error_of(compiled.error());
            return out;
        }
        begin_.emplace(*std::move(compiled));
        out["diagrams"] = diagrams(source, kind, root);
        return out;
    }

    static boost::json::array diagrams(std::string const& source, file_kind kind, std::string const& root) {
        boost::json::array out;
        auto const g = command::read_grammar(source, kind, root);
        for (std::uint32_t r = 0; g && r < g->view().rule_count(); ++r) {
            if (std::string_view const name = g->view().name(r); !name.empty()) {
                out.push_back(boost::json::object{
                    {"rule", std::string(name)},
                    {"svg", command::railroad::to_svg(command::railroad::shape_of(*g, r))}});
            }
        }
        return out;
    }

    boost::json::object open_template(std::string const& source, json::value const& request) {
        auto const t = chat::chat_template::compile(
            source, {text_at(request, "bos", "<s>"), text_at(request, "eos", "</s>"), {}});
        if (!t) {
            return failed(t.error());
        }
        boost::json::object out{{"learned", learned::sections(learned::inspect("template", *t))}};
        chat::inputs in;
        in.messages.push_back({"user", "Is it cold in Bern?", {}, {}, {}, {}, {}});
        in.tools = {{"get_weather", "The weather at a place",
                     *json::parse(R"({"type": "object", "required": ["city"], "properties": {
                         "city": {"type": "string"}, "days": {"type": "integer"}}, "additionalProperties": false})")}};
        auto turn = chat::prepare(*t, chat::learn(*t).result, in);
        if (!turn) {
            out["error"] = error_of(turn.error());
            return out;
        }
        turn_ = std::make_unique<chat::prepared>(*std::move(turn));
        out["prompt"] = turn_->prompt;
        out["answer_prefix"] = turn_->answer_prefix;
        if (auto compiled = chat::constraint_of(*turn_, tokens_)) {
            begin_.emplace(*std::move(compiled));
            if (!begin_->accept(turn_->answer_prefix)) {
                begin_.reset();
            }
        }
        return out;
    }

    boost::json::object read(std::string_view text) const {
        boost::json::object out;
        if (turn_) {
            out["message"] = message_of(text);
        }
        if (!begin_) {
            return out;
        }
        mask::matcher m = *begin_;
        std::size_t read = 0;
        while (read < text.size() && m.accept(text.substr(read, 1))) {
            ++read;
        }
        bool const stuck = read < text.size();
        auto const refused = stuck ? static_cast<mask::token_id>(static_cast<unsigned char>(text[read]))
                                   : static_cast<mask::token_id>(tokens_.size() - 1);
        mask::explanation const why = mask::explain(m, refused);
        boost::json::array rules, expected;
        for (auto const& names : why.rules) {
            rules.push_back(boost::json::array(names.begin(), names.end()));
        }
        for (mask::byte_range const each : why.expected) {
            expected.push_back(boost::json::array{each.low, each.high});
        }
        out["read"] = read;
        out["whole"] = !stuck && m.can_stop();
        out["may_end"] = m.can_stop();
        out["repeated_name"] = why.why == mask::refusal::repeated_name;
        out["expected"] = std::move(expected);
        out["rules"] = std::move(rules);
        out["forced"] = m.forced_text();
        list_tokens(m, out);
        return out;
    }

    /// The tokens that may come next: those of several bytes first, the longest before all.
    void list_tokens(mask::matcher& m, boost::json::object& out) const {
        auto const next = m.allowed();
        std::vector<std::string_view> found;
        std::size_t count = 0;
        for (mask::token_id id = 0; mask::has_tokens(next.state) && id < tokens_.size(); ++id) {
            if (((next.words[id / 32] >> (id % 32)) & 1u) != 0) {
                ++count;
                if (id + 1 < tokens_.size()) {
                    found.push_back(tokens_.tokens().text(id));
                }
            }
        }
        std::ranges::stable_sort(found, [](auto a, auto b) { return a.size() > b.size(); });
        boost::json::array listed;
        for (std::string_view const each : found) {
            listed.emplace_back(command::shown_bytes(each));
        }
        out["allowed"] = count;
        out["tokens"] = tokens_.size();
        out["list"] = std::move(listed);
    }

    boost::json::object message_of(std::string_view text) const {
        chat::response_parser reader(turn_->syntax, turn_->tools);
        auto const ignore = [](chat::delta const&) {};
        reader.prime(turn_->answer_prefix);
        reader.feed(text, ignore);
        reader.finish(ignore);
        boost::json::object out{{"message", chat::to_openai(reader.so_far())}};
        if (!reader.malformed().empty()) {
            out["malformed"] = std::string(reader.malformed());
        }
        return out;
    }

    mask::token_index tokens_;
    std::optional<mask::matcher> begin_;
    std::unique_ptr<chat::prepared> turn_;
};

}  // namespace playground

/// One user's state, and the texts that go in and out.
struct parlance_handle {
    playground::session what{};
    std::string request{};
    std::string answer{};
};

extern "C" {

[[clang::export_name("parlance_new")]] parlance_handle* parlance_new() {
    return new (std::nothrow) parlance_handle;
}

[[clang::export_name("parlance_delete")]] void parlance_delete(parlance_handle* h) { delete h; }

/// Where `size` bytes of a request are to be written.
[[clang::export_name("parlance_text")]] char* parlance_text(parlance_handle* h, std::size_t size) {
    h->request.resize(size);
    return h->request.data();
}

/// Answers what was written; returns where the answer is, which stays until the next one.
[[clang::export_name("parlance_answer")]] char const* parlance_answer(parlance_handle* h) {
    try {
        h->answer = parlance::json::dump(boost::json::value(h->what.answer(h->request)));
    } catch (std::exception const& e) {
        h->answer = parlance::json::dump(boost::json::value{{"error", {{"message", e.what()}}}});
    }
    return h->answer.data();
}

[[clang::export_name("parlance_size")]] std::size_t parlance_size(parlance_handle const* h) {
    return h->answer.size();
}
}
