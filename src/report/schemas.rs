//! What the schemas of the JSON form say beside what their types say: which numbers are counts, and what the parts of a verdict are.

use schemars::Schema;
use serde_json::{json, Value};

/// Says what the parts of a verdict are.
pub fn verdict(schema: &mut Schema) {
    for answer in schema.get_mut("oneOf").and_then(Value::as_array_mut).expect("it is one of several") {
        let meaning = answer["description"].clone();
        answer["properties"]["answer"]["description"] = meaning;
        if let Some(reason) = answer["properties"].get_mut("reason") {
            reason["description"] = "The property that is violated, or why nothing is decided.".into();
        }
    }
}

/// Says of a list of measures that all are counts.
pub fn counts(list: &mut Schema) {
    extend(list, "properties", json!({"value": {"type": "integer"}}));
}

/// Says of a list of measures that those are counts whose names do not end in `_seconds`.
pub fn times_at_the_end(list: &mut Schema) {
    extend(list, "if", json!({"properties": {"name": {"not": {"pattern": "_seconds$"}}}}));
    extend(list, "then", json!({"properties": {"value": {"type": "integer"}}}));
}

/// Says one more thing about the elements of a list.
fn extend(list: &mut Schema, keyword: &str, what: Value) {
    let items = list.get_mut("items").and_then(Value::as_object_mut).expect("it is the schema of a list");
    items.insert(keyword.to_owned(), what);
}
