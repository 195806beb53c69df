import {
  type ApiTokenList,
  type CreatedToken,
  type CurrentToken,
  type OperationParsed,
  SERVER_LIMITS,
  type TokenScope,
} from '@coffer/contracts';
import { DAY_MS, err, ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { notify } from '../notifications/index.ts';
import { demandRecentSignIn, later } from '../session/index.ts';
import { tellDeleted } from './delete-all-tokens.ts';
import { presentToken, type TokenRow } from './model.ts';
import { hashToken, newTokenSecret } from './secrets.ts';
import { countTokens, deleteTokenRow, findTokenRow, insertToken, listTokenRows } from './store/tokens.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'newId'>;

export async function listTokens(
  { db }: Pick<Services, 'db'>,
  userId: string,
): Outcome<ApiTokenList, Failure> {
  const rows = await listTokenRows(db, userId);
  return ok({ items: rows.map(presentToken) });
}

/** Returns the token of this call. For a session, fails with `token_not_found`. */
export async function getCurrentToken(
  { db }: Pick<Services, 'db'>,
  { person, scopes, sessionId }: Actor,
): Outcome<CurrentToken, Failure> {
  const row = scopes === undefined ? undefined : await findTokenRow(db, { id: sessionId, userId: person.id });
  return row === undefined ? err({ code: 'token_not_found' }) : ok({ token: presentToken(row), person });
}

type NewToken = OperationParsed<'createToken', 'body'>;

/** Creates a token. Only this response contains the secret. */
export async function createToken(
  services: Needs,
  actor: Actor,
  request: NewToken,
): Outcome<CreatedToken, Failure> {
  const recent = await demandRecentSignIn(services, actor, { admitsIssuers: true });
  if (!recent.ok) return recent;
  const { person } = actor;
  const missingRole = neededRole(request.scopes, person.role);
  if (missingRole !== undefined) return err({ code: 'not_allowed', facts: { needed_role: missingRole } });
  const now = services.clock.now();
  const secret = newTokenSecret();
  const row: TokenRow = {
    id: services.newId(),
    label: request.label,
    scopes: request.scopes,
    last_used_at: null,
    created_at: now,
    expires_at: later(now, request.lifeDays * DAY_MS),
  };
  return await inTransaction(services.db, async (tx): Outcome<CreatedToken, Failure> => {
    if ((await countTokens(tx, { userId: person.id, now })) >= SERVER_LIMITS.tokensPerPersonMax) {
      return err({ code: 'limit_reached', facts: { limit: SERVER_LIMITS.tokensPerPersonMax } });
    }
    await insertToken(tx, { ...row, userId: person.id, hash: hashToken(secret) });
    const facts = { label: row.label, scopes: [...row.scopes] };
    recordAudit(tx, { action: 'token_created', at: now, subject: { kind: 'person', id: person.id }, facts });
    // No actor is named, because `notify` leaves out the actor and the owner has to be notified.
    await notify(tx, {
      personIds: [person.id],
      actorId: null,
      subject: { kind: 'token_created', name: row.label },
      at: now,
      newId: services.newId,
    });
    return ok({ token: presentToken(row), secret });
  });
}

/**
 * Deletes a token; an unknown one and one of another person give the same error. Notifies the owner if somebody else
 * deletes it.
 */
export async function deleteToken(
  { clock, db, newId }: Needs,
  {
    actorId,
    userId,
    tokenId,
  }: { readonly actorId: string; readonly userId: string; readonly tokenId: string },
): Outcome<undefined, Failure> {
  return await inTransaction(db, async (tx): Outcome<undefined, Failure> => {
    const now = clock.now();
    const label = await deleteTokenRow(tx, { id: tokenId, userId });
    if (label === undefined) return err({ code: 'token_not_found' });
    const subject = { kind: 'person', id: userId } as const;
    recordAudit(tx, { action: 'token_deleted', at: now, subject, facts: { label } });
    await tellDeleted(tx, { userId, labels: [label], by: { actorId, newId }, now });
    return ok(undefined);
  });
}

/** The lowest role that allows all scopes, if the person lacks it. */
function neededRole(
  scopes: readonly TokenScope[],
  role: Actor['person']['role'],
): 'administrator' | 'auditor' | undefined {
  if (scopes.includes('admin:write') && role !== 'administrator') return 'administrator';
  return scopes.includes('admin:read') && role === 'member' ? 'auditor' : undefined;
}
