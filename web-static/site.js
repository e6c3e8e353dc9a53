// @ts-check
// The landing page's own script: the server's live status, its address, and the copy buttons.
// It reads `/api/health` and which packages the server has inside; it knows nothing of profiles and tokens.

const CHECK_EVERY_MS = 15_000;
const GIVE_UP_AFTER_MS = 4_000;

const pill = document.getElementById("status");

/** @param {"ok" | "bad"} state @param {string} text */
function show(state, text) {
  if (!pill || pill.textContent === text) return;
  pill.dataset.state = state;
  pill.textContent = text;
}

async function checkHealth() {
  try {
    const answer = await fetch("/api/health", { cache: "no-store", signal: AbortSignal.timeout(GIVE_UP_AFTER_MS) });
    /** @type {{status?: string, name?: string, version?: string}} */
    const health = await answer.json();
    if (!answer.ok || health.name !== "vaulty") throw new Error("not a Vaulty server");
    show("ok", `Server running, version ${health.version ?? "unknown"}`);
  } catch {
    show("bad", "Server not reachable: start it again");
  }
}

/** Writes the server's real address wherever the page names it. */
function showOrigin() {
  if (!location.protocol.startsWith("http")) return;
  for (const place of document.querySelectorAll("#cmd-origin, [data-origin]")) place.textContent = location.origin;
}

/** Shows what is for readers of one kind, and hides what is for others. @param {"browser" | "made"} what @param {string} kind */
function showKind(what, kind) {
  for (const place of document.querySelectorAll(`[data-${what}]`)) {
    if (place instanceof HTMLElement) place.hidden = place.dataset[what] !== kind;
  }
}

/** Whether the server hands out the extension, or whoever built it has to build that as well. */
async function showWhereFrom() {
  try {
    const answer = await fetch("packages/index.json", { signal: AbortSignal.timeout(GIVE_UP_AFTER_MS) });
    /** @type {{packages?: string[]}} */
    const { packages = [] } = answer.ok ? await answer.json() : {};
    showKind("made", packages.length > 0 ? "release" : "source");
  } catch {
    // The server is gone: the page stays as it is, and its status says so.
  }
}

/** @param {HTMLElement} button */
async function copy(button) {
  const source = document.getElementById(button.dataset.copy ?? "");
  if (!source) return;
  try {
    await navigator.clipboard.writeText(source.textContent ?? "");
    button.textContent = "Copied";
  } catch {
    getSelection()?.selectAllChildren(source);
    button.textContent = "Selected";
  }
  setTimeout(() => { button.textContent = "Copy"; }, 1_600);
}

for (const button of document.querySelectorAll("button[data-copy]")) {
  if (button instanceof HTMLElement) button.addEventListener("click", () => copy(button));
}
showOrigin();
showKind("browser", navigator.userAgent.includes("Firefox/") ? "firefox" : "chromium");
showWhereFrom();
if (pill) {
  checkHealth();
  setInterval(() => { if (!document.hidden) checkHealth(); }, CHECK_EVERY_MS);
}
