//! What this version knows of files of a newer minor version.

use crate::error::RecordError;
use crate::json_schema::JsonForm;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Every key that this version writes, at any depth and in any kind of file: the properties in the schemas.
static KNOWN_KEYS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let mut keys = BTreeSet::new();
    let schemas = JsonForm::of_records().map(|form| form.schema());
    schemas.for_each(|schema| add_properties(&schema, &mut keys));
    keys
});

/// Adds the names of all properties in a schema.
fn add_properties(schema: &Value, names: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::Object(properties)) = fields.get("properties") {
                names.extend(properties.keys().cloned());
            }
            let values = fields.values();
            values.for_each(|value| add_properties(value, names));
        }
        Value::Array(members) => members
            .iter()
            .for_each(|value| add_properties(value, names)),
        _ => {}
    }
}

/// Returns a file of a newer minor version as this version would have written it: without the fields that were added
/// since, at any depth.
pub(crate) fn without_unknown_keys(text: &[u8]) -> Result<Value, RecordError> {
    let mut value = serde_json::from_slice(text)?;
    drop_unknown_keys(&mut value);
    Ok(value)
}

fn drop_unknown_keys(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|key, _| KNOWN_KEYS.contains(key));
            fields.values_mut().for_each(drop_unknown_keys);
        }
        Value::Array(members) => members.iter_mut().for_each(drop_unknown_keys),
        _ => {}
    }
}
