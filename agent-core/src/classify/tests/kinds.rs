//! What wins where the kinds of evidence on a page disagree. The pages are of our own making.

use shared_types::Observation;

use super::{super::classify, field, roles};

/// The roles of a page's fields. `guessed | ` in front of a field: the page itself gives it no name, its label
/// only stands near it.
fn check(fields: &[(&str, &str)]) {
    let mut page = Observation { lang: Some("en".to_owned()), ..Observation::default() };
    for (index, (facts, _)) in (0..).zip(fields) {
        let guessed = facts.strip_prefix("guessed | ");
        let mut field = field(guessed.unwrap_or(facts));
        field.accessible_name = Some(guessed.map_or(field.label.clone(), |_| String::new()));
        field.index = index;
        page.fields.push(field);
    }
    classify(&mut page);
    let expected: Vec<&str> = fields.iter().map(|(_, role)| *role).collect();
    let evidence: Vec<_> = page.fields.iter().map(|field| &field.evidence).collect();
    assert_eq!(roles(&page), expected, "{fields:?} {evidence:#?}");
}

#[test]
fn text_that_only_stands_near_is_weaker_than_a_label() {
    // The heading stands before the first field, and each label one field too late.
    check(&[
        ("guessed | l=Where to | s=Where to | n=firstname", "given-name"),
        ("guessed | l=First name | n=lastname | near=Last name", "family-name"),
        ("guessed | l=Last name | n=street | near=Street | a=street-address", "street-address"),
        ("guessed | l=Street | n=city | near=City | a=address-level2", "address-level2"),
    ]);
    // It still keeps cards and identities out of what people read as something else.
    check(&[("guessed | l=Email address | a=cc-number", "none")]);
    check(&[("guessed | l=Nickname | a=cc-csc | n=cvc", "none")]);
    check(&[("l=Last name | n=street | a=street-address", "none")]);
}

#[test]
fn a_keyboard_of_digits_takes_nothing_that_is_said_in_words() {
    for (label, role) in
        [("Website", "url"), ("City", "address-level2"), ("Company", "organization")]
    {
        check(&[(format!("l={label} | keys=text").as_str(), role)]);
        for keys in ["numeric", "decimal", "tel"] {
            check(&[(format!("l={label} | keys={keys}").as_str(), "none")]);
        }
    }
    check(&[("l=Postal code | n=zip | keys=numeric", "postal-code")]);
}

#[test]
fn a_keyboard_for_mail_hints_at_an_address() {
    check(&[("l=Contact | keys=email", "none")]);
    check(&[("l=Contact | n=mail | keys=email", "email")]);
    check(&[("l=Username | keys=email", "username")]);
    check(&[("l=Company | keys=email", "organization")]);
}

#[test]
fn street_and_number_in_one_box_are_the_line() {
    for (label, role) in [
        ("Street, number", "street"),
        ("Street / No.", "street"),
        ("Street number", "address-housenumber"),
    ] {
        check(&[(format!("l={label}").as_str(), role)]);
    }
}

#[test]
fn names_of_the_page_part_what_people_read_as_one() {
    check(&[
        ("l=Name | n=to_firstname", "given-name"),
        ("l=Name | n=to_surname", "family-name"),
        ("l=Town | n=to_town", "address-level2"),
    ]);
    check(&[("l=Name | n=to_firstname", "name"), ("l=Town | n=to_town", "address-level2")]);
}

#[test]
fn a_name_of_its_own_goes_before_the_label_of_the_field_before() {
    check(&[
        ("l=Apartment | i=address-apt", "apartment"),
        ("guessed | l=Apartment | i=postal-code", "postal-code"),
    ]);
    check(&[
        ("l=Apartment | i=address-apt", "apartment"),
        ("guessed | l=Apartment | i=city", "address-level2"),
    ]);
    check(&[("l=Phone | n=phone1", "tel"), ("guessed | l=Phone | n=phone2", "tel")]);
    // Also where neither has a name of its own.
    check(&[
        ("guessed | l=Apartment | i=address-apt", "apartment"),
        ("guessed | l=Apartment | i=postal-code", "postal-code"),
    ]);
    // What asks for care is not made harmless by words that only stand near.
    check(&[("guessed | l=Phone | n=ssn", "id-number")]);
}

