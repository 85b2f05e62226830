//! A serde format for command lines: `framework 6 --from 13 --blocks R1` is a struct, both ways.
//!
//! A field whose name is in capitals, such as `K`, is a word by its place. Any other field is an option, `--most-moves` for
//! `most_moves`. A `bool` is an option without a value; what is false or `None` is left out; the elements of a list stand
//! between commas; a struct among the fields is a group of further options.
//!
//! [`quoted`] writes a word for a shell.

use serde::de::IntoDeserializer as _;
use serde::de::{DeserializeOwned, MapAccess, SeqAccess, Visitor, value};
use serde::ser::{Impossible, SerializeSeq, SerializeStruct};
use serde::{Deserializer, Serialize, Serializer, de, forward_to_deserialize_any, ser};
use std::ffi::OsStr;
use std::fmt;
use std::fmt::Write as _;

/// A request that can be typed: its fields are the arguments of a command.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use tait_text::Command;
///
/// #[derive(Debug, PartialEq, Serialize, Deserialize)]
/// struct Count {
///     #[serde(rename = "K")]
///     k: u8,
///     most_moves: Option<u32>,
///     positions: Option<Vec<i64>>,
///     fresh: bool,
/// }
///
/// impl Command for Count {
///     const NAME: &'static str = "count all";
/// }
///
/// let count = Count { k: 3, most_moves: Some(9), positions: Some(vec![-1, 4]), fresh: true };
/// assert_eq!(count.to_command(), "count all 3 --most-moves 9 --positions -1,4 --fresh");
/// assert_eq!(Count::of_command("count all 3 --fresh --positions -1,4 --most-moves 9"), Ok(count));
/// assert!(Count::of_command("count all 03").is_err() && Count::of_command("count all 3 4").is_err());
/// ```
pub trait Command: Serialize + DeserializeOwned {
    /// The words before the arguments.
    const NAME: &'static str;

    /// Returns whether its options belong together.
    fn is_sound(&self) -> bool {
        true
    }

    /// Returns the command line. A shell reads each of its words as one.
    fn to_command(&self) -> String {
        let mut words = String::from(Self::NAME);
        let written = self.serialize(Field {
            words: &mut words,
            name: "",
        });
        debug_assert!(written.is_ok(), "{written:?}");
        words
    }

    /// Reads a command line, whose options may come in any order.
    ///
    /// # Errors
    /// When it is another command, or it says too little or too much. Numbers have one spelling.
    fn of_command(command: &str) -> Result<Self, CommandError> {
        let mut words = split(command)?;
        let name = Self::NAME.split(' ');
        if !name.clone().eq(words.iter().take(name.clone().count())) {
            return Err(CommandError(format!("it is not '{}'", Self::NAME)));
        }
        drop(words.drain(..name.count()));
        let value = Self::deserialize(Given {
            words: &mut words,
            name: "",
        })?;
        match words.first() {
            Some(word) => Err(CommandError(format!("it has no use for '{word}'"))),
            None if value.is_sound() => Ok(value),
            None => Err(CommandError(
                "its options do not belong together".to_owned(),
            )),
        }
    }
}

/// Why a command line cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CommandError(String);

impl ser::Error for CommandError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

impl de::Error for CommandError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// Splits a line at its blanks, as a shell does with what [`quoted`] has written.
fn split(line: &str) -> Result<Vec<String>, CommandError> {
    let open = || CommandError("a quote is not closed".to_owned());
    let (mut words, mut rest) = (vec![String::new()], line);
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        let word = words.last_mut().ok_or_else(open)?;
        match letter {
            ' ' => words.push(String::new()),
            '\'' => {
                let (text, after) = rest.split_once('\'').ok_or_else(open)?;
                word.push_str(text);
                rest = after;
            }
            '\\' if rest.starts_with('\'') => {
                word.push('\'');
                rest = &rest[1..];
            }
            _ => word.push(letter),
        }
    }
    Ok(words)
}

fn option(name: &str) -> String {
    format!("--{}", name.replace('_', "-"))
}

fn has_place(name: &str) -> bool {
    name.starts_with(|letter: char| letter.is_ascii_uppercase())
}

/// Writes the value of a field; without a name, the whole request.
struct Field<'a> {
    words: &'a mut String,
    name: &'static str,
}

impl Field<'_> {
    fn word(self, text: &str) -> Result<(), CommandError> {
        if !has_place(self.name) {
            self.words.push(' ');
            self.words.push_str(&option(self.name));
        }
        self.words.push(' ');
        self.words.push_str(&quoted(text));
        Ok(())
    }
}

