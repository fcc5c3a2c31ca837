/* Lengths of strings, and what functions of <string.h> read and write with them. Each flaw has a corrected twin behind it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

void use(const char *text);
int get(void);

void copy_too_long(void)
{
    char source[11], to[10];
    memset(source, 'A', 10);
    source[10] = '\0';
    strcpy(to, source);
    use(to);
}

void copy_that_fits(void)
{
    char source[10], to[10];
    memset(source, 'A', 9);
    source[9] = '\0';
    strcpy(to, source);
    use(to);
}

void literal_too_long(void)
{
    char *to = malloc(10);
    if (!to)
        return;
    strcpy(to, "0123456789");
    use(to);
    free(to);
}

void literal_that_fits(void)
{
    char *to = malloc(11);
    if (!to)
        return;
    strcpy(to, "0123456789");
    use(to);
    free(to);
}

void appended_too_long(void)
{
    char to[12] = "0123";
    strcat(to, "4567");
    strcat(to, "89ab");
    use(to);
}

void appended_that_fits(void)
{
    char to[13] = "0123";
    strcat(to, "4567");
    strcat(to, "89ab");
    use(to);
}

void appended_part(const char *text)
{
    char to[8] = "0123";
    strncat(to, text, 3);
    if (strlen(to) > 7)
        use("never");
    if (strlen(to) > 6)
        use("perhaps");
}

void without_end(void)
{
    char name[8];
    memset(name, 'x', 8);
    use(strlen(name) > 3 ? "long" : "short");
}

void with_end(void)
{
    char name[8];
    memset(name, 'x', 7);
    name[7] = 0;
    use(name + strlen(name));
}

void blocks(void)
{
    char source[20], to[20];
    memset(source, 'y', 20);
    memcpy(to, source, strlen("0123456789012345678901"));
    use(to);
}

void printed(void)
{
    char word[20], to[4];
    sprintf(word, "%s", "hello");
    if (strlen(word) != 5)
        use("never");
    snprintf(to, sizeof to, "%s", word);
    if (strlen(to) != 3)
        use("never");
    use(word);
}

void printed_too_long(void)
{
    char rest[8];
    sprintf(rest, "8 letters");
    use(rest);
}

void printed_that_fits(void)
{
    char rest[10];
    sprintf(rest, "8 letters");
    use(rest);
}

int same(char *to, const char *from)
{
    strcpy(to, from);
    if (strlen(to) != strlen(from))
        return 0;
    use(to);
    return 1;
}

/* The unknown function may write there. */
int changed(char *to, const char *from, void (*change)(char *))
{
    strcpy(to, from);
    change(to);
    if (strlen(to) != strlen(from))
        return 0;
    return 1;
}

int compared(const char *text)
{
    char key[5];
    strncpy(key, text, 4);
    key[4] = 0;
    if (strcmp(key, "longer") == 0)
        return 1;
    if (strcmp(key, "four") == 0)
        return 2;
    return 0;
}

int shortened(char *text, int at)
{
    if (at < 0)
        return 0;
    text[at] = 0;
    if (strlen(text) > (size_t)at)
        return 1;
    if (strlen(text) < (size_t)at)
        return 2;
    return 3;
}

void wide_too_long(void)
{
    wchar_t to[5];
    wcscpy(to, L"01234");
    use((const char *)to);
}

void wide_that_fits(void)
{
    wchar_t source[6], to[6];
    wmemset(source, L'A', 5);
    source[5] = 0;
    wcscpy(to, source);
    if (wcslen(to) != 5)
        use("never");
    use((const char *)to);
}

/* Where the string begins is computed behind a write to the same array. */
size_t behind(char *text, int first, const char *from)
{
    text[first] = 0;
    int at = get();
    size_t length = strlen(text + at);
    text[at] = 'x';
    if (strlen(text + at) == 0)
        return 0;
    strcpy(text + at, from);
    if (strlen(text + at) != strlen(from))
        return 1;
    return length;
}

/* Pointers that are chosen, or walk over the array, write there too. */
int walked(const char *from)
{
    char word[6], *to = word;
    word[0] = 0;
    while (*from && to < word + 5)
        *to++ = *from++;
    *to = 0;
    if (strlen(word) > 0)
        return 1;
    return 0;
}

int chosen(int is_second)
{
    char word[40];
    strcpy(word, "hello");
    char *to = word;
    if (is_second)
        to = word + 2;
    *to = 0;
    if (strlen(word) == 2)
        return 1;
    return 0;
}

/* Half of a wide character is none. */
int half(void)
{
    wchar_t word[10];
    word[0] = 'x';
    word[1] = 0;
    word[2] = 0;
    memcpy(word, L"ab", 6);
    if (wcslen(word) == 2)
        return 1;
    return 0;
}

/* `strtok` writes zeros. */
int cut(void)
{
    char words[10];
    strcpy(words, "a b c");
    strtok(words, " ");
    if (strlen(words) == 1)
        return 1;
    return 0;
}

/* A length may be any number. */
int summed(const char *first, const char *second)
{
    size_t length = strlen(first);
    if (length > (size_t)-1 - strlen(second) - 1)
        return 1;
    if (length > (size_t)-1 - strlen(second) - 2)
        return 2;
    return 0;
}

/* Wide characters are counted, not bytes. */
void wide_count(const wchar_t *from)
{
    wchar_t to[10];
    wcsncpy(to, from, 40);
    to[9] = 0;
    use((const char *)to);
}

void wide_count_fixed(const wchar_t *from)
{
    wchar_t to[10];
    wcsncpy(to, from, 9);
    to[9] = 0;
    use((const char *)to);
}

void wide_filled(void)
{
    wchar_t to[10];
    wmemset(to, L'x', 11);
    use((const char *)to);
}

void wide_filled_fixed(void)
{
    wchar_t to[10];
    wmemset(to, L'x', 10);
    use((const char *)to);
}
