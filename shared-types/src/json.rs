//! Reading JSON with little code.
//!
//! Everything is parsed into a [`Value`] first, by one parser, and each type is read from that by one
//! reader, which calls of a type's derived code only what our own JSON needs: objects by the names of
//! their parts. In the browser this is a third of the module. Errors name places and kinds, never a
//! value, because what is read may belong to a person.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{
        self, DeserializeOwned, DeserializeSeed, EnumAccess, Error as _, MapAccess, SeqAccess,
        Unexpected, VariantAccess, Visitor, value::StrDeserializer,
    },
};
use serde_json::{Map, Value, map};

/// Reads a type from JSON text.
pub fn from_str<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    T::deserialize(Reader(&parse(text)?))
}

/// Reads a type from JSON.
pub fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T, Error> {
    T::deserialize(Reader(value))
}

/// A type as JSON; null for what has no form in JSON, which none of our types is.
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> Value {
    serde_json::to_string(value).ok().and_then(|text| parse(&text).ok()).unwrap_or_default()
}

fn parse(text: &str) -> Result<Value, Error> {
    serde_json::from_str(text).map_err(|error| Error(error.to_string()))
}

/// What is wrong with JSON, in a sentence without values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        let found = match found {
            Unexpected::Unit | Unexpected::Option => "null",
            Unexpected::Bool(_) => "boolean",
            Unexpected::Unsigned(_) | Unexpected::Signed(_) | Unexpected::Float(_) => "number",
            Unexpected::Str(_) => "string",
            Unexpected::Seq => "sequence",
            Unexpected::Map => "map",
            _ => "something else",
        };
        Self(format!("invalid type: {found}, expected {expected}"))
    }

    fn invalid_value(found: Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::invalid_type(found, expected)
    }
}

/// Reads a type from JSON that has been parsed.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a>(pub &'a Value);

impl Reader<'_> {
    fn wrong(self, expected: &dyn de::Expected) -> Error {
        let found = match self.0 {
            Value::Null => Unexpected::Unit,
            Value::Bool(truth) => Unexpected::Bool(*truth),
            Value::Number(_) => Unexpected::Unsigned(0),
            Value::String(text) => Unexpected::Str(text),
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        };
        Error::invalid_type(found, expected)
    }
}

impl<'de> Deserializer<'de> for Reader<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(truth) => visitor.visit_bool(*truth),
            Value::Number(number) => {
                if let Some(natural) = number.as_u64() {
                    visitor.visit_u64(natural)
                } else if let Some(whole) = number.as_i64() {
                    visitor.visit_i64(whole)
                } else {
                    visitor.visit_f64(number.as_f64().unwrap_or_default())
                }
            }
            Value::String(text) => visitor.visit_str(text),
            Value::Array(list) => visitor.visit_seq(Items(list.iter())),
            Value::Object(object) => visitor.visit_map(Entries::of(object)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(list) => visitor.visit_seq(Items(list.iter())),
            _ => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0.as_array() {
            Some(list) if list.len() > length => Err(Error::invalid_length(list.len(), &visitor)),
            _ => self.deserialize_seq(visitor),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Object(object) => visitor.visit_map(Entries::of(object)),
            _ => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::String(name) => visitor.visit_enum(Variant { name, content: &Value::Null }),
            Value::Object(object) if object.len() == 1 => match object.iter().next() {
                Some((name, content)) => visitor.visit_enum(Variant { name, content }),
                None => Err(self.wrong(&visitor)),
            },
            _ => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct tuple_struct identifier
    }
}

/// The entries of an array.
struct Items<'a>(std::slice::Iter<'a, Value>);

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Error> {
        self.0.next().map(|value| seed.deserialize(Reader(value))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// The entries of an object.
struct Entries<'a> {
    rest: map::Iter<'a>,
    value: &'a Value,
}

impl<'a> Entries<'a> {
    fn of(object: &'a Map<String, Value>) -> Self {
        Self { rest: object.iter(), value: &Value::Null }
    }
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Error> {
        let Some((name, value)) = self.rest.next() else { return Ok(None) };
        self.value = value;
        seed.deserialize(StrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(Reader(self.value))
    }
}

/// One variant of an enum, with what is in it.
struct Variant<'a> {
    name: &'a str,
    content: &'a Value,
}

impl<'de, 'a> EnumAccess<'de> for Variant<'a> {
    type Error = Error;
    type Variant = Reader<'a>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Reader<'a>), Error> {
        Ok((seed.deserialize(StrDeserializer::new(self.name))?, Reader(self.content)))
    }
}

