/* Memory that is given back and then used, or given back twice. */
#include <stdlib.h>

struct buffer { int length; int *data; };

int use_after_free(struct buffer *b, int close)
{
    int length = 0;
    if (close) {
        free(b);
        length = b->length;
    }
    return length;
}

int use_after_free_fixed(struct buffer *b, int close)
{
    int length = 0;
    if (close) {
        length = b->length;
        free(b);
    }
    return length;
}

void double_free(struct buffer *b, int failed)
{
    int *data = b->data;
    if (failed && data != NULL)
        free(data);
    if (failed && data != NULL)
        b->length = 0;
    if (data != NULL && failed)
        free(data);
}

void double_free_fixed(struct buffer *b, int failed)
{
    int *data = b->data;
    if (failed && data != NULL) {
        free(data);
        data = NULL;
    }
    if (failed)
        b->length = 0;
    free(data);
}

void give_back_all(struct buffer **all, int count)
{
    for (int i = 0; i < count; i++)
        free(all[i]);
}
