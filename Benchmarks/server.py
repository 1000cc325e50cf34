"""nginx on a free loopback port, answering with the pages of one folder."""

import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import time

# limit, dates and token are checked, so a client that asks for something else is told and does not get a head start.
CONFIGURATION = """
{user}
daemon off;
worker_processes 1;
pid {scratch}/nginx.pid;
error_log {scratch}/error.log warn;
events {{ worker_connections 256; }}
http {{
    access_log off;
    default_type application/json;
    sendfile on;
    tcp_nopush on;
    tcp_nodelay on;
    keepalive_timeout 3600;
    keepalive_requests 1000000000;
    client_body_temp_path {scratch}/body;
    proxy_temp_path {scratch}/proxy;
    fastcgi_temp_path {scratch}/fastcgi;
    uwsgi_temp_path {scratch}/uwsgi;
    scgi_temp_path {scratch}/scgi;
    map "$arg_startDate $arg_endDate $arg_limit" $known {{ default 0; "{start} {end} {limit}" pages; "{start} {end} 1" ones; }}
    map $http_authorization $signed_in {{ default 0; "Bearer {token}" 1; }}
    server {{
        listen 127.0.0.1:{port};
        root {pages};
        location = /api/app-login {{ return 200 '{login}'; }}
        location = /api/app/work-entries {{
            if ($signed_in = 0) {{ return 401 '{{"error":"Unauthorized"}}'; }}
            if ($known = 0) {{ return 400 '{{"error":"only startDate={start} endDate={end} limit={limit} or 1 is served"}}'; }}
            rewrite ^ /$known/$arg_page.json break;
        }}
        location = /api/app/chef/workers {{
            if ($signed_in = 0) {{ return 401 '{{"error":"Unauthorized"}}'; }}
            rewrite ^ /workers.json break;
        }}
        location = /api/app/chef/customers {{ return 200 '[]'; }}
        location = /api/app/chef/payroll/batches {{ return 200 '[]'; }}
        location = /api/app/chef/payroll/periods/available {{ return 200 '[]'; }}
        location / {{ return 404 '{{"error":"Not found"}}'; }}
    }}
}}
"""


class Server:
    """Serves `pages` until the scope ends: `with Server(...) as url`."""

    def __init__(self, pages, scratch, start, end, limit):
        self.pages, self.scratch, self.start, self.end, self.limit = pages, scratch, start, end, limit

    def __enter__(self):
        nginx = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
        if nginx is None:
            sys.exit("Benchmarks: nginx is not installed; run Scripts/setup --test")
        shutil.rmtree(self.scratch, ignore_errors=True)
        os.makedirs(self.scratch)
        with open(os.path.join(self.pages, "login.json")) as file:
            login = file.read().strip()
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        configuration = os.path.join(self.scratch, "nginx.conf")
        with open(configuration, "w") as file:
            file.write(CONFIGURATION.format(
                user="user root;" if os.geteuid() == 0 else "", scratch=self.scratch, port=port, pages=self.pages,
                start=self.start, end=self.end, limit=self.limit, login=login, token=json.loads(login)["token"]))
        self.process = subprocess.Popen([nginx, "-p", self.scratch, "-c", configuration, "-e", self.scratch + "/error.log"],
                                        stdin=subprocess.DEVNULL)
        for _ in range(200):
            if self.process.poll() is not None:
                break
            try:
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
                connection.request("POST", "/api/app-login", body="{}")
                if connection.getresponse().read().decode() == login:
                    return f"http://127.0.0.1:{port}"
            except OSError:
                time.sleep(0.02)
        self.__exit__()
        with open(self.scratch + "/error.log") as file:
            sys.exit("Benchmarks: nginx does not answer: " + file.read()[-2000:])

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(10)
