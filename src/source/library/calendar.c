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

static char *put_two(char *to, long long number, char fill) {
  if (number < 0 || number > 99) {
    __bitreach_left_open("a date that is none");
  }
  to[0] = number < 10 ? fill : (char)('0' + number / 10);
  to[1] = (char)('0' + number % 10);
  return to + 2;
}

char *asctime_r(const date *of, char *to) {
  may_set_errno();
  if (of->weekday < 0 || of->weekday > 6 || of->month < 0 || of->month > 11 || of->year < -900 || of->year > 8099) {
    __bitreach_left_open("a date that is none");
  }
  const char *weekday = &"SunMonTueWedThuFriSat"[3 * of->weekday], *month = &"JanFebMarAprMayJunJulAugSepOctNovDec"[3 * of->month];
  int year = of->year + 1900;
  char *at = to;
  for (int i = 0; i < 3; i++) {
    *at++ = weekday[i];
  }
  *at++ = ' ';
  for (int i = 0; i < 3; i++) {
    *at++ = month[i];
  }
  *at++ = ' ';
  at = put_two(at, of->day, ' ');
  *at++ = ' ';
  at = put_two(at, of->hour, '0');
  *at++ = ':';
  at = put_two(at, of->minute, '0');
  *at++ = ':';
  at = put_two(at, of->second, '0');
  *at++ = ' ';
  at = put_two(at, year / 100, '0');
  at = put_two(at, year % 100, '0');
  *at++ = '\n';
  *at = 0;
  return to;
}

char *asctime(const date *of) {
  static char text[26];
  return asctime_r(of, text);
}

char *ctime(const long *at) { return asctime(localtime(at)); }

// Conversions to numbers of fixed width. Names of days, months and zones are those of a language.
room_of_date strftime(char *to, room_of_date room, const char *format, const date *of) {
  char text[12];
  room_of_date at = 0, read = 0;
  may_set_errno();
  while (format[read] != 0) {
    read++;
  }
  const char *begin = format;
  for (; *format != 0; format++) {
    char *end = text;
    if (*format != '%') {
      *end++ = *format;
    } else {
      switch (*++format) {
      case '%': *end++ = '%'; break;
      case 'n': *end++ = '\n'; break;
      case 't': *end++ = '\t'; break;
      case 'd': end = put_two(end, of->day, '0'); break;
      case 'H': end = put_two(end, of->hour, '0'); break;
      case 'M': end = put_two(end, of->minute, '0'); break;
      case 'S': end = put_two(end, of->second, '0'); break;
      case 'm': end = put_two(end, of->month + 1ll, '0'); break;
      case 'T':
        end = put_two(end, of->hour, '0');
        *end++ = ':';
        end = put_two(end, of->minute, '0');
        *end++ = ':';
        end = put_two(end, of->second, '0');
        break;
      case 'Y':
      case 'F': {
        long long year = of->year + 1900ll;
        if (year < 1000 || year > 9999) {
          __bitreach_left_open("a year that has not four digits");
        }
        end = put_two(put_two(end, year / 100, '0'), year % 100, '0');
        if (*format == 'F') {
          *end++ = '-';
          end = put_two(end, of->month + 1ll, '0');
          *end++ = '-';
          end = put_two(end, of->day, '0');
        }
        break;
      }
      default: __bitreach_left_open("a conversion of `strftime` but for %Y, %m, %d, %H, %M, %S, %F and %T");
      }
    }
    for (char *one = text; one != end; one++) {
      if (at + 1 >= room) {
        // What stands there then is indeterminate, from the begin on.
        __bitreach_apart(to, room, begin, read + 1, 0);
        for (room_of_date i = 0; i < room; i++) {
          to[i] = nondet_char();
        }
        return 0;
      }
      to[at++] = *one;
    }
  }
  if (at >= room) {
    return 0;
  }
  to[at] = 0;
  __bitreach_apart(to, at + 1, begin, read + 1, 0);
  return at;
}
