import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import type { Db } from '../../../platform/db/db.ts';
import type { Schema } from '../../../platform/db/schema.ts';

/** The query plans of the statements that find candidates. */
export async function plansOfSearch(
  connectionString: string,
  run: (db: Db) => Promise<void>,
): Promise<readonly string[]> {
  const statements: CompiledQuery[] = [];
  const pool = new Pool({ connectionString, max: 1 });
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      statements.push(query);
    },
  });
  try {
    await run(db);
    const searches = statements.filter(({ sql: text }) => text.includes('candidate as materialized'));
    const plans: string[] = [];
    for (const { sql: text, parameters } of searches) {
      const result = await db.transaction().execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx);
        return await tx.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters]));
      });
      plans.push(result.rows.map((row) => JSON.stringify(row)).join('\n'));
    }
    return plans;
  } finally {
    await db.destroy();
  }
}

/** Index scans without an index condition and without a limit, which read the whole index. */
export function wholeIndexReads(plan: string, table = 'node'): readonly string[] {
  const lines = plan.split('\n');
  return lines.filter(
    (line, at) =>
      new RegExp(String.raw`Index (Only )?Scan using \S+ on ${table}`).test(line) &&
      !lines[at + 1]?.includes('Index Cond:') &&
      !lines[at - 1]?.includes('Limit'),
  );
}
