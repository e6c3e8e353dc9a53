//! Countries and their states, by name and by code.
//!
//! Names and codes of countries come from `celes` (ISO 3166-1, English). What it lacks is small: the
//! short names that forms use, and what the larger countries call themselves. States are ISO 3166-2.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use celes::Country;

use crate::{
    language::{List, has},
    text::{fold, words},
};

/// Short names by alpha-2 code: the one that is typed first, then others. Only where `celes` has
/// nothing or only the long form.
const NAMES: &[(&str, &str)] = &[
    ("AE", "United Arab Emirates|UAE|Emirates"),
    ("AT", "Austria|Österreich|Autriche"),
    ("BA", "Bosnia and Herzegovina|Bosnia & Herzegovina|Bosnia|Herzegovina"),
    ("BE", "Belgium|België|Belgique|Belgien"),
    ("BF", "Burkina Faso|Burkina"),
    ("BG", "Bulgaria|България"),
    ("BL", "Saint Barthélemy|St Barthélemy"),
    ("BN", "Brunei|Brunei Darussalam"),
    ("BO", "Bolivia|Plurinational State of Bolivia"),
    ("BR", "Brazil|Brasil"),
    ("BS", "Bahamas"),
    ("CC", "Cocos Islands|Keeling Islands|Cocos (Keeling) Islands"),
    (
        "CD",
        "Democratic Republic of the Congo|Congo Kinshasa|DR Congo|DRC|Congo DRC|Congo Democratic Republic",
    ),
    ("CF", "Central African Republic"),
    ("CG", "Congo|Congo Brazzaville|Republic of the Congo"),
    ("CH", "Switzerland|Schweiz|Suisse|Svizzera|Svizra"),
    ("CI", "Côte d'Ivoire|Ivory Coast"),
    ("CN", "China|中国|中國|People's Republic of China|China mainland|Mainland China"),
    ("CV", "Cape Verde|Cabo Verde"),
    ("CZ", "Czech Republic|Czechia|Česká republika|Česko"),
    ("DE", "Germany|Deutschland|Allemagne|Alemania|Germania|Alemanha"),
    ("DK", "Denmark|Danmark"),
    ("DO", "Dominican Republic|República Dominicana"),
    ("DZ", "Algeria|Algérie"),
    ("EE", "Estonia|Eesti"),
    ("ES", "Spain|España|Spanien|Espagne|Spagna|Espanha"),
    ("FI", "Finland|Suomi"),
    ("FK", "Falkland Islands|Malvinas"),
    ("FM", "Micronesia"),
    ("FR", "France|Frankreich|Francia|França"),
    (
        "GB",
        "United Kingdom|UK|U.K.|Great Britain|Britain|England|Scotland|Wales|Northern Ireland|Vereinigtes Königreich|Großbritannien|Royaume-Uni|Reino Unido|Regno Unito|United Kingdom of Great Britain",
    ),
    ("GM", "Gambia"),
    ("GR", "Greece|Ελλάδα|Hellas"),
    ("GS", "South Georgia and the South Sandwich Islands|South Georgia|South Sandwich Islands"),
    ("HK", "Hong Kong|Hong Kong SAR|Hong Kong SAR China|香港"),
    ("HM", "Heard Island and McDonald Islands|Heard Island|McDonald Islands"),
    ("HR", "Croatia|Hrvatska"),
    ("HU", "Hungary|Magyarország"),
    ("IE", "Ireland|Éire|Republic of Ireland"),
    ("IR", "Iran"),
    ("IS", "Iceland|Ísland"),
    ("IT", "Italy|Italia|Italien|Italie"),
    ("JP", "Japan|日本"),
    ("KM", "Comoros"),
    ("KN", "Saint Kitts and Nevis|St Kitts and Nevis|St Kitts & Nevis|St Kitts"),
    ("KP", "North Korea|Democratic People's Republic of Korea|DPRK"),
    ("KR", "South Korea|Korea|Republic of Korea|대한민국|한국"),
    ("KY", "Cayman Islands"),
    ("LA", "Laos|Lao PDR"),
    ("LC", "Saint Lucia|St Lucia"),
    ("LT", "Lithuania|Lietuva"),
    ("LU", "Luxembourg|Luxemburg|Lëtzebuerg"),
    ("LV", "Latvia|Latvija"),
    ("MA", "Morocco|Maroc"),
    ("MD", "Moldova"),
    ("MF", "Saint Martin|St Martin"),
    ("MH", "Marshall Islands"),
    ("MK", "North Macedonia|Macedonia|Former Yugoslav Republic of Macedonia|FYROM"),
    ("MM", "Myanmar|Burma|Myanmar Burma"),
    ("MO", "Macao|Macau|Macao SAR China|Macau SAR China"),
    ("MP", "Northern Mariana Islands"),
    ("MX", "Mexico|México"),
    ("NE", "Niger"),
    ("NL", "Netherlands|Nederland|Holland|Niederlande|Pays-Bas|Países Bajos|Paesi Bassi"),
    ("NO", "Norway|Norge|Noreg"),
    ("PF", "French Polynesia"),
    ("PH", "Philippines|Pilipinas"),
    ("PL", "Poland|Polska|Polen|Pologne"),
    ("PM", "Saint Pierre and Miquelon|St Pierre and Miquelon|St Pierre|Saint Pierre"),
    ("PS", "Palestine|Palestinian Territories|Occupied Palestinian Territory|State of Palestine"),
    ("PT", "Portugal"),
    ("RO", "Romania|România"),
    ("RS", "Serbia|Srbija|Србија"),
    ("RU", "Russia|Россия|Russian Federation"),
    ("SD", "Sudan"),
    ("SE", "Sweden|Sverige|Schweden|Suède"),
    ("SH", "Saint Helena|St Helena|Saint Helena, Ascension and Tristan da Cunha"),
    ("SI", "Slovenia|Slovenija"),
    ("SK", "Slovakia|Slovensko|Slovak Republic"),
    ("ST", "São Tomé and Príncipe|São Tomé"),
    ("SX", "Sint Maarten|Sint Maarten (Dutch part)|St Maarten|Saint Maarten"),
    ("SY", "Syria"),
    ("SZ", "Eswatini|Swaziland"),
    ("TC", "Turks and Caicos Islands"),
    ("TF", "French Southern Territories"),
    ("TL", "Timor-Leste|East Timor"),
    ("TR", "Turkey|Türkiye"),
    ("TT", "Trinidad and Tobago|Trinidad & Tobago|Trinidad|Tobago"),
    ("TW", "Taiwan|台灣|臺灣|Taiwan, Province of China"),
    ("TZ", "Tanzania"),
    ("UA", "Ukraine|Україна"),
    ("UM", "U.S. Outlying Islands|United States Minor Outlying Islands"),
    (
        "US",
        "United States|United States of America|USA|U.S.A.|U.S.|America|Vereinigte Staaten|Vereinigte Staaten von Amerika|États-Unis|Estados Unidos|Stati Uniti|Stati Uniti d'America",
    ),
    ("VA", "Vatican City|Holy See|Holy See (Vatican City State)|Vatican"),
    ("VC", "Saint Vincent and the Grenadines|St Vincent and Grenadines|St Vincent|Saint Vincent"),
    ("VE", "Venezuela"),
    ("VG", "British Virgin Islands|Virgin Islands British"),
    ("VI", "U.S. Virgin Islands|US Virgin Islands|Virgin Islands US"),
    ("VN", "Vietnam|Viet Nam|Việt Nam"),
    ("XK", "Kosovo"),
    ("ZA", "South Africa|Südafrika|Suid-Afrika"),
];