/// Methods that write a value by its text.
macro_rules! by_text {
    ($($method:ident: $type:ty),*) => {
        $(fn $method(self, value: $type) -> Result<(), CommandError> {
            self.word(&value.to_string())
        })*
    };
}

/// Methods for what no command line says.
macro_rules! unsaid {
    ($($method:ident($($argument:ty),*) -> $ok:ty;)*) => {
        $(fn $method(self, $(_: $argument),*) -> Result<$ok, CommandError> {
            Err(ser::Error::custom(concat!("a command line cannot say ", stringify!($method))))
        })*
    };
}

type Never = Impossible<(), CommandError>;

impl<'a> Serializer for Field<'a> {
    type Ok = ();
    type Error = CommandError;
    type SerializeSeq = List<'a>;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Fields<'a>;
    type SerializeStructVariant = Never;

    by_text! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64, serialize_u8: u8, serialize_u16: u16,
        serialize_u32: u32, serialize_u64: u64, serialize_f32: f32, serialize_f64: f64, serialize_char: char,
        serialize_str: &str
    }

    fn serialize_bool(self, value: bool) -> Result<(), CommandError> {
        if value {
            self.words.push(' ');
            self.words.push_str(&option(self.name));
        }
        Ok(())
    }

    fn serialize_none(self) -> Result<(), CommandError> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), CommandError> {
        value.serialize(self)
    }

    fn serialize_unit_variant(self, _: &str, _: u32, name: &str) -> Result<(), CommandError> {
        self.word(name)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &str,
        value: &T,
    ) -> Result<(), CommandError> {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List<'a>, CommandError> {
        let texts = Vec::new();
        Ok(List { field: self, texts })
    }

    fn serialize_struct(self, _: &str, _: usize) -> Result<Fields<'a>, CommandError> {
        Ok(Fields { words: self.words })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &str,
        _: u32,
        _: &str,
        _: &T,
    ) -> Result<(), CommandError> {
        Err(ser::Error::custom(
            "a command line cannot say which value this is",
        ))
    }

    unsaid! {
        serialize_bytes(&[u8]) -> ();
        serialize_unit() -> ();
        serialize_unit_struct(&str) -> ();
        serialize_tuple(usize) -> Never;
        serialize_tuple_struct(&str, usize) -> Never;
        serialize_tuple_variant(&str, u32, &str, usize) -> Never;
        serialize_map(Option<usize>) -> Never;
        serialize_struct_variant(&str, u32, &str, usize) -> Never;
    }
}

/// Writes the fields of a request, or of a group among them.
struct Fields<'a> {
    words: &'a mut String,
}

impl SerializeStruct for Fields<'_> {
    type Ok = ();
    type Error = CommandError;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), CommandError> {
        let words = &mut *self.words;
        value.serialize(Field { words, name })
    }

    fn end(self) -> Result<(), CommandError> {
        Ok(())
    }
}

/// Writes the elements of a list between commas.
struct List<'a> {
    field: Field<'a>,
    texts: Vec<String>,
}

impl SerializeSeq for List<'_> {
    type Ok = ();
    type Error = CommandError;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), CommandError> {
        let mut words = String::new();
        // A name in capitals, so that nothing but the element is written.
        value.serialize(Field {
            words: &mut words,
            name: "ELEMENT",
        })?;
        self.texts.append(&mut split(words.trim_start())?);
        Ok(())
    }

    fn end(self) -> Result<(), CommandError> {
        self.field.word(&self.texts.join(","))
    }
}

/// What is given for a field; without a name, for the whole request.
struct Given<'a> {
    words: &'a mut Vec<String>,
    name: &'static str,
}

impl Given<'_> {
    fn place(&self) -> Option<usize> {
        let first = self.words.first();
        match has_place(self.name) {
            true => first.filter(|word| !word.starts_with("--")).map(|_| 0),
            false => (self.words.iter()).position(|word| *word == option(self.name)),
        }
    }

    fn text(&mut self) -> Result<String, CommandError> {
        let missing = || CommandError(format!("{} is missing", self.name));
        let place = self.place().ok_or_else(missing)?;
        if has_place(self.name) {
            return Ok(self.words.remove(place));
        }
        if place + 1 == self.words.len() {
            return Err(CommandError(format!("{} has no value", option(self.name))));
        }
        let mut taken = self.words.drain(place..=place + 1);
        taken.next_back().ok_or_else(missing)
    }
}

