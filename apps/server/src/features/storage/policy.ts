import type { Person } from '@coffer/contracts';

export function mayReadStorage(actor: Pick<Person, 'role'>): boolean {
  return actor.role !== 'member';
}

export function mayMendStorage(actor: Pick<Person, 'role'>): boolean {
  return actor.role === 'administrator';
}
