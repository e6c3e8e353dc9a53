// @ts-check
// What a person sees of Vaulty on the page: a small status in the corner (top frame only) and an outline
// around the field that is being written. Both live in a closed shadow root, take no clicks, and leave
// the page's own elements and styles as they are. Nothing here shows or reads a field's value.

(() => {
  if (!globalThis.vaulty || vaulty.outline) return;

  const HOST = "vaulty-overlay";
  /** How long the last outline stays, so that it can be seen at all. Milliseconds. */
  const OUTLINE_LINGERS = 700;
  /** How long the outline of what a person points at stays where nobody takes it away. Milliseconds. */
  const POINTED_LASTS = 10_000;
  const TONES = ["working", "waiting", "done", "error"];

  const STYLE = `
    :host { all: initial !important; position: fixed !important; inset: 0 !important;
      z-index: 2147483647 !important; pointer-events: none !important; display: block !important;
      color-scheme: light dark !important; }
    .hud { position: absolute; right: 16px; bottom: 16px; box-sizing: border-box;
      width: 264px; max-width: calc(100vw - 32px); padding: 10px 12px 10px 14px;
      font: 13px/1.4 system-ui, sans-serif; text-align: start; overflow: hidden;
      color: light-dark(#16202c, #e9eef4); background: light-dark(#fffffff2, #18212cf2);
      border: 1px solid light-dark(#16202c1f, #ffffff26); border-radius: 10px;
      box-shadow: 0 6px 24px #0b12202e; }
    .hud::before { content: ""; position: absolute; inset: 0 auto 0 0; width: 4px; background: var(--tone); }
    .working { --tone: #1f7a6c; } .waiting { --tone: #c77d0a; } .done { --tone: #2b8a3e; } .error { --tone: #c92a2a; }
    .title { font-weight: 600; overflow-wrap: anywhere; unicode-bidi: plaintext; }
    .detail { color: light-dark(#51606f, #a9b6c3); overflow-wrap: anywhere; unicode-bidi: plaintext; }
    .track { height: 4px; margin-top: 8px; border-radius: 2px; overflow: hidden;
      background: light-dark(#16202c1a, #ffffff24); }
    .bar { height: 100%; border-radius: 2px; background: var(--tone); transform-origin: left;
      transition: transform 160ms ease-out; }
    .outline { position: absolute; box-sizing: border-box; border: 2px solid #1f7a6c; border-radius: 6px;
      box-shadow: 0 0 0 3px #1f7a6c40; }
    [hidden] { display: none; }
    @media (prefers-reduced-motion: reduce) { .bar { transition: none; } .outline { display: none; } }
    @media print { .hud, .outline { display: none; } }
  `;

  /** @param {string} name @param {Node} parent */
  const make = (name, parent) => {
    const element = document.createElement("div");
    element.className = name;
    parent.appendChild(element);
    return element;
  };

  /** @typedef {ReturnType<typeof build>} Overlay */
  const build = () => {
    const host = document.createElement(HOST);
    vaulty.own.add(host);
    const root = host.attachShadow({ mode: "closed" });
    // A constructed sheet is not subject to the page's content security policy.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    // The live region is there before its text, or screen readers would not notice the first one.
    const status = document.createElement("div");
    status.setAttribute("role", "status");
    status.setAttribute("aria-live", "polite");
    root.appendChild(status);
    const hud = make("hud", status);
    const title = make("title", hud);
    const detail = make("detail", hud);
    const track = make("track", hud);
    track.setAttribute("aria-hidden", "true");
    const bar = make("bar", track);
    const outline = make("outline", root);
    hud.hidden = true;
    outline.hidden = true;
    return { host, hud, title, detail, track, bar, outline };
  };

  /** @type {Overlay | undefined} */
  let overlay;
  const shown = () => {
    overlay ??= build();
    if (!overlay.host.isConnected) {
      // An overlay left behind by an earlier version of the extension would never go away.
      for (const old of document.querySelectorAll(`:root > ${HOST}`)) old.remove();
      document.documentElement.appendChild(overlay.host);
    }
    return overlay;
  };
  const removeWhenEmpty = () => {
    if (overlay && overlay.hud.hidden && overlay.outline.hidden) overlay.host.remove();
  };

  /** @param {Element} element @param {string} text */
  const setText = (element, text) => {
    // Only what changed, so that a screen reader says nothing twice.
    if (element.textContent !== text) element.textContent = text;
  };

  vaulty.hud = (hud) => {
    if (window !== window.top) return;
    if (!hud) {
      if (overlay) overlay.hud.hidden = true;
      removeWhenEmpty();
      return;
    }
    const parts = shown();
    parts.hud.className = `hud ${TONES.includes(hud.tone) ? hud.tone : "working"}`;
    setText(parts.title, hud.title);
    setText(parts.detail, hud.detail);
    parts.detail.hidden = hud.detail === "";
    parts.track.hidden = hud.progress < 0;
    parts.bar.style.transform = `scaleX(${Math.min(1, Math.max(0, hud.progress))})`;
    parts.hud.hidden = false;
  };

  /** @type {Element | null} */
  let outlined = null;
  let timer = 0;
  const place = () => {
    if (!overlay || !outlined) return;
    const box = outlined.getBoundingClientRect();
    Object.assign(overlay.outline.style, {
      left: `${box.left - 4}px`, top: `${box.top - 4}px`, width: `${box.width + 8}px`, height: `${box.height + 8}px`,
    });
  };
  const endOutline = () => {
    outlined = null;
    removeEventListener("scroll", place, true);
    if (overlay) overlay.outline.hidden = true;
    removeWhenEmpty();
  };

  vaulty.outline = (element, isPointedAt = false) => {
    clearTimeout(timer);
    if (!element?.isConnected) {
      timer = setTimeout(endOutline, OUTLINE_LINGERS);
      return;
    }
    // An outline that goes from field to field is motion; one that a person asks for is not.
    if (!isPointedAt && matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    if (isPointedAt) element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    outlined = element;
    shown().outline.hidden = false;
    place();
    addEventListener("scroll", place, { capture: true, passive: true });
    // A panel that is closed, or whose rows are gone, takes nothing away.
    if (isPointedAt) timer = setTimeout(endOutline, POINTED_LASTS);
  };
})();
