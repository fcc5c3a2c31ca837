//! SARIF 2.1.0 (OASIS), the format that code scanning services read.

use crate::report::events::events;
use crate::report::inconsistent::{sentence, Finding, Inconsistencies, InvolvedLine};
use crate::report::{Answer, Path, PathLine, Report, Told};
use serde_json::{json, Value};

/// The classes as rules: name, level, and what it means.
const RULES: [(&str, &str, &str); 3] = [
    ("must-fail", "warning", "Executions come here, and each of them fails, ends the program, or runs for ever."),
    ("contradiction", "warning", "No execution comes here, because of what other statements of the function say."),
    ("configuration", "note", "No execution comes here, because of constants alone."),
];

/// The properties of `check` as rules: name, and what never happens.
const PROPERTIES: [(&str, &str); 11] = [
    ("unreach-call", "No error function is called."),
    ("assert", "No assertion fails."),
    ("no-overflow", "No signed arithmetic leaves its type."),
    ("valid-deref", "No access is outside of every live object."),
    ("valid-free", "Only the starts of allocated objects are freed, and once."),
    ("valid-memtrack", "No allocated memory is lost."),
    ("valid-memcleanup", "No memory is still allocated at the end of the program."),
    ("valid-memsafety", "Accesses, calls of free and allocated memory are all valid."),
    ("no-division-by-zero", "No integer is divided by zero."),
    ("no-bad-shift", "No shift is by a negative number, or by the width of the type or more."),
    ("no-index-out-of-bounds", "No index is outside of the array that it is written for."),
];

/// Weaknesses (CWE) by the kind of a violation.
const WEAKNESSES: [(&str, u32); 23] = [
    ("assertion", 617),
    ("reach-error", 617),
    ("add-overflow", 190),
    ("sub-overflow", 190),
    ("mul-overflow", 190),
    ("neg-overflow", 190),
    ("div-overflow", 190),
    ("shift-overflow", 190),
    ("invalid-access", 119),
    ("null-dereference", 476),
    ("out-of-bounds", 119),
    ("use-after-free", 416),
    ("closed-file", 910),
    ("use-after-scope", 825),
    ("invalid-free", 763),
    ("free-of-non-heap", 590),
    ("free-of-inner-pointer", 761),
    ("double-free", 415),
    ("uninitialised", 457),
    ("leak", 401),
    ("lost-memory", 401),
    ("division-by-zero", 369),
    ("shift-range", 1335),
];

/// So many constructs that are not modelled exactly are named.
const MOST_NOTIFICATIONS: usize = 100;

/// A document: rules, what was noticed, results.
struct Document<'a> {
    tool: &'a str,
    rules: Vec<Value>,
    weaknesses: Vec<u32>,
    /// Whether all that was given could be read.
    is_whole: bool,
    notifications: Vec<Value>,
    results: Vec<Value>,
}

impl Document<'_> {
    fn json(mut self) -> Value {
        self.weaknesses.sort_unstable();
        self.weaknesses.dedup();
        json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "bitreach",
                    "version": self.tool.trim_start_matches("bitreach "),
                    "rules": self.rules,
                    "supportedTaxonomies": [{ "name": "CWE" }],
                } },
                "taxonomies": [{
                    "name": "CWE",
                    "organization": "MITRE",
                    "taxa": self.weaknesses.iter().map(|number| json!({ "id": number.to_string() })).collect::<Vec<_>>(),
                }],
                "invocations": [{
                    "executionSuccessful": self.is_whole,
                    "toolExecutionNotifications": self.notifications,
                }],
                "results": self.results,
            }],
        })
    }
}

/// A rule. Code scanning services show what it means, in full and as help, and refuse rules without.
fn rule(name: &str, level: &str, text: &str) -> Value {
    let help = format!("{text} The path of a result shows how this comes about, step by step.");
    json!({
        "id": name,
        "shortDescription": { "text": text },
        "fullDescription": { "text": text },
        "help": { "text": help },
        "defaultConfiguration": { "level": level },
    })
}

fn taxon(number: u32) -> Value {
    json!({ "id": number.to_string(), "toolComponent": { "name": "CWE" } })
}

