// Conditions that begin with `!`, in all statements: what is said of them is what they are. In some clang computes the negation, in
// others it takes the ways of the branch for each other.
#define NOT(x) (!(x))

int more(void);

int in_if(int c) {
    if (c != 0)
        return 0;
    if (!c)
        return 1;
    return 2;
}

int in_while(int c) {
    if (c != 0)
        return 0;
    while (!c)
        if (more())
            return 1;
    return 2;
}

int in_while_never(const char *p, int i) {
    if (p == 0)
        return 0;
    while (!p)
        i++;
    return i;
}

int in_for(int c) {
    if (c == 0)
        return 0;
    for (int i = 0; !c; i++)
        if (more())
            return i;
    return 2;
}

int in_do(int c) {
    if (c != 0)
        return 0;
    do {
        if (more())
            return 1;
    } while (!c);
    return 2;
}

int in_do_both(int c) {
    if (c != 0)
        return 0;
    do {
        if (more())
            return 1;
    } while (more() && !!c);
    return 2;
}

int in_switch(int c) {
    if (c != 0)
        return 0;
    switch (!c) {
    case 0:
        return 5;
    default:
        return more();
    }
}

int chosen(int c, int x) {
    if (c != 0)
        return 0;
    return !c ? more() : x;
}

int chosen_constant(int c) {
    if (c == 0)
        return 0;
    return !c ? 1 : 2;
}

int chosen_twice_negated(int c) {
    if (c != 0)
        return 0;
    int x = !!c ? 1 : 2;
    return x;
}

int left(int c, int x) {
    if (c != 0)
        return 0;
    return !c && x;
}

int left_or(int c, int x) {
    if (c != 0)
        return 0;
    if (!c || x)
        return 1;
    return 2;
}

int left_in_while(int c, int x) {
    if (c != 0)
        return 0;
    while (!c && x)
        x--;
    return 2;
}

int right(int c, int x) {
    if (c != 0)
        return 0;
    if (x && !c)
        return 1;
    return 2;
}

int right_in_while(int c, int x) {
    if (c == 0)
        return 0;
    while (x && !c)
        x--;
    return 2;
}

int both_in_while(int c, int x) {
    if (c != 0)
        return 0;
    while (!(x && c))
        if (more())
            return 1;
    return 2;
}

int compared_in_while(int c) {
    if (c != 0)
        return 0;
    while (!(c == 0))
        if (more())
            return 1;
    return 2;
}

int assigned(int c, int x) {
    if (c != 0)
        return 0;
    if (!(x = !c))
        return 1;
    return x;
}

int behind_comma(int c) {
    if (c != 0)
        return 0;
    if (more(), !c)
        return 1;
    return 2;
}

int counted(int c) {
    if (c != 0)
        return 0;
    if (!c++)
        return c;
    return 2;
}

int cast(int c) {
    if (c != 0)
        return 0;
    if (!(char)(c))
        return 1;
    return 2;
}

int compared(int c) {
    if (c != 0)
        return 0;
    if (!c == 1)
        return 1;
    return 2;
}

int on_two_lines(int c) {
    if (c != 0)
        return 0;
    if (!
        (c))
        return 1;
    return 2;
}

// Where a macro negates, the text does not say which way round it is: kept back.
int in_a_macro(int c) {
    if (c != 0)
        return 0;
    if (!NOT(c))
        return 1;
    while (NOT(c))
        if (more())
            return 3;
    return 2;
}
