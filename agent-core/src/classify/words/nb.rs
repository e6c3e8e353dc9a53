//! Norwegian.

/// The table.
pub(super) const WORDS: &str = "\
name: fullt navn, navn, for og etternavn, ditt navn, fornavn og etternavn, kontaktperson
honorific-prefix: tittel, tiltale
given-name: fornavn*
additional-name: mellomnavn*
family-name: etternavn*
nickname: kallenavn
username: brukernavn*, bruker
one-time-code: engangskode, bekreftelseskode, sms kode, verifiseringskode
organization-title: stilling, stillingstittel, yrke
organization: firma, firmanavn*, bedrift*, organisasjon, arbeidsgiver
street-address: adresse, gateadresse, leveringsadresse, fakturaadresse, postadresse
address-line1: adresse 1, adresselinje 1, gate og husnummer, gate og nummer, \
    gatenavn og nummer, gatenavn og husnummer
address-line2: adresse 2, adresselinje 2, c o adresse
address-streetname: gate, gatenavn, vei, veinavn
address-housenumber: husnummer*, gatenummer, hus nr
apartment: leilighet, leilighetsnummer, bolignummer
floor: etasje
stair: oppgang
address-level2: poststed, by, sted, kommune
address-level1: fylke, delstat
country: land, land region
postal-code: postnummer*, postnr, post nr
postal-code-and-city: postnummer og sted, postnr sted, postnummer og poststed, \
    postnr poststed
vat-number: organisasjonsnummer*, org nr, orgnr, mva nummer
id-number: personnummer, fodselsnummer, passnummer
cc-name: navn pa kortet, kortholder, kortholders navn, kortinnehaver
cc-number: kortnummer, kredittkortnummer
cc-exp: utlopsdato, gyldig til, utloper
cc-csc: sikkerhetskode, kontrollkode
x-setting: sprak
bday: fodselsdato, bursdag, fodt
bday-month: fodselsmaned
bday-year: fodselsar
sex: kjonn
url: nettsted, hjemmeside, nettside
tel: telefonnummer*, mobil*, mobilnummer*, tlf, mobiltelefon
tel-country-code: landkode, landskode
email: e post, e postadresse, epost*, epostadresse, e post adresse
x-cover-letter: soknad, soknadsbrev, motivasjonsbrev
x-photo: bilde, foto
x-bio: om deg, om meg
x-skills: ferdigheter, kompetanse
x-languages: sprakkunnskaper
x-salary: lonn, lonnsforventning, inntekt
x-notice-period: oppsigelsestid
x-work-authorization: arbeidstillatelse
x-school: skole, universitet
x-degree: utdanning, utdanningsniva
x-start-date: startdato
x-end-date: sluttdato
x-experience-years: ars erfaring
x-search: sok, sokeord, hva leter du etter
x-coupon: rabattkode*, gavekort*, kampanjekode*, verdikode
x-consent: jeg godtar, vilkar, personvern*, samtykke, jeg aksepterer, kjopsvilkar
x-newsletter: nyhetsbrev*, tilbud
x-quantity: antall
x-comment: kommentar*, melding, merknad, merknader, emne
x-age: alder
x-file: fil, vedlegg
x-bank-account: kontonummer
x-occasion: leveringsdato, betalingsmetode, ordrenummer, leveringsmate
~password: passord*
~repeat: gjenta, bekreft, igjen
~new: nytt, nytt passord, velg passord, opprett passord, velg et passord, minst 8 tegn
~current: navaerende, gammelt, glemt passord, glemt passordet
~number: nummer
~month: maned
~year: ar
~day: dag
~card: kort, kredittkort, betaling
~birth: fodsel*, fodt
~login: logg inn, logg pa, innlogging, glemt passord, husk meg
~sign-up: opprett konto, registrer, bli medlem, ny kunde, lag konto, ny bruker
~reset: endre passord, tilbakestill passord, bytt passord
~not-me: parorende, nodsituasjon, foresatt*
";