#[test]
fn a_prefix_of_a_phone_is_no_title() {
    check(&[
        ("l=Prefix | n=mobile.prefix", "tel-country-code"),
        ("l=Mobile | n=mobile.number | t=tel", "tel-national"),
    ]);
    check(&[("l=Prefix | n=prefix", "honorific-prefix"), ("l=Last name", "family-name")]);
    check(&[("n=tel-local-suffix", "tel-local-suffix")]);
}

#[test]
fn nothing_said_in_words_is_typed_where_phones_are() {
    check(&[("l=Phone | n=phoneFirst | t=tel", "tel")]);
    check(&[("l=ZIP code | t=tel", "postal-code")]);
}

#[test]
fn what_many_names_have_in_common_asks_for_nothing() {
    check(&[
        ("l=Street | n=order_address_street", "street-address"),
        ("l=Town | n=order_address_town", "address-level2"),
        ("l=Postcode | n=order_address_zip", "postal-code"),
        ("l=Country | n=order_address_country", "country"),
        ("n=order_address_uuid", "none"),
        ("l=Carrier | n=order_address_carrier", "none"),
    ]);
}

#[test]
fn more_information_after_a_street_is_of_the_address() {
    check(&[
        ("l=Street | n=street", "street-address"),
        ("l=Additional information | n=more", "address-extra"),
        ("l=City | n=city", "address-level2"),
    ]);
    check(&[("l=Email | n=email", "email"), ("l=Additional information | n=more", "x-comment")]);
    check(&[
        ("l=Street | n=street", "street-address"),
        ("l=Additional information | n=more | t=textarea", "x-comment"),
    ]);
}

#[test]
fn a_gift_card_is_no_payment() {
    check(&[
        ("l=Card number | n=giftCardNumber", "x-coupon"),
        ("l=Security code | n=giftCardSecurityCode", "x-coupon"),
    ]);
    check(&[("l=Card number | n=cardNumber", "cc-number"), ("l=CVC | n=cvc", "cc-csc")]);
}

#[test]
fn a_code_that_was_sent_stays_one_whatever_it_came_by() {
    check(&[("l=Code from the e-mail | n=code | a=one-time-code", "one-time-code")]);
    check(&[("l=Code | n=code | a=one-time-code", "one-time-code")]);
    check(&[("l=Full name | n=otp | a=one-time-code", "none")]);
}

#[test]
fn two_kinds_that_people_can_check_beat_one_they_cannot() {
    check(&[("l=Company name | n=companyName | a=name", "organization")]);
    check(&[("l=Country code | n=code | o=+44/+49/+33 | a=country", "tel-country-code")]);
    // One against one, and what is secret, stay open.
    check(&[("l=Company name | n=field7 | a=name", "none")]);
    check(&[("l=Card number | n=cardNumber | a=name", "none")]);
}

#[test]
fn boxes_that_are_counted_are_parts() {
    check(&[
        ("l=Phone | n=phone1 | t=tel", "tel-area-code"),
        ("n=phone2 | t=tel", "tel-local-prefix"),
        ("n=phone3 | t=tel", "tel-local-suffix"),
    ]);
    check(&[
        ("l=DD | i=birth-day | a=bday | t=number", "bday-day"),
        ("l=MM | i=birth-month | a=bday | t=number", "bday-month"),
        ("l=YYYY | i=birth-year | a=bday | t=number", "bday-year"),
    ]);
}

#[test]
fn where_a_street_follows_a_box_to_search_is_for_searching() {
    check(&[
        ("l=Address | n=find | p=Start typing your address", "address-lookup"),
        ("l=Street | n=street", "street-address"),
        ("l=City | n=city", "address-level2"),
    ]);
    check(&[("l=Company number | n=companyNumber", "none")]);
}

#[test]
fn a_bare_number_in_a_control_for_phones_is_one_whatever_the_page_calls_it() {
    check(&[
        ("l=Last Name", "family-name"),
        ("l=Type | t=select-one", "none"),
        ("l=Number | n=question_81 | t=tel", "tel"),
    ]);
}
