/* fuzz_transcript.c - any bytes as a printed page; and as records, which must come back from XML and JSON. */
#include "tests/fuzz/round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    round_trip((const char *)data, size, LUDUS_FORMAT_TRANSCRIPT);
    round_trip((const char *)data, size, LUDUS_FORMAT_LUDUS);
    return 0;
}
