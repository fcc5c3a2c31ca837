// Dates. What a time is in UTC is exact (7.27); a place of the machine has a difference to that of less than 25 hours (POSIX), which may be
// another one in each call. What is assumed of zones reports list.
typedef __SIZE_TYPE__ room_of_date;

typedef struct {
  int second, minute, hour, day, month, year, weekday, yearday, is_summer;
  long east;
  const char *zone;
} date;

void zones(void) __asm__("bitreach.zones");

void zones(void) {}

static date last_date;

static long long floored(long long a, long long b) { return a / b - (a % b < 0); }

// Days since 1970 of the first day of a month, with months from 0 (Hinnant: chrono-Compatible Low-Level Date Algorithms, 2013).
static long long days_before(long long year, int month) {
  year += month < 2 ? -1 : 0;
  long long era = floored(year, 400);
  int of_era = (int)(year - era * 400);
  int of_year = (153 * (month + (month < 2 ? 10 : -2)) + 2) / 5;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

// The range of a part, which the divisions that find it do not show.
static int part(long long number, int least, int most) {
  assume(number >= least && number <= most);
  return (int)number;
}

// The date of a time, so many seconds east.
static void to_date(long long seconds, long east, date *to) {
  zones();
  if (seconds > 60000000000000000 || seconds < -60000000000000000) {
    __bitreach_left_open("a date in a year of more than nine digits");
  }
  seconds += east;
  long long days = floored(seconds, 86400);
  int rest = part(seconds - days * 86400, 0, 86399);
  to->hour = part(rest / 3600, 0, 23);
  to->minute = part(rest % 3600 / 60, 0, 59);
  to->second = part(rest % 60, 0, 59);
  to->weekday = part(days + 4 - floored(days + 4, 7) * 7, 0, 6);
  long long from_march = days + 719468, era = floored(from_march, 146097);
  int day = part(from_march - era * 146097, 0, 146096);
  int of_era = part((day - day / 1460 + day / 36524 - day / 146096) / 365, 0, 399);
  int of_year = part(day - (365 * of_era + of_era / 4 - of_era / 100), 0, 365);
  int month = part((5 * of_year + 2) / 153, 0, 11);
  to->day = part(of_year - (153 * month + 2) / 5 + 1, 1, 31);
  to->month = part(month < 10 ? month + 2 : month - 10, 0, 11);
  long long year = of_era + era * 400 + (to->month < 2);
  // So are these.
  assume(seconds < 0 ? year < 1970 : year >= 1970);
  to->year = (int)(year - 1900);
  to->yearday = part(days - days_before(year, 0), 0, 365);
  to->east = east;
}

static const char *any_zone(void) {
  static char zone[64] KEPT_FROM_WRITES;
  char any[64];
  __builtin_memcpy(zone, any, 64);
  zone[63] = 0;
  return zone;
}

// The time and the date are two objects (C17, 6.7.3.1).
static void two_objects(const long *at, const date *to) { __bitreach_apart(to, sizeof(*to), at, sizeof(*at), 0); }

date *gmtime_r(const long *at, date *to) {
  two_objects(at, to);
  may_set_errno();
  to_date(*at, 0, to);
  to->is_summer = 0;
  to->zone = "GMT";
  return to;
}

date *localtime_r(const long *at, date *to) {
  two_objects(at, to);
  may_set_errno();
  long east = nondet_int();
  assume(east > -90000 && east < 90000);
  to_date(*at, east, to);
  to->is_summer = nondet_bool();
  to->zone = any_zone();
  return to;
}

date *gmtime(const long *at) { return gmtime_r(at, &last_date); }
date *localtime(const long *at) { return localtime_r(at, &last_date); }

// The time of a date, whose parts may be of any size.
static long long seconds_of(const date *of) {
  long long year = of->year + 1900ll + floored(of->month, 12);
  int month = (int)(of->month - floored(of->month, 12) * 12);
  long long days = days_before(year, month) + of->day - 1;
  return days * 86400 + of->hour * 3600ll + of->minute * 60ll + of->second;
}

long timegm(date *of) {
  long long seconds = seconds_of(of);
  if (seconds != (long)seconds) {
    __bitreach_left_open("a date that no time is of");
  }
  long at = (long)seconds;
  gmtime_r(&at, of);
  return at;
}

long mktime(date *of) {
  may_set_errno();
  long east = nondet_int();
  assume(east > -90000 && east < 90000);
  long long seconds = seconds_of(of) - east;
  // Whether it is summer, the program may have guessed wrong, and zones have left out whole days.
  int shift = nondet_int();
  assume(shift >= -86400 && shift <= 86400);
  seconds += shift;
  if (seconds != (long)seconds) {
    __bitreach_left_open("a date that no time is of");
  }
  if (nondet_bool() && fails()) {
    return -1;
  }
  to_date(seconds, east, of);
  of->is_summer = nondet_bool();
  of->zone = any_zone();
  return (long)seconds;
}

double difftime(long end, long begin) {
  return end >= begin ? (double)((unsigned long)end - (unsigned long)begin)
                      : -(double)((unsigned long)begin - (unsigned long)end);
}

static int put_two(char *to, room_of_date room, int at, long long number, char fill) {
  if (number < 0 || number > 99) {
    __bitreach_left_open("a date that is none");
  }
  at = put(to, room, at, number < 10 ? fill : (char)('0' + number / 10));
  return put(to, room, at, (char)('0' + number % 10));
}

static int put_year(char *to, room_of_date room, int at, long long year) {
  if (year < 1000) {
    __bitreach_left_open("a year of less than four digits");
  }
  // The digits in front of the last four.
  for (long long tens = 1000000000; year >= 10000 && tens >= 10000; tens /= 10) {
    if (year >= tens) {
      at = put(to, room, at, (char)('0' + year / tens % 10));
    }
  }
  return put_two(to, room, put_two(to, room, at, year / 100 % 100, '0'), year % 100, '0');
}

// The name of a day or month in the language of C, of which three letters may be enough.
static const char *const weekdays[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                     "July",    "August",   "September", "October", "November", "December"};

static int put_name(char *to, room_of_date room, int at, const char *const names[], int count, int which, _Bool is_short) {
  if (which < 0 || which >= count) {
    __bitreach_left_open("a date that is none");
  }
  const char *name = names[which];
  at = put(to, room, put(to, room, put(to, room, at, name[0]), name[1]), name[2]);
  for (name += 3; !is_short && *name != 0; name++) {
    at = put(to, room, at, *name);
  }
  return at;
}

// Of other hours nobody says which half of the day they are in.
static void day_has_hours(const date *of) {
  if (of->hour < 0 || of->hour > 23) {
    __bitreach_left_open("a date that is none");
  }
}

// A part by the letter of its conversion.
static int put_part(char *to, room_of_date room, int at, char what, const date *of) {
  long long year = of->year + 1900ll;
  switch (what) {
  case '%': return put(to, room, at, '%');
  case 'n': return put(to, room, at, '\n');
  case 't': return put(to, room, at, '\t');
  case 'd': return put_two(to, room, at, of->day, '0');
  case 'e': return put_two(to, room, at, of->day, ' ');
  case 'H': return put_two(to, room, at, of->hour, '0');
  case 'I':
    day_has_hours(of);
    return put_two(to, room, at, of->hour % 12 == 0 ? 12 : of->hour % 12, '0');
  case 'M': return put_two(to, room, at, of->minute, '0');
  case 'S': return put_two(to, room, at, of->second, '0');
  case 'm': return put_two(to, room, at, of->month + 1ll, '0');
  case 'y': return put_two(to, room, at, year - floored(year, 100) * 100, '0');
  case 'Y': return put_year(to, room, at, year);
  case 'j':
    if (of->yearday < 0 || of->yearday > 998) {
      __bitreach_left_open("a date that is none");
    }
    at = put(to, room, at, (char)('0' + (of->yearday + 1) / 100));
    return put_two(to, room, at, (of->yearday + 1) % 100, '0');
  case 'p':
    day_has_hours(of);
    return put(to, room, put(to, room, at, of->hour > 11 ? 'P' : 'A'), 'M');
  case 'a':
  case 'A': return put_name(to, room, at, weekdays, 7, of->weekday, what == 'a');
  case 'b':
  case 'h':
  case 'B': return put_name(to, room, at, months, 12, of->month, what != 'B');
  default: __bitreach_left_open("a conversion of `strftime` that is not known, such as those for weeks, zones and eras"); return at;
  }
}

int put_date(char *to, room_of_date room, int at, int what, const date *of) __asm__("bitreach.put_date");
room_of_date put_date_end(char *to, room_of_date room, int at, const date *of) __asm__("bitreach.put_date_end");

// The same of letters that stand for several.
int put_date(char *to, room_of_date room, int at, int what, const date *of) {
  const char *parts;
  switch (what) {
  case 'F': parts = "Y-m-d"; break;
  case 'T':
  case 'X': parts = "H:M:S"; break;
  case 'R': parts = "H:M"; break;
  case 'D':
  case 'x': parts = "m/d/y"; break;
  case 'r': parts = "I:M:S p"; break;
  case 'c': parts = "a b e H:M:S Y"; break;
  default: return put_part(to, room, at, (char)what, of);
  }
  for (; *parts != 0; parts++) {
    _Bool is_letter = *parts >= 'a' && *parts <= 'z' || *parts >= 'A' && *parts <= 'Z';
    at = is_letter ? put_part(to, room, at, *parts, of) : put(to, room, at, *parts);
  }
  return at;
}

// The zero, where all fits; else what stands there is indeterminate, from the begin on.
room_of_date put_date_end(char *to, room_of_date room, int at, const date *of) {
  may_set_errno();
  __bitreach_apart(to, (room_of_date)at < room ? (room_of_date)at + 1 : room, of, sizeof(*of), 0);
  if ((room_of_date)at < room) {
    to[at] = 0;
    return (room_of_date)at;
  }
  for (room_of_date i = 0; i < room; i++) {
    to[i] = nondet_char();
  }
  return 0;
}

char *asctime_r(const date *of, char *to) {
  may_set_errno();
  if (of->weekday < 0 || of->weekday > 6 || of->month < 0 || of->month > 11 || of->year < -900 || of->year > 8099) {
    __bitreach_left_open("a date that is none");
  }
  int at = put_date(to, -1, 0, 'c', of);
  at = put(to, -1, at, '\n');
  to[at] = 0;
  return to;
}

char *asctime(const date *of) {
  static char text[26];
  return asctime_r(of, text);
}

char *ctime(const long *at) { return asctime(localtime(at)); }

// Names are those of the language of C; `setlocale` knows no other. Constant formats are taken apart before (`put_date`).
room_of_date strftime(char *to, room_of_date room, const char *format, const date *of) {
  room_of_date read = 0;
  int at = 0;
  while (format[read] != 0) {
    read++;
  }
  for (room_of_date i = 0; i < read; i++) {
    at = format[i] != '%' ? put(to, room, at, format[i]) : put_date(to, room, at, format[++i], of);
  }
  __bitreach_apart(to, (room_of_date)at < room ? (room_of_date)at + 1 : room, format, read + 1, 0);
  return put_date_end(to, room, at, of);
}

char *ctime_r(const long *at, char *to) {
  date local;
  return asctime_r(localtime_r(at, &local), to);
}
