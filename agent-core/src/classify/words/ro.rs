//! Romanian.

/// The table.
pub(super) const WORDS: &str = "\
name: nume complet, nume si prenume, prenume si nume, numele si prenumele, numele tau, \
    nume prenume, numele complet, persoana de contact, nume si prenume destinatar
honorific-prefix: titlu, formula de adresare
given-name: prenume*
additional-name: al doilea prenume
family-name: nume, nume de familie, numele, numele de familie
username: nume de utilizator, utilizator, nume utilizator, email sau nume de utilizator
one-time-code: cod de verificare, cod de confirmare, cod sms
organization-title: functie, post, ocupatie, profesie
organization: firma, companie, denumire firma, nume firma, organizatie, societate, \
    nume companie, angajator, denumirea firmei
street-address: adresa, adresa de livrare, adresa de facturare, adresa completa, \
    adresa livrare, adresa facturare
address-line1: adresa 1, strada si numar, strada si numarul, strada numar, strada nr, \
    strada si nr, strada numar bloc scara apartament, strada nr bloc scara apartament
address-line2: adresa 2, bloc scara apartament, bl sc ap, bloc scara etaj apartament
address-streetname: strada, nume strada, numele strazii
address-housenumber: numar strada, numarul strazii, numar casa, numarul casei, nr strada
apartment: apartament, ap
floor: etaj
stair: scara
building: bloc, cladire
address-level3: sector, cartier, comuna
address-level2: oras*, localitate*, municipiu
address-level1: judet*, regiune, judet sector
country: tara, tara regiune
postal-code: codpostal*
vat-number: cui, cif, cod fiscal, cod unic de inregistrare, nr reg com, cod tva, \
    registrul comertului
id-number: cnp, cod numeric personal, serie si numar ci, numar pasaport
cc-name: nume pe card, titular card, numele de pe card, detinator card, numele titularului, \
    nume detinator card
cc-number: numar card, numarul cardului, nr card
cc-exp: data expirarii, expira la, data expirare, valabil pana la, valabilitate
cc-exp-month: luna expirarii, luna expirare
cc-exp-year: anul expirarii, an expirare
cc-csc: cod de securitate, cod securitate, cod cvv
cc-type: tip card, tipul cardului
x-setting: moneda
x-setting: limba
bday: data nasterii, data de nastere, zi de nastere
bday-day: ziua nasterii
bday-month: luna nasterii
bday-year: anul nasterii
sex: gen
url: pagina web
tel: numar de telefon, mobil, numarul de telefon
tel-country-code: prefix, prefix tara, cod de tara, cod tara
email: adresa de e mail, adresa email, adresa de email, posta electronica, adresa e mail, \
    emailul, adresa ta de email
x-cover-letter: scrisoare de intentie, scrisoare de motivatie
x-photo: fotografie, poza
x-bio: despre tine, despre mine
x-skills: competente, abilitati
x-languages: limbi straine, limbi
x-salary: salariu*, venit
x-notice-period: preaviz
x-school: scoala, universitate, facultate
x-degree: studii, nivel de studii, diploma
x-start-date: data inceperii, data de inceput
x-end-date: data finalizarii, data de sfarsit
x-experience-years: ani de experienta
x-search: cauta, cautare, cauta produse, ce cauti
x-coupon: cod promotional, cod de reducere, cupon, card cadou, cod reducere
x-consent: sunt de acord, termeni si conditii, politica de confidentialitate, am citit, \
    prelucrarea datelor
x-newsletter: doresc sa primesc, vreau sa primesc, aboneaza
x-quantity: cantitate
x-comment: comentariu*, comentarii, mesaj, observatii, subiect, detalii livrare, mentiuni
x-age: varsta
x-file: fisier*, atasament*
x-bank-account: cont bancar, banca
x-occasion: data livrarii, metoda de plata, metoda de livrare, numar comanda
~password: parola*
~repeat: confirma, repeta, confirmare, din nou, reintrodu, repetati, confirmati
~new: noua, parola noua, alege o parola, minim 8 caractere
~current: actuala, veche, parola actuala, parola veche, ai uitat parola, am uitat parola, \
    ati uitat parola
~number: numar, numarul
~month: luna, ll
~year: an, anul
~day: zi, ziua, zz
~card: plata
~birth: nasterii, nastere
~login: autentificare, conectare, intra in cont, ai uitat parola, tine ma minte, logare, \
    am cont, am uitat parola
~sign-up: inregistrare, creeaza cont, creare cont, cont nou, client nou, inregistreaza
~reset: schimba parola, reseteaza parola, resetare parola
~not-me: urgenta, tutore
";
