// parlance/vocab/impl/load.ipp - definitions of what parlance/vocab/load.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/vocab/load.hpp>
#include <parlance/json/parse.hpp>
#include <parlance/json/value.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <parlance/text/limits.hpp>
#include <parlance/text/result.hpp>
#include <parlance/vocab/concept.hpp>
#include <parlance/vocab/detail/file_format.hpp>
#include <parlance/vocab/detail/mapped_file.hpp>
#include <parlance/vocab/hf_config.hpp>
#include <parlance/vocab/hf_json.hpp>
#include <parlance/vocab/open.hpp>
#include <parlance/vocab/tekken.hpp>
#include <parlance/vocab/token_list.hpp>
#include <parlance/vocab/tokenizer_info.hpp>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace parlance::vocab::detail {

/// `why`, with the name of the file in front of its hint; cannot_open has the path there already.
inline diagnostic in_file(std::string_view name, diagnostic why) {
    if (why.code != errc::cannot_open) {
        why.hint = note{name}.append(why.hint.empty() ? "" : ": ").append(why.hint.view());
    }
    return why;
}

#if defined(__cpp_lib_filesystem)

inline bool is_folder(std::filesystem::path const& path) {
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored);
}

/// A link that leads nowhere is there.
inline bool is_there(std::filesystem::path const& path) {
    std::error_code ignored;
    return std::filesystem::symlink_status(path, ignored).type() != std::filesystem::file_type::not_found;
}

/// The place of a name in tokenizer_files; behind the last where it is not one.
inline std::size_t rank_of(std::filesystem::path const& name) {
    std::string const whole = name.string();
    std::string const extension = name.extension().string();
    std::size_t rank = 0;
    for (std::string_view const wanted : tokenizer_files) {
        if (wanted.starts_with('*') ? wanted.substr(1) == extension : wanted == whole) {
            break;
        }
        ++rank;
    }
    return rank;
}

/// The best tokenizer in a folder.
inline result<std::filesystem::path> tokenizer_in(std::filesystem::path const& folder) {
    std::error_code why;
    std::optional<std::pair<std::size_t, std::filesystem::path>> best;
    std::filesystem::directory_iterator entry(folder, why);
    for (; !why && entry != std::filesystem::directory_iterator(); entry.increment(why)) {
        std::pair candidate{rank_of(entry->path().filename()), entry->path()};
        std::error_code ignored;
        if (candidate.first < std::size(tokenizer_files) && (!best || candidate < *best) &&
            !entry->is_directory(ignored)) {  // what cannot be opened will be told
            best = std::move(candidate);
        }
    }
    if (why) {
        return cannot_open(folder, why);
    }
    if (!best) {
        note looked;
        for (std::string_view const name : tokenizer_files) {
            looked.append(looked.empty() ? "none of " : ", ").append(name);
        }
        return diagnostic{errc::cannot_open, {}, 0, looked.append(" in ").append(folder.string())};
    }
    return std::move(best->second);
}

#else  // as on WASI: there are paths, but nobody says what is where

inline bool is_folder(std::filesystem::path const&) { return false; }
inline bool is_there(std::filesystem::path const& path) {
    std::FILE* const file = std::fopen(path.string().c_str(), "rb");
    return file != nullptr && std::fclose(file) == 0;
}
inline result<std::filesystem::path> tokenizer_in(std::filesystem::path const& folder) { return folder; }

#endif

/// The text of a file that need not be there.
inline result<std::string> read_beside(std::filesystem::path const& folder, std::string_view name,
                                       limits const& bounds) {
    std::filesystem::path const path = folder / name;
    if (!is_there(path)) {
        return std::string{};
    }
    mapped_file const file(path);
    if (auto const usable = check_file(file, bounds.file_bytes); !usable) {
        return in_file(name, usable.error());
    }
    return std::string(file.bytes());
}

/// What the files in a tokenizer's folder say; `is_hf`: the tokenizer lists the added tokens itself.
inline result<hf_config> config_in(std::filesystem::path const& folder, bool is_hf, limits const& bounds) {
    struct wanted {
        std::string_view name;
        std::string_view hf_extra::* text;
    };
    constexpr wanted all[] = {
        {"tokenizer_config.json", &hf_extra::tokenizer_config},
        {"generation_config.json", &hf_extra::generation_config},
        {"special_tokens_map.json", &hf_extra::special_tokens_map},
        {"added_tokens.json", &hf_extra::added_tokens},
        {"chat_template.json", &hf_extra::chat_template_json},
        {"chat_template.jinja", &hf_extra::chat_template},
    };
    std::string texts[std::size(all)];
    hf_extra files;
    for (std::size_t i = 0; i < std::size(all); ++i) {
        if (is_hf && all[i].text == &hf_extra::added_tokens) {
            continue;
        }
        auto text = read_beside(folder, all[i].name, bounds);
        if (!text) {
            return text.error();
        }
        texts[i] = *std::move(text);
        files.*all[i].text = texts[i];
    }
    return read_hf_config(files, bounds);
}

