"""Checks the hash chain of a book of signatures, sharing nothing with the product: check_book.py BOOK [STATEMENT...]."""
import hashlib
import json
import sys

KEYS = ["format", "number", "previous", "time", "action", "run", "statement", "person", "proof", "because", "files", "to"]
before, statements = "0" * 64, set()
with open(sys.argv[1], "rb") as book:
    for number, line in enumerate(book, 1):
        text = line[:-1]
        if line[-1:] != b"\n":
            sys.exit(f"line {number} is torn")
        value = json.loads(text)
        if list(value) != KEYS or value["format"] != "urn:gantry:signoff:1" or value["number"] != number:
            sys.exit(f"line {number} has other keys or another number")
        if value["previous"] != before:
            sys.exit(f"line {number} follows {value['previous']}, expected {before}")
        before = hashlib.sha256(text).hexdigest()
        statements.add(value["statement"])
for path in sys.argv[2:]:
    if hashlib.sha256(open(path, "rb").read()).hexdigest() not in statements:
        sys.exit(f"no line is about {path}")
