"""Runs one command and writes what it took as JSON: wall and processor seconds, peak memory, exit code.

    python3 -S -E measure.py RESULT.json COMMAND [ARGUMENT]…

The peak is the kernel's own (`ru_maxrss` of wait4), for the command and every child it waited for. A forked process
starts with its parent's peak, so this file imports next to nothing: figures below its own size (about 10 MiB) only say
"no more than that".
"""

import os
import sys
import time

result, command = sys.argv[1], sys.argv[2:]
start = time.monotonic()
pid = os.posix_spawnp(command[0], command, os.environ)
_, status, used = os.wait4(pid, 0)
wall = time.monotonic() - start
with open(result, "w") as file:
    file.write('{"wall": %.6f, "user": %.6f, "system": %.6f, "peak_kib": %d, "exit": %d}\n' % (
        wall, used.ru_utime, used.ru_stime, used.ru_maxrss, os.waitstatus_to_exitcode(status)))