/// A country of ISO 3166-1.
#[derive(Clone, Copy)]
struct IsoCountry {
    alpha2: &'static str,
    alpha3: &'static str,
    number: &'static str,
    name: &'static str,
}

/// How many countries `celes` knows.
const COUNT: usize = Country::get_countries().len();

/// The part of `celes` that is needed, laid out at compile time: its own table is built by code, which
/// costs ten times the space.
#[expect(
    clippy::indexing_slicing,
    reason = "evaluated at compile time, where a wrong index is an error"
)]
static ISO: [IsoCountry; COUNT] = {
    let all = Country::get_countries();
    let mut table = [IsoCountry { alpha2: "", alpha3: "", number: "", name: "" }; COUNT];
    let mut at = 0;
    while at < COUNT {
        let country = &all[at];
        table[at] = IsoCountry {
            alpha2: country.alpha2,
            alpha3: country.alpha3,
            number: country.code,
            name: country.long_name,
        };
        at += 1;
    }
    table
};

/// An index over all names of countries: each name as it is spelled, and its telling words in any order.
/// The first entry wins.
pub(crate) struct Countries {
    by_name: HashMap<String, &'static str>,
    /// Every name without spaces, sorted, and every word of one: what no name can begin with is told by these.
    joined: Vec<String>,
    words: HashSet<String>,
}

