//! Hungarian.

/// The table.
pub(super) const WORDS: &str = "\
name: teljes nev, nev, vezeteknev es keresztnev, az on neve, neve, vezetek es keresztnev, \
    szamlazasi nev, szallitasi nev, kapcsolattarto neve, atvevo neve, cimzett neve, cimzett
honorific-prefix: megszolitas, titulus
given-name: keresztnev*, utonev*
additional-name: masodik keresztnev, kozepso nev
family-name: vezeteknev*, csaladnev*, csaladi nev
nickname: becenev
username: felhasznalonev*, felhasznaloi nev, felhasznalo, azonosito, \
    felhasznalonev vagy e mail
one-time-code: ellenorzo kod, megerosito kod, sms kod, aktivalo kod
organization-title: beosztas, munkakor, foglalkozas, pozicio
organization: ceg, cegnev*, ceg neve, vallalat, szervezet, munkaltato
street-address: cim, lakcim, szallitasi cim, szamlazasi cim, postacim, cime
address-line1: cim 1, cimsor 1, utca hazszam, utca es hazszam, utca hazszam emelet ajto, \
    kozterulet neve es hazszam, utca hsz, cim utca hazszam, utca es hsz, kozterulet hazszam
address-line2: cim 2, cimsor 2, emelet ajto, tovabbi cimadatok, cim kiegeszites, \
    epulet emelet ajto, lepcsohaz emelet ajto
address-streetname: utca, kozterulet neve, utca neve, kozterulet, utcanev
address-housenumber: hazszam*, hsz
apartment: ajto, lakas
floor: emelet
stair: lepcsohaz
building: epulet
address-level3: kerulet, varosresz
address-level2: varos, telepules*, helyseg
address-level1: megye, tartomany, allam, regio
country: orszag*, orszag regio
postal-code: iranyitoszam*, irsz, ir szam, isz, iranyito szam
postal-code-and-city: iranyitoszam es varos, iranyitoszam varos, iranyitoszam telepules
vat-number: adoszam*, kozossegi adoszam
id-number: szemelyi igazolvany szam, szemelyi szam, utlevelszam, adoazonosito*
cc-name: kartyabirtokos*, kartyara irt nev, kartyabirtokos neve, nev a kartyan
cc-number: kartyaszam*, bankkartya szam, bankkartyaszam, kartya szama
cc-exp: lejarat, lejarati datum, ervenyesseg, ervenyessegi ido
cc-exp-month: lejarat honapja
cc-exp-year: lejarat eve
cc-csc: biztonsagi kod, cvc kod, ervenyesitesi kod, ellenorzo szam
cc-type: kartya tipusa
x-setting: penznem
x-setting: nyelv
bday: szuletesi datum, szuletesi ido, szuletesnap, szuletett
bday-day: szuletesi nap
bday-month: szuletesi honap
bday-year: szuletesi ev
sex: nem, neme
url: weboldal, honlap
tel: telefonszam*, mobil, mobilszam, mobiltelefon*
tel-country-code: orszaghivo, orszagkod, orszag hivoszam, nemzetkozi elohivo
tel-area-code: korzetszam*, elohivo
email: e mail cim, email cim, e mailcim, emailcim*, e mail cime, elektronikus levelcim, \
    email cime
x-cover-letter: motivacios level, kisero level
x-resume: oneletrajz*
x-photo: fenykep, foto
x-bio: bemutatkozas, magamrol
x-skills: keszsegek, kepessegek
x-languages: nyelvtudas, nyelvek, nyelvismeret
x-salary: fizetes*, berigeny, jovedelem
x-notice-period: felmondasi ido, kezdes idopontja
x-work-authorization: munkavallalasi engedely
x-school: iskola, egyetem
x-degree: vegzettseg
x-field-of-study: szak, szakirany
x-start-date: kezdo datum, kezdes datuma
x-end-date: befejezes datuma, zaro datum
x-experience-years: tapasztalat evekben
x-search: kereses, keres, keresett kifejezes, kulcsszo, mit keresel
x-coupon: kuponkod*, kedvezmenykod, ajandekutalvany*, kupon, utalvany, torzsvasarlo*
x-consent: elfogadom, aszf, adatvedelmi, hozzajarulok, elolvastam, felhasznalasi feltetelek
x-newsletter: hirlevel*, feliratkozom, ertesites akciokrol
x-quantity: mennyiseg, darabszam, db
x-comment: megjegyzes*, uzenet*, hozzaszolas, targy, komment
x-age: eletkor, kor
x-file: fajl*, csatolmany, melleklet
x-bank-account: bankszamlaszam*, szamlaszam
x-occasion: szallitasi datum, fizetesi mod, szallitasi mod, rendelesszam
~password: jelszo*, jelszava
~repeat: ujra, megegyszer, megerositese, megerosites, ismet, ismetelje, ismetlese
~new: uj, uj jelszo, legalabb 8 karakter, valasszon jelszot
~current: jelenlegi, regi, jelenlegi jelszo, elfelejtett jelszo, elfelejtettem a jelszavam, \
    elfelejtette jelszavat
~number: szam
~month: honap, ho
~year: ev
~day: nap
~card: kartya, bankkartya, fizetes
~birth: szuletes*
~login: bejelentkezes, belepes, elfelejtett jelszo, bejelentkezve maradok, emlekezz ram, \
    bejelentkezem
~sign-up: regisztracio*, regisztralok, fiok letrehozasa, uj vasarlo, regisztralas
~reset: jelszo modositasa, uj jelszo beallitasa, jelszo valtoztatas
~not-me: gondviselo, hozzatartozo
";
