// example/schema_to_gbnf.cpp - prints a JSON Schema as a GBNF grammar, or says why it has none
// SPDX-License-Identifier: BSL-1.0
//
// usage: schema_to_gbnf [FILE]; without one, the schema of a weather tool
#include <parlance/json/parse.hpp>
#include <parlance/schema/to_gbnf.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

int main(int argc, char** argv) {
    std::string text = R"({
        "type": "object",
        "properties": {"city": {"type": "string", "maxLength": 40}, "days": {"type": "integer", "minimum": 1}},
        "required": ["city"],
        "additionalProperties": false
    })";
    if (argc > 1) {
        std::ifstream file(argv[1], std::ios::binary);
        if (!file) {
            std::cerr << "schema_to_gbnf: cannot read " << argv[1] << '\n';
            return 1;
        }
        text.assign(std::istreambuf_iterator<char>(file), {});
    }
    auto const schema = parlance::json::parse(text);
    if (!schema) {
        std::cerr << parlance::render(schema.error(), text) << '\n';
        return 1;
    }
    auto const grammar = parlance::schema::to_gbnf(*schema);
    if (!grammar) {
        std::cerr << parlance::render(grammar.error()) << '\n';
        return 1;
    }
    std::cout << *grammar;
}
