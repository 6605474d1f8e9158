// Runs the query in a file and prints what it returns, an object a line.
import { readFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'

const db = await DuckDBInstance.create(':memory:')
const connection = await db.connect()
const result = await connection.runAndReadAll(readFileSync(process.argv[2], 'utf8'))
for (const row of result.getRowObjects()) {
  // Counts are 64 or 128 bits wide; those of the tests are exact as numbers.
  console.log(JSON.stringify(row, (_, v) => (typeof v === 'bigint' ? Number(v) : v)))
}
