"""Makes a workbook as an office has it from a CSV file, with openpyxl, which shares nothing with the product.

    python3 make_workbook.py CSV WORKBOOK [HABIT…]

HABIT: late (two blank rows above the heading), hidden (the third row of data is hidden), error (the cell of a type is #REF!),
formula (a formula that was never calculated), digits (a number of 18 digits for the leave of the
second row), tabs (a second sheet with rows), cover (a hidden sheet with rows).
"""

import csv
import sys

import openpyxl

source, target, habits = sys.argv[1], sys.argv[2], set(sys.argv[3:])
with open(source, encoding="utf-8-sig", newline="") as opened:
    rows = list(csv.reader(opened))
book = openpyxl.Workbook()
sheet = book.active
sheet.title = "Attester"
first = 3 if "late" in habits else 1
for number, row in enumerate(rows):
    for column, text in enumerate(row):
        # What looks like a number is one, as a spreadsheet has it.
        value = int(text) if number and text.isdigit() else text
        sheet.cell(first + number, column + 1, value)
if "hidden" in habits:
    sheet.row_dimensions[first + 3].hidden = True
if "error" in habits:
    sheet.cell(first + 1, 3).value = "#REF!"
    sheet.cell(first + 1, 3).data_type = "e"
if "formula" in habits:
    sheet.cell(first + 2, 3).value = '="medical"'
if "digits" in habits:
    sheet.cell(first + 2, 2).value = 123456789012345678
if "tabs" in habits:
    book.create_sheet("Noter").append(["file", "leave", "type"])
if "cover" in habits:
    cover = book.create_sheet("Koder", 0)
    cover.append(["medical"])
    cover.sheet_state = "hidden"
    book.active = 1
book.save(target)
