// @ts-check
// How well what is written or drawn in an element can be told from what is behind it. It reads alone.

(() => {
  /** @typedef {import("../types/content.d.ts").Colour} Colour */
  /** @typedef {import("../types/content.d.ts").Surroundings} Surroundings */
  /** @typedef {import("../types/content.d.ts").Grounds} Grounds */
  /** @typedef {import("../types/content.d.ts").Ink} Ink */

  if (!globalThis.vaulty || vaulty.ink) return;

  const { childrenOf, nameOf, rectOf, select, checkVisibility, isElement, above, styleOf } = vaulty.nodes;
  const { FULL_CONTRAST, HIDES, colourOf, over, contrastOf, coloursIn, faded } = vaulty.colours;
  const { LEAST_PART, lengthOf } = vaulty.boxes;
  const { isBlinding } = vaulty.layers;
  const { isWritable, roomOf } = vaulty.letters;

  /** Letters of what has no text, in CSS pixels. */
  const NO_TEXT = 16;
  /** Elements that are looked at for what is drawn in place of a control. */
  const MOST_PARTS = 40;
  /** Opacity from which on a part is drawn at all, and what contrast a picture is taken to have that is half transparent. */
  const LEAST_SEEN = 0.25;
  const FAINT_PICTURE = 2;
  /** What the browser itself draws. */
  const NATIVE = /^(?:input|select|textarea|button|meter|progress)$/;
  /** Parts of an editor that letters are written in. */
  const WRITTEN = "p, div, span, li, h1, h2, h3, h4, h5, h6, blockquote, pre, b, i, em, strong, font";
  /** Width of a letter's edge, and how far letters are pushed into each other, from which on they cannot be read, in their size. */
  const STROKE = 0.1;
  const SPACING = 0.3;

  /** Ink, for one look at the page. @param {Surroundings} surroundings @param {Grounds} grounds @returns {Ink} */
  const inkOnce = ({ styleIn }, { backdropOf, groundOf }) => {
    /** How far a colour can be told from what is behind it, where it can be told the least. @param {Colour} colour @param {Colour[] | null} behind */
    const against = (colour, behind) => {
      if (!behind) return colour[3] > 0 ? FULL_CONTRAST : 1;
      const known = contrasts.get(behind)?.get(colour);
      if (known !== undefined) return known;
      const contrast = Math.min(FULL_CONTRAST, ...behind.map((below) => contrastOf(over(colour, below), below)));
      if (!contrasts.has(behind)) contrasts.set(behind, new Map());
      contrasts.get(behind)?.set(colour, contrast);
      return contrast;
    };
    /** @type {WeakMap<Colour[], Map<Colour, number>>} */
    const contrasts = new WeakMap();

    /**
     * How well letters in an element can be read: contrast, and their size; 0 where they are not in it.
     * @param {any} element @param {DOMRect} rect @param {boolean} isField
     * @returns {[number, number]}
     */
    const lettersOf = (element, rect, isField) => {
      const style = styleIn(element);
      const behind = isField ? groundOf(element) : backdropOf(element);
      const [contrast, size] = inkIn(style, behind);
      // What stands in a line has no room of its own.
      const room = isField ? roomOf(element, style) : rect.width;
      const indent = lengthOf(style.textIndent, room);
      const isShifted = indent > room - LEAST_PART || indent < -Math.max(room, size) || Number.parseFloat(style.letterSpacing) < -size * SPACING;
      const ratio = element.offsetHeight ? rect.height / element.offsetHeight : 1;
      return [contrast, isShifted ? 0 : size * ratio];
    };

    /** Contrast and size of letters in a style. @param {CSSStyleDeclaration} style @param {Colour[] | null} behind @returns {[number, number]} */
    const inkIn = (style, behind) => {
      const size = Number.parseFloat(style.fontSize);
      const own = /** @type {any} */ (style);
      // An edge is painted over the letter, half of it inside.
      const ink = Number.parseFloat(own.webkitTextStrokeWidth) > size * STROKE ? own.webkitTextStrokeColor : own.webkitTextFillColor;
      return [against(colourOf(ink), behind), size];
    };

    /**
     * The least that is left of letters in the parts of a control that have styles of their own: a first line, the
     * paragraphs of an editor.
     * @param {any} element @param {[number, number]} whole @returns {[number, number]}
     */
    const partsOf = (element, whole) => {
      let [contrast, letter] = whole;
      /** @param {CSSStyleDeclaration} style @param {Colour[] | null} behind */
      const see = (style, behind) => {
        if (style.display === "none" || style.visibility === "hidden") return;
        const [ink, size] = inkIn(style, behind);
        contrast = Math.min(contrast, Number(style.opacity) < HIDES ? 0 : ink);
        letter = Math.min(letter, size);
      };
      if (element.isContentEditable || nameOf(element) === "textarea") {
        /** @type {Element[]} */
        const lines = [element];
        if (element.isContentEditable) lines.push(...[...select(element, WRITTEN)].filter((part) => /** @type {any} */ (part).isContentEditable).slice(0, MOST_PARTS));
        for (const line of lines) {
          if (line !== element) see(styleIn(line), backdropOf(line));
          for (const pseudo of ["::first-line", "::first-letter"]) {
            const style = styleOf(line, pseudo);
            if (style.webkitTextFillColor !== "") see(style, backdropOf(line));
          }
        }
      }
      return [contrast, letter];
    };

    /**
     * How well what is written or drawn in a control can be seen.
     * @param {any} element @param {DOMRect} rect @returns {[number, number]}
     */
    const writingOf = (element, rect) => {
      if (isWritable(element) || element.isContentEditable) return partsOf(element, lettersOf(element, rect, true));
      const isBox = nameOf(element) === "input" && /^(?:checkbox|radio)$/.test(element.type);
      // What the browser does not draw the page must.
      const isDrawn = NATIVE.test(nameOf(element)) && !(isBox && styleIn(element).appearance === "none");
      return isDrawn ? [FULL_CONTRAST, NO_TEXT] : [inkOf(element), NO_TEXT];
    };

    /** @param {CSSStyleDeclaration} style @param {Colour[] | null} behind @param {number} seen */
    const inkOfStyle = (style, behind, seen) => {
      /** @param {Colour} colour */
      const ink = (colour) => against(faded(colour, seen), behind);
      let best = 1;
      if (style.backgroundImage !== "none") {
        const found = coloursIn(style.backgroundImage);
        best = found ? Math.max(best, ...found.map(ink)) : FULL_CONTRAST;
      }
      best = Math.max(best, ink(colourOf(style.backgroundColor)));
      for (const side of /** @type {const} */ (["Top", "Right", "Bottom", "Left"])) {
        if (Number.parseFloat(style[`border${side}Width`]) > 0) best = Math.max(best, ink(colourOf(style[`border${side}Color`])));
      }
      if (style.boxShadow !== "none") best = Math.max(best, ...(coloursIn(style.boxShadow) ?? []).map(ink));
      return best;
    };

    /** How well the best that is drawn in an element can be told from what is behind it. @param {Element} face */
    const inkOf = (face) => {
      const behind = backdropOf(above(face));
      const place = rectOf(face);
      let best = 1;
      let left = MOST_PARTS;
      /** @param {Element} part @param {number} opacity */
      const look = (part, opacity) => {
        if (left <= 0 || best >= FULL_CONTRAST || vaulty.own.has(part)) return;
        left -= 1;
        const style = styleOf(part);
        // What only holds others, as slots do, has no box itself.
        const isBoxed = style.display !== "contents";
        if (isBoxed && !checkVisibility(part, { visibilityProperty: true })) return;
        const seen = part === face || !isBoxed ? opacity : opacity * Number(style.opacity);
        if (seen < LEAST_SEEN) return;
        // What an effect leaves of a part is not known; of the whole it is asked elsewhere.
        const isChanged = isBlinding(style.filter) || style.maskImage !== "none" || style.clipPath !== "none" || style.mixBlendMode !== "normal";
        if (part !== face && isChanged) return;
        const tag = nameOf(part);
        const { left: x, top: y, width, height } = rectOf(part);
        const isThere = isBoxed && width >= LEAST_PART && height >= LEAST_PART && x < place.right && x + width > place.left && y < place.bottom && y + height > place.top;
        const isControl = (tag === "input" || tag === "select" || tag === "button") && style.appearance !== "none";
        if (isThere && (isControl || tag === "img" || tag === "svg" || tag === "canvas")) best = Math.max(best, seen < HIDES ? FAINT_PICTURE : FULL_CONTRAST);
        if (isThere) best = Math.max(best, inkOfStyle(style, behind, seen));
        for (const pseudo of ["::before", "::after"]) {
          const drawn = styleOf(part, pseudo);
          if (drawn.content === "none" || drawn.content === "normal" || drawn.display === "none") continue;
          best = Math.max(best, inkOfStyle(drawn, behind, seen));
          if (/"[^"]*[^\s"][^"]*"|url\(/.test(drawn.content)) best = Math.max(best, against(faded(colourOf(drawn.color), seen), backdropOf(part)));
        }
        const shadow = vaulty.shadowOf(part);
        for (const child of childrenOf(shadow ?? part)) {
          if (isElement(child)) look(child, seen);
          else if (child.nodeType === 3 && isThere && /\S/.test(child.data) && Number.parseFloat(style.fontSize) > 0) {
            const fill = /** @type {any} */ (style).webkitTextFillColor;
            best = Math.max(best, against(faded(colourOf(fill), seen), backdropOf(part)));
          }
        }
        if (tag === "slot") for (const given of /** @type {HTMLSlotElement} */ (part).assignedElements()) look(given, seen);
      };
      look(face, 1);
      return best;
    };

    return { lettersOf, writingOf, inkOf };
  };

  vaulty.ink = { NO_TEXT, inkOnce };
})();
