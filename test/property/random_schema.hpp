// test/property/random_schema.hpp - random schemas and values for laws about schemas
// SPDX-License-Identifier: BSL-1.0
#pragma once
#include "decisions.hpp"
#include <boost/json.hpp>
#include <cstdint>
#include <string>
#include <utility>

namespace parlance::property {

namespace json = boost::json;

/// Small schemas over few names, letters and numbers, so that values often meet them and often fail by little.
/// `seventh`: the keywords of draft 7, otherwise those of 2020-12.
class random_schema {
public:
    explicit random_schema(std::uint32_t seed, bool seventh = false) : random_(seed), seventh_(seventh) {}
    explicit random_schema(decisions from) : random_(std::move(from)) {}

    /// A document, with definitions that its parts may refer to.
    json::value document(int depth) {
        json::value out = schema(depth);
        if (out.is_object() && chance(3)) {
            json::object& o = out.get_object();
            // a definition that refers to itself does so inside a container, so that it means something
            json::object inner{{"type", "array"}, {"maxItems", 2}, {"items", {{"$ref", definition()}}}};
            o[seventh_ ? "definitions" : "$defs"] =
                json::object{{"d", chance(2) ? json::value(inner) : schema(depth - 1)}};
            referable_ = true;
            o["allOf"] = json::array{schema(depth), json::object{{"$ref", definition()}}};
            referable_ = false;
        }
        return out;
    }

    int below(int n) { return static_cast<int>(random_() % static_cast<std::uint32_t>(n)); }
    bool chance(int one_in) { return below(one_in) == 0; }

    json::value schema(int depth) {
        if (chance(12)) {
            return chance(3) ? json::value(false) : json::value(true);
        }
        json::object s;
        if (referable_ && chance(4)) {
            s["$ref"] = definition();
            return s;
        }
        if (!chance(4)) {
            constexpr char const* types[] = {"string", "integer", "number", "array",
                                             "object", "boolean", "null"};
            if (chance(6)) {
                s["type"] = json::array{types[below(7)], types[below(7)]};
            } else {
                s["type"] = types[below(7)];
            }
        }
        for (int n = 1 + below(3); n > 0; --n) {
            keyword(s, depth);
        }
        return s;
    }

    json::value value(int depth) {
        switch (below(depth > 0 ? 9 : 6)) {
        case 0: return nullptr;
        case 1: return chance(2);
        case 2: return below(13) - 4;
        case 3:
            return below(12) - 4 +
                   0.5;  // never whole: 1.0 is an integer to the validator, which is not written so
        case 4:
        case 5: return json::value(word(4));
        case 6: {
            json::array out;
            for (int n = below(4); n > 0; --n) {
                out.push_back(value(depth - 1));
            }
            return out;
        }
        default: {
            json::object out;
            for (int n = below(4); n > 0; --n) {
                out[name()] = value(depth - 1);
            }
            return out;
        }
        }
    }

private:
    std::string word(int most) {
        std::string out;
        for (int n = below(most + 1); n > 0; --n) {
            out += chance(12)   ? "\xC3\xA9"
                   : chance(12) ? "\""
                                : std::string(1, static_cast<char>('a' + below(2)));
        }
        return out;
    }
    [[nodiscard]] std::string definition() const { return seventh_ ? "#/definitions/d" : "#/$defs/d"; }
    std::string name() { return std::string(1, static_cast<char>('a' + below(3))); }
    json::array schemas(int depth) {
        json::array out;
        for (int n = 1 + below(3); n > 0; --n) {
            out.push_back(schema(depth - 1));
        }
        return out;
    }
    json::object named(int depth) {
        json::object out;
        for (int n = 1 + below(3); n > 0; --n) {
            out[name()] = schema(depth - 1);
        }
        return out;
    }

