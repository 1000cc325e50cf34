"""Goes through a desk in Chromium as a person does, and says what is wrong with it; exit code 1 where something is.

    check_desk.py ENTRANCE

ENTRANCE is the address that `gantry desk` prints, which opens it once. Every page that links lead to is looked at as check_page.py does.
A second browser without the key gets nothing.
"""

import re
import sys
from urllib.parse import urldefrag, urljoin, urlsplit

from check_page import chromium, looked_at, told
from playwright.sync_api import sync_playwright

MOST = 40


def pages(page, origin):
    """The addresses of the desk that can be reached by links, each kind of page once."""
    seen, kinds, waiting = [], set(), [origin + "/"]
    while waiting and len(seen) < MOST:
        address = waiting.pop(0)
        kind = re.sub(r"/payroll/[^/]+/[^/]+/r[0-9]+/", "/run/", address.removeprefix(origin))
        kind = re.sub(r"^/send/[^/]+$", "/send/PIPELINE", kind)
        if kind in kinds:
            continue
        kinds.add(kind)
        answer = page.goto(address)
        if answer.headers.get("content-disposition") or "text/html" not in answer.headers.get("content-type", ""):
            continue
        seen.append(address)
        for link in page.query_selector_all("a[href]:not([download])"):
            to = urldefrag(urljoin(address, link.get_attribute("href")))[0]
            if to.startswith(origin + "/") and "/files/" not in to:
                waiting.append(to)
    return seen


def ticked(page, address, wrong):
    """Ticks everything on hold: the script's sum of it is the one that the page shows."""
    page.goto(address)
    if page.query_selector("section[aria-labelledby=hold] button[name=more]") is not None:
        return
    for tick in page.query_selector_all("section[aria-labelledby=hold] input[name=id]"):
        tick.check()
    if page.query_selector("section[aria-labelledby=hold] input:checked") is not None:
        shown = page.text_content(".figures b")
        added = page.text_content("#ticked").partition("≈ ")[2]
        if added.split(" ")[0] != shown.split(" ")[0].replace("unknown", ""):
            wrong.append(f"{address}: what is ticked adds up to {added}, but {shown} is on hold")


def main(entrance):
    wrong = []
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(entrance))
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        context = browser.new_context()
        page = context.new_page()
        page.goto(entrance)
        if "key=" in page.url:
            wrong.append(f"the key is still in the address: {page.url}")
        found = pages(page, origin)
        state = context.storage_state()
        for address in found:
            looked_at(browser, address, wrong, state)
            if address.endswith("/review"):
                ticked(page, address, wrong)
        for address in [origin + "/", entrance]:
            stranger = browser.new_context().new_page()
            stranger.goto(address)
            if stranger.query_selector("nav a[href='/jobs']") is not None:
                wrong.append(f"a browser without the key gets {address}")
        browser.close()
    print(f"{len(found)} pages: " + " ".join(address.removeprefix(origin) for address in found))
    return told(wrong)


sys.exit(main(*sys.argv[1:]))
