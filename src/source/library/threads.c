// What one thread does with what several would share: another one begins only where `pthread_create` is called, which is not modelled.
// What is waited for then never comes, and what is told to others nobody hears. Objects are those of GNU's library: one that its header
// initialises is what it is here.
#if __SIZEOF_POINTER__ == 8
#define KIND_OF_LOCK 4
#define WORDS_OF_LOCK 10
#define WORDS_OF_DOORS 14
#else
#define KIND_OF_LOCK 3
#define WORDS_OF_LOCK 6
#define WORDS_OF_DOORS 8
#endif
#define WORDS_OF_CONDITION 12

// Kinds that relock: only these two tell what they refuse.
#define RECURSIVE 1
#define CHECKED 2
#define GONE (-1)

static void waits_for_ever(void) { __bitreach_left_open("waiting for what only another thread can do"); }

static void of_no_use(void) { __bitreach_left_open("the use of a lock that is not initialised, or not locked"); }

// How often it is locked, and its kind.
typedef struct {
  int held;
  int others[KIND_OF_LOCK - 1];
  int kind;
  int rest[WORDS_OF_LOCK - KIND_OF_LOCK - 1];
} lock;

static void check_lock(const lock *of) {
  all_there(of, 1, sizeof(*of));
  if (of->kind < 0 || of->kind > 3 || of->held < 0) {
    of_no_use();
  }
}

int pthread_mutexattr_init(int *kind) {
  *kind = 0;
  return 0;
}

int pthread_mutexattr_destroy(int *kind) {
  *kind = GONE;
  return 0;
}

int pthread_mutexattr_settype(int *kind, int to) {
  if (to < 0 || to > 3) {
    return 22; // EINVAL
  }
  *kind = to;
  return 0;
}

int pthread_mutexattr_gettype(const int *kind, int *to) {
  *to = *kind;
  return 0;
}

int pthread_mutex_init(lock *of, const int *kind) {
  int given = kind == 0 ? 0 : *kind;
  if (given < 0 || given > 3) {
    of_no_use();
  }
  all_there(of, 1, sizeof(*of));
  of->held = 0;
  of->kind = given;
  return 0;
}

int pthread_mutex_destroy(lock *of) {
  check_lock(of);
  if (of->held != 0) {
    __bitreach_left_open("a lock that is destroyed while it is locked");
  }
  of->kind = GONE;
  return 0;
}

int pthread_mutex_trylock(lock *of) {
  check_lock(of);
  if (of->held != 0 && of->kind != RECURSIVE) {
    return 16; // EBUSY
  }
  if (of->held == 0x7fffffff) {
    return 11; // EAGAIN
  }
  of->held++;
  return 0;
}

int pthread_mutex_lock(lock *of) {
  check_lock(of);
  if (of->held != 0 && of->kind == CHECKED) {
    return 35; // EDEADLK
  }
  if (of->held != 0 && of->kind != RECURSIVE) {
    waits_for_ever();
  }
  return pthread_mutex_trylock(of);
}

int pthread_mutex_unlock(lock *of) {
  check_lock(of);
  if (of->held == 0) {
    if (of->kind != RECURSIVE && of->kind != CHECKED) {
      of_no_use();
    }
    return 1; // EPERM
  }
  of->held--;
  return 0;
}

// Nobody waits for a condition, so that telling it does nothing.
typedef struct {
  int words[WORDS_OF_CONDITION];
} condition;

static int heard(condition *of) {
  all_there(of, 1, sizeof(*of));
  return 0;
}

int pthread_cond_init(condition *of, const int *how) {
  if (how != 0) {
    all_there(how, 1, sizeof(*how));
  }
  condition none = {{0}};
  *of = none;
  return 0;
}

int pthread_cond_destroy(condition *of) { return heard(of); }
int pthread_cond_signal(condition *of) { return heard(of); }
int pthread_cond_broadcast(condition *of) { return heard(of); }

// Locks that many may read behind, or one may write: how many read, or -1.
typedef struct {
  int readers;
  int rest[WORDS_OF_DOORS - 1];
} doors;

int pthread_rwlock_init(doors *of, const int *how) {
  if (how != 0) {
    all_there(how, 1, sizeof(*how));
  }
  all_there(of, 1, sizeof(*of));
  of->readers = 0;
  return 0;
}

static int enter(doors *of, _Bool writes, _Bool waits) {
  all_there(of, 1, sizeof(*of));
  if (of->readers < -1) {
    of_no_use();
  }
  if (of->readers < 0 || of->readers > 0 && writes || of->readers == 0x7fffffff) {
    if (waits) {
      waits_for_ever();
    }
    return 16; // EBUSY
  }
  of->readers = writes ? -1 : of->readers + 1;
  return 0;
}

int pthread_rwlock_rdlock(doors *of) { return enter(of, 0, 1); }
int pthread_rwlock_wrlock(doors *of) { return enter(of, 1, 1); }
int pthread_rwlock_tryrdlock(doors *of) { return enter(of, 0, 0); }
int pthread_rwlock_trywrlock(doors *of) { return enter(of, 1, 0); }

