/* fuzz_json.c - any bytes as JSON: read, written, and read again they give the same records. */
#include "tests/fuzz/round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return round_trip((const char *)data, size, LUDUS_FORMAT_JSON);
}
