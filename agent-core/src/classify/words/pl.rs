//! Polish.

/// The table.
pub(super) const WORDS: &str = "\
name: imie i nazwisko, imie nazwisko, nazwisko i imie, pelne imie i nazwisko, \
    imie i nazwisko odbiorcy, osoba kontaktowa, imie i nazwisko nazwa firmy, odbiorca, \
    imie i nazwisko lub nazwa firmy
honorific-prefix: tytul, zwrot grzecznosciowy
given-name: imie*, imiona, twoje imie
additional-name: drugie imie
family-name: nazwisko*
nickname: pseudonim, ksywka
username: nazwa uzytkownika, uzytkownik, identyfikator, login lub e mail, \
    nazwa uzytkownika lub e mail, e mail lub login
one-time-code: kod weryfikacyjny, kod potwierdzajacy, kod sms, kod aktywacyjny, \
    haslo jednorazowe
organization-title: stanowisko, zawod, nazwa stanowiska
organization: firma, nazwa firmy, organizacja, przedsiebiorstwo, pracodawca, \
    nazwa organizacji, nazwa przedsiebiorstwa, instytucja
street-address: adres, adres dostawy, adres zamieszkania, adres do wysylki, \
    adres rozliczeniowy, adres korespondencyjny
address-line1: adres 1, linia adresu 1, ulica i numer, ulica i numer domu, ulica nr domu, \
    ulica i nr domu, adres wiersz 1, ulica numer, ulica i nr, ulica numer domu, \
    ulica numer domu i mieszkania, ulica numer domu mieszkania, ulica nr domu mieszkania, \
    ulica i numer domu mieszkania, ulica i nr domu mieszkania, pierwsza linia adresu, \
    ulica numer domu lokalu
address-line2: adres 2, linia adresu 2, druga linia adresu, adres uzupelnienie, \
    adres wiersz 2, adres cd, adres c d, adres dodatkowy, uzupelnienie adresu
address-line3: adres 3
address-streetname: ulica, nazwa ulicy, ul
address-housenumber: numer domu, nr domu, numer budynku, nr budynku, numer posesji, \
    nr domu mieszkania, nr domu i mieszkania, numer domu i mieszkania, nr ulicy
apartment: numer mieszkania, nr mieszkania, mieszkanie, nr lokalu, numer lokalu, lokal, m
floor: pietro
stair: klatka, klatka schodowa
building: budynek
address-extra: dodatkowe informacje adresowe
address-level3: dzielnica, gmina
address-level2: miasto, miejscowosc, poczta
address-level1: wojewodztwo, stan, prowincja
country: kraj, panstwo, kraj region, kraj dostawy
postal-code: kod pocztowy, kod, kodpocztowy*
postal-code-and-city: kod pocztowy i miasto, kod pocztowy miasto, \
    kod pocztowy i miejscowosc, kod pocztowy miejscowosc, miasto lub kod pocztowy
vat-number: nip, numer nip, numer vat, nip firmy, regon
id-number: numer dowodu, numer paszportu
cc-name: imie i nazwisko na karcie, posiadacz karty, nazwisko na karcie, wlasciciel karty, \
    imie i nazwisko posiadacza karty, imie i nazwisko wlasciciela karty
cc-number: numer karty, nr karty
cc-exp: data waznosci, wazna do, termin waznosci, mm rr, waznosc
cc-exp-month: miesiac waznosci
cc-exp-year: rok waznosci
cc-csc: kod bezpieczenstwa, kod cvv, kod cvc, kod zabezpieczajacy
cc-type: typ karty, rodzaj karty
x-setting: waluta
x-setting: jezyk
bday: data urodzenia, urodziny, urodzony
bday-day: dzien urodzenia
bday-month: miesiac urodzenia
bday-year: rok urodzenia
sex: plec
url: strona internetowa, strona www, www
tel: komorka, telefon komorkowy, telefon kontaktowy, numer komorkowy, tel kom
tel-country-code: kierunkowy kraju, numer kierunkowy kraju, kod kraju, prefiks
tel-area-code: kierunkowy
email: adres e mail, adres email, adres poczty elektronicznej, poczta elektroniczna, \
    adres mailowy, poczta e mail
x-cover-letter: list motywacyjny, motywacja
x-resume: zyciorys, dodaj cv
x-photo: zdjecie, fotografia
x-bio: o sobie, o tobie, biografia
x-skills: umiejetnosci
x-languages: jezyki, znajomosc jezykow
x-certifications: certyfikaty
x-salary: wynagrodzenie*, oczekiwania finansowe, dochod
x-notice-period: okres wypowiedzenia, dostepnosc
x-work-authorization: pozwolenie na prace
x-school: szkola, uczelnia, uniwersytet
x-degree: wyksztalcenie, stopien naukowy, poziom wyksztalcenia
x-field-of-study: kierunek studiow, specjalizacja
x-start-date: data rozpoczecia
x-end-date: data zakonczenia
x-experience-years: lata doswiadczenia
x-captcha: przepisz kod, kod z obrazka
x-search: szukaj, wyszukaj, wyszukiwarka, czego szukasz, szukana fraza
x-coupon: kod rabatowy, kod promocyjny, kupon, bon, karta podarunkowa, kod kuponu, \
    kod znizkowy, karta lojalnosciowa, numer karty lojalnosciowej, bon podarunkowy, kod bonu
x-consent: akceptuje, regulamin, wyrazam zgode, polityka prywatnosci, zgoda, zgadzam sie, \
    zapoznalem, zapoznalam, oswiadczam
x-newsletter: chce otrzymywac, zapisz sie do newslettera, informacje handlowe, \
    zapisz do newslettera
x-other-person: kontakt w naglych wypadkach
x-quantity: ilosc, liczba sztuk
x-comment: komentarz*, uwagi, wiadomosc, notatki, instrukcje, uwagi do zamowienia, \
    dodatkowe informacje, uwagi dla kuriera, temat, tresc wiadomosci, \
    komentarz do zamowienia
x-age: wiek
x-file: plik*, zalacznik*, dokumenty
x-bank-account: numer konta, numer rachunku
x-occasion: data dostawy, sposob platnosci, metoda platnosci, numer zamowienia, \
    sposob dostawy, numer faktury
~password: haslo*, hasla
~repeat: powtorz, potwierdz, powtorzenie, ponownie, potwierdzenie
~new: nowe, nowe haslo, utworz haslo, ustaw haslo, minimum 8 znakow, co najmniej 8 znakow
~current: obecne, stare, aktualne, stare haslo, aktualne haslo, nie pamietam hasla, \
    zapomnialem hasla, zapomniales hasla
~number: numer
~month: miesiac
~year: rok, rr, rrrr
~day: dzien
~card: karta, karta kredytowa, platnosc
~birth: urodzenia
~login: zaloguj, logowanie, nie pamietam hasla, zapamietaj mnie, mam konto, mam juz konto, \
    nie pamietasz hasla, przypomnij haslo, zapomnialem hasla
~sign-up: zarejestruj, rejestracja, zaloz konto, utworz konto, nowy klient, nowe konto, \
    zakladam konto, stworz konto
~reset: zmien haslo, zmiana hasla, resetuj haslo, odzyskaj haslo
~not-me: opiekun, nagly wypadek
";
