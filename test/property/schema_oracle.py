#!/usr/bin/env python3
# test/property/schema_oracle.py - verdicts on random schemas compared with those of python3-jsonschema
# SPDX-License-Identifier: BSL-1.0
# usage: schema_oracle.py FILE    FILE: lines {"seed", "schema", "values", "verdicts"}; exit status 1 on a difference
import json
import sys

import jsonschema

different = 0
compared = 0
for line in open(sys.argv[1], encoding="utf-8"):
    case = json.loads(line)
    schema = case["schema"]
    draft = jsonschema.Draft7Validator if "draft-07" in schema["$schema"] else jsonschema.Draft202012Validator
    judge = draft(schema)
    for value, verdict in zip(case["values"], case["verdicts"]):
        compared += 1
        if judge.is_valid(value) != verdict:
            different += 1
            if different <= 20:
                said = "accepts" if verdict else "refuses"
                print(f"seed {case['seed']}: {json.dumps(schema)} {said} {json.dumps(value)}", flush=True)
print(f"{compared} verdicts compared, {different} differ")
sys.exit(1 if different else 0)
