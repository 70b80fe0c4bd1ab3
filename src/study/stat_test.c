/* stat_test.c - chi-squared tests of the fairness of dice. */
#include "study/stat.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS = 1000, FACES_MAX = 32 };
static const double enough = 1e-15;

/* The lower regularized incomplete gamma function by its series; for x < a + 1. */
static double gamma_series(double a, double x)
{
    double term = 1 / a, sum = term;
    for (int i = 1; i < STEPS && fabs(term) > fabs(sum) * enough; i++) {
        term *= x / (a + i);
        sum += term;
    }
    return sum * exp(a * log(x) - x - lgamma(a));
}

/* The upper one by its continued fraction (Lentz's way); for x >= a + 1. */
static double gamma_fraction(double a, double x)
{
    const double tiny = 1e-300;
    double b = x + 1 - a, c = 1 / tiny, d = 1 / b, product = d;
    for (int i = 1; i < STEPS; i++) {
        double numerator = -i * (i - a);
        b += 2;
        d = numerator * d + b;
        c = b + numerator / c;
        d = 1 / (fabs(d) < tiny ? tiny : d);
        c = fabs(c) < tiny ? tiny : c;
        product *= c * d;
        if (fabs(c * d - 1) < enough)
            break;
    }
    return product * exp(a * log(x) - x - lgamma(a));
}

double stat_chi_squared_p(double chi_squared, unsigned degrees)
{
    double a = degrees / 2.0, x = chi_squared / 2;
    if (degrees == 0 || x <= 0)
        return 1;
    return x < a + 1 ? 1 - gamma_series(a, x) : gamma_fraction(a, x);
}

static uint64_t total(const struct stat_row *row, const struct stat_row *end)
{
    uint64_t sum = 0;
    for (; row < end; row++)
        sum += row->count;
    return sum;
}

bool stat_test_faces(const struct stat_row *row, const struct stat_row *end, struct stat_test *test)
{
    double sum = (double)total(row, end), expected = sum / (double)(end - row);
    if (sum < 1 || end - row < 2)
        return false;
    test->chi_squared = 0;
    for (; row < end; row++) {
        double difference = (double)row->count - expected;
        test->chi_squared += difference * difference / expected;
        test->degrees++;
    }
    test->degrees--;
    test->p = stat_chi_squared_p(test->chi_squared, test->degrees);
    return true;
}

/* Reads "2,5" and gives in how many orders these dice can have fallen, 0 when it is no roll. */
static double orders(const char *roll, unsigned *dice)
{
    unsigned seen[FACES_MAX + 1] = { 0 };
    double ways = 1;
    for (*dice = 0;; roll++) {
        char *end;
        unsigned long face = strtoul(roll, &end, 10);
        if (end == roll || face > FACES_MAX)
            return 0;
        ++*dice;
        ways = ways * *dice / ++seen[face];
        roll = end;
        if (*roll != ',')
            return *roll ? 0 : ways;
    }
}

bool stat_test_rolls(const struct stat_row *row, const struct stat_row *end, unsigned faces,
                     struct stat_test *test)
{
    double sum = (double)total(row, end), scaled = 0, kinds = 1;
    unsigned dice = 0, others;
    if (sum < 1 || faces < 2)
        return false;
    double throws = 1;
    for (const struct stat_row *at = row; at < end; at++) {
        double ways = orders(at->item, &others);
        if (ways == 0 || (dice && others != dice))
            return false;
        dice = others;
        throws = pow(faces, dice);
        scaled += (double)at->count * (double)at->count / (sum * ways / throws);
    }
    if (dice < 2)
        return false;
    for (unsigned i = 1; i <= dice; i++)
        kinds = kinds * (faces + i - 1) / i;
    /* Summed so, rolls that never fell are in it too. */
    test->chi_squared = scaled - sum;
    test->degrees = (unsigned)(kinds + 0.5) - 1;
    test->p = stat_chi_squared_p(test->chi_squared, test->degrees);
    return true;
}
