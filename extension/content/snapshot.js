// @ts-check
// Gathers the facts of one frame in one pass: what is there, where it is, what it holds (`walk.js`), and what is painted
// of it. It judges nothing and changes nothing. What the facts mean is decided in Rust, from the snapshot.

(() => {
  /** @typedef {import("../types/vaulty").RawSnapshot} RawSnapshot */
  /** @typedef {import("../types/vaulty").RawPaint} Paint */
  /** @typedef {import("../types/content").Gathered} Gathered */

  if (!globalThis.vaulty || Object.hasOwn(vaulty, "snapshot")) return;

  const { valuesDigest } = vaulty;
  const { attribute } = vaulty.dom;
  const { isFilledIn, passesOn } = vaulty.controls;
  const { MAX_TEXT } = vaulty.markup;
  const { begun, round, walk } = vaulty.walk;

  /** Whether there is no question that it is seen itself, so that nothing is looked for in its stead. @param {Paint | null | undefined} paint */
  const isWholly = (paint) =>
    paint != null && paint.opacity === 1 && paint.share > 0.99 && paint.free === 1 && paint.width > 9 && paint.height > 9 &&
    paint.contrast > 2 && paint.letter > 8 && paint.upright > 0.99 && vaulty.paint.isPlain(paint);

  /** Whether there is no question that a text is seen. @param {Paint} paint */
  const isLegible = (paint) =>
    paint.opacity > 0.9 && paint.width > 4 && paint.height > 4 && paint.share > 0.3 && paint.contrast > 2 && paint.letter > 8 && paint.upright > 0.9 &&
    vaulty.paint.isPlain(paint);

  /** Whether the browser may have put back what fields held on an earlier visit. */
  const isRestored = () => {
    const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    return visit?.type === "reload" || visit?.type === "back_forward";
  };

  /** Measures what is painted of controls, and what may be seen in their stead. @param {Gathered} all */
  const measureControls = ({ measured, look, covers, nearby }) => {
    const { facesOf, freeOfCovers, pointsOf, writesOn } = vaulty.paint;
    for (const [node, target] of measured) {
      const isField = isFilledIn(target);
      if (!node.hidden) {
        node.paint = look.measure(target);
        if (isField && covers.length) node.paint.free = freeOfCovers(target, target, pointsOf(target), nearby());
        if (!isField && nearby().some((cover) => writesOn(cover, target))) node.draws = true;
      }
      if (isField && !isWholly(node.paint) && (node.paint || passesOn(target))) {
        const faces = facesOf(target, look);
        if (faces.length) node.faces = faces;
      }
    }
  };

  /** Measures what is painted of texts, and keeps it where they may not be seen. @param {Gathered} all */
  const measureTexts = ({ holders, look }) => {
    for (const [node, target, pressed] of holders) {
      if (node.paint && !pressed) continue;
      const paint = look.measure(target, { isText: true });
      if (isLegible(paint)) continue;
      node.paint ??= paint;
      if (pressed) node.faint = true;
    }
  };

  /** @returns {RawSnapshot} */
  const snapshot = () => {
    const started = performance.now();
    const root = document.documentElement;
    const all = begun();
    vaulty.words.forget();
    const words = vaulty.words.reader();
    walk(all, root);
    for (const [control, target] of all.fields) control.words = words(target);
    measureControls(all);
    measureTexts(all);
    for (const [control, form] of all.owned) {
      const index = all.forms.get(form);
      if (index !== undefined) control.form = index;
    }
    return {
      url: location.href,
      // Not the address's: a sandboxed document has none, and one without an address has its parent's.
      origin: globalThis.origin,
      title: document.title.slice(0, MAX_TEXT),
      lang: root && attribute(root, "lang") ? attribute(root, "lang") : "",
      readyState: document.readyState,
      viewport: [innerWidth, innerHeight],
      nodes: all.nodes,
      omittedTextChars: all.omittedText,
      omittedFields: all.omittedFields, omittedFrames: 0,
      valuesDigest: valuesDigest(),
      used: navigator.userActivation.hasBeenActive, restored: isRestored(),
      pressChanged: vaulty.sent.kept(),
      held: vaulty.hold.told(),
      place: vaulty.framed.place(),
      gatherMs: round(performance.now() - started),
    };
  };

  vaulty.snapshot = snapshot;
})();
