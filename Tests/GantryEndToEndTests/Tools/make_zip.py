"""Makes a zip file from the files of a folder.

    python3 make_zip.py FOLDER ZIP [HABIT…]

HABIT: folder (all in a folder), windows (names in the letters of a console, without saying so), mac (with what a Mac adds), parent
(a name that leaves the folder), link, locked (said to be encrypted), bomb (zeros that become 1,000 times as many).
"""

import os
import stat
import sys
import zipfile

folder, target, habits = sys.argv[1], sys.argv[2], set(sys.argv[3:])
with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        # A placeholder for each letter, which is replaced below.
        inside = name.translate({0xE6: "1", 0xF8: "2", 0xE5: "3"}) if "windows" in habits else name
        made.write(path, ("Attester oktober/" if "folder" in habits else "") + inside)
    if "mac" in habits:
        made.writestr("__MACOSX/._" + name, "x")
        made.writestr(".DS_Store", "x")
    if "parent" in habits:
        made.writestr("../escaped.pdf", "x")
    if "link" in habits:
        link = zipfile.ZipInfo("link.pdf")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        made.writestr(link, "/etc/passwd")
    if "bomb" in habits:
        made.writestr("zeros.pdf", bytes(200 << 20))
data = open(target, "rb").read()
if "windows" in habits:
    # Letters of code page 850, for names that begin with "windows".
    data = data.replace(b"windows-123.pdf", b"windows-\x91\x9b\x86.pdf")
if "locked" in habits:
    # Bit 0 of the flags in the list of files.
    place = data.index(b"PK\x01\x02")
    data = data[: place + 8] + bytes([data[place + 8] | 1]) + data[place + 9 :]
open(target, "wb").write(data)
