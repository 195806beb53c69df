import type { Generated } from 'kysely';

/** Columns of every row that people change. */
export interface Changing {
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}
