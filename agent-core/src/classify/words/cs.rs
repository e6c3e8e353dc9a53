//! Czech and Slovak.

/// The table.
pub(super) const WORDS: &str = "\
name: jmeno a prijmeni, cele jmeno, jmeno prijmeni, prijmeni a jmeno, meno a priezvisko, \
    cele meno, meno priezvisko, kontaktni osoba, vase jmeno, kontaktna osoba, vase meno
honorific-prefix: titul, osloveni, titul pred jmenem, oslovenie, titul pred menom
given-name: jmeno, krestni jmeno, meno, krstne meno
additional-name: prostredni jmeno, druhe jmeno
family-name: prijmeni*, priezvisko*
honorific-suffix: titul za jmenem, titul za menom
nickname: prezdivka, prezyvka
username: uzivatelske jmeno, prihlasovaci jmeno, uzivatel, pouzivatelske meno, \
    prihlasovacie meno, pouzivatel, uzivatelske meno, e mail nebo uzivatelske jmeno, \
    prihlasovaci e mail nebo jmeno
one-time-code: overovaci kod, potvrzovaci kod, sms kod, jednorazove heslo
organization-title: pozice, pracovni pozice, povolani, funkce, pozicia, pracovna pozicia, \
    povolanie
organization: firma, nazev firmy, spolecnost, organizace, nazov firmy, spolocnost, \
    obchodni jmeno, zamestnavatel, jmeno firmy, nazev spolecnosti, nazov spolocnosti
street-address: adresa, fakturacni adresa, dorucovaci adresa, dodacia adresa, \
    fakturacna adresa, dorucovacia adresa, adresa bydliste
address-line1: adresa 1, ulice a cislo popisne, ulice a c p, ulice a cislo, \
    ulice cislo popisne, ulice cp, ulica a cislo, ulice c p, ulice a cislo domu, \
    ulica a cislo domu, ulica cislo, ulica a popisne cislo, ulice cislo, \
    ulice vcetne cisla popisneho, ulice a cp
address-line2: adresa 2, adresa pokracovani, doplnek adresy, upresneni adresy
address-streetname: ulice, ulica
address-housenumber: cislo popisne, c p, cislo domu, cp, popisne cislo, c popisne, \
    supisne cislo
apartment: cislo bytu, byt
floor: patro, poschodi, poschodie
stair: vchod, schodiste
building: budova
address-level3: mestska cast, cast obce
address-level2: mesto, obec
address-level1: kraj, okres, stat provincie
country: zeme, stat, krajina, zeme region, stat dodani
postal-code: psc, smerovaci cislo, postove smerovacie cislo, p s c
postal-code-and-city: psc a mesto, psc mesto, mesto nebo psc, psc nebo mesto
vat-number: dic, ic dph, ico, ic
id-number: rodne cislo, cislo obcanskeho prukazu, cislo pasu, cislo op
cc-name: jmeno na karte, drzitel karty, meno na karte, jmeno drzitele karty, \
    meno drzitela karty
cc-number: cislo karty, cislo kreditni karty, cislo platebni karty, cislo kreditnej karty
cc-exp: datum platnosti, platnost, mm rr, expirace, konec platnosti
cc-exp-month: mesic platnosti, mesic expirace
cc-exp-year: rok platnosti, rok expirace
cc-csc: bezpecnostni kod, kontrolni kod, bezpecnostny kod, cvc kod, cvv kod
cc-type: typ karty
x-setting: mena
x-setting: jazyk
bday: datum narozeni, narozeniny, datum narodenia
bday-day: den narozeni
bday-month: mesic narozeni
bday-year: rok narozeni, rocnik
sex: pohlavi, pohlavie
url: webova stranka, webove stranky
tel: mobil, mobilne cislo, telefonny kontakt, tel cislo, mobilni cislo, telefonni kontakt
tel-country-code: predvolba, mezinarodni predvolba, telefonni predvolba, predvolba zeme, \
    medzinarodna predvolba
email: e mailova adresa, emailova adresa, e mailovy adresa, elektronicka posta
x-cover-letter: motivacni dopis, pruvodni dopis, motivacny list
x-resume: zivotopis*
x-photo: fotografie, fotka
x-bio: o sobe, o mne
x-skills: dovednosti, schopnosti, zrucnosti
x-languages: jazyky, jazykove znalosti
x-certifications: certifikaty
x-salary: mzda, plat, ocekavany plat, predstava o platu, pozadovana mzda
x-notice-period: vypovedni lhuta, datum nastupu, mozny nastup
x-work-authorization: pracovni povoleni
x-school: skola, univerzita
x-degree: vzdelani, nejvyssi dosazene vzdelani, vzdelanie
x-field-of-study: obor, studijni obor, odbor
x-start-date: datum zahajeni
x-end-date: datum ukonceni
x-experience-years: praxe
x-captcha: opiste kod, kontrolni otazka
x-search: hledat, vyhledat, vyhledavani, hledany vyraz, hladat, vyhladavanie, co hledate
x-coupon: slevovy kod, darkovy poukaz, kupon, slevovy kupon, zlavovy kod, zlavovy kupon, \
    poukaz, kod poukazu, slevovy poukaz, darkovy certifikat, vernostni karta
x-consent: souhlasim, obchodni podminky, ochrana osobnich udaju, suhlasim, \
    obchodne podmienky, souhlas, zpracovani osobnich udaju, podminkami, podmienkami
x-newsletter: novinky, zasilani novinek, odber noviniek, odber newsletteru, \
    odebirat novinky, zasilani obchodnich sdeleni
x-honeypot: nevyplnujte, nechte prazdne
x-quantity: mnozstvi, pocet, mnozstvo
x-comment: poznamka*, komentar*, zprava, sprava, poznamka k objednavce, \
    poznamka pro dopravce, poznamka k objednavke, predmet, vzkaz, dotaz
x-age: vek
x-file: soubor*, priloha*, subor*, dokumenty
x-bank-account: cislo uctu, bankovni ucet
x-occasion: datum doruceni, zpusob platby, zpusob dopravy, cislo objednavky, cislo faktury
~password: heslo*, hesla
~repeat: potvrzeni, znovu, opakovat, zopakujte, kontrola hesla, zopakovat, potvrdte, \
    potvrdenie, zopakuj, podruhe, pro kontrolu
~new: nove, nove heslo, zvolte heslo, zvolte si heslo, alespon 8 znaku
~current: soucasne, stare, stavajici, stare heslo, soucasne heslo, zapomenute heslo, \
    zapomneli jste heslo, aktualne heslo
~number: cislo
~month: mesic, mesiac
~year: rok
~day: den
~card: karta, platebni karta, platba
~birth: narozeni, narodenia
~login: prihlasit, prihlaseni, zapomenute heslo, zapamatovat, prihlasenie, zabudnute heslo, \
    zustat prihlasen, mam ucet, zapomneli jste heslo
~sign-up: registrovat, registrace, vytvorit ucet, zalozit ucet, registracia, novy zakaznik, \
    zaregistrovat
~reset: zmenit heslo, obnovit heslo, zmena hesla, obnova hesla
~not-me: nouzovy kontakt, zakonny zastupce
";
