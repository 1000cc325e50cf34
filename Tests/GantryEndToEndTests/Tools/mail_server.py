#!/usr/bin/env python3
"""Takes mail on loopback with aiosmtpd: only after STARTTLS and from one account; prints its port.

    mail_server.py FOLDER CERTIFICATE KEY

Each message becomes a file of FOLDER: a line with its recipients, and the message.
"""

import os
import socket
import ssl
import sys
import threading

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult


class Box:
    count = 0

    async def handle_DATA(self, server, session, envelope):
        Box.count += 1
        path = os.path.join(sys.argv[1], f"{Box.count}.eml")
        with open(path + ".new", "wb") as file:
            file.write(" ".join([envelope.mail_from] + envelope.rcpt_tos).encode() + b"\n" + envelope.content)
        os.rename(path + ".new", path)
        return "250 OK"


def known(server, session, envelope, mechanism, data):
    isKnown = getattr(data, "login", b"") == b"office" and getattr(data, "password", b"") == b"mail secret"
    return AuthResult(success=isKnown, handled=False)


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[2], sys.argv[3])
# aiosmtpd connects to the port that it was given to see whether it serves, so it can't be left to choose one.
with socket.socket() as free:
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
controller = Controller(
    Box(), hostname="127.0.0.1", port=port, tls_context=context, require_starttls=True, auth_required=True,
    auth_require_tls=True, authenticator=known)
controller.start()
print(port, flush=True)
threading.Event().wait()
