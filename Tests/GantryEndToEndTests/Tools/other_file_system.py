"""Runs a command over a file system that looks like a network's. Needs root, /dev/fuse and a mount namespace (unshare -m).

    other_file_system.py TYPE FOLDER COMMAND…    TYPE is sshfs, gocryptfs…, as mounted by FUSE

The folder is private, and holds an empty journal.sqlite of a user's own; nothing can be written. Exits with 99 where it can't be mounted.
"""

import ctypes
import os
import signal
import struct
import sys

ROOT, FILE = 1, 2


def attributes(node):
    mode, names = (0o40700, 2) if node == ROOT else (0o100600, 1)
    return struct.pack("<6Q10I", node, 0, 0, 0, 0, 0, 0, 0, 0, mode, names, os.getuid(), os.getgid(), 0, 4096, 0)


def answer(operation, node, body):
    """The bytes that answer a request of the kernel (linux/fuse.h), or the number of an error."""
    if operation == 26:  # INIT
        return struct.pack("<IIIIHHIIHHI", 7, 31, 65536, 0, 12, 10, 4096, 1, 1, 0, 0) + bytes(28)
    if operation == 1:  # LOOKUP
        if node != ROOT or body.rstrip(b"\0") != b"journal.sqlite":
            return 2
        return struct.pack("<4QII", FILE, 0, 0, 0, 0, 0) + attributes(FILE)
    if operation == 3:  # GETATTR
        return struct.pack("<QII", 0, 0, 0) + attributes(node)
    if operation == 17:  # STATFS
        return struct.pack("<5Q4I", 1 << 20, 1 << 20, 1 << 20, 1 << 20, 1 << 20, 4096, 255, 4096, 0) + bytes(24)
    if operation in (14, 27):  # OPEN, OPENDIR
        return struct.pack("<QII", 1, 0, 0)
    if operation in (15, 18, 25, 28, 29):  # READ, RELEASE, FLUSH, READDIR, RELEASEDIR
        return b""
    return 38


kind, folder, command = sys.argv[1], sys.argv[2], sys.argv[3:]
libc = ctypes.CDLL(None, use_errno=True)
try:
    kernel = os.open("/dev/fuse", os.O_RDWR)
except OSError:
    sys.exit(99)
options = f"fd={kernel},rootmode=40000,user_id={os.getuid()},group_id={os.getgid()}"
if libc.mount(b"elsewhere", folder.encode(), b"fuse." + kind.encode(), 0, options.encode()) != 0:
    sys.exit(99)
if os.fork() > 0:
    os.close(kernel)
    os.execvp(command[0], command)
# The server ends with the command.
libc.prctl(1, signal.SIGKILL, 0, 0, 0)
while True:
    try:
        request = os.read(kernel, 1 << 17)
    except OSError:
        break
    _, operation, number, node = struct.unpack_from("<IIQQ", request)
    if operation in (2, 36, 42):  # FORGET, INTERRUPT, BATCH_FORGET
        continue
    result = answer(operation, node, request[40:])
    error = -result if isinstance(result, int) else 0
    data = b"" if isinstance(result, int) else result
    os.write(kernel, struct.pack("<IiQ", 16 + len(data), error, number) + data)
