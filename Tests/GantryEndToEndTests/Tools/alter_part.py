#!/usr/bin/env python3
"""Changes what a part says of itself and makes its manifests agree: alter_part.py FOLDER STAGE KEY=VALUE…

KEY is one of the stage, or share.KEY; VALUE is JSON."""
import hashlib, json, os, sys

folder, stage, *changes = sys.argv[1:]
path = f"{folder}/data/totals.json"
totals = json.load(open(path))
found = next(entry for entry in totals["part"]["stages"] if entry["name"] == stage)
for change in changes:
    key, value = change.split("=", 1)
    place = found["share"] if key.startswith("share.") else found
    place[key.removeprefix("share.")] = json.loads(value)


def write(path, text):
    os.chmod(path, 0o600)
    open(path, "w").write(text)


def sums(name):
    return hashlib.sha256(open(f"{folder}/{name}", "rb").read()).hexdigest()


write(path, json.dumps(totals, indent=2))
for manifest, changed in (("manifest-sha256.txt", "data/totals.json"), ("tagmanifest-sha256.txt", "manifest-sha256.txt"), ("tagmanifest-sha256.txt", "bag-info.txt")):
    if changed == "bag-info.txt":
        size = sum(os.path.getsize(f"{folder}/data/{name}") for name in os.listdir(f"{folder}/data"))
        lines = open(f"{folder}/bag-info.txt").read().splitlines()
        lines = [f"Payload-Oxum: {size}.{len(os.listdir(f'{folder}/data'))}" if line.startswith("Payload-Oxum:") else line for line in lines]
        write(f"{folder}/bag-info.txt", "\n".join(lines) + "\n")
    lines = [line.split(maxsplit=1) for line in open(f"{folder}/{manifest}").read().splitlines()]
    text = "".join(f"{sums(name) if name == changed else digest}  {name}\n" for digest, name in lines)
    write(f"{folder}/{manifest}", text)
