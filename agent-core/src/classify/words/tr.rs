//! Turkish.

/// The table.
pub(super) const WORDS: &str = "\
name: ad soyad, adi soyadi, adiniz soyadiniz, tam ad, isim soyisim, ad ve soyad, \
    adiniz ve soyadiniz, ad soyadi, isminiz, ad soyisim, alici adi, alici adi soyadi
honorific-prefix: unvan, hitap
given-name: ad, adi, adiniz, isim, ilk ad, on ad
additional-name: ikinci ad, orta ad
family-name: soyad*, soyisim*, soy isim
nickname: takma ad, rumuz
username: kullanici adi, kullanici, kullanici adiniz, uye adi, kullanici adi veya e posta, \
    e posta veya kullanici adi
one-time-code: dogrulama kodu, onay kodu, sms kodu, aktivasyon kodu, tek kullanimlik sifre
organization-title: meslek, pozisyon, gorev, is unvani, gorevi
organization: firma, sirket, firma adi, sirket adi, kurum, kurulus, firma unvani, isveren, \
    kurum adi, ticari unvan
street-address: adres, teslimat adresi, fatura adresi, adresiniz, adres detayi
address-line1: adres 1, adres satiri 1, cadde sokak no, sokak ve bina no, adres satir 1
address-line2: adres 2, adres satiri 2, daire kat, adres satir 2, apartman daire, bina daire
address-streetname: cadde, sokak, sokak adi, cadde adi
address-housenumber: bina no, kapi no, bina numarasi, apartman no
apartment: daire, ic kapi no, daire numarasi
floor: kat
building: bina, bina adi, apartman, apartman adi, site adi
reference-point: adres tarifi, tarif
address-level3: semt, koy
address-level2: ilce, ilceniz, ilce semt, ilce seciniz
address-level1: il, sehir, eyalet, iliniz, il seciniz, bolge
country: ulke, ulke bolge, ulkeniz
postal-code: posta kodu, postakodu*, posta kod
vat-number: vergi no, vergi numarasi, vergi kimlik no, vergi kimlik numarasi
id-number: kimlik numarasi, pasaport no, tc no, kimlik no, tckn, tc kimlik
cc-name: kart uzerindeki isim, kart sahibi, kart sahibinin adi, kart uzerindeki ad soyad, \
    kart uzerindeki ad, kart sahibi adi, kart sahibi adi soyadi, \
    kart uzerindeki isim soyisim, kart sahibinin adi soyadi
cc-number: kart numarasi, kart no, kredi karti numarasi, kredi karti no
cc-exp: son kullanma tarihi, son kullanim tarihi, skt, gecerlilik tarihi, ay yil
cc-exp-month: son kullanma ayi, son kullanma tarihi ay
cc-exp-year: son kullanma yili, son kullanma tarihi yil
cc-csc: guvenlik kodu, guvenlik numarasi, cvc kodu, cvv kodu
cc-type: kart tipi, kart turu
x-setting: para birimi
x-setting: dil
bday: dogum tarihi, dogum gunu, dogum tarihiniz
bday-day: dogum gunu gun
bday-month: dogum ayi
bday-year: dogum yili
sex: cinsiyet*
url: web sitesi, internet sitesi
tel: telefon numarasi, gsm, telefon numaraniz, cep, cep numarasi, gsm numarasi
tel-country-code: ulke kodu, telefon ulke kodu
tel-area-code: alan kodu
email: e posta, eposta*, e posta adresiniz, elektronik posta, mail adresi, mail adresiniz
x-cover-letter: on yazi, niyet mektubu, motivasyon mektubu
x-resume: ozgecmis*
x-photo: fotograf, resim
x-bio: hakkinda, hakkinizda, kendinizden bahsedin
x-skills: yetenekler, beceriler
x-languages: diller, yabanci dil, yabanci diller
x-certifications: sertifikalar
x-salary: maas*, ucret beklentisi, gelir, maas beklentisi
x-notice-period: ihbar suresi
x-work-authorization: calisma izni
x-school: okul, universite, okul adi
x-degree: egitim durumu, derece, ogrenim durumu, mezuniyet
x-field-of-study: bolum, fakulte
x-start-date: baslangic tarihi
x-end-date: bitis tarihi
x-experience-years: deneyim yili
x-captcha: guvenlik kodunu giriniz, resimdeki kod
x-search: ara, arama, urun ara, anahtar kelime
x-coupon: indirim kodu, hediye ceki, promosyon kodu, kupon, indirim kuponu, hediye karti
x-consent: kabul ediyorum, okudum, sozlesme*, kvkk, onayliyorum, gizlilik politikasi, \
    aydinlatma metni
x-newsletter: bulten, kampanyalardan haberdar, kampanya*, ticari elektronik ileti
x-quantity: adet, miktar
x-comment: yorum*, mesaj, not, aciklama, siparis notu, mesajiniz, konu, adres basligi, \
    adres adi, gizli soru, guvenlik sorusu, adres baslik, siparis notunuz
x-age: yas, yasiniz
x-file: dosya*
x-bank-account: hesap numarasi, banka
x-occasion: teslimat tarihi, odeme yontemi, siparis numarasi, kargo secimi, vergi dairesi, \
    siparis no, fatura tipi, taksit, adres tipi
~password: sifre*, parola*, sifreniz
~repeat: tekrar, tekrari, onayla, yeniden, dogrula, tekrarla, tekrarlayin, onay
~new: yeni, yeni sifre, sifre olustur, sifre belirle, en az 8 karakter, yeni parola
~current: mevcut, eski, mevcut sifre, eski sifre, sifremi unuttum, sifrenizi mi unuttunuz
~number: numara
~month: ay, aa
~year: yil
~day: gun
~card: kart, kredi karti, odeme
~birth: dogum
~login: giris, oturum ac, sifremi unuttum, beni hatirla, uye girisi
~sign-up: uye ol, hesap olustur, yeni uye, uyelik, kaydol, kayit, yeni uyelik
~reset: sifre degistir, sifre sifirla, sifre yenile
~fax: faks, faks numarasi
~not-me: acil durum, veli, yakini
";
