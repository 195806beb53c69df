import type { Migration } from 'kysely/migration';
import * as createFoundation from './202611210300-create-foundation.ts';

/** All migrations by name, in the order of their names. A test holds this list against the folder. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '202611210300-create-foundation': createFoundation,
};
