//! Danish.

/// The table.
pub(super) const WORDS: &str = "\
name: fulde navn, navn, for og efternavn, dit navn, fornavn og efternavn, kontaktperson, \
    modtagers navn
honorific-prefix: titel, tiltale
given-name: fornavn*
additional-name: mellemnavn*
family-name: efternavn*
nickname: kaldenavn
username: brugernavn*, bruger id, kundenummer eller e mail
one-time-code: engangskode, bekraeftelseskode, sms kode, verifikationskode
organization-title: stilling, jobtitel, stillingsbetegnelse
organization: firma, firmanavn*, virksomhed*, arbejdsgiver
street-address: adresse, leveringsadresse, faktureringsadresse, fakturaadresse, gadeadresse
address-line1: adresse 1, adresselinje 1, gade og husnummer, vejnavn og husnummer, \
    gade og nummer, vej og husnummer, vejnavn og nr, gade husnummer, vej og nummer, \
    gade vej og nr, vejnavn og nummer
address-line2: adresse 2, adresselinje 2, etage lejlighed, etage dor, etage side, \
    ekstra adresselinje
address-streetname: gade, vej, vejnavn, gadenavn
address-housenumber: husnummer*, husnr, hus nr, vejnummer
apartment: lejlighed, lejlighedsnummer, dor
floor: etage, sal
stair: opgang
address-level2: by, bynavn, kommune, postdistrikt
address-level1: stat, amt
country: land, land region
postal-code: postnummer*, postnr, post nr
postal-code-and-city: postnummer og by, postnr by, postnr og by, postnummer by, \
    by eller postnummer, postnummer eller by
vat-number: cvr nummer, cvr, momsnummer
id-number: cpr nummer, cpr, pasnummer, personnummer
cc-name: navn pa kortet, kortholder, kortholders navn, navn pa kort
cc-number: kortnummer, kreditkortnummer, kort nummer
cc-exp: udlobsdato, udlob, gyldig til, mm aa
cc-exp-month: udlobsmaned
cc-exp-year: udlobsar
cc-csc: sikkerhedskode, kontrolcifre, kontrolkode, cvc kode
cc-type: korttype
x-setting: sprog
bday: fodselsdato, fodselsdag, fodt
bday-day: fodselsdag dag
bday-month: fodselsmaned
bday-year: fodselsar
sex: kon
url: hjemmeside
tel: telefonnummer*, mobil*, mobilnummer*, mobiltelefon, tlf, mobil nummer, tlf nummer
tel-country-code: landekode, landkode
email: emailadresse*, mailadresse, e mail adresse, email adresse
x-cover-letter: ansogning
x-photo: billede, foto
x-bio: om dig, om mig
x-skills: faerdigheder, kompetencer
x-languages: sprogkundskaber
x-salary: lon, lonforventning
x-notice-period: opsigelsesvarsel, opsigelsesperiode
x-work-authorization: arbejdstilladelse
x-school: skole, universitet
x-degree: uddannelse, uddannelsesniveau
x-start-date: startdato
x-end-date: slutdato
x-experience-years: ars erfaring
x-search: sog, sogning, soeg, hvad leder du efter
x-coupon: rabatkode*, gavekort*, kampagnekode, rabatkupon, kuponkode, medlemsnummer
x-consent: jeg accepterer, handelsbetingelser, vilkar, privatlivspolitik, samtykke, \
    betingelser, jeg har laest
x-newsletter: nyhedsbrev*, tilbud
x-quantity: antal
x-comment: kommentar*, besked, bemaerkning*, note til ordren, emne
x-age: alder
x-file: fil, vedhaeft, bilag
x-bank-account: kontonummer, registreringsnummer, reg nr
x-occasion: leveringsdato, betalingsmetode, ordrenummer, leveringsmetode, fakturanummer
~password: adgangskode*, kodeord*, kode
~repeat: gentag, bekraeft, gentagelse, igen
~new: ny, ny adgangskode, nyt kodeord, vaelg adgangskode, opret adgangskode, \
    vaelg en adgangskode, mindst 8 tegn
~current: nuvaerende, gammel, glemt adgangskode, glemt kodeord, glemt din adgangskode
~number: nummer
~month: maned
~year: ar
~day: dag
~card: kort, betalingskort, betaling
~birth: fodsel*, fodt
~login: log ind, log pa, glemt adgangskode, husk mig, glemt kodeord, forbliv logget ind
~sign-up: tilmeld, opret profil, registrer, ny kunde, opret bruger, bliv medlem, opret
~reset: skift adgangskode, nulstil adgangskode
~not-me: parorende, nodsituation, vaerge
";
