//! German.

use super::{Role, Words};

pub(super) const WORDS: Words = &[
    (
        Role::Name,
        "vor und nachname, vorname und nachname, vollstandiger name, ihr name, name vorname, \
         ansprechpartner, kundenname, empfanger, vorname nachname, vor und zuname, \
         vor nachname, kontoname",
    ),
    (Role::HonorificPrefix, "titel, akademischer titel"),
    (Role::GivenName, "vorname*, rufname"),
    (Role::AdditionalName, "zweiter vorname, mittelname"),
    (Role::FamilyName, "nachname*, familienname*, zuname"),
    (Role::Nickname, "spitzname, anzeigename"),
    (
        Role::Username,
        "benutzername*, nutzername*, benutzerkennung, anmeldename, benutzer, mitgliedsname, \
         ?kundennummer, benutzername oder e mail adresse, e mail oder benutzername, \
         benutzer id, nutzer id, zugangsnummer",
    ),
    (
        Role::OneTimeCode,
        "bestatigungscode, verifizierungscode, einmalpasswort, sicherheitscode aus, \
         aktivierungscode, einmalcode, verifikationscode",
    ),
    (
        Role::OrganizationTitle,
        "berufsbezeichnung, beruf, stellenbezeichnung, funktion, aktuelle position, \
         jobtitel, tatigkeit",
    ),
    (
        Role::Organization,
        "firma, firmenname*, unternehmen*, firmen name, arbeitgeber, firmenbezeichnung, \
         betrieb",
    ),
    (
        Role::StreetAddress,
        "adresse, anschrift, lieferadresse, rechnungsadresse, strassenadresse, \
         postanschrift, wohnadresse",
    ),
    (
        Role::AddressLine1,
        "adresszeile 1, adresse 1, strasse und hausnummer, strasse hausnummer, \
         strasse hausnr, strasse nr, strasse und nr, strasse und hausnr, strasse haus nr, \
         str und nr, str nr, strasse und nummer, anschrift 1, strasse hnr",
    ),
    (
        Role::AddressLine2,
        "adresszeile 2, adresse 2, adresszusatz*, zusatzadresse, adress zusatz, \
         adresserganzung, anschriftzusatz, zusatzinformationen zur adresse, anschrift 2, \
         zusatz, firma zusatz, adresszusatz 2, zusatzliche adressinformationen, addresszusatz",
    ),
    (Role::AddressLine3, "adresszeile 3, adresse 3"),
    (Role::StreetName, "strasse*, str, strassenname, strasse ohne hausnummer, *strasse"),
    (Role::HouseNumber, "hausnummer*, hausnr, haus nr, hnr, haus nummer, hausnummer und zusatz"),
    (Role::HouseSuffix, "hausnummernzusatz, hausnummerzusatz, hausnummer zusatz, nr zusatz"),
    (Role::Apartment, "wohnung, wohnungsnummer, apartment nr, top, turnummer, tur"),
    (Role::Floor, "stockwerk, etage, stock, geschoss"),
    (Role::Stair, "stiege, treppenhaus, eingang, treppe"),
    (Role::Building, "gebaude*, hausname"),
    (Role::AddressExtra, "weitere adressangaben, zusatzliche angaben"),
    (Role::AddressLookup, "adresse suchen, adresssuche"),
    (Role::AddressLevel3, "ortsteil, stadtteil, bezirk"),
    (Role::AddressLevel2, "stadt, ort, wohnort, stadt ort, ort stadt, gemeinde, ortschaft"),
    (Role::AddressLevel1, "bundesland, kanton, bundesstaat, bundesland kanton, provinz"),
    (Role::Country, "land, staat, land region, wohnsitzland, lieferland, land auswahlen, wohnland"),
    (Role::PostalCode, "postleitzahl*, post leitzahl"),
    (
        Role::PostalCodeAndCity,
        "plz ort, plz und ort, postleitzahl und ort, plz stadt, postleitzahl ort, \
         plz oder ort, plz wohnort, ort oder plz",
    ),
    (
        Role::VatNumber,
        "umsatzsteuer identifikationsnummer, ust id, ust idnr, ust id nr, ustid*, \
         umsatzsteuer id, mwst nummer, steuernummer, ust idnummer, \
         umsatzsteueridentifikationsnummer",
    ),
    (
        Role::IdNumber,
        "ausweisnummer, personalausweisnummer, reisepassnummer, passnummer, \
         sozialversicherungsnummer, steuer id, steueridentifikationsnummer",
    ),
    (
        Role::CcName,
        "karteninhaber*, name auf der karte, name des karteninhabers, kreditkarteninhaber",
    ),
    (
        Role::CcNumber,
        "kartennummer, kreditkartennummer, kreditkarten nummer, karten nr, kreditkarte",
    ),
    (
        Role::CcExp,
        "gultig bis, ablaufdatum, verfallsdatum, verfalldatum, gultigkeitsdatum, gultigkeit, \
         karte gultig bis, mm jj",
    ),
    (Role::CcExpMonth, "ablaufmonat, verfallsmonat, gultig bis monat, ablaufdatum monat"),
    (Role::CcExpYear, "ablaufjahr, verfallsjahr, gultig bis jahr, ablaufdatum jahr"),
    (
        Role::CcCsc,
        "prufnummer, kartenprufnummer, prufziffer, sicherheitscode, kartenprufziffer, \
         sicherheitsnummer, kpn",
    ),
    (Role::CcType, "kartentyp, kreditkartentyp, kartenart"),
    (Role::Setting, "wahrung"),
    (Role::Setting, "sprache, bevorzugte sprache"),
    (Role::Bday, "geburtsdatum, geburtstag, geboren am, geb datum, geb dat"),
    (Role::BdayDay, "geburtstag tag, geburtsdatum tag"),
    (Role::BdayMonth, "geburtsmonat, geburtsdatum monat, geburtstag monat"),
    (Role::BdayYear, "geburtsjahr, jahrgang, geburtsdatum jahr, geburtstag jahr"),
    (Role::Sex, "geschlecht"),
    (Role::Url, "webseite, internetseite, internetadresse"),
    (
        Role::Tel,
        "telefonnummer, handy*, handynummer, mobilnummer, mobiltelefon*, mobil, rufnummer, \
         mobilfunknummer, festnetz*, tel nr, mobilfunk, mobile rufnummer",
    ),
    (
        Role::TelCountryCode,
        "landervorwahl, landesvorwahl, internationale vorwahl, landerkennung, \
         telefon landervorwahl, landercode",
    ),
    (Role::TelAreaCode, "vorwahl, ortsvorwahl, telefon vorwahl, telefonvorwahl"),
    (Role::TelExtension, "durchwahl"),
    (
        Role::Email,
        "e mail adresse, email adresse, mailadresse, mail adresse, emailadresse*, \
         e mail anschrift, elektronische post, e mailadresse",
    ),
    (Role::CoverLetter, "anschreiben*, bewerbungsschreiben, motivationsschreiben"),
    (Role::Resume, "lebenslauf*"),
    (Role::PhotoFile, "foto, bild, bewerbungsfoto, profilbild, passfoto"),
    (Role::Bio, "uber mich, uber sie, kurzprofil, kurzbiografie, biografie"),
    (Role::Skills, "kenntnisse, fahigkeiten, kompetenzen, fachkenntnisse"),
    (Role::Languages, "sprachen, sprachkenntnisse, fremdsprachen"),
    (Role::Certifications, "zertifikate, zertifizierungen, zeugnisse"),
    (
        Role::Salary,
        "gehaltsvorstellung*, gehalt*, gehaltswunsch, wunschgehalt, jahresgehalt, einkommen, \
         nettoeinkommen",
    ),
    (
        Role::NoticePeriod,
        "kundigungsfrist, eintrittstermin, eintrittsdatum, fruhester eintrittstermin, \
         fruhestmoglicher eintrittstermin, verfugbar ab, moglicher starttermin",
    ),
    (Role::WorkAuthorization, "arbeitserlaubnis, arbeitsgenehmigung, visum"),
    (Role::School, "schule, universitat, hochschule, bildungseinrichtung"),
    (
        Role::Degree,
        "abschluss, bildungsabschluss, hochster abschluss, schulabschluss, studienabschluss, \
         ausbildung",
    ),
    (Role::FieldOfStudy, "studienfach, studiengang, studienrichtung, fachrichtung"),
    (Role::Gpa, "abschlussnote, notendurchschnitt, durchschnittsnote"),
    (Role::StartDate, "beginn, startdatum, anfangsdatum, von datum"),
    (Role::EndDate, "enddatum, bis datum, abschlussdatum"),
    (Role::ExperienceYears, "berufserfahrung in jahren, jahre berufserfahrung, berufserfahrung"),
    (Role::Captcha, "sicherheitsabfrage, zeichen eingeben, spamschutz, sicherheitsfrage captcha"),
    (
        Role::Search,
        "suche*, suchen, suchbegriff*, suchwort, stichwort, produktsuche, wonach suchen",
    ),
    (
        Role::Coupon,
        "gutschein*, gutscheincode, rabattcode, aktionscode, gutscheinnummer, vorteilscode, \
         kundenkarte, bonuskarte, payback*",
    ),
    (
        Role::Consent,
        "agb, datenschutz*, ich stimme zu, einverstanden, zustimmen, akzeptiere, \
         ich habe gelesen, nutzungsbedingungen, allgemeine geschaftsbedingungen, \
         einwilligung, ich akzeptiere, widerruf*",
    ),
    (
        Role::Newsletter,
        "newsletter abonnieren, ich mochte den newsletter, werbung, angebote per e mail, \
         newsletter anmeldung",
    ),
    (Role::Honeypot, "nicht ausfullen, bitte leer lassen, leer lassen, feld leer lassen"),
    (
        Role::OtherPerson,
        "notfallkontakt*, referenzperson, empfanger name, name des empfangers, \
         notfallnummer, ehepartner, geburtsname der mutter",
    ),
    (Role::Quantity, "menge, anzahl, stuckzahl"),
    (
        Role::Comment,
        "bemerkung*, kommentar*, nachricht, anmerkung*, mitteilung, hinweise, \
         lieferhinweis*, bestellnotiz*, lieferanweisung*, zusatzliche hinweise, \
         ihre nachricht, betreff, sicherheitsfrage, geheime antwort, hinweis zur lieferung, \
         packstation, postnummer",
    ),
    (Role::Age, "alter"),
    (Role::File, "datei*, anhang*, unterlagen, dokumente, anlagen"),
    (Role::BankAccount, "kontonummer, kontoinhaber*, bankleitzahl, blz"),
    (
        Role::Occasion,
        "lieferdatum, wunschtermin, zahlungsart, versandart, bestellnummer, rechnungsnummer, \
         sendungsnummer, lieferart, wie sind sie auf uns aufmerksam geworden, kundentyp, \
         adressart",
    ),
    (Role::Password, "passwort*, kennwort*, *passwort, *kennwort"),
    (Role::Repeat, "wiederholen, bestatigen, wiederholung, bestatigung, erneut, nochmals, nochmal"),
    (
        Role::NewWord,
        "neues, neues passwort, passwort wahlen, passwort erstellen, passwort festlegen, \
         neues kennwort, mindestens 8 zeichen",
    ),
    (
        Role::CurrentWord,
        "aktuelles, altes, bisheriges, aktuelles passwort, altes passwort, \
         passwort vergessen, derzeitiges",
    ),
    (Role::Number, "nummer"),
    (Role::Month, "monat"),
    (Role::Year, "jahr"),
    (Role::Day, "tag"),
    (Role::Card, "kreditkarte, karte, zahlung"),
    (Role::Birth, "geburt*, geboren"),
    (
        Role::LoginWords,
        "anmelden, einloggen, anmeldung, angemeldet bleiben, passwort vergessen, \
         kennwort vergessen, bereits kunde, ich bin bereits kunde, eingeloggt bleiben, \
         zugangsdaten vergessen",
    ),
    (
        Role::SignupWords,
        "registrierung, konto erstellen, konto anlegen, neues konto, neukunde, \
         jetzt registrieren, kundenkonto anlegen, ich bin neu hier, kostenlos registrieren, \
         kundenkonto erstellen, neu registrieren",
    ),
    (Role::ResetWords, "passwort andern, passwort zurucksetzen, kennwort andern"),
    (Role::Fax, "faxnummer"),
    (Role::NotMe, "notfall*, referenzen, erziehungsberechtigt*, beschenkte*"),
];
