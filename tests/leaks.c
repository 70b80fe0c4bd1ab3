/* leaks.c - part of each tool that is built with sanitizers: what is still held at the end counts as a leak
 * even if a global variable of ours points to it; only those of other libraries count. That is stricter than
 * is usual, and quicker: the blocks that are held are counted, and where none is left, as in nearly all of
 * the thousands of runs of the tests, there is nothing to search for. Where one is left, the sanitizer
 * searches one copy of all those variables, since for each region that it is told of, it reads anew what is
 * mapped. */
#define _GNU_SOURCE // NOLINT(bugprone-reserved-identifier): what link.h asks for
#include <libxml/parser.h>
#include <link.h>
#include <sanitizer/allocator_interface.h>
#include <sanitizer/lsan_interface.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct copy {
    size_t size;
    char *bytes; /* NULL: only the size is wanted */
};

/* What libraries allocate before the program begins is theirs, and not counted. */
static const volatile void *of_libraries[16];
static size_t of_libraries_count;
static volatile bool begun; /* volatile: compilers run constructors that only set variables */
static atomic_size_t held;

void __sanitizer_malloc_hook(const volatile void *block, size_t size)
{
    (void)size;
    if (!begun && of_libraries_count < sizeof of_libraries / sizeof *of_libraries)
        of_libraries[of_libraries_count++] = block;
    else
        atomic_fetch_add_explicit(&held, 1, memory_order_relaxed);
}

void __sanitizer_free_hook(const volatile void *block)
{
    for (size_t i = 0; i < of_libraries_count; i++) {
        if (of_libraries[i] == block) {
            of_libraries[i] = of_libraries[--of_libraries_count];
            return;
        }
    }
    atomic_fetch_sub_explicit(&held, 1, memory_order_relaxed);
}

/* Linked behind the libraries, this comes after their constructors. */
__attribute__((constructor)) static void begin(void)
{
    begun = true;
}

const char *__lsan_default_options(void)
{
    return "use_globals=0";
}

/* Asked when the search would begin. */
int __lsan_is_turned_off(void)
{
    return held == 0;
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

/* After all other destructors. What libraries hold that are part of the program is given back, or theirs. */
__attribute__((destructor(101))) static void end(void)
{
    struct copy copy = { 0 };
    if (held > 0) {
        xmlInitParser(); /* else it may give back nothing, whatever it holds */
        xmlCleanupParser();
    }
    if (held == 0)
        return;
    while (of_libraries_count > 0)
        __lsan_ignore_object((const void *)of_libraries[--of_libraries_count]);
    dl_iterate_phdr(copy_globals, &copy);
    copy.bytes = mmap(NULL, copy.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (copy.bytes == MAP_FAILED)
        abort();
    copy.size = 0;
    dl_iterate_phdr(copy_globals, &copy);
    __lsan_register_root_region(copy.bytes, copy.size);
}
