"""A payroll office for generated trials: records, a sandbox that serves them, and the commands of the program."""
import json, os, pathlib, shutil, signal, subprocess, tempfile, time

LOGIN = {"KSR_EMAIL": "payroll@example.test", "KSR_PASSWORD": "sandbox-password"}
ROOT = pathlib.Path(__file__).resolve().parents[3]
REASON = "Seen by the foreman and the manager"


class Broken(Exception):
    """What a trial found, in words."""


class Office:
    """A folder with a workspace, an inbox and a server on one port.

    binary: the program. Everything lies in a temporary folder that `close` removes.
    """

    def __init__(self, binary, scratch, keep=False):
        self.binary, self.keep = binary, keep
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="office-", dir=scratch))
        self.workspace = self.folder / "workspace"
        self.records = self.folder / "records"
        self.workspace.mkdir(mode=0o700)
        shutil.copytree(ROOT / "Samples/ksr-cranes", self.records / "ksr-cranes")
        for part in ("1", "2"):
            (self.records / f"ksr-cranes/work-entries-{part}.json").unlink()
        self.server, self.port, self.said = None, 0, []
        self.variables = LOGIN

    def serve(self, **lists):
        """Serves these lists (`work_entries`, `workers`, `leave_requests`) under the same address as before."""
        for name, records in lists.items():
            text = ",\n".join(r if isinstance(r, str) else json.dumps(r, ensure_ascii=False) for r in records)
            (self.records / f"ksr-cranes/{name.replace('_', '-')}.json").write_text(f"[\n{text}\n]\n", "utf-8")
        self.stop()
        for _ in range(100):
            out = open(self.folder / "sandbox.out", "w+b")
            self.server = subprocess.Popen(
                ["timeout", "-s", "KILL", "3600", self.binary, "sandbox", "--port", str(self.port), "--json", "--records", self.records], stdout=out,
                stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True)
            while self.server.poll() is None:
                said = (self.folder / "sandbox.out").read_text()
                if '"url":"' in said and "\n" in said:
                    self.url = said.split('"url":"')[1].split('"')[0].replace("\\", "")
                    self.port = int(self.url.rsplit(":", 1)[1])
                    return
                time.sleep(0.01)
            time.sleep(0.1)
        raise Broken("the sandbox does not serve: " + (self.folder / "sandbox.out").read_text())

    def stop(self):
        if self.server is not None:
            if self.server.poll() is None:
                os.killpg(self.server.pid, signal.SIGKILL)
            self.server.wait()
            self.server = None

    def close(self):
        self.stop()
        if not self.keep:
            shutil.rmtree(self.folder, ignore_errors=True)

    def configure(self, more="", path=None):
        (path or self.folder / "gantry.yaml").write_text(
            f"connections:\n  ksr:\n    system: ksr-cranes\n    environment: {self.url}\n    credentials:\n"
            f"      email: {{ env: KSR_EMAIL }}\n      password: {{ env: KSR_PASSWORD }}\n{more}")

    def gantry(self, *words, expect=None, environment=None, workspace=None, timeout=60):
        """Runs a command about the workspace; `expect` are the exit codes that the caller can go on with."""
        words = [str(word) for word in words] + ["--workspace", str(workspace or self.workspace)]
        if words[0] not in ("verify", "runs", "show", "backup", "restore", "adopt", "forget", "review"):
            words += ["--config", str(self.folder / "gantry.yaml")]
        variables = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no"}
        done = subprocess.run(
            [str(self.binary)] + words, env={**variables, **LOGIN, **self.variables, **(environment or {})}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout, cwd=self.folder)
        done.text = (done.stdout + done.stderr).decode("utf-8", "replace")
        line = f"{' '.join(words)} -> {done.returncode}"
        self.said.append(line)
        if expect is not None and done.returncode not in expect:
            raise Broken(f"{line}\n{done.text[-1500:]}")
        return done
