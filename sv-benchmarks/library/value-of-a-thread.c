// SPDX-License-Identifier: MIT OR Apache-2.0
//
// A value by a key that is made once, where there is memory for it.

#include <pthread.h>
#include <stddef.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int has_key, spare, own;
static void begin(void) { has_key = pthread_key_create(&key, NULL) == 0; }
int main(void) {
  pthread_once(&once, begin);
  pthread_once(&once, begin);
  if (!has_key)
    return 1;
  if (pthread_setspecific(key, &own) != 0)
    return 1;
  *(int *)pthread_getspecific(key) = 1;
  return 0;
}
