// @ts-check
// The page's own script under its policy. A violation would be the extension's doing.
document.addEventListener("securitypolicyviolation", (event) => {
  /** @type {any} */ (window).app.errors.push(event.violatedDirective);
});
