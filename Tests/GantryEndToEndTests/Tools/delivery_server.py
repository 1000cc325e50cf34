"""Sets up and becomes a server that files are delivered to. Usage: delivery_server.py KIND FOLDER

KIND is folder (without any server), sftp, ftps, webdav, s3, or s3 with words for strict_s3.py: s3-replaces, s3-keeps. What arrives is in FOLDER/in. FOLDER/destination.yaml is the destination for gantry.yaml;
it is written when the server answers. Exit code 77: a program that the server needs is not installed; the last line says
which Debian package or Python package has it."""
import os, shutil, socket, subprocess, sys, time

kind, folder = sys.argv[1:]
tools = os.path.dirname(os.path.abspath(__file__))
os.makedirs(f"{folder}/in", exist_ok=True)
os.environ["PATH"] += ":/usr/sbin:/usr/lib/openssh"


def needs(program, package):
    if shutil.which(program) is None:
        print(f"{program} is not installed; Debian's package {package} has it")
        sys.exit(77)
    return shutil.which(program)


def write(name, text):
    with open(f"{folder}/{name}", "w") as f:
        f.write(text)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def become(words, port, destination):
    """Starts the server, says where it is, and ends with it."""
    server = subprocess.Popen(words, stdin=subprocess.DEVNULL)
    for _ in range(500):
        if server.poll() is not None:
            sys.exit(f"{words[0]} ended with {server.returncode}")
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            break
        except OSError:
            time.sleep(0.02)
    write("destination.tmp", destination)
    os.rename(f"{folder}/destination.tmp", f"{folder}/destination.yaml")
    sys.exit(server.wait())


def secret(text):
    write("secret", text)
    os.chmod(f"{folder}/secret", 0o600)


port = free_port()
if kind == "folder":
    write("destination.tmp", f"address: {folder}/in\n")
    os.rename(f"{folder}/destination.tmp", f"{folder}/destination.yaml")
    time.sleep(900)
elif kind == "sftp":
    sshd = needs("sshd", "openssh-server")
    for name in ["host", "client"]:
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", f"{folder}/{name}"], check=True)
    os.makedirs("/run/sshd", exist_ok=True)
    fingerprint = subprocess.run(["ssh-keygen", "-l", "-f", f"{folder}/host.pub"], check=True, capture_output=True,
                                 text=True).stdout.split()[1]
    user = os.environ.get("USER") or subprocess.run(["id", "-un"], capture_output=True, text=True).stdout.strip()
    write("sshd_config", f"""Port {port}
ListenAddress 127.0.0.1
HostKey {folder}/host
AuthorizedKeysFile {folder}/client.pub
StrictModes no
UsePAM no
PidFile none
PermitRootLogin yes
PasswordAuthentication no
MaxStartups 200
Subsystem sftp internal-sftp
""")
    become([sshd, "-D", "-e", "-f", f"{folder}/sshd_config"], port, f"""address: sftp://127.0.0.1:{port}{folder}/in
user: {user}
key-file: {folder}/client
host-key: ["{fingerprint}"]
""")
elif kind == "ftps":
    vsftpd = needs("vsftpd", "vsftpd")
    if os.geteuid() != 0:
        print("vsftpd has to be started by root")
        sys.exit(77)
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", f"{folder}/key.pem", "-out",
                    f"{folder}/certificate.pem"], check=True, stderr=subprocess.DEVNULL)
    os.makedirs("/run/vsftpd/empty", exist_ok=True)
    # Its account without a password is the only one that needs none of the machine's; its root must not be writable.
    shutil.chown(f"{folder}/in", "ftp", "ftp")
    secret("anybody@example.test")
    write("vsftpd.conf", f"""listen=YES
listen_address=127.0.0.1
listen_port={port}
background=NO
anonymous_enable=YES
anon_root={folder}
write_enable=YES
anon_upload_enable=YES
anon_mkdir_write_enable=YES
anon_other_write_enable=YES
anon_world_readable_only=NO
anon_umask=022
ssl_enable=YES
allow_anon_ssl=YES
force_anon_logins_ssl=YES
force_anon_data_ssl=YES
ssl_tlsv1=YES
require_ssl_reuse=YES
ssl_ciphers=HIGH
rsa_cert_file={folder}/certificate.pem
rsa_private_key_file={folder}/key.pem
seccomp_sandbox=NO
isolate=NO
isolate_network=NO
xferlog_enable=NO
max_per_ip=0
""")
    become([vsftpd, f"{folder}/vsftpd.conf"], port, f"""address: ftps://localhost:{port}/in
user: anonymous
password: {{ file: {folder}/secret }}
ca-file: {folder}/certificate.pem
""")
elif kind == "webdav":
    nginx = needs("nginx", "nginx-light")
    secret("a password")
    # {PLAIN} and {SHA}: nginx reads both.
    write("passwords", "gantry:{PLAIN}a password\n")
    user = "user root; " if os.geteuid() == 0 else ""
    write("nginx.conf", f"""{user}daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 2;
events {{}}
http {{
  access_log {folder}/access.log; client_max_body_size 0;
  client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;
  uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  server {{
    listen 127.0.0.1:{port};
    location / {{
      root {folder}; dav_methods PUT DELETE MKCOL COPY MOVE; dav_access user:rw group:r;
      auth_basic "in"; auth_basic_user_file {folder}/passwords;
    }}
  }}
}}
""")
    become([nginx, "-p", folder, "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf"], port,
           f"""address: http://127.0.0.1:{port}/in
user: gantry
password: {{ file: {folder}/secret }}
""")
elif kind.split("-")[0] == "s3":
    secret("a/secret+key")
    become([sys.executable, f"{tools}/strict_s3.py", str(port), f"{folder}/in", *kind.split("-")[1:]], port, f"""address: s3://pay/run
endpoint: http://127.0.0.1:{port}
region: eu-test-1
user: AKIDEXAMPLE
password: {{ file: {folder}/secret }}
""")
else:
    sys.exit(f"{kind} is no kind of server")
