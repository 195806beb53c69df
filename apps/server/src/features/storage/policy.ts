import type { Person } from '@coffer/contracts';

/** Auditors read reports; administrators also act. */
export function mayReadStorage(actor: Pick<Person, 'role'>): boolean {
  return actor.role !== 'member';
}

export function mayMendStorage(actor: Pick<Person, 'role'>): boolean {
  return actor.role === 'administrator';
}