/// The findings as SARIF.
pub fn inconsistencies(report: &Inconsistencies) -> Value {
    let notifications = report.gaps.iter().map(|gap| {
        let function = gap.function.as_ref().map(|name| format!("`{name}`: ")).unwrap_or_default();
        json!({ "level": "warning", "message": { "text": format!("{}: {function}{}", gap.file, gap.reason) } })
    });
    let document = Document {
        tool: &report.tool,
        rules: RULES.iter().map(|(name, level, text)| rule(name, level, text)).collect(),
        weaknesses: report.findings.iter().flat_map(|finding| finding.cwe.clone()).collect(),
        // A gap without a function is a file that could not be read.
        is_whole: report.gaps.iter().all(|gap| gap.function.is_some()),
        notifications: notifications.collect(),
        results: report.findings.iter().map(result).collect(),
    };
    document.json()
}

/// What was found out about some properties of a program, each by its name, as SARIF: what is violated is a result, with the path as a
/// code flow. What is safe or not decided is a notification: scanning services take each result for a fault, whatever its kind.
pub fn verdicts(reports: &[(String, Report)]) -> Value {
    let is_violated = |report: &Report| matches!(report.verdict, Answer::Unsafe(_));
    let others = reports.iter().filter(|(_, report)| !is_violated(report));
    let mut notifications: Vec<Value> = others.map(|(property, report)| told(property, report)).collect();
    let answers = notifications.len();
    for construct in reports.iter().flat_map(|(_, report)| &report.unmodelled) {
        let place = construct.place.as_ref().map(|place| format!("{}:{}: ", place.file, place.line));
        let text = format!("not modelled exactly: {}{}", place.unwrap_or_default(), construct.reason);
        let notification = json!({ "level": "note", "message": { "text": text } });
        let count = notifications.len().saturating_sub(answers);
        if count < MOST_NOTIFICATIONS && !notifications.contains(&notification) {
            notifications.push(notification);
        }
    }
    let document = Document {
        tool: reports.first().map_or("", |(_, report)| &report.tool),
        rules: PROPERTIES.iter().map(|(name, text)| rule(name, "error", text)).collect(),
        weaknesses: reports.iter().filter_map(|(_, report)| weakness(report)).collect(),
        is_whole: true,
        notifications,
        results: reports.iter().filter_map(|(_, report)| violation(report)).collect(),
    };
    document.json()
}

/// The weakness that a violation shows.
fn weakness(report: &Report) -> Option<u32> {
    let kind = &report.path.as_ref()?.kind;
    WEAKNESSES.iter().find(|(name, _)| name == kind).map(|(_, number)| *number)
}

/// An answer that is no violation.
fn told(property: &str, report: &Report) -> Value {
    let mut notification = json!({
        "level": if report.verdict == Answer::Safe { "note" } else { "warning" },
        "message": { "text": format!("{property}: {}", report.summary) },
    });
    // `unreach-call` of a function is a case of the same rule.
    let rule = property.split('(').next().unwrap_or(property);
    if PROPERTIES.iter().any(|(own, _)| *own == rule) {
        notification["associatedRule"] = json!({ "id": rule });
    }
    notification
}

/// A violated property.
fn violation(report: &Report) -> Option<Value> {
    let Answer::Unsafe(name) = &report.verdict else { return None };
    let file = || report.files.first().map_or(report.file.as_str(), String::as_str);
    let path = report.path.as_ref();
    let place = path.and_then(|path| path.place.as_ref());
    let location = match place {
        Some(place) => location(&place.file, place.line, 0, ""),
        None => json!({ "physicalLocation": { "artifactLocation": { "uri": uri(file()) } } }),
    };
    let mut result = json!({
        "ruleId": name,
        "kind": "fail",
        "level": "error",
        "message": { "text": report.summary },
        "locations": [location],
        "taxa": weakness(report).into_iter().map(taxon).collect::<Vec<_>>(),
    });
    if let Some(index) = PROPERTIES.iter().position(|(own, _)| own == name) {
        result["ruleIndex"] = json!(index);
    }
    if let Some(path) = path {
        result["partialFingerprints"] = json!({ "bitreach/v1": path.fingerprint });
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps(path) }] }]);
    }
    Some(result)
}

/// A path as a code flow. Its last step is the violation.
fn steps(path: &Path) -> Vec<Value> {
    let count = path.lines.len();
    let told = path.told().filter_map(Told::line);
    let mut steps: Vec<Value> = told.map(|(index, line)| path_step(index, line)).collect();
    if let Some(place) = &path.place {
        steps.push(json!({
            "location": location(&place.file, place.line, 0, &path.violation),
            "nestingLevel": place.depth,
            "executionOrder": count + 1,
            "importance": "essential",
        }));
    }
    steps
}

