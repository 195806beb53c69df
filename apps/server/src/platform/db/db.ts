import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** The database outside a transaction. */
export type Db = Kysely<Schema>;
/** The database inside a transaction. Stores take either. */
export type Tx = Transaction<Schema>;
