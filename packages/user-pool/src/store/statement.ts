import { CompiledQuery } from 'kysely';
import type { QueryResultRow } from 'pg';
import { connectionsOf, type Db, type Tx } from './database.ts';
import { statementName } from './prepared-statements.ts';

/** Stands for a value in the text of a statement; the same name for the same value. */
export type ValueName<Values> = (name: keyof Values & string) => string;

/**
 * A statement whose text is always the same, written once and not built anew each time: for what every sign-in asks,
 * since building a query costs more than sending it. Outside of a transaction it goes straight to a connection. Types of
 * values that PostgreSQL cannot know are written after them.
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