static COUNTRIES: LazyLock<Countries> = LazyLock::new(Countries::new);

/// The index, made once.
pub(crate) fn countries() -> &'static Countries {
    &COUNTRIES
}

impl Countries {
    fn new() -> Self {
        let own = NAMES.iter().flat_map(|(code, names)| names.split('|').map(|name| (name, *code)));
        let listed = ISO.iter().map(|country| (country.name, country.alpha2));
        let mut by_name = HashMap::new();
        let (mut joined, mut all_words) = (Vec::new(), HashSet::new());
        for (name, code) in own.chain(listed) {
            let words = words(name);
            joined.push(words.concat());
            all_words.extend(words.iter().cloned());
            for key in [words.concat(), telling_words(&words)] {
                by_name.entry(key).or_insert(code);
            }
        }
        joined.sort_unstable();
        Self { by_name, joined, words: all_words }
    }

    /// Whether a name may begin with this word: what [`Self::code`] finds begins with one of which this is true, or
    /// is a code.
    pub(crate) fn may_begin_with(&self, word: &str) -> bool {
        let words = words(word);
        let Some(first) = words.first() else { return true };
        let start = words.concat();
        let at = self.joined.partition_point(|name| *name < start);
        self.joined.get(at).is_some_and(|name| name.starts_with(&start))
            || self.words.contains(first)
            || has(List::CountryFiller, first)
    }

    /// The alpha-2 code of a country by code or by any of its names.
    pub(crate) fn code(&self, text: &str) -> Option<&'static str> {
        let text = text.trim();
        self.by_iso(text).or_else(|| self.by_name(text))
    }

    /// The alpha-2 code of what an option says: a name, a name with its code, or one with a calling
    /// code ("Germany (+49)", "DE - Germany").
    pub(crate) fn code_in_option(&self, text: &str) -> Option<&'static str> {
        if let Some(code) = self.by_name(text) {
            return Some(code);
        }
        let mut parts = text.split(['(', ')', '-', '–', '—', '|', '/', ':', '[']).map(|part| {
            part.trim_matches(|c: char| c.is_ascii_digit() || c == '+' || c.is_whitespace())
        });
        parts
            .clone()
            .find_map(|part| self.by_name(part))
            .or_else(|| parts.find_map(|part| self.by_iso(part)))
    }

    /// By a code alone: alpha-2 or alpha-3.
    pub(crate) fn by_iso(&self, text: &str) -> Option<&'static str> {
        let code = text.trim();
        if !code.chars().all(|c| c.is_ascii_alphabetic()) {
            return None;
        }
        let found = match code.len() {
            2 => ISO.iter().find(|country| country.alpha2.eq_ignore_ascii_case(code)),
            3 => ISO.iter().find(|country| country.alpha3.eq_ignore_ascii_case(code)),
            _ => None,
        };
        found.map(|country| country.alpha2)
    }

    fn by_name(&self, text: &str) -> Option<&'static str> {
        let words = words(text);
        if words.is_empty() {
            return None;
        }
        let find = |key: String| self.by_name.get(&key).copied();
        find(words.concat()).or_else(|| find(telling_words(&words)))
    }

    /// The three-letter code.
    pub(crate) fn alpha3(&self, code: &str) -> Option<&'static str> {
        iso(code).map(|country| country.alpha3)
    }

    /// The number of ISO 3166-1, three digits.
    pub(crate) fn number(&self, code: &str) -> Option<&'static str> {
        iso(code).map(|country| country.number)
    }

    /// The English name that forms use.
    pub(crate) fn name(&self, code: &str) -> Option<&'static str> {
        iso(code).map(name_of)
    }
}

