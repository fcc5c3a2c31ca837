//! End to end from C source to programs: small sources, and what must be in the result.

use crate::frontend::prepare;
use crate::frontend::property::{DataModel, Property};
use crate::frontend::read;
use crate::program::Program;
use bitreach_sat::StopFlag;

/// Both forms of a C program.
fn programs(source: &str, property: Property) -> (Program, Program) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.c");
    std::fs::write(&path, source).unwrap();
    let prepared = prepare(&path, property, DataModel::Lp64, &StopFlag::new()).unwrap();
    let [optimised, plain] = [&prepared.optimised, &prepared.plain].map(|module| {
        let program = read::read(&module.bitcode, module.map.clone()).unwrap();
        program.validate().unwrap_or_else(|fault| panic!("{fault}\n{program}"));
        program
    });
    (optimised, plain)
}

#[test]
fn show() {
    let source = std::fs::read_to_string("/tmp/t1.c").unwrap();
    for property in [Property::UnreachCall, Property::NoOverflow] {
        let (optimised, plain) = programs(&source, property);
        println!("=== {property} optimised\n{optimised}\n=== plain\n{plain}");
    }
}
