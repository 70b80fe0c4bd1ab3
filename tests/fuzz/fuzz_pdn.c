/* fuzz_pdn.c - any bytes as PDN; the records must come back from XML and JSON. */
#include "tests/fuzz/round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return round_trip((const char *)data, size, LUDUS_FORMAT_PDN);
}