/// The English name of a country that forms use.
fn name_of(country: &IsoCountry) -> &'static str {
    let own = NAMES.iter().find(|(code, _)| *code == country.alpha2);
    own.and_then(|(_, names)| names.split('|').next()).unwrap_or(country.name)
}

/// The countries, to choose from: each by its code (ISO 3166-1 alpha-2) and the English name that forms use.
pub fn country_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    ISO.iter().map(|country| (country.alpha2, name_of(country)))
}

/// Whether a text is understood as this country.
pub fn is_country(text: &str, code: &str) -> bool {
    countries().code(text) == Some(code)
}

/// Every name of every country, for tests.
#[cfg(test)]
pub(crate) fn all_names() -> impl Iterator<Item = &'static str> {
    let own = NAMES.iter().flat_map(|(_, names)| names.split('|'));
    own.chain(ISO.iter().map(|country| country.name))
}

fn iso(alpha2: &str) -> Option<&'static IsoCountry> {
    ISO.iter().find(|country| country.alpha2 == alpha2)
}

/// The telling words in one order: "Korea, Republic of" is "Republic of Korea".
fn telling_words(words: &[String]) -> String {
    let is_telling = |word: &&str| !has(List::CountryFiller, word);
    let mut telling: Vec<&str> = words.iter().map(String::as_str).filter(is_telling).collect();
    telling.sort_unstable();
    telling.join(" ")
}

/// Codes of currencies that people are paid in, and that amounts stand in (ISO 4217).
pub(crate) const CURRENCIES: &[&str] = &[
    "USD", "EUR", "GBP", "INR", "JPY", "CHF", "CAD", "AUD", "BRL", "PLN", "SEK", "NOK", "DKK",
    "CZK", "HUF", "RON", "TRY", "CNY", "AED", "SGD", "NZD", "MXN", "ZAR", "ILS", "KRW",
];

/// The currency of a country (ISO 4217), of those that people are most often paid in.
pub(crate) fn currency(country: &str) -> Option<&'static str> {
    const EURO: &[&str] = &[
        "AT", "BE", "CY", "DE", "EE", "ES", "FI", "FR", "GR", "HR", "IE", "IT", "LT", "LU", "LV",
        "MT", "NL", "PT", "SI", "SK",
    ];
    Some(match country {
        "US" => "USD",
        "GB" => "GBP",
        "CA" => "CAD",
        "AU" => "AUD",
        "NZ" => "NZD",
        "CH" => "CHF",
        "IN" => "INR",
        "BR" => "BRL",
        "JP" => "JPY",
        "PL" => "PLN",
        "SE" => "SEK",
        "NO" => "NOK",
        "DK" => "DKK",
        "CZ" => "CZK",
        "AE" => "AED",
        "SG" => "SGD",
        "MX" => "MXN",
        country if EURO.contains(&country) => "EUR",
        _ => return None,
    })
}

