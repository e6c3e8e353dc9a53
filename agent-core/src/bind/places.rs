//! Countries and their states, by name and by code.
//!
//! Names and codes of countries come from `celes` (ISO 3166-1, English). What it lacks is small: the
//! short names that forms use, and what the larger countries call themselves. States are ISO 3166-2.

use std::{collections::BTreeMap, sync::LazyLock};

use celes::{Country, LookupTable as _};

use super::fold::{compact, fold, words};

/// Short names by alpha-2 code: the one that is typed first, then others. Only where `celes` has
/// nothing or only the long form.
const NAMES: &[(&str, &str)] = &[
    ("AE", "United Arab Emirates|UAE|Emirates"),
    ("AT", "Austria|Österreich|Autriche"),
    ("BA", "Bosnia and Herzegovina|Bosnia & Herzegovina"),
    ("BE", "Belgium|België|Belgique|Belgien"),
    ("BG", "Bulgaria|България"),
    ("BN", "Brunei|Brunei Darussalam"),
    ("BO", "Bolivia|Plurinational State of Bolivia"),
    ("BR", "Brazil|Brasil"),
    ("BS", "Bahamas"),
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
        "United Kingdom|UK|U.K.|Great Britain|Britain|England|Scotland|Wales|Northern Ireland|Vereinigtes Königreich|Großbritannien|Royaume-Uni|Reino Unido|Regno Unito",
    ),
    ("GM", "Gambia"),
    ("GR", "Greece|Ελλάδα|Hellas"),
    ("GS", "South Georgia and the South Sandwich Islands"),
    ("HK", "Hong Kong|Hong Kong SAR|Hong Kong SAR China|香港"),
    ("HR", "Croatia|Hrvatska"),
    ("HU", "Hungary|Magyarország"),
    ("IE", "Ireland|Éire|Republic of Ireland"),
    ("IR", "Iran"),
    ("IS", "Iceland|Ísland"),
    ("IT", "Italy|Italia|Italien|Italie"),
    ("JP", "Japan|日本"),
    ("KM", "Comoros"),
    ("KN", "Saint Kitts and Nevis|St Kitts and Nevis|St Kitts & Nevis"),
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
    ("PM", "Saint Pierre and Miquelon|St Pierre and Miquelon"),
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
    ("ST", "São Tomé and Príncipe"),
    ("SX", "Sint Maarten|Sint Maarten (Dutch part)"),
    ("SY", "Syria"),
    ("TC", "Turks and Caicos Islands"),
    ("TF", "French Southern Territories"),
    ("TL", "Timor-Leste|East Timor"),
    ("TR", "Turkey|Türkiye"),
    ("TT", "Trinidad and Tobago|Trinidad & Tobago"),
    ("TW", "Taiwan|台灣|臺灣|Taiwan, Province of China"),
    ("TZ", "Tanzania"),
    ("UA", "Ukraine|Україна"),
    ("UM", "U.S. Outlying Islands|United States Minor Outlying Islands"),
    (
        "US",
        "United States|United States of America|USA|U.S.A.|U.S.|America|Vereinigte Staaten|Vereinigte Staaten von Amerika|États-Unis|Estados Unidos|Stati Uniti|Stati Uniti d'America",
    ),
    ("VA", "Vatican City|Holy See|Holy See (Vatican City State)"),
    ("VC", "Saint Vincent and the Grenadines|St Vincent and Grenadines"),
    ("VE", "Venezuela"),
    ("VG", "British Virgin Islands|Virgin Islands British"),
    ("VI", "U.S. Virgin Islands|US Virgin Islands|Virgin Islands US"),
    ("VN", "Vietnam|Viet Nam|Việt Nam"),
    ("XK", "Kosovo"),
    ("ZA", "South Africa|Südafrika|Suid-Afrika"),
];

/// Words of a country's name that lists leave out or move about.
const FILLERS: &[&str] = &["the", "of", "and", "d"];

/// An index over all names of countries.
pub(super) struct Countries {
    by_name: BTreeMap<String, &'static str>,
    by_code: BTreeMap<&'static str, Country>,
}

static COUNTRIES: LazyLock<Countries> = LazyLock::new(Countries::new);

/// The index, made once.
pub(super) fn countries() -> &'static Countries {
    &COUNTRIES
}

