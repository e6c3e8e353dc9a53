//! Tables of addresses (CSV): what browsers, address books and password managers export, by the names of their columns.

use shared_types::import::{FileFormat, FileFound};

use crate::{
    contact::{self, Contact},
    error::ImportError,
};

/// Most rows that are looked at: a file with more is an address book.
const MOST_ROWS: usize = 10_000;

/// What programs call the columns, without case, blanks and punctuation; where each belongs.
const COLUMNS: &[(&str, &[&str])] = &[
    ("fullName", &["name", "fullname", "displayname", "contactname", "recipient", "cardholder"]),
    ("firstName", &["firstname", "givenname", "forename", "first", "vorname", "prenom"]),
    ("middleName", &["middlename", "additionalname", "middle"]),
    (
        "lastName",
        &["lastname", "familyname", "surname", "last", "nachname", "nomdefamille", "apellidos"],
    ),
    (
        "email",
        &[
            "email",
            "emailaddress",
            "email1",
            "email1value",
            "primaryemail",
            "mail",
            "emailadresse",
            "email1address",
        ],
    ),
    (
        "phone",
        &[
            "phone",
            "phonenumber",
            "tel",
            "telephone",
            "mobile",
            "mobilephone",
            "phone1",
            "phone1value",
            "telefon",
            "cell",
            "cellphone",
            "homephone",
        ],
    ),
    (
        "address.street",
        &[
            "street",
            "streetaddress",
            "address",
            "address1",
            "addressline1",
            "addresslevel3",
            "homestreet",
            "address1street",
            "strasse",
            "street1",
            "homeaddress",
            "addressstreet",
        ],
    ),
    (
        "address.street2",
        &[
            "street2",
            "address2",
            "addressline2",
            "address1extendedaddress",
            "homestreet2",
            "apartment",
            "unit",
        ],
    ),
    (
        "address.district",
        &["district", "neighbourhood", "neighborhood", "dependentlocality", "bairro", "colonia"],
    ),
    (
        "address.city",
        &[
            "city",
            "town",
            "addresslevel2",
            "homecity",
            "address1city",
            "ort",
            "locality",
            "addresscity",
        ],
    ),
    (
        "address.state",
        &[
            "state",
            "region",
            "province",
            "addresslevel1",
            "homestate",
            "address1region",
            "county",
            "addressstate",
            "stateprovince",
        ],
    ),
    (
        "address.zipCode",
        &[
            "zip",
            "zipcode",
            "postalcode",
            "postcode",
            "homepostalcode",
            "address1postalcode",
            "plz",
            "addresszip",
            "addresspostalcode",
        ],
    ),
    (
        "address.country",
        &[
            "country",
            "countrycode",
            "homecountry",
            "address1country",
            "homecountryregion",
            "land",
            "countryregion",
            "addresscountry",
        ],
    ),
    (
        "company",
        &[
            "company",
            "organization",
            "organisation",
            "organizationname",
            "organization1name",
            "firma",
        ],
    ),
    ("jobTitle", &["jobtitle", "title", "organizationtitle", "organization1title", "position"]),
    ("birthDate", &["birthday", "birthdate", "dateofbirth", "bday", "geburtsdatum"]),
    ("website", &["website1value", "website", "webpage", "homepage"]),
    ("linkedIn", &["linkedin"]),
    ("github", &["github"]),
];

/// Columns that hold passwords, or ways to make one.
const PASSWORDS: &[&str] = &[
    "password",
    "passwort",
    "loginpassword",
    "pass",
    "pwd",
    "motdepasse",
    "contrasena",
    "totp",
    "otpauth",
    "logintotp",
    "otp",
];

/// Whether a text is a table with columns that a profile has.
pub(crate) fn is_one(text: &str) -> bool {
    let Some(first) = text.lines().find(|line| !line.trim().is_empty()) else { return false };
    let names: Vec<String> = first.split(delimiter(first)).map(plain).collect();
    let known = names.iter().filter(|name| path(name).is_some()).count();
    let is_login = holds_passwords(&names);
    // A line of prose may name one of them.
    names.len() > 1 && (known > 1 && known * 3 >= names.len() || is_login && first.len() < 400)
}

/// What is in a table.
pub(crate) fn read(text: &str) -> Result<FileFound, ImportError> {
    let text = text.trim_start();
    let first = text.lines().next().unwrap_or_default();
    let delimiter = u8::try_from(delimiter(first)).unwrap_or(b',');
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let names: Vec<String> =
        reader.headers().map_err(|_| ImportError::Damaged("CSV"))?.iter().map(plain).collect();
    if holds_passwords(&names) {
        return Err(ImportError::Passwords);
    }
    let paths: Vec<Option<&str>> = names.iter().map(|name| path(name)).collect();
    if paths.iter().all(Option::is_none) {
        return Err(ImportError::NoColumns);
    }
    // “Title” beside a name is Mr or Ms in some exports and a job in others: it is taken where a job's columns are there.
    let has_company = paths.contains(&Some("company"));
    let is_sure = |name: &String| name != "title" || has_company;
    let paths: Vec<Option<&str>> =
        names.iter().zip(paths).map(|(name, path)| path.filter(|_| is_sure(name))).collect();
    let mut contacts = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|_| ImportError::Damaged("CSV"))?;
        let mut contact = Contact::new();
        for (path, text) in paths.iter().zip(&record) {
            if let Some(path) = path.filter(|_| !text.is_empty()) {
                // Several values of one column stand like this in the export of Google's contacts.
                let text = text.split(" ::: ").next().unwrap_or_default();
                contact.entry(path.to_owned()).or_insert_with(|| text.to_owned());
            }
        }
        if !contact.is_empty() {
            contacts.push(contact);
        }
        if contacts.len() > MOST_ROWS {
            return Err(ImportError::SeveralPeople(contacts.len()));
        }
    }
    contact::joined(&contacts)?.found(FileFormat::Table, key!("import_a_table"))
}

/// A column's name without case, blanks and punctuation.
pub(crate) fn plain(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

fn path(name: &str) -> Option<&'static str> {
    COLUMNS.iter().find(|(_, names)| names.contains(&name)).map(|(path, _)| *path)
}

pub(crate) fn holds_passwords(names: &[String]) -> bool {
    names.iter().any(|name| PASSWORDS.contains(&name.as_str()))
}

/// What divides the columns: whichever the first line has most of.
pub(crate) fn delimiter(line: &str) -> char {
    let count = |mark: &char| line.matches(*mark).count();
    [',', ';', '\t'].into_iter().rev().max_by_key(count).unwrap_or(',')
}
