import type { ApiTokenList, RevokedTokens } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../services.ts';
import { deleteAllTokens, deleteToken, listTokens } from '../../tokens/index.ts';
import { findPersonRow } from '../store/people.ts';
import type { Administered } from './change-person.ts';
import { administeringOther } from './policy.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'log' | 'newId'>;

/** Lists the tokens of another person. Administrators find their own tokens in their settings. */
export async function listTokensOf(services: Needs, about: Administered): Outcome<ApiTokenList, Failure> {
  const allowed = await administeringTokens(services, about);
  return allowed.ok ? await listTokens(services, about.personId) : allowed;
}

export async function revokeToken(
  services: Needs,
  about: Administered & { readonly tokenId: string },
): Outcome<undefined, Failure> {
  const allowed = await administeringTokens(services, about);
  if (!allowed.ok) return allowed;
  const deleted = await deleteToken(services, {
    actorId: about.actor.id,
    userId: about.personId,
    tokenId: about.tokenId,
  });
  if (deleted.ok) logRevocation(services, about, 1);
  return deleted;
}

export async function revokeTokens(services: Needs, about: Administered): Outcome<RevokedTokens, Failure> {
  const allowed = await administeringTokens(services, about);
  if (!allowed.ok) return allowed;
  const { clock, newId } = services;
  const by = { actorId: about.actor.id, newId };
  const deleting = { userId: about.personId, now: clock.now(), by };
  const revoked = await inTransaction(services.db, async (tx) => await deleteAllTokens(tx, deleting));
  logRevocation(services, about, revoked);
  return ok({ revoked });
}

async function administeringTokens(
  { db }: Needs,
  { actor, personId }: Administered,
): Promise<Result<undefined, Failure>> {
  const allowed = administeringOther(actor, personId);
  if (!allowed.ok) return allowed;
  const person = await findPersonRow(db, personId);
  return person === undefined ? err({ code: 'person_not_found' }) : ok(undefined);
}

function logRevocation({ log }: Needs, { actor, personId }: Administered, count: number): void {
  log.info('tokens_revoked', { userId: personId, actorId: actor.id, count });
}
