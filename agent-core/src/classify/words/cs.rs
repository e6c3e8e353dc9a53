//! Czech and Slovak.

use super::{Role, Words};

pub(super) const WORDS: Words = &[
    (
        Role::Name,
        "jmeno a prijmeni, cele jmeno, jmeno prijmeni, prijmeni a jmeno, meno a priezvisko, \
         cele meno, meno priezvisko, kontaktni osoba, vase jmeno, kontaktna osoba, vase meno",
    ),
    (Role::HonorificPrefix, "titul, osloveni, titul pred jmenem, oslovenie, titul pred menom"),
    (Role::GivenName, "jmeno, krestni jmeno, meno, krstne meno"),
    (Role::AdditionalName, "prostredni jmeno, druhe jmeno"),
    (Role::FamilyName, "prijmeni*, priezvisko*"),
    (Role::HonorificSuffix, "titul za jmenem, titul za menom"),
    (Role::Nickname, "prezdivka, prezyvka"),
    (
        Role::Username,
        "uzivatelske jmeno, prihlasovaci jmeno, uzivatel, pouzivatelske meno, \
         prihlasovacie meno, pouzivatel, uzivatelske meno, e mail nebo uzivatelske jmeno, \
         prihlasovaci e mail nebo jmeno",
    ),
    (Role::OneTimeCode, "overovaci kod, potvrzovaci kod, sms kod, jednorazove heslo"),
    (
        Role::OrganizationTitle,
        "pozice, pracovni pozice, povolani, funkce, pozicia, pracovna pozicia, povolanie",
    ),
    (
        Role::Organization,
        "firma, nazev firmy, spolecnost, organizace, nazov firmy, spolocnost, \
         obchodni jmeno, zamestnavatel, jmeno firmy, nazev spolecnosti, nazov spolocnosti",
    ),
    (
        Role::StreetAddress,
        "adresa, dodaci adresa, fakturacni adresa, dorucovaci adresa, dodacia adresa, \
         fakturacna adresa, dorucovacia adresa, adresa bydliste",
    ),
    (
        Role::AddressLine1,
        "adresa 1, ulice a cislo popisne, ulice a c p, ulice a cislo, ulice cislo popisne, \
         ulice cp, ulica a cislo, ulice c p, ulice a cislo domu, ulica a cislo domu, \
         ulica cislo, ulica a popisne cislo, ulice cislo, ulice vcetne cisla popisneho, \
         ulice a cp",
    ),
    (Role::AddressLine2, "adresa 2, adresa pokracovani, doplnek adresy, upresneni adresy"),
    (Role::StreetName, "ulice, ulica, nazev ulice, nazov ulice"),
    (
        Role::HouseNumber,
        "cislo popisne, c p, cislo domu, cp, popisne cislo, c popisne, \
         cislo popisne orientacni, supisne cislo, cislo popisne a orientacni",
    ),
    (Role::Apartment, "cislo bytu, byt"),
    (Role::Floor, "patro, poschodi, poschodie"),
    (Role::Stair, "vchod, schodiste"),
    (Role::Building, "budova"),
    (Role::AddressLevel3, "mestska cast, cast obce"),
    (Role::AddressLevel2, "mesto, obec, mesto obec, obec mesto"),
    (Role::AddressLevel1, "kraj, okres, stat provincie"),
    (Role::Country, "zeme, stat, krajina, zeme region, stat zeme, stat dodani"),
    (
        Role::PostalCode,
        "psc, postovni smerovaci cislo, smerovaci cislo, postove smerovacie cislo, p s c",
    ),
    (Role::PostalCodeAndCity, "psc a mesto, psc mesto, mesto nebo psc, psc nebo mesto"),
    (Role::VatNumber, "dic, ic dph, ico, ic, dic ic dph, ico dic"),
    (Role::IdNumber, "rodne cislo, cislo obcanskeho prukazu, cislo pasu, cislo op"),
    (
        Role::CcName,
        "jmeno na karte, drzitel karty, meno na karte, jmeno drzitele karty, \
         meno drzitela karty",
    ),
    (
        Role::CcNumber,
        "cislo karty, cislo kreditni karty, cislo platebni karty, cislo kreditnej karty",
    ),
    (
        Role::CcExp,
        "platnost karty, datum platnosti, platnost do, datum expirace, platnost, mm rr, \
         expirace, konec platnosti",
    ),
    (Role::CcExpMonth, "mesic platnosti, mesic expirace"),
    (Role::CcExpYear, "rok platnosti, rok expirace"),
    (Role::CcCsc, "bezpecnostni kod, kontrolni kod, bezpecnostny kod, cvc kod, cvv kod"),
    (Role::CcType, "typ karty"),
    (Role::Setting, "mena"),
    (Role::Setting, "jazyk"),
    (Role::Bday, "datum narozeni, narozeniny, datum narodenia"),
    (Role::BdayDay, "den narozeni"),
    (Role::BdayMonth, "mesic narozeni"),
    (Role::BdayYear, "rok narozeni, rocnik"),
    (Role::Sex, "pohlavi, pohlavie"),
    (Role::Url, "webova stranka, webove stranky"),
    (
        Role::Tel,
        "telefonni cislo, mobil, mobilni telefon, telefonne cislo, mobilne cislo, \
         telefonny kontakt, tel cislo, mobilni cislo, telefonni kontakt",
    ),
    (
        Role::TelCountryCode,
        "predvolba, mezinarodni predvolba, telefonni predvolba, predvolba zeme, \
         medzinarodna predvolba",
    ),
    (
        Role::Email,
        "e mailova adresa, emailova adresa, vas e mail, e mailovy adresa, \
         elektronicka posta, vas email",
    ),
    (Role::CoverLetter, "motivacni dopis, pruvodni dopis, motivacny list"),
    (Role::Resume, "zivotopis*"),
    (Role::PhotoFile, "fotografie, fotka"),
    (Role::Bio, "o sobe, o mne"),
    (Role::Skills, "dovednosti, schopnosti, zrucnosti"),
    (Role::Languages, "jazyky, jazykove znalosti"),
    (Role::Certifications, "certifikaty"),
    (Role::Salary, "mzda, plat, ocekavany plat, predstava o platu, pozadovana mzda"),
    (Role::NoticePeriod, "vypovedni lhuta, datum nastupu, mozny nastup"),
    (Role::WorkAuthorization, "pracovni povoleni"),
    (Role::School, "skola, univerzita"),
    (Role::Degree, "vzdelani, nejvyssi dosazene vzdelani, vzdelanie"),
    (Role::FieldOfStudy, "obor, studijni obor, odbor"),
    (Role::StartDate, "datum zahajeni"),
    (Role::EndDate, "datum ukonceni"),
    (Role::ExperienceYears, "roky praxe, praxe"),
    (Role::Captcha, "opiste kod, kontrolni otazka"),
    (
        Role::Search,
        "hledat, vyhledat, vyhledavani, hledany vyraz, hladat, vyhladavanie, co hledate, \
         napiste co hledate",
    ),
    (
        Role::Coupon,
        "slevovy kod, darkovy poukaz, kupon, slevovy kupon, zlavovy kod, zlavovy kupon, \
         poukaz, kod poukazu, slevovy poukaz, promo kod, darkovy certifikat, vernostni karta",
    ),
    (
        Role::Consent,
        "souhlasim, obchodni podminky, ochrana osobnich udaju, suhlasim, obchodne podmienky, \
         souhlas, zpracovani osobnich udaju, podminkami, podmienkami",
    ),
    (
        Role::Newsletter,
        "novinky, zasilani novinek, odber noviniek, odber newsletteru, odebirat novinky, \
         zasilani obchodnich sdeleni",
    ),
    (Role::Honeypot, "nevyplnujte, nechte prazdne"),
    (Role::Quantity, "mnozstvi, pocet, pocet kusu, mnozstvo"),
    (
        Role::Comment,
        "poznamka*, komentar*, zprava, sprava, poznamka k objednavce, poznamka pro dopravce, \
         poznamka k objednavke, predmet, vzkaz, dotaz",
    ),
    (Role::Age, "vek"),
    (Role::File, "soubor*, priloha*, subor*, dokumenty"),
    (Role::BankAccount, "cislo uctu, bankovni ucet"),
    (
        Role::Occasion,
        "datum doruceni, zpusob platby, zpusob dopravy, cislo objednavky, cislo faktury",
    ),
    (Role::Password, "heslo*, hesla"),
    (
        Role::Repeat,
        "potvrzeni, znovu, opakovat, zopakujte, kontrola hesla, zopakovat, potvrdte, \
         potvrdenie, zopakuj, podruhe, pro kontrolu",
    ),
    (Role::NewWord, "nove, nove heslo, zvolte heslo, zvolte si heslo, alespon 8 znaku"),
    (
        Role::CurrentWord,
        "soucasne, stare, stavajici, stare heslo, soucasne heslo, zapomenute heslo, \
         zapomneli jste heslo, aktualne heslo",
    ),
    (Role::Number, "cislo"),
    (Role::Month, "mesic, mesiac"),
    (Role::Year, "rok"),
    (Role::Day, "den"),
    (Role::Card, "karta, platebni karta, platba"),
    (Role::Birth, "narozeni, narodenia"),
    (
        Role::LoginWords,
        "prihlasit, prihlaseni, prihlasit se, zapomenute heslo, zapamatovat, prihlasenie, \
         prihlasit sa, zabudnute heslo, zustat prihlasen, mam ucet, zapomneli jste heslo",
    ),
    (
        Role::SignupWords,
        "registrovat, registrace, vytvorit ucet, zalozit ucet, registracia, novy zakaznik, \
         zaregistrovat, registrovat se, nova registrace",
    ),
    (Role::ResetWords, "zmenit heslo, obnovit heslo, zmena hesla, obnova hesla"),
    (Role::NotMe, "nouzovy kontakt, zakonny zastupce"),
];
