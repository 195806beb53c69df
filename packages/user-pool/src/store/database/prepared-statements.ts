import { createHash } from 'node:crypto';
import { assert } from '@coffer/kit';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool, PoolClient } from 'pg';

/** Further statements are not prepared, because texts with lists vary in length. */
const STATEMENTS_MAX = 500;

export function statementName(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/**
 * Prepares each statement once per connection, since planning costs more than running it. A proxy such as PgBouncer must
 * support prepared statements.
 */
export function withPreparedStatements(pool: Pool): PostgresPool {
  const names = new Map<string, string>();
  const prepared = new WeakMap<PoolClient, PreparingClient>();

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= STATEMENTS_MAX) return known;
    const name = statementName(text);
    names.set(text, name);
    return name;
  }

  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const known = prepared.get(client) ?? new PreparingClient(client, nameOf);
      prepared.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #nameOf: (text: string) => string | undefined;

  constructor(client: PoolClient, nameOf: (text: string) => string | undefined) {
    this.#client = client;
    this.#nameOf = nameOf;
  }

  query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(text: unknown, parameters: readonly unknown[] = []): unknown {
    assert(typeof text === 'string', 'cursors are not supported');
    const values = [...parameters];
    // Statements without parameters mostly begin and end transactions.
    const name = values.length === 0 ? undefined : this.#nameOf(text);
    return this.#client.query(name === undefined ? { text, values } : { name, text, values });
  }

  release(isBroken?: boolean): void {
    this.#client.release(isBroken);
  }
}
