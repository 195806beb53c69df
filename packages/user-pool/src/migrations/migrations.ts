import type { Migration } from 'kysely/migration';
import { createUserPool } from './202611210000-create-user-pool.ts';
import { widenAccount } from './202611210100-widen-account.ts';

/** Every migration by its name, which is its place in time. What was once released is never edited. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '202611210000-create-user-pool': createUserPool,
  '202611210100-widen-account': widenAccount,
};