fn path_step(index: usize, line: &PathLine) -> Value {
    let values: Vec<String> = events(line).into_iter().map(|event| event.words).collect();
    let text = line.text.clone().filter(|text| !text.is_empty());
    let message = text.into_iter().chain(Some(values.join(", ")).filter(|text| !text.is_empty()));
    let mut step = json!({
        "location": location(&line.place.file, line.place.line, 0, &message.collect::<Vec<_>>().join("  // ")),
        "nestingLevel": line.place.depth,
        "executionOrder": index + 1,
        "importance": if values.is_empty() { "important" } else { "essential" },
    });
    if !line.assignments.is_empty() {
        let state = line.assignments.iter().map(|change| (change.name.clone(), json!({ "text": change.value() })));
        step["state"] = Value::Object(state.collect());
    }
    step
}

fn result(finding: &Finding) -> Value {
    let (index, level) = RULES
        .iter()
        .position(|(name, ..)| *name == finding.class)
        .map_or((0, "warning"), |index| (index, RULES[index].1));
    let reason = finding.unexplained.as_ref().map(|reason| format!("; {reason}")).unwrap_or_default();
    let text = finding.message.clone() + &reason;
    json!({
        "ruleId": finding.class,
        "ruleIndex": index,
        "level": level,
        "message": { "text": text },
        "locations": [location(&finding.file, finding.line, finding.column, "")],
        "partialFingerprints": { "bitreach/v1": finding.fingerprint },
        "taxa": finding.cwe.iter().copied().map(taxon).collect::<Vec<_>>(),
        "codeFlows": [{ "threadFlows": [{ "locations": finding.lines.iter().map(step).collect::<Vec<_>>() }] }],
    })
}

/// A step of a code flow: a line that matters. Its message says what holds there; for programs, the facts stand in `state`.
fn step(line: &InvolvedLine) -> Value {
    let before = sentence(line.facts(false), &[]).map(|facts| format!("here {facts}"));
    let note = Some(line.note.clone()).filter(|note| !note.is_empty());
    let behind = sentence(line.facts(true), &[]);
    let message: Vec<String> = [before, note, behind].into_iter().flatten().collect();
    let mut step = json!({ "location": location(&line.file, line.line, line.column, &message.join("; ")) });
    if !line.facts.is_empty() {
        let states: serde_json::Map<String, Value> =
            line.facts.iter().map(|fact| (fact.text.clone(), json!({ "text": "true" }))).collect();
        step["state"] = Value::Object(states);
    }
    step
}

fn location(file: &str, line: u32, column: u32, note: &str) -> Value {
    let mut region = json!({ "startLine": line.max(1) });
    if column > 0 {
        region["startColumn"] = json!(column);
    }
    let mut location = json!({ "physicalLocation": { "artifactLocation": { "uri": uri(file) }, "region": region } });
    if !note.is_empty() {
        location["message"] = json!({ "text": note });
    }
    location
}

