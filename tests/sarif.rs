//! `check --sarif`: what is written is as SARIF's schema asks, for each verdict.

use crate::common::{bitreach, sarif as schema, stderr, stdout, text};
use serde_json::Value;
use std::fs;

const PROGRAM: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int half(int n) { return n / 2; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = half(x) + half(x);
  if (y > 2147483645)
    reach_error();
  return x - 1;
}
";

/// The only run of the document that `check` writes, and the exit code.
fn run(program: &str, arguments: &[&str]) -> (Value, Option<i32>) {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let (file, sarif) = (folder.path().join("a.c"), folder.path().join("a.sarif"));
    fs::write(&file, program).expect("it can be written");
    let output = bitreach(&[&["check", "--sarif", text(&sarif)], arguments, &[text(&file)]].concat());
    let document = fs::read_to_string(&sarif).unwrap_or_else(|_| panic!("{}{}", stdout(&output), stderr(&output)));
    let document: Value = serde_json::from_str(&document).expect("it is JSON");
    assert_eq!(schema::fault(&document), None, "{document:#}");
    (document["runs"][0].clone(), output.status.code())
}

#[test]
fn a_violation_is_a_result_with_its_path() {
    let (run, code) = run(PROGRAM, &[]);
    assert_eq!(code, Some(10));
    let result = &run["results"][0];
    assert_eq!(
        (&result["ruleId"], &result["kind"], &result["level"]),
        (&"unreach-call".into(), &"fail".into(), &"error".into())
    );
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 8);
    assert_eq!(result["partialFingerprints"]["bitreach/v1"].as_str().map(str::len), Some(16));
    let flow = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().expect("there is a flow");
    let line = |step: &Value| step["location"]["physicalLocation"]["region"]["startLine"].as_u64();
    assert_eq!(flow.last().and_then(line), Some(8));
    let called = flow.iter().find(|step| line(step) == Some(3)).expect("the function is passed");
    assert_eq!(called["nestingLevel"], 1);
    let read = flow.iter().find(|step| line(step) == Some(5)).expect("the input is read");
    assert!(read["state"]["x"]["text"].is_string(), "{read:#}");
    assert!(read["location"]["message"]["text"]
        .as_str()
        .is_some_and(|text| text.contains("__VERIFIER_nondet_int() = ")));
}

#[test]
fn what_is_not_violated_is_told_but_no_result() {
    let properties = ["-p", "no-overflow,no-division-by-zero,assert"];
    let (run, code) = run(PROGRAM, &properties);
    assert_eq!(code, Some(10));
    let kinds: Vec<_> =
        run["results"].as_array().unwrap().iter().map(|result| (&result["ruleId"], &result["kind"])).collect();
    assert_eq!(kinds, [(&"no-overflow".into(), &"fail".into())]);
    let told = run["invocations"][0]["toolExecutionNotifications"].as_array().unwrap();
    let told: Vec<_> = told.iter().map(|told| (&told["associatedRule"]["id"], &told["level"])).collect();
    assert_eq!(
        told,
        [(&"no-division-by-zero".into(), &"note".into()), (&"assert".into(), &Value::from("note"))]
            as [(&Value, &Value); 2]
    );
    assert_eq!(run["results"][0]["taxa"][0]["id"], "190");
}

#[test]
fn what_is_not_decided_says_what_is_not_modelled() {
    let program =
        "extern int unknown(void);\nextern void reach_error(void);\nint main(void) { if (unknown()) reach_error(); }\n";
    let (run, code) = run(program, &[]);
    assert_eq!(code, Some(20));
    assert_eq!(run["results"], Value::Array(Vec::new()));
    let notifications = &run["invocations"][0]["toolExecutionNotifications"];
    assert_eq!(notifications[0]["level"], "warning");
    let told = &notifications[1]["message"]["text"];
    assert!(told.as_str().is_some_and(|text| text.contains("a.c:3: ") && text.contains("unknown")), "{told}");
}
