//! Dutch.

use super::{Role, Words};

pub(super) const WORDS: Words = &[
    (
        Role::Name,
        "volledige naam, voor en achternaam, naam, uw naam, je naam, voornaam en achternaam, \
         naam ontvanger, contactpersoon, naam contactpersoon",
    ),
    (Role::HonorificPrefix, "aanhef, titel, aanspreektitel"),
    (Role::GivenName, "voornaam*, roepnaam, voornamen, voorletters, voorletter"),
    (Role::AdditionalName, "tussenvoegsel*, tussenvoegsels, tweede naam, tussenv"),
    (Role::FamilyName, "achternaam*, familienaam*"),
    (Role::Nickname, "bijnaam, schermnaam"),
    (
        Role::Username,
        "gebruikersnaam*, gebruiker, inlognaam, gebruikersnaam of e mail, ?klantnummer, \
         gebruikersnaam of e mailadres",
    ),
    (Role::OneTimeCode, "verificatiecode, bevestigingscode, activeringscode"),
    (
        Role::OrganizationTitle,
        "functie, functietitel, beroep, functieomschrijving, huidige functie",
    ),
    (
        Role::Organization,
        "bedrijf, bedrijfsnaam*, organisatie, firma, naam bedrijf, werkgever, firmanaam, \
         organisatienaam",
    ),
    (
        Role::StreetAddress,
        "adres, bezorgadres, factuuradres, verzendadres, leveradres, postadres, \
         volledig adres",
    ),
    (
        Role::AddressLine1,
        "adres 1, adresregel 1, straat en huisnummer, straat en nummer, straat huisnummer, \
         straatnaam en huisnummer, straat en nr, straat nummer, straat nr, adreslijn 1, \
         straat huisnr, straat en huisnr",
    ),
    (
        Role::AddressLine2,
        "adres 2, adresregel 2, extra adresregel, adrestoevoeging, tweede adresregel, \
         adreslijn 2, extra adresinformatie, adres aanvulling, aanvullende adresgegevens",
    ),
    (Role::AddressLine3, "adres 3, adresregel 3, adreslijn 3"),
    (Role::StreetName, "straat, straatnaam*, naam van de straat"),
    (
        Role::HouseNumber,
        "huisnummer*, huisnr, huis nummer, huisnummer en toevoeging, huisnr en toevoeging, \
         huis nr",
    ),
    (
        Role::HouseSuffix,
        "toevoeging, huisnummertoevoeging, huisnummer toevoeging, toev, nummer toevoeging, \
         huisletter, bus, busnummer, bus nr, busnr, huisnr toevoeging, bus nummer",
    ),
    (Role::Apartment, "appartement, appartementnummer"),
    (Role::Floor, "verdieping, etage"),
    (Role::Building, "gebouw"),
    (Role::AddressLookup, "adres zoeken, zoek adres, zoek je adres"),
    (Role::AddressLevel3, "wijk, buurt"),
    (Role::AddressLevel2, "plaats, woonplaats*, stad, gemeente, plaatsnaam, stad dorp"),
    (Role::AddressLevel1, "provincie, staat, regio, staat provincie, provincie staat"),
    (Role::Country, "land, land regio, land van verblijf, leverland, land van bestemming"),
    (Role::PostalCode, "pc"),
    (
        Role::PostalCodeAndCity,
        "postcode en plaats, postcode of plaats, postcode plaats, postcode en woonplaats, \
         plaats of postcode, gemeente of postcode, postcode of gemeente",
    ),
    (
        Role::VatNumber,
        "btw nummer, btw nr, btw, btw identificatienummer, kvk nummer, kvk, \
         ondernemingsnummer, btwnummer*",
    ),
    (
        Role::IdNumber,
        "paspoortnummer, identiteitskaartnummer, burgerservicenummer, bsn, \
         rijksregisternummer",
    ),
    (
        Role::CcName,
        "naam op de kaart, naam kaarthouder, kaarthouder, naam op kaart, \
         naam van de kaarthouder",
    ),
    (Role::CcNumber, "kaartnummer, creditcardnummer, nummer creditcard, kaart nummer"),
    (
        Role::CcExp,
        "vervaldatum, geldig tot, vervaldatum kaart, verloopdatum, mm jj, einddatum kaart",
    ),
    (Role::CcExpMonth, "vervalmaand, maand vervaldatum"),
    (Role::CcExpYear, "vervaljaar, jaar vervaldatum"),
    (Role::CcCsc, "beveiligingscode, veiligheidscode, controlenummer, verificatiecode kaart"),
    (Role::CcType, "kaarttype, type kaart, soort kaart"),
    (Role::Setting, "valuta"),
    (Role::Setting, "taal, voorkeurstaal"),
    (Role::Bday, "geboortedatum, verjaardag, geboren op"),
    (Role::BdayDay, "geboortedag, geboortedatum dag"),
    (Role::BdayMonth, "geboortemaand, geboortedatum maand"),
    (Role::BdayYear, "geboortejaar, geboortedatum jaar"),
    (Role::Sex, "geslacht, aanspreekvorm geslacht"),
    (Role::Url, "webpagina, internetadres"),
    (
        Role::Tel,
        "telefoon*, telefoonnummer*, mobiel*, mobiele nummer, mobiel nummer, gsm, \
         gsm nummer, vast telefoonnummer, telefoon nummer, mobiele telefoon, tel nr",
    ),
    (Role::TelCountryCode, "landcode, landnummer, landennummer"),
    (Role::TelAreaCode, "netnummer, kengetal"),
    (Role::Email, "e mailadres, emailadres*, mailadres, e mail adres, email adres, je e mail"),
    (Role::CoverLetter, "motivatiebrief, sollicitatiebrief, motivatie"),
    (Role::Resume, "cv uploaden, upload je cv"),
    (Role::PhotoFile, "foto, profielfoto, pasfoto"),
    (Role::Bio, "over jezelf, over mij, over jou, biografie"),
    (Role::Skills, "vaardigheden, competenties"),
    (Role::Languages, "talen, talenkennis"),
    (Role::Certifications, "certificaten, certificeringen"),
    (Role::Salary, "salaris*, salariswens, salarisindicatie, inkomen"),
    (Role::NoticePeriod, "opzegtermijn, beschikbaarheid, beschikbaar vanaf"),
    (Role::WorkAuthorization, "werkvergunning"),
    (Role::School, "universiteit, hogeschool, onderwijsinstelling"),
    (Role::Degree, "diploma, opleiding, opleidingsniveau, hoogste opleiding"),
    (Role::FieldOfStudy, "studierichting, studie, vakgebied"),
    (Role::StartDate, "startdatum, begindatum"),
    (Role::EndDate, "einddatum"),
    (Role::ExperienceYears, "jaren ervaring, jaren werkervaring, werkervaring"),
    (Role::Captcha, "typ de tekens, beveiligingscode afbeelding"),
    (Role::Search, "zoeken, zoek, zoekterm, zoekopdracht, waar ben je naar op zoek, trefwoord"),
    (
        Role::Coupon,
        "kortingscode*, cadeaubon*, actiecode*, waardebon*, kortingsbon, vouchercode, \
         cadeaukaart, promotiecode, couponcode, klantenkaart*, spaarkaart",
    ),
    (
        Role::Consent,
        "akkoord, algemene voorwaarden, privacybeleid, ik ga akkoord, ik heb gelezen, \
         voorwaarden, toestemming, privacyverklaring",
    ),
    (Role::Newsletter, "nieuwsbrief*, aanbiedingen, ik wil graag, op de hoogte"),
    (Role::Honeypot, "niet invullen, leeg laten"),
    (Role::OtherPerson, "contactpersoon bij noodgevallen, naam van de ontvanger"),
    (Role::Quantity, "aantal, hoeveelheid"),
    (
        Role::Comment,
        "opmerking*, bericht, notities, toelichting, instructies, bezorginstructies, \
         geheime vraag, onderwerp, vraag, referentie, uw referentie, \
         opmerkingen bij bestelling",
    ),
    (Role::Age, "leeftijd"),
    (Role::File, "bestand*, bijlage*, documenten"),
    (Role::BankAccount, "rekeningnummer, bankrekening, rekeninghouder"),
    (
        Role::Occasion,
        "bezorgdatum, leverdatum, betaalmethode, betaalwijze, bestelnummer, ordernummer, \
         verzendmethode, hoe heb je ons gevonden, factuurnummer",
    ),
    (Role::Password, "wachtwoord*, paswoord*"),
    (
        Role::Repeat,
        "herhaal, bevestig, herhalen, bevestigen, bevestiging, nogmaals, herhaling, opnieuw",
    ),
    (
        Role::NewWord,
        "nieuw, nieuw wachtwoord, kies een wachtwoord, maak een wachtwoord, minimaal 8 tekens",
    ),
    (
        Role::CurrentWord,
        "huidig, oud, huidige, huidig wachtwoord, oud wachtwoord, wachtwoord vergeten",
    ),
    (Role::Number, "nummer"),
    (Role::Month, "maand"),
    (Role::Year, "jaar, jjjj"),
    (Role::Day, "dag"),
    (Role::Card, "kaart, betaling"),
    (Role::Birth, "geboorte*, geboren"),
    (
        Role::LoginWords,
        "inloggen, aanmelden, wachtwoord vergeten, ingelogd blijven, onthoud mij, \
         ik ben al klant, ik heb al een account, bestaande klant",
    ),
    (
        Role::SignupWords,
        "registreren, registreer, account aanmaken, maak een account, nieuwe klant, \
         inschrijven, ik ben nieuw, maak account aan, account maken",
    ),
    (Role::ResetWords, "wachtwoord wijzigen, wachtwoord resetten, wachtwoord herstellen"),
    (Role::Fax, "faxnummer"),
    (Role::NotMe, "noodgeval*, voogd, begunstigde"),
];
