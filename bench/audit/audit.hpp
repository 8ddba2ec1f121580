// bench/audit/audit.hpp - an engine's masks of schemas against documents: what is refused that is needed, what leads nowhere
// SPDX-License-Identifier: BSL-1.0
//
// usage: PROGRAM --vocab FILE|FOLDER [--tries N] [--every N] [--limit SECONDS] [--json OUT] FILE|FOLDER...
// files as MaskBench has them: schema, tests [{valid, data}]; of all of them, sorted, one of every N
//
// Over-constraint: at every byte of every valid document, a token that the document goes on with is not in the mask, or
// the document may not end where it does.  Under-constraint: N tokens of the mask there (4) are taken at random, and the
// text is gone on with until it may end: a mask on the way is empty, or schema::validate() refuses the text.  Texts with
// numbers of more than 15 digits are not judged, since the validator has doubles.  Counted by the keywords that the schema
// has.  An engine gets its own process for each schema.
#pragma once
#include "../peers/walk.hpp"
#include "../vocabulary.hpp"
#include <parlance/json/dump.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/schema/validate.hpp>
#include <parlance/vocab/view.hpp>
#include <boost/json.hpp>
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace peers {

namespace json = parlance::json;

struct audit_counts {
    std::size_t positions = 0;
    std::size_t over = 0;
    std::size_t walks = 0;
    std::size_t unfinished = 0;
    std::size_t unjudged = 0;
    std::size_t under = 0;

    audit_counts& operator+=(audit_counts const& other) {
        positions += other.positions;
        over += other.over;
        walks += other.walks;
        unfinished += other.unfinished;
        unjudged += other.unjudged;
        under += other.under;
        return *this;
    }
};

/// What was found out about one schema; `why` is the first thing that is wrong.
struct audited {
    audit_counts counts;
    std::string why;
    bool refused = false;
};

inline vocabulary as_peers_have_it(parlance::vocab::view tokens) {
    vocabulary out;
    for (parlance::vocab::token_id id = 0; id < tokens.size(); ++id) {
        bool const ends = tokens.ends(id);
        out.end = ends ? id : out.end;
        out.bytes.emplace_back(tokens.bytes(id));
        out.text.push_back(!ends && !out.bytes.back().empty());
    }
    return out;
}

template <class Engine>
class auditor {
public:
    auditor(vocabulary const& tokens, Engine& engine, std::size_t tries)
        : tokens_(tokens), engine_(engine), tries_(tries), words_((tokens.bytes.size() + 31) / 32) {
        byte_.fill(tokens.end);
        for (std::uint32_t id = 0; id < tokens.bytes.size(); ++id) {
            std::string_view const bytes = tokens.bytes[id];
            if (tokens.text[id]) {
                ids_.emplace(bytes, id);
                longest_ = (std::max)(longest_, bytes.size());
            }
            if (tokens.text[id] && bytes.size() == 1) {
                byte_[static_cast<unsigned char>(bytes[0])] = id;
            }
        }
    }

    audited look_at(std::string name, json::value const& schema, json::array const& tests) {
        audited out;
        auto compiled = engine_.compile(task{std::move(name), true, json::dump(schema), {}, {}}, out.why);
        if (!compiled) {
            out.refused = true;
            return out;
        }
        for (json::value const& test : tests) {
            if (test.at("valid").as_bool()) {
                follow(*compiled, schema, json::dump(test.at("data")), out);
            }
        }
        return out;
    }

private:
    using mask_words = std::vector<std::uint32_t>;

    [[nodiscard]] static bool has(mask_words const& words, std::uint32_t id) {
        return (words[id / 32] >> (id % 32) & 1) != 0;
    }
    /// A token of a mask that has text, from a random one on.
    [[nodiscard]] std::optional<std::uint32_t> any_of(mask_words const& words) {
        std::size_t const first = random_() % words.size();
        for (std::size_t i = 0; i < words.size(); ++i) {
            std::size_t const w = (first + i) % words.size();
            for (std::uint32_t bits = words[w]; bits != 0; bits &= bits - 1) {
                auto const id =
                    static_cast<std::uint32_t>(w * 32 + static_cast<unsigned>(std::countr_zero(bits)));
                if (id < tokens_.text.size() && tokens_.text[id]) {
                    return id;
                }
            }
        }
        return {};
    }
    template <class Session>
    [[nodiscard]] static bool fill(Session& session, mask_words& words) {
        std::uint32_t const* const mask = session.mask();
        if (mask != nullptr) {
            std::copy_n(mask, words.size(), words.begin());
        }
        return mask != nullptr;
    }
    static void wrong(std::size_t& count, audited& out, std::string what) {
        ++count;
        out.why = out.why.empty() ? std::move(what) : out.why;
    }

    template <class Compiled>
    void follow(Compiled& compiled, json::value const& schema, std::string const& text, audited& out) {
        auto session = compiled.start();
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (!fill(session, words_)) {
                return wrong(out.counts.over, out, "over: no mask: " + text.substr(0, at));
            }
            ++out.counts.positions;
            for (std::size_t length = 1; length <= (std::min)(longest_, text.size() - at); ++length) {
                std::string_view const next = std::string_view(text).substr(at, length);
                if (auto const id = ids_.find(next); id != ids_.end() && !has(words_, id->second)) {
                    wrong(out.counts.over, out, "over: " + text.substr(0, at) + " >>> " + std::string(next));
                }
            }
            for (std::size_t i = 0; i < tries_; ++i) {
                if (auto const id = any_of(words_)) {
                    go_on(session, schema, text.substr(0, at), *id, out);
                }
            }
            if (!session.accept(byte_[static_cast<unsigned char>(text[at])])) {
                return wrong(out.counts.over, out,
                             "over: " + text.substr(0, at) + " >>> " + text.substr(at, 1));
            }
        }
        if (!fill(session, words_) || !has(words_, tokens_.end)) {
            wrong(out.counts.over, out, "over: may not end: " + text);
        }
    }

    enum class verdict { valid, invalid, unknown };
    /// Of numbers that the nearest double does not hold exactly nothing is said, nor of what the validator has no answer to.
    [[nodiscard]] static verdict judged(json::value const& schema, std::string const& text) {
        constexpr std::size_t exact_digits = 15;
        std::size_t digits = 0;
        bool in_string = false;
        for (std::size_t i = 0; i < text.size(); ++i) {
            char const c = text[i];
            in_string = in_string != (c == '"');
            i += in_string && c == '\\' ? 1 : 0;
            bool const more = !in_string && ((c >= '0' && c <= '9') || (c == '.' && digits != 0));
            digits = more ? digits + 1 : 0;
            if (digits > exact_digits) {
                return verdict::unknown;
            }
        }
        auto const value = json::parse(text);
        if (!value) {
            return verdict::invalid;
        }
        auto const found = parlance::schema::validate(schema, *value);
        return found                                                    ? verdict::valid
               : found.error().code == parlance::errc::schema_violation ? verdict::invalid
                                                                        : verdict::unknown;
    }

    template <class Session>
    void go_on(Session const& at, json::value const& schema, std::string so_far, std::uint32_t id,
               audited& out) {
        constexpr int most_steps = 400;
        ++out.counts.walks;
        auto session = at.fork();
        mask_words words(words_.size());
        for (int step = 0; step < most_steps; ++step) {
            so_far += tokens_.bytes[id];
            if (!session.accept(id)) {
                return wrong(out.counts.under, out, "under: in the mask, and refused: " + so_far);
            }
            if (!fill(session, words)) {
                return wrong(out.counts.under, out, "under: no mask: " + so_far);
            }
            if (has(words, tokens_.end)) {
                switch (judged(schema, so_far)) {
                case verdict::valid: return;
                case verdict::unknown: ++out.counts.unjudged; return;
                case verdict::invalid: return wrong(out.counts.under, out, "under: " + so_far);
                }
            }
            // what ends something, mostly; else anything
            std::optional<std::uint32_t> next;
            for (std::string_view const end : {"\"", "}", "]"}) {
                auto const known = ids_.find(end);
                bool const in = known != ids_.end() && has(words, known->second);
                next = in && random_() % 8 != 0 ? std::optional(known->second) : next;
            }
            next = next ? next : any_of(words);
            if (!next) {
                return wrong(out.counts.under, out, "under: nothing can follow: " + so_far);
            }
            id = *next;
        }
        ++out.counts.unfinished;
    }

    vocabulary const& tokens_;
    Engine& engine_;
    std::size_t tries_;
    std::unordered_map<std::string_view, std::uint32_t> ids_;
    std::array<std::uint32_t, 256> byte_{};
    std::size_t longest_ = 0;
    mask_words words_;
    std::minstd_rand random_{1};
};

