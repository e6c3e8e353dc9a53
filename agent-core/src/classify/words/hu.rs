//! Hungarian.

use super::{Role, Words};

pub(super) const WORDS: Words = &[
    (
        Role::Name,
        "teljes nev, nev, vezeteknev es keresztnev, az on neve, neve, vezetek es keresztnev, \
         szamlazasi nev, szallitasi nev, kapcsolattarto neve, atvevo neve, cimzett neve, \
         cimzett",
    ),
    (Role::HonorificPrefix, "megszolitas, titulus"),
    (Role::GivenName, "keresztnev*, utonev*, keresztneve"),
    (Role::AdditionalName, "masodik keresztnev, kozepso nev"),
    (Role::FamilyName, "vezeteknev*, csaladnev*, csaladi nev, vezetekneve"),
    (Role::Nickname, "becenev"),
    (
        Role::Username,
        "felhasznalonev*, felhasznaloi nev, felhasznalo, azonosito, \
         felhasznalonev vagy e mail",
    ),
    (Role::OneTimeCode, "ellenorzo kod, megerosito kod, sms kod, aktivalo kod"),
    (Role::OrganizationTitle, "beosztas, munkakor, foglalkozas, pozicio"),
    (Role::Organization, "ceg, cegnev*, ceg neve, vallalat, szervezet, munkaltato, cegneve"),
    (Role::StreetAddress, "cim, lakcim, szallitasi cim, szamlazasi cim, postacim, cime"),
    (
        Role::AddressLine1,
        "cim 1, cimsor 1, utca hazszam, utca es hazszam, utca hazszam emelet ajto, \
         kozterulet neve es hazszam, utca hsz, cim utca hazszam, utca es hsz, \
         kozterulet hazszam",
    ),
    (
        Role::AddressLine2,
        "cim 2, cimsor 2, emelet ajto, tovabbi cimadatok, cim kiegeszites, \
         epulet emelet ajto, lepcsohaz emelet ajto",
    ),
    (Role::StreetName, "utca, kozterulet neve, utca neve, kozterulet, utcanev"),
    (Role::HouseNumber, "hazszam*, hsz"),
    (Role::Apartment, "ajto, lakas"),
    (Role::Floor, "emelet"),
    (Role::Stair, "lepcsohaz"),
    (Role::Building, "epulet"),
    (Role::AddressLevel3, "kerulet, varosresz"),
    (Role::AddressLevel2, "varos, telepules*, helyseg, varos telepules"),
    (Role::AddressLevel1, "megye, tartomany, allam, regio"),
    (Role::Country, "orszag*, orszag regio"),
    (Role::PostalCode, "iranyitoszam*, irsz, ir szam, isz, iranyito szam"),
    (Role::PostalCodeAndCity, "iranyitoszam es varos, iranyitoszam varos, iranyitoszam telepules"),
    (Role::VatNumber, "adoszam*, kozossegi adoszam, eu adoszam"),
    (Role::IdNumber, "szemelyi igazolvany szam, szemelyi szam, utlevelszam, adoazonosito*"),
    (Role::CcName, "kartyabirtokos*, kartyara irt nev, kartyabirtokos neve, nev a kartyan"),
    (Role::CcNumber, "kartyaszam*, bankkartya szam, bankkartyaszam, kartya szama"),
    (Role::CcExp, "lejarat, lejarati datum, ervenyesseg, ervenyessegi ido, lejarat datuma"),
    (Role::CcExpMonth, "lejarat honapja"),
    (Role::CcExpYear, "lejarat eve"),
    (Role::CcCsc, "biztonsagi kod, cvc kod, ervenyesitesi kod, ellenorzo szam"),
    (Role::CcType, "kartya tipusa"),
    (Role::Setting, "penznem"),
    (Role::Setting, "nyelv"),
    (Role::Bday, "szuletesi datum, szuletesi ido, szuletesnap, szuletett"),
    (Role::BdayDay, "szuletesi nap"),
    (Role::BdayMonth, "szuletesi honap"),
    (Role::BdayYear, "szuletesi ev"),
    (Role::Sex, "nem, neme"),
    (Role::Url, "weboldal, honlap"),
    (Role::Tel, "telefonszam*, mobil, mobilszam, mobiltelefon*, telefon szam, mobil telefonszam"),
    (Role::TelCountryCode, "orszaghivo, orszagkod, orszag hivoszam, nemzetkozi elohivo"),
    (Role::TelAreaCode, "korzetszam*, elohivo, korzetszam"),
    (
        Role::Email,
        "e mail cim, email cim, e mailcim, emailcim*, e mail cime, elektronikus levelcim, \
         email cime",
    ),
    (Role::CoverLetter, "motivacios level, kisero level"),
    (Role::Resume, "oneletrajz*"),
    (Role::PhotoFile, "fenykep, foto"),
    (Role::Bio, "bemutatkozas, magamrol"),
    (Role::Skills, "keszsegek, kepessegek"),
    (Role::Languages, "nyelvtudas, nyelvek, nyelvismeret"),
    (Role::Salary, "fizetes*, berigeny, fizetesi igeny, jovedelem"),
    (Role::NoticePeriod, "felmondasi ido, kezdes idopontja"),
    (Role::WorkAuthorization, "munkavallalasi engedely"),
    (Role::School, "iskola, egyetem"),
    (Role::Degree, "vegzettseg, iskolai vegzettseg"),
    (Role::FieldOfStudy, "szak, szakirany"),
    (Role::StartDate, "kezdo datum, kezdes datuma"),
    (Role::EndDate, "befejezes datuma, zaro datum"),
    (Role::ExperienceYears, "tapasztalat evekben"),
    (Role::Search, "kereses, keres, keresett kifejezes, kulcsszo, mit keresel"),
    (
        Role::Coupon,
        "kuponkod*, kedvezmenykod, ajandekutalvany*, kupon, utalvany, torzsvasarloi kartya, \
         torzsvasarlo*",
    ),
    (
        Role::Consent,
        "elfogadom, aszf, adatvedelmi, hozzajarulok, elolvastam, felhasznalasi feltetelek",
    ),
    (Role::Newsletter, "hirlevel*, feliratkozom, ertesites akciokrol"),
    (Role::Quantity, "mennyiseg, darabszam, db"),
    (Role::Comment, "megjegyzes*, uzenet*, hozzaszolas, targy, komment"),
    (Role::Age, "eletkor, kor"),
    (Role::File, "fajl*, csatolmany, melleklet"),
    (Role::BankAccount, "bankszamlaszam*, szamlaszam"),
    (Role::Occasion, "szallitasi datum, fizetesi mod, szallitasi mod, rendelesszam"),
    (Role::Password, "jelszo*, jelszava"),
    (Role::Repeat, "ujra, megegyszer, megerositese, megerosites, ismet, ismetelje, ismetlese"),
    (Role::NewWord, "uj, uj jelszo, legalabb 8 karakter, valasszon jelszot"),
    (
        Role::CurrentWord,
        "jelenlegi, regi, jelenlegi jelszo, elfelejtett jelszo, elfelejtettem a jelszavam, \
         elfelejtette jelszavat",
    ),
    (Role::Number, "szam"),
    (Role::Month, "honap, ho"),
    (Role::Year, "ev"),
    (Role::Day, "nap"),
    (Role::Card, "kartya, bankkartya, fizetes"),
    (Role::Birth, "szuletes*"),
    (
        Role::LoginWords,
        "bejelentkezes, belepes, elfelejtett jelszo, bejelentkezve maradok, emlekezz ram, \
         bejelentkezem",
    ),
    (Role::SignupWords, "regisztracio*, regisztralok, fiok letrehozasa, uj vasarlo, regisztralas"),
    (Role::ResetWords, "jelszo modositasa, uj jelszo beallitasa, jelszo valtoztatas"),
    (Role::NotMe, "gondviselo, hozzatartozo"),
];
