//! The schemas in docs/schemas are those of the types that are written as JSON. With `BITREACH_GOLDEN=write` they are written anew.
//! What the command prints is held against them by tests/schemas.rs.

use crate::bench::record::{Header, Record};
use crate::pipeline::inconsistent::state::Done;
use crate::report::inconsistent::Inconsistencies;
use crate::report::{functions, several, Report};
use schemars::generate::SchemaSettings;
use schemars::transform::{transform_subschemas, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Makes of the schema of a type one of what is written, in words of JSON.
#[derive(Clone)]
struct Written;

impl Transform for Written {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        // Names of Rust's types are no formats that JSON Schema has.
        schema.remove("format");
        if let Some(Value::String(description)) = schema.get_mut("description") {
            *description = description.replace("`None`", "`null`");
        }
        if schema.get("type").is_some_and(|kind| kind == "object") {
            // A field that no schema knows is to be found.
            schema.insert("additionalProperties".to_owned(), Value::Bool(false));
            never_null(schema);
        }
    }
}

/// Fields that may be left out are left out where there is nothing to say.
fn never_null(object: &mut Schema) {
    let required: Vec<Value> = object.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let Some(Value::Object(properties)) = object.get_mut("properties") else { return };
    for (name, says) in properties.iter_mut() {
        if required.iter().any(|own| own == name) {
            continue;
        }
        if let Some(Value::Array(types)) = says.get_mut("type") {
            types.retain(|kind| kind != "null");
        }
    }
}

/// The schema of what is written of a type, with a sentence about what that is.
fn schema<T: JsonSchema>(title: &str, description: &str) -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize().with_transform(Written);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    schema.insert("description".to_owned(), description.into());
    schema.to_value()
}

/// The schemas by name.
fn schemas() -> Vec<(&'static str, Value)> {
    vec![
        (
            "report",
            schema::<Report>(
                "A report of bitreach",
                "What `check --json` writes about one property, and what `solve --json` and `lift --json` write.",
            ),
        ),
        (
            "properties",
            schema::<several::Document>(
                "Reports of bitreach about several properties",
                "What `check --json` writes where several properties are asked about.",
            ),
        ),
        (
            "functions",
            schema::<functions::Document>(
                "Reports of bitreach about several functions",
                "What `check --all-functions --json` writes.",
            ),
        ),
        (
            "inconsistent",
            schema::<Inconsistencies>(
                "A report of bitreach about inconsistent code",
                "What `inconsistent --json` writes.",
            ),
        ),
        (
            "inconsistent-state",
            schema::<Done>(
                "What bitreach keeps about a function",
                "A line of the file of `inconsistent --state`, but for the first, which has the options.",
            ),
        ),
        (
            "bench-run",
            schema::<Header>("A run of bitreach bench", "The first line of a file in the folder of `bench --output`."),
        ),
        (
            "bench-answer",
            schema::<Record>(
                "An answer that bitreach bench keeps",
                "A line of a file in the folder of `bench --output`, but for the first.",
            ),
        ),
    ]
}

#[test]
fn the_kept_schemas_are_those_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schemas");
    let is_written = std::env::var_os("BITREACH_GOLDEN").is_some_and(|value| value == "write");
    let mut names = BTreeSet::new();
    for (name, schema) in schemas() {
        let path = folder.join(format!("{name}.schema.json"));
        let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON") + "\n";
        if is_written {
            fs::write(&path, &text).expect("it can be written");
        }
        let kept = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(kept == text, "{} is not the schema of its type; BITREACH_GOLDEN=write writes it", path.display());
        names.insert(path);
    }
    let files = fs::read_dir(&folder).expect("the folder is there").map(|entry| entry.expect("it can be read").path());
    let unknown: Vec<_> =
        files.filter(|path| path.to_string_lossy().ends_with(".json") && !names.contains(path)).collect();
    assert!(unknown.is_empty(), "{unknown:?} are schemas of no type");
}
