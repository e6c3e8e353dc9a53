//! German.

/// The table.
pub(super) const WORDS: &str = "\
name: vor und nachname, vorname und nachname, vollstandiger name, ihr name, name vorname, \
    ansprechpartner, kundenname, empfanger, vorname nachname, vor und zuname, vor nachname, \
    kontoname
honorific-prefix: titel, akademischer titel
given-name: vorname*, rufname
additional-name: zweiter vorname, mittelname
family-name: nachname*, familienname*, zuname
nickname: spitzname, anzeigename
username: benutzername*, nutzername*, benutzerkennung, anmeldename, benutzer, \
    mitgliedsname, ?kundennummer, benutzername oder e mail adresse, \
    e mail oder benutzername, nutzer id, zugangsnummer
one-time-code: bestatigungscode, verifizierungscode, einmalpasswort, sicherheitscode aus, \
    aktivierungscode, einmalcode, verifikationscode
organization-title: berufsbezeichnung, beruf, stellenbezeichnung, funktion, jobtitel, \
    tatigkeit
organization: firma, firmenname*, unternehmen*, firmen name, arbeitgeber, \
    firmenbezeichnung, betrieb
street-address: adresse, anschrift, lieferadresse, rechnungsadresse, strassenadresse, \
    postanschrift, wohnadresse
address-line1: adresszeile 1, adresse 1, strasse und hausnummer, strasse hausnummer, \
    strasse hausnr, strasse nr, strasse und nr, strasse und hausnr, strasse haus nr, \
    str und nr, str nr, strasse und nummer, anschrift 1, strasse hnr
address-line2: adresszeile 2, adresse 2, adresszusatz*, zusatzadresse, adresserganzung, \
    anschriftzusatz, zusatzinformationen zur adresse, anschrift 2, zusatz, firma zusatz, \
    zusatzliche adressinformationen, addresszusatz
address-line3: adresszeile 3, adresse 3
address-streetname: strasse*, str, strasse ohne hausnummer, *strasse
address-housenumber: hausnummer*, hausnr, haus nr, hnr, haus nummer, hausnummer und zusatz
address-extra-housesuffix: hausnummernzusatz, hausnummerzusatz, hausnummer zusatz, nr zusatz
apartment: wohnung, wohnungsnummer, top, turnummer, tur
floor: stockwerk, etage, stock, geschoss
stair: stiege, treppenhaus, eingang, treppe
building: gebaude*, hausname
address-extra: weitere adressangaben, zusatzliche angaben
address-lookup: adresse suchen, adresssuche
address-level3: ortsteil, stadtteil, bezirk
address-level2: stadt, ort, wohnort, gemeinde, ortschaft
address-level1: bundesland, kanton, bundesstaat, provinz
country: land, staat, land region, wohnsitzland, lieferland, land auswahlen, wohnland
postal-code: postleitzahl*, post leitzahl
postal-code-and-city: plz ort, plz und ort, postleitzahl und ort, plz stadt, \
    postleitzahl ort, plz oder ort, plz wohnort, ort oder plz
vat-number: umsatzsteuer identifikationsnummer, ust id, ust idnr, ustid*, umsatzsteuer id, \
    mwst nummer, steuernummer, ust idnummer, umsatzsteueridentifikationsnummer
id-number: ausweisnummer, personalausweisnummer, reisepassnummer, passnummer, \
    sozialversicherungsnummer, steuer id, steueridentifikationsnummer
cc-name: karteninhaber*, name auf der karte, name des karteninhabers, kreditkarteninhaber
cc-number: kartennummer, kreditkartennummer, kreditkarten nummer, karten nr, kreditkarte
cc-exp: gultig bis, ablaufdatum, verfallsdatum, verfalldatum, gultigkeitsdatum, gultigkeit, \
    mm jj
cc-exp-month: ablaufmonat, verfallsmonat, gultig bis monat, ablaufdatum monat
cc-exp-year: ablaufjahr, verfallsjahr, gultig bis jahr, ablaufdatum jahr
cc-csc: prufnummer, kartenprufnummer, prufziffer, sicherheitscode, kartenprufziffer, \
    sicherheitsnummer, kpn
cc-type: kartentyp, kreditkartentyp, kartenart
x-setting: wahrung
x-setting: sprache, bevorzugte sprache
bday: geburtsdatum, geburtstag, geboren am, geb datum, geb dat
bday-day: geburtstag tag, geburtsdatum tag
bday-month: geburtsmonat, geburtsdatum monat, geburtstag monat
bday-year: geburtsjahr, jahrgang, geburtsdatum jahr, geburtstag jahr
sex: geschlecht
url: webseite, internetseite, internetadresse
tel: handy*, mobilnummer, mobiltelefon*, mobil, rufnummer, mobilfunknummer, festnetz*, \
    mobilfunk
