//! What the system is asked for: what is fixed of it is what the machine's own library gives.

use super::super::MODELS;
use crate::source::clang;
use crate::source::temporary::Folder;
use bitreach_limits::StopFlag;
use std::process::Command;

const STUBS: &str = "
int nondet_int(void) { return 1; }
long nondet_long(void) { return 0; }
char nondet_char(void) { return 'c'; }
_Bool nondet_bool(void) { return 0; }
void assume(int c) {}
";

const DRIVER: &str = r#"
#include <arpa/inet.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define OF(name) extern __typeof__(name) model_##name;
#define SAME(what, own, other) if ((own) != (other)) { printf("%s differs\n", what); return 1; }
OF(htonl) OF(ntohl) OF(htons) OF(ntohs) OF(sigemptyset) OF(sigaddset) OF(sigdelset) OF(sigismember) OF(explicit_bzero)
int *model_errno(void);
int main(void) {
  sigset_t one, other;
  sigemptyset(&one); model_sigemptyset(&other);
  SAME("sigemptyset", memcmp(&one, &other, sizeof one), 0)
  for (int round = 0; round < 100000; round++) {
    unsigned x = (unsigned)rand() * 3u;
    SAME("htonl", htonl(x), model_htonl(x)) SAME("ntohl", ntohl(x), model_ntohl(x))
    SAME("htons", htons(x), model_htons(x)) SAME("ntohs", ntohs(x), model_ntohs(x))
    // Three of them may be the library's own.
    int signal = (int)(x % 70) - 2;
    if (signal >= 32 && signal <= 34) continue;
    errno = *model_errno() = 0;
    switch (x / 70 % 3) {
    case 0: SAME("sigaddset", sigaddset(&one, signal), model_sigaddset(&other, signal)) break;
    case 1: SAME("sigdelset", sigdelset(&one, signal), model_sigdelset(&other, signal)) break;
    default: SAME("sigismember", sigismember(&one, signal), model_sigismember(&other, signal))
    }
    SAME("errno", errno, *model_errno())
    SAME("a set", memcmp(&one, &other, sizeof one), 0)
  }
  char block[8] = "abcdefg";
  model_explicit_bzero(block + 1, 5);
  SAME("explicit_bzero", memcmp(block, "a\0\0\0\0\0g", 8), 0)
  return 0;
}
"#;

#[test]
fn numbers_and_sets_of_signals_are_the_machines() {
    let folder = Folder::new().unwrap();
    let names = ["htonl", "ntohl", "htons", "ntohs", "explicit_bzero"];
    let names = names.into_iter().chain(["sigemptyset", "sigaddset", "sigdelset", "sigismember"]);
    let renamed = names.map(|name| format!("#define {name} model_{name}\n"));
    let is_part = |models: &&super::super::Models| models.header == "errno.h" || models.names.contains(&"fork");
    let models = MODELS.iter().filter(is_part).map(|models| models.source.to_owned());
    let renamed = renamed.chain(["#define __errno_location model_errno\n".to_owned()]);
    let models: String = renamed.chain(models).chain([STUBS.to_owned()]).collect();
    let files = [folder.file("models.c", models).unwrap(), folder.file("driver.c", DRIVER).unwrap()];
    let program = folder.path().join("compare");
    let flags = ["-O1", "-fno-builtin", "-D_GNU_SOURCE", "-Wno-everything"];
    clang::link(&files, &flags, &program, &StopFlag::new()).unwrap();
    let output = Command::new(program).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