int pthread_rwlock_unlock(doors *of) {
  all_there(of, 1, sizeof(*of));
  if (of->readers == 0 || of->readers < -1) {
    of_no_use();
  }
  of->readers = of->readers < 0 ? 0 : of->readers - 1;
  return 0;
}

int pthread_rwlock_destroy(doors *of) {
  all_there(of, 1, sizeof(*of));
  if (of->readers != 0) {
    of_no_use();
  }
  of->readers = -2;
  return 0;
}

// One that is waited for without sleeping: 0 where it is locked, 1 where it is free.
int pthread_spin_init(int *of, int how) {
  *of = 1;
  return 0;
}

int pthread_spin_trylock(int *of) {
  if (*of != 0 && *of != 1) {
    of_no_use();
  }
  if (*of == 0) {
    return 16; // EBUSY
  }
  *of = 0;
  return 0;
}

int pthread_spin_lock(int *of) {
  if (pthread_spin_trylock(of) != 0) {
    waits_for_ever();
  }
  return 0;
}

int pthread_spin_unlock(int *of) {
  if (*of != 0) {
    of_no_use();
  }
  *of = 1;
  return 0;
}

int pthread_spin_destroy(int *of) {
  if (*of != 1) {
    of_no_use();
  }
  *of = 2;
  return 0;
}

// The number of this thread.
static unsigned long own_thread;

unsigned long pthread_self(void) {
  if (own_thread == 0) {
    own_thread = (unsigned long)nondet_long();
    assume(own_thread != 0);
  }
  return own_thread;
}

int pthread_equal(unsigned long one, unsigned long other) { return truth(one == other); }

// What is done once: 1 while it is done, 2 where it is.
int pthread_once(int *state, void (*function)(void)) {
  if (*state == 1) {
    waits_for_ever();
  }
  if (*state == 0) {
    *state = 1;
    function();
    *state = 2;
  }
  return 0;
}

// Values by keys. What is called with them at the end of a thread is not called at the end of a program.
static struct {
  _Bool is_used;
  unsigned key;
  void *value;
} values_by_key[8];

int pthread_key_create(unsigned *to, void (*at_end)(void *)) {
  int free = 0;
  if (nondet_bool()) {
    return nondet_bool() ? 11 : 12; // EAGAIN, ENOMEM
  }
  while (free < 8 && values_by_key[free].is_used) {
    free++;
  }
  if (free == 8) {
    __bitreach_left_open("more than 8 keys for values of a thread");
  }
  unsigned key = (unsigned)nondet_int();
  for (int i = 0; i < 8; i++) {
    assume(!values_by_key[i].is_used || values_by_key[i].key != key);
  }
  values_by_key[free].is_used = 1;
  values_by_key[free].key = key;
  values_by_key[free].value = 0;
  *to = key;
  return 0;
}

static int place_of_key(unsigned key) {
  int place = 0;
  while (place < 8 && !(values_by_key[place].is_used && values_by_key[place].key == key)) {
    place++;
  }
  if (place == 8) {
    __bitreach_left_open("a key for values of a thread that there is not");
  }
  return place;
}

int pthread_key_delete(unsigned key) {
  values_by_key[place_of_key(key)].is_used = 0;
  return 0;
}

void *pthread_getspecific(unsigned key) { return values_by_key[place_of_key(key)].value; }

int pthread_setspecific(unsigned key, const void *value) {
  int place = place_of_key(key);
  if (nondet_bool()) {
    return 12; // ENOMEM
  }
  values_by_key[place].value = (void *)value;
  return 0;
}

// Numbers that are waited for until they are above zero.
typedef struct {
  unsigned count;
  int rest[sizeof(void *) == 8 ? 7 : 3];
} semaphore;

int sem_init(semaphore *of, int is_shared, unsigned count) {
  all_there(of, 1, sizeof(*of));
  if (count > 0x7fffffff) {
    error = 22; // EINVAL
    return -1;
  }
  may_set_errno();
  of->count = count;
  return 0;
}

int sem_destroy(semaphore *of) {
  all_there(of, 1, sizeof(*of));
  may_set_errno();
  return 0;
}

int sem_post(semaphore *of) {
  all_there(of, 1, sizeof(*of));
  if (of->count >= 0x7fffffff) {
    error = 75; // EOVERFLOW
    return -1;
  }
  may_set_errno();
  of->count++;
  return 0;
}

int sem_trywait(semaphore *of) {
  all_there(of, 1, sizeof(*of));
  if (of->count == 0) {
    error = 11; // EAGAIN
    return -1;
  }
  may_set_errno();
  of->count--;
  return 0;
}

// A signal may end the waiting.
int sem_wait(semaphore *of) {
  all_there(of, 1, sizeof(*of));
  if (of->count == 0) {
    if (nondet_bool()) {
      error = 4; // EINTR
      return -1;
    }
    waits_for_ever();
  }
  return sem_trywait(of);
}

int sem_getvalue(semaphore *of, int *to) {
  all_there(of, 1, sizeof(*of));
  may_set_errno();
  *to = (int)of->count;
  return 0;
}
