// @ts-check
// What a style paints in and around a box: layers of its ground, gradients, shadows, edges, filters. Touches nothing of
// the page.

(() => {
  /** @typedef {import("../types/content.d.ts").Colour} Colour */
  /** @typedef {import("../types/content.d.ts").Layer} Layer */
  /** @typedef {import("../types/content.d.ts").Box} Box */
  /** @typedef {import("../types/content.d.ts").Point} Point */
  /** @typedef {import("../types/content.d.ts").Shadow} Shadow */

  if (!globalThis.vaulty || vaulty.layers) return;

  const { colourOf, coloursIn } = vaulty.colours;
  const { lengthOf, split, depthsOf, isIn } = vaulty.boxes;
  const { pictureAlpha } = vaulty.pictures;

  /** How much what is seen through a filter may be blurred at most, in CSS pixels, and its light be changed. */
  const MOST_BLUR = 2;
  const LIGHT = /** @type {const} */ ([0.4, 2]);
  const SIDES = /** @type {const} */ (["Top", "Right", "Bottom", "Left"]);

  /** Topmost first; the colour lies below the last. @param {CSSStyleDeclaration} style @returns {Layer[]} */
  const layersOf = (style) => {
    if (style.backgroundImage === "none") return [{ image: "none", size: "auto", place: "0% 0%", repeat: "repeat", clip: style.backgroundClip }];
    const [sizes, places, repeats, clips] = [style.backgroundSize, style.backgroundPosition, style.backgroundRepeat, style.backgroundClip].map((list) => split(list, /,/));
    /** @param {string[] | undefined} list @param {number} at */
    const nth = (list, at) => list?.[at % (list.length || 1)] ?? "";
    return split(style.backgroundImage, /,/).map((image, at) => ({
      image, size: nth(sizes, at), place: nth(places, at), repeat: nth(repeats, at), clip: nth(clips, at),
    }));
  };

  /** Whether a layer is painted where letters are. @param {string} clip */
  const isFilling = (clip) => clip === "border-box" || clip === "padding-box" || clip === "content-box";
  /** Share of a box, across and down, from which on it counts that a layer is painted there, and from which on it is all. */
  const SOME = 0.3;
  const ALL = 0.9;

  /** How much of a box a layer is painted in: all of it, some, or as good as none. @param {Layer} layer @param {Box} box @returns {"all" | "some" | "none"} */
  const extentOf = ({ image, size, place, repeat, clip }, { left, top, right, bottom }) => {
    if (image === "none" || !isFilling(clip)) return "none";
    if (size === "cover") return "all";
    const isDrawn = coloursIn(image) !== null;
    const [across = "auto", down = "auto"] = size.split(" ");
    const [repeatX = "repeat", repeatY = repeatX] = repeat === "repeat-x" ? ["repeat", "no-repeat"] : repeat === "repeat-y" ? ["no-repeat", "repeat"] : repeat.split(" ");
    const [placeX = "", placeY = ""] = split(place, /\s/);
    /** @param {string} length @param {number} whole @param {string} again @param {string} from */
    const shareOf = (length, whole, again, from) => {
      // Only gradients are as large as the box by themselves.
      const share = length === "auto" ? (isDrawn ? 1 : Number.NaN) : length === "contain" ? Number.NaN : lengthOf(length, whole) / (whole || 1);
      if (share === 0) return 0;
      if (again !== "no-repeat") return share >= ALL || isDrawn && Number.isNaN(share) ? 1 : (ALL + SOME) / 2;
      // Moved by pixels it may be anywhere.
      return Number.isNaN(share) || /[1-9]/.test(/(-?[\d.]+)px/.exec(from)?.[1] ?? "") ? (ALL + SOME) / 2 : share;
    };
    const shares = [shareOf(across, right - left, repeatX, placeX), shareOf(down, bottom - top, repeatY, placeY)];
    const least = Math.min(...shares);
    return least < SOME ? "none" : least < ALL ? "some" : "all";
  };

  /** @param {string} text @returns {Shadow[]} */
  const shadowsIn = (text) =>
    split(text, /,/).map((shadow) => {
      const [x = 0, y = 0, blur = 0, spread = 0] = [...shadow.replace(/[a-z]+\([^()]*\)/, "").matchAll(/-?[\d.]+px/g)].map(([length]) => Number.parseFloat(length));
      const [colour = /** @type {Colour} */ ([0, 0, 0, 1])] = coloursIn(shadow) ?? [];
      return { colour, alpha: colour[3], x, y, blur, spread, isInner: shadow.includes("inset") };
    });

  /** The shadows that an element throws, those of its filters included. @param {CSSStyleDeclaration} style @returns {Shadow[]} */
  const thrownBy = ({ boxShadow, filter }) => {
    const outer = boxShadow === "none" ? [] : shadowsIn(boxShadow).filter(({ isInner }) => !isInner);
    const filtered = filter.includes("drop-shadow") ? [...filter.matchAll(/drop-shadow\(((?:[^()]|\([^()]*\))*)\)/g)] : [];
    return [...outer, ...filtered.flatMap(([, inner = ""]) => shadowsIn(inner))];
  };

  /** How far a shadow or an outline paints around a box. @param {CSSStyleDeclaration} style */
  const reachOf = (style) => {
    const thrown = thrownBy(style).filter(({ alpha }) => alpha > 0).map(({ x, y, blur, spread }) => spread + blur / 2 + Math.max(Math.abs(x), Math.abs(y)));
    const outline = style.outlineStyle === "none" ? 0 : Number.parseFloat(style.outlineWidth) + Math.max(0, Number.parseFloat(style.outlineOffset));
    return Math.max(0, outline, ...thrown);
  };

  /** Of what one thing after the other hides, what all of them hide together. @param {number[]} alphas */
  const together = (alphas) => 1 - alphas.reduce((left, alpha) => left * (1 - Math.min(1, alpha)), 1);

  /**
   * Where a linear gradient has its colours, from 0 to 1 along its line; nothing where that is not plain.
   * @param {string[]} stops @param {number} length of the line @returns {{ at: number, alpha: number }[] | null}
   */
  const stopsOf = (stops, length) => {
    /** @type {{ at: number, alpha: number }[]} */
    const found = [];
    for (const stop of stops) {
      const [colour = "", ...places] = split(stop, /\s/);
      const alpha = coloursIn(colour)?.[0]?.[3];
      if (alpha === undefined) return null;
      const at = places.map((place) => lengthOf(place, length) / length);
      found.push(...(at.length ? at : [Number.NaN]).map((at) => ({ at, alpha })));
    }
    const last = found.length - 1;
    if (last < 1) return null;
    if (Number.isNaN(found[0]?.at)) found[0] = { ...found[0], at: 0 };
    if (Number.isNaN(found[last]?.at)) found[last] = { ...found[last], at: 1 };
    return found.every(({ at }) => Number.isFinite(at)) || last === 1 ? found : null;
  };

  /**
   * How much of what is below a gradient or a picture hides at a point.
   * @param {string} image @param {Box} box @param {Point} point @param {number} [unknown] what a gradient does that is not plain; else the most that it can
   */
  const imageAt = (image, box, { x, y }, unknown) => {
    const colours = coloursIn(image);
    if (!colours) return unknown ?? pictureAlpha(image);
    const most = Math.max(0, ...colours.map(([, , , alpha]) => alpha));
    const [, inner = ""] = /^linear-gradient\((.*)\)$/.exec(image) ?? [];
    const parts = split(inner, /,/);
    const [, degrees = ""] = /^(-?[\d.]+)deg$/.exec(parts[0] ?? "") ?? [];
    const sides = { "to top": 0, "to right": 90, "to bottom": 180, "to left": 270 };
    const side = /** @type {Record<string, number>} */ (sides)[parts[0] ?? ""] ?? (degrees === "" ? undefined : Number(degrees));
    const angle = ((side ?? 180) / 180) * Math.PI;
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    const length = Math.abs(width * Math.sin(angle)) + Math.abs(height * Math.cos(angle));
    const stops = length > 0 ? stopsOf(side === undefined ? parts : parts.slice(1), length) : null;
    if (!stops) return unknown ?? most;
    const at = ((x - (box.left + box.right) / 2) * Math.sin(angle) - (y - (box.top + box.bottom) / 2) * Math.cos(angle)) / length + 0.5;
    const after = stops.findIndex((stop) => stop.at >= at);
    const [from, to] = [stops[after < 0 ? stops.length - 1 : Math.max(0, after - 1)], stops[after < 0 ? stops.length - 1 : after]];
    if (!from || !to) return unknown ?? most;
    const part = to.at > from.at ? Math.min(1, Math.max(0, (at - from.at) / (to.at - from.at))) : 1;
    return from.alpha + (to.alpha - from.alpha) * part;
  };

  /** Whether what is seen through a filter can't be told any more (Filter Effects 1). @param {string | undefined} filter */
  const isBlinding = (filter = "none") => {
    if (filter === "none") return false;
    const functions = [...filter.matchAll(/([a-z-]+)\(([-\d.]*)(px|%)?[^()]*\)/g)];
    const said = functions.map(([whole]) => whole).join(" ");
    return said !== filter || functions.some(([, name = "", amount = "", unit]) => {
      const size = Number(amount || 1) / (unit === "%" ? 100 : 1);
      if (name === "blur") return size > MOST_BLUR;
      if (name === "brightness" || name === "contrast") return size < LIGHT[0] || size > LIGHT[1];
      return !/^(?:saturate|grayscale|sepia|hue-rotate)$/.test(name);
    });
  };

  /** How much a style's ground hides at a point in its box. @param {CSSStyleDeclaration} style @param {Box} box @param {Point} point */
  const groundAt = (style, box, point) => {
    if (isBlinding(style.backdropFilter)) return 1;
    const layers = layersOf(style);
    const lowest = layers.at(-1);
    const alphas = lowest && isFilling(lowest.clip) ? [colourOf(style.backgroundColor)[3]] : [];
    for (const layer of layers) {
      const extent = extentOf(layer, box);
      // At another size a picture may show what is cut off at its own.
      const isUsual = !layer.image.includes("url(") || /^auto(?: auto)?$/.test(layer.size);
      if (extent !== "none") alphas.push(isUsual ? imageAt(layer.image, box, point) : 1);
    }
    return together(alphas);
  };

  /** How much borders, inner shadows and outlines hide at a point. @param {CSSStyleDeclaration} style @param {Box} box @param {Point} point @param {number} scale */
  const edgesAt = (style, box, point, scale) => {
    const depths = depthsOf(box, point);
    const depth = Math.min(...depths);
    if (depth >= 0 && style.borderImageSource !== "none") return 1;
    const borders = SIDES.map((side, at) => {
      const within = depth >= 0 && (depths[at] ?? 0) < Number.parseFloat(style[`border${side}Width`]) * scale;
      return within ? colourOf(style[`border${side}Color`])[3] : 0;
    });
    const inner = style.boxShadow.includes("inset") ? shadowsIn(style.boxShadow).filter(({ isInner }) => isInner) : [];
    const shadows = inner.map(({ alpha, x, y, blur, spread }) => {
      const edges = [y, -x, -y, x].map((offset) => (spread + offset + blur / 2) * scale);
      return depth >= 0 && depths.some((own, at) => own < (edges[at] ?? 0)) ? alpha : 0;
    });
    const thrown = thrownBy(style).map(({ alpha, x, y, blur, spread }) => {
      const moved = { left: box.left + x * scale, top: box.top + y * scale, right: box.right + x * scale, bottom: box.bottom + y * scale };
      return depth < 0 && isIn(moved, point, (spread + blur / 2) * scale) ? alpha : 0;
    });
    const from = Number.parseFloat(style.outlineOffset) * scale;
    const isOutlined = style.outlineStyle !== "none" && -depth >= from && -depth <= from + Number.parseFloat(style.outlineWidth) * scale;
    return together([Math.max(...borders), ...shadows, ...thrown, isOutlined ? colourOf(style.outlineColor)[3] : 0]);
  };

  vaulty.layers = { layersOf, isFilling, SOME, extentOf, SIDES, shadowsIn, thrownBy, reachOf, together, imageAt, isBlinding, groundAt, edgesAt };
})();
