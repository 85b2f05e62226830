"""Validates JSON against a JSON Schema, for the tests of tait-cli.

The first line of the input is the schema, each further one a value. For each line there is one of output: a JSON list
of what is wrong with it.
"""

import json
import sys

import jsonschema_rs


def main():
    schema = json.loads(sys.stdin.readline())
    is_schema = jsonschema_rs.meta.is_valid(schema)
    print(json.dumps([] if is_schema else ["it is no schema"]), flush=True)
    validator = jsonschema_rs.validator_for(schema)
    for line in sys.stdin:
        errors = validator.iter_errors(json.loads(line))
        wrong = [f"/{'/'.join(map(str, error.instance_path))}: {error.message}" for error in errors]
        print(json.dumps(wrong), flush=True)


if __name__ == "__main__":
    main()
