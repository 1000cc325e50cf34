"use strict";
// Everything works without this file. It says that a form is on its way, keeps what is typed until it is recorded, adds up what is
// ticked, and asks for what changes on a page. What is typed holds names, so it is kept for this window alone, and only until it is recorded.

const form = document.querySelector("form[action$='/decide']");

function kept(name) {
  return "gantry " + location.pathname + " " + name;
}

function keepTyped() {
  const typed = [...form.querySelectorAll("input[type=text]")];
  // What was recorded isn't offered again.
  if (document.querySelector(".note-good")) typed.forEach((field) => sessionStorage.removeItem(kept(field.name)));
  for (const field of typed) {
    if (!field.value) field.value = sessionStorage.getItem(kept(field.name)) || "";
    field.addEventListener("input", () => sessionStorage.setItem(kept(field.name), field.value));
  }
}

// Whole money as the page writes it, rounded half away from zero.
function roughly(nano) {
  const whole = ((nano < 0n ? -nano : nano) + 500000000n) / 1000000000n;
  const gap = document.documentElement.lang === "da" ? "." : "\u202f";
  return (nano < 0n && whole ? "\u2212" : "") + String(whole).replace(/\B(?=(\d{3})+$)/g, gap);
}

function countTicks() {
  const shown = document.getElementById("ticked");
  const ticks = [...form.querySelectorAll("input[name=id]")];
  const verbs = [...form.querySelectorAll("input[name=verb]")];
  if (!shown) return;
  function count() {
    const chosen = ticks.filter((tick) => tick.checked);
    // An entry that several findings are about counts once.
    const entries = new Set();
    const counted = chosen.filter(({ dataset: { entry } }) => !entry || (!entries.has(entry) && entries.add(entry)));
    const known = counted.filter((tick) => tick.dataset.nano);
    const sum = known.reduce((all, tick) => all + BigInt(tick.dataset.nano), 0n);
    const words = chosen.length === 1 ? shown.dataset.one : chosen.length + " " + shown.dataset.many;
    const money = known.length ? ", ≈ " + roughly(sum) : "";
    shown.textContent = words + money + (known.length < counted.length ? " + ?" : "");
    // Only what is possible about everything that is ticked can be chosen.
    for (const verb of verbs) {
      verb.disabled = chosen.some((tick) => !tick.dataset.can.split(" ").includes(verb.value));
      if (verb.disabled) verb.checked = false;
    }
    shown.hidden = chosen.length === 0;
    copy.hidden = chosen.length === 0;
  }
  const copy = document.getElementById("copy");
  const button = copy.querySelector("button");
  const words = button.textContent;
  button.addEventListener("click", async () => {
    const lines = ticks.filter((tick) => tick.checked).map((tick) => tick.dataset.line);
    await navigator.clipboard.writeText(lines.join("\n") + "\n");
    button.textContent = button.dataset.done;
    setTimeout(() => (button.textContent = words), 2000);
  });
  // At a finding, j goes to the next one, k to the one before, and x ticks it. Nothing needs them.
  form.addEventListener("keydown", (event) => {
    const here = ticks.indexOf(event.target);
    if (here < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "j") ticks[Math.min(here + 1, ticks.length - 1)].focus();
    if (event.key === "k") ticks[Math.max(here - 1, 0)].focus();
    if (event.key === "x") ticks[here].click();
  });
  form.addEventListener("change", count);
  count();
}

for (const sent of document.querySelectorAll("form")) {
  sent.addEventListener("submit", () => {
    const button = sent.querySelector("button[data-busy]");
    if (!button) return;
    setTimeout(() => {
      button.textContent = button.dataset.busy;
      button.disabled = true;
    }, 300);
  });
}

// A page that a browser kept in memory has a form that was sent.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

if (form) {
  keepTyped();
  countTicks();
}

const mistakes = document.querySelector(".summary");
if (mistakes) {
  mistakes.tabIndex = -1;
  mistakes.focus();
}

// What is under way: the block is asked for each second, as the page has it, and the page itself once nothing is.
const live = document.querySelector("[data-live]");

function away(isAway) {
  const band = document.getElementById("away");
  if (band) band.hidden = !isAway;
}

async function lookAgain() {
  const block = document.getElementById("live");
  try {
    const answer = await fetch(location.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = page.getElementById("live");
    if (!answer.ok || !now || !("live" in now.dataset)) return location.reload();
    block.replaceWith(document.adoptNode(now));
    away(false);
  } catch {
    // The desk was stopped; what other processes do goes on.
    away(true);
  }
  setTimeout(lookAgain, 1000);
}

// Elsewhere only whether the desk still answers, before somebody sends a form in vain.
async function askAgain() {
  try {
    await fetch(document.querySelector("link[rel=icon]").href, { method: "HEAD", cache: "no-store" });
    away(false);
  } catch {
    away(true);
  }
  setTimeout(askAgain, 5000);
}

setTimeout(live ? lookAgain : askAgain, 1000);

// Files that are dropped or chosen go one by one, each with its own progress and repeat; then the form that keeps them together.
for (const drop of document.querySelectorAll("[data-put]")) {
  const chosen = drop.querySelector("input[type=file]");
  const shown = drop.querySelector("[role=status]");
  chosen.hidden = false;

  async function put(name, file) {
    const path = name.split("/").map(encodeURIComponent).join("/");
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await fetch(drop.dataset.put + "/" + path, {
          method: "PUT",
          headers: { "Content-Type": "application/octet-stream", "Gantry-Form": drop.dataset.token },
          body: file,
        });
        return answer.ok;
      } catch (problem) {
        if (attempt === 3) return false;
      }
    }
  }

  async function putAll(files) {
    const refused = [];
    for (const [index, [name, file]] of files.entries()) {
      shown.textContent = drop.dataset.sending + " " + (index + 1) + "/" + files.length + ": " + name;
      if (!(await put(name, file))) refused.push(name);
    }
    if (refused.length) {
      shown.textContent = drop.dataset.failed + " " + refused.join(", ");
    } else if ("later" in drop.dataset) {
      shown.textContent = drop.dataset.chosen + " " + files.map(([name]) => name).join(", ");
    } else if (files.length) {
      drop.closest("form").submit();
    }
  }

  chosen.addEventListener("change", () => putAll([...chosen.files].map((file) => [file.name, file])));
  drop.addEventListener("dragover", (event) => event.preventDefault());
  drop.addEventListener("drop", async (event) => {
    event.preventDefault();
    const files = [];
    async function walk(entry, folder) {
      if (entry.isFile) {
        files.push([folder + entry.name, await new Promise((done, fail) => entry.file(done, fail))]);
      } else {
        const reader = entry.createReader();
        for (;;) {
          const some = await new Promise((done, fail) => reader.readEntries(done, fail));
          if (!some.length) break;
          for (const inner of some) await walk(inner, folder + entry.name + "/");
        }
      }
    }
    for (const entry of [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter(Boolean)) {
      await walk(entry, "");
    }
    await putAll(files);
  });
}
