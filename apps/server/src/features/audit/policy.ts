import type { Person } from '@coffer/contracts';

/** Auditors are here for this. */
export function mayReadAudit(actor: Pick<Person, 'role'>): boolean {
  return actor.role !== 'member';
}
