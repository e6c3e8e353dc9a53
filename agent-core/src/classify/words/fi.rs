//! Finnish.

/// The table.
pub(super) const WORDS: &str = "\
name: koko nimi, nimi, etu ja sukunimi, nimesi, etunimi ja sukunimi, yhteyshenkilo*, \
    vastaanottajan nimi
honorific-prefix: titteli, puhuttelu
given-name: etunimi*, etunimet
additional-name: toinen nimi, valinimi
family-name: sukunimi*
nickname: lempinimi, nimimerkki
username: kayttajatunnus*, kayttajanimi*, tunnus, kayttajatunnus tai sahkoposti
one-time-code: vahvistuskoodi, kertakayttokoodi, tekstiviestikoodi
organization-title: ammatti, tehtavanimike, asema
organization: yritys, yrityksen nimi, organisaatio, yhtio, tyonantaja, yrityksennimi
street-address: osoite, katuosoite*, lahiosoite*, toimitusosoite, laskutusosoite, \
    postiosoite, kotiosoite
address-line1: osoite 1, osoiterivi 1, katu ja talonumero, katuosoite 1
address-line2: osoite 2, osoiterivi 2, lisaosoite, osoitteen lisatiedot, katuosoite 2
address-streetname: katu, kadunnimi
address-housenumber: talonumero*, talon numero
apartment: asunto, asunnon numero, huoneisto*
floor: kerros
stair: porras, rappu
address-level2: kaupunki*, postitoimipaikka*, paikkakunta*, kunta, toimipaikka
address-level1: maakunta, laani, osavaltio
country: maa, maa alue, asuinmaa
postal-code: postinumero*, postinro
postal-code-and-city: postinumero ja postitoimipaikka, postinumero tai kaupunki
vat-number: y tunnus, alv numero, alv tunnus, ytunnus
id-number: henkilotunnus*, hetu, passin numero
cc-name: kortinhaltija*, kortinhaltijan nimi, nimi kortissa, kortin haltija
cc-number: kortin numero, korttinumero, luottokortin numero
cc-exp: voimassaoloaika, viimeinen voimassaolopaiva, vanhenemispaiva, voimassa
cc-csc: turvakoodi, tarkistusnumero, turvaluku, varmistusnumero
cc-type: kortin tyyppi
x-setting: kieli
bday: syntymaaika, syntymapaiva, syntynyt
bday-month: syntymakuukausi
bday-year: syntymavuosi
sex: sukupuoli
url: verkkosivusto, kotisivu, verkkosivu
tel: puhelin*, puhelinnumero*, matkapuhelin*, kannykka*, puh, gsm
tel-country-code: maatunnus, maakoodi, suuntanumero maa
tel-area-code: suuntanumero
email: sahkoposti*, sahkopostiosoite*, s posti
x-cover-letter: hakemuskirje, saatekirje, tyohakemus
x-resume: ansioluettelo
x-photo: kuva, valokuva
x-bio: kerro itsestasi, tietoja sinusta
x-skills: taidot, osaaminen
x-languages: kielitaito
x-salary: palkka*, tulot
x-notice-period: irtisanomisaika
x-work-authorization: tyolupa
x-school: koulu, yliopisto, oppilaitos
x-degree: tutkinto, koulutus, koulutustaso
x-start-date: aloituspaiva, alkamispaiva
x-end-date: paattymispaiva
x-experience-years: tyokokemus vuosina
x-search: haku, hae, etsi, hakusana, mita etsit
x-coupon: alennuskoodi*, lahjakortti*, kampanjakoodi*, etukoodi*, kuponkikoodi, \
    kanta asiakasnumero
x-consent: hyvaksyn, ehdot, kayttoehdot, tietosuoja*, toimitusehdot, suostun
x-newsletter: uutiskirje*, tarjouksia
x-quantity: maara, kappalemaara, kpl
x-comment: kommentti*, viesti, lisatiedot, lisatieto, huomautus*, ovikoodi, aihe
x-age: ika
x-file: tiedosto*, liite*
x-bank-account: tilinumero
x-occasion: toimituspaiva, maksutapa, toimitustapa, tilausnumero
~password: salasana*
~repeat: vahvista, toista, uudelleen, uudestaan
~new: uusi, uusi salasana, luo salasana, valitse salasana
~current: nykyinen, vanha, nykyinen salasana, unohditko salasanan, unohtunut salasana, \
    unohditko salasanasi
~number: numero
~month: kuukausi, kk
~year: vuosi, vv
~day: paiva, pv
~card: kortti, luottokortti, maksu
~birth: syntyma*, syntynyt
~login: kirjaudu, kirjautuminen, unohditko salasanan, muista minut
~sign-up: rekisteroidy, luo tili, luo kayttajatili, uusi asiakas, rekisterointi, liity
~reset: vaihda salasana, palauta salasana
~not-me: huoltaja, hatatilanne
";
