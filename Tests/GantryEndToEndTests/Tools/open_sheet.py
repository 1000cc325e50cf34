"""Opens a CSV file in LibreOffice as a spreadsheet of a country does, and prints its cells as JSON lines.

    python3 open_sheet.py FILE SOFFICE COUNTRY

A spreadsheet splits at the list separator of its locale and reads numbers by it: Danish has ; and a decimal comma, English , and
a point. Texts are strings, numbers are numbers.
"""

import json
import os
import subprocess
import sys
import tempfile

import openpyxl

path, soffice, country = sys.argv[1:4]
# Separator, quote, UTF-8, first row, columns, locale as Windows numbers it, quoted cells are text, numbers are detected.
OPTIONS = {"DK": "59,34,76,1,,1030,true,true", "GB": "44,34,76,1,,2057,true,true"}
with tempfile.TemporaryDirectory() as target:
    subprocess.run(
        [soffice, "--headless", f"-env:UserInstallation=file://{target}/profile", f"--infilter=CSV:{OPTIONS[country]}",
         "--convert-to", "xlsx", "--outdir", target, path], check=True, capture_output=True, timeout=180)
    name = os.path.splitext(os.path.basename(path))[0]
    sheet = openpyxl.load_workbook(f"{target}/{name}.xlsx").active
    for row in sheet.iter_rows(values_only=True):
        print(json.dumps(["" if cell is None else cell for cell in row], default=str))
