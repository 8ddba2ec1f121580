// bench/audit/audit.cpp - masks of schemas against their documents: what is refused that is needed, what leads nowhere
// SPDX-License-Identifier: BSL-1.0
//
// usage: audit --vocab FILE|FOLDER [--tries N] [--every N] FILE|FOLDER...
// files as MaskBench has them: schema, tests [{valid, data}]; of all of them, sorted, one of every N
//
// Over-constraint: at every byte of every valid document, a token that the document goes on with is not in the mask, or
// the document may not end where it does.  Under-constraint: N tokens of the mask there (4) are taken at random, and the
// text is gone on with until it may end: a mask on the way is empty, or schema::validate() refuses the text.  Counted by
// the keywords that the schema has.
#include "../vocabulary.hpp"
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/mask/matcher.hpp>
#include <parlance/mask/compile.hpp>
#include <parlance/schema/lower.hpp>
#include <parlance/schema/validate.hpp>
#include <boost/json.hpp>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace {

using namespace parlance;
namespace fs = std::filesystem;

struct counts {
    std::size_t positions = 0;
    std::size_t over = 0;
    std::size_t walks = 0;
    std::size_t unfinished = 0;
    std::size_t under = 0;
};

class auditor {
public:
    auditor(vocab::view tokens, mask::token_index const& index, std::size_t tries)
        : tokens_(tokens), index_(index), tries_(tries), words_((tokens.size() + 31) / 32) {
        for (vocab::token_id id = 0; id < tokens.size(); ++id) {
            std::string_view const bytes = tokens.bytes(id);
            ids_.emplace(bytes, id);
            longest_ = (std::max)(longest_, bytes.size());
        }
    }

    /// What is found out about one file; `why` is the first thing that is wrong.
    counts look_at(json::value const& schema, json::array const& tests, std::string& why) {
        counts out;
        schema::options how;
        how.whitespace = schema::spaces::json;
        how.properties = schema::order::any;
        auto const net = schema::compile(schema, how);
        auto const compiled = net ? mask::compile(*net, index_) : result<mask::compiled_grammar>(net.error());
        if (!compiled) {
            why = "refused: " + std::string(compiled.error().hint.view());
            return out;
        }
        mask::matcher const begin(*compiled);
        for (json::value const& test : tests) {
            if (test.at("valid").as_bool()) {
                follow(begin, schema, json::dump(test.at("data")), out, why);
            }
        }
        return out;
    }

private:
    /// A token of a mask that does not end the text, from a random one on.
    [[nodiscard]] std::optional<vocab::token_id> any_of(std::vector<std::uint32_t> const& words) {
        std::size_t const first = random_() % words.size();
        for (std::size_t i = 0; i < words.size(); ++i) {
            std::size_t const w = (first + i) % words.size();
            for (std::uint32_t bits = words[w]; bits != 0; bits &= bits - 1) {
                auto const id =
                    static_cast<vocab::token_id>(w * 32 + static_cast<unsigned>(std::countr_zero(bits)));
                if (!tokens_.ends(id)) {
                    return id;
                }
            }
        }
        return {};
    }
    [[nodiscard]] bool allowed(vocab::token_id id) const { return (words_[id / 32] >> (id % 32) & 1) != 0; }

    void follow(mask::matcher m, json::value const& schema, std::string const& text, counts& out,
                std::string& why) {
        auto const wrong = [&](std::size_t& count, std::string what) {
            ++count;
            why = why.empty() ? std::move(what) : why;
        };
        for (std::size_t at = 0; at < text.size(); ++at) {
            static_cast<void>(m.fill(words_));
            ++out.positions;
            for (std::size_t length = 1; length <= (std::min)(longest_, text.size() - at); ++length) {
                std::string_view const next = std::string_view(text).substr(at, length);
                if (auto const id = ids_.find(next); id != ids_.end() && !allowed(id->second)) {
                    wrong(out.over, "over: " + text.substr(0, at) + " >>> " + std::string(next));
                }
            }
            for (std::size_t i = 0; i < tries_; ++i) {
                if (auto const id = any_of(words_)) {
                    go_on(m, schema, text.substr(0, at), *id, out, wrong);
                }
            }
            if (!m.accept(std::string_view(text).substr(at, 1))) {
                return wrong(out.over, "over: " + text.substr(0, at) + " >>> " + text.substr(at, 1));
            }
        }
        if (!m.can_stop()) {
            wrong(out.over, "over: may not end: " + text);
        }
    }

