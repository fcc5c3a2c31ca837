/* An assignment where a comparison is meant. */
int next_event(void);

int wait_for(int wanted)
{
    int event = 0, others = 0;
    for (int i = 0; i < 10; i++) {
        event = next_event();
        if (event = 5)
            return others;
        others += wanted;
    }
    return -1;
}

int wait_for_fixed(int wanted)
{
    int event = 0, others = 0;
    for (int i = 0; i < 10; i++) {
        event = next_event();
        if (event == 5)
            return others;
        others += wanted;
    }
    return -1;
}
