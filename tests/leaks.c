/* leaks.c - part of each tool that is built with sanitizers: what is still held at the end counts as a leak
 * even if a global variable of ours points to it; only those of other libraries count. That is stricter than
 * is usual, and quicker: the sanitizer need not search ten megabytes of its own at the end of each of the
 * thousands of runs of the tests. */
#define _GNU_SOURCE // NOLINT(bugprone-reserved-identifier): what link.h asks for
#include <link.h>
#include <sanitizer/lsan_interface.h>

const char *__lsan_default_options(void)
{
    return "use_globals=0";
}

/* The program itself has no name here. */
static int register_globals(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size, (void)context;
    for (unsigned i = 0; i < info->dlpi_phnum && info->dlpi_name[0] != '\0'; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_W)
            __lsan_register_root_region((const char *)info->dlpi_addr + info->dlpi_phdr[i].p_vaddr,
                                        info->dlpi_phdr[i].p_memsz);
    return 0;
}

__attribute__((constructor)) static void begin(void)
{
    dl_iterate_phdr(register_globals, 0);
}
