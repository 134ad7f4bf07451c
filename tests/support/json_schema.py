"""As much of JSON Schema (draft 2020-12) as our schemas use; any other keyword is an error."""

import re
from typing import Any

TYPES: dict[str, tuple[type, ...]] = {
    "null": (type(None),),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "string": (str,),
    "array": (list,),
    "object": (dict,),
}
SILENT = {"$comment", "$defs", "title", "description"}


def faults(value: Any, schema: dict[str, Any], root: dict[str, Any], at: str = "$") -> list[str]:
    """Where, and against which keyword, the value is no instance of the schema."""
    found = []
    for keyword, wanted in schema.items():
        match keyword:
            case "$ref":
                found += faults(value, root["$defs"][wanted.removeprefix("#/$defs/")], root, at)
                good = True
            case "type":
                good = type(value) in TYPES[wanted]
            case "const" | "enum":
                good = value in (wanted if keyword == "enum" else [wanted])
            case "pattern":
                good = type(value) is not str or re.search(wanted, value) is not None
            case "minimum":
                good = type(value) not in (int, float) or value >= wanted
            case "required":
                good = type(value) is not dict or set(wanted) <= set(value)
            case "dependentRequired":
                good = type(value) is not dict or all(set(wanted[key]) <= set(value) for key in wanted if key in value)
            case "anyOf" | "oneOf":
                fits = [not faults(value, each, root, at) for each in wanted]
                good = any(fits) if keyword == "anyOf" else sum(fits) == 1
            case "items" | "properties" | "additionalProperties":
                found += [
                    fault for each in _parts(keyword, value, schema) for fault in faults(*each[:2], root, at + each[2])
                ]
                good = wanted is not False or type(value) is not dict or set(value) <= set(schema["properties"])
            case _:
                good = keyword in SILENT
        found += [] if good else [f"{at}: {keyword}"]
    return found


def _parts(keyword: str, value: Any, schema: dict[str, Any]) -> list[tuple[Any, Any, str]]:
    """The parts of a value that a keyword speaks of, what it asks of them, and where they are."""
    wanted = schema[keyword]
    if keyword == "items":
        return [(part, wanted, f"[{i}]") for i, part in enumerate(value)] if type(value) is list else []
    if type(value) is not dict or wanted is False:
        return []
    if keyword == "properties":
        return [(value[key], each, f".{key}") for key, each in wanted.items() if key in value]
    return [(part, wanted, f".{key}") for key, part in value.items() if key not in schema.get("properties", {})]
