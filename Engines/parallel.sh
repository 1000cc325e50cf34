#!/bin/sh
# Engines/parallel.sh items.jsonl [--jobs 8]: runs all items on this machine; the same command again runs those that failed.
items=${1:?name the file with the items} && shift && jq -r '.argv | @sh' "$items" | parallel --joblog "$items.log" --resume-failed "$@"
