// @ts-check
// What does something when it is pressed: what acts, leads elsewhere, sends a form. It reads alone.

(() => {
  if (!globalThis.vaulty || vaulty.acts) return;

  const { fits, outwards, closest } = vaulty.tree;

  const XLINK = "http://www.w3.org/1999/xlink";
  /** What acts when it, or anything in it, is pressed. Links and what sends a form are asked for by themselves. */
  const ACTING =
    "button, summary, option, input:not([type=hidden i]), select, textarea, " +
    "[role~=button i], [role~=menuitem i], [role~=menuitemcheckbox i], [role~=menuitemradio i], [role~=tab i], " +
    "[role~=option i], [role~=checkbox i], [role~=radio i], [role~=switch i]";

  /** Whether a press on it goes elsewhere. @param {Element} element */
  const isLink = (element) =>
    fits(element, "a[href], area[href], [role~=link i]") ||
    (element instanceof SVGElement && element.localName === "a" && element.hasAttributeNS(XLINK, "href"));

  /**
   * Whether a press on it sends or empties a form. Of components of the page's own, whether they say so.
   * @param {any} element
   */
  const isSubmitter = (element) => {
    if (vaulty.forms.is(element, "button")) return element.type !== "button" && element.form !== null;
    if (vaulty.forms.is(element, "input")) return /^(submit|image|reset)$/.test(element.type) && element.form !== null;
    return element.localName.includes("-") && /^\s*(submit|image|reset)\s*$/i.test(element.getAttribute("type") ?? "") &&
      (element.hasAttribute("form") || closest(element, "form") !== null);
  };

  /** Whether it acts when it is pressed. @param {Element} element */
  const isActing = (element) => fits(element, ACTING) || isLink(element) || isSubmitter(element);

  /** What acts around an element or is it, up to but without `end`. @param {Element} element @param {Element | null} end */
  const actingUpTo = (element, end) => {
    const chain = outwards(element);
    return chain.slice(0, end ? chain.indexOf(end) : chain.length).find((outer) => isActing(outer) || fits(outer, "label")) ?? null;
  };

  vaulty.acts = { isLink, isSubmitter, isActing, actingUpTo };
})();
