// parlance/chat/impl/preset.ipp - definitions of what parlance/chat/preset.hpp declares
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include <parlance/chat/preset.hpp>
#include <parlance/text/diagnostic.hpp>
#include <parlance/text/errc.hpp>
#include <algorithm>

namespace parlance::chat {

result<std::string> preset::apply(std::vector<preset_message> const& messages, preset_style style) const {
    return style == preset_style::literal ? result<std::string>(literal(messages)) : documented(messages);
}

std::string preset::literal(std::vector<preset_message> const& messages) const {
    std::string out = bos;
    preset_message const* system = nullptr;
    preset_message const* last = nullptr;
    for (preset_message const& m : messages) {
        (m.role == "system" ? system : last) = &m;
    }
    if (system != nullptr) {
        out.append(system_prefix).append(system->content).append(system_suffix);
    }
    bool first = system == nullptr;
    for (preset_message const& m : messages) {
        if (m.role == "system") {
            continue;
        }
        out.append(first ? "" : separator);
        first = false;
        if (m.role == "user") {
            out.append(user_prefix).append(m.content).append(user_suffix);
        } else if (m.role == "assistant") {
            out.append(assistant_prefix).append(m.content).append(assistant_suffix);
        }
    }
    if (add_generation_prompt && last != nullptr && last->role == "user") {
        out.append(separator).append(assistant_prefix);
    }
    return out;
}

result<std::string> preset::documented(std::vector<preset_message> const& messages) const {
    std::string system;
    bool has_system = false;
    std::size_t turns = 0;
    for (preset_message const& m : messages) {
        if (m.role == "system") {
            system.append(has_system ? "\n\n" : "").append(m.content);
            has_system = true;
        } else if (m.role == "user" || m.role == "assistant") {
            ++turns;
        } else {
            return diagnostic{errc::invalid_message, {}, 0, note("unsupported role: ").append(m.role)};
        }
    }
    std::string out = bos;
    bool const inside = system_in_user && has_system && turns > 0 && first_turn(messages).role == "user";
    if (has_system && !(inside && user_opens_system)) {
        out.append(system_prefix).append(system).append(system_suffix).append(turns > 0 ? system_gap : "");
    }
    bool first = !has_system || system_in_user || !system_gap.empty();
    bool opening = true;
    std::string_view last;
    for (preset_message const& m : messages) {
        if (m.role == "system") {
            continue;
        }
        bool const user = m.role == "user";
        out.append(!first && (user || before_assistant) ? separator : "");
        if (!user) {
            out.append(assistant_prefix).append(m.content).append(assistant_suffix);
        } else if (opening && inside && user_opens_system) {
            out.append(user_prefix).append(system).append(system_gap).append(m.content).append(user_suffix);
        } else {
            out.append(opening && inside ? "" : user_prefix).append(m.content).append(user_suffix);
        }
        first = opening = false;
        last = m.role;
    }
    if (add_generation_prompt && last == "user") {
        append_generation(out);
    }
    return out;
}

void preset::append_generation(std::string& out) const {
    if (!bare_generation) {
        out.append(separator).append(assistant_prefix);
        return;
    }
    std::string_view prefix = assistant_prefix;
    while (!prefix.empty() && prefix.back() == ' ') {
        prefix.remove_suffix(1);
    }
    out.append(prefix);
}

preset_message const& preset::first_turn(std::vector<preset_message> const& messages) {
    return *std::find_if(messages.begin(), messages.end(),
                         [](preset_message const& m) { return m.role != "system"; });
}

preset make_preset(preset_family family) {
    preset p;
    p.family = family;
    p.add_generation_prompt = family != preset_family::gpt4 && family != preset_family::custom;
    auto const chat = [&](std::string_view system, std::string_view user, std::string_view assistant,
                          std::string_view end) {
        p.system_prefix = system;
        p.user_prefix = user;
        p.assistant_prefix = assistant;
        p.system_suffix = p.user_suffix = p.assistant_suffix = end;
    };
    switch (family) {
    case preset_family::llama2:
    case preset_family::code_llama:
        p.system_prefix = "[INST] <<SYS>>\n";
        p.system_suffix = "\n<</SYS>>\n\n";
        p.user_prefix = "[INST] ";
        p.user_suffix = " [/INST]";
        p.assistant_prefix = " ";
        p.assistant_suffix = " </s>";
        p.bos = p.separator = "<s>";
        p.eos = "</s>";
        p.stops = {"</s>", "[/INST]"};
        if (family == preset_family::code_llama) {
            p.stops.emplace_back("```");
        }
        p.system_in_user = true;
        p.before_assistant = false;
        p.bare_generation = true;
        break;
    case preset_family::llama3:
        chat("<|start_header_id|>system<|end_header_id|>\n\n", "<|start_header_id|>user<|end_header_id|>\n\n",
             "<|start_header_id|>assistant<|end_header_id|>\n\n", "<|eot_id|>");
        p.bos = "<|begin_of_text|>";
        p.eos = "<|end_of_text|>";
        p.stops = {"<|end_of_text|>", "<|eot_id|>", "<|start_header_id|>"};
        break;
    case preset_family::mistral:
        p.user_prefix = "[INST] ";
        p.user_suffix = " [/INST]";
        p.assistant_suffix = p.eos = "</s>";
        p.bos = "<s>";
        p.separator = " ";
        p.stops = {"</s>", "[/INST]"};
        p.system_in_user = p.user_opens_system = true;
        p.system_gap = "\n\n";
        p.bare_generation = true;
        break;
    case preset_family::chatml:
        chat("<|im_start|>system\n", "<|im_start|>user\n", "<|im_start|>assistant\n", "<|im_end|>");
        p.eos = "<|endoftext|>";
        p.separator = "\n";
        p.stops = {"<|im_end|>", "<|im_start|>", "<|endoftext|>"};
        break;
    case preset_family::alpaca:
        chat("### System:\n", "### Human:\n", "### Assistant:\n", "\n\n");
        p.stops = {"### Human:", "### Assistant:"};
        break;
    case preset_family::vicuna:
        p.user_prefix = "USER: ";
        p.user_suffix = "\n";
        p.assistant_prefix = "ASSISTANT: ";
        p.assistant_suffix = p.eos = "</s>";
        p.stops = {"USER:", "ASSISTANT:"};
        p.system_gap = "\n\n";
        p.bare_generation = true;
        break;
    case preset_family::orca:
        chat("System:\n", "User:\n", "Assistant:\n", "\n");
        p.assistant_suffix = p.eos = "<|im_end|>";
        p.stops = {"<|im_end|>", "User:", "Assistant:"};
        break;
    case preset_family::gpt4:
        p.eos = "<|endoftext|>";
        p.separator = "\n\n";
        p.stops = {"<|endoftext|>"};
        break;
    case preset_family::claude:
        p.user_prefix = "\n\nHuman: ";
        p.assistant_prefix = "\n\nAssistant: ";
        p.stops = {"\n\nHuman:", "\n\nAssistant:"};
        p.bare_generation = true;
        break;
    case preset_family::custom: break;
    }
    return p;
}

}  // namespace parlance::chat
