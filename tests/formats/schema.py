#!/usr/bin/env python3
"""schema.py SCHEMA FOLDER: checks that the records of a folder satisfy the schema, and
broken ones do not."""
import copy
import json
import pathlib
import sys

import jsonschema


def broken(record):
    """Returns the record with one error, many times."""
    def but(change):
        other = copy.deepcopy(record)
        change(other)
        return other

    for key in ("haloboard", "version", "game", "players", "start", "actions", "result"):
        yield f"no {key}", but(lambda r, key=key: r.pop(key))
    for key, value in (("extra", 1), ("version", 2), ("game", "go"), ("number", -1),
                       ("date", "31.1.2026"), ("start", 7), ("seed", "beef"), ("clock", "fast"),
                       ("players", {"x": "Anna"}), ("players", {"w": 5}), ("result", {"end": "won"}),
                       ("result", {"reason": "checkmate"}), ("result", {"end": "white", "score": 3})):
        yield f"{key} {value}", but(lambda r, key=key, value=value: r.update({key: value}))
    for action in ("e2e4", [], ["e2e4", -1], ["e2e4", "1"], ["e2e4", 1, 2, 3], ["e 4"], [5]):
        yield f"action {action}", but(lambda r, action=action: r["actions"].append(action))


def main(schema_path, folder):
    schema = json.loads(pathlib.Path(schema_path).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    check = jsonschema.Draft202012Validator(schema)
    files = sorted(pathlib.Path(folder).iterdir())
    bad = 0
    for path in files:
        for why in check.iter_errors(json.loads(path.read_text())):
            print(f"{path.name}: {why.json_path}: {why.message[:200]}", file=sys.stderr)
            bad += 1
    for what, record in broken(json.loads(files[0].read_text())):
        if check.is_valid(record):
            print(f"the schema takes a record with {what}", file=sys.stderr)
            bad += 1
    print(f"schema: {len(files)} records")
    return 1 if bad or not files else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
