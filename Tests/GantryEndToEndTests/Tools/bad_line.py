"""A bad line to a server on loopback: passes bytes on, and spoils them once or all the time.

    bad_line.py PORT cut|reset up|down BYTE [PATH]     ends the connection after so many bytes of a direction, over all connections; once
    bad_line.py PORT slice|slow up|down BYTE [PATH]    passes all on in pieces of 1 to 200 bytes, or each piece up to 4 ms late

With a path everything is passed on, and no byte counted, until the first request with it. Prints the port that it listens on, and `fired` when it has spoiled something.
"""

import random
import socket
import struct
import sys
import threading
import time

target, fault, direction, place = int(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
path = sys.argv[5].encode() if len(sys.argv) > 5 else None
has_begun = path is None
numbers = random.Random(place)
lock = threading.Lock()
left = place
has_fired = False


def say_fired():
    global has_fired
    if not has_fired:
        has_fired = True
        print("fired", flush=True)


def end(one, other):
    for each in (one, other):
        if fault == "reset":
            each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        try:
            # Ends the other thread's wait too; a close alone would not.
            each.shutdown(socket.SHUT_RD if fault == "reset" else socket.SHUT_RDWR)
        except OSError:
            pass
        each.close()


def passed_on(data, to):
    """Passes on what the fault lets through; False where the connection is to end."""
    global left
    if fault in ("cut", "reset"):
        with lock:
            whole = has_fired or len(data) < left
            let = data if whole else data[:left]
            left -= len(let)
            if not whole:
                say_fired()
        to.sendall(let)
        return whole
    if fault == "slow":
        time.sleep(numbers.random() * 0.004)
    while data:
        count = numbers.randint(1, 200) if fault == "slice" else len(data)
        to.sendall(data[:count])
        data = data[count:]
    say_fired()
    return True


def pump(source, to, is_spoiled):
    global has_begun
    try:
        while data := source.recv(65536):
            has_begun = has_begun or path in data
            if not is_spoiled or not has_begun:
                to.sendall(data)
            elif not passed_on(data, to):
                return end(source, to)
        to.shutdown(socket.SHUT_WR)
    except OSError:
        # The other side has ended; so does this.
        pass


listener = socket.create_server(("127.0.0.1", 0), backlog=64)
print(listener.getsockname()[1], flush=True)
while True:
    client, _ = listener.accept()
    server = socket.create_connection(("127.0.0.1", target))
    for each in (client, server):
        each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    threading.Thread(target=pump, args=(client, server, direction == "up"), daemon=True).start()
    threading.Thread(target=pump, args=(server, client, direction == "down"), daemon=True).start()