    template <class Wrong>
    void go_on(mask::matcher m, json::value const& schema, std::string so_far, vocab::token_id id,
               counts& out, Wrong&& wrong) {
        constexpr int most_steps = 400;
        ++out.walks;
        std::vector<std::uint32_t> words(words_.size());
        for (int step = 0; step < most_steps; ++step) {
            so_far += tokens_.bytes(id);
            if (!m.accept(id)) {
                return wrong(out.under, "under: in the mask, and refused: " + so_far);
            }
            if (m.can_stop()) {
                auto const value = json::parse(so_far);
                if (!value || !schema::validate(schema, *value)) {
                    wrong(out.under, "under: " + so_far);
                }
                return;
            }
            static_cast<void>(m.fill(words));
            // what ends something, mostly; else anything
            std::optional<vocab::token_id> next;
            for (std::string_view const end : {"\"", "}", "]"}) {
                auto const at = ids_.find(end);
                bool const in = at != ids_.end() && (words[at->second / 32] >> (at->second % 32) & 1) != 0;
                next = in && random_() % 8 != 0 ? std::optional(at->second) : next;
            }
            next = next ? next : any_of(words);
            if (!next) {
                return wrong(out.under, "under: nothing can follow: " + so_far);
            }
            id = *next;
        }
        ++out.unfinished;
    }

    vocab::view tokens_;
    mask::token_index const& index_;
    std::size_t tries_;
    std::unordered_map<std::string_view, vocab::token_id> ids_;
    std::size_t longest_ = 0;
    std::vector<std::uint32_t> words_;
    std::minstd_rand random_{1};
};

/// All names of members of objects that are schemas, or look like it.
void keywords(json::value const& v, std::set<std::string>& out) {
    if (v.is_object()) {
        for (auto const& member : v.get_object()) {
            out.insert(std::string(member.key()));
            bool const named = member.key() == "properties" || member.key() == "$defs" ||
                               member.key() == "definitions" || member.key() == "patternProperties";
            if (named && member.value().is_object()) {
                for (auto const& inner : member.value().get_object()) {
                    keywords(inner.value(), out);
                }
            } else if (member.key() != "enum" && member.key() != "const" && member.key() != "default" &&
                       member.key() != "examples") {
                keywords(member.value(), out);
            }
        }
    } else if (v.is_array()) {
        for (json::value const& item : v.get_array()) {
            keywords(item, out);
        }
    }
}

constexpr char const* usage = "usage: audit --vocab FILE|FOLDER [--tries N] [--every N] FILE|FOLDER...\n";

int run(int argc, char** argv) {
    std::string vocabulary;
    std::size_t tries = 4;
    std::size_t every = 1;
    std::vector<fs::path> files;
    for (int i = 1; i < argc; ++i) {
        std::string_view const a = argv[i];
        if (a == "--help") {
            std::fputs(usage, stdout);
            return 0;
        }
        if (a == "--vocab" && i + 1 < argc) {
            vocabulary = argv[++i];
        } else if (a == "--tries" && i + 1 < argc) {
            tries = std::stoul(argv[++i]);
        } else if (a == "--every" && i + 1 < argc) {
            every = (std::max)(std::stoul(argv[++i]), 1ul);
        } else if (fs::is_directory(a)) {
            for (auto const& entry : fs::directory_iterator(a)) {
                files.push_back(entry.path());
            }
        } else {
            files.emplace_back(a);
        }
    }
    auto const loaded =
        vocabulary.empty() ? decltype(measuring::load(vocabulary)){} : measuring::load(vocabulary);
    if (!loaded || files.empty()) {
        std::fputs(usage, stderr);
        return 2;
    }
    std::sort(files.begin(), files.end());
    std::size_t taken = 0;
    for (std::size_t i = 0; i < files.size(); i += every) {
        std::swap(files[taken++], files[i]);
    }
    files.resize(taken);
    auto const index = mask::token_index::build(loaded->tokens).value();
    auditor audit(loaded->tokens, index, tries);
    counts all;
    std::size_t refused = 0;
    std::map<std::string, counts> by_keyword;
    for (fs::path const& path : files) {
        std::ifstream in(path, std::ios::binary);
        auto const file = json::parse(std::string(std::istreambuf_iterator<char>(in), {}));
        if (!file || !file->is_object() || !file->get_object().contains("tests")) {
            continue;
        }
        std::string why;
        counts const c = audit.look_at(file->at("schema"), file->at("tests").as_array(), why);
        refused += why.starts_with("refused");
        if (!why.empty()) {
            std::printf("%s: %s\n", path.filename().c_str(), why.c_str());
        }
        std::set<std::string> names;
        keywords(file->at("schema"), names);
        names.insert("");
        for (std::string const& name : names) {
            counts& to = name.empty() ? all : by_keyword[name];
            to.positions += c.positions;
            to.over += c.over;
            to.walks += c.walks;
            to.unfinished += c.unfinished;
            to.under += c.under;
        }
    }
    for (auto const& [name, c] : by_keyword) {
        if (c.over + c.under != 0) {
            std::printf("%-24s over %zu, under %zu\n", name.c_str(), c.over, c.under);
        }
    }
    std::printf("files %zu, refused %zu, positions %zu, walks %zu (%zu unfinished), over %zu, under %zu\n",
                files.size(), refused, all.positions, all.walks, all.unfinished, all.over, all.under);
    return all.over + all.under == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (std::exception const& e) {
        std::fprintf(stderr, "audit: %s\n", e.what());
        return 1;
    }
}
