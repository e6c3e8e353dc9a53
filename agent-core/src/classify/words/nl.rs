//! Dutch.

/// The table.
pub(super) const WORDS: &str = "\
name: volledige naam, voor en achternaam, naam, uw naam, je naam, voornaam en achternaam, \
    naam ontvanger, contactpersoon, naam contactpersoon
honorific-prefix: aanhef, titel, aanspreektitel
given-name: voornaam*, roepnaam, voornamen, voorletters, voorletter
additional-name: tussenvoegsel*, tweede naam, tussenv
family-name: achternaam*, familienaam*
nickname: bijnaam, schermnaam
username: gebruikersnaam*, gebruiker, inlognaam, gebruikersnaam of e mail, ?klantnummer, \
    gebruikersnaam of e mailadres
one-time-code: verificatiecode, bevestigingscode, activeringscode
organization-title: functie, functietitel, beroep, functieomschrijving
organization: bedrijf, bedrijfsnaam*, organisatie, firma, naam bedrijf, werkgever, \
    firmanaam, organisatienaam
street-address: adres, bezorgadres, factuuradres, verzendadres, leveradres, postadres, \
    volledig adres
address-line1: adres 1, adresregel 1, straat en huisnummer, straat en nummer, \
    straat huisnummer, straatnaam en huisnummer, straat en nr, straat nummer, straat nr, \
    adreslijn 1, straat huisnr, straat en huisnr
address-line2: adres 2, adresregel 2, extra adresregel, adrestoevoeging, tweede adresregel, \
    adreslijn 2, extra adresinformatie, adres aanvulling, aanvullende adresgegevens
address-line3: adres 3, adresregel 3, adreslijn 3
address-streetname: straat, straatnaam*, naam van de straat
address-housenumber: huisnummer*, huisnr, huis nummer, huisnummer en toevoeging, \
    huisnr en toevoeging, huis nr
address-extra-housesuffix: toevoeging, huisnummertoevoeging, huisnummer toevoeging, toev, \
    huisletter, bus, busnummer, busnr, huisnr toevoeging, bus nummer
apartment: appartement, appartementnummer
floor: verdieping, etage
building: gebouw
address-lookup: adres zoeken, zoek adres, zoek je adres
address-level3: wijk, buurt
address-level2: plaats, woonplaats*, stad, gemeente, plaatsnaam, stad dorp
address-level1: provincie, staat, regio
country: land, land regio, land van verblijf, leverland, land van bestemming
postal-code: pc
postal-code-and-city: postcode en plaats, postcode of plaats, postcode plaats, \
    postcode en woonplaats, plaats of postcode, gemeente of postcode, postcode of gemeente
vat-number: btw nummer, btw, btw identificatienummer, kvk nummer, kvk, ondernemingsnummer, \
    btwnummer*
id-number: paspoortnummer, identiteitskaartnummer, burgerservicenummer, bsn, \
    rijksregisternummer
cc-name: naam op de kaart, naam kaarthouder, kaarthouder, naam op kaart, \
    naam van de kaarthouder
cc-number: kaartnummer, creditcardnummer, kaart nummer
cc-exp: vervaldatum, geldig tot, verloopdatum, mm jj, einddatum kaart
cc-exp-month: vervalmaand, maand vervaldatum
cc-exp-year: vervaljaar, jaar vervaldatum
cc-csc: beveiligingscode, veiligheidscode, controlenummer, verificatiecode kaart
cc-type: kaarttype, type kaart, soort kaart
x-setting: valuta
x-setting: taal, voorkeurstaal
bday: geboortedatum, verjaardag, geboren op
bday-day: geboortedag, geboortedatum dag
bday-month: geboortemaand, geboortedatum maand
bday-year: geboortejaar, geboortedatum jaar
sex: geslacht, aanspreekvorm geslacht
url: webpagina, internetadres
tel: telefoon*, telefoonnummer*, mobiel*, mobiele nummer, gsm, gsm nummer
tel-country-code: landcode, landnummer, landennummer
tel-area-code: netnummer, kengetal
email: emailadres*, mailadres, e mail adres, email adres
x-cover-letter: motivatiebrief, sollicitatiebrief, motivatie
x-resume: cv uploaden, upload je cv
x-photo: foto, profielfoto, pasfoto
x-bio: over jezelf, over mij, over jou, biografie
x-skills: vaardigheden, competenties
x-languages: talen, talenkennis
x-certifications: certificaten, certificeringen
x-salary: salaris*, salarisindicatie, inkomen
x-notice-period: opzegtermijn, beschikbaarheid, beschikbaar vanaf
x-work-authorization: werkvergunning
x-school: universiteit, hogeschool, onderwijsinstelling
x-degree: diploma, opleiding, opleidingsniveau
x-field-of-study: studierichting, studie, vakgebied
x-start-date: startdatum, begindatum
x-end-date: einddatum
x-experience-years: jaren ervaring, werkervaring
x-captcha: typ de tekens, beveiligingscode afbeelding
x-search: zoeken, zoek, zoekterm, zoekopdracht, waar ben je naar op zoek, trefwoord
x-coupon: kortingscode*, cadeaubon*, actiecode*, waardebon*, kortingsbon, vouchercode, \
    cadeaukaart, promotiecode, couponcode, klantenkaart*, spaarkaart
x-consent: akkoord, privacybeleid, ik heb gelezen, voorwaarden, toestemming, \
    privacyverklaring
x-newsletter: nieuwsbrief*, aanbiedingen, ik wil graag, op de hoogte
x-honeypot: niet invullen, leeg laten
x-other-person: contactpersoon bij noodgevallen, naam van de ontvanger
x-quantity: aantal, hoeveelheid
x-comment: opmerking*, bericht, notities, toelichting, instructies, bezorginstructies, \
    geheime vraag, onderwerp, vraag, referentie, opmerkingen bij bestelling
x-age: leeftijd
x-file: bestand*, bijlage*, documenten
x-bank-account: rekeningnummer, bankrekening, rekeninghouder
x-occasion: bezorgdatum, leverdatum, betaalmethode, betaalwijze, bestelnummer, ordernummer, \
    verzendmethode, hoe heb je ons gevonden, factuurnummer
~password: wachtwoord*, paswoord*
~repeat: herhaal, bevestig, herhalen, bevestigen, bevestiging, nogmaals, herhaling, opnieuw
~new: nieuw, nieuw wachtwoord, kies een wachtwoord, maak een wachtwoord, minimaal 8 tekens
~current: huidig, oud, huidige, huidig wachtwoord, oud wachtwoord, wachtwoord vergeten
~number: nummer
~month: maand
~year: jaar, jjjj
~day: dag
~card: kaart, betaling
~birth: geboorte*, geboren
~login: inloggen, aanmelden, wachtwoord vergeten, ingelogd blijven, onthoud mij, \
    ik ben al klant, ik heb al een account, bestaande klant
~sign-up: registreren, registreer, account aanmaken, maak een account, nieuwe klant, \
    inschrijven, ik ben nieuw, maak account aan, account maken
~reset: wachtwoord wijzigen, wachtwoord resetten, wachtwoord herstellen
~fax: faxnummer
~not-me: noodgeval*, voogd, begunstigde
";
