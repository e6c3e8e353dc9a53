//! Turkish.

use super::{Role, Words};

pub(super) const WORDS: Words = &[
    (
        Role::Name,
        "ad soyad, adi soyadi, adiniz soyadiniz, tam ad, isim soyisim, ad ve soyad, \
         adiniz ve soyadiniz, ad soyadi, isminiz, ad soyisim, alici adi, alici adi soyadi",
    ),
    (Role::HonorificPrefix, "unvan, hitap"),
    (Role::GivenName, "ad, adi, adiniz, isim, ilk ad, on ad"),
    (Role::AdditionalName, "ikinci ad, orta ad"),
    (Role::FamilyName, "soyad*, soyadi, soyadiniz, soyisim*, soy isim"),
    (Role::Nickname, "takma ad, rumuz"),
    (
        Role::Username,
        "kullanici adi, kullanici, kullanici adiniz, uye adi, kullanici adi veya e posta, \
         e posta veya kullanici adi, kullanici kodu",
    ),
    (
        Role::OneTimeCode,
        "dogrulama kodu, onay kodu, sms kodu, aktivasyon kodu, tek kullanimlik sifre",
    ),
    (Role::OrganizationTitle, "meslek, pozisyon, gorev, is unvani, gorevi"),
    (
        Role::Organization,
        "firma, sirket, firma adi, sirket adi, kurum, kurulus, firma unvani, isveren, \
         sirket unvani, kurum adi, ticari unvan",
    ),
    (
        Role::StreetAddress,
        "adres, acik adres, teslimat adresi, fatura adresi, adresiniz, tam adres, \
         adres detayi, acik adresiniz",
    ),
    (
        Role::AddressLine1,
        "adres 1, adres satiri 1, cadde sokak no, sokak ve bina no, adres satir 1",
    ),
    (
        Role::AddressLine2,
        "adres 2, adres satiri 2, daire kat, adres satir 2, apartman daire, bina daire",
    ),
    (Role::StreetName, "cadde, sokak, cadde sokak, sokak adi, cadde adi, sokak cadde"),
    (Role::HouseNumber, "bina no, kapi no, bina numarasi, dis kapi no, apartman no"),
    (Role::Apartment, "daire, daire no, ic kapi no, daire numarasi"),
    (Role::Floor, "kat, kat no"),
    (Role::Building, "bina, bina adi, apartman, apartman adi, site adi"),
    (Role::ReferencePoint, "adres tarifi, tarif"),
    (Role::AddressLevel3, "semt, mahalle koy, koy, mahalle semt"),
    (Role::AddressLevel2, "ilce, ilceniz, ilce semt, ilce seciniz"),
    (Role::AddressLevel1, "il, sehir, eyalet, sehir il, iliniz, il seciniz, il sehir, bolge"),
    (Role::Country, "ulke, ulke bolge, ulkeniz"),
    (Role::PostalCode, "posta kodu, postakodu*, posta kod"),
    (Role::VatNumber, "vergi no, vergi numarasi, vergi kimlik no, vergi kimlik numarasi"),
    (
        Role::IdNumber,
        "tc kimlik no, kimlik numarasi, tc kimlik numarasi, pasaport no, tc no, \
         t c kimlik no, kimlik no, tckn, tc kimlik, t c kimlik numarasi",
    ),
    (
        Role::CcName,
        "kart uzerindeki isim, kart sahibi, kart sahibinin adi, kart uzerindeki ad soyad, \
         kart uzerindeki ad, kart sahibi adi, kart sahibi adi soyadi, \
         kart uzerindeki isim soyisim, kart sahibinin adi soyadi",
    ),
    (Role::CcNumber, "kart numarasi, kart no, kredi karti numarasi, kredi karti no"),
    (Role::CcExp, "son kullanma tarihi, son kullanim tarihi, skt, gecerlilik tarihi, ay yil"),
    (Role::CcExpMonth, "son kullanma ayi, son kullanma tarihi ay"),
    (Role::CcExpYear, "son kullanma yili, son kullanma tarihi yil"),
    (Role::CcCsc, "guvenlik kodu, guvenlik numarasi, cvc kodu, cvv kodu"),
    (Role::CcType, "kart tipi, kart turu"),
    (Role::Setting, "para birimi"),
    (Role::Setting, "dil"),
    (Role::Bday, "dogum tarihi, dogum gunu, dogum tarihiniz"),
    (Role::BdayDay, "dogum gunu gun"),
    (Role::BdayMonth, "dogum ayi"),
    (Role::BdayYear, "dogum yili"),
    (Role::Sex, "cinsiyet*"),
    (Role::Url, "web sitesi, internet sitesi"),
    (
        Role::Tel,
        "telefon numarasi, cep telefonu, cep no, gsm, telefon numaraniz, cep, cep numarasi, \
         gsm no, cep telefonunuz, cep telefonu numarasi, gsm numarasi, ev telefonu, \
         is telefonu, telefon no, mobil telefon",
    ),
    (Role::TelCountryCode, "ulke kodu, telefon ulke kodu"),
    (Role::TelAreaCode, "alan kodu"),
    (
        Role::Email,
        "e posta, eposta*, e posta adresi, eposta adresi, e posta adresiniz, \
         elektronik posta, mail adresi, mail adresiniz, e mail adresi, e mail adresiniz",
    ),
    (Role::CoverLetter, "on yazi, niyet mektubu, motivasyon mektubu"),
    (Role::Resume, "ozgecmis*"),
    (Role::PhotoFile, "fotograf, resim"),
    (Role::Bio, "hakkinda, hakkinizda, kendinizden bahsedin"),
    (Role::Skills, "yetenekler, beceriler"),
    (Role::Languages, "diller, yabanci dil, yabanci diller"),
    (Role::Certifications, "sertifikalar"),
    (Role::Salary, "maas*, ucret beklentisi, gelir, maas beklentisi"),
    (Role::NoticePeriod, "ihbar suresi"),
    (Role::WorkAuthorization, "calisma izni"),
    (Role::School, "okul, universite, okul adi"),
    (Role::Degree, "egitim durumu, derece, ogrenim durumu, mezuniyet"),
    (Role::FieldOfStudy, "bolum, fakulte"),
    (Role::StartDate, "baslangic tarihi"),
    (Role::EndDate, "bitis tarihi"),
    (Role::ExperienceYears, "deneyim yili"),
    (Role::Captcha, "guvenlik kodunu giriniz, resimdeki kod"),
    (Role::Search, "ara, arama, urun ara, anahtar kelime"),
    (
        Role::Coupon,
        "indirim kodu, kupon kodu, hediye ceki, promosyon kodu, kupon, indirim kuponu, \
         hediye karti",
    ),
    (
        Role::Consent,
        "kabul ediyorum, okudum, sozlesme*, kvkk, onayliyorum, gizlilik politikasi, \
         aydinlatma metni, uyelik sozlesmesi",
    ),
    (
        Role::Newsletter,
        "bulten, kampanyalardan haberdar, e bulten, kampanya*, ticari elektronik ileti",
    ),
    (Role::Quantity, "adet, miktar"),
    (
        Role::Comment,
        "yorum*, mesaj, not, aciklama, siparis notu, mesajiniz, konu, adres basligi, \
         adres adi, gizli soru, guvenlik sorusu, adres baslik, siparis notunuz",
    ),
    (Role::Age, "yas, yasiniz"),
    (Role::File, "dosya*, ek dosya"),
    (Role::BankAccount, "hesap numarasi, banka"),
    (
        Role::Occasion,
        "teslimat tarihi, odeme yontemi, siparis numarasi, kargo secimi, vergi dairesi, \
         siparis no, fatura tipi, taksit, adres tipi",
    ),
    (Role::Password, "sifre*, parola*, sifreniz"),
    (Role::Repeat, "tekrar, tekrari, onayla, yeniden, dogrula, tekrarla, tekrarlayin, onay"),
    (
        Role::NewWord,
        "yeni, yeni sifre, sifre olustur, sifre belirle, en az 8 karakter, yeni parola",
    ),
    (
        Role::CurrentWord,
        "mevcut, eski, mevcut sifre, eski sifre, sifremi unuttum, sifrenizi mi unuttunuz",
    ),
    (Role::Number, "numara"),
    (Role::Month, "ay, aa"),
    (Role::Year, "yil"),
    (Role::Day, "gun"),
    (Role::Card, "kart, kredi karti, odeme"),
    (Role::Birth, "dogum"),
    (Role::LoginWords, "giris, giris yap, oturum ac, sifremi unuttum, beni hatirla, uye girisi"),
    (
        Role::SignupWords,
        "kayit ol, uye ol, hesap olustur, yeni uye, uyelik, kaydol, kayit, yeni uyelik, \
         uye kayit",
    ),
    (Role::ResetWords, "sifre degistir, sifre sifirla, sifre yenile"),
    (Role::Fax, "faks, faks numarasi"),
    (Role::NotMe, "acil durum, veli, yakini"),
];
