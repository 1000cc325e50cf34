"""Each line of a file of items is a task of its own; the pool "gantry" says how many run at once."""
import json
import subprocess
from datetime import timedelta

from airflow.exceptions import AirflowFailException
from airflow.sdk import dag, task


@dag(schedule=None, params={"items": "/srv/gantry/items.jsonl"})
def gantry():
    @task
    def items(params):
        with open(params["items"]) as lines:
            return [json.loads(line)["argv"] for line in lines]

    @task(pool="gantry", retries=12, retry_delay=timedelta(minutes=5), map_index_template="{{ task.op_kwargs['argv'][2] }}")
    def run(argv):
        code = subprocess.run(argv).returncode
        table = json.loads(subprocess.check_output(["gantry", "exit-codes", "--json"]))["result"]["exitCodes"]
        kind = {entry["exitCode"]: entry["class"] for entry in table}.get(code, "again")
        if kind != "done":
            raise (AirflowFailException if kind == "hold" else RuntimeError)(f"exit code {code}: {kind}")

    run.expand(argv=items())


gantry()
