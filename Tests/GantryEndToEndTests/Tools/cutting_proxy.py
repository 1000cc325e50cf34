"""Passes connections on to a port of this machine, and cuts the first that has carried so many bytes to the server.

    cutting_proxy.py PORT BYTES COUNT_FILE

Prints its own port. COUNT_FILE has the bytes that went to the server so far, over all connections.
"""
import os
import socket
import sys
import threading
import time

target, most, count_file = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
lock = threading.Lock()
state = {"sent": 0, "cut": False}


def count(number):
    with lock:
        state["sent"] += number
        with open(count_file + ".new", "w") as file:
            file.write(str(state["sent"]))
        os.rename(count_file + ".new", count_file)


def close(*ends):
    for end in ends:
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def copy(source, sink, is_upload):
    carried = 0
    try:
        while data := source.recv(16384):
            sink.sendall(data)
            if not is_upload:
                continue
            count(len(data))
            # A network with little on its way at a time.
            time.sleep(0.01)
            carried += len(data)
            with lock:
                cuts = not state["cut"] and carried > most
                state["cut"] = state["cut"] or cuts
            if cuts:
                break
    except OSError:
        pass
    close(source, sink)


server = socket.create_server(("127.0.0.1", 0))
count(0)
print(server.getsockname()[1], flush=True)
while True:
    client, _ = server.accept()
    there = socket.create_connection(("127.0.0.1", target))
    threading.Thread(target=copy, args=(client, there, True), daemon=True).start()
    threading.Thread(target=copy, args=(there, client, False), daemon=True).start()
