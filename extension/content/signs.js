// @ts-check
// What the buttons of widgets say of themselves: in words, signs and pictures. The words that they may say come with the
// order (`Signs`): no language is known here. It reads alone.

(() => {
  /** @typedef {import("../types/vaulty.d.ts").Signs} Signs */
  /** @typedef {import("../types/content.d.ts").Purpose} Purpose */
  /** @typedef {import("../types/content.d.ts").Opener} Opener */

  if (!globalThis.vaulty || vaulty.signs) return;

  const { fits, named, flat, labelsOf } = vaulty.tree;

  /** Largest side of what is only a sign, and of a picture in one, in CSS pixels. */
  const MAX_SIGN = 64;
  const MAX_PICTURE = 32;
  /** What may show anything at all. */
  const PICTURES = "canvas, video, audio, iframe, object, embed, input[type=image i]";

  /** @type {Record<Purpose, Set<string>>} */
  const words = { opens: new Set(), turns: new Set(), more: new Set(), less: new Set(), clears: new Set() };
  /** Of the words that open: those that choose, those for lists, those for calendars. @type {Record<Opener, Set<string>>} */
  const openers = { chooses: new Set(), lists: new Set(), days: new Set() };
  /** @param {Signs} signs */
  const learn = (signs) => {
    for (const purpose of /** @type {Purpose[]} */ (Object.keys(words))) words[purpose] = new Set(signs[purpose]);
    for (const kind of /** @type {Opener[]} */ (Object.keys(openers))) openers[kind] = new Set(signs[kind]);
  };

  /** Signs that point somewhere, and calendars; private characters are those of icon fonts. */
  const POINTS = "\\s\\p{Co}\\u200b-\\u200d\\ufeff\\ufe0e\\ufe0f|·▾▼▽▿⌄˅∨⋁⏷🔽▴▲△▵⌃˄∧⋀⏶🔼◂◀◁◃◄‹«←⇐⟨❮▸▶▷▹►›»→⇒⟩❯<>^↓↑↕⇅⬇⬆📅📆🗓";
  /** @type {Record<Purpose, RegExp>} */
  const CHARACTERS = {
    opens: new RegExp(`^[${POINTS}]*$`, "u"),
    turns: new RegExp(`^[${POINTS}]*$`, "u"),
    more: new RegExp(`^[${POINTS}+＋➕]*$`, "u"),
    less: new RegExp(`^[${POINTS}−–—➖\\-]*$`, "u"),
    clears: new RegExp(`^[${POINTS}×✕✖✗╳]*$`, "u"),
  };

  /** The text that an element generates. @param {Element} element */
  const generatedBy = (element) =>
    ["::before", "::after"].map((pseudo) => {
      const { content } = getComputedStyle(element, pseudo);
      return [...content.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]).join("");
    });

  /** All that a person, or their screen reader, could take for what it says. @param {Element} element */
  const sayingsOf = (element) =>
    [element, ...flat(element)].flatMap((part) => [
      ownText(part),
      ...SAYING.map((name) => part.getAttribute(name) ?? ""),
      part instanceof HTMLInputElement ? part.value : "",
      ...named(part, "aria-labelledby").map((other) => other.textContent ?? ""),
      ...generatedBy(part),
    ]).join(" ");
  const SAYING = ["aria-label", "aria-roledescription", "aria-description", "title", "alt", "value", "placeholder"];

  /** @param {Element} element */
  const ownText = (element) =>
    element.localName === "style" || element.localName === "script" ? ""
      : [...element.childNodes].map((node) => (node instanceof Text ? node.data : "")).join(" ");

  /** @param {string} text @returns {string[]} */
  const wordsIn = (text) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

  /** What a field is called: its buttons may repeat it. @param {Element | undefined} field */
  const nameOf = (field) =>
    new Set(field ? [...labelsOf(field), ...named(field, "aria-labelledby")].flatMap((label) => wordsIn(label.textContent ?? ""))
      .concat(wordsIn(field.getAttribute("aria-label") ?? "")) : []);

  /**
   * What an element says of itself: nothing (it is a sign at most), what is known for this purpose, be it with
   * the field's own name, or else.
   * @param {Element} element @param {Purpose} purpose @param {Element} [field] @returns {"nothing" | "known" | "else"}
   */
  const saysOf = (element, purpose, field) => {
    const text = sayingsOf(element).toLowerCase();
    const name = nameOf(field);
    const all = wordsIn(text);
    const known = all.filter((word) => words[purpose].has(word));
    const said = known.length ? all.filter((word) => words[purpose].has(word) || !name.has(word)) : all;
    const rest = text.replace(/[\p{L}\p{M}\p{N}]+/gu, "").replace(/[.,:;/()'’_\u2026]/g, "");
    if (!said.every((word) => words[purpose].has(word)) || !CHARACTERS[purpose].test(rest)) return "else";
    return said.length || /[^\s\p{Co}\u200b-\u200d\ufeff]/u.test(rest) ? "known" : "nothing";
  };

  /** Whether it is as small as a sign and shows no picture that could say anything. @param {Element} element */
  const isSign = (element) => {
    const { width, height } = element.getBoundingClientRect();
    if (width > MAX_SIGN || height > MAX_SIGN || fits(element, PICTURES)) return false;
    return flat(element).every((part) => {
      const box = part.getBoundingClientRect();
      return !fits(part, PICTURES) && !(fits(part, "img, image") && (box.width > MAX_PICTURE || box.height > MAX_PICTURE));
    });
  };

  /** Whether all that it says is known for this purpose, or it is a sign. @param {Element} element @param {Purpose} purpose @param {Element} [field] */
  const isKnownAs = (element, purpose, field) => {
    const says = saysOf(element, purpose, field);
    return says === "known" || (says === "nothing" && isSign(element));
  };

  vaulty.signs = { words, openers, learn, sayingsOf, wordsIn, nameOf, saysOf, isKnownAs };
})();
