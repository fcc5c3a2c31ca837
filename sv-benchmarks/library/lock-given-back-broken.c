// SPDX-License-Identifier: MIT OR Apache-2.0
//
// One path keeps the lock.

#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int which = __VERIFIER_nondet_int();
  pthread_mutex_lock(&lock);
  if (which == 7) {
    count++;
  } else {
    pthread_mutex_unlock(&lock);
  }
  int *held = pthread_mutex_trylock(&lock) == 0 ? &count : 0;
  *held = 1;
  pthread_mutex_unlock(&lock);
  return 0;
}
