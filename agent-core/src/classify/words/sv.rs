//! Swedish.

use super::{Role, Words};

pub(super) const WORDS: Words = &[
    (
        Role::Name,
        "fullstandigt namn, namn, for och efternamn, ditt namn, fornamn och efternamn, \
         kontaktperson, fornamn efternamn",
    ),
    (Role::HonorificPrefix, "titel, tilltal"),
    (Role::GivenName, "fornamn*, tilltalsnamn"),
    (Role::AdditionalName, "mellannamn"),
    (Role::FamilyName, "efternamn*"),
    (Role::Nickname, "smeknamn"),
    (
        Role::Username,
        "anvandarnamn*, anvandar id, anvandare, anvandarnamn eller e post, \
         e post eller anvandarnamn",
    ),
    (Role::OneTimeCode, "engangskod, verifieringskod, bekraftelsekod, sms kod"),
    (Role::OrganizationTitle, "befattning, yrke, yrkestitel, jobbtitel, tjanst, roll"),
    (Role::Organization, "foretag*, foretagsnamn*, arbetsgivare, firma"),
    (
        Role::StreetAddress,
        "adress, gatuadress, leveransadress, faktureringsadress, postadress, fakturaadress, \
         utdelningsadress, c o adress gatuadress",
    ),
    (
        Role::AddressLine1,
        "adress 1, adressrad 1, gata och nummer, gatuadress 1, gata och husnummer",
    ),
    (
        Role::AddressLine2,
        "adress 2, adressrad 2, c o adress, c o, gatuadress 2, adresstillagg, lagenhet etc, \
         c o lagenhet",
    ),
    (Role::StreetName, "gata, gatunamn"),
    (Role::HouseNumber, "husnummer*, gatunummer, hus nr"),
    (Role::Apartment, "lagenhetsnummer, lagenhet, lgh, lgh nr, lagenhetsnr"),
    (Role::Floor, "vaning, vaningsplan"),
    (Role::Stair, "uppgang, port"),
    (Role::AddressLevel2, "ort, stad, postort, kommun, stad ort"),
    (Role::AddressLevel1, "lan, delstat, provins, landskap"),
    (Role::Country, "land, land region"),
    (Role::PostalCode, "postnummer*, postnr, post nr"),
    (
        Role::PostalCodeAndCity,
        "postnummer och ort, postnr ort, postnummer ort, postnummer eller ort, \
         postadress postnummer och ort",
    ),
    (
        Role::VatNumber,
        "organisationsnummer*, org nr, momsnummer, vat nummer, momsregistreringsnummer, orgnr",
    ),
    (
        Role::IdNumber,
        "personnummer*, passnummer, person organisationsnummer, \
         person eller organisationsnummer, personnr",
    ),
    (Role::CcName, "namn pa kortet, kortinnehavare, kortinnehavarens namn, namn pa kort"),
    (Role::CcNumber, "kortnummer, kreditkortsnummer, kort nummer"),
    (Role::CcExp, "utgangsdatum, giltigt till, giltig till, utgangsdatum mm aa, giltighetstid"),
    (Role::CcExpMonth, "utgangsmanad"),
    (Role::CcExpYear, "utgangsar"),
    (Role::CcCsc, "sakerhetskod, cvc kod, kontrollkod, cvv kod"),
    (Role::CcType, "korttyp"),
    (Role::Setting, "sprak"),
    (Role::Bday, "fodelsedatum, fodelsedag, fodd"),
    (Role::BdayMonth, "fodelsemanad"),
    (Role::BdayYear, "fodelsear"),
    (Role::Sex, "kon"),
    (Role::Url, "webbplats, hemsida, webbsida"),
    (
        Role::Tel,
        "telefonnummer*, mobil*, mobilnummer*, mobiltelefon*, mobilnr, tel nr, \
         telefon nummer, mobiltelefonnummer",
    ),
    (Role::TelCountryCode, "landskod, landsnummer"),
    (Role::TelAreaCode, "riktnummer"),
    (
        Role::Email,
        "e post, e postadress, epost*, epostadress, mejladress, mailadress, mejl, \
         e postadressen, din e post",
    ),
    (Role::CoverLetter, "personligt brev, ansokningsbrev"),
    (Role::PhotoFile, "foto, bild, profilbild"),
    (Role::Bio, "om dig, om mig, presentation"),
    (Role::Skills, "fardigheter, kompetenser"),
    (Role::Languages, "sprakkunskaper"),
    (Role::Salary, "lon, loneansprak, inkomst"),
    (Role::NoticePeriod, "uppsagningstid"),
    (Role::WorkAuthorization, "arbetstillstand"),
    (Role::School, "skola, universitet, larosate"),
    (Role::Degree, "utbildning, examen, utbildningsniva"),
    (Role::StartDate, "startdatum"),
    (Role::EndDate, "slutdatum"),
    (Role::ExperienceYears, "ars erfarenhet"),
    (Role::Search, "sok, sokord, vad letar du efter"),
    (
        Role::Coupon,
        "rabattkod*, presentkort*, kampanjkod*, kupongkod, vardecheck, vardekod, \
         medlemsnummer",
    ),
    (
        Role::Consent,
        "jag godkanner, villkor*, kopvillkor, integritetspolicy, samtycke, jag har last, \
         jag samtycker, personuppgifter",
    ),
    (Role::Newsletter, "nyhetsbrev*, erbjudanden"),
    (Role::Quantity, "antal"),
    (
        Role::Comment,
        "kommentar*, meddelande, meddelanden, ovrigt, portkod, anteckning, arende, amne",
    ),
    (Role::Age, "alder"),
    (Role::File, "fil, bifoga, bilaga"),
    (Role::BankAccount, "kontonummer, clearingnummer"),
    (
        Role::Occasion,
        "leveransdatum, betalningsmetod, ordernummer, leveranssatt, betalsatt, fakturanummer",
    ),
    (Role::Password, "losenord*"),
    (Role::Repeat, "upprepa, bekrafta, upprepning, igen, repetera"),
    (
        Role::NewWord,
        "nytt, nytt losenord, valj losenord, skapa losenord, valj ett losenord, \
         minst 8 tecken",
    ),
    (Role::CurrentWord, "nuvarande, gammalt, glomt losenord, glomt ditt losenord"),
    (Role::Number, "nummer"),
    (Role::Month, "manad"),
    (Role::Year, "ar"),
    (Role::Day, "dag"),
    (Role::Card, "kort, kreditkort, betalning"),
    (Role::Birth, "fodelse*, fodd"),
    (
        Role::LoginWords,
        "logga in, inloggning, glomt losenord, kom ihag mig, hall mig inloggad, \
         glomt ditt losenord, redan kund",
    ),
    (
        Role::SignupWords,
        "skapa konto, registrera, bli medlem, ny kund, skapa ett konto, registrering, \
         registrera dig",
    ),
    (Role::ResetWords, "byt losenord, aterstall losenord, andra losenord"),
    (Role::NotMe, "nodsituation, anhorig, vardnadshavare, malsman"),
];
