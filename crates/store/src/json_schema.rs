//! JSON Schemas (draft 2020-12) of everything that is read or printed as JSON, generated from the
//! types that serde reads and writes.

use crate::layout::to_text;
use crate::schema::Schema;
use crate::stored::Stored;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, json_schema};
use serde_json::{Value, json};
use tait_grid::{PuzzleForm, ShapesForm};
use tait_linear as linear;
use tait_vacancy as vacancy;

/// A named form of JSON, with its schema.
///
/// ```
/// use tait_store::JsonForm;
/// let form = JsonForm::all().find(|form| form.name() == "wrap-family").expect("it is there");
/// assert_eq!(form.file_name(), "wrap-family.schema.json");
/// assert!(form.to_text()?.starts_with("{\n  \"$id\": \"wrap-family.schema.json\","));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct JsonForm {
    name: &'static str,
    title: &'static str,
    make: fn() -> schemars::Schema,
}

impl JsonForm {
    /// The forms that are read without an envelope.
    pub(crate) const BARE: [Self; 6] = [
        Self::read::<linear::Solution>("linear-solution", "Solution of a linear puzzle"),
        Self::read::<linear::rows::RowSolution>(
            "row-solution",
            "Solution of a puzzle from any row",
        ),
        Self::read::<linear::AuxiliaryList>(
            "auxiliary-solutions",
            "Solutions of the auxiliary puzzle",
        ),
        Self::read::<vacancy::Solution>("cell-solution", "Solution whose moves are cells"),
        Self::read::<PuzzleForm>("grid-puzzle", "Puzzle on a grid"),
        Self {
            make: shapes,
            ..Self::read::<ShapesForm>("grid-shapes", "Shapes on a grid")
        },
    ];

    /// Makes the form of the files of a kind of record.
    pub(crate) fn of<R: Stored>() -> Self {
        Self {
            name: R::about().name,
            title: R::about().title,
            make: of_record::<R>,
        }
    }

    /// Makes the form that a type reads: fields that may be left out are not required.
    #[must_use]
    pub const fn read<T: JsonSchema>(name: &'static str, title: &'static str) -> Self {
        Self {
            name,
            title,
            make: deserialized::<T>,
        }
    }

    /// Makes the form that a type prints: fields that are always there are required.
    #[must_use]
    pub const fn printed<T: JsonSchema>(name: &'static str, title: &'static str) -> Self {
        Self {
            name,
            title,
            make: serialized::<T>,
        }
    }

    /// Returns the name, such as `wrap-family`; for a kind of record, that in its files, with
    /// hyphens.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the name of the file with the schema.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}.schema.json", self.name)
    }

    /// Returns the schema of the type behind the form.
    pub(crate) fn schema(&self) -> Value {
        (self.make)().into()
    }

    /// Returns the schema as JSON text.
    ///
    /// # Errors
    /// Fails if a type describes itself in a way that has no JSON form.
    pub fn to_text(&self) -> Result<String, serde_json::Error> {
        let mut schema = (self.make)();
        // A plain name, so that nothing has to be looked up elsewhere.
        let _ = schema.insert("$id".to_owned(), json!(self.file_name()));
        let _ = schema.insert("title".to_owned(), json!(self.title));
        RecursiveTransform(join_lines).transform(&mut schema);
        RecursiveTransform(bound_numbers).transform(&mut schema);
        to_text(&schema)
    }
}

/// Returns the JSON Schema of the files of a kind.
fn of_record<R: Stored>() -> schemars::Schema {
    let mut schema = deserialized::<R::Body>();
    RecursiveTransform(without_turned).transform(&mut schema);
    let mut envelope = vec![
        ("schema", versions()),
        (
            "kind",
            json!({ "description": "What the file holds.", "const": R::about().kind }),
        ),
    ];
    envelope.extend(R::about().puzzle.first().map(|puzzle| {
        let description = R::puzzle_described();
        (
            "puzzle",
            json!({ "description": description, "type": "string", "enum": [puzzle] }),
        )
    }));
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        let _ = required.splice(0..0, envelope.iter().map(|(key, _)| json!(key)));
    }
    if let Some(properties) = properties(&mut schema) {
        properties.extend(
            envelope
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value)),
        );
    }
    schema
}

/// Leaves out what records refuse: a solution in them is never one of the turned puzzle.
fn without_turned(schema: &mut schemars::Schema) {
    if let Some(properties) = properties(schema) {
        let _ = properties.remove("turned");
    }
}

/// Joins the lines of a description, which break where the source does; paragraphs stay apart.
fn join_lines(schema: &mut schemars::Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        let paragraphs = text.split("\n\n").map(|lines| lines.replace('\n', " "));
        *text = paragraphs.collect::<Vec<_>>().join("\n\n");
    }
}

/// Says by bounds what numbers are read. Rust's names for them, such as `uint64`, are no formats of JSON Schema, and
/// validators refuse a format that they do not know.
fn bound_numbers(schema: &mut schemars::Schema) {
    let bounds = match schema.remove("format").as_ref().and_then(Value::as_str) {
        Some("int32") => [json!(i32::MIN), json!(i32::MAX)],
        Some("int64") => [json!(i64::MIN), json!(i64::MAX)],
        Some("uint32") => [json!(0), json!(u32::MAX)],
        Some("uint" | "uint64") => [json!(0), json!(u64::MAX)],
        _ => return,
    };
    for (key, bound) in ["minimum", "maximum"].into_iter().zip(bounds) {
        if schema.get(key).is_none() {
            let _ = schema.insert(key.to_owned(), bound);
        }
    }
}

/// Lists the current version and those before it, whose files have this form, too.
fn versions() -> Value {
    let Schema { major, minor } = Schema::CURRENT;
    let versions = (0..=minor).map(|minor| Schema { major, minor }.to_string());
    json!({ "description": "The version of this form.", "enum": versions.collect::<Vec<_>>() })
}

fn properties(schema: &mut schemars::Schema) -> Option<&mut serde_json::Map<String, Value>> {
    schema.get_mut("properties").and_then(Value::as_object_mut)
}

/// Returns the schema of the JSON that a type reads.
fn deserialized<T: JsonSchema>() -> schemars::Schema {
    let settings = SchemaSettings::draft2020_12().for_deserialize();
    settings.into_generator().into_root_schema_for::<T>()
}

fn serialized<T: JsonSchema>() -> schemars::Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.into_generator().into_root_schema_for::<T>()
}

/// Allows shapes under the key `glyphs`, too, as in the published fonts.
fn shapes() -> schemars::Schema {
    let mut schema = deserialized::<ShapesForm>();
    if let Some(properties) = properties(&mut schema) {
        let shapes = properties.get("shapes").cloned();
        properties.extend(shapes.map(|shapes| ("glyphs".to_owned(), shapes)));
    }
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.retain(|key| key != "shapes");
    }
    // Ajv asks in its strict mode that a key be named where it is required.
    let either = ["shapes", "glyphs"]
        .map(|key| json_schema!({ "properties": { key: true }, "required": [key] }));
    let _ = schema.insert("oneOf".to_owned(), json!(either));
    schema
}