/// States of a country: `CODE Name`, other names after a `/`.
const STATES: &[(&str, &str)] = &[
    (
        "US",
        "AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia/Washington DC/Washington D.C.|FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AS American Samoa|GU Guam|MP Northern Mariana Islands|PR Puerto Rico|VI Virgin Islands/U.S. Virgin Islands",
    ),
    (
        "CA",
        "AB Alberta|BC British Columbia/Colombie-Britannique|MB Manitoba|NB New Brunswick/Nouveau-Brunswick|NL Newfoundland and Labrador/Newfoundland/Terre-Neuve-et-Labrador|NS Nova Scotia/Nouvelle-Écosse|NT Northwest Territories/Territoires du Nord-Ouest|NU Nunavut|ON Ontario|PE Prince Edward Island/Île-du-Prince-Édouard|QC Quebec|SK Saskatchewan|YT Yukon/Yukon Territory",
    ),
    (
        "AU",
        "ACT Australian Capital Territory|NSW New South Wales|NT Northern Territory|QLD Queensland|SA South Australia|TAS Tasmania|VIC Victoria|WA Western Australia",
    ),
    (
        "BR",
        "AC Acre|AL Alagoas|AP Amapá|AM Amazonas|BA Bahia|CE Ceará|DF Distrito Federal|ES Espírito Santo|GO Goiás|MA Maranhão|MT Mato Grosso|MS Mato Grosso do Sul|MG Minas Gerais|PA Pará|PB Paraíba|PR Paraná|PE Pernambuco|PI Piauí|RJ Rio de Janeiro|RN Rio Grande do Norte|RS Rio Grande do Sul|RO Rondônia|RR Roraima|SC Santa Catarina|SP São Paulo|SE Sergipe|TO Tocantins",
    ),
    (
        "DE",
        "BW Baden-Württemberg|BY Bayern/Bavaria|BE Berlin|BB Brandenburg|HB Bremen|HH Hamburg|HE Hessen/Hesse|MV Mecklenburg-Vorpommern|NI Niedersachsen/Lower Saxony|NW Nordrhein-Westfalen/North Rhine-Westphalia|RP Rheinland-Pfalz/Rhineland-Palatinate|SL Saarland|SN Sachsen/Saxony|ST Sachsen-Anhalt/Saxony-Anhalt|SH Schleswig-Holstein|TH Thüringen/Thuringia",
    ),
    (
        "ES",
        "C A Coruña/La Coruña|VI Álava/Araba|AB Albacete|A Alicante/Alacant|AL Almería|O Asturias|AV Ávila|BA Badajoz|B Barcelona|BI Bizkaia/Vizcaya|BU Burgos|CC Cáceres|CA Cádiz|S Cantabria|CS Castellón/Castelló|CE Ceuta|CR Ciudad Real|CO Córdoba|CU Cuenca|SS Gipuzkoa/Guipúzcoa|GI Girona/Gerona|GR Granada|GU Guadalajara|H Huelva|HU Huesca|PM Illes Balears/Islas Baleares/Baleares|J Jaén|LO La Rioja|GC Las Palmas|LE León|L Lleida/Lérida|LU Lugo|M Madrid|MA Málaga|ML Melilla|MU Murcia|NA Navarra|OR Ourense/Orense|P Palencia|PO Pontevedra|SA Salamanca|TF Santa Cruz de Tenerife/Tenerife|SG Segovia|SE Sevilla/Seville|SO Soria|T Tarragona|TE Teruel|TO Toledo|V Valencia/València|VA Valladolid|ZA Zamora|Z Zaragoza",
    ),
    (
        "IT",
        "AG Agrigento|AL Alessandria|AN Ancona|AO Aosta/Valle d'Aosta|AR Arezzo|AP Ascoli Piceno|AT Asti|AV Avellino|BA Bari|BT Barletta-Andria-Trani|BL Belluno|BN Benevento|BG Bergamo|BI Biella|BO Bologna|BZ Bolzano/Bozen|BS Brescia|BR Brindisi|CA Cagliari|CL Caltanissetta|CB Campobasso|CE Caserta|CT Catania|CZ Catanzaro|CH Chieti|CO Como|CS Cosenza|CR Cremona|KR Crotone|CN Cuneo|EN Enna|FM Fermo|FE Ferrara|FI Firenze/Florence|FG Foggia|FC Forlì-Cesena|FR Frosinone|GE Genova/Genoa|GO Gorizia|GR Grosseto|IM Imperia|IS Isernia|AQ L'Aquila|SP La Spezia|LT Latina|LE Lecce|LC Lecco|LI Livorno|LO Lodi|LU Lucca|MC Macerata|MN Mantova|MS Massa-Carrara|MT Matera|ME Messina|MI Milano/Milan|MO Modena|MB Monza e Brianza/Monza e della Brianza|NA Napoli/Naples|NO Novara|NU Nuoro|OR Oristano|PD Padova/Padua|PA Palermo|PR Parma|PV Pavia|PG Perugia|PU Pesaro e Urbino|PE Pescara|PC Piacenza|PI Pisa|PT Pistoia|PN Pordenone|PZ Potenza|PO Prato|RG Ragusa|RA Ravenna|RC Reggio Calabria|RE Reggio Emilia|RI Rieti|RN Rimini|RM Roma/Rome|RO Rovigo|SA Salerno|SS Sassari|SV Savona|SI Siena|SR Siracusa/Syracuse|SO Sondrio|SU Sud Sardegna|TA Taranto|TE Teramo|TR Terni|TO Torino/Turin|TP Trapani|TN Trento|TV Treviso|TS Trieste|UD Udine|VA Varese|VE Venezia/Venice|VB Verbano-Cusio-Ossola|VC Vercelli|VR Verona|VV Vibo Valentia|VI Vicenza|VT Viterbo",
    ),
    (
        "MX",
        "AGU Aguascalientes|BCN Baja California|BCS Baja California Sur|CAM Campeche|CHP Chiapas|CHH Chihuahua|CMX Ciudad de México/Mexico City/CDMX/Distrito Federal|COA Coahuila/Coahuila de Zaragoza|COL Colima|DUR Durango|GUA Guanajuato|GRO Guerrero|HID Hidalgo|JAL Jalisco|MEX México/Estado de México|MIC Michoacán/Michoacán de Ocampo|MOR Morelos|NAY Nayarit|NLE Nuevo León|OAX Oaxaca|PUE Puebla|QUE Querétaro|ROO Quintana Roo|SLP San Luis Potosí|SIN Sinaloa|SON Sonora|TAB Tabasco|TAM Tamaulipas|TLA Tlaxcala|VER Veracruz/Veracruz de Ignacio de la Llave|YUC Yucatán|ZAC Zacatecas",
    ),
    (
        "IN",
        "AN Andaman and Nicobar Islands|AP Andhra Pradesh|AR Arunachal Pradesh|AS Assam|BR Bihar|CH Chandigarh|CG Chhattisgarh|DH Dadra and Nagar Haveli and Daman and Diu|DL Delhi/NCT of Delhi|GA Goa|GJ Gujarat|HR Haryana|HP Himachal Pradesh|JK Jammu and Kashmir|JH Jharkhand|KA Karnataka|KL Kerala|LA Ladakh|LD Lakshadweep|MP Madhya Pradesh|MH Maharashtra|MN Manipur|ML Meghalaya|MZ Mizoram|NL Nagaland|OD Odisha/Orissa|PY Puducherry/Pondicherry|PB Punjab|RJ Rajasthan|SK Sikkim|TN Tamil Nadu|TS Telangana|TR Tripura|UP Uttar Pradesh|UK Uttarakhand|WB West Bengal",
    ),
];

