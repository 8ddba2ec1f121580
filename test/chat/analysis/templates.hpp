// test/chat/analysis/templates.hpp - the templates of the corpus, compiled and analysed once
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/analysis/analyze.hpp>
#include <parlance/chat/template.hpp>
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace corpus {

struct learned_template {
    std::string name;
    parlance::chat::chat_template compiled;
    parlance::chat::dialect result;
};

/// Those of a folder of the corpus, in the order of their names; none, and a message that says so, where there is no
/// such folder.
inline std::vector<learned_template> templates_in(std::string_view name) {
    std::vector<learned_template> out;
    std::filesystem::path const folder = std::filesystem::path(PARLANCE_CORPUS) / name;
    if (std::string_view(PARLANCE_CORPUS).empty() || !std::filesystem::is_directory(folder)) {
        BOOST_TEST_MESSAGE("no corpus: not tried on real " << name);
        return out;
    }
    for (auto const& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() != ".jinja") {
            continue;
        }
        std::ifstream in(entry.path(), std::ios::binary);
        std::string const source(std::istreambuf_iterator<char>(in), {});
        if (auto t = parlance::chat::chat_template::compile(source, {"<s>", "</s>"})) {
            auto result = parlance::chat::analyze(*t);
            out.push_back({entry.path().filename().string(), *std::move(t), std::move(result)});
        }
    }
    std::sort(out.begin(), out.end(), [](auto const& a, auto const& b) { return a.name < b.name; });
    return out;
}

inline std::vector<learned_template> const& templates() {
    static std::vector<learned_template> const all = templates_in("templates");
    return all;
}

/// The same, and those that stand beside the answers of wild/ alone.
inline std::vector<learned_template> const& every_template() {
    static std::vector<learned_template> const all = [] {
        std::vector<learned_template> out = templates();
        for (learned_template& t : templates_in("wild/templates")) {
            auto const same = [&](learned_template const& other) { return other.name == t.name; };
            if (std::none_of(templates().begin(), templates().end(), same)) {
                out.push_back(std::move(t));
            }
        }
        return out;
    }();
    return all;
}

}  // namespace corpus
