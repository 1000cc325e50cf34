"""Sends 200 certificates and 100 photos in the desk, mends five kinds of mistakes there, and goes on after kills; exit code 1 where it fails.

    desk_sheet.py begin ENTRANCE FOLDER SAMPLES    drops the sheet and its files, mends it, sends, and kills the run on its way
    desk_sheet.py end ENTRANCE                     goes on in another desk, up to the report

FOLDER is empty; SAMPLES has a PDF file and a JPEG photo of the checkout.
"""

import glob
import json
import os
import re
import signal
import sys
import time

from check_page import chromium, looked_at, told
from playwright.sync_api import sync_playwright

PAGE = "/send/documents-upload"


def made(folder, samples):
    """A sheet of 300 rows with what an office does wrong, and its files."""
    pdf = open(sorted(glob.glob(samples + "/certificates/*_medical.pdf"))[0], "rb").read()
    photo = open(sorted(glob.glob(samples + "/photos/*.jpg"))[0], "rb").read()
    mark = os.getpid()
    rows = []
    for number in range(300):
        ending, content = (".pdf", pdf) if number < 200 else (".jpg", photo)
        name = f"{mark} {number:03}{ending}"
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
        rows.append([name, str(1001 + number % 5), "certificates" if number < 200 else "photos"])
    right = [list(row) for row in rows]
    rows[10][0] = "certificate of Anna.pdf"  # There is no such file.
    rows[20][1] = "9999"  # There is no such worker.
    rows[30][1] = ""  # Nobody is named.
    rows[40] = list(rows[39])  # The row above once more.
    with open(os.path.join(folder, rows[50][0]), "wb") as file:
        file.write(pdf[:200])  # Cut short on its way.
    sheet = os.path.join(folder, "oktober.csv")
    with open(sheet, "w", encoding="utf-8-sig") as file:
        file.write("Filnavn;Nummer på medarbejder;Type\r\n" + "".join(";".join(row) + "\r\n" for row in rows))
    return right, rows, pdf


def dropped(page, files):
    page.set_input_files("#files", files)
    page.wait_for_url("**" + PAGE + "/*", timeout=120_000)
    page.wait_for_load_state()


def reasons_seen(browser, page, wrong):
    """In windows of any width each reason is inside of its box, from one end of the cells to the other."""
    for scheme in ["light", "dark"]:
        other = browser.new_page(color_scheme=scheme, storage_state=page.context.storage_state())
        other.goto(page.url)
        for width in [1440, 1200, 768, 320]:
            other.set_viewport_size({"width": width, "height": 900})
            for end in ["0", "box.scrollWidth"]:
                found = other.evaluate(
                    """() => {
                        const box = document.querySelector(".scroll:has([id^='why.'])"), edge = box.getBoundingClientRect();
                        box.scrollLeft = %s;
                        return [...box.querySelectorAll("[id^='why.'] .error")].map((it) => {
                            const range = document.createRange();
                            range.selectNodeContents(it);
                            const place = range.getBoundingClientRect();
                            return place.width > 0 && place.left > edge.left - 1 && place.right < Math.min(edge.right, innerWidth) + 1;
                        });
                    }"""
                    % end
                )
                if not found or not all(found):
                    wrong.append(f"{page.url}: reasons are cut off: {found}, {width} px, {scheme}, scrolled to {end}")
        other.close()


def begin(browser, page, entrance, folder, samples, wrong):
    right, rows, pdf = made(folder, samples)
    page.on("console", lambda message: wrong.append(f"{page.url}: the console says {message.text}"))
    page.goto(entrance)
    page.goto(entrance[: entrance.index("/enter")] + PAGE)
    dropped(page, sorted(glob.glob(folder + "/*")))
    page.select_option("#c1", "worker")
    page.select_option("#c2", "category")
    page.click("button:has-text('Check every row')")
    page.wait_for_selector("#refused", timeout=120_000)
    looked_at(browser, page.url, wrong, page.context.storage_state())
    reasons_seen(browser, page, wrong)
    for index in [10, 20, 30, 40]:
        for column, cell in enumerate(right[index]):
            page.fill(f"input[name='cell.{index + 2}.{column}']", cell)
    page.click("button:has-text('Check again')")
    page.wait_for_selector("text=cells mended", timeout=120_000)
    page.wait_for_selector(f"input[name='cell.{52}.0']")
    # The file is saved once more and dropped again.
    dropped(page, [{"name": rows[50][0], "mimeType": "application/pdf", "buffer": pdf}])
    page.click("button:has-text('Check every row')")
    page.wait_for_selector("button:has-text('Send 300 rows')", timeout=120_000)
    looked_at(browser, page.url, wrong, page.context.storage_state())
    page.click("button:has-text('Send 300 rows')")
    if not killed(page.text_content("#files-card ~ p code").split("/desk/dropped/")[0] + "/desk/commands"):
        wrong.append("the run ended before it could be killed")
    page.wait_for_selector("button:has-text('Go on sending')", timeout=60_000)


def killed(commands):
    """Kills the run as soon as it sends; False where it ended before."""
    while True:
        for path in glob.glob(commands + "/*/command.json"):
            command = json.load(open(path))
            if command["kind"] != "send":
                continue
            said = open(path.replace("command.json", "events.jsonl")).read()
            if '"finished"' in said:
                return False
            if '"event":"sending"' in said:
                os.kill(command["process"], signal.SIGKILL)
                return True
        time.sleep(0.005)


def end(browser, page, entrance, wrong):
    page.goto(entrance)
    page.goto(entrance[: entrance.index("/enter")] + "/send")
    page.click("text=oktober.csv")
    page.click("button:has-text('Go on sending')")
    page.wait_for_selector("a:has-text('The report'), button:has-text('The server has all of them')", timeout=120_000)
    looked_at(browser, page.url, wrong, page.context.storage_state())
    # Of rows that were on their way when the run was killed it isn't known whether the server has them: a person looks there and says it.
    if page.query_selector("button:has-text('The server has all of them')"):
        page.click("button:has-text('The server has all of them')")
        page.wait_for_selector("a:has-text('The report')", timeout=120_000)
    counts = page.text_content("section[aria-labelledby=result] table")
    if not re.search(r"Sent\s*300", counts) or not re.search(r"In the sheet\s*300", counts):
        wrong.append(f"the count is {counts}")
    page.click("a:has-text('The report')")
    if "300" not in page.text_content("main"):
        wrong.append("the report doesn't say 300")


def main(part, *words):
    wrong = []
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        page = browser.new_context().new_page()
        try:
            {"begin": begin, "end": end}[part](browser, page, *words, wrong)
        except Exception as problem:
            wrong.append(f"{page.url}: {str(problem)[:300]}: {page.text_content('main')}")
        browser.close()
    return told(wrong)


sys.exit(main(*sys.argv[1:]))
