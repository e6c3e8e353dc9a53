//! Danish.

use super::{Role, Words};

pub(super) const WORDS: Words = &[
    (
        Role::Name,
        "fulde navn, navn, for og efternavn, dit navn, fornavn og efternavn, kontaktperson, \
         modtagers navn",
    ),
    (Role::HonorificPrefix, "titel, tiltale"),
    (Role::GivenName, "fornavn*"),
    (Role::AdditionalName, "mellemnavn*"),
    (Role::FamilyName, "efternavn*"),
    (Role::Nickname, "kaldenavn"),
    (Role::Username, "brugernavn*, bruger id, kundenummer eller e mail"),
    (Role::OneTimeCode, "engangskode, bekraeftelseskode, sms kode, verifikationskode"),
    (Role::OrganizationTitle, "stilling, jobtitel, stillingsbetegnelse"),
    (Role::Organization, "firma, firmanavn*, virksomhed*, virksomhedsnavn, arbejdsgiver"),
    (
        Role::StreetAddress,
        "adresse, leveringsadresse, faktureringsadresse, fakturaadresse, gadeadresse",
    ),
    (
        Role::AddressLine1,
        "adresse 1, adresselinje 1, gade og husnummer, vejnavn og husnummer, gade og nummer, \
         vej og husnummer, vejnavn og nr, gade husnummer, vej og nummer, gade vej og nr, \
         vejnavn og nummer",
    ),
    (
        Role::AddressLine2,
        "adresse 2, adresselinje 2, etage lejlighed, etage dor, etage side, \
         ekstra adresselinje",
    ),
    (Role::StreetName, "gade, vej, vejnavn, gadenavn"),
    (Role::HouseNumber, "husnummer*, husnr, hus nr, vejnummer"),
    (Role::Apartment, "lejlighed, lejlighedsnummer, dor"),
    (Role::Floor, "etage, sal"),
    (Role::Stair, "opgang"),
    (Role::AddressLevel2, "by, bynavn, kommune, postdistrikt"),
    (Role::AddressLevel1, "stat, amt, stat region"),
    (Role::Country, "land, land region"),
    (Role::PostalCode, "postnummer*, postnr, post nr"),
    (
        Role::PostalCodeAndCity,
        "postnummer og by, postnr by, postnr og by, postnummer by, by eller postnummer, \
         postnummer eller by",
    ),
    (Role::VatNumber, "cvr nummer, cvr, cvr nr, momsnummer"),
    (Role::IdNumber, "cpr nummer, cpr, pasnummer, personnummer"),
    (Role::CcName, "navn pa kortet, kortholder, kortholders navn, navn pa kort"),
    (Role::CcNumber, "kortnummer, kreditkortnummer, kort nummer"),
    (Role::CcExp, "udlobsdato, udlob, gyldig til, mm aa"),
    (Role::CcExpMonth, "udlobsmaned"),
    (Role::CcExpYear, "udlobsar"),
    (Role::CcCsc, "sikkerhedskode, kontrolcifre, kontrolkode, cvc kode"),
    (Role::CcType, "korttype"),
    (Role::Setting, "sprog"),
    (Role::Bday, "fodselsdato, fodselsdag, fodt"),
    (Role::BdayDay, "fodselsdag dag"),
    (Role::BdayMonth, "fodselsmaned"),
    (Role::BdayYear, "fodselsar"),
    (Role::Sex, "kon"),
    (Role::Url, "hjemmeside"),
    (
        Role::Tel,
        "telefonnummer*, mobil*, mobilnummer*, mobiltelefon, tlf, tlf nr, telefon nummer, \
         mobil nummer, mobilnr, tlf nummer",
    ),
    (Role::TelCountryCode, "landekode, landkode"),
    (
        Role::Email,
        "e mailadresse, emailadresse*, mailadresse, e mail adresse, din e mail, email adresse",
    ),
    (Role::CoverLetter, "ansogning, motiveret ansogning"),
    (Role::PhotoFile, "billede, foto"),
    (Role::Bio, "om dig, om mig"),
    (Role::Skills, "faerdigheder, kompetencer"),
    (Role::Languages, "sprogkundskaber"),
    (Role::Salary, "lon, lonforventning"),
    (Role::NoticePeriod, "opsigelsesvarsel, opsigelsesperiode"),
    (Role::WorkAuthorization, "arbejdstilladelse"),
    (Role::School, "skole, universitet"),
    (Role::Degree, "uddannelse, uddannelsesniveau"),
    (Role::StartDate, "startdato"),
    (Role::EndDate, "slutdato"),
    (Role::ExperienceYears, "ars erfaring"),
    (Role::Search, "sog, sogning, soeg, hvad leder du efter"),
    (Role::Coupon, "rabatkode*, gavekort*, kampagnekode, rabatkupon, kuponkode, medlemsnummer"),
    (
        Role::Consent,
        "jeg accepterer, handelsbetingelser, vilkar, privatlivspolitik, samtykke, \
         betingelser, jeg har laest",
    ),
    (Role::Newsletter, "nyhedsbrev*, tilbud"),
    (Role::Quantity, "antal"),
    (Role::Comment, "kommentar*, besked, bemaerkning*, bemaerkninger, note til ordren, emne"),
    (Role::Age, "alder"),
    (Role::File, "fil, vedhaeft, bilag"),
    (Role::BankAccount, "kontonummer, registreringsnummer, reg nr"),
    (Role::Occasion, "leveringsdato, betalingsmetode, ordrenummer, leveringsmetode, fakturanummer"),
    (Role::Password, "adgangskode*, kodeord*, kode"),
    (Role::Repeat, "gentag, bekraeft, gentagelse, igen"),
    (
        Role::NewWord,
        "ny, ny adgangskode, nyt kodeord, vaelg adgangskode, opret adgangskode, \
         vaelg en adgangskode, mindst 8 tegn",
    ),
    (
        Role::CurrentWord,
        "nuvaerende, gammel, glemt adgangskode, glemt kodeord, glemt din adgangskode",
    ),
    (Role::Number, "nummer"),
    (Role::Month, "maned"),
    (Role::Year, "ar"),
    (Role::Day, "dag"),
    (Role::Card, "kort, betalingskort, betaling"),
    (Role::Birth, "fodsel*, fodt"),
    (
        Role::LoginWords,
        "log ind, log pa, glemt adgangskode, husk mig, glemt kodeord, forbliv logget ind",
    ),
    (
        Role::SignupWords,
        "opret konto, tilmeld, opret profil, registrer, ny kunde, opret bruger, tilmeld dig, \
         bliv medlem, opret",
    ),
    (Role::ResetWords, "skift adgangskode, nulstil adgangskode"),
    (Role::NotMe, "parorende, nodsituation, vaerge"),
];
