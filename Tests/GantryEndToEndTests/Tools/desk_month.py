"""Goes through a first month in the desk with the keyboard alone, as somebody without a mouse does; exit code 1 where it doesn't end well.

    desk_month.py ENTRANCE ADDRESS PASSWORD INBOX

ENTRANCE is what `gantry desk` of an empty workspace prints, ADDRESS a sandbox of KSR Cranes, INBOX the folder of a payroll program.
On the way every kind of page is looked at as check_page.py does.
"""

import sys

from check_page import chromium, looked_at, told
from playwright.sync_api import sync_playwright


class Keyboard:
    """A person at a page who has a keyboard."""

    def __init__(self, page):
        self.page = page

    def reach(self, selector):
        """Goes to an element with Tab."""
        self.page.wait_for_selector(selector, timeout=20_000)
        here = "selector => document.activeElement.matches(selector)"
        for _ in range(300):
            if self.page.evaluate(here, selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{selector} can't be reached with Tab on {self.page.url}")

    def press(self, selector, key="Enter"):
        self.reach(selector)
        with self.page.expect_navigation(timeout=20_000):
            self.page.keyboard.press(key)

    def fill(self, selector, text):
        self.reach(selector)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def choose(self, selector, word):
        """Chooses in a list by the first letters of a choice."""
        self.reach(selector)
        self.page.keyboard.type(word)

    def command(self):
        """Waits for the end of a command and goes on."""
        self.page.wait_for_selector("main .note[role=status]", timeout=120_000)
        ending = self.page.text_content("main .note[role=status]").strip()
        assert ending.startswith("Done"), f"{self.page.url}: {ending}: {self.page.text_content('main')}"
        self.press("main p > a.b1")


def button(words):
    return f"button:has-text('{words}')"


def month(page, keys, look, address, password, inbox):
    keys.press("a[href='/setup']")
    look("set up")
    keys.press("a[href='/setup?system=ksr-cranes']")
    look("a connection")
    keys.fill("#address", address)
    keys.fill("#c-email", "payroll@example.test")
    keys.fill("#c-password", password)
    keys.press("main button.b1")
    page.wait_for_selector("main .note[role=status]", timeout=60_000)
    look("a connection that was checked")
    assert password not in page.content()
    keys.command()
    keys.press("a[href='/setup?program=danlon']")
    look("how the office pays")
    keys.fill("[name='need.employer']", "99999993")
    for code, theirs in [("1000", "1"), ("1100", "2"), ("1200", "4")]:
        keys.fill(f"[name='code.{code}']", theirs)
    keys.fill("#p-prepare", "Anna Holm")
    keys.fill("#p-approve", "Bent Lund")
    keys.fill("#p-deliver", inbox)
    keys.press("main form:has(#p-deliver) button")
    keys.command()
    keys.press("a[href='/payroll/payroll']")
    look("a pipeline without runs")
    keys.fill("#period", "2026-10")
    keys.press("main button.b1")
    keys.command()
    # A period without open findings goes on at its signatures.
    page.wait_for_url("**/r1/*")
    base = page.url[: page.url.rindex("/")]
    page.goto(base + "/review")
    while page.query_selector("input[name=id]") and page.query_selector("section[aria-labelledby=open] input[name=id]"):
        decide(page, keys)
    if page.query_selector("form:has([value=rewrite]) button"):
        keys.press("form:has([value=rewrite]) button")
        keys.command()
    page.goto(base + "/sign")
    for person in ["Anna", "Bent"]:
        keys.choose("#by", person)
        keys.press("form:has(#by) button")
        page.wait_for_selector(".note[role=status]")
    assert "2 of 2 signed" in page.text_content("main")
    page.goto(base + "/deliver")
    look("ready to deliver")
    keys.choose("select[name=by]", "Anna")
    keys.press("main form button.b1")
    look("sure")
    keys.press("main form button.b1")
    keys.command()
    look("delivered")
    page.set_input_files("#receipt", files=[{"name": "answer.txt", "mimeType": "text/plain", "buffer": b"taken"}])
    page.wait_for_function("document.querySelector('[data-put] [role=status]').textContent.includes('answer.txt')")
    keys.choose("#by-receipt", "Anna")
    keys.press("form:has(#receipt) button")
    keys.command()
    keys.press("form:has([value=changes]) button")
    page.wait_for_selector("main .note[role=status]", timeout=60_000)
    assert "Nothing has changed" in page.text_content("main"), page.text_content("main")
    look("what has changed")


def decide(page, keys):
    """Takes the first finding that is open: accepts it where that is allowed, else keeps it on hold."""
    before = len(page.query_selector_all("section[aria-labelledby=open] input[name=id]"))
    keys.reach("section[aria-labelledby=open] input[name=id]")
    page.keyboard.press("Space")
    keys.reach("input[name=verb]")
    page.keyboard.press("Space")
    keys.choose("#by", "Anna")
    keys.fill("#why", "The foreman was away that day")
    keys.press("main form:has(#why) button.b1")
    after = len(page.query_selector_all("section[aria-labelledby=open] input[name=id]"))
    assert after < before, page.text_content("main")


def main(entrance, address, password, inbox):
    wrong = []
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        page = browser.new_context().new_page()
        page.on("console", lambda message: wrong.append(f"{page.url}: the console says {message.text}"))
        page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
        page.goto(entrance)
        seen = []

        def look(name):
            seen.append(name)
            looked_at(browser, page.url, wrong, page.context.storage_state())

        try:
            month(page, Keyboard(page), look, address, password, inbox)
        except Exception as problem:
            wrong.append(f"{page.url}: {problem}: {page.text_content('main')}")
        browser.close()
    print(f"{len(seen)} pages: " + ", ".join(seen))
    return told(wrong)


sys.exit(main(*sys.argv[1:]))