/// A file's name as a URI reference: what URIs give a meaning to is escaped.
fn uri(file: &str) -> String {
    let mut uri = if file.starts_with('/') { "file://".to_owned() } else { String::new() };
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => uri.push(byte as char),
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::inconsistent::Fact;

    #[test]
    fn names_become_uris() {
        assert_eq!(uri("src/a b.c"), "src/a%20b.c");
        assert_eq!(uri("/x/ä.c"), "file:///x/%C3%A4.c");
    }

    #[test]
    fn verdicts_become_results() {
        use crate::report::{Construct, NamedValue, SourcePlace};
        let place = |line| SourcePlace { file: "a b.c".into(), line, function: "main".into(), depth: 1 };
        let change = NamedValue { name: "x".into(), decimal: "-5".into(), ..NamedValue::default() };
        let line = |line| PathLine {
            place: place(line),
            text: Some("x = f();".into()),
            inputs: vec![NamedValue { name: "f()".into(), ..change.clone() }],
            assignments: vec![change.clone()],
            ..PathLine::new(place(line), None)
        };
        let path = |count| Path {
            lines: (1..=count).map(line).collect(),
            violation: "access out of bounds".into(),
            kind: "out-of-bounds".into(),
            place: Some(place(7)),
            column: 0,
            steps: 1,
            unit: "steps".into(),
            gap: None,
            fingerprint: "12".into(),
        };
        let unsafe_report = |count| Report {
            verdict: Answer::Unsafe("valid-deref".into()),
            path: Some(path(count)),
            files: vec!["a b.c".into()],
            ..Report::default()
        };
        let unmodelled = Construct { reason: "asm".into(), place: Some(place(9)) };
        let unmodelled = vec![unmodelled.clone(), unmodelled];
        let open = Report { unmodelled, summary: "not known".into(), ..Report::default() };
        let safe = Report { verdict: Answer::Safe, summary: "safe".into(), ..Report::default() };
        let all = [("valid-memsafety", unsafe_report(2)), ("no-overflow", open), ("assert", safe)];
        let document = verdicts(&all.map(|(name, report)| (name.to_owned(), report)));
        let run = &document["runs"][0];
        let results = run["results"].as_array().unwrap();
        let kinds: Vec<_> =
            results.iter().map(|result| (&result["ruleId"], &result["kind"], &result["level"])).collect();
        assert_eq!(kinds, [(&json!("valid-deref"), &json!("fail"), &json!("error"))]);
        let told = run["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
        let told: Vec<_> =
            told.iter().map(|told| (&told["level"], &told["associatedRule"]["id"], &told["message"]["text"])).collect();
        assert_eq!(told[0], (&json!("warning"), &json!("no-overflow"), &json!("no-overflow: not known")));
        assert_eq!(told[1], (&json!("note"), &json!("assert"), &json!("assert: safe")));
        assert_eq!(told[2..], [(&json!("note"), &json!(null), &json!("not modelled exactly: a b.c:9: asm"))]);
        let steps = results[0]["codeFlows"][0]["threadFlows"][0]["locations"].as_array().unwrap();
        assert_eq!(steps.len(), 3);
        assert_eq!(steps[0]["location"]["message"]["text"], "x = f();  // input f() = -5, x = -5");
        assert_eq!(steps[0]["state"]["x"]["text"], "-5");
        assert_eq!(
            (&steps[2]["location"]["message"]["text"], &steps[2]["executionOrder"]),
            (&json!("access out of bounds"), &json!(3))
        );
        assert_eq!(results[0]["taxa"][0]["id"], "119");
        let long = verdicts(&[("valid-memsafety".to_owned(), unsafe_report(5000))]);
        let steps = &long["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"];
        let steps = steps.as_array().unwrap();
        let order = |index: usize| &steps[index]["executionOrder"];
        assert_eq!((steps.len(), order(999), order(998)), (1000, &json!(5001), &json!(5000)));
    }

    #[test]
    fn findings_become_results() {
        let fact = |text: &str, behind| Fact { text: text.into(), behind, each_round: behind };
        let line = InvolvedLine {
            file: "a.c".into(),
            line: 3,
            column: 5,
            text: None,
            note: "division by zero".into(),
            facts: vec![fact("x == 0", false), fact("i < 9", true)],
        };
        let finding = Finding {
            file: "a.c".into(),
            line: 3,
            column: 5,
            function: "f".into(),
            class: "contradiction".into(),
            message: "`x` is always true here".into(),
            cwe: vec![571],
            lines: vec![line],
            unexplained: None,
            fingerprint: "abc".into(),
            abstracted: false,
            extent: (1, 9),
        };
        let report = Inconsistencies {
            schema_version: 1,
            tool: "bitreach 0.1.0".into(),
            findings: vec![finding],
            withheld: None,
            gaps: Vec::new(),
            assumptions: Vec::new(),
            summary: Vec::new(),
        };
        let sarif = inconsistencies(&report);
        let result = &sarif["runs"][0]["results"][0];
        assert_eq!(result["ruleIndex"], 1);
        assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startColumn"], 5);
        assert_eq!(result["taxa"][0]["id"], "571");
        let step = &result["codeFlows"][0]["threadFlows"][0]["locations"][0];
        let message = "here `x == 0`; division by zero; in each round `i < 9`";
        assert_eq!(step["location"]["message"]["text"], message);
        assert_eq!(step["state"]["x == 0"]["text"], "true");
        assert_eq!(sarif["runs"][0]["taxonomies"][0]["taxa"][0]["id"], "571");
    }
}
