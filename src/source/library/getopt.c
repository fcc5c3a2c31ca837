// Options of the command line, one letter each, as GNU's library takes them: arguments that are none are moved behind those that are,
// unless the letters begin with `+` or a variable of the environment asks for the order of POSIX.
// The program may have these objects itself.
__attribute__((weak)) char *optarg;
__attribute__((weak)) int optind = 1, opterr = 1, optopt = '?';

static char *next_letter;
static _Bool options_begun, in_posix_order, gives_all;
// Arguments that are no options and have been passed: from the first one to before the last.
static int first_passed, last_passed;

// Options that come behind those arguments are moved before them.
static void reorder(char **arguments) {
  for (int option = last_passed; option < optind; option++) {
    char *moved = arguments[option];
    for (int i = option; i > first_passed; i--) {
      arguments[i] = arguments[i - 1];
    }
    arguments[first_passed++] = moved;
  }
  last_passed = optind;
}

static _Bool is_no_option(const char *argument) { return argument[0] != '-' || argument[1] == 0; }

// An option that is a word.
typedef struct {
  const char *name;
  int has_argument;
  int *flag;
  int value;
} option;

// How a name stands behind `--`: 2 where it is all of it, 1 where it is how it begins.
static int fits(const char *name, const char *given) {
  for (; *given != 0 && *given != '='; given++, name++) {
    if (*name != *given) {
      return 0;
    }
  }
  return *name == 0 ? 2 : 1;
}

// What is given by its name, or by how that begins where no other one does so that is not the same.
static int long_option(int count, char **arguments, char missing, const option *options, int *index) {
  char *given = next_letter;
  int found = -1;
  _Bool is_open = 0;
  for (int i = 0; found < 0 && options[i].name != 0; i++) {
    found = fits(options[i].name, given) == 2 ? i : -1;
  }
  for (int i = 0; found < 0 && options[i].name != 0; i++) {
    if (fits(options[i].name, given) == 0) {
      continue;
    }
    for (int k = i + 1; options[k].name != 0; k++) {
      is_open |= fits(options[k].name, given) != 0 &&
                 (options[i].has_argument != options[k].has_argument || options[i].flag != options[k].flag ||
                  options[i].value != options[k].value);
    }
    found = i;
  }
  optind++;
  next_letter = 0;
  if (found < 0 || is_open) {
    optopt = 0;
    return '?';
  }
  while (*given != 0 && *given != '=') {
    given++;
  }
  if (*given != 0) {
    if (options[found].has_argument == 0) {
      optopt = options[found].value;
      return '?';
    }
    optarg = given + 1;
  } else if (options[found].has_argument == 1) {
    if (optind >= count) {
      optopt = options[found].value;
      return missing;
    }
    optarg = arguments[optind++];
  }
  if (index != 0) {
    *index = found;
  }
  if (options[found].flag != 0) {
    *options[found].flag = options[found].value;
    return 0;
  }
  return options[found].value;
}

static int next_option(int count, char **arguments, const char *letters, const option *options, int *index) {
  if (count < 1) {
    return -1;
  }
  may_set_errno();
  optarg = 0;
  if (optind == 0 || !options_begun) {
    optind = optind == 0 ? 1 : optind;
    first_passed = last_passed = optind;
    next_letter = 0;
    options_begun = 1;
    gives_all = letters[0] == '-';
    in_posix_order = letters[0] == '+' || !gives_all && nondet_bool();
  }
  if (letters[0] == '-' || letters[0] == '+') {
    letters++;
  }
  if (next_letter == 0 || *next_letter == 0) {
    last_passed = last_passed > optind ? optind : last_passed;
    first_passed = first_passed > optind ? optind : first_passed;
    if (!in_posix_order && !gives_all) {
      if (first_passed != last_passed && last_passed != optind) {
        reorder(arguments);
      } else if (last_passed != optind) {
        first_passed = optind;
      }
      while (optind < count && is_no_option(arguments[optind])) {
        optind++;
      }
      last_passed = optind;
    }
    if (optind != count && arguments[optind][0] == '-' && arguments[optind][1] == '-' && arguments[optind][2] == 0) {
      optind++;
      if (first_passed != last_passed && last_passed != optind) {
        reorder(arguments);
      } else if (first_passed == last_passed) {
        first_passed = optind;
      }
      last_passed = optind = count;
    }
    if (optind == count) {
      optind = first_passed != last_passed ? first_passed : optind;
      return -1;
    }
    if (is_no_option(arguments[optind])) {
      if (in_posix_order) {
        return -1;
      }
      optarg = arguments[optind++];
      return 1;
    }
    next_letter = arguments[optind] + 1;
    if (options != 0 && *next_letter == '-') {
      next_letter++;
      return long_option(count, arguments, letters[0] == ':' ? ':' : '?', options, index);
    }
  }
  char letter = *next_letter++;
  const char *known = letters;
  while (*known != 0 && *known != letter) {
    known++;
  }
  if (*next_letter == 0) {
    optind++;
  }
  if (*known == 0 || letter == ':' || letter == ';') {
    optopt = letter;
    return '?';
  }
  // GNU's library leaves here what its own state has.
  optopt = nondet_int();
  if (letter == 'W' && known[1] == ';') {
    __bitreach_left_open("`W;` among the letters of `getopt`");
  }
  if (known[1] != ':') {
    return letter;
  }
  int given = letter;
  if (*next_letter != 0) {
    optarg = next_letter;
    optind++;
  } else if (known[2] != ':') {
    if (optind == count) {
      optopt = letter;
      given = letters[0] == ':' ? ':' : '?';
    } else {
      optarg = arguments[optind++];
    }
  }
  next_letter = 0;
  return given;
}

int getopt(int count, char *const arguments[], const char *letters) {
  return next_option(count, (char **)arguments, letters, 0, 0);
}

int getopt_long(int count, char *const arguments[], const char *letters, const option *options, int *index) {
  return next_option(count, (char **)arguments, letters, options, index);
}