/// A state: country and code within it.
pub(crate) type State = (&'static str, &'static str);

/// A state with its name, and all its names made comparable.
struct KnownState {
    state: State,
    name: &'static str,
    folded: Vec<String>,
}

static STATE_INDEX: LazyLock<Vec<KnownState>> = LazyLock::new(|| {
    let entries = STATES
        .iter()
        .flat_map(|(country, list)| list.split('|').map(move |entry| (*country, entry)));
    entries
        .filter_map(|(country, entry)| {
            let (code, names) = entry.split_once(' ')?;
            let name = names.split('/').next()?;
            let folded = names.split('/').map(fold).collect();
            Some(KnownState { state: (country, code), name, folded })
        })
        .collect()
});

/// Every state that a text may mean, by name or by code (`US-CA` and `CA`); of one country, if it is
/// known and has states here.
pub(crate) fn states(text: &str, country: Option<&str>) -> Vec<State> {
    let trimmed = text.trim();
    let known = country.filter(|country| STATES.iter().any(|(code, _)| code == country));
    let name = fold(trimmed);
    if name.is_empty() {
        return Vec::new();
    }
    // "US-CA" names the country too.
    let (prefix, bare) = trimmed.split_once('-').unwrap_or(("", trimmed));
    STATE_INDEX
        .iter()
        .filter(|entry| known.is_none_or(|known| entry.state.0 == known))
        .filter(|entry| {
            let (country, code) = entry.state;
            let whole = prefix.is_empty() || prefix == country;
            (whole && code.eq_ignore_ascii_case(bare)) || entry.folded.contains(&name)
        })
        .map(|entry| entry.state)
        .collect()
}

