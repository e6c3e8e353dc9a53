//! Polish.

use super::{Role, Words};

pub(super) const WORDS: Words = &[
    (
        Role::Name,
        "imie i nazwisko, imie nazwisko, nazwisko i imie, pelne imie i nazwisko, \
         imie i nazwisko odbiorcy, osoba kontaktowa, imie i nazwisko nazwa firmy, odbiorca, \
         imie i nazwisko lub nazwa firmy",
    ),
    (Role::HonorificPrefix, "tytul, zwrot grzecznosciowy"),
    (Role::GivenName, "imie*, imiona, twoje imie"),
    (Role::AdditionalName, "drugie imie"),
    (Role::FamilyName, "nazwisko*"),
    (Role::Nickname, "pseudonim, ksywka"),
    (
        Role::Username,
        "nazwa uzytkownika, uzytkownik, identyfikator, login lub e mail, \
         nazwa uzytkownika lub e mail, twoj login, e mail lub login",
    ),
    (
        Role::OneTimeCode,
        "kod weryfikacyjny, kod potwierdzajacy, kod sms, kod aktywacyjny, haslo jednorazowe",
    ),
    (Role::OrganizationTitle, "stanowisko, zawod, nazwa stanowiska, obecne stanowisko"),
    (
        Role::Organization,
        "firma, nazwa firmy, organizacja, przedsiebiorstwo, pracodawca, nazwa organizacji, \
         nazwa przedsiebiorstwa, instytucja",
    ),
    (
        Role::StreetAddress,
        "adres, adres dostawy, adres zamieszkania, adres do wysylki, adres rozliczeniowy, \
         adres korespondencyjny, pelny adres",
    ),
    (
        Role::AddressLine1,
        "adres 1, linia adresu 1, ulica i numer, ulica i numer domu, ulica nr domu, \
         ulica i nr domu, adres wiersz 1, ulica numer, ulica i nr, ulica numer domu, \
         ulica numer domu i mieszkania, ulica numer domu mieszkania, \
         ulica nr domu mieszkania, ulica i numer domu mieszkania, \
         ulica i nr domu mieszkania, pierwsza linia adresu, ulica numer domu lokalu",
    ),
    (
        Role::AddressLine2,
        "adres 2, linia adresu 2, druga linia adresu, adres uzupelnienie, adres wiersz 2, \
         adres cd, adres c d, adres dodatkowy, uzupelnienie adresu",
    ),
    (Role::AddressLine3, "adres 3"),
    (Role::StreetName, "ulica, nazwa ulicy, ul"),
    (
        Role::HouseNumber,
        "numer domu, nr domu, numer budynku, nr budynku, numer posesji, nr domu mieszkania, \
         numer domu mieszkania, numer domu lokalu, nr domu lokalu, nr domu i mieszkania, \
         numer domu i mieszkania, nr ulicy",
    ),
    (
        Role::Apartment,
        "numer mieszkania, nr mieszkania, mieszkanie, nr lokalu, numer lokalu, lokal, m",
    ),
    (Role::Floor, "pietro"),
    (Role::Stair, "klatka, klatka schodowa"),
    (Role::Building, "budynek"),
    (Role::AddressExtra, "dodatkowe informacje adresowe"),
    (Role::AddressLevel3, "dzielnica, gmina"),
    (Role::AddressLevel2, "miasto, miejscowosc, miasto miejscowosc, miejscowosc miasto, poczta"),
    (Role::AddressLevel1, "wojewodztwo, stan, wojewodztwo region, prowincja"),
    (Role::Country, "kraj, panstwo, kraj region, kraj dostawy"),
    (Role::PostalCode, "kod pocztowy, kod, kodpocztowy*"),
    (
        Role::PostalCodeAndCity,
        "kod pocztowy i miasto, kod pocztowy miasto, kod pocztowy i miejscowosc, \
         kod pocztowy miejscowosc, miasto lub kod pocztowy",
    ),
    (Role::VatNumber, "nip, numer nip, numer vat, nip firmy, regon"),
    (Role::IdNumber, "numer dowodu, numer paszportu, numer dowodu osobistego, numer pesel"),
    (
        Role::CcName,
        "imie i nazwisko na karcie, posiadacz karty, nazwisko na karcie, wlasciciel karty, \
         imie i nazwisko posiadacza karty, imie i nazwisko wlasciciela karty",
    ),
    (Role::CcNumber, "numer karty, nr karty, numer karty kredytowej, numer karty platniczej"),
    (
        Role::CcExp,
        "data waznosci, wazna do, termin waznosci, waznosc karty, mm rr, \
         data waznosci karty, waznosc",
    ),
    (Role::CcExpMonth, "miesiac waznosci"),
    (Role::CcExpYear, "rok waznosci"),
    (
        Role::CcCsc,
        "kod bezpieczenstwa, kod cvv, kod cvc, kod zabezpieczajacy, kod cvv cvc, kod cvc cvv",
    ),
    (Role::CcType, "typ karty, rodzaj karty"),
    (Role::Setting, "waluta"),
    (Role::Setting, "jezyk"),
    (Role::Bday, "data urodzenia, urodziny, urodzony"),
    (Role::BdayDay, "dzien urodzenia"),
    (Role::BdayMonth, "miesiac urodzenia"),
    (Role::BdayYear, "rok urodzenia"),
    (Role::Sex, "plec"),
    (Role::Url, "strona internetowa, strona www, www"),
    (
        Role::Tel,
        "numer telefonu, komorka, telefon komorkowy, nr telefonu, telefon kontaktowy, \
         numer komorkowy, numer telefonu komorkowego, nr tel, tel kom",
    ),
    (Role::TelCountryCode, "kierunkowy kraju, numer kierunkowy kraju, kod kraju, prefiks"),
    (Role::TelAreaCode, "numer kierunkowy, kierunkowy"),
    (
        Role::Email,
        "adres e mail, adres email, adres poczty elektronicznej, poczta elektroniczna, \
         twoj e mail, adres mailowy, twoj email, poczta e mail",
    ),
    (Role::CoverLetter, "list motywacyjny, motywacja"),
    (Role::Resume, "zyciorys, dodaj cv"),
    (Role::PhotoFile, "zdjecie, fotografia"),
    (Role::Bio, "o sobie, o tobie, biografia"),
    (Role::Skills, "umiejetnosci"),
    (Role::Languages, "jezyki, znajomosc jezykow"),
    (Role::Certifications, "certyfikaty"),
    (Role::Salary, "wynagrodzenie*, oczekiwania finansowe, oczekiwane wynagrodzenie, dochod"),
    (Role::NoticePeriod, "okres wypowiedzenia, dostepnosc"),
    (Role::WorkAuthorization, "pozwolenie na prace"),
    (Role::School, "szkola, uczelnia, uniwersytet"),
    (Role::Degree, "wyksztalcenie, stopien naukowy, poziom wyksztalcenia"),
    (Role::FieldOfStudy, "kierunek studiow, specjalizacja"),
    (Role::StartDate, "data rozpoczecia"),
    (Role::EndDate, "data zakonczenia"),
    (Role::ExperienceYears, "lata doswiadczenia"),
    (Role::Captcha, "przepisz kod, kod z obrazka"),
    (
        Role::Search,
        "szukaj, wyszukaj, wyszukiwarka, czego szukasz, szukana fraza, wpisz czego szukasz",
    ),
    (
        Role::Coupon,
        "kod rabatowy, kod promocyjny, kupon, bon, karta podarunkowa, kod kuponu, \
         kod znizkowy, karta lojalnosciowa, numer karty lojalnosciowej, bon podarunkowy, \
         kod bonu",
    ),
    (
        Role::Consent,
        "akceptuje, regulamin, wyrazam zgode, polityka prywatnosci, zgoda, zgadzam sie, \
         zapoznalem, zapoznalam, oswiadczam",
    ),
    (
        Role::Newsletter,
        "chce otrzymywac, zapisz sie do newslettera, informacje handlowe, \
         zapisz do newslettera",
    ),
    (Role::OtherPerson, "kontakt w naglych wypadkach"),
    (Role::Quantity, "ilosc, liczba sztuk"),
    (
        Role::Comment,
        "komentarz*, uwagi, wiadomosc, notatki, instrukcje, uwagi do zamowienia, \
         dodatkowe informacje, uwagi dla kuriera, temat, tresc wiadomosci, \
         komentarz do zamowienia",
    ),
    (Role::Age, "wiek"),
    (Role::File, "plik*, zalacznik*, dokumenty"),
    (Role::BankAccount, "numer konta, numer rachunku"),
    (
        Role::Occasion,
        "data dostawy, sposob platnosci, metoda platnosci, numer zamowienia, sposob dostawy, \
         numer faktury",
    ),
    (Role::Password, "haslo*, hasla"),
    (Role::Repeat, "powtorz, potwierdz, powtorzenie, ponownie, potwierdzenie"),
    (
        Role::NewWord,
        "nowe, nowe haslo, utworz haslo, ustaw haslo, minimum 8 znakow, co najmniej 8 znakow",
    ),
    (
        Role::CurrentWord,
        "obecne, stare, aktualne, stare haslo, aktualne haslo, nie pamietam hasla, \
         zapomnialem hasla, zapomniales hasla",
    ),
    (Role::Number, "numer"),
    (Role::Month, "miesiac"),
    (Role::Year, "rok, rr, rrrr"),
    (Role::Day, "dzien"),
    (Role::Card, "karta, karta kredytowa, platnosc"),
    (Role::Birth, "urodzenia"),
    (
        Role::LoginWords,
        "zaloguj, logowanie, zaloguj sie, nie pamietam hasla, zapamietaj mnie, mam konto, \
         mam juz konto, nie pamietasz hasla, przypomnij haslo, zapomnialem hasla",
    ),
    (
        Role::SignupWords,
        "zarejestruj, rejestracja, zaloz konto, utworz konto, zarejestruj sie, nowy klient, \
         nowe konto, zakladam konto, stworz konto",
    ),
    (Role::ResetWords, "zmien haslo, zmiana hasla, resetuj haslo, odzyskaj haslo"),
    (Role::NotMe, "opiekun, nagly wypadek"),
];