/// All names of members of objects that are schemas, or look like it.
inline void keywords(json::value const& v, std::set<std::string>& out) {
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

struct audit_options {
    std::string vocabulary;
    std::size_t tries = 4;
    unsigned limit_s = 600;
    std::string json;
    std::vector<fs::path> files;
};

inline std::optional<audit_options> read_audit_options(int argc, char** argv) {
    audit_options out;
    std::size_t every = 1;
    std::vector<fs::path> files;
    for (int i = 1; i < argc; ++i) {
        std::string_view const a = argv[i];
        auto const number = [&] { return std::strtoul(argv[++i], nullptr, 10); };
        if (i + 1 < argc && a == "--vocab") {
            out.vocabulary = argv[++i];
        } else if (i + 1 < argc && a == "--tries") {
            out.tries = number();
        } else if (i + 1 < argc && a == "--every") {
            every = (std::max)(number(), 1ul);
        } else if (i + 1 < argc && a == "--limit") {
            out.limit_s = static_cast<unsigned>(number());
        } else if (i + 1 < argc && a == "--json") {
            out.json = argv[++i];
        } else if (fs::is_directory(a)) {
            for (auto const& entry : fs::directory_iterator(a)) {
                files.push_back(entry.path());
            }
        } else {
            files.emplace_back(a);
        }
    }
    std::sort(files.begin(), files.end());
    for (std::size_t i = 0; i < files.size(); i += every) {
        out.files.push_back(files[i]);
    }
    return out.vocabulary.empty() || out.files.empty() ? std::nullopt : std::optional(std::move(out));
}

/// Looks at one schema apart; what crashes or takes too long is refused.
template <class Engine>
audited audit_apart(auditor<Engine>& audit, audit_options const& o, fs::path const& path,
                    json::value const& file) {
    audited out;
    auto const row = apart(
        o.limit_s,
        [&] {
            audited const found = audit.look_at(path.stem(), file.at("schema"), file.at("tests").as_array());
            audit_counts const& c = found.counts;
            std::ostringstream text;
            text << found.refused << ' ' << c.positions << ' ' << c.over << ' ' << c.walks << ' '
                 << c.unfinished << ' ' << c.unjudged << ' ' << c.under << ' ' << found.why;
            return text.str();
        },
        out.why);
    if (!row) {
        out.refused = true;
        return out;
    }
    std::istringstream text(*row);
    audit_counts& c = out.counts;
    text >> out.refused >> c.positions >> c.over >> c.walks >> c.unfinished >> c.unjudged >> c.under;
    text.get();
    std::getline(text, out.why, '\0');
    return out;
}

inline json::value as_json(audit_counts const& c) {
    return {{"positions", c.positions},   {"over", c.over},         {"walks", c.walks},
            {"unfinished", c.unfinished}, {"unjudged", c.unjudged}, {"under", c.under}};
}

/// Audits an engine; 0 where nothing is wrong.
template <class Engine>
int audit(int argc, char** argv, char const* name) {
    constexpr char const* usage =
        "usage: audit --vocab FILE|FOLDER [--tries N] [--every N] [--limit SECONDS] [--json OUT] "
        "FILE|FOLDER...\n";
    if (argc == 2 && std::string_view(argv[1]) == "--help") {
        std::fputs(usage, stdout);
        return 0;
    }
    auto const o = read_audit_options(argc, argv);
    auto const loaded = o ? measuring::load(o->vocabulary) : std::nullopt;
    if (!loaded) {
        std::fputs(usage, stderr);
        return 2;
    }
    vocabulary const tokens = as_peers_have_it(loaded->tokens);
    Engine engine(tokens);
    auditor<Engine> looking(tokens, engine, o->tries);
    audit_counts all;
    std::size_t refused = 0;
    std::map<std::string, audit_counts> by_keyword;
    for (fs::path const& path : o->files) {
        auto const file = json::parse(read_file(path));
        if (!file || !file->is_object() || !file->get_object().contains("tests")) {
            continue;
        }
        audited const found = audit_apart(looking, *o, path, *file);
        refused += found.refused;
        if (!found.why.empty()) {
            std::printf("%s: %s%s\n", path.filename().c_str(), found.refused ? "refused: " : "",
                        found.why.c_str());
        }
        std::set<std::string> names;
        keywords(file->at("schema"), names);
        for (std::string const& keyword : names) {
            by_keyword[keyword] += found.counts;
        }
        all += found.counts;
    }
    json::object keywords_found;
    for (auto const& [keyword, c] : by_keyword) {
        keywords_found[keyword] = as_json(c);
        if (c.over + c.under != 0) {
            std::printf("%-24s over %zu, under %zu\n", keyword.c_str(), c.over, c.under);
        }
    }
    std::printf("%s: files %zu, refused %zu, positions %zu, walks %zu (%zu unfinished, %zu not judged), over "
                "%zu, under %zu\n",
                name, o->files.size(), refused, all.positions, all.walks, all.unfinished, all.unjudged,
                all.over, all.under);
    if (!o->json.empty()) {
        std::ofstream(o->json) << json::dump({{"engine", name},
                                              {"files", o->files.size()},
                                              {"refused", refused},
                                              {"all", as_json(all)},
                                              {"keywords", std::move(keywords_found)}})
                               << '\n';
    }
    return all.over + all.under == 0 ? 0 : 1;
}

}  // namespace peers
