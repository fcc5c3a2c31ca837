//! What SARIF 2.1.0 (OASIS, sarif-schema-2.1.0.json) asks of the objects that bitreach writes: which properties they may have,
//! which they must have, and of what kind. No other property is allowed: the schema closes all of these objects.

use serde_json::Value;

/// What a property holds.
enum Kind {
    Text,
    Truth,
    /// A whole number, at least this.
    Number(i64),
    OneOf(&'static [&'static str]),
    /// An object of this type.
    Object(&'static str),
    /// A list of objects of this type.
    List(&'static str),
    /// Any keys, and objects of this type.
    Map(&'static str),
    /// Any keys, and texts.
    Texts,
}

use Kind::{List, Map, Number, Object, OneOf, Text, Texts, Truth};

const LEVEL: Kind = OneOf(&["none", "note", "warning", "error"]);

/// A property: its name, whether it is required, what it holds.
type Property = (&'static str, bool, Kind);

/// Types by name.
const TYPES: &[(&str, &[Property])] = &[
    ("log", &[("$schema", false, Text), ("version", true, OneOf(&["2.1.0"])), ("runs", true, List("run"))]),
    (
        "run",
        &[
            ("tool", true, Object("tool")),
            ("taxonomies", false, List("component")),
            ("invocations", false, List("invocation")),
            ("results", false, List("result")),
        ],
    ),
    ("tool", &[("driver", true, Object("component"))]),
    (
        "component",
        &[
            ("name", true, Text),
            ("version", false, Text),
            ("organization", false, Text),
            ("rules", false, List("descriptor")),
            ("taxa", false, List("descriptor")),
            ("supportedTaxonomies", false, List("component reference")),
        ],
    ),
    ("component reference", &[("name", true, Text)]),
    (
        "descriptor",
        &[
            ("id", true, Text),
            ("shortDescription", false, Object("message string")),
            ("fullDescription", false, Object("message string")),
            ("help", false, Object("message string")),
            ("defaultConfiguration", false, Object("configuration")),
        ],
    ),
    ("descriptor reference", &[("id", true, Text), ("toolComponent", false, Object("component reference"))]),
    ("message string", &[("text", true, Text)]),
    ("configuration", &[("level", false, LEVEL)]),
    (
        "invocation",
        &[("executionSuccessful", true, Truth), ("toolExecutionNotifications", false, List("notification"))],
    ),
    (
        "notification",
        &[
            ("message", true, Object("message")),
            ("level", false, LEVEL),
            ("associatedRule", false, Object("descriptor reference")),
        ],
    ),
    ("message", &[("text", true, Text)]),
    (
        "result",
        &[
            ("message", true, Object("message")),
            ("ruleId", false, Text),
            ("ruleIndex", false, Number(-1)),
            ("level", false, LEVEL),
            ("kind", false, OneOf(&["notApplicable", "pass", "fail", "review", "open", "informational"])),
            ("locations", false, List("location")),
            ("partialFingerprints", false, Texts),
            ("taxa", false, List("descriptor reference")),
            ("codeFlows", false, List("code flow")),
        ],
    ),
    ("code flow", &[("threadFlows", true, List("thread flow"))]),
    ("thread flow", &[("locations", true, List("step"))]),
    (
        "step",
        &[
            ("location", false, Object("location")),
            ("state", false, Map("message string")),
            ("nestingLevel", false, Number(0)),
            ("executionOrder", false, Number(-1)),
            ("importance", false, OneOf(&["important", "essential", "unimportant"])),
        ],
    ),
    ("location", &[("physicalLocation", false, Object("physical location")), ("message", false, Object("message"))]),
    ("physical location", &[("artifactLocation", true, Object("artifact")), ("region", false, Object("region"))]),
    ("artifact", &[("uri", false, Text)]),
    ("region", &[("startLine", false, Number(1)), ("startColumn", false, Number(1))]),
];

/// The first thing that is wrong with a document.
pub fn fault(document: &Value) -> Option<String> {
    object("log", document, "log".to_owned()).or_else(|| references(document))
}

fn object(name: &str, value: &Value, place: String) -> Option<String> {
    let (_, properties) = TYPES.iter().find(|(own, _)| *own == name).expect("each type has a row");
    let Some(map) = value.as_object() else { return Some(format!("{place}: no object")) };
    for (key, value) in map {
        let place = format!("{place}.{key}");
        let Some((.., kind)) = properties.iter().find(|(own, ..)| own == key) else {
            return Some(format!("{place}: unknown"));
        };
        if let Some(fault) = of_kind(kind, value, place) {
            return Some(fault);
        }
    }
    let missing = properties.iter().find(|(key, required, _)| *required && !map.contains_key(*key));
    missing.map(|(key, ..)| format!("{place}: no {key}"))
}

fn of_kind(kind: &Kind, value: &Value, place: String) -> Option<String> {
    let is_right = match kind {
        Text => value.is_string(),
        Truth => value.is_boolean(),
        Number(least) => value.as_i64().is_some_and(|number| number >= *least),
        OneOf(words) => value.as_str().is_some_and(|word| words.contains(&word)),
        Texts => value.as_object().is_some_and(|map| map.values().all(Value::is_string)),
        Object(name) => return object(name, value, place),
        List(name) => match value.as_array() {
            Some(list) => {
                let of_item = |(index, item)| object(name, item, format!("{place}[{index}]"));
                return list.iter().enumerate().find_map(of_item);
            }
            None => false,
        },
        Map(name) => match value.as_object() {
            Some(map) => return map.iter().find_map(|(key, item)| object(name, item, format!("{place}.{key}"))),
            None => false,
        },
    };
    (!is_right).then(|| format!("{place}: {value}"))
}

/// What results refer to is there: rules by index, and weaknesses in the taxonomy.
fn references(document: &Value) -> Option<String> {
    let run = &document["runs"][0];
    let taxa = run["taxonomies"][0]["taxa"].as_array()?;
    for result in run["results"].as_array()? {
        let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap_or(u64::MAX) as usize];
        if rule["id"] != result["ruleId"] {
            return Some(format!("the rule of {result}"));
        }
        let lost = result["taxa"].as_array()?.iter().find(|taxon| taxa.iter().all(|own| own["id"] != taxon["id"]));
        if let Some(taxon) = lost {
            return Some(format!("{taxon} is not in the taxonomy"));
        }
    }
    None
}
