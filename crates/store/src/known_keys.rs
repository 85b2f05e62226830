//! What this version knows of files of a newer minor version.

use crate::Fault;
use serde_json::Value;

/// Every key that this version writes, at any depth.
const KNOWN_KEYS: [&str; 83] = [
    "schema",
    "kind",
    "puzzle",
    "k",
    "n",
    "start",
    "moves",
    "claim",
    "restrictions",
    "found_by",
    "also",
    "optimal_because",
    "shorter",
    "board_from",
    "board_to",
    "rules",
    "pairs",
    "blocks",
    "states",
    "final_type",
    "shift",
    "stationary",
    "command",
    "version",
    "seed",
    "seconds",
    "bases",
    "smaller_sizes",
    "solution",
    "nickel",
    "penny",
    "exchanges",
    "move",
    "offset",
    "pattern",
    "complement",
    "finding",
    "choices",
    "attempts",
    "wraps",
    "class",
    "before",
    "inner_penny",
    "outer_penny",
    "cells",
    "answer",
    "excluded",
    "source",
    "variant",
    "widths",
    "width",
    "looked_for",
    "result",
    "found",
    "stopped",
    "split",
    "not_found",
    "none",
    "constrained",
    "end",
    "solutions",
    "name",
    "grid",
    "dimension",
    "vertices",
    "edges",
    "adjacency",
    "shapes",
    "coins",
    "rows",
    "from",
    "exhausted",
    "targets",
    "to",
    "undecided",
    "at_least",
    "state_limit",
    "id",
    "labeled",
    "target",
    "up_to",
    "rule",
    "unsolvable",
];

/// A file of a newer minor version as this version would have written it: fields that were added
/// since, wherever they are, are left out.
pub(crate) fn without_unknown_keys(text: &[u8]) -> Result<Value, Fault> {
    let mut value = serde_json::from_slice(text)?;
    drop_unknown_keys(&mut value);
    Ok(value)
}

fn drop_unknown_keys(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|key, _| KNOWN_KEYS.contains(&key.as_str()));
            fields.values_mut().for_each(drop_unknown_keys);
        }
        Value::Array(members) => members.iter_mut().for_each(drop_unknown_keys),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::KNOWN_KEYS;
    use crate::JsonForm;
    use serde_json::Value;
    use std::collections::BTreeSet;

    /// The names of all properties in a schema.
    fn properties(schema: &Value, names: &mut BTreeSet<String>) {
        match schema {
            Value::Object(fields) => {
                if let Some(Value::Object(properties)) = fields.get("properties") {
                    names.extend(properties.keys().cloned());
                }
                fields.values().for_each(|value| properties(value, names));
            }
            Value::Array(members) => members.iter().for_each(|value| properties(value, names)),
            _ => {}
        }
    }

    #[test]
    fn every_key_of_every_kind_of_file_is_known() {
        let mut names = BTreeSet::new();
        for form in JsonForm::ALL.iter().take(9) {
            let schema = serde_json::from_str(&form.to_text().unwrap()).unwrap();
            properties(&schema, &mut names);
        }
        let known: BTreeSet<String> = KNOWN_KEYS.map(str::to_owned).into();
        let (unknown, idle): (Vec<_>, Vec<_>) = (
            names.difference(&known).collect(),
            known.difference(&names).collect(),
        );
        assert!(
            unknown.is_empty() && idle.is_empty(),
            "{unknown:?} {idle:?}"
        );
    }
}
