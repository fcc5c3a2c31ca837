//! Writes the problems of `dimspec-examples/` that are made by hand, each with its answer beside it:
//!
//! ```text
//! cargo run -p bitreach-dimspec --example generate -- dimspec-examples
//! ```
//!
//! The answers are stated here from what is known about each problem; `tests/examples.rs` finds each by a search that
//! knows nothing of this file. Rows for the table in the README go to standard output.

mod generate {
    pub mod corners;
    pub mod counters;
    pub mod model;
    pub mod puzzles;
    pub mod relations;
}

use generate::model::{Answer, Example};
use std::path::Path;
use std::{env, fs, io, process};

fn main() {
    let Some(folder) = env::args_os().nth(1) else {
        eprintln!("usage: generate FOLDER");
        process::exit(1);
    };
    let examples = [
        generate::counters::examples(),
        generate::puzzles::examples(),
        generate::relations::examples(),
        generate::corners::examples(),
    ];
    for example in examples.into_iter().flatten() {
        if let Err(error) = save(&example, Path::new(&folder)) {
            eprintln!("{}: {error}", example.name);
            process::exit(2);
        }
    }
}

fn save(example: &Example, folder: &Path) -> io::Result<()> {
    let mut problem = example.problem.clone();
    problem.symbols.comments.push(format!("{}: {}", example.name, example.about));
    bitreach_dimspec::write::write_file(&problem, &folder.join(format!("{}.dimspec", example.name)))?;
    let (answer, depth, line) = match example.answer {
        Answer::Safe => ("safe", "".to_owned(), "".to_owned()),
        Answer::Unsafe { depth } => ("unsafe", depth.to_string(), format!("depth = {depth}\n")),
    };
    println!("| {} | {answer} | {depth} | {} | {} |", example.name, problem.variables, example.about);
    let about = format!("answer = \"{answer}\"\n{line}about = \"{}\"\n", example.about);
    fs::write(folder.join(format!("{}.toml", example.name)), about)
}
