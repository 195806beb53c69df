import { randomBytes } from 'node:crypto';
import { err, MINUTE_MS, ok, type Result } from '@coffer/kit';
import { hashName, inventUser, nameKeys } from '../accounts/names.ts';
import { createHandle, hashHandle } from '../crypto/ids.ts';
import { errors, type PoolError } from '../errors.ts';
import { openDecoyVerifier, openVerifier } from '../passwords/credential.ts';
import { type Exponent, fromBytes, toBytes } from '../srp/group.ts';
import { computeServerPublic, parseClientPublic } from '../srp/server.ts';
import { consumeAuthSession } from '../store/auth-sessions.ts';
import type { Client } from '../store/pools.ts';
import {
  insertSrpChallenge,
  insertSrpChallengeOfName,
  type SrpAccount,
  type SrpChallenge,
} from '../store/srp-challenges.ts';
import type { AuthResponse, AuthResult, SignInDeps } from './answer.ts';
import type { SignInState } from './flow.ts';
import { type Person, personNamed, reportIfUnknown } from './person.ts';
import { SESSION_FAILURES_MAX } from './sessions.ts';

const SECRET_BLOCK_SIZE_BYTES = 64;
/** Short, because a program answers, not a person. */
export const SRP_LIFE_MS = 2 * MINUTE_MS;

interface SrpBeginning {
  readonly client: Client;
  readonly name: string;
  readonly clientPublicHex: string | undefined;
  readonly state: SignInState;
}

export interface SrpStart extends SrpBeginning {
  readonly person: Person;
  readonly uses?: Buffer;
}

/** The server side of SRP. Like Cognito, USER_SRP_AUTH has no Session; in other flows the answer must contain one. */
export async function beginSrp(deps: SignInDeps, start: SrpStart): AuthResult {
  const { person, state } = start;
  const draft = await draftExchange(deps, start);
  if (!draft.ok) return draft;
  const { exchange, serverPrivate, secretBlock } = draft.value;
  const handle = state.flow === 'USER_SRP_AUTH' ? undefined : createHandle();
  const challenge: SrpChallenge = {
    ...exchange,
    accountId: person.account?.id ?? null,
    userIdForSrp: person.userIdForSrp,
    sessionHash: handle === undefined ? null : hashHandle(handle),
  };
  const kept = await keepChallenge(deps, { challenge, uses: start.uses, now: deps.clock.now() });
  if (!kept.ok) return kept;
  deps.exponents.keep(challenge.secretBlockHash, serverPrivate);
  return ok(present(deps, { person, serverPrivate, secretBlock, handle }));
}

/** Looks the user up in the same statement that stores the exchange. */
export async function beginSrpOfName(deps: SignInDeps, start: SrpBeginning): AuthResult {
  const { client, name } = start;
  const draft = await draftExchange(deps, start);
  if (!draft.ok) return draft;
  const { exchange, serverPrivate, secretBlock } = draft.value;
  const decoy = inventUser(deps.vault, client.pool, name);
  const challenge = { ...exchange, decoyUserId: decoy.userIdForSrp };
  const account = await insertSrpChallengeOfName(deps.db, challenge, nameKeys(client.pool, name));
  // On an error the exchange remains, but no client has its SECRET_BLOCK.
  const reported = reportIfUnknown(client, account);
  if (!reported.ok) return reported;
  deps.exponents.keep(exchange.secretBlockHash, serverPrivate);
  return ok(present(deps, { person: personNamed(account, decoy), serverPrivate, secretBlock }));
}

async function draftExchange(deps: SignInDeps, start: SrpBeginning) {
  const { client, name, clientPublicHex, state } = start;
  if (clientPublicHex === undefined) return err(errors.missingParameter('SRP_A'));
  const clientPublic = parseClientPublic(clientPublicHex);
  if (clientPublic === undefined) return err(errors.srpPublicInvalid);
  const serverPrivate = await deps.exponents.take();
  const secretBlock = randomBytes(SECRET_BLOCK_SIZE_BYTES);
  const secretBlockHash = hashHandle(secretBlock);
  const exchange = {
    secretBlockHash,
    poolId: client.pool.id,
    clientId: client.id,
    nameHash: hashName(deps.vault, client.pool, name),
    clientPublic: toBytes(clientPublic),
    serverPrivateSealed: deps.vault.seal(
      `srp|${secretBlockHash.toString('hex')}`,
      toBytes(serverPrivate.value),
    ),
    state,
    expiresAt: new Date(deps.clock.now().getTime() + SRP_LIFE_MS),
  };
  return ok({ exchange, serverPrivate, secretBlock });
}

function present(
  deps: Pick<SignInDeps, 'vault' | 'decoyVerifierSealed'>,
  begun: {
    readonly person: Pick<Person, 'userIdForSrp' | 'decoySalt'> & {
      readonly account: SrpAccount | undefined;
    };
    readonly serverPrivate: Exponent;
    readonly secretBlock: Buffer;
    readonly handle?: string | undefined;
  },
): AuthResponse {
  const { person, serverPrivate, secretBlock, handle } = begun;
  const { account, userIdForSrp } = person;
  const credential = account?.credential;
  const verifier =
    account === undefined || credential === undefined
      ? openDecoyVerifier(deps.vault, deps.decoyVerifierSealed)
      : openVerifier(deps.vault, account, credential);
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ...(handle === undefined ? {} : { Session: handle }),
    ChallengeParameters: {
      SALT: fromBytes(credential?.salt ?? person.decoySalt).toString(16),
      SRP_B: computeServerPublic(verifier, serverPrivate).toString(16),
      SECRET_BLOCK: secretBlock.toString('base64'),
      USERNAME: userIdForSrp,
      USER_ID_FOR_SRP: userIdForSrp,
    },
  };
}

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
