//! Romanian.

use super::{Role, Words};

pub(super) const WORDS: Words = &[
    (
        Role::Name,
        "nume complet, nume si prenume, prenume si nume, numele si prenumele, numele tau, \
         nume prenume, numele complet, persoana de contact, nume si prenume destinatar",
    ),
    (Role::HonorificPrefix, "titlu, formula de adresare"),
    (Role::GivenName, "prenume*, prenumele"),
    (Role::AdditionalName, "al doilea prenume"),
    (Role::FamilyName, "nume, nume de familie, numele, numele de familie"),
    (
        Role::Username,
        "nume de utilizator, utilizator, nume utilizator, email sau nume de utilizator",
    ),
    (Role::OneTimeCode, "cod de verificare, cod de confirmare, cod sms"),
    (Role::OrganizationTitle, "functie, post, ocupatie, profesie"),
    (
        Role::Organization,
        "firma, companie, denumire firma, nume firma, organizatie, societate, nume companie, \
         denumire companie, angajator, denumirea firmei",
    ),
    (
        Role::StreetAddress,
        "adresa, adresa de livrare, adresa de facturare, adresa completa, adresa livrare, \
         adresa facturare",
    ),
    (
        Role::AddressLine1,
        "adresa 1, strada si numar, strada si numarul, strada numar, strada nr, \
         linie adresa 1, strada si nr, strada numar bloc scara apartament, \
         strada nr bloc scara apartament",
    ),
    (
        Role::AddressLine2,
        "adresa 2, linie adresa 2, bloc scara apartament, bl sc ap, \
         bloc scara etaj apartament",
    ),
    (Role::StreetName, "strada, nume strada, numele strazii"),
    (Role::HouseNumber, "numar strada, numarul strazii, numar casa, numarul casei, nr strada"),
    (Role::Apartment, "apartament, ap"),
    (Role::Floor, "etaj"),
    (Role::Stair, "scara"),
    (Role::Building, "bloc, cladire"),
    (Role::AddressLevel3, "sector, cartier, comuna"),
    (Role::AddressLevel2, "oras*, localitate*, localitatea, oras localitate, municipiu"),
    (Role::AddressLevel1, "judet*, regiune, judet sector, judet regiune, stat judet"),
    (Role::Country, "tara, tara regiune"),
    (Role::PostalCode, "cod postal, codul postal, codpostal*"),
    (
        Role::VatNumber,
        "cui, cif, cod fiscal, cod unic de inregistrare, nr reg com, cod tva, \
         registrul comertului, nr registrul comertului, numar registrul comertului, cui cif",
    ),
    (Role::IdNumber, "cnp, cod numeric personal, serie si numar ci, numar pasaport"),
    (
        Role::CcName,
        "nume pe card, titular card, numele de pe card, detinator card, numele titularului, \
         nume detinator card",
    ),
    (Role::CcNumber, "numar card, numarul cardului, nr card"),
    (Role::CcExp, "data expirarii, expira la, data expirare, valabil pana la, valabilitate"),
    (Role::CcExpMonth, "luna expirarii, luna expirare"),
    (Role::CcExpYear, "anul expirarii, an expirare"),
    (Role::CcCsc, "cod de securitate, cod securitate, cod cvv"),
    (Role::CcType, "tip card, tipul cardului"),
    (Role::Setting, "moneda"),
    (Role::Setting, "limba"),
    (Role::Bday, "data nasterii, data de nastere, zi de nastere"),
    (Role::BdayDay, "ziua nasterii"),
    (Role::BdayMonth, "luna nasterii"),
    (Role::BdayYear, "anul nasterii"),
    (Role::Sex, "gen"),
    (Role::Url, "pagina web"),
    (
        Role::Tel,
        "numar de telefon, telefon mobil, mobil, numarul de telefon, nr telefon, \
         numar telefon, nr de telefon, telefonul",
    ),
    (Role::TelCountryCode, "prefix, prefix tara, cod de tara, cod tara"),
    (
        Role::Email,
        "adresa de e mail, adresa email, adresa de email, posta electronica, adresa e mail, \
         emailul, adresa ta de email",
    ),
    (Role::CoverLetter, "scrisoare de intentie, scrisoare de motivatie"),
    (Role::PhotoFile, "fotografie, poza"),
    (Role::Bio, "despre tine, despre mine"),
    (Role::Skills, "competente, abilitati"),
    (Role::Languages, "limbi straine, limbi"),
    (Role::Salary, "salariu*, salariul dorit, venit"),
    (Role::NoticePeriod, "preaviz"),
    (Role::School, "scoala, universitate, facultate"),
    (Role::Degree, "studii, nivel de studii, diploma"),
    (Role::StartDate, "data inceperii, data de inceput"),
    (Role::EndDate, "data finalizarii, data de sfarsit"),
    (Role::ExperienceYears, "ani de experienta"),
    (Role::Search, "cauta, cautare, cauta produse, ce cauti"),
    (
        Role::Coupon,
        "cod promotional, cod de reducere, cupon, card cadou, cod voucher, cod cupon, \
         cod reducere",
    ),
    (
        Role::Consent,
        "sunt de acord, termeni si conditii, politica de confidentialitate, am citit, \
         prelucrarea datelor",
    ),
    (Role::Newsletter, "abonare la newsletter, doresc sa primesc, vreau sa primesc, aboneaza"),
    (Role::Quantity, "cantitate"),
    (
        Role::Comment,
        "comentariu*, comentarii, mesaj, observatii, observatii comanda, subiect, \
         detalii livrare, mentiuni",
    ),
    (Role::Age, "varsta"),
    (Role::File, "fisier*, atasament*"),
    (Role::BankAccount, "cont bancar, banca"),
    (Role::Occasion, "data livrarii, metoda de plata, metoda de livrare, numar comanda"),
    (Role::Password, "parola*"),
    (Role::Repeat, "confirma, repeta, confirmare, din nou, reintrodu, repetati, confirmati"),
    (Role::NewWord, "noua, parola noua, alege o parola, minim 8 caractere"),
    (
        Role::CurrentWord,
        "actuala, veche, parola actuala, parola veche, ai uitat parola, am uitat parola, \
         ati uitat parola",
    ),
    (Role::Number, "numar, numarul"),
    (Role::Month, "luna, ll"),
    (Role::Year, "an, anul"),
    (Role::Day, "zi, ziua, zz"),
    (Role::Card, "plata"),
    (Role::Birth, "nasterii, nastere"),
    (
        Role::LoginWords,
        "autentificare, conectare, intra in cont, ai uitat parola, tine ma minte, logare, \
         am cont, am uitat parola",
    ),
    (
        Role::SignupWords,
        "inregistrare, creeaza cont, creare cont, cont nou, client nou, inregistreaza te, \
         inregistreaza",
    ),
    (Role::ResetWords, "schimba parola, reseteaza parola, resetare parola"),
    (Role::NotMe, "urgenta, tutore"),
];
