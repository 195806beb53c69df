import { err, ok, type Result, SECOND_MS } from '@coffer/kit';
import { hashHandle } from '../crypto/ids.ts';
import type { Deps } from '../deps.ts';
import { isOnItsDevice } from '../devices/claimed-device.ts';
import { errors, type PoolError } from '../errors.ts';
import { type Account, findAccount } from '../store/accounts.ts';
import type { Tx } from '../store/database/database.ts';
import type { Client } from '../store/pools.ts';
import {
  findRefreshToken,
  noteActivity,
  type RefreshToken,
  revokeFamily,
  rotateRefreshToken,
  type TokenFamily,
} from '../store/tokens.ts';
import { admitGrant, recordTokenGuess } from './admit-grant.ts';
import { type AuthenticationResult, createRefreshToken, issueTokens } from './issue.ts';
import { isRelayed } from './sessions.ts';

export interface RefreshGrant {
  readonly account: Account;
  readonly family: TokenFamily;
}

export interface RefreshClaim {
  readonly token: string;
  readonly deviceKey?: string | undefined;
  readonly address?: string | undefined;
  readonly userAgent?: string | undefined;
  /** IP address of the TCP peer. `address` may be an unproved claim. */
  readonly connection?: string | undefined;
  /** Whether the caller authenticated. Failures of other callers count as guesses. */
  readonly isProven: boolean;
}

async function readRefreshToken(
  deps: Pick<Deps, 'db' | 'clock'>,
  client: Client,
  claim: RefreshClaim,
): Promise<Result<RefreshGrant, PoolError>> {
  const found = await findRefreshToken(deps.db, hashHandle(claim.token), { lock: false });
  if (found === undefined || found.family.clientId !== client.id) return err(errors.refreshTokenInvalid);
  const { family } = found;
  const account = await findAccount(deps.db, family.poolId, family.accountId);
  if (account === undefined) return err(errors.userNotFound);
  if (!account.isEnabled) return err(errors.userIsDisabled);
  if (family.revokedAt !== null) return err(errors.refreshTokenRevoked);
  if (family.expiresAt <= deps.clock.now()) return err(errors.refreshTokenExpired);
  return ok({ account, family });
}

export type RefreshDeps = Pick<Deps, 'db' | 'clock' | 'vault' | 'limits' | 'signingKeys' | 'baseUrl'>;

/** Returns a new refresh token only with rotation. `permit` runs first and may refuse the request. */
export async function refreshTokens<E = never>(
  deps: RefreshDeps,
  client: Client,
  claim: RefreshClaim & {
    readonly permit?: (grant: RefreshGrant) => Result<void, E> | Promise<Result<void, E>>;
  },
): Promise<Result<AuthenticationResult, PoolError | E>> {
  const { address, connection = address, isProven, permit } = claim;
  const grant = await readRefreshToken(deps, client, claim);
  if (!grant.ok) {
    const isGuess = grant.error === errors.refreshTokenInvalid && !isProven;
    return isGuess ? err(await recordTokenGuess(deps, { address: connection, fault: grant.error })) : grant;
  }
  const { account, family } = grant.value;
  if (!(await isOnItsDevice(deps, client, { family, deviceKey: claim.deviceKey })))
    return err(errors.refreshTokenInvalid);
  const permitted = await permit?.(grant.value);
  if (permitted?.ok === false) return permitted;
  const admitted = await admitGrant(deps, { client, accountId: account.id });
  if (!admitted.ok) return admitted;
  const tokens = await issueTokens(deps, { client, ...grant.value });
  const successor = await rotate(deps, client, claim);
  if (!successor.ok) return successor;
  return ok(successor.value === undefined ? tokens : { ...tokens, RefreshToken: successor.value });
}

/**
 * [Note: Rotation] The first use replaces a token. Reuse within the grace period returns the same successor, for
 * concurrent tabs and lost answers. Later reuse means theft: the family is revoked, which is committed although the
 * request fails.
 */
async function rotate(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  client: Client,
  claim: RefreshClaim,
): Promise<Result<string | undefined, PoolError>> {
  return await deps.db.transaction().execute(async (tx) => {
    const isRotating = client.settings.rotation !== undefined;
    const found = await findRefreshToken(tx, hashHandle(claim.token), { lock: isRotating });
    if (found === undefined) return err(errors.refreshTokenInvalid);
    if (found.family.revokedAt !== null) return err(errors.refreshTokenRevoked);
    if (found.rotatedAt !== null)
      return await repeatRotation(deps, tx, { client, found, rotatedAt: found.rotatedAt });
    const now = deps.clock.now();
    const { address, userAgent } = isRelayed(client) ? {} : claim;
    await noteActivity(tx, found.family.originJti, { now, address, userAgent });
    if (client.settings.rotation === undefined) return ok(undefined);

    const successor = createRefreshToken();
    const hasGrace = client.settings.rotation.retryGracePeriodSeconds > 0;
    await rotateRefreshToken(tx, {
      tokenHash: found.tokenHash,
      originJti: found.family.originJti,
      successorHash: successor.hash,
      successorSealed: hasGrace
        ? deps.vault.seal(
            successorContext(found.tokenHash.toString('hex')),
            Buffer.from(successor.token, 'utf8'),
          )
        : null,
      now,
    });
    return ok(successor.token);
  });
}

async function repeatRotation(
  deps: Pick<Deps, 'clock' | 'vault'>,
  tx: Tx,
  use: { readonly client: Client; readonly found: RefreshToken; readonly rotatedAt: Date },
): Promise<Result<string, PoolError>> {
  const { client, found, rotatedAt } = use;
  const graceMs = (client.settings.rotation?.retryGracePeriodSeconds ?? 0) * SECOND_MS;
  const isInGrace = deps.clock.now().getTime() < rotatedAt.getTime() + graceMs;
  if (isInGrace && found.successorSealed !== null)
    return ok(
      deps.vault
        .open(successorContext(found.tokenHash.toString('hex')), found.successorSealed)
        .toString('utf8'),
    );
  await revokeFamily(tx, found.family.originJti, deps.clock.now());
  return err(errors.refreshTokenReused);
}

export function successorContext(tokenHash: string): string {
  return `successor|${tokenHash}`;
}
