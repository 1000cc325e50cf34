"""Looks at pages as a browser shows them, and says what is wrong with them; exit code 1 where something is.

    check_page.py PAGE…

Each is the path of an HTML file. Chromium opens it light and dark at five widths: axe with the rules of WCAG 2.2 AA and
its best practices finds nothing (of the dark page only its colours are looked at, the rest is the same), nothing is wider than the
window, and the console stays empty. `tidy` finds nothing either. The first
sheet of paper of a report of pay ends with its signatures.
"""

import os
import subprocess
import sys
import tempfile

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# 720 is 1440 at 200 %.
WIDTHS = [1440, 768, 720, 360, 320]
# What axe finds depends on the width only where the style does.
LAYOUTS = [1440, 320]
OPTIONS = {"runOnly": {"type": "tag", "values": RULES}, "resultTypes": ["violations"]}
# A scheme changes colours alone.
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}, "resultTypes": ["violations"]}


def looked_at(browser, address, wrong, state=None):
    page = browser.new_page(storage_state=state)
    page.on("console", lambda message: wrong.append(f"{address}: the console says {message.text}"))
    page.on("pageerror", lambda error: wrong.append(f"{address}: {error}"))
    page.goto(address)
    for details in page.query_selector_all("details"):
        details.evaluate("it => it.open = true")
    for scheme, options in [("light", OPTIONS), ("dark", COLOURS)]:
        page.emulate_media(color_scheme=scheme)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            wide = page.evaluate("document.scrollingElement.scrollWidth")
            if wide > width:
                wrong.append(f"{address}: {wide} px wide in a window of {width} px, {scheme}")
            if width not in LAYOUTS:
                continue
            for found in Axe().run(page, options=options).response["violations"]:
                places = ", ".join(str(node["target"]) for node in found["nodes"][:3])
                wrong.append(f"{address}: {found['id']}: {found['help']}, {scheme}, {width} px: {places}")
    page.close()


def tidied(path, wrong):
    told = subprocess.run(["tidy", "-q", "-e", path], capture_output=True, text=True)
    wrong += [f"{path}: tidy: {line}" for line in told.stderr.splitlines()]


def printed(browser, address, wrong):
    page = browser.new_page()
    page.goto(address)
    if page.query_selector(".sheet") is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        paper = os.path.join(folder, "page.pdf")
        page.pdf(path=paper, prefer_css_page_size=True)
        first = subprocess.run(["pdftotext", "-f", "1", "-l", "1", paper, "-"], capture_output=True, text=True).stdout
    # The heading of the last section of the sheet, and its last line.
    for name in page.query_selector_all(".sheet h2, .sheet .sign div"):
        words = name.inner_text().split("·")[0].split(",")[0].strip()
        if words not in first:
            wrong.append(f"{address}: its first sheet of paper doesn't have “{words}”")
    page.close()


def chromium(playwright):
    return playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])


def told(wrong):
    print("\n".join(wrong) or "Nothing is wrong.")
    return 1 if wrong else 0


def main(pages):
    wrong = []
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        for page in pages:
            address = "file://" + os.path.abspath(page)
            looked_at(browser, address, wrong)
            printed(browser, address, wrong)
            tidied(page, wrong)
        browser.close()
    return told(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
