import type { Person } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Failure } from '../../../operation.ts';

type Actor = Pick<Person, 'id' | 'role'>;

/** Whether the actor may administer people. Auditors see storage, but must not learn who has an account. */
export function administering(actor: Actor): Result<undefined, Failure> {
  if (actor.role === 'administrator') return ok(undefined);
  return err({ code: 'not_allowed', facts: { needed_role: 'administrator' } });
}

/**
 * Whether the actor may administer this person. Not their own account, so that they neither lock themselves out nor
 * skip the confirmations in their settings.
 */
export function administeringOther(actor: Actor, personId: string): Result<undefined, Failure> {
  const allowed = administering(actor);
  if (!allowed.ok) return allowed;
  return actor.id === personId ? err({ code: 'own_account' }) : ok(undefined);
}