/// Every state that an option may mean: also a name among other words ("CA - California").
pub(crate) fn states_in_option(text: &str, country: Option<&str>) -> Vec<State> {
    let whole = states(text, country);
    if !whole.is_empty() {
        return whole;
    }
    let parts: Vec<Vec<State>> = text
        .split(['(', ')', '–', '—', '|', '/', ':', ','])
        .flat_map(|part| part.split(" - "))
        .map(|part| states(part, country))
        .filter(|found| !found.is_empty())
        .collect();
    let Some((first, rest)) = parts.split_first() else { return Vec::new() };
    first.iter().filter(|state| rest.iter().all(|other| other.contains(state))).copied().collect()
}

/// The name of a state.
pub(crate) fn state_name(state: State) -> Option<&'static str> {
    STATE_INDEX.iter().find(|entry| entry.state == state).map(|entry| entry.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_by_any_name() {
        let countries = countries();
        for (text, code) in [
            ("DE", Some("DE")),
            ("deu", Some("DE")),
            ("Germany", Some("DE")),
            ("Deutschland", Some("DE")),
            ("United States", Some("US")),
            ("USA", Some("US")),
            ("U.S.", Some("US")),
            ("UK", Some("GB")),
            ("Korea, Republic of", Some("KR")),
            ("Iran, Islamic Republic of", Some("IR")),
            ("Tanzania, United Republic of", Some("TZ")),
            ("Moldova, Republic of", Some("MD")),
            ("Virgin Islands, British", Some("VG")),
            ("Côte d’Ivoire", Some("CI")),
            ("Åland Islands", Some("AX")),
            ("Samoa", Some("WS")),
            ("Guinea-Bissau", Some("GW")),
            ("Guinea", Some("GN")),
            ("Türkiye", Some("TR")),
            ("Atlantis", None),
            ("", None),
        ] {
            assert_eq!(countries.code(text), code, "{text}");
        }
        for (text, code) in [
            ("Germany (+49)", Some("DE")),
            ("DE - Germany", Some("DE")),
            ("Myanmar (Burma)", Some("MM")),
            ("🇫🇷 France +33", Some("FR")),
            ("United States – Main land", Some("US")),
            ("Select country", None),
        ] {
            assert_eq!(countries.code_in_option(text), code, "{text}");
        }
        assert_eq!(countries.name("GB"), Some("United Kingdom"));
        assert_eq!(countries.name("FR"), Some("France"));
    }

    #[test]
    fn a_country_that_is_chosen_by_its_name_is_known_by_it() {
        let mut names = HashSet::new();
        for (code, name) in country_names() {
            assert!(is_country(name, code), "{name}");
            assert!(names.insert(name), "{name} is there twice");
        }
        assert!(names.len() > 240 && names.contains("Germany"));
    }

    /// What `celes` knows by another name is known here too.
    #[test]
    fn no_alias_is_lost() {
        use celes::LookupTable as _;
        for country in Country::get_countries() {
            for alias in country.aliases.iter().filter(|alias| **alias != "Samoa") {
                assert_eq!(countries().code(alias), Some(country.alpha2), "{alias}");
            }
        }
    }

    #[test]
    fn states_by_name_and_code() {
        for (text, country, expected) in [
            ("CA", Some("US"), vec![("US", "CA")]),
            ("US-CA", None, vec![("US", "CA")]),
            ("california", None, vec![("US", "CA")]),
            ("Bavaria", Some("DE"), vec![("DE", "BY")]),
            ("São Paulo", Some("BR"), vec![("BR", "SP")]),
            ("Québec", Some("CA"), vec![("CA", "QC")]),
            ("Somewhere", None, vec![]),
        ] {
            assert_eq!(states(text, country), expected, "{text}");
        }
        assert_eq!(states_in_option("State: Kansas", None), vec![("US", "KS")]);
        assert_eq!(states_in_option("CA - California", Some("US")), vec![("US", "CA")]);
        assert_eq!(state_name(("IT", "MI")), Some("Milano"));
    }
}
