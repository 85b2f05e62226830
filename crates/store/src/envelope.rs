//! The envelope of a file: its version, kind and puzzle, before the body, which is that of its kind; and the texts of the
//! body that follow from the rest of it.

// A record is the body of its file where each of its fields is one key. A field that takes several keys can be flattened, but
// serde buffers those keys: an error in them has no line of its own, and one about an unknown key does not list the known ones.
// Tables of shapes and the cells of reversals and shuffles put up with that. Six kinds have a body of their own instead.
// The envelope cannot hand the keys to two types as it reads them, because a derived type asks for keys until there are none:
// it would have to keep the raw values with their lines, write fields of fields through a serializer of its own, and merge the
// schemas. That is longer than the body of the solution, the only one that it could replace.
//
// * A solution: `k`, `n`, `start` and `moves`.
// * A family of bases: `k` and `bases`, between which the claim and the restrictions stand, so that files would change.
// * A family of wraps, and one of doubles: it proves its wraps or bases when it is made, and before that the numbers in them
//   have to be small enough for the rows to be laid out. `k` and the claim follow from it.
// * A map: the `k` of each cell is that of the file. Files that are older than a theorem may state the answer without it.
// * A solution on a grid: `moves` or `unsolvable`, of which there is exactly one; and `id`, which has to be the name.

use crate::error::{RecordError, require_answer};
use crate::kinds::RecordKind;
use crate::layout::to_text;
use crate::schema::Schema;
use crate::stored::Stored;
use schemars::JsonSchema;
use serde::de::{DeserializeSeed, Error, IgnoredAny, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer, forward_to_deserialize_any};
use std::fmt;
use std::marker::PhantomData;

/// A text of a file that follows from the rest of it, such as an answer in words.
///
/// It is compared when the file is read, and composed when it is written; a record in memory does without it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct Derived(String);

/// A field that is written and read as another type: `#[serde(with = "Through::<Form>")]`.
pub(crate) struct Through<F>(PhantomData<F>);

impl<F> Through<F> {
    pub(crate) fn serialize<T, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error>
    where
        F: Serialize + for<'a> From<&'a T>,
    {
        F::from(value).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, T, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error>
    where
        F: Deserialize<'de>,
        T: TryFrom<F, Error: fmt::Display>,
    {
        T::try_from(F::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// A file as it is written.
#[derive(Serialize)]
struct Envelope<B> {
    schema: String,
    kind: RecordKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<&'static str>,
    #[serde(flatten)]
    body: B,
}

/// Returns the text of the file of a record.
pub(crate) fn text<R: Stored + Clone>(record: &R) -> Result<String, RecordError> {
    let mut record = record.clone();
    for (_, text, follows) in record.derived()? {
        text.0 = follows;
    }
    Ok(to_text(&Envelope {
        schema: Schema::with(record.minor(), record.runs()),
        kind: R::about().kind,
        puzzle: R::about().puzzle.first().copied(),
        body: R::Body::from(record),
    })?)
}

/// Parses the text of a file whose version and kind are known, and compares its derived texts with the rest.
pub(crate) fn parse<R: Stored>(text: &[u8]) -> Result<R, RecordError> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    let body = reader.deserialize_map(Opened::<R>(PhantomData))?;
    reader.end()?;
    let mut record: R = body.try_into().map_err(Into::into)?;
    for (about, text, follows) in record.derived()? {
        let Derived(stated) = std::mem::take(text);
        require_answer(&stated, &follows)
            .map_err(|what| RecordError::Claim(format!("{about}{what}")))?;
    }
    Ok(record)
}

/// Reads the body of a file of a kind.
struct Opened<R>(PhantomData<R>);

impl<'de, R: Stored> Visitor<'de> for Opened<R> {
    type Value = R::Body;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a record")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<R::Body, A::Error> {
        let mut contents = Contents {
            map,
            puzzle: R::about().puzzle,
            has_puzzle: false,
            fields: &[],
        };
        let body = R::Body::deserialize(&mut contents)?;
        match contents.has_puzzle || contents.puzzle.is_empty() {
            true => Ok(body),
            false => Err(A::Error::missing_field("puzzle")),
        }
    }
}

/// The keys and values of a file without those of its envelope.
struct Contents<A> {
    map: A,
    puzzle: &'static [&'static str],
    has_puzzle: bool,
    /// The keys of the body, unless it has a flattened field.
    fields: &'static [&'static str],
}

/// A body reads itself from what the envelope leaves, and first says which keys it has.
impl<'de, A: MapAccess<'de>> Deserializer<'de> for &mut Contents<A> {
    type Error = A::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.fields = fields;
        visitor.visit_map(self)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, A::Error> {
        visitor.visit_map(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Contents<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        while let Some(key) = self.map.next_key::<String>()? {
            match &*key {
                // Whoever chose the kind has read them.
                "schema" | "kind" => drop(self.map.next_value::<IgnoredAny>()?),
                "puzzle" if self.has_puzzle => return Err(A::Error::duplicate_field("puzzle")),
                "puzzle" if !self.puzzle.is_empty() => {
                    let puzzle: String = self.map.next_value()?;
                    if !self.puzzle.contains(&&*puzzle) {
                        return Err(A::Error::unknown_variant(&puzzle, self.puzzle));
                    }
                    self.has_puzzle = true;
                }
                _ if self.fields.is_empty() || self.fields.contains(&&*key) => {
                    return seed.deserialize(key.into_deserializer()).map(Some);
                }
                _ => {
                    let puzzle = self.puzzle.first().map(|_| "puzzle");
                    let known = ["schema", "kind"].into_iter().chain(puzzle);
                    let known = known.chain(self.fields.iter().copied());
                    let known: Vec<String> = known.map(|known| format!("`{known}`")).collect();
                    let known = known.join(", ");
                    let what = format!("unknown field `{key}`, expected one of {known}");
                    return Err(A::Error::custom(what));
                }
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}
