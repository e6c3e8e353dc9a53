// @ts-check
// The service worker's shell: it registers every listener before anything is awaited, because an event
// that wakes the worker is only delivered to listeners that are there at once. Everything is decided in WASM.

import init, { on_event } from "./pkg/vaulty.js";

/** @type {Promise<unknown> | undefined} */
let awake;

/** Starts the WASM and what was under way. Where that fails, the next event tries again. */
const wake = () => {
  awake ??= init({ module_or_path: chrome.runtime.getURL("pkg/vaulty_bg.wasm") })
    .then(() => on_event("wake", {}))
    .catch((error) => {
      awake = undefined;
      throw error;
    });
  return awake;
};

/** @param {string} kind @param {unknown} payload */
const dispatch = async (kind, payload) => {
  await wake();
  return on_event(kind, payload);
};

/**
 * Hands over an event that nobody waits for an answer to.
 * @param {string} kind @param {unknown} payload
 */
const notify = (kind, payload) => {
  dispatch(kind, payload).catch((error) => console.error("[vaulty worker]", kind, nameOf(error)));
};

/**
 * An error's sentence, for the panel.
 * @param {unknown} error
 */
const sentenceOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * An error's kind, for the console: a message could quote what a page says.
 * @param {unknown} error
 */
const nameOf = (error) => (error instanceof Error ? error.name : typeof error);

// Content scripts run beside web pages; what is stored is none of their business. Where a browser cannot keep them out,
// profiles are out of their reach all the same: those are in the extension's IndexedDB.
chrome.storage.local.setAccessLevel?.({ accessLevel: "TRUSTED_CONTEXTS" })
  .catch((error) => console.error("[vaulty worker] storage stays open to content scripts:", nameOf(error)));

/** The panel beside the page, where it is the extension's to open and close (`sidebar_action`). @type {any} */
const sidebar = /** @type {any} */ (chrome).sidebarAction;

// What the button opens is the worker's to set; only where the browser opens neither a panel nor a popup by itself is
// there a press to hear.
chrome.action.onClicked.addListener(({ id }) => {
  if (!sidebar || localStorage.getItem("opensWindow")) return openWindow(id);
  sidebar.toggle().catch(() => openWindow(id));
});

/** @param {number | undefined} tabId */
const openWindow = (tabId) => {
  const url = tabId === undefined ? "panel.html" : `panel.html?tabId=${tabId}`;
  chrome.windows.create({ url, type: "popup", width: 440, height: 760 })
    .catch((error) => console.error("[vaulty worker] no window opens:", nameOf(error)));
};

/**
 * Opens the panel beside a tab. Only at once: the browser takes no other call for the person's.
 * @param {number} tabId
 */
const openPanel = (tabId) => {
  if (sidebar) return void sidebar.open().catch(() => openWindow(tabId));
  if (!chrome.sidePanel) return openWindow(tabId);
  chrome.sidePanel.open({ tabId }).catch((error) => console.error("[vaulty worker] the panel stays closed:", nameOf(error)));
};

// The menu of a page and of its fields, with the keys of its words, and the keys that the person set for the same.
const MENU = /** @type {const} */ ([
  { id: "fill-field", title: "menu_fill_field", contexts: ["editable"] },
  { id: "fill-page", title: "menu_fill_page", contexts: ["page", "frame", "editable"] },
]);
chrome.runtime.onInstalled.addListener(() => {
  chrome.contextMenus.removeAll(() => {
    for (const { id, title, contexts } of MENU) {
      chrome.contextMenus.create({ id, title: chrome.i18n.getMessage(title), contexts: [...contexts], documentUrlPatterns: ["http://*/*", "https://*/*"] });
    }
  });
});
chrome.contextMenus.onClicked.addListener(({ menuItemId, frameId }, tab) => {
  if (tab?.id === undefined) return;
  openPanel(tab.id);
  notify("invoked", { what: menuItemId, tabId: tab.id, frameId });
});
chrome.commands.onCommand.addListener((command, tab) => {
  if (tab?.id === undefined) return;
  openPanel(tab.id);
  notify("invoked", { what: command, tabId: tab.id });
});

// What a page tries to open while it is written is led here: nothing comes of it, and what it carries is dropped.
self.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.url.split(/[?#]/)[0].endsWith("/hold.html")) event.respondWith(new Response(null, { status: 204 }));
});

const ownPages = chrome.runtime.getURL("");

chrome.runtime.onMessage.addListener((message, sender, sendResponse) => {
  // Only the extension's own pages may start, approve or ask for anything. Content scripts only answer.
  if (sender.id !== chrome.runtime.id || !sender.url?.startsWith(ownPages)) return false;
  dispatch("message", message).then(
    (value) => sendResponse({ ok: true, value }),
    (error) => sendResponse({ ok: false, error: sentenceOf(error) }),
  );
  return true;
});

// A clock for content scripts whose own is slowed down, because nobody looks at their tab. It says nothing but a number
// that they gave, after a time that they gave.
const LONGEST_DELAY = 30_000;
chrome.runtime.onConnect.addListener((port) => {
  if (port.name !== "clock" || port.sender?.id !== chrome.runtime.id) return port.disconnect();
  /** @type {Set<ReturnType<typeof setTimeout>>} */
  const timers = new Set();
  port.onDisconnect.addListener(() => timers.forEach((timer) => clearTimeout(timer)));
  port.onMessage.addListener(({ id, ms }) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      port.postMessage(Number(id));
    }, Math.min(Number(ms) || 0, LONGEST_DELAY));
    timers.add(timer);
  });
});

chrome.tabs.onRemoved.addListener((tabId, { isWindowClosing }) => notify("tabRemoved", { tabId, isWindowClosing }));

chrome.tabs.onUpdated.addListener((tabId, { status, url }) => {
  if (status !== undefined || url !== undefined) notify("tabUpdated", { tabId, status, url });
});

chrome.alarms.onAlarm.addListener(({ name }) => notify("alarm", { name }));
chrome.runtime.onStartup.addListener(() => notify("startup", {}));
chrome.runtime.onInstalled.addListener(({ reason }) => notify("installed", { reason }));
