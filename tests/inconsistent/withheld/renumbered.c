int no_place(unsigned x)
{
#line 9 "renumbered.c"
    if (x < 0)
        return 1;
    return 0;
}
