// @ts-check
// Countries' states and provinces, for the countries whose post wants one.

/** @type {Readonly<Record<string, readonly (readonly [code: string, name: string])[]>>} */
export const REGIONS = {
  AU: list("ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia"),
  CA: list("AB Alberta|BC British Columbia|MB Manitoba|NB New Brunswick|NL Newfoundland and Labrador|NS Nova Scotia|NT Northwest Territories|NU Nunavut|ON Ontario|PE Prince Edward Island|QC Quebec|SK Saskatchewan|YT Yukon"),
  DE: list("BW Baden-Württemberg|BY Bavaria|BE Berlin|BB Brandenburg|HB Bremen|HH Hamburg|HE Hesse|MV Mecklenburg-Western Pomerania|NI Lower Saxony|NW North Rhine-Westphalia|RP Rhineland-Palatinate|SL Saarland|SN Saxony|ST Saxony-Anhalt|SH Schleswig-Holstein|TH Thuringia"),
  US: list("AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming"),
};

/** @param {string} text @returns {[string, string][]} */
function list(text) {
  return text.split("|").map((entry) => {
    const space = entry.indexOf(" ");
    return [entry.slice(0, space), entry.slice(space + 1)];
  });
}

/**
 * Fills a state select for a country. The field disappears for countries that have none.
 * @param {HTMLSelectElement} select @param {string} country
 */
export function showRegions(select, country) {
  const regions = REGIONS[country] ?? [];
  select.replaceChildren(new Option(country ? "Please choose" : "Choose a country first", ""), ...regions.map(([code, name]) => new Option(name, code)));
  select.disabled = regions.length === 0;
  const field = select.closest(".field");
  if (field instanceof HTMLElement) field.hidden = country !== "" && regions.length === 0;
}
