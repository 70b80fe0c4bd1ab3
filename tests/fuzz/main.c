/* main.c - gives a fuzz target the files that are named, one after the other. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int run(const char *path)
{
    FILE *file = fopen(path, "rb");
    long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    uint8_t *data = size < 0 ? NULL : malloc((size_t)size + 1);
    bool read = data && fseek(file, 0, SEEK_SET) == 0 && fread(data, 1, (size_t)size, file) == (size_t)size;
    if (file)
        fclose(file);
    if (read)
        LLVMFuzzerTestOneInput(data, (size_t)size);
    else
        fprintf(stderr, "%s: cannot be read\n", path);
    free(data);
    return read ? 0 : 1;
}

int main(int argc, char **argv)
{
    int status = argc < 2;
    for (int i = 1; i < argc; i++) {
        fprintf(stderr, "%s\n", argv[i]); /* the last one named is the one that breaks it */
        status |= run(argv[i]);
    }
    return status;
}
