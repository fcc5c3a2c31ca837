// Users and groups. What the system knows of one stands in one place until the next is asked for; its texts are any. That is nobody's
// to write.
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

// Nobody is found where the number of the error stays as it was.
static _Bool is_none(void) {
  accounts();
  closed_descriptors = 0;
  may_set_errno();
  return nondet_bool();
}

static account *any_account(void) {
  static account told KEPT_FROM_WRITES;
  static char name[TEXT_OF_ACCOUNT] KEPT_FROM_WRITES, password[TEXT_OF_ACCOUNT] KEPT_FROM_WRITES, about[TEXT_OF_ACCOUNT] KEPT_FROM_WRITES;
  static char folder[TEXT_OF_ACCOUNT] KEPT_FROM_WRITES, shell[TEXT_OF_ACCOUNT] KEPT_FROM_WRITES;
  char any[5 * TEXT_OF_ACCOUNT];
  __builtin_memcpy(name, any, TEXT_OF_ACCOUNT);
  __builtin_memcpy(password, any + TEXT_OF_ACCOUNT, TEXT_OF_ACCOUNT);
  __builtin_memcpy(about, any + 2 * TEXT_OF_ACCOUNT, TEXT_OF_ACCOUNT);
  __builtin_memcpy(folder, any + 3 * TEXT_OF_ACCOUNT, TEXT_OF_ACCOUNT);
  __builtin_memcpy(shell, any + 4 * TEXT_OF_ACCOUNT, TEXT_OF_ACCOUNT);
  name[TEXT_OF_ACCOUNT - 1] = password[TEXT_OF_ACCOUNT - 1] = about[TEXT_OF_ACCOUNT - 1] = 0;
  folder[TEXT_OF_ACCOUNT - 1] = shell[TEXT_OF_ACCOUNT - 1] = 0;
  told.name = name + begin_text();
  told.password = password + begin_text();
  told.about = about + begin_text();
  told.folder = folder + begin_text();
  told.shell = shell + begin_text();
  told.user = (unsigned)nondet_int();
  told.group = (unsigned)nondet_int();
  return &told;
}

account *getpwuid(unsigned user) {
  if (is_none()) {
    return 0;
  }
  account *one = any_account();
  assume(one->user == user);
  return one;
}

account *getpwnam(const char *name) {
  read_account_name(name);
  return is_none() ? 0 : any_account();
}

account *getpwent(void) { return is_none() ? 0 : any_account(); }

void setpwent(void) {
  closed_descriptors = 0;
  may_set_errno();
}

void endpwent(void) {
  forget_descriptors(-1);
  may_set_errno();
}

// At most three members.
static account_of_group *any_group(void) {
  static account_of_group told KEPT_FROM_WRITES;
  static char name[TEXT_OF_ACCOUNT] KEPT_FROM_WRITES, password[TEXT_OF_ACCOUNT] KEPT_FROM_WRITES, member[TEXT_OF_ACCOUNT] KEPT_FROM_WRITES;
  static char *members[4] KEPT_FROM_WRITES;
  char any[3 * TEXT_OF_ACCOUNT];
  __builtin_memcpy(name, any, TEXT_OF_ACCOUNT);
  __builtin_memcpy(password, any + TEXT_OF_ACCOUNT, TEXT_OF_ACCOUNT);
  __builtin_memcpy(member, any + 2 * TEXT_OF_ACCOUNT, TEXT_OF_ACCOUNT);
  name[TEXT_OF_ACCOUNT - 1] = password[TEXT_OF_ACCOUNT - 1] = member[TEXT_OF_ACCOUNT - 1] = 0;
  members[0] = nondet_bool() ? member + begin_text() : 0;
  members[1] = members[0] != 0 && nondet_bool() ? member + begin_text() : 0;
  members[2] = members[1] != 0 && nondet_bool() ? member + begin_text() : 0;
  members[3] = 0;
  told.name = name + begin_text();
  told.password = password + begin_text();
  told.group = (unsigned)nondet_int();
  told.members = members;
  return &told;
}

account_of_group *getgrgid(unsigned group) {
  if (is_none()) {
    return 0;
  }
  account_of_group *one = any_group();
  assume(one->group == group);
  return one;
}

account_of_group *getgrnam(const char *name) {
  read_account_name(name);
  return is_none() ? 0 : any_group();
}

account_of_group *getgrent(void) { return is_none() ? 0 : any_group(); }

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
