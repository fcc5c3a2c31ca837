// Users and groups. What the system knows of one stands in one place until the same function is called again; its texts are any. That is
// nobody's to write.
typedef struct {
  char *name, *password;
  unsigned user, group;
  char *about, *folder, *shell;
} account;

typedef struct {
  char *name, *password;
  unsigned group;
  char **members;
} account_of_group;

enum { TEXT_OF_ACCOUNT = 64 };

void accounts(void) __asm__("bitreach.accounts");

void accounts(void) {}

static void read_account_name(const char *s) {
  while (*s != 0) {
    s++;
  }
}

// A text begins anywhere in its room, so that nobody gets beyond its end.
static unsigned begin_text(void) {
  unsigned from = (unsigned)nondet_int();
  assume(from < TEXT_OF_ACCOUNT);
  return from;
}

// A name that is found is the one that was asked for.
static void is_the_one(const char *found, const char *name) {
  int i = 0;
  do {
    assume(found[i] == name[i]);
  } while (name[i++] != 0);
}

// Nobody is found where the number of the error stays as it was.
static _Bool is_none(void) {
  accounts();
  closed_descriptors = 0;
  may_set_errno();
  return nondet_bool();
}

// Each function has a result of its own, as in GNU's library.
#define ANY_ACCOUNT(one)                                                                                               \
  static account told KEPT_FROM_WRITES;                                                                                \
  static char texts[5][TEXT_OF_ACCOUNT] KEPT_FROM_WRITES;                                                              \
  account *one = &told;                                                                                                \
  char any[5][TEXT_OF_ACCOUNT];                                                                                        \
  __builtin_memcpy(texts, any, sizeof any);                                                                            \
  for (int i = 0; i < 5; i++) {                                                                                        \
    texts[i][TEXT_OF_ACCOUNT - 1] = 0;                                                                                 \
  }                                                                                                                    \
  told.name = texts[0] + begin_text();                                                                                 \
  told.password = texts[1] + begin_text();                                                                             \
  told.about = texts[2] + begin_text();                                                                                \
  told.folder = texts[3] + begin_text();                                                                               \
  told.shell = texts[4] + begin_text();                                                                                \
  told.user = (unsigned)nondet_int();                                                                                  \
  told.group = (unsigned)nondet_int();

account *getpwuid(unsigned user) {
  if (is_none()) {
    return 0;
  }
  ANY_ACCOUNT(one)
  assume(one->user == user);
  return one;
}

account *getpwnam(const char *name) {
  read_account_name(name);
  if (is_none()) {
    return 0;
  }
  ANY_ACCOUNT(one)
  is_the_one(one->name, name);
  return one;
}

account *getpwent(void) {
  if (is_none()) {
    return 0;
  }
  ANY_ACCOUNT(one)
  return one;
}

void setpwent(void) {
  closed_descriptors = 0;
  may_set_errno();
}

void endpwent(void) {
  forget_descriptors(-1);
  may_set_errno();
}

// At most three members.
#define ANY_GROUP(one)                                                                                                 \
  static account_of_group told KEPT_FROM_WRITES;                                                                       \
  static char texts[3][TEXT_OF_ACCOUNT] KEPT_FROM_WRITES;                                                              \
  static char *members[4] KEPT_FROM_WRITES;                                                                            \
  account_of_group *one = &told;                                                                                       \
  char any[3][TEXT_OF_ACCOUNT];                                                                                        \
  __builtin_memcpy(texts, any, sizeof any);                                                                            \
  for (int i = 0; i < 3; i++) {                                                                                        \
    texts[i][TEXT_OF_ACCOUNT - 1] = 0;                                                                                 \
  }                                                                                                                    \
  members[0] = nondet_bool() ? texts[2] + begin_text() : 0;                                                            \
  members[1] = members[0] != 0 && nondet_bool() ? texts[2] + begin_text() : 0;                                         \
  members[2] = members[1] != 0 && nondet_bool() ? texts[2] + begin_text() : 0;                                         \
  members[3] = 0;                                                                                                      \
  told.name = texts[0] + begin_text();                                                                                 \
  told.password = texts[1] + begin_text();                                                                             \
  told.group = (unsigned)nondet_int();                                                                                 \
  told.members = members;

account_of_group *getgrgid(unsigned group) {
  if (is_none()) {
    return 0;
  }
  ANY_GROUP(one)
  assume(one->group == group);
  return one;
}

account_of_group *getgrnam(const char *name) {
  read_account_name(name);
  if (is_none()) {
    return 0;
  }
  ANY_GROUP(one)
  is_the_one(one->name, name);
  return one;
}

account_of_group *getgrent(void) {
  if (is_none()) {
    return 0;
  }
  ANY_GROUP(one)
  return one;
}

void setgrent(void) {
  closed_descriptors = 0;
  may_set_errno();
}

void endgrent(void) {
  forget_descriptors(-1);
  may_set_errno();
}

char *getlogin(void) {
  static char name[TEXT_OF_ACCOUNT] KEPT_FROM_WRITES;
  if (is_none()) {
    return 0;
  }
  char any[TEXT_OF_ACCOUNT];
  __builtin_memcpy(name, any, TEXT_OF_ACCOUNT);
  name[TEXT_OF_ACCOUNT - 1] = 0;
  return name + begin_text();
}

// The groups of this process: how many there are is told to those who have no room for any.
int getgroups(int room, unsigned *groups) {
  if (room < 0) {
    error = 22; // EINVAL
    return -1;
  }
  if (fails()) {
    return -1;
  }
  int count = nondet_int();
  assume(count >= 0 && count <= 65536 && (room == 0 || count <= room));
  for (int i = 0; room != 0 && i < count; i++) {
    groups[i] = (unsigned)nondet_int();
  }
  return count;
}

int setgroups(__SIZE_TYPE__ count, const unsigned *groups) {
  if (count > 65536) {
    error = 22; // EINVAL
    return -1;
  }
  all_there(groups, count, sizeof(*groups));
  return fails() ? -1 : 0;
}
