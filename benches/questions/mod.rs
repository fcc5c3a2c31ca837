//! The questions that stand in folders of SV-COMP tasks.

use bitreach::source::task::read_task;
use std::fs;
use std::path::{Path, PathBuf};

/// One question: a task and one of its properties.
pub struct Question {
    /// The task's `.yml` file.
    pub task: PathBuf,
    /// The property by name.
    pub property: String,
    /// Whether it holds, if the task says so.
    pub expected: Option<bool>,
}

/// The tasks below the given folders, by name, one question for each property that is supported.
pub fn collect(paths: &[PathBuf]) -> Vec<Question> {
    let mut tasks = Vec::new();
    paths.iter().for_each(|path| find_tasks(path, &mut tasks));
    tasks.sort();
    let mut questions = Vec::new();
    for task in tasks {
        match read_task(&task) {
            Ok(read) => questions.extend(read.properties.iter().map(|property| Question {
                task: task.clone(),
                property: property.property.to_string(),
                expected: property.expected,
            })),
            Err(error) => eprintln!("left out: {}: {error}", task.display()),
        }
    }
    questions
}

fn find_tasks(path: &Path, tasks: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        entries.for_each(|entry| find_tasks(&entry.path(), tasks));
    } else if path.extension().is_some_and(|extension| extension == "yml") {
        tasks.push(path.to_owned());
    }
}
