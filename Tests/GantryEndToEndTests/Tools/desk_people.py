"""People at desks of one workspace, each with a browser; exit code 1 where something doesn't end well.

    desk_people.py two ENTRANCE ENTRANCE REVIEW
    desk_people.py correction ENTRANCE DELIVER

`two`: one person ticks a finding and types a reason while another decides about it; the first is told, keeps what was typed, and sends it
once more about another finding. `correction`: a person asks what has changed since a delivery, makes a correction, decides about all of
it and prepares it. REVIEW and DELIVER are pages of a run.
"""

import sys

from check_page import chromium, looked_at, told
from playwright.sync_api import sync_playwright

HELD = "section[aria-labelledby=hold] input[name=id]"


def entered(browser, entrance, wrong):
    page = browser.new_context().new_page()
    page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
    page.goto(entrance)
    return page, entrance[: entrance.index("/enter")]


def decide(page, ids, verb, reason, person=None):
    for name in ids:
        page.check(f"input[name=id][value='{name}']")
    page.check(f"input[name=verb][value={verb}]")
    if page.evaluate("document.getElementById('by').tagName") == "SELECT":
        page.select_option("#by", person or "clerk")
    else:
        page.fill("#by", person or "clerk")
    page.fill("#why", reason)


def send(page):
    with page.expect_navigation():
        page.click("form[action$='/decide'] button.b1:visible")


def two(browser, wrong, first, second, path):
    one, origin = entered(browser, first, wrong)
    other, elsewhere = entered(browser, second, wrong)
    one.goto(origin + path)
    other.goto(elsewhere + path)
    names = [tick.get_attribute("value") for tick in one.query_selector_all(HELD)][3:5]
    decide(one, names[:1], "hold", "The foreman asked me to wait")
    decide(other, names[:1], "hold", "Nobody knows this entry yet", "manager")
    send(other)
    assert "1 decision recorded" in other.text_content("main"), other.text_content("main")
    send(one)
    said = one.text_content("main")
    assert "It changed while you looked" in said and "Nothing is recorded" in said, said
    assert one.input_value("#why") == "The foreman asked me to wait", one.input_value("#why")
    assert one.is_checked(f"input[name=id][value='{names[0]}']")
    assert "Nobody knows this entry yet" in said
    looked_at(browser, one.url, wrong, one.context.storage_state())
    one.uncheck(f"input[name=id][value='{names[0]}']")
    decide(one, names[1:2], "hold", "The foreman asked me to wait")
    send(one)
    assert "1 decision recorded" in one.text_content("main"), one.text_content("main")
    other.reload()
    assert "The foreman asked me to wait" in other.text_content("main")


def command(page):
    """Waits for the end of a command and goes on."""
    page.wait_for_selector("main .note[role=status]", timeout=120_000)
    said = page.text_content("main .note[role=status]").strip()
    with page.expect_navigation():
        page.click("main p > a.b1")
    return said


def correction(browser, wrong, entrance, path):
    page, origin = entered(browser, entrance, wrong)
    page.goto(origin + path)
    page.click("form:has([value=changes]) button")
    assert "Something has changed" in command(page)
    page.goto(origin + "/")
    assert "changed after it was delivered" in page.text_content("main"), page.text_content("main")
    page.goto(origin + path)
    page.fill("form:has([value=correct]) [name=because]", "Approvals after the closing")
    page.click("form:has([value=correct]) button")
    command(page)
    assert "/r2/" in page.url, page.url
    base = page.url[: page.url.rindex("/")]
    page.goto(base + "/review")
    looked_at(browser, page.url, wrong, page.context.storage_state())
    names = [tick.get_attribute("value") for tick in page.query_selector_all("section[aria-labelledby=open] input[name=id]")]
    assert names, page.text_content("main")
    decide(page, names, "accept", "The foreman told us on Wednesday")
    send(page)
    assert "Nothing waits for a decision" in page.text_content("main"), page.text_content("main")
    page.goto(base + "/sign")
    page.select_option("#by", "clerk")
    page.click("form:has(#by) button")
    page.wait_for_selector(".note[role=status]")
    assert "1 of 2 signed" in page.text_content("main"), page.text_content("main")


def main(flow, *words):
    wrong = []
    with sync_playwright() as playwright:
        browser = chromium(playwright)
        try:
            {"two": two, "correction": correction}[flow](browser, wrong, *words)
        except Exception as problem:
            line = problem.__traceback__.tb_next.tb_lineno
            wrong.append(f"{flow}, line {line}: {' '.join(str(problem).split())[:1_000]}")
        browser.close()
    return told(wrong)


sys.exit(main(*sys.argv[1:]))