/// tokenizer.json or tekken.json, told apart by their members.
struct json_tokenizer {
    json::value root;
    bool is_hf = false;
};
inline result<json_tokenizer> parse_tokenizer(std::string_view text, limits const& bounds) {
    limits parsing = bounds;
    parsing.source_bytes = text.size();  // limits.file_bytes bounds it
    auto root = json::parse(text, parsing);
    if (!root) {
        return root.error();
    }
    bool const is_hf = json::member(*root, "model") != nullptr;
    if (!is_hf && json::member(*root, "config") == nullptr) {
        return diagnostic{errc::unsupported_file,
                          {},
                          0,
                          "JSON, but with no model, as in tokenizer.json, nor config, as in tekken.json"};
    }
    return json_tokenizer{*std::move(root), is_hf};
}

/// What the caller says is one with what the files say, so that all special tokens are known when those that end a
/// text are looked for.
inline void add_options(hf_config& config, load_options const& options) {
    for (named_token const& special : options.specials) {
        config.added.push_back({std::string(special.text), special.id, special.kind});
    }
    config.eos_ids.insert(config.eos_ids.end(), options.ends.begin(), options.ends.end());
    config.logits = options.logits;
}

/// The tokens of a file that does not list the added ones, which have ids within `of_file`.
inline result<token_list> with_config(result<token_list> tokens, hf_config const& config,
                                      limits const& of_file, limits const& bounds) {
    if (!tokens) {
        return tokens;
    }
    if (auto const good = check_ids(config, of_file); !good) {
        return good.error();
    }
    token_list_builder all(bounds);
    all.set_all(*tokens);
    config.apply(all);
    return std::move(all).finish();
}

/// `found`: the caller named only the folder, so that errors name the file.
inline result<tokenizer_info> load_file(std::filesystem::path const& path, bool found,
                                        load_options const& options, limits const& bounds) {
    auto const failed = [&](diagnostic const& why) {
        return found ? in_file(path.filename().string(), why) : why;
    };
    mapped_file const file(path);
    if (auto const usable = check_file(file, most_bytes(file, bounds)); !usable) {
        return failed(usable.error());
    }
    file_format const format = format_of(file.bytes());
    if (format == file_format::gguf) {
        auto out = read(file.bytes(), options, bounds);
        return out ? out : failed(out.error());
    }
    bool const is_json = format == file_format::json;
    auto const parsed = is_json ? parse_tokenizer(file.bytes(), bounds) : json_tokenizer{};
    if (!parsed) {
        return failed(parsed.error());
    }
    auto out = is_json ? result<tokenizer_info>{tokenizer_info{}} : read(file.bytes(), {}, bounds);
    if (!out) {
        return failed(out.error());
    }
    auto config = config_in(path.parent_path(), parsed->is_hf, bounds);
    if (!config) {
        return config.error();
    }
    constexpr token_id none = ~token_id{0};
    token_id const eos_id = config->eos_ids.empty() ? none : config->eos_ids.front();
    add_options(*config, options);
    limits const within = limits_of_text(bounds, file.bytes().size());
    auto tokens = parsed->is_hf ? hf_tokens(parsed->root, *config, file.bytes().size(), bounds)
                  : is_json     ? with_config(tekken_tokens(parsed->root, within), *config, within, bounds)
                                : with_config(std::move(out->tokens), *config, within, bounds);
    if (!tokens) {
        return failed(tokens.error());
    }
    out->tokens = *std::move(tokens);
    auto const say = [&](std::string& text, std::string const& said, token_id id,
                         std::string_view otherwise) {
        if (!said.empty()) {
            text = said;
        } else if (id < out->tokens.size()) {
            text = out->tokens.text(id);
        } else if (text.empty() && is_json && !parsed->is_hf && out->tokens.find(otherwise)) {
            text = otherwise;
        }
    };
    say(out->bos, config->bos, config->bos_id.value_or(none),
        "<s>");  // tekken.json does not say, but these are always it
    say(out->eos, config->eos, eos_id, "</s>");
    out->chat_template = config->chat_template;
    return with_options(*std::move(out), {}, bounds);
}

}  // namespace parlance::vocab::detail

namespace parlance::vocab {

result<tokenizer_info> load(file_path name, load_options const& options, limits const& bounds) {
    auto const path = name.as<std::filesystem::path>();
    if (!detail::is_folder(path)) {
        return detail::load_file(path, false, options, bounds);
    }
    auto const file = detail::tokenizer_in(path);
    return file ? detail::load_file(*file, true, options, bounds) : file.error();
}

}  // namespace parlance::vocab
