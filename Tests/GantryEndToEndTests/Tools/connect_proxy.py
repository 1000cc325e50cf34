"""A proxy that opens tunnels (RFC 9110, 9.3.6), and the TLS server at their end, before a server without TLS.

    connect_proxy.py FOLDER PORT [USER:PASSWORD]

Makes the certificate of cranes.example.test and its authority in FOLDER (ca.pem), prints its own port, and then a line for each
tunnel: the address, and "refused" where the account is wrong. Only cranes.example.test:443 has a server: the one on PORT of this
machine. Needs openssl.
"""
import base64
import os
import socket
import ssl
import subprocess
import sys
import threading
import time

HOST = "cranes.example.test"


def certificates(folder):
    script = f"""
        set -e; cd "$0"
        openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 30 -subj /CN=test-authority
        openssl req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN={HOST}
        printf 'subjectAltName=DNS:{HOST}\n' > server.ext
        openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -out server.pem -days 10 -extfile server.ext
    """
    subprocess.run(["sh", "-c", script, folder], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder + "/server.pem", folder + "/server.key")
    return context


def copy(source, target):
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def serve(client, context, port, account):
    head = b""
    while b"\r\n\r\n" not in head:
        data = client.recv(65536)
        if not data:
            return
        head += data
    lines = head.decode("latin-1").split("\r\n")
    address = lines[0].split(" ")[1]
    wanted = "Basic " + base64.b64encode(account.encode()).decode() if account else None
    given = next((line.split(": ", 1)[1] for line in lines if line.lower().startswith("proxy-authorization: ")), None)
    if wanted is not None and given != wanted:
        print(address, "refused", flush=True)
        client.sendall(b"HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n")
        client.close()
        return
    print(address, flush=True)
    if address != HOST + ":443":
        client.sendall(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
        client.close()
        return
    client.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
    try:
        inner = context.wrap_socket(client, server_side=True)
    except (OSError, ssl.SSLError):
        return
    server = socket.create_connection(("127.0.0.1", port))
    threading.Thread(target=copy, args=(inner, server), daemon=True).start()
    copy(server, inner)


def end_with(parent):
    """Ends this process when the one that started it has ended."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(0)


def main():
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    folder, port = sys.argv[1], int(sys.argv[2])
    account = sys.argv[3] if len(sys.argv) > 3 else None
    context = certificates(folder)
    listener = socket.create_server(("127.0.0.1", 0))
    print("port", listener.getsockname()[1], flush=True)
    while True:
        client, _ = listener.accept()
        threading.Thread(target=serve, args=(client, context, port, account), daemon=True).start()


main()
