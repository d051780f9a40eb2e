#include "sim/yaml_tree.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#define MAX_DEPTH 16

void aic_config_error(struct aic_config_errors *errors, const char *file, unsigned line, unsigned column,
                      const char *format, ...)
{
    char message[1024];
    int n = line && !errors->no_position
                ? snprintf(message, sizeof(message), "%.600s:%u:%u: error: ", file, line, column)
                : snprintf(message, sizeof(message), "%.600s: error: ", file);
    va_list args;
    va_start(args, format);
    vsnprintf(message + n, sizeof(message) - (size_t)n, format, args);
    va_end(args);
    for (char *p = message; *p; p++) {
        *p = (unsigned char)*p < ' ' || *p == 0x7f ? '?' : *p; /* names of a trace and text of a file are quoted */
    }
    errors->count++;
    errors->report(errors->user, message);
}

struct reader {
    yaml_parser_t parser;
    const char *file;
    struct aic_config_errors *errors;
};

static bool next_event(struct reader *r, yaml_event_t *event)
{
    if (yaml_parser_parse(&r->parser, event)) {
        return true;
    }
    const char *problem = r->parser.problem ? r->parser.problem : "not readable as YAML";
    aic_config_error(r->errors, r->file, (unsigned)r->parser.problem_mark.line + 1,
                     (unsigned)r->parser.problem_mark.column + 1, "%s", problem);
    return false;
}

static struct aic_yaml *new_node(const struct reader *r, enum aic_yaml_kind kind, const yaml_event_t *event)
{
    struct aic_yaml *node = calloc(1, sizeof(*node));
    if (node) {
        node->kind = kind;
        node->file = r->file;
        node->line = (unsigned)event->start_mark.line + 1;
        node->column = (unsigned)event->start_mark.column + 1;
    } else {
        aic_config_error(r->errors, r->file, 0, 0, "out of memory");
    }
    return node;
}

static struct aic_yaml *read_value(struct reader *r, yaml_event_t *event, unsigned depth);

static void link_child(struct aic_yaml *parent, struct aic_yaml **last, struct aic_yaml *child)
{
    if (*last) {
        (*last)->next = child;
    } else {
        parent->first = child;
    }
    *last = child;
}

static bool read_list(struct reader *r, struct aic_yaml *list, unsigned depth)
{
    struct aic_yaml *last = NULL;
    for (;;) {
        yaml_event_t event;
        if (!next_event(r, &event)) {
            return false;
        }
        if (event.type == YAML_SEQUENCE_END_EVENT) {
            yaml_event_delete(&event);
            return true;
        }
        struct aic_yaml *item = read_value(r, &event, depth);
        if (!item) {
            return false;
        }
        link_child(list, &last, item);
    }
}

/* The entry's value with its key attached; NULL after an error. */
static struct aic_yaml *read_entry(struct reader *r, const struct aic_yaml *map, yaml_event_t *key, unsigned depth)
{
    unsigned line = (unsigned)key->start_mark.line + 1, column = (unsigned)key->start_mark.column + 1;
    if (key->type != YAML_SCALAR_EVENT) {
        aic_config_error(r->errors, r->file, line, column, "a key must be a plain name");
        yaml_event_delete(key);
        return NULL;
    }
    char *name = strdup((const char *)key->data.scalar.value);
    yaml_event_delete(key);
    const struct aic_yaml *twin = name ? aic_yaml_get(map, name) : NULL;
    if (twin) {
        aic_config_error(r->errors, r->file, line, column, "duplicate key '%s', first on line %u", name,
                         twin->key_line);
    }
    yaml_event_t event;
    struct aic_yaml *value = name && next_event(r, &event) ? read_value(r, &event, depth) : NULL;
    if (!value) {
        free(name);
        return NULL;
    }
    value->key = name;
    value->key_line = line;
    value->key_column = column;
    return value;
}

static bool read_map(struct reader *r, struct aic_yaml *map, unsigned depth)
{
    struct aic_yaml *last = NULL;
    for (;;) {
        yaml_event_t event;
        if (!next_event(r, &event)) {
            return false;
        }
        if (event.type == YAML_MAPPING_END_EVENT) {
            yaml_event_delete(&event);
            return true;
        }
        struct aic_yaml *entry = read_entry(r, map, &event, depth);
        if (!entry) {
            return false;
        }
        link_child(map, &last, entry);
    }
}

