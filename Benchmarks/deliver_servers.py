"""The servers that deliveries are timed with: OpenSSH, and nginx as WebDAV and as a store that checks no signature."""

import os
import pwd
import shutil
import socket
import subprocess
import sys
import time

DAV_MODULE = "/usr/lib/nginx/modules/ngx_http_dav_ext_module.so"
PASSWORD = "a password"
SSHD = """Port {port}
ListenAddress 127.0.0.1
HostKey {0}/host
AuthorizedKeysFile {0}/client.pub
StrictModes no
UsePAM no
PidFile none
PermitRootLogin yes
PasswordAuthentication no
MaxStartups 200
Subsystem sftp internal-sftp
"""
NGINX = """{module}{user}daemon off; pid {0}/nginx.pid; error_log {0}/error.log; worker_processes 2;
events {{ worker_connections 256; }}
http {{
  access_log off; client_max_body_size 0; keepalive_requests 1000000; sendfile on; tcp_nodelay on;
  client_body_temp_path {0}/b; proxy_temp_path {0}/p; fastcgi_temp_path {0}/f; uwsgi_temp_path {0}/u; scgi_temp_path {0}/s;
  server {{
    listen 127.0.0.1:{port};
    location / {{ root {0}; dav_methods PUT DELETE MKCOL COPY MOVE; {methods} create_full_put_path on; dav_access user:rw group:r;
      {account} }}
  }}
}}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def needs(program, package):
    found = shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin")
    if found is None:
        sys.exit(f"Benchmarks: {program} is not installed; Debian's package {package} has it")
    return found


class Place:
    """A server whose files are in `folder/in`: how gantry.yaml, curl and rclone name it."""

    def __init__(self, kind, folder):
        self.kind, self.folder, self.port = kind, folder, free_port()
        os.makedirs(f"{folder}/in", exist_ok=True)
        os.chmod(folder, 0o755)
        with open(f"{folder}/secret", "w") as file:
            file.write(PASSWORD)
        os.chmod(f"{folder}/secret", 0o600)
        self.start = self.sshd if kind == "sftp" else self.nginx
        self.process = None

    def __enter__(self):
        self.process = subprocess.Popen(self.start(), stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(500):
            if self.process.poll() is not None:
                sys.exit(f"Benchmarks: the {self.kind} server ended with {self.process.returncode}")
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return self
            except OSError:
                time.sleep(0.02)
        sys.exit(f"Benchmarks: the {self.kind} server doesn't answer")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(10)

    def sshd(self):
        program = needs("sshd", "openssh-server")
        for name in ["host", "client"]:
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", f"{self.folder}/{name}"], check=True)
        os.makedirs("/run/sshd", exist_ok=True)
        with open(f"{self.folder}/host.pub") as key, open(f"{self.folder}/known_hosts", "w") as known:
            known.write(f"[127.0.0.1]:{self.port} {key.read()}")
        with open(f"{self.folder}/sshd_config", "w") as file:
            file.write(SSHD.format(self.folder, port=self.port))
        user = pwd.getpwuid(os.geteuid()).pw_name
        printed = subprocess.run(["ssh-keygen", "-l", "-f", f"{self.folder}/host.pub"], check=True, capture_output=True, text=True)
        self.destination = (f"address: sftp://127.0.0.1:{self.port}{self.folder}/in\n    user: {user}\n    key-file: {self.folder}/client\n"
                            f"    host-key: [\"{printed.stdout.split()[1]}\"]")
        self.curl = ["--insecure", "--user", f"{user}:", "--key", f"{self.folder}/client", "--pubkey", f"{self.folder}/client.pub"]
        self.url = f"sftp://127.0.0.1:{self.port}{self.folder}/in"
        self.rclone = ["--sftp-host", "127.0.0.1", "--sftp-port", str(self.port), "--sftp-user", user,
                       "--sftp-key-file", f"{self.folder}/client", "--sftp-known-hosts-file", f"{self.folder}/known_hosts"]
        self.remote = f":sftp:{self.folder}/in"
        return [program, "-D", "-e", "-f", f"{self.folder}/sshd_config"]

    def nginx(self):
        program = needs("nginx", "nginx-light")
        has_module = os.path.exists(DAV_MODULE)
        account = ""
        if self.kind == "webdav":
            account = f'auth_basic "in"; auth_basic_user_file {self.folder}/passwords;'
            with open(f"{self.folder}/passwords", "w") as file:
                file.write(f"gantry:{{PLAIN}}{PASSWORD}\n")
        with open(f"{self.folder}/nginx.conf", "w") as file:
            file.write(NGINX.format(
                self.folder, port=self.port, user="user root; " if os.geteuid() == 0 else "", account=account,
                module=f"load_module {DAV_MODULE}; " if has_module else "",
                methods="dav_ext_methods PROPFIND OPTIONS;" if has_module else ""))
        home = f"http://127.0.0.1:{self.port}"
        self.url = f"{home}/in"
        self.curl = ["--user", f"gantry:{PASSWORD}"]
        if self.kind == "webdav":
            self.destination = f"address: {home}/in\n    user: gantry\n    password: {{ file: {self.folder}/secret }}"
            obscured = subprocess.run([needs("rclone", "rclone"), "obscure", PASSWORD], check=True, capture_output=True, text=True)
            self.rclone = ["--webdav-url", f"{home}/in", "--webdav-user", "gantry", "--webdav-pass", obscured.stdout.strip()]
            self.remote = ":webdav:"
        else:
            self.destination = (f"address: s3://in\n    endpoint: {home}\n    user: AKIDEXAMPLE\n"
                                f"    password: {{ file: {self.folder}/secret }}")
            self.rclone = ["--s3-provider", "Other", "--s3-endpoint", home, "--s3-access-key-id", "AKIDEXAMPLE",
                           "--s3-secret-access-key", PASSWORD, "--s3-force-path-style", "--s3-no-check-bucket", "--no-traverse",
                           "--ignore-checksum"]
            self.remote = ":s3:in"
        return [program, "-p", self.folder, "-e", f"{self.folder}/error.log", "-c", f"{self.folder}/nginx.conf"]
