// Languages. A program has that of C until it asks for another one; that which the environment asks for is taken to be C's, too, so
// that texts are not translated.
void language_of_environment(void) __asm__("bitreach.language");

void language_of_environment(void) {}

static char language[2] KEPT_FROM_WRITES = "C";

static _Bool are_same(const char *a, const char *b) {
  for (; *a == *b; a++, b++) {
    if (*a == 0) {
      return 1;
    }
  }
  return 0;
}

char *setlocale(int category, const char *name) {
  may_set_errno();
  // There are thirteen of them.
  if (category < 0 || category > 12) {
    return 0;
  }
  if (name == 0) {
    return language;
  }
  if (*name == 0) {
    language_of_environment();
    // There may be none that the environment asks for.
    return nondet_bool() ? language : 0;
  }
  if (!are_same(name, "C") && !are_same(name, "POSIX")) {
    __bitreach_left_open("a language but for that of C");
  }
  return language;
}

static void message_id(const char *s) {
  while (*s != 0) {
    s++;
  }
}

static void message_id_or_null(const char *s) {
  if (s != 0) {
    message_id(s);
  }
}

char *gettext(const char *text) {
  message_id_or_null(text);
  may_set_errno();
  return (char *)text;
}

char *dgettext(const char *domain, const char *text) {
  message_id_or_null(domain);
  return gettext(text);
}

char *dcgettext(const char *domain, const char *text, int category) { return dgettext(domain, text); }

char *ngettext(const char *one, const char *more, unsigned long n) {
  message_id(one);
  message_id(more);
  may_set_errno();
  return (char *)(n == 1 ? one : more);
}

char *dngettext(const char *domain, const char *one, const char *more, unsigned long n) {
  message_id_or_null(domain);
  return ngettext(one, more, n);
}

// What was chosen is kept in memory of the library's.
static char *chosen(const char *name) {
  static char kept[128] KEPT_FROM_WRITES;
  char any[128];
  message_id_or_null(name);
  if (fails()) {
    return 0;
  }
  if (name != 0) {
    int length = 0;
    while (length < 128 && name[length] != 0) {
      length++;
    }
    if (length == 128) {
      __bitreach_left_open("a name of more than 127 characters for translations");
    }
  }
  __builtin_memcpy(kept, any, 128);
  kept[127] = 0;
  return kept;
}

char *textdomain(const char *domain) { return chosen(domain); }

char *bindtextdomain(const char *domain, const char *folder) {
  message_id_or_null(domain);
  return chosen(folder);
}

char *bind_textdomain_codeset(const char *domain, const char *code) {
  message_id_or_null(domain);
  return chosen(code);
}

// How numbers and money are written, in the language of C: what is not said is an empty text, or the largest `char`.
typedef struct {
  char *texts[10];
  char numbers[14];
} conventions;

conventions *localeconv(void) {
  static char none[1] KEPT_FROM_WRITES = "", point[2] KEPT_FROM_WRITES = ".";
  static conventions of_c KEPT_FROM_WRITES = {
      {point, none, none, none, none, none, none, none, none, none},
      {127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127, 127}};
  return &of_c;
}
