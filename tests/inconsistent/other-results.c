/* Functions of names that the C library has, with other results: what they give is no length. */
void strcmp(const char *, const char *);
int strlen(const char *);

int other(void)
{
    char word[4] = "ab";
    strcmp(word, "a");
    return strlen(word);
}

int contradictory(int n)
{
    char word[4] = "ab";
    strcmp(word, "a");
    if (n > 2 && n < strlen(word) && n < 1)
        return 1;
    return 0;
}
