//! Swedish.

/// The table.
pub(super) const WORDS: &str = "\
name: fullstandigt namn, namn, for och efternamn, ditt namn, fornamn och efternamn, \
    kontaktperson, fornamn efternamn
honorific-prefix: titel, tilltal
given-name: fornamn*, tilltalsnamn
additional-name: mellannamn
family-name: efternamn*
nickname: smeknamn
username: anvandarnamn*, anvandar id, anvandare, anvandarnamn eller e post, \
    e post eller anvandarnamn
one-time-code: engangskod, verifieringskod, bekraftelsekod, sms kod
organization-title: befattning, yrke, yrkestitel, jobbtitel, tjanst, roll
organization: foretag*, foretagsnamn*, arbetsgivare, firma
street-address: adress, gatuadress, leveransadress, faktureringsadress, postadress, \
    fakturaadress, utdelningsadress, c o adress gatuadress
address-line1: adress 1, adressrad 1, gata och nummer, gatuadress 1, gata och husnummer
address-line2: adress 2, adressrad 2, c o adress, c o, gatuadress 2, adresstillagg, \
    lagenhet etc, c o lagenhet
address-streetname: gata, gatunamn
address-housenumber: husnummer*, gatunummer, hus nr
apartment: lagenhetsnummer, lagenhet, lgh, lagenhetsnr
floor: vaning, vaningsplan
stair: uppgang, port
address-level2: ort, stad, postort, kommun
address-level1: lan, delstat, provins, landskap
country: land, land region
postal-code: postnummer*, postnr, post nr
postal-code-and-city: postnummer och ort, postnr ort, postnummer ort, postnummer eller ort, \
    postadress postnummer och ort
vat-number: organisationsnummer*, org nr, momsnummer, vat nummer, momsregistreringsnummer, \
    orgnr
id-number: personnummer*, passnummer, person organisationsnummer, \
    person eller organisationsnummer, personnr
cc-name: namn pa kortet, kortinnehavare, kortinnehavarens namn, namn pa kort
cc-number: kortnummer, kreditkortsnummer, kort nummer
cc-exp: utgangsdatum, giltigt till, giltig till, giltighetstid
cc-exp-month: utgangsmanad
cc-exp-year: utgangsar
cc-csc: sakerhetskod, cvc kod, kontrollkod, cvv kod
cc-type: korttyp
x-setting: sprak
bday: fodelsedatum, fodelsedag, fodd
bday-month: fodelsemanad
bday-year: fodelsear
sex: kon
url: webbplats, hemsida, webbsida
tel: telefonnummer*, mobil*, mobilnummer*, mobiltelefon*
tel-country-code: landskod, landsnummer
tel-area-code: riktnummer
email: e post, e postadress, epost*, mejladress, mailadress, mejl, e postadressen
x-cover-letter: personligt brev, ansokningsbrev
x-photo: foto, bild, profilbild
x-bio: om dig, om mig, presentation
x-skills: fardigheter, kompetenser
x-languages: sprakkunskaper
x-salary: lon, loneansprak, inkomst
x-notice-period: uppsagningstid
x-work-authorization: arbetstillstand
x-school: skola, universitet, larosate
x-degree: utbildning, examen, utbildningsniva
x-start-date: startdatum
x-end-date: slutdatum
x-experience-years: ars erfarenhet
x-search: sok, sokord, vad letar du efter
x-coupon: rabattkod*, presentkort*, kampanjkod*, kupongkod, vardecheck, vardekod, \
    medlemsnummer
x-consent: jag godkanner, villkor*, kopvillkor, integritetspolicy, samtycke, jag har last, \
    jag samtycker, personuppgifter
x-newsletter: nyhetsbrev*, erbjudanden
x-quantity: antal
x-comment: kommentar*, meddelande, meddelanden, ovrigt, portkod, anteckning, arende, amne
x-age: alder
x-file: fil, bifoga, bilaga
x-bank-account: kontonummer, clearingnummer
x-occasion: leveransdatum, betalningsmetod, ordernummer, leveranssatt, betalsatt, \
    fakturanummer
~password: losenord*
~repeat: upprepa, bekrafta, upprepning, igen, repetera
~new: nytt, nytt losenord, valj losenord, skapa losenord, valj ett losenord, minst 8 tecken
~current: nuvarande, gammalt, glomt losenord, glomt ditt losenord
~number: nummer
~month: manad
~year: ar
~day: dag
~card: kort, kreditkort, betalning
~birth: fodelse*, fodd
~login: logga in, inloggning, glomt losenord, kom ihag mig, hall mig inloggad, \
    glomt ditt losenord, redan kund
~sign-up: skapa konto, registrera, bli medlem, ny kund, skapa ett konto, registrering
~reset: byt losenord, aterstall losenord, andra losenord
~not-me: nodsituation, anhorig, vardnadshavare, malsman
";
