import { randomBytes } from 'node:crypto';
import { err, MINUTE_MS, ok, type Result } from '@coffer/kit';
import { hashName } from '../accounts/names.ts';
import { createHandle, hashHandle } from '../crypto/ids.ts';
import { errors, type PoolError } from '../errors.ts';
import { openDecoyVerifier, openVerifier } from '../passwords/credential.ts';
import { fromBytes, toBytes } from '../srp/group.ts';
import { computeServerPublic, parseClientPublic } from '../srp/server.ts';
import { consumeAuthSession } from '../store/auth-sessions.ts';
import { insertSrpChallenge, type SrpChallenge } from '../store/srp-challenges.ts';
import type { Client } from '../store/pools.ts';
import type { AuthResult, SignInDeps } from './answer.ts';
import type { SignInState } from './flow.ts';
import type { Person } from './person.ts';
import { SESSION_FAILURES_MAX } from './sessions.ts';

const SECRET_BLOCK_SIZE_BYTES = 64;
/** The answer is computed by a program, at once. */
export const SRP_LIFE_MS = 2 * MINUTE_MS;

export interface SrpStart {
  readonly client: Client;
  readonly person: Person;
  /** The name as it was typed. */
  readonly name: string;
  readonly clientPublicHex: string | undefined;
  readonly state: SignInState;
  /** Used up by this start: the Session that has chosen it. */
  readonly uses?: Buffer;
}

/**
 * The server's half of SRP: PASSWORD_VERIFIER, kept under its SECRET_BLOCK. In USER_SRP_AUTH there is no Session, as at
 * Cognito; in the other flows there is one, and the answer must bring it.
 */
export async function beginSrp(deps: SignInDeps, start: SrpStart): AuthResult {
  const { client, person, state } = start;
  if (start.clientPublicHex === undefined) return err(errors.missingParameter('SRP_A'));
  const clientPublic = parseClientPublic(start.clientPublicHex);
  if (clientPublic === undefined) return err(errors.srpPublicInvalid);

  const credential = person.account?.credential;
  const verifier =
    person.account === undefined || credential === undefined
      ? openDecoyVerifier(deps.vault, deps.decoyVerifierSealed)
      : openVerifier(deps.vault, person.account, credential);
  const salt = credential?.salt ?? person.decoySalt;
  const serverPrivate = await deps.exponents.take();
  const serverPublic = computeServerPublic(verifier, serverPrivate);
  const secretBlock = randomBytes(SECRET_BLOCK_SIZE_BYTES);
  const secretBlockHash = hashHandle(secretBlock);
  const handle = state.flow === 'USER_SRP_AUTH' ? undefined : createHandle();
  const now = deps.clock.now();
  const challenge: SrpChallenge = {
    secretBlockHash,
    poolId: client.pool.id,
    clientId: client.id,
    accountId: person.account?.id ?? null,
    userIdForSrp: person.userIdForSrp,
    nameHash: hashName(deps.vault, client.pool, start.name),
    clientPublic: toBytes(clientPublic),
    serverPublic: toBytes(serverPublic),
    serverPrivateSealed: deps.vault.seal(
      `srp|${secretBlockHash.toString('hex')}`,
      toBytes(serverPrivate.value),
    ),
    sessionHash: handle === undefined ? null : hashHandle(handle),
    state,
    expiresAt: new Date(now.getTime() + SRP_LIFE_MS),
  };
  const kept = await keepChallenge(deps, { challenge, uses: start.uses, now });
  if (!kept.ok) return kept;
  deps.exponents.keep(secretBlockHash, serverPrivate);
  return ok({
    ChallengeName: 'PASSWORD_VERIFIER',
    ...(handle === undefined ? {} : { Session: handle }),
    ChallengeParameters: {
      SALT: fromBytes(salt).toString(16),
      SRP_B: serverPublic.toString(16),
      SECRET_BLOCK: secretBlock.toString('base64'),
      USERNAME: person.userIdForSrp,
      USER_ID_FOR_SRP: person.userIdForSrp,
    },
  });
}

/** With the Session that it uses up, if it uses one up. */
async function keepChallenge(
  deps: SignInDeps,
  kept: { readonly challenge: SrpChallenge; readonly uses: Buffer | undefined; readonly now: Date },
): Promise<Result<void, PoolError>> {
  const { challenge, uses, now } = kept;
  if (uses === undefined) return ok(await insertSrpChallenge(deps.db, challenge));
  return await deps.db.transaction().execute(async (tx): Promise<Result<void, PoolError>> => {
    const bounds = { now, failuresMax: SESSION_FAILURES_MAX };
    if (!(await consumeAuthSession(tx, uses, bounds))) return err(errors.sessionUsed);
    return ok(await insertSrpChallenge(tx, challenge));
  });
}
