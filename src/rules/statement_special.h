/* statement_special.h - statements of a rules file whose values are not of one of the usual shapes. Each
 * function reads one into reader->rules; false, after a message, when its values cannot stand there. */
#ifndef RULES_STATEMENT_SPECIAL_H
#define RULES_STATEMENT_SPECIAL_H

#include "rules/statement.h"

bool special_piece(struct rules_reader *reader, const struct statement *statement);
bool special_moves(struct rules_reader *reader, const struct statement *statement);
bool special_first_moves(struct rules_reader *reader, const struct statement *statement);
bool special_board(struct rules_reader *reader, const struct statement *statement);
bool special_dice(struct rules_reader *reader, const struct statement *statement);
bool special_evaluation(struct rules_reader *reader, const struct statement *statement);
bool special_castle(struct rules_reader *reader, const struct statement *statement);
bool special_hand(struct rules_reader *reader, const struct statement *statement);
bool special_hand_agreed(struct rules_reader *reader, const struct statement *statement);
bool special_lost_at(struct rules_reader *reader, const struct statement *statement);
bool special_quiet_limit(struct rules_reader *reader, const struct statement *statement);

#endif
