// Runs SQL in a database file and prints the rows of each result, with tabs between columns.
// usage: node query.mjs DATABASE MODULES <SQL
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { DuckDBInstance } = createRequire(process.argv[3] + '/')('@duckdb/node-api');
const database = await DuckDBInstance.create(process.argv[2]);
const connection = await database.connect();
for (const statement of readFileSync(0, 'utf8').split(/;\s*(?:\n|$)/).filter((text) => text.trim())) {
    const result = await connection.runAndReadAll(statement);
    for (const row of result.getRows())
        console.log(row.map((cell) => (typeof cell === 'number' ? Math.round(cell * 1000) / 1000 : cell)).join('\t'));
}
