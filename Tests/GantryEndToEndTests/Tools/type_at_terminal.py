"""Runs a program on a terminal of its own, types lines at its prompts and prints all that the terminal showed.

usage: type_at_terminal.py LINE… -- PROGRAM ARGUMENT…
The terminal has as many columns as the variable TERMINAL_COLUMNS says.
Each LINE is typed once the program has asked with a line that ends in ": ". \\x03 is Ctrl-C. QUESTION=>LINE is typed whenever a
question has the words. \\x00 kills the program instead, \\x01 closes the terminal; 3:\\x00 does so at the third question.
"""

import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios

split = sys.argv.index("--")
lines = [line.encode().decode("unicode_escape").encode() for line in sys.argv[1:split]]
rules = [line.split(b"=>", 1) for line in lines if b"=>" in line]
ends = [line.split(b":", 1) for line in lines if line[-1:] in (b"\x00", b"\x01") and b":" in line]
lines = [line for line in lines if b"=>" not in line and line.split(b":", 1) not in ends]
pid, terminal = pty.fork()
if pid == 0:
    columns = int(os.environ.get("TERMINAL_COLUMNS", "0"))
    if columns:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    os.execv(sys.argv[split + 1], sys.argv[split + 1 :])
shown = b""
asked = 0
questions = 0


def answer():
    """The line for the question that was asked last; none where nobody answers."""
    for number, end in ends:
        if int(number) == questions:
            return end
    if lines:
        return lines.pop(0)
    # A question may be folded; the words that were shown last are its own.
    seen = b" ".join(shown[-400:].split())
    place, line = max(((seen.rfind(words), line) for words, line in rules), default=(-1, None))
    return line if place >= 0 else None


while True:
    ready, _, _ = select.select([terminal], [], [], 30)
    if not ready:
        sys.exit("nothing was shown for 30 s; so far: " + repr(shown))
    try:
        piece = os.read(terminal, 4096)
    except OSError:
        break
    if not piece:
        break
    shown += piece
    if (lines or rules or ends) and shown.endswith(b": ") and len(shown) > asked:
        asked = len(shown)
        questions += 1
        # The prompt comes before the terminal is told to be quiet. Not every question about a password is secret.
        if b"password" in shown[-200:]:
            for _ in range(200):
                if not termios.tcgetattr(terminal)[3] & termios.ECHO:
                    break
                select.select([], [], [], 0.01)
        line = answer()
        if line == b"\x00":
            os.kill(pid, signal.SIGKILL)
        elif line == b"\x01":
            os.close(terminal)
            break
        elif line is not None:
            os.write(terminal, line if line.endswith(b"\x03") else line + b"\n")
_, status = os.waitpid(pid, 0)
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(status))
