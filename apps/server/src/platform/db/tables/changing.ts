import type { Generated } from 'kysely';

/** Columns of every table whose rows people change. */
export interface Changing {
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}
