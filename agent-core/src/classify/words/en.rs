//! English, and the abbreviations that programmers of every country use in names of fields.

use super::{Role, Words};

pub(super) const WORDS: Words = &[
    (
        Role::Name,
        "name, full name, your name, real name, complete name, contact name, customer name, \
         person name, first and last name, first name and last name, name and surname, \
         first last name, given and family name, recipient name, ship to name, bill to name, \
         candidate name, applicant name, full legal name, fname lname, attention to, attn, \
         shipping name, billing name, account holder name, display full name, name surname, \
         first name last name, addressee, author name, student name, patient name, \
         owner name, founder name, artist name, speaker name, client name, buyer name, \
         member name, employee name, guest name, passenger name, traveler name, \
         user full name, participant name, attendee name, reporter name, cust name, \
         contact person, person to contact, subscriber name, donor name, driver name, \
         borrower name, tenant name, resident name, volunteer name, name of applicant, \
         customer full name",
    ),
    (
        Role::HonorificPrefix,
        "honorific prefix, salutation, title prefix, ?title, courtesy title, name prefix, \
         mr mrs, mr ms, anrede, prefix",
    ),
    (
        Role::GivenName,
        "first name, given name, forename, fname, firstname*, f name, name first, \
         christian name, first names, given names, legal first name, preferred first name, \
         vorname, prenom, givenname*, first, frst name, name first name",
    ),
    (
        Role::AdditionalName,
        "middle name, middle initial, additional name, mname, middle, m i, initial, \
         initials, second name, second given name, middlename*",
    ),
    (
        Role::FamilyName,
        "last name, family name, surname, sur name, lname, lastname*, l name, name last, \
         second surname, last names, family names, legal last name, maternal surname, \
         paternal surname, familyname*, last, second last name",
    ),
    (Role::HonorificSuffix, "honorific suffix, name suffix, suffix"),
    (
        Role::Nickname,
        "nickname, nick name, display name, screen name, preferred name, known as, \
         character name, public name, alias",
    ),
    (
        Role::Username,
        "username*, user name, user id, userid, user login, login name, login id, \
         account name, login, account id, logon, logon id, logon name, loginname, uname, \
         sign in id, sign in name, usr, user, ?member id, ?membership number, \
         ?member number, customer id login, handle, your login, uid, email or username, \
         username or email, email address or username, username or email address, \
         user id or email, email or user id, email or phone number or username, nick, \
         ?account number, ?account no, ?player id, log in name, user email or username, \
         login username, username email, ?card number or username, screenname, ?client id, \
         ?customer number",
    ),
    (
        Role::OneTimeCode,
        "one time code, one time password, one time passcode, otp, otp code, \
         verification code, authentication code, security code from, two factor code, 2 fa, \
         2 fa code, two step code, confirmation code, sms code, mfa code, totp, passcode, \
         auth code, authenticator code, verify code, email code, activation code, \
         ?enter the code, ?enter code, 6 digit code, 2 fa token, mfa token, \
         two factor authentication code, access code, code we sent, code sent, login code, \
         authentication token, second factor, two factor, validation code, pin code sent, \
         security token, backup code, recovery code",
    ),
    (
        Role::OrganizationTitle,
        "job title, title position, organization title, position title, your title, \
         current title, current position, occupation, profession, role at company, job role, \
         job position, business title, work title, your role, current role, designation, \
         position, jobtitle*",
    ),
    (
        Role::Organization,
        "company, company name, organization, organisation, company name care of, \
         organization name, organisation name, business name, employer, employer name, firm, \
         firm name, company or organization, current company, current employer, workplace, \
         institution, institution name, business, agency name, legal name of company, \
         companyname*, corporation, org, org name, registered company name, trading name, \
         company organization",
    ),
    (
        Role::StreetAddress,
        "street address, address, mailing address, postal address, home address, \
         full address, residential address, shipping address, billing address, \
         delivery address, ship to address, bill to address, permanent address, \
         current address, address street, your address, addr, street address 1 and 2, \
         complete address, address details, location address, work address, \
         correspondence address",
    ),
    (
        Role::AddressLine1,
        "address line 1, address 1, addr 1, street address 1, address line one, street 1, \
         line 1, addressline 1, address first line, street line 1, address row 1, add 1, \
         adr 1, streetaddress 1, street address line 1, first line of address, \
         shipping address 1, billing address 1, address line, house number and street name, \
         house name number and street, house number and street, street and number, \
         street address or p o box, street and house number, street name and number, \
         street address p o box, ?address id 1",
    ),
    (
        Role::AddressLine2,
        "address line 2, address 2, addr 2, street address 2, address line two, street 2, \
         line 2, addressline 2, street line 2, address row 2, second line of address, add 2, \
         adr 2, streetaddress 2, street address line 2, apartment suite unit, \
         apt suite unit, apartment suite, apt suite, apt suite other, apartment suite etc, \
         suite apt, address continued, address cont, address second line, \
         apt suite building, suite unit building, apartment unit suite or floor, \
         apt unit suite, apartment suite unit building floor etc, apt suite bldg, \
         floor unit, additional address information, address 2 optional, extra address line, \
         shipping address 2, billing address 2, apt suite floor, apartment or suite, \
         flat unit, unit suite, apt unit, bldg apt, suite or apt, apartment suite or unit, \
         unit number building",
    ),
    (
        Role::AddressLine3,
        "address line 3, address 3, addr 3, street address 3, address line three, street 3, \
         line 3, addressline 3, street line 3, adr 3, add 3, streetaddress 3, \
         street address line 3",
    ),
    (Role::Street, "street and no, street with number, street number and name"),
    (
        Role::StreetName,
        "street name, name of street, streetname*, street, road, road name, \
         address street name, avenue, st name",
    ),
    (
        Role::HouseNumber,
        "house number, house no, street number, street no, building number, number of house, \
         housenumber*, housenum, house num, streetnumber*, home number, property number, \
         civic number, address number, exterior number, ext number, nr house, house nr, \
         street nr, house",
    ),
    (
        Role::HouseSuffix,
        "house number suffix, house number addition, house suffix, number suffix, \
         house number extension, house extension, house letter, number addition, \
         housenumber addition, house nr addition",
    ),
    (
        Role::Apartment,
        "apartment, apt, apartment number, apt number, apt no, flat, flat number, flat no, \
         suite, suite number, unit number, unit no, door number, apartment no, \
         interior number, unit, room number, room, door, aptnumber, apt unit number, \
         door no, doorbell, shop number, flat house no",
    ),
    (Role::Floor, "floor, floor number, level number, floor no, storey"),
    (Role::Stair, "stair, stairs, staircase, stairway, stairwell, entrance, porch"),
    (
        Role::Building,
        "building number name, building name number, building name or number, building, \
         building name, tower, block, bldg, building no, block number, block no, house name, \
         building and company name, apartment name, villa, compound, property name, \
         building block",
    ),
    (
        Role::AddressExtra,
        "address extra, additional address, additional address info, address additional, \
         address additional info, address complement, complement, address supplement, \
         delivery address details, address details line 2, additional info address, \
         extra address, additional address details, address addition, care of, c o",
    ),
    (
        Role::ReferencePoint,
        "reference point, landmark, nearest landmark, near by landmark, reference, \
         famous landmark, cross street, cross streets, between streets",
    ),
    (
        Role::AddressLookup,
        "address lookup, find address, address finder, address search, find your address, \
         search address, start typing your address, start typing address, lookup address, \
         enter your address or postcode, search for your address, type your address, \
         address autocomplete, google autocomplete, search by postcode, postcode lookup, \
         look up address, enter postcode or address, address or postcode, \
         begin typing your address",
    ),
    (Role::AddressLevel4, "address level 4"),
    (
        Role::AddressLevel3,
        "address level 3, district, suburb, neighborhood, neighbourhood, sub district, \
         subdistrict, barangay, colony, locality 2, dependent locality, village, mahalle, \
         township, ward, barrio, colonia, parish, quarter, tehsil, sublocality, sub locality",
    ),
    (
        Role::AddressLevel2,
        "city, town, town city, city town, locality, municipality, city name, town name, \
         address city, address level 2, city or town, town or city, post town, \
         city district, commune, city suburb, suburb city, suburb town, town suburb, \
         city area, town village, city village, cityname, city state, ?place, city province, \
         current city, home city, hometown, city and state",
    ),
    (
        Role::AddressLevel1,
        "state, province, state province, province state, region, county, state or province, \
         province or state, prefecture, address level 1, administrative area, state region, \
         emirate, state county, county state, governorate, state territory, canton, \
         state province region, region state, us state, county province, address state, \
         state name, statecode, state code, province code, region id, region name, \
         province territory, ?territory, zone id, ?zone, region code, state province county, \
         state or region, state id, province id, admin area, ?oblast, shipping region, \
         division",
    ),
    (
        Role::Country,
        "country, country region, country code iso, country or region, nation, countryname, \
         country of residence, country name, country id, country iso, countrycode iso, \
         region country, address country, shipping country, billing country, \
         country territory, location country, country select, country list, \
         country selector, country or territory, home country, residence country, \
         deliver to country, citizenship country, country code selector",
    ),
    (
        Role::PostalCode,
        "zip, zip code, postal code, postcode*, post code, zip postal code, zip postal, \
         postal zip code, zip or postal code, postal or zip code, pin code india, pincode*, \
         pin code, eircode, zipcode*, postal, postalcode*, postalcode zip, zip postcode, \
         postcode zip, zip code 5, zip code postal code, area pin code, delivery zip, zip 5, \
         zip 4, plz, post index, post no, billing zip, shipping zip, post zip, \
         zip post code, index postal, 5 digit zip",
    ),
    (
        Role::PostalCodeAndCity,
        "postal code and city, zip and city, zip city, postcode and city, \
         city and postal code, postcode town, zip code city, postal code city, city zip, \
         city state zip, postcode suburb, zip code and city, city postcode, city zip code, \
         city or zip code, city or zip, zip or city, city postal code, postcode city, \
         city and zip code, city or postcode, postcode or city",
    ),
    (
        Role::PostalCodeOrSuburb,
        "postal code or suburb, postcode or suburb, suburb or postcode, suburb postcode, \
         suburb or post code",
    ),
    (
        Role::VatNumber,
        "vat, vat number, vat id, tax number vat, tax number in the case of company, \
         company tax number, community tax number, vat no, vat reg no, \
         vat registration number, vatid, vat code, gst number, gstin, gst no, \
         company tax id, eu vat, tax vat, taxvat, vat nr, uid number vat, vat tax id",
    ),
    (
        Role::IdNumber,
        "id number, identity number, national id, identification number, personal id, \
         passport number, id card number, national identification number, personal number, \
         document number, personal identification number, identity card number, ssn, \
         social security number, tax id, tax identification number, cpf, cnpj, nif, dni, \
         rut, curp, pesel, codice fiscale, fiscal code, tax number, tax code, id card, \
         identity card, id document, passport no, identification, dni number, \
         national id number, aadhaar, emirates id, cedula, tin, document id, \
         driver license number, drivers license number, license number, licence number, \
         id document number, social security, last 4 of ssn, last four digits of ssn, \
         fiscal number, tax payer id",
    ),
    (
        Role::PhoneticGivenName,
        "phonetic given name, first name kana, first name phonetic, phonetic first name, \
         given name kana, kana first name, firstname kana, kana first, furigana first name, \
         furigana name, kana mei, first name furigana, first name katakana, mei kana",
    ),
    (
        Role::PhoneticFamilyName,
        "phonetic family name, last name kana, last name phonetic, phonetic last name, \
         family name kana, kana last name, lastname kana, kana last, furigana last name, \
         furigana surname, kana sei, last name furigana, last name katakana, surname kana, \
         sei kana",
    ),
    (
        Role::CcName,
        "name on card, cardholder name, card holder name, cardholder, card holder, \
         name on credit card, card holder s name, cardholder s name, credit card name, \
         name as it appears on card, name on the card, cc name, ccname, card name, \
         card owner, cc owner, credit card holder, credit card owner, holder name, \
         nameoncard*, cardholdername*, cc holder, name card, name as on card, \
         card owner name, name of cardholder, account holder card, payment name, \
         full name on card, name of card, card full name",
    ),
    (
        Role::CcGivenName,
        "cardholder first name, card holder first name, cardholder s first name, \
         card holder s first name, card holders first name, cc first name, card first name, \
         credit card first name, first name on card, cc given name",
    ),
    (
        Role::CcFamilyName,
        "cardholder last name, card holder last name, cardholder s last name, \
         card holder s last name, card holders last name, cc last name, card last name, \
         credit card last name, last name on card, cc family name",
    ),
    (
        Role::CcNumber,
        "card number, credit card number, credit number, card no, credit card no, cc number, \
         cc num, ccnum, ccnumber, cardnumber*, debit card number, account number card, \
         creditcard number, card num, credit card num, cc no, cardno, \
         credit or debit card number, payment card number, number on card, pan card number, \
         creditcardnumber*, credit card, ?debit card, debit or credit card number, \
         card account number, cc nr, acct card number, debit credit card number, creditcard, \
         ?payment card, cardnum, cc card number, bank card number",
    ),
    (
        Role::CcExp,
        "expiration date, expiry date, card expiration date, card expiry, card expiration, \
         expiry, expiration, cc exp, mm yy, mm yyyy, exp date, exp, valid thru, \
         valid through, valid until, expires, expiration date mm yy, expiry date mm yy, \
         credit card expiration date, card exp, cc expiry, cc expiration, good thru, \
         expire date, expires on, card expiry date, exp mm yy, month year, mm yy expiry, \
         expiration mm yy, credit card expiration, cardexpiry*, expirydate*, \
         expirationdate*, expires end, expiry mm yy",
    ),
    (
        Role::CcExpMonth,
        "expiration month, expiry month, exp month, card expiration month, \
         card expiry month, cc exp month, cc exp mo, expmonth*, expirationmonth*, \
         expirymonth*, exp mm, month of expiry, expire month, cc month, card month, \
         expires month, expiry date month, expiration date month, exp date month, \
         credit card month, exp mo, card exp month, credit card expiration month, \
         month expiry, month of expiration, ccmonth, expire mm, expiry mm, expiration mm, \
         exp date mm, exp m",
    ),
    (
        Role::CcExpYear,
        "expiration year, expiry year, exp year, card expiration year, card expiry year, \
         cc exp year, cc exp yr, expyear*, expirationyear*, expiryyear*, exp yy, exp yyyy, \
         year of expiry, expire year, cc year, card year, expires year, expiry date year, \
         expiration date year, exp date year, credit card year, exp yr, card exp year, \
         credit card expiration year, year expiry, year of expiration, ccyear, expire yy, \
         expiry yy, expiry yyyy, expiration yy, expiration yyyy, exp date yy, exp date yyyy, \
         exp y",
    ),
    (
        Role::CcCsc,
        "cvv, cvc, csc, cvn, cvd, cid, cvv 2, cvc 2, security code, card security code, \
         card verification number, card verification code, cvv code, cvc code, card code, \
         cc csc, cc cvv, cc cvc, cc cid, verification number, card verification value, \
         card cvv, card cvc, credit card security code, 3 digit code, three digit code, \
         cvv cvc, cvc cvv, cvv number, security number, card id number, 3 digits, csv, ccv, \
         cvv cvv 2, cccvv, cccvc, verification value, cc verification number, \
         cc security code, signature panel code, card verification, card security number, \
         cc code, securitycode*, cc verification, ccid, ccverification",
    ),
    (
        Role::CcType,
        "card type, credit card type, cc type, type of card, card brand, cctype, \
         creditcardtype, cardtype*, payment card type, credit card brand",
    ),
    (
        Role::Setting,
        "currency, transaction currency, language, site language, language selector, \
         display language",
    ),
    (Role::TransactionAmount, "transaction amount, donation amount"),
    (
        Role::Language,
        "preferred language, communication language, language preference, \
         correspondence language",
    ),
    (
        Role::Bday,
        "date of birth, birth date, birthday, dob, birthdate*, born on, dateofbirth*, d o b, \
         bday, birth",
    ),
    (
        Role::BdayDay,
        "birth day, day of birth, dob day, birthday day, bday day, birthdate day, \
         date of birth day, birth date day, dob dd, birthday dd, birth dd",
    ),
    (
        Role::BdayMonth,
        "birth month, month of birth, dob month, birthday month, bday month, \
         birthdate month, date of birth month, birth date month, dob mm, birthday mm, \
         birth mm, birthmonth*",
    ),
    (
        Role::BdayYear,
        "birth year, year of birth, dob year, birthday year, bday year, birthdate year, \
         date of birth year, birth date year, dob yyyy, dob yy, birthday yyyy, birth yyyy, \
         birthyear*, year born",
    ),
    (Role::Sex, "gender, sex, gender identity, male female"),
    (
        Role::Url,
        "website, web site, homepage, home page, portfolio, portfolio url, personal website, \
         url, website url, personal site, portfolio link, web page, blog, blog url, \
         portfolio website",
    ),
    (
        Role::Tel,
        "phone, phone number, telephone, telephone number, tel, mobile, mobile number, \
         mobile phone, mobile phone number, cell phone, cell, cell phone number, \
         contact number, phone no, mobile no, tel no, tel number, home phone, \
         home telephone, daytime phone, day phone, evening phone, daytime telephone, \
         work phone, primary phone, contact phone, cellphone*, phonenumber*, mobilenumber*, \
         mobilephone*, telephonenumber*, phone mobile, phone home, phone work, night phone, \
         alternate phone, second phone, other phone, phone 1, phone 2, telephone 1, \
         phone mobile number, mob, whatsapp, whatsapp number, contact no, phone day, \
         business phone, daytime phone number, day time phone, ph no, \
         daytime contact number, contact telephone, customer phone, delivery phone, \
         mobile telephone, phone mobile or landline, ph number, landline, cell number, \
         call number, telefon*, phone main, mphone, hphone, cellular, recipient phone",
    ),
    (
        Role::TelCountryCode,
        "phone country code, country calling code, dialing code, dial code, calling code, \
         country dial code, phone prefix, telephone country code, tel country code, \
         phone country, mobile country code, country code phone, phone code, country code, \
         tel prefix, telephone prefix, dialling code, intl code, international prefix, \
         country prefix, mobile prefix, mobile code, tel country, phone ccode, \
         phone number prefix, phone number country, mobile country, phonecountry*, \
         countrycallingcode*, phone cc, telephone code, international code, isd code, \
         dial country code",
    ),
    (Role::TelNational, "phone national, national phone number, tel national"),
    (
        Role::TelAreaCode,
        "area code, phone area code, area code phone, tel area code, telephone area code, \
         phone area, tel area, phonearea*, areacode*, phone ddd, ddd, city code, std code",
    ),
    (Role::TelLocal, "tel local, local phone number, phone number without area code, phone local"),
    (Role::TelLocalPrefix, "tel local prefix, phone exchange, exchange code, exchange"),
    (Role::TelLocalSuffix, "tel local suffix, phone suffix, line number"),
    (
        Role::TelExtension,
        "tel extension, phone extension, extension, ext, phone ext, extension number, \
         tel ext, ext no, ext number, telephone extension, extn",
    ),
    (
        Role::Email,
        "email, e mail, email address, e mail address, mail, email id, emailaddress*, \
         your email, electronic mail, e mail id, contact email, user email, login email, \
         account email, customer email, mail address, email addr, correo, work email, \
         business email, personal email, email login, useremail, e address, primary email, \
         email username, sign in email, email or phone, email or mobile, \
         email or phone number, email or mobile number, mobile or email, \
         mobile number or email, phone number or email, phone or email, phone email, \
         email phone, email address or phone number, email or mobile phone number, \
         mobile phone or email, email address or mobile number, recovery email, \
         corporate email, company email, subscribe email, newsletter email, \
         email newsletter, email subscription, paypal email, emailid, mailaddress",
    ),
    (Role::Impp, "skype, skype id, instant messenger, telegram, icq, wechat, wechat id"),
    (
        Role::LinkedIn,
        "linked in, linked in profile, linked in url, linked in profile url, linkedin*",
    ),
    (Role::GitHub, "git hub, git hub url, git hub profile, github*, git lab"),
    (
        Role::CoverLetter,
        "cover letter, coverletter*, motivation letter, letter of motivation, motivation, \
         motivational letter, why do you want to work, why are you interested, \
         personal statement, statement of purpose",
    ),
    (
        Role::Resume,
        "resume, cv, resume cv, curriculum vitae, cv resume, upload resume, attach resume, \
         upload cv, attach cv, resume file",
    ),
    (
        Role::PhotoFile,
        "photo, photograph, profile photo, profile picture, avatar, picture, headshot, \
         passport photo, selfie, profile image",
    ),
    (
        Role::Bio,
        "bio, biography, about me, about you, about yourself, tell us about yourself, \
         professional summary, profile summary, short bio, summary, professional bio, \
         artist bio, author bio, introduce yourself",
    ),
    (
        Role::Skills,
        "skills, skill set, key skills, technical skills, skill, core skills, competencies, \
         areas of expertise",
    ),
    (
        Role::Languages,
        "languages, languages spoken, language skills, spoken languages, known languages, \
         programming languages known",
    ),
    (
        Role::Certifications,
        "certifications, certificates, certification, licenses and certifications, \
         professional certifications",
    ),
    (
        Role::Salary,
        "salary, expected salary, salary expectation, salary expectations, desired salary, \
         compensation, current salary, desired compensation, salary requirement, \
         salary requirements, pay expectation, expected ctc, current ctc, annual income, \
         monthly income, income, hourly rate",
    ),
    (
        Role::NoticePeriod,
        "notice period, availability date, available from, earliest start date, \
         when can you start, date available, available start date, earliest start, \
         possible start date",
    ),
    (
        Role::WorkAuthorization,
        "work authorization, authorized to work, legally authorized, work permit, \
         visa sponsorship, require sponsorship, sponsorship, right to work, \
         eligible to work, visa status, work eligibility, legally eligible",
    ),
    (
        Role::School,
        "school, university, college, school name, university name, college name, \
         institution attended, educational institution, alma mater, college university, \
         school university, name of school",
    ),
    (
        Role::Degree,
        "degree, highest degree, education level, level of education, highest education, \
         qualification, degree type, highest level of education, qualifications, \
         degree level, educational qualification, degree program",
    ),
    (
        Role::FieldOfStudy,
        "field of study, major, discipline, course of study, area of study, specialization, \
         subject of study, intended major, study program",
    ),
    (Role::Gpa, "gpa, grade point average, cgpa, grade average"),
    (
        Role::StartDate,
        "start date, date started, from date, employment start, begin date, start month, \
         start year, date from, started on",
    ),
    (
        Role::EndDate,
        "end date, date ended, to date, employment end, graduation date, graduation year, \
         end month, end year, date to, ended on, year of graduation, expected graduation, \
         graduation",
    ),
    (
        Role::ExperienceYears,
        "years of experience, experience years, work experience years, total experience, \
         years experience, how many years",
    ),
    (Role::Pronouns, "pronouns, preferred pronouns, gender pronouns"),
    (
        Role::Captcha,
        "captcha*, re captcha, security check, type the characters, characters you see, \
         anti spam, antispam, security image, code in the image, image code, letters shown, \
         word verification, human verification, are you human, \
         enter the text from the image, characters shown, spam check, vcode, check code, \
         captcha code, verify image, image text, code shown, security question answer",
    ),
    (
        Role::Search,
        "search, search query, site search, keyword, keywords, search term, search terms, \
         query, what are you looking for, search for, search box, search products, ?find, \
         search input, filter, search keyword, twotabsearchtextbox, search field, \
         search here, search store",
    ),
    (
        Role::Coupon,
        "coupon, coupon code, promo code, promotion code, promotional code, discount code, \
         voucher, voucher code, gift card, gift card number, gift code, gift certificate, \
         discount, promo, gift card code, coupons, gift card pin, gift voucher, redeem, \
         redeem code, offer code, source code, catalog code, key code, invitation code, \
         invite code, referral code, reward code, gift card or promo code, loyalty card, \
         loyalty number, loyalty card number, rewards number, bonus card, store credit, \
         voucher number, campaign code, membership card, reward number, giftcard*, \
         gift cert, referral, club card, club card number, loyalty program number, \
         frequent flyer number, loyalty",
    ),
    (
        Role::Consent,
        "i agree, i accept, terms and conditions, privacy policy, terms of service, \
         terms of use, i have read, consent, accept terms, agree to terms, agree, terms, \
         gdpr, i confirm, i consent, privacy, i certify, accept, tos, agreement, conditions, \
         i acknowledge, data protection, code of conduct, media release, age restriction, \
         over 18",
    ),
    (
        Role::Newsletter,
        "newsletter, newsletters, subscribe, subscription, sign up for news, \
         marketing emails, special offers, keep me updated, mailing list, news and offers, \
         promotional emails, opt in, receive emails, receive updates, i want to receive, \
         exclusive offers, sms updates, promotions, updates by email, marketing, send me",
    ),
    (
        Role::Honeypot,
        "honeypot*, leave this field blank, leave this field empty, leave blank, \
         do not fill, don t fill, if you are human leave, hp field, bot field, \
         should be left empty, leave empty, hidden trap",
    ),
    (
        Role::OtherPerson,
        "referee, reference name, emergency contact, emergency contact name, gift recipient, \
         recipient s email, recipient email, friend s name, friend s email, friend email, \
         friend name, emergency phone, emergency contact phone, emergency contact number, \
         spouse name, father s name, mother s name, parent name, guardian name, next of kin, \
         contact person in emergency, referred by, referrer, mother s maiden name, \
         mothers maiden name, fathers name, mothers name, parent email, guardian email, \
         nominee, beneficiary, supervisor name, manager name, gift to, to name, from name, \
         sender name, co applicant, spouse, partner name",
    ),
    (
        Role::Quantity,
        "quantity, qty, number of items, how many, number of guests, number of people, \
         amount of items, number of tickets, item quantity, quantities",
    ),
    (
        Role::Comment,
        "comment, comments, message, notes, note, order notes, order comments, \
         additional information, additional info, special instructions, \
         delivery instructions, instructions, delivery notes, remarks, feedback, \
         additional comments, description, other information, gift message, \
         delivery comment, order note, your message, order comment, delivery note, \
         special requests, driver instructions, question, questions, inquiry, enquiry, \
         remark, delivery information, add a comment, additional notes, details, \
         courier instructions, po number, purchase order number, purchase order, \
         purchase order no, customer reference, order reference, your reference, \
         reference number, po no, subject, address nickname, address name, address label, \
         save address as, name your address, label for this address, address title, \
         name this address, address alias, security question, secret question, \
         security answer, secret answer, hint question, hint answer, password hint",
    ),
    (Role::Age, "age, your age, age group, age range, how old are you"),
    (
        Role::File,
        "attachment, attachments, ?upload file, ?upload files, ?choose file, ?document, \
         ?documents, portfolio file, transcript, supporting documents, ?attach file, ?file, \
         ?upload, other documents",
    ),
    (Role::Pin, "pin, pin number, atm pin, card pin"),
    (
        Role::BankAccount,
        "iban, bic, swift, sort code, bank account number, routing number, bank account, \
         bank name, account holder, aba, bank code, branch code, bank branch",
    ),
    (
        Role::Occasion,
        "wedding date, event date, date of event, event name, arrival date, delivery date, \
         departure date, check in date, check out date, anniversary, order number, order id, \
         order no, invoice number, tracking number, booking reference, confirmation number, \
         order date, delivery time, delivery slot, time slot, shipping method, \
         payment method, payment type, payment option, delivery method, shipping option, \
         how did you hear about us, how did you hear, hear about us, serial number, \
         product name, product, model number, address type, address book, saved address, \
         saved addresses, select address, saved cards, card nickname, issue number, \
         issue date, start month card, website builder, address list, how did you find us, \
         shipping address select, billing address id, delivery type, license plate, vehicle, \
         vin, sku, item number, catalog number, subscription length, time zone, timezone, \
         donation, price, size, color, colour, sort by, sort, size guide, store, \
         pickup store, pick up point, pickup location, customer type, account type, \
         user type, phone type, email type, type of phone, tel type, type of address, \
         residence type, address category, preferred contact method, best time to call, \
         industry, number of employees, company size",
    ),
    (
        Role::Password,
        "password*, pass word, pwd, passwd, passwrd, pass, user password, login password, \
         passphrase, pswd, psw, your password, account password, passwort",
    ),
    (
        Role::Repeat,
        "confirm, repeat, retype, re type, re enter, reenter, again, verify, confirmation, \
         verification, repeated, twice, duplicate, second time, re password, check password, \
         password 2, pass 2, password check, pwd 2, conf, repassword, rpassword, cpassword, \
         confirmpassword*",
    ),
    (
        Role::NewWord,
        "new, create, choose, set, new password, create password, choose password, \
         create a password, choose a password, set password, set a password, \
         registration password, register password, password must, at least 8 characters, \
         at least 6 characters, minimum 8 characters, min 8 characters, signup password, \
         reg password, password new, newpassword*",
    ),
    (
        Role::CurrentWord,
        "current, old, existing, old password, current password, existing password, \
         enter your password, forgot password, forgot your password, forgotten password, \
         login password, password login, signin password, sign in password, oldpassword*",
    ),
    (Role::Month, "month, mm, mo"),
    (Role::Year, "year, yy, yyyy, yr"),
    (Role::Day, "day, dd"),
    (
        Role::Card,
        "card, credit, cc, debit, payment, credit card information, card details, \
         pay by card, credit card details, payment information, payment details, creditcard",
    ),
    (Role::Birth, "born, birth, dob"),
    (Role::Number, "number, ?no, ?nr, ?num"),
    (
        Role::LoginWords,
        "log in, login, sign in, signin, log on, logon, forgot password, \
         forgot your password, remember me, keep me logged in, keep me signed in, \
         stay signed in, lost your password, forgot, forgotten password, returning customer, \
         existing customer, already registered, remember, sign in to, have an account, \
         returning customers, existing customers, stay logged in, forgot username, \
         trouble logging in, trouble signing in, can t log in, login form, loginform, \
         signin form, loginpassword, unlock, remember my",
    ),
    (
        Role::SignupWords,
        "sign up, signup, register, registration, create account, create an account, \
         create your account, join, join now, get started, new customer, create my account, \
         new account, become a member, start free trial, free trial, sign me up, \
         create free account, register now, create profile, open account, new user, \
         join free, registrieren, start trial, try for free, try free, create a new account, \
         registrati, inscription, subscribe, enroll, new member, complete registration, \
         register account, join for free, create, create login, reg, signup form, \
         registerform, regform",
    ),
    (
        Role::ResetWords,
        "reset password, change password, reset your password, change your password, \
         update password, set new password, set password, forgot password, new password, \
         recover password, password recovery, password reset, forgotpassword, passwordreset, \
         resetpassword, changepassword",
    ),
    (Role::Fax, "fax, fax number, telefax, fax no"),
    (
        Role::NotMe,
        "emergency, referee, guardian, spouse, next of kin, beneficiary, nominee, \
         emergency contact, references, reference 1, reference 2",
    ),
];
