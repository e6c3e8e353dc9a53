// @ts-check
// Lengths and boxes: shapes that clip, what is left of a box that is cut off or scrolled. Touches nothing of the page.

(() => {
  /** @typedef {import("../types/content.d.ts").Box} Box */
  /** @typedef {import("../types/content.d.ts").Point} Point */

  if (!globalThis.vaulty || vaulty.boxes) return;

  /** Smallest side of a part that counts as drawn, in CSS pixels: screen readers' texts are in boxes of 1 × 1. */
  const LEAST_PART = 2;

  /** @param {string} text @param {number} size @returns {number} pixels; no number where it is not plain */
  const lengthOf = (text, size) => {
    const sum = /^calc\(([-\d.]+)% ([-+]) ([-\d.]+)px\)$/.exec(text);
    if (sum) return (Number(sum[1]) / 100) * size + (sum[2] === "-" ? -1 : 1) * Number(sum[3]);
    if (text.endsWith("%")) return (Number(text.slice(0, -1)) / 100) * size;
    return text === "0" || text.endsWith("px") ? Number.parseFloat(text) : Number.NaN;
  };

  /** Parts of a list, brackets kept together. @param {string} text @param {RegExp} mark */
  const split = (text, mark) => {
    /** @type {string[]} */
    const parts = [""];
    let depth = 0;
    for (const letter of text) {
      depth += letter === "(" ? 1 : letter === ")" ? -1 : 0;
      if (depth === 0 && mark.test(letter)) parts.push("");
      else parts[parts.length - 1] += letter;
    }
    return parts.map((part) => part.trim()).filter(Boolean);
  };

  /**
   * The box around what a basic shape leaves of a box (CSS Shapes 1); nothing where it is another shape.
   * @param {string} path @param {Box} box @returns {Box | null}
   */
  const shapeIn = (path, { left, top, right, bottom }) => {
    const [width, height] = [right - left, bottom - top];
    const call = /^([a-z]+)\((.*)\)$/.exec(path);
    if (!call) return null;
    const [, name = "", inner = ""] = call;
    /** @type {Box | null} */
    let shape = null;
    if (name === "inset") {
      const [t = "0", r = t, b = t, l = r] = split(inner.split(" round ")[0] ?? "", /\s/);
      shape = { left: left + lengthOf(l, width), top: top + lengthOf(t, height), right: right - lengthOf(r, width), bottom: bottom - lengthOf(b, height) };
    } else if (name === "circle" || name === "ellipse") {
      const [sizes = "", at = "50% 50%"] = inner.split(/\s*\bat /);
      const [x = "50%", y = "50%"] = split(at, /\s/);
      const centre = [left + lengthOf(x, width), top + lengthOf(y, height)];
      const [a = "closest-side", b = a] = split(sizes, /\s/);
      if (/side|corner/.test(a + b)) return { left, top, right, bottom };
      const diagonal = Math.hypot(width, height) / Math.SQRT2;
      const [rx, ry] = name === "circle" ? [lengthOf(a, diagonal), lengthOf(a, diagonal)] : [lengthOf(a, width), lengthOf(b, height)];
      const [cx = 0, cy = 0] = centre;
      shape = { left: cx - rx, top: cy - ry, right: cx + rx, bottom: cy + ry };
    } else if (name === "polygon") {
      const points = split(inner.replace(/^(?:nonzero|evenodd),/, ""), /,/).map((point) => split(point, /\s/));
      const xs = points.map(([x = ""]) => left + lengthOf(x, width));
      const ys = points.map(([, y = ""]) => top + lengthOf(y, height));
      shape = { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
    }
    return shape && Object.values(shape).every(Number.isFinite) ? shape : null;
  };

  /** @param {Box} box @param {Box} by @returns {Box} */
  const cut = (box, by) => ({
    left: Math.max(box.left, by.left), top: Math.max(box.top, by.top),
    right: Math.min(box.right, by.right), bottom: Math.min(box.bottom, by.bottom),
  });

  /** @param {string} overflow */
  const isCutting = (overflow) => overflow === "hidden" || overflow === "clip";
  /** @param {string} overflow */
  const isScrolling = (overflow) => overflow === "auto" || overflow === "scroll" || overflow === "overlay";

  /**
   * What is left of a span when it is scrolled into a window: as much as fits, if any scrolling leads there.
   * @param {[number, number]} span @param {[number, number]} port the window @param {[number, number]} reach all that can be scrolled to
   * @returns {[number, number]}
   */
  const scrolledInto = ([from, to], port, reach) => {
    const [start, end] = [Math.max(from, reach[0]), Math.min(to, reach[1])];
    const size = Math.min(end - start, port[1] - port[0]);
    if (!(size > 0)) return [0, 0];
    const at = Math.max(port[0], Math.min(start, port[1] - size));
    return [at, at + size];
  };

  /** How far a point is from the edges of a box: top, right, bottom, left; less than 0 outside. @param {Box} box @param {Point} point */
  const depthsOf = ({ left, top, right, bottom }, { x, y }) => [y - top, right - x, bottom - y, x - left];
  /** @param {Box} box @param {Point} point @param {number} [reach] */
  const isIn = (box, point, reach = 0) => Math.min(...depthsOf(box, point)) >= -reach;
  /** @param {number} x */
  const round = (x) => Math.round(x * 100) / 100;

  /** @param {Box} box @param {Box} port @param {string} overflow @param {number} scrolled @param {number} all @param {string} direction */
  const alongX = (box, port, overflow, scrolled, all, direction) => {
    if (isCutting(overflow)) return { left: Math.max(box.left, port.left), right: Math.min(box.right, port.right) };
    if (!isScrolling(overflow)) return { left: box.left, right: box.right };
    const start = direction === "rtl" ? port.right - scrolled - all : port.left - scrolled;
    const [left, right] = scrolledInto([box.left, box.right], [port.left, port.right], [start, start + all]);
    return { left, right };
  };

  /** @param {Box} box @param {Box} port @param {string} overflow @param {number} scrolled @param {number} all */
  const alongY = (box, port, overflow, scrolled, all) => {
    if (isCutting(overflow)) return { top: Math.max(box.top, port.top), bottom: Math.min(box.bottom, port.bottom) };
    if (!isScrolling(overflow)) return { top: box.top, bottom: box.bottom };
    const start = port.top - scrolled;
    const [top, bottom] = scrolledInto([box.top, box.bottom], [port.top, port.bottom], [start, start + all]);
    return { top, bottom };
  };

  vaulty.boxes = { LEAST_PART, lengthOf, split, shapeIn, cut, isCutting, isScrolling, round, depthsOf, isIn, alongX, alongY };
})();
