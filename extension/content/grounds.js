// @ts-check
// What is behind what is in an element: the colours of all that is painted below it. It reads alone, each ground once for
// one look at the page.

(() => {
  /** @typedef {import("../types/content.d.ts").Colour} Colour */
  /** @typedef {import("../types/content.d.ts").Surroundings} Surroundings */
  /** @typedef {import("../types/content.d.ts").Ground} Ground */
  /** @typedef {import("../types/content.d.ts").Grounds} Grounds */
  /** @typedef {import("../types/content.d.ts").Point} Point */
  /** @typedef {import("../types/content.d.ts").Cover} Cover */

  if (!globalThis.vaulty || vaulty.grounds) return;

  const { ownerOf, nameOf, rectOf, above, surrounds, styleOf } = vaulty.nodes;
  const { HIDES, colourOf, BLACK_AND_WHITE, alone, over, coloursIn } = vaulty.colours;
  const { isIn } = vaulty.boxes;
  const { layersOf, isFilling, SOME, extentOf, shadowsIn } = vaulty.layers;
  const { pointsOf } = vaulty.letters;
  const { REPLACED } = vaulty.veils;
  const { stackAt, allPressable } = vaulty.stacking;

  /** Colours that a ground is taken to have, at most. */
  const MOST_COLOURS = 24;
  /** At how many of its points it is looked at what is behind a field. */
  const GROUND_POINTS = 3;

  /** Colours on others; what shines through on a picture is not known. @param {Colour[]} colours @param {Colour[] | null} behind @returns {Colour[] | null} */
  const painted = (colours, behind) => {
    if (colours.every(([, , , alpha]) => alpha === 1)) return colours;
    if (colours.every(([, , , alpha]) => alpha === 0)) return behind;
    const below = behind ?? (colours.every(([, , , alpha]) => alpha >= HIDES) ? BLACK_AND_WHITE : null);
    return below && colours.flatMap((colour) => below.map((ground) => over(colour, ground)));
  };

  /**
   * Grounds, for one look at the page.
   * @param {Surroundings} surroundings @param {(doc: Document) => Cover[]} covers
   * @returns {Grounds}
   */
  const groundsOnce = ({ styleIn, rectIn }, covers) => {
    /** @type {Map<Element, Colour[] | null>} */
    const backdrops = new Map();
    /** @type {Colour[] | undefined} */
    let blank;
    /** @returns {Colour[]} The colour of a page on which nothing is painted. */
    const paper = () =>
      (blank ??= /dark/.test(styleOf(document.documentElement).colorScheme) && matchMedia("(prefers-color-scheme: dark)").matches
        ? [[0.07, 0.07, 0.07, 1]]
        : [[1, 1, 1, 1]]);

    /** What is behind what is in an element: the colours it may have there; none where a picture is. @param {Element | null} element @returns {Colour[] | null} */
    const backdropOf = (element) => {
      /** @type {Element[]} */
      const unknown = [];
      let node = element;
      while (node && !backdrops.has(node)) {
        unknown.push(node);
        if (isOpaque(node)) break;
        node = above(node);
      }
      let behind = node ? (backdrops.get(node) ?? null) : paper();
      for (const node of unknown.reverse()) backdrops.set(node, (behind = backdropOn(node, behind)));
      return behind;
    };

    /** @type {Map<Element, Ground>} */
    const grounds = new Map();
    /** @param {Element} element @returns {Ground} */
    const ownGround = (element) => {
      const before = grounds.get(element);
      if (before) return before;
      const style = styleIn(element);
      const colour = colourOf(style.backgroundColor);
      const isPlain = style.backgroundImage === "none";
      const isOpaque = colour[3] === 1 && isFilling(isPlain ? style.backgroundClip : (layersOf(style).at(-1)?.clip ?? ""));
      const ground = { colour, isPlain, isInset: style.boxShadow.includes("inset"), isOpaque };
      grounds.set(element, ground);
      return ground;
    };

    /** Whether nothing is seen through an element's ground. @param {Element} element */
    const isOpaque = (element) => ownGround(element).isOpaque;

    /** @param {Element} element @param {Colour[] | null} behind what is behind all of it @returns {Colour[] | null} */
    const backdropOn = (element, behind) => {
      const { colour, isPlain, isInset, isOpaque } = ownGround(element);
      if (isPlain && !isInset && (isOpaque || colour[3] === 0)) return isOpaque ? alone(colour) : behind;
      const style = styleIn(element);
      const layers = layersOf(style);
      let found = isFilling(layers.at(-1)?.clip ?? "") ? painted([colour], behind) : behind;
      if (isPlain && !isInset) return found;
      // What comes of blending is not known.
      if (!isPlain && /[a-z]/.test(style.backgroundBlendMode.replaceAll("normal", ""))) return BLACK_AND_WHITE;
      const box = rectOf(element);
      for (const layer of layers.reverse()) {
        const extent = extentOf(layer, box);
        if (extent === "none") continue;
        const colours = coloursIn(layer.image);
        // Beside a picture that leaves some of it the ground is seen.
        if (!colours) found = extent === "all" ? null : found;
        else if (colours.length) found = extent === "all" ? painted(colours, found) : (found && [...found, ...(painted(colours, found) ?? [])]);
      }
      for (const { alpha, blur, spread, colour } of isInset ? shadowsIn(style.boxShadow).filter(({ isInner }) => isInner) : []) {
        if (alpha > 0 && spread + blur / 2 > box.height * SOME) found = painted([colour], found);
      }
      return found && found.length > MOST_COLOURS ? found.slice(0, MOST_COLOURS) : found;
    };

    /**
     * What is behind what is written in an element: of what can be seen through where it stands now, whatever is painted
     * there, whoever it belongs to. Looked at where letters begin.
     * @param {Element} element @returns {Colour[] | null}
     */
    const groundOf = (element) => {
      const points = isOpaque(element) ? [] : pointsOf(element).slice(0, GROUND_POINTS);
      const found = points.map((point) => groundBelow(element, point)).filter((ground) => ground !== null);
      if (!points.length) return backdropOf(element);
      const same = found.every((ground) => ground === found[0]);
      return found.length ? (same ? (found[0] ?? null) : found.flat()) : null;
    };

    /** What is behind a field with a neighbour below it, as far as that one is opaque. @param {Element} neighbour @param {Element} element @param {Colour[] | null} behind @returns {Colour[] | null} */
    const through = (neighbour, element, behind) => {
      let opacity = 1;
      for (let node = /** @type {Element | null} */ (neighbour); node && !surrounds(node, element); node = above(node)) opacity *= Number(styleIn(node).opacity);
      const on = backdropOn(neighbour, behind);
      if (opacity === 1 || !on || !behind || on === behind) return on;
      const mixed = on.flatMap(([red, green, blue]) => behind.map((below) => over([red, green, blue, opacity], below)));
      return mixed.slice(0, MOST_COLOURS);
    };

    /** @param {Element} element @param {Point} point @returns {Colour[] | null} */
    const groundBelow = (element, point) => {
      const doc = ownerOf(element);
      const veiling = covers(doc).filter((cover) => !cover.pseudo && isIn(rectIn(cover.element), point) && !surrounds(cover.element, element) && !surrounds(element, cover.element));
      const look = () => stackAt(doc, point.x, point.y);
      const stack = veiling.length ? allPressable(doc, [element, ...veiling.map((cover) => cover.element)], look) : look();
      const below = stack.slice(stack.findIndex((hit) => surrounds(element, hit)) + 1).filter((hit) => !surrounds(element, hit));
      if (below.length === stack.length || below.every((hit) => surrounds(hit, element))) return backdropOf(element);
      const last = below.findIndex(isOpaque);
      let behind = last < 0 ? paper() : null;
      for (const hit of (last < 0 ? below : below.slice(0, last + 1)).reverse()) {
        const isNeighbour = !surrounds(hit, element);
        if (isNeighbour && REPLACED.test(nameOf(hit))) behind = null;
        else behind = isNeighbour ? through(hit, element, behind) : backdropOn(hit, behind);
      }
      return backdropOn(element, behind);
    };

    return { backdropOf, groundOf };
  };

  vaulty.grounds = { groundsOnce };
})();
