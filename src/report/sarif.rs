//! SARIF 2.1.0 (OASIS), the format that code scanning services read.

use crate::report::inconsistent::{sentence, Finding, Inconsistencies, InvolvedLine};
use serde_json::{json, Value};

/// The classes as rules: name, level, and what it means.
const RULES: [(&str, &str, &str); 3] = [
    ("must-fail", "warning", "Executions come here, and each of them fails, ends the program, or runs for ever."),
    ("contradiction", "warning", "No execution comes here, because of what other statements of the function say."),
    ("configuration", "note", "No execution comes here, because of constants alone."),
];

/// The findings as SARIF.
pub fn inconsistencies(report: &Inconsistencies) -> Value {
    let rule = |(name, level, text): &(&str, &str, &str)| {
        json!({
            "id": name,
            "shortDescription": { "text": text },
            "defaultConfiguration": { "level": level },
        })
    };
    let weaknesses = {
        let mut all: Vec<u32> = report.findings.iter().flat_map(|finding| finding.cwe.clone()).collect();
        all.sort_unstable();
        all.dedup();
        all
    };
    let notifications = report.gaps.iter().map(|gap| {
        let function = gap.function.as_ref().map(|name| format!("`{name}`: ")).unwrap_or_default();
        json!({ "level": "warning", "message": { "text": format!("{}: {function}{}", gap.file, gap.reason) } })
    });
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "bitreach",
                "version": report.tool.trim_start_matches("bitreach "),
                "rules": RULES.iter().map(rule).collect::<Vec<_>>(),
                "supportedTaxonomies": [{ "name": "CWE" }],
            } },
            "taxonomies": [{
                "name": "CWE",
                "organization": "MITRE",
                "taxa": weaknesses.iter().map(|number| json!({ "id": number.to_string() })).collect::<Vec<_>>(),
            }],
            "invocations": [{
                // A gap without a function is a file that could not be read.
                "executionSuccessful": report.gaps.iter().all(|gap| gap.function.is_some()),
                "toolExecutionNotifications": notifications.collect::<Vec<_>>(),
            }],
            "results": report.findings.iter().map(result).collect::<Vec<_>>(),
        }],
    })
}

fn result(finding: &Finding) -> Value {
    let (index, level) = RULES
        .iter()
        .position(|(name, ..)| *name == finding.class)
        .map_or((0, "warning"), |index| (index, RULES[index].1));
    let reason = finding.unexplained.as_ref().map(|reason| format!("; {reason}")).unwrap_or_default();
    let text = finding.message.clone() + &reason;
    let taxon = |number: &u32| json!({ "id": number.to_string(), "toolComponent": { "name": "CWE" } });
    json!({
        "ruleId": finding.class,
        "ruleIndex": index,
        "level": level,
        "message": { "text": text },
        "locations": [location(&finding.file, finding.line, finding.column, "")],
        "partialFingerprints": { "bitreach/v1": finding.fingerprint },
        "taxa": finding.cwe.iter().map(taxon).collect::<Vec<_>>(),
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
