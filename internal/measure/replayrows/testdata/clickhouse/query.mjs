// Runs the query in a file and prints what it returns, an object a line.
import { readFileSync } from 'node:fs'
import engine from '@chdb/lib-linux-x64-gnu'

const sql = readFileSync(process.argv[2], 'utf8').trim().replace(/;$/, '')
process.stdout.write(String(engine.Query(sql, 'JSONEachRow')))