static struct aic_yaml *read_scalar(struct reader *r, const yaml_event_t *event)
{
    struct aic_yaml *node = new_node(r, AIC_YAML_SCALAR, event);
    if (!node) {
        return NULL;
    }
    node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    node->text = strdup((const char *)event->data.scalar.value);
    if (!node->text) {
        aic_yaml_free(node);
        return NULL;
    }
    return node;
}

static struct aic_yaml *read_container(struct reader *r, const yaml_event_t *event, unsigned depth)
{
    bool is_map = event->type == YAML_MAPPING_START_EVENT;
    struct aic_yaml *node = new_node(r, is_map ? AIC_YAML_MAP : AIC_YAML_LIST, event);
    if (!node) {
        return NULL;
    }
    bool ok = depth < MAX_DEPTH;
    if (!ok) {
        aic_config_error(r->errors, r->file, node->line, node->column, "nested more than %d deep", MAX_DEPTH);
    }
    if (!ok || !(is_map ? read_map(r, node, depth + 1) : read_list(r, node, depth + 1))) {
        aic_yaml_free(node);
        return NULL;
    }
    return node;
}

/* Consumes the event. */
static struct aic_yaml *read_value(struct reader *r, yaml_event_t *event, unsigned depth)
{
    struct aic_yaml *node = NULL;
    if (event->type == YAML_SCALAR_EVENT) {
        node = read_scalar(r, event);
    } else if (event->type == YAML_MAPPING_START_EVENT || event->type == YAML_SEQUENCE_START_EVENT) {
        node = read_container(r, event, depth);
    } else {
        aic_config_error(r->errors, r->file, (unsigned)event->start_mark.line + 1,
                         (unsigned)event->start_mark.column + 1, "anchors and aliases are not used in product files");
    }
    yaml_event_delete(event);
    return node;
}

/* Up to the first event of the content; false when there is none. */
static bool open_document(struct reader *r, yaml_event_t *event)
{
    do {
        if (!next_event(r, event)) {
            return false;
        }
        if (event->type == YAML_STREAM_END_EVENT) {
            yaml_event_delete(event);
            aic_config_error(r->errors, r->file, 1, 1, "the file is empty");
            return false;
        }
        if (event->type == YAML_STREAM_START_EVENT || event->type == YAML_DOCUMENT_START_EVENT) {
            yaml_event_delete(event);
            continue;
        }
        return true;
    } while (true);
}

static bool close_document(struct reader *r)
{
    yaml_event_type_t type = YAML_NO_EVENT;
    while (type != YAML_STREAM_END_EVENT) {
        yaml_event_t event;
        if (!next_event(r, &event)) {
            return false;
        }
        type = event.type;
        unsigned line = (unsigned)event.start_mark.line + 1, column = (unsigned)event.start_mark.column + 1;
        yaml_event_delete(&event);
        if (type == YAML_DOCUMENT_START_EVENT) {
            aic_config_error(r->errors, r->file, line, column, "a second document in the file");
            return false;
        }
    }
    return true;
}

struct aic_yaml *aic_yaml_parse(const char *file, const char *text, size_t bytes, struct aic_config_errors *errors)
{
    struct reader r = {.file = file, .errors = errors};
    if (!yaml_parser_initialize(&r.parser)) {
        aic_config_error(errors, file, 0, 0, "out of memory");
        return NULL;
    }
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)text, bytes);
    yaml_event_t event;
    struct aic_yaml *tree = open_document(&r, &event) ? read_value(&r, &event, 0) : NULL;
    if (tree && !close_document(&r)) {
        aic_yaml_free(tree);
        tree = NULL;
    }
    yaml_parser_delete(&r.parser);
    return tree;
}

void aic_yaml_free(struct aic_yaml *node)
{
    while (node) {
        struct aic_yaml *next = node->next;
        aic_yaml_free(node->first);
        free(node->key);
        free(node->text);
        free(node);
        node = next;
    }
}

const struct aic_yaml *aic_yaml_get(const struct aic_yaml *map, const char *key)
{
    if (!map || map->kind != AIC_YAML_MAP) {
        return NULL;
    }
    for (const struct aic_yaml *child = map->first; child; child = child->next) {
        if (strcmp(child->key, key) == 0) {
            return child;
        }
    }
    return NULL;
}