    void keyword(json::object& s, int depth) {
        constexpr char const* patterns[] = {"^a", "b$", "^[ab]*$", "aa|b", "^a?b{1,2}$", "^(?!b)"};
        switch (below(depth > 0 ? 39 : 12)) {
        case 0: s["minLength"] = below(4); return;
        case 1: s["maxLength"] = below(4); return;
        case 2: s["pattern"] = patterns[below(6)]; return;
        case 3: s["minimum"] = (below(17) - 6) * 0.5; return;
        case 4: s["maximum"] = (below(17) - 6) * 0.5; return;
        case 5: s[chance(2) ? "exclusiveMinimum" : "exclusiveMaximum"] = below(9) - 3; return;
        case 6: s["multipleOf"] = (1 + below(5)) * 0.5; return;
        case 7: s["enum"] = json::array{value(1), value(1), value(0), value(0)}; return;
        case 8: s["const"] = value(1); return;
        case 9: s["required"] = names(); return;
        case 10: s["minProperties"] = below(3); return;
        case 11: s["maxProperties"] = below(3); return;
        case 12: s["minItems"] = below(3); return;
        case 13: s["maxItems"] = below(4); return;
        case 14: s["items"] = schema(depth - 1); return;
        case 15:
            s[seventh_ ? "items" : "prefixItems"] = schemas(depth);
            if (chance(2)) {
                s[seventh_ ? "additionalItems" : "items"] = schema(depth - 1);
            }
            return;
        case 16: s["contains"] = schema(depth - 1); return;
        case 17:
        case 18: s["properties"] = named(depth); return;
        case 19: s["additionalProperties"] = schema(depth - 1); return;
        case 20: s["patternProperties"] = json::object{{patterns[below(6)], schema(depth - 1)}}; return;
        case 21: s["propertyNames"] = schema(depth - 1); return;
        case 22: s["anyOf"] = schemas(depth); return;
        case 23: s["allOf"] = schemas(depth); return;
        case 24: s["oneOf"] = schemas(depth); return;
        case 25: s["not"] = schema(depth - 1); return;
        case 26:
            s["if"] = schema(depth - 1);
            s[chance(2) ? "then" : "else"] = schema(depth - 1);
            s["then"] = schema(depth - 1);
            return;
        case 27: s[seventh_ ? "dependencies" : "dependentRequired"] = json::object{{name(), names()}}; return;
        case 28:
            s[seventh_ ? "dependencies" : "dependentSchemas"] = json::object{{name(), schema(depth - 1)}};
            return;
        case 29:
            s["contains"] = schema(depth - 1);
            if (!seventh_) {
                s[chance(2) ? "minContains" : "maxContains"] = below(3);
            }
            return;
        case 30:
            s["uniqueItems"] = true;
            s["items"] = json::object{{"enum", json::array{value(0), value(0), value(0)}}};
            return;
        case 31:
            s["uniqueItems"] = true;
            s["items"] = json::object{{"type", "integer"}, {"minimum", below(4) - 2}, {"maximum", below(4)}};
            return;
        case 32: s["required"] = json::array{"a", "b"}; return;
        case 33:
            s["properties"] = named(depth);
            s["additionalProperties"] = chance(2) ? json::value(false) : schema(depth - 1);
            return;
        case 34:
            s["minProperties"] = 1 + below(2);
            s["maxProperties"] = 1 + below(3);
            s["properties"] = named(depth);
            return;
        case 35:
        case 36:
            if (!seventh_) {
                s[chance(3) ? "unevaluatedItems" : "unevaluatedProperties"] =
                    chance(2) ? json::value(false) : schema(depth - 1);
                s[chance(2) ? "anyOf" : "allOf"] = schemas(depth);
                keyword(s, depth);
            }
            return;
        case 37:
            s["if"] = schema(depth - 1);
            s["dependentSchemas"] = json::object{{name(), schema(depth - 1)}};
            return;
        default:
            s["oneOf"] = json::array{schema(depth - 1), json::object{{"not", schema(depth - 1)}}};
            return;
        }
    }

    json::array names() {
        json::array out{name()};
        if (chance(3)) {
            out.push_back(json::value(out[0].as_string() == "a" ? "b" : "a"));
        }
        return out;
    }

    decisions random_;
    bool seventh_ = false;
    bool referable_ = false;
};

}  // namespace parlance::property
