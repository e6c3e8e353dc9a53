// Run in the worker and the pages of the extension: from now on `Date` says this day, from noon on. A second time
// does nothing: a clock never goes back.
(day) => {
  const Real = Date;
  if (Real.day === day) return;
  const ahead = new Real(`${day}T12:00:00`).getTime() - Real.now();
  globalThis.Date = class Date extends Real {
    static day = day;
    constructor(...parts) {
      if (parts.length === 0) super(Real.now() + ahead);
      else super(...parts);
    }
    static now() {
      return Real.now() + ahead;
    }
  };
}