impl Countries {
    fn new() -> Self {
        let mut by_name = BTreeMap::new();
        let mut by_code = BTreeMap::new();
        // The own table goes first: `celes` calls American Samoa "Samoa" among other names.
        for (code, names) in NAMES {
            for name in names.split('|') {
                for key in [compact(name), in_any_order(name)] {
                    by_name.entry(key).or_insert(*code);
                }
            }
        }
        let all = Country::get_countries();
        for country in all {
            by_code.insert(country.alpha2, country);
            for key in [compact(country.long_name), in_any_order(country.long_name)] {
                by_name.entry(key).or_insert(country.alpha2);
            }
        }
        for country in all {
            for alias in country.aliases.iter() {
                by_name.entry(compact(alias)).or_insert(country.alpha2);
            }
        }
        Self { by_name, by_code }
    }

    /// The alpha-2 code of a country by code or by any of its names.
    pub(super) fn code(&self, text: &str) -> Option<&'static str> {
        let text = text.trim();
        self.by_iso(text).or_else(|| self.by_name(text))
    }

    /// The alpha-2 code of what an option says: a name, a name with its code, or one with a calling
    /// code ("Germany (+49)", "DE - Germany").
    pub(super) fn code_in_option(&self, text: &str) -> Option<&'static str> {
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
    pub(super) fn by_iso(&self, text: &str) -> Option<&'static str> {
        let code = text.trim();
        if !code.chars().all(|c| c.is_ascii_alphabetic()) {
            return None;
        }
        let upper = code.to_ascii_uppercase();
        match upper.len() {
            2 => self.by_code.get_key_value(upper.as_str()).map(|(code, _)| *code),
            3 => self.by_code.values().find(|country| country.alpha3 == upper).map(|c| c.alpha2),
            _ => None,
        }
    }

    fn by_name(&self, text: &str) -> Option<&'static str> {
        let name = compact(text);
        if name.is_empty() {
            return None;
        }
        self.by_name.get(&name).or_else(|| self.by_name.get(&in_any_order(text))).copied()
    }

    /// The three-letter code.
    pub(super) fn alpha3(&self, code: &str) -> Option<&'static str> {
        self.by_code.get(code).map(|country| country.alpha3)
    }

    /// The number of ISO 3166-1, three digits.
    pub(super) fn number(&self, code: &str) -> Option<&'static str> {
        self.by_code.get(code).map(|country| country.code)
    }

    /// The English name that forms use.
    pub(super) fn name(&self, code: &str) -> Option<&'static str> {
        let own = NAMES.iter().find(|(known, _)| *known == code);
        own.and_then(|(_, names)| names.split('|').next())
            .or_else(|| self.by_code.get(code).map(|country| country.long_name))
    }
}

/// The telling words in alphabetical order: "Korea, Republic of" is "Republic of Korea".
fn in_any_order(name: &str) -> String {
    let mut telling: Vec<String> =
        words(name).into_iter().filter(|word| !FILLERS.contains(&word.as_str())).collect();
    telling.sort_unstable();
    telling.join(" ")
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
pub(super) type State = (&'static str, &'static str);

fn states_of(
    country: &'static str,
    list: &'static str,
) -> impl Iterator<Item = (State, &'static str)> {
    list.split('|').filter_map(move |entry| {
        let (code, names) = entry.split_once(' ')?;
        Some(((country, code), names))
    })
}

/// Every state that a text may mean, by name or by code (`US-CA` and `CA`); of one country, if it is
/// known and has states here.
pub(super) fn states(text: &str, country: Option<&str>) -> Vec<State> {
    let trimmed = text.trim();
    let known = country.filter(|country| STATES.iter().any(|(code, _)| code == country));
    let name = fold(trimmed);
    if name.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (code, list) in STATES.iter().filter(|(code, _)| known.is_none_or(|known| *code == known)) {
        let bare = match trimmed.split_at_checked(3) {
            Some((prefix, rest)) if prefix.starts_with(code) && prefix.ends_with('-') => rest,
            _ => trimmed,
        };
        for (state, names) in states_of(code, list) {
            if state.1.eq_ignore_ascii_case(bare)
                || names.split('/').any(|other| fold(other) == name)
            {
                found.push(state);
            }
        }
    }
    found
}

/// Every state that an option may mean: also a name among other words ("CA - California").
pub(super) fn states_in_option(text: &str, country: Option<&str>) -> Vec<State> {
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
pub(super) fn state_name(state: State) -> Option<&'static str> {
    let (_, list) = STATES.iter().find(|(country, _)| *country == state.0)?;
    states_of(state.0, list).find(|(known, _)| *known == state)?.1.split('/').next()
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
