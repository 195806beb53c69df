import { CompiledQuery } from 'kysely';
import type { QueryResultRow } from 'pg';
import { connectionsOf, type Db, type Tx } from './database.ts';
import { statementName } from './prepared-statements.ts';

export type ValueName<Values> = (name: keyof Values & string) => string;

/**
 * A constant SQL text, for hot paths where building a query costs more than sending it. Add casts where PostgreSQL
 * cannot infer a type.
 */
export function defineStatement<Values extends object, Row extends QueryResultRow>(
  write: (value: ValueName<Values>) => string,
): (db: Db | Tx, values: Values) => Promise<readonly Row[]> {
  const names: (keyof Values & string)[] = [];
  const text = write((name) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  const name = statementName(text);
  return async (db, given) => {
    const values = names.map((each) => given[each]);
    const connections = connectionsOf(db);
    const { rows } =
      connections === undefined
        ? await db.executeQuery<Row>(CompiledQuery.raw(text, values))
        : await connections.query<Row>({ name, text, values });
    return rows;
  };
}