impl<'de> VariantAccess<'de> for Reader<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        if self.0.is_null() { Ok(()) } else { Err(self.wrong(&"a name alone")) }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }
}

/// An object whose tag says what the other parts are. The derived code for tagged enums would copy
/// each part into a form of its own and read every type in it by a second reader.
#[derive(Clone)]
pub struct Tagged {
    name: &'static str,
    tag: String,
    parts: Map<String, Value>,
}

impl Tagged {
    /// Takes any object that has the tag.
    pub fn read<'de, D: Deserializer<'de>>(
        deserializer: D,
        tag: &'static str,
    ) -> Result<Self, D::Error> {
        let parts = Map::deserialize(deserializer)?;
        match parts.get(tag) {
            Some(Value::String(text)) => Ok(Self { name: tag, tag: text.clone(), parts }),
            Some(_) => {
                Err(D::Error::custom(format_args!("`{tag}` has a wrong value, expected a string")))
            }
            None => Err(D::Error::missing_field(tag)),
        }
    }

    /// What the tag says.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// A part that must be there.
    pub fn need<T: DeserializeOwned>(&self, name: &'static str) -> Result<T, Error> {
        from_value(self.parts.get(name).ok_or_else(|| Error::missing_field(name))?)
    }

    /// A part that may be left out, and what it is then.
    pub fn or<T: DeserializeOwned>(&self, name: &'static str, absent: T) -> Result<T, Error> {
        self.parts.get(name).map_or(Ok(absent), from_value)
    }

    /// A part that may be left out.
    pub fn may<T: DeserializeOwned + Default>(&self, name: &'static str) -> Result<T, Error> {
        self.or(name, T::default())
    }

    /// The tag is none of these. As every error about a part it begins with the part's name.
    pub fn unknown(&self, known: &'static [&'static str]) -> Error {
        let tag: String = self.tag.chars().take(40).collect();
        Error(format!("`{}` is `{tag}`, expected one of {}", self.name, known.join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{Profile, Widget, message::PopupReply, snapshot::RawSnapshot};

    /// Both readers must agree, on what is right and on what is wrong.
    fn check<T: DeserializeOwned + PartialEq + fmt::Debug>(input: Value) {
        let theirs = serde_json::from_value::<T>(input.clone()).ok();
        assert_eq!(from_str::<T>(&input.to_string()).ok(), theirs, "{input}");
    }

    #[test]
    fn reads_what_serde_json_reads() {
        check::<Profile>(
            json!({"firstName": 7, "prefersOAuth": true, "custom": {"a": [1, -1, 0.5]}}),
        );
        check::<Profile>(json!({"address": {"city": null}, "resume": {"skills": ["a", true]}}));
        check::<Profile>(json!({"address": 7}));
        check::<Profile>(json!({"payment": null, "updatedAt": 7}));
        check::<RawSnapshot>(json!({"viewport": [1, 2.5], "nodes": [{"tag": "p", "ref": 3}]}));
        check::<RawSnapshot>(json!({"viewport": [1]}));
        check::<RawSnapshot>(json!({"viewport": [1, 2, 3]}));
        check::<RawSnapshot>(json!({"nodes": [{"ref": -3}]}));
        check::<RawSnapshot>(json!({"nodes": [{"ref": 0.5}]}));
        check::<RawSnapshot>(json!({"nodes": {}}));
        check::<Widget>(json!("combobox"));
        check::<Widget>(json!("of tomorrow"));
        check::<Widget>(json!(1));
        check::<PopupReply>(json!("ok"));
        check::<PopupReply>(json!({"ok": null}));
        check::<PopupReply>(json!({"ok": 1}));
        check::<PopupReply>(json!({"undone": {"restored": 1, "kept": 2}}));
        check::<PopupReply>(json!({"logs": [{"id": "a"}]}));
        check::<PopupReply>(json!({"logs": [], "ok": null}));
        check::<PopupReply>(json!({}));
        check::<Option<Vec<(u32, String)>>>(json!(null));
        check::<Option<Vec<(u32, String)>>>(json!([[1, "a"]]));
    }

    #[test]
    fn errors_name_what_is_wrong_without_its_value() {
        fn check(input: &str, expected: &str) {
            let error = from_str::<crate::Question>(input).map(drop).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
        check("[]", "invalid type: sequence, expected struct Question");
        check(r#"{"field": "secret"}"#, "invalid type: string, expected u32");
        check(r#"{"field": 1}"#, "missing field `question`");
        check("{", "EOF while parsing an object at line 1 column 1");
    }
}
