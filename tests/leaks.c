/* leaks.c - part of each tool that is built with sanitizers: what is still held at the end counts as a leak
 * even if a global variable of ours points to it; only those of other libraries count. That is stricter than
 * is usual, and quicker: the sanitizer need not search ten megabytes of its own at the end of each of the
 * thousands of runs of the tests. It searches one copy of all those variables, since for each region that it
 * is told of, it reads anew what is mapped. */
#define _GNU_SOURCE // NOLINT(bugprone-reserved-identifier): what link.h asks for
#include <link.h>
#include <sanitizer/lsan_interface.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct copy {
    size_t size;
    char *bytes; /* NULL: only the size is wanted */
};

const char *__lsan_default_options(void)
{
    return "use_globals=0";
}

/* The program itself has no name here. */
static int copy_globals(struct dl_phdr_info *info, size_t size, void *context)
{
    struct copy *copy = context;
    (void)size;
    for (unsigned i = 0; i < info->dlpi_phnum && info->dlpi_name[0] != '\0'; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_W))
            continue;
        if (copy->bytes)
            memcpy(copy->bytes + copy->size, (const char *)info->dlpi_addr + part->p_vaddr, part->p_memsz);
        copy->size +=
            (part->p_memsz + _Alignof(max_align_t) - 1) / _Alignof(max_align_t) * _Alignof(max_align_t);
    }
    return 0;
}

__attribute__((destructor)) static void end(void)
{
    struct copy copy = { 0 };
    dl_iterate_phdr(copy_globals, &copy);
    copy.bytes = mmap(NULL, copy.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (copy.bytes == MAP_FAILED)
        abort();
    copy.size = 0;
    dl_iterate_phdr(copy_globals, &copy);
    __lsan_register_root_region(copy.bytes, copy.size);
}
