"""Makes photos of bookings and a sheet of them, as an office has them.

    make_office_photos.py FOLDER COUNT SHEET

The photos are JPEG and HEIC, some larger than the server takes; the sheet names them with the paths of another computer,
without endings, in other capitals, in a folder for each booking, and two in a cell. SHEET is a CSV file: file, appointment, kind.
Needs Pillow, and heif-enc of libheif for HEIC.
"""
import csv
import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from PIL import Image

folder, count, sheet = pathlib.Path(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
folder.mkdir(parents=True, exist_ok=True)
bookings = [number for number in range(1, 30) if number not in (16, 19)]


def photo(number, path):
    width, height, quality = (1800, 1300, 95) if number % 10 == 4 else (240, 160, 70)
    image = Image.merge("RGB", [Image.effect_noise((width, height), 60) for _ in range(3)])
    path.parent.mkdir(exist_ok=True)
    if path.suffix == ".heic":
        made = path.with_suffix(".png")
        image.save(made)
        subprocess.run(["heif-enc", "-q", "60", "-o", path, made], check=True, capture_output=True)
        made.unlink()
    else:
        image.save(path, quality=quality)


rows, photos, number = [], [], 0
while number < count:
    booking, habit, name = bookings[number % len(bookings)], number % 6, f"img_{number:04d}"
    kind = "Skade" if number % 4 == 3 else "Foto"
    if habit == 0:
        files, cell = [f"{name}.heic"], f"C:\\Fotos\\{name.upper()}.HEIC"
    elif habit == 1:
        files, cell = [f"{name}.jpg"], name
    elif habit == 2 and number < len(bookings):
        files, cell = [f"apt-{booking:06d} Golf/foto.jpg"], "foto.jpg"
    elif habit == 3 and number + 1 < count:
        files = [f"{name}.jpg", f"{name}_b.jpg"]
        cell = "; ".join(files)
    else:
        files, cell = [f"{name}.jpg"], f"{name}.jpg"
    # The booking by its id or by the number at its end.
    rows.append([cell, f"apt-{booking:06d}" if number % 3 else booking, kind])
    photos += [(number + place, folder / file) for place, file in enumerate(files)]
    number += len(files)
with ThreadPoolExecutor(2) as pool:
    list(pool.map(lambda one: photo(*one), photos))
with open(sheet, "w", newline="") as file:
    csv.writer(file).writerows([["file", "appointment", "kind"], *rows])