/// Methods that read a number, which has one spelling.
macro_rules! numbers {
    ($($method:ident $visit:ident $type:ty),*) => {
        $(fn $method<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, CommandError> {
            let text = self.text()?;
            let number = text.parse::<$type>().ok().filter(|number| number.to_string() == text);
            match number {
                Some(number) => visitor.$visit(number),
                None => Err(CommandError(format!("'{text}' is not a number that fits here"))),
            }
        })*
    };
}

impl<'de> Deserializer<'de> for Given<'_> {
    type Error = CommandError;

    numbers! {
        deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16, deserialize_i32 visit_i32 i32,
        deserialize_i64 visit_i64 i64, deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16,
        deserialize_u32 visit_u32 u32, deserialize_u64 visit_u64 u64, deserialize_f64 visit_f64 f64
    }

    fn deserialize_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, CommandError> {
        visitor.visit_string(self.text()?)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CommandError> {
        let place = self.place();
        visitor.visit_bool(place.map(|place| self.words.remove(place)).is_some())
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, CommandError> {
        match self.place() {
            Some(_) => visitor.visit_some(self),
            None => visitor.visit_none(),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, CommandError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, CommandError> {
        visitor.visit_seq(Elements(
            self.text()?.split(',').map(str::to_owned).collect(),
        ))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, CommandError> {
        let name: value::StringDeserializer<CommandError> = self.text()?.into_deserializer();
        visitor.visit_enum(name)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, CommandError> {
        let words = self.words;
        visitor.visit_map(Names { words, names })
    }

    forward_to_deserialize_any! {
        i128 u128 f32 char str string bytes byte_buf unit unit_struct tuple tuple_struct map identifier ignored_any
    }
}

/// The fields of a request, or of a group among them, each with what is given for it.
struct Names<'a> {
    words: &'a mut Vec<String>,
    names: &'static [&'static str],
}

impl<'de> MapAccess<'de> for Names<'_> {
    type Error = CommandError;

    fn next_key_seed<K: de::DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, CommandError> {
        let name = self.names.first();
        name.map(|name| seed.deserialize(name.into_deserializer()))
            .transpose()
    }

    fn next_value_seed<V: de::DeserializeSeed<'de>>(
        &mut self,
        seed: V,
    ) -> Result<V::Value, CommandError> {
        let Some((name, names)) = self.names.split_first() else {
            return Err(de::Error::custom("no field is left"));
        };
        self.names = names;
        let words = &mut *self.words;
        seed.deserialize(Given { words, name })
    }
}

/// The elements of a list.
struct Elements(std::collections::VecDeque<String>);

impl<'de> SeqAccess<'de> for Elements {
    type Error = CommandError;

    fn next_element_seed<T: de::DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, CommandError> {
        let Some(text) = self.0.pop_front() else {
            return Ok(None);
        };
        let mut words = vec![text];
        let element = Given {
            words: &mut words,
            name: "ELEMENT",
        };
        seed.deserialize(element).map(Some)
    }
}

/// Returns a word of a command so that a shell reads it as one word: as it is where nothing in it is special, and otherwise
/// in single quotes. Control characters and bytes that are not UTF-8 are escaped, in `$'..'`.
///
/// ```
/// use tait_text::quoted;
/// assert_eq!(quoted("k04-bases.json"), "k04-bases.json");
/// assert_eq!(quoted("my file"), "'my file'");
/// assert_eq!(quoted("it's"), r"'it'\''s'");
/// assert_eq!(quoted("a\nb"), r"$'a\x0ab'");
/// ```
#[must_use]
pub fn quoted(word: impl AsRef<OsStr>) -> String {
    let word = word.as_ref();
    match word.to_str() {
        Some(text) if text.chars().any(char::is_control) => escaped(text.as_bytes()),
        Some(text) if is_plain(text) => text.to_owned(),
        Some(text) => format!("'{}'", text.replace('\'', r"'\''")),
        None => escaped(word.as_encoded_bytes()),
    }
}

/// Whether no letter of a word means anything to a shell.
fn is_plain(word: &str) -> bool {
    let is_plain = |letter: char| letter.is_alphanumeric() || "_-./:,=+@%".contains(letter);
    !word.is_empty() && word.chars().all(is_plain)
}

fn escaped(bytes: &[u8]) -> String {
    let mut text = "$'".to_owned();
    for &byte in bytes {
        match byte {
            b'\'' | b'\\' => text.extend(['\\', char::from(byte)]),
            b' '..=b'~' => text.push(char::from(byte)),
            // Writing to a text does not fail.
            _ => drop(write!(text, "\\x{byte:02x}")),
        }
    }
    text + "'"
}
