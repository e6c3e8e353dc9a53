// @ts-check
// How much of what is below an element, or what it generates, is hidden by it at a point. It reads alone.

(() => {
  /** @typedef {import("../types/content.d.ts").Box} Box */
  /** @typedef {import("../types/content.d.ts").Point} Point */
  /** @typedef {import("../types/content.d.ts").Cover} Cover */

  if (!globalThis.vaulty || vaulty.veils) return;

  const { ownerOf, nameOf, rectOf, clientLeft, clientTop, above, surrounds, viewOf, styleOf } = vaulty.nodes;
  const { HIDES, colourOf, coloursIn } = vaulty.colours;
  const { LEAST_PART, isIn } = vaulty.boxes;
  const { SIDES, thrownBy, reachOf, together, groundAt, edgesAt } = vaulty.layers;
  const { inkShare, textsIn, lettersAt } = vaulty.letters;

  /** What draws something of its own, whatever its style says. */
  const REPLACED = /^(?:img|video|canvas|iframe|object|embed)$/;
  const SHAPES = /^(?:rect|circle|ellipse|path|polygon|polyline|image|text|tspan|use)$/;
  const DRAWN = /^(?:input|select|textarea|button|progress|meter)$/;
  /** Smallest reach that could hide a field, in pixels; rings around what has the focus are smaller. */
  const LEAST_REACH = 12;

  /** Whether a list's sign is one that the page drew. @param {CSSStyleDeclaration} style */
  const hasOwnSign = (style) => style.display.includes("list-item") && (style.listStyleImage !== "none" || style.listStyleType.includes('"'));

  /** How much is hidden by what is neither text nor box: pictures, controls, shapes. @param {Element} element @param {CSSStyleDeclaration} style @param {string} tag */
  const pictureOf = (element, style, tag) => {
    // A picture may stand in the place of what is in it.
    if (REPLACED.test(tag) || style.content.includes("(")) return 1;
    if (DRAWN.test(tag) && style.appearance !== "none") return 1;
    if (DRAWN.test(tag) && /** @type {any} */ (element).value) return 1;
    if (!SHAPES.test(tag)) return 0;
    return style.fill === "none" ? 0 : Number(style.fillOpacity) * (coloursIn(style.fill)?.[0]?.[3] ?? 1);
  };

  /** Whether letters or a picture of something else's stand over an element. @param {Cover} cover @param {Element} below */
  const writesOn = ({ element, pseudo }, below) => {
    if (pseudo || surrounds(below, element)) return false;
    for (let node = /** @type {Element | null} */ (element); node && !surrounds(node, below); node = above(node)) {
      if (Number(styleOf(node).opacity) === 0) return false;
    }
    const box = rectOf(below);
    /** @param {Box} place */
    const meets = (place) => place.left < box.right && place.right > box.left && place.top < box.bottom && place.bottom > box.top;
    const isSeen = (/** @type {Box} */ place) => place.right - place.left >= LEAST_PART && place.bottom - place.top >= LEAST_PART && meets(place);
    const style = styleOf(element);
    if (pictureOf(element, style, nameOf(element)) > 0 || style.backgroundImage.includes("url(")) return isSeen(rectOf(element));
    return textsIn(element).some((text) => {
      const range = ownerOf(text).createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()].some(isSeen);
    });
  };

  /** Whether an element paints anything that may lie over others. @param {Element} element @param {CSSStyleDeclaration} style @param {string} tag */
  const paintsAny = (element, style, tag) => {
    if (style.visibility !== "visible" || Number(style.opacity) === 0) return false;
    if (colourOf(style.backgroundColor)[3] > 0 || style.backgroundImage !== "none" || textsIn(element).length > 0) return true;
    if (pictureOf(element, style, tag) > 0 || (style.backdropFilter ?? "none") !== "none" || style.borderImageSource !== "none") return true;
    if (SIDES.some((side) => Number.parseFloat(style[`border${side}Width`]) > 0) || style.boxShadow !== "none") return true;
    return style.outlineStyle !== "none" || hasOwnSign(style) || Number.parseFloat(style.columnRuleWidth) >= LEAST_REACH;
  };

  /** Where a pseudo-element is, where that can be told. @param {Element} element @param {CSSStyleDeclaration} style @returns {Box | null} */
  const boxOfPseudo = (element, style) => {
    const isFixed = style.position === "fixed";
    if (!isFixed && (style.position !== "absolute" || styleOf(element).position === "static")) return null;
    const [left, top, width, height] = [style.left, style.top, style.width, style.height].map(Number.parseFloat);
    if (left === undefined || top === undefined || width === undefined || height === undefined || style.transform !== "none") return null;
    const rect = rectOf(element);
    const [x, y] = isFixed ? [left, top] : [rect.left + clientLeft(element) + left, rect.top + clientTop(element) + top];
    const isWhole = style.boxSizing === "border-box";
    /** @param {"Left" | "Right" | "Top" | "Bottom"} side */
    const edge = (side) => (isWhole ? 0 : Number.parseFloat(style[`padding${side}`]) + Number.parseFloat(style[`border${side}Width`]));
    const box = { left: x, top: y, right: x + width + edge("Left") + edge("Right"), bottom: y + height + edge("Top") + edge("Bottom") };
    return Object.values(box).every(Number.isFinite) ? box : null;
  };

  /** How much edges hide of which it is not known where they are. @param {CSSStyleDeclaration} style */
  const widestEdge = (style) => {
    const borders = SIDES.map((side) => (Number.parseFloat(style[`border${side}Width`]) >= LEAST_REACH ? colourOf(style[`border${side}Color`])[3] : 0));
    const shadows = thrownBy(style).map(({ alpha, spread, blur }) => (spread + blur / 2 >= LEAST_REACH ? alpha : 0));
    return together([Math.max(...borders), ...shadows]);
  };

  /** How much a pseudo-element hides at a point. @param {Cover} cover @param {Point} point */
  const pseudoAt = ({ element, pseudo }, point) => {
    const drawn = styleOf(element, pseudo);
    const view = viewOf(element);
    if (drawn.visibility !== "visible") return 0;
    const known = pseudo === "::backdrop" ? { left: 0, top: 0, right: view.innerWidth, bottom: view.innerHeight } : boxOfPseudo(element, drawn);
    if (known && !isIn(known, point, reachOf(drawn))) return 0;
    const edges = known ? edgesAt(drawn, known, point, 1) : widestEdge(drawn);
    if (Number.parseFloat(drawn.width) < LEAST_PART || Number.parseFloat(drawn.height) < LEAST_PART) return Number(drawn.opacity) * edges;
    const box = known ?? rectOf(element);
    const texts = [...drawn.content.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => text).join("");
    const picture = /url\(|gradient\(|image-set\(/.test(drawn.content) ? 1 : 0;
    const fill = colourOf(drawn.color)[3] * inkShare(texts, drawn);
    return Number(drawn.opacity) * together([groundAt(drawn, box, point), picture, fill, edges]);
  };

  /**
   * How much of what is below something is hidden by it at a point, from 0 to 1. What is not known hides.
   * @param {Cover} cover @param {Element} shown what is looked at through it @param {Point} point
   */
  const veilAt = (cover, shown, point) => {
    const { element, pseudo, reach } = cover;
    if (pseudo === "::view-transition") return 1;
    let opacity = 1;
    for (let node = /** @type {Element | null} */ (element); node && !surrounds(node, shown); node = above(node)) opacity *= Number(styleOf(node).opacity);
    if (pseudo) return opacity * pseudoAt(cover, point);
    const box = rectOf(element);
    if (opacity === 0 || !isIn(box, point, Math.max(reach, LEAST_REACH))) return 0;
    const style = styleOf(element);
    const scale = box.width / (/** @type {any} */ (element).offsetWidth || box.width || 1);
    const edges = edgesAt(style, box, point, scale);
    // What takes presses is hit wherever it is, but for what it throws around itself.
    if (!cover.isInert && style.pointerEvents !== "none") return isIn(box, point) ? 0 : opacity * edges;
    const isRuled = Number.parseFloat(style.columnRuleWidth) >= LEAST_REACH && style.columnRuleStyle !== "none";
    const inside = isIn(box, point) ? [groundAt(style, box, point), pictureOf(element, style, nameOf(element)), isRuled ? 1 : 0] : [];
    return opacity * together([...inside, edges, lettersAt(element, style, point), hasOwnSign(style) ? 1 : 0]);
  };

  /** Whether what is drawn of an element at a point hides what is below. @param {Element} element @param {Point} point @param {Element} shown */
  const hidesAt = (element, point, shown) => veilAt({ element, pseudo: "", reach: 0, isInert: true }, shown, point) >= HIDES;

  vaulty.veils = { REPLACED, LEAST_REACH, hasOwnSign, writesOn, paintsAny, veilAt, hidesAt };
})();