tel-country-code: landervorwahl, landesvorwahl, internationale vorwahl, landerkennung, \
    telefon landervorwahl, landercode
tel-area-code: vorwahl, ortsvorwahl, telefon vorwahl, telefonvorwahl
tel-extension: durchwahl
email: email adresse, mailadresse, mail adresse, emailadresse*, e mail anschrift, \
    elektronische post
x-cover-letter: anschreiben*, bewerbungsschreiben, motivationsschreiben
x-resume: lebenslauf*
x-photo: foto, bild, bewerbungsfoto, profilbild, passfoto
x-bio: uber mich, uber sie, kurzprofil, kurzbiografie, biografie
x-skills: kenntnisse, fahigkeiten, kompetenzen, fachkenntnisse
x-languages: sprachen, sprachkenntnisse, fremdsprachen
x-certifications: zertifikate, zertifizierungen, zeugnisse
x-salary: gehaltsvorstellung*, gehalt*, wunschgehalt, jahresgehalt, einkommen, \
    nettoeinkommen
x-notice-period: kundigungsfrist, eintrittstermin, eintrittsdatum, verfugbar ab, \
    moglicher starttermin
x-work-authorization: arbeitserlaubnis, arbeitsgenehmigung, visum
x-school: schule, universitat, hochschule, bildungseinrichtung
x-degree: abschluss, bildungsabschluss, schulabschluss, studienabschluss, ausbildung
x-field-of-study: studienfach, studiengang, studienrichtung, fachrichtung
x-gpa: abschlussnote, notendurchschnitt, durchschnittsnote
x-start-date: beginn, startdatum, anfangsdatum, von datum
x-end-date: enddatum, bis datum, abschlussdatum
x-experience-years: berufserfahrung
x-captcha: sicherheitsabfrage, zeichen eingeben, spamschutz, sicherheitsfrage captcha
x-search: suche*, suchbegriff*, suchwort, stichwort, produktsuche
x-coupon: gutschein*, rabattcode, aktionscode, vorteilscode, kundenkarte, bonuskarte, \
    payback*
x-consent: agb, datenschutz*, ich stimme zu, einverstanden, zustimmen, akzeptiere, \
    ich habe gelesen, nutzungsbedingungen, allgemeine geschaftsbedingungen, einwilligung, \
    widerruf*
x-newsletter: ich mochte den newsletter, werbung, angebote per e mail
x-honeypot: nicht ausfullen, leer lassen
x-other-person: notfallkontakt*, referenzperson, empfanger name, name des empfangers, \
    notfallnummer, ehepartner, geburtsname der mutter
x-quantity: menge, anzahl, stuckzahl
x-comment: bemerkung*, kommentar*, nachricht, anmerkung*, mitteilung, hinweise, \
    lieferhinweis*, bestellnotiz*, lieferanweisung*, zusatzliche hinweise, betreff, \
    sicherheitsfrage, geheime antwort, hinweis zur lieferung, packstation, postnummer
x-age: alter
x-file: datei*, anhang*, unterlagen, dokumente, anlagen
x-bank-account: kontonummer, kontoinhaber*, bankleitzahl, blz
x-occasion: lieferdatum, wunschtermin, zahlungsart, versandart, bestellnummer, \
    rechnungsnummer, sendungsnummer, lieferart, wie sind sie auf uns aufmerksam geworden, \
    kundentyp, adressart
~password: passwort*, kennwort*, *passwort, *kennwort
~repeat: wiederholen, bestatigen, wiederholung, bestatigung, erneut, nochmals, nochmal
~new: neues, neues passwort, passwort wahlen, passwort erstellen, passwort festlegen, \
    neues kennwort, mindestens 8 zeichen
~current: aktuelles, altes, bisheriges, aktuelles passwort, altes passwort, \
    passwort vergessen, derzeitiges
~number: nummer
~month: monat
~year: jahr
~day: tag
~card: kreditkarte, karte, zahlung
~birth: geburt*, geboren
~login: anmelden, einloggen, anmeldung, angemeldet bleiben, passwort vergessen, \
    kennwort vergessen, bereits kunde, eingeloggt bleiben, zugangsdaten vergessen
~sign-up: registrierung, konto erstellen, konto anlegen, neues konto, neukunde, \
    kundenkonto anlegen, ich bin neu hier, kundenkonto erstellen
~reset: passwort andern, passwort zurucksetzen, kennwort andern
~fax: faxnummer
~not-me: notfall*, referenzen, erziehungsberechtigt*, beschenkte*
";
