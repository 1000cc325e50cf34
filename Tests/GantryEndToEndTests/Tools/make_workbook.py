"""Makes a workbook as an office has it from a CSV file, with openpyxl, which shares nothing with the product.

    python3 make_workbook.py CSV WORKBOOK [HABIT…]

HABIT: late (two blank rows above the heading), hidden (the third row of data is hidden), error (the cell of a type is #REF!),
formula (a formula that was never calculated), digits (a number of 18 digits for the leave of the
second row), tabs (a second sheet with the same headings), cover (a hidden sheet with rows), notes (a second sheet with rows of another
kind), title (a title and a blank row above the heading), group (a row of groups above the heading, whose first cell is merged with
the one below), danish (Danish headings), sums (a row of sums and a remark below), beside (a remark to the right of each row),
merged (the leave stands once for two rows), with=CSV (a second sheet of photos, with Danish headings), torn (the sheet ends in the middle of a row, in a whole archive).
"""

import csv
import sys
import zipfile

import openpyxl

source, target, habits = sys.argv[1], sys.argv[2], set(sys.argv[3:])
with open(source, encoding="utf-8-sig", newline="") as opened:
    rows = list(csv.reader(opened))
book = openpyxl.Workbook()
sheet = book.active
sheet.title = "Attester"
first = 3 if habits & {"late", "title"} else 2 if "group" in habits else 1
if "danish" in habits:
    rows[0] = [{"file": "Fil", "leave": "Ansøgning", "type": "Art"}.get(name, name) for name in rows[0]]
for number, row in enumerate(rows):
    for column, text in enumerate(row):
        # What looks like a number is one, as a spreadsheet has it.
        value = int(text) if number and text.isdigit() else text
        sheet.cell(first + number, column + 1, value)
last = first + len(rows)
if "title" in habits:
    sheet.cell(1, 1, "Attester for oktober 2026")
if "group" in habits:
    sheet.cell(1, 1, rows[0][0])
    sheet.cell(1, 2, "Fravær")
    sheet.merge_cells(start_row=1, start_column=2, end_row=1, end_column=3)
    sheet.cell(2, 1).value = None
    sheet.merge_cells(start_row=1, start_column=1, end_row=2, end_column=1)
if "sums" in habits:
    sheet.cell(last + 1, 1, "I alt")
    sheet.cell(last + 1, 2, len(rows) - 1)
    sheet.cell(last + 3, 1, "Husk at hente originalerne hos Bent")
if "beside" in habits:
    for number in range(1, len(rows)):
        sheet.cell(first + number, 5, "set af Anne")
if "merged" in habits:
    sheet.cell(first + 2, 2).value = None
    sheet.cell(first + 2, 3).value = "fitness"
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
if "notes" in habits:
    book.create_sheet("Noter", 0).append(["Husk", "dette"])
for habit in habits:
    if habit.startswith("with="):
        photos = book.create_sheet("Fotos")
        with open(habit[5:], encoding="utf-8-sig", newline="") as opened:
            for number, row in enumerate(csv.reader(opened)):
                photos.append([int(text) if text.isdigit() else text for text in row] if number else ["Fil", "Booking", "Art"])
if "cover" in habits:
    cover = book.create_sheet("Koder", 0)
    cover.append(["medical"])
    cover.sheet_state = "hidden"
    book.active = 1
book.save(target)
if "torn" in habits:
    # The archive is whole, and the sheet in it ends in the middle of a row.
    with zipfile.ZipFile(target) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    with zipfile.ZipFile(target, "w") as new:
        for name, data in parts.items():
            new.writestr(name, data[: data.rindex(b"<c ") + 20] if name.endswith("sheet1.xml") else data)
