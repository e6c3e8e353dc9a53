// @ts-check
// The dashboard's own script. The pages are whole without it: it says times in the reader's own time, and asks for the page
// again when the server says that something is new. What comes back is this server's own page, whose policy runs nothing in it.

/** Between two looks at least. */
const PAUSE_MS = 800;
/** Without events the page is looked at so often. */
const LOOK_EVERY_MS = 15_000;

/** @param {ParentNode} within */
function localTimes(within) {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  for (const time of within.querySelectorAll("time[datetime]")) {
    const at = new Date(time.getAttribute("datetime") ?? "");
    if (!Number.isNaN(at.getTime())) time.textContent = format.format(at);
  }
}

/** @param {HTMLElement} status @param {"on" | "off"} state @param {string} said */
function say(status, state, said) {
  status.dataset.state = state;
  if (status.textContent !== said) status.textContent = said;
}

/** Whether the person is about to do something with the content, which must not go away under them. */
function isInUse() {
  const focused = document.activeElement;
  return focused instanceof HTMLElement && focused.closest("#content input, #content select") !== null;
}

/** Puts the page's content as it is now in the place of what is shown; what is unfolded or focused stays so. */
async function refresh() {
  const answer = await fetch(location.href, { cache: "no-store" });
  if (!answer.ok) throw new Error(`answered with ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const [now, before] = [page.querySelector("#content"), document.querySelector("#content")];
  // Whoever is signed out sees another page.
  if (!now || !before) return location.reload();
  if (isInUse()) return;
  const unfolded = [...before.querySelectorAll("details")].map((details) => details.open);
  [...now.querySelectorAll("details")].forEach((details, at) => { details.open = unfolded[at] ?? false; });
  const focused = document.activeElement;
  const address = focused instanceof HTMLAnchorElement && before.contains(focused) ? focused.href : "";
  localTimes(now);
  before.replaceWith(document.adoptNode(now));
  for (const link of address ? now.querySelectorAll("a") : []) {
    if (link.href === address) { link.focus({ preventScroll: true }); break; }
  }
}

/** @param {HTMLElement} status @param {string} address */
function follow(status, address) {
  let wanted = false;
  let busy = false;
  const look = async () => {
    wanted = true;
    if (busy) return;
    busy = true;
    while (wanted) {
      wanted = false;
      await refresh().catch(() => say(status, "off", "Not up to date: the server can’t be reached."));
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
    busy = false;
  };
  const events = new EventSource(address);
  events.addEventListener("open", () => { say(status, "on", "Live"); look(); });
  events.addEventListener("news", look);
  events.addEventListener("error", () => {
    if (events.readyState !== EventSource.CLOSED) return say(status, "off", "Connecting again…");
    // Too many pages are open, or the session is over: looking now and then tells which.
    say(status, "off", "Looked at every 15 seconds");
    setInterval(() => { if (!document.hidden) look(); }, LOOK_EVERY_MS);
  });
  // Times since something was heard go on also where nothing is new.
  setInterval(() => { if (!document.hidden) look(); }, 60_000);
  addEventListener("pagehide", () => events.close());
}

localTimes(document);
const live = document.getElementById("live");
if (live?.dataset.events) follow(live, live.dataset.events);
