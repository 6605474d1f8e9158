#include <stdio.h>
#include <stdlib.h>
#include "list.h"

#define LIST_MAX 16
#define SQUARE(x) ((x) * (x))

typedef struct node {
    int value;
    struct node *next;
} node_t;

struct list {
    node_t *head;
    size_t len;
};

enum order {
    ASCENDING,
    DESCENDING
};

union number {
    int i;
    double d;
};

typedef int (*compare_fn)(const void *, const void *);

static int counter = 0;
const char *list_name = "list";

static node_t *node_new(int value)
{
    node_t *n = malloc(sizeof *n);
    if (n == NULL)
        return NULL;
    n->value = value;
    return n;
}

struct list *list_new(void) {
    return calloc(1, sizeof(struct list));
}

int
list_push(struct list *l,
          int value)
{
#ifdef DEBUG
    printf("push %d\n", value);
#endif
    node_t *n = node_new(value);
    if (!n)
        goto fail;
    n->next = l->head;
    l->head = n;
    return 0;
fail:
    return -1;
}

void list_sort(struct list *l, int (*cmp)(int, int))
{
    (void)l;
    (void)cmp;
}

static inline unsigned long hash(const char *s) { return (unsigned long)s; }

int main(int argc, char **argv) {
    struct list *l = list_new();
    list_push(l, argc);
    return 0;
}
