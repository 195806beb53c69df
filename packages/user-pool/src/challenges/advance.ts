import { err, ok, type Result } from '@coffer/kit';
import { createDevice, type NewDeviceMetadata, saveDevice } from '../devices/new-device.ts';
import { errors, type PoolError } from '../errors.ts';
import { type Account, noteSignIn } from '../store/accounts.ts';
import type { Tx } from '../store/database.ts';
import { insertFamilyOfSignIn } from '../store/tokens.ts';
import { createFamily, createRefreshToken, issueTokens } from '../tokens/issue.ts';
import { evictSessions, mayHaveTooMany } from '../tokens/sessions.ts';
import type { AuthResult, SignInContext, SignInDeps } from './answer.ts';
import { enter } from './enter.ts';
import { nextStep, type Passed, type SignInFlow, type SignInState } from './flow.ts';
import { personOf } from './person.ts';

export interface Progress extends SignInContext {
  readonly account: Account;
  readonly state: SignInState;
  readonly passed: Passed;
  /** Runs first in the transaction that takes the step; when it fails nothing else happens. */
  readonly commit?: ((tx: Tx) => Promise<Result<void, PoolError>>) | undefined;
}

/** Takes a sign-in one step on: to the next challenge of [Note: Challenge flow], or to its tokens. */
export async function advance(deps: SignInDeps, progress: Progress): AuthResult {
  const { client, account, state, passed, commit } = progress;
  const next = nextStep(passed, { settings: client.pool.settings, account, state });
  if (next === 'NO_FACTOR') return err(errors.mfaMethodNotFound);
  if (next === 'SIGNED_IN') return await complete(deps, progress);
  return await enter(deps, { client, person: personOf(deps, client, account), step: next, state, commit });
}

async function complete(deps: SignInDeps, progress: Progress): AuthResult {
  const { client, account, state, commit, finish, address, userAgent } = progress;
  const now = deps.clock.now();
  const { deviceKey, newDevice } = deviceOf(deps, progress);
  const family = createFamily(client, account, { now, address, userAgent, deviceKey });
  const refresh = createRefreshToken();
  if (finish !== undefined)
    return await deps.db.transaction().execute(async (tx): AuthResult => {
      const committed = await (commit?.(tx) ?? ok(undefined));
      if (!committed.ok) return committed;
      if (!(await noteSignIn(tx, account.id, now))) return err(errors.userIsDisabled);
      await finish(tx, { client, account, state });
      return ok({ ChallengeParameters: {} });
    });
  // Signed before anything is held: nobody should wait for arithmetic.
  const tokens = await issueTokens(deps, { client, account, family });
  const completed = ok({
    ChallengeParameters: {},
    AuthenticationResult: {
      ...tokens,
      RefreshToken: refresh.token,
      ...(newDevice === undefined ? {} : { NewDeviceMetadata: newDevice }),
    },
  });
  const newest = { originJti: family.originJti, accountId: account.id, now };
  if (commit === undefined && newDevice === undefined) {
    // One statement is a transaction. Should the process end before the eviction, the next sign-in makes up for it.
    const others = await insertFamilyOfSignIn(deps.db, family, refresh.hash);
    if (others === undefined) return err(errors.userIsDisabled);
    if (mayHaveTooMany(client, others))
      await deps.db.transaction().execute((tx) => evictSessions(tx, client, newest));
    return completed;
  }
  return await deps.db.transaction().execute(async (tx): AuthResult => {
    const committed = await (commit?.(tx) ?? ok(undefined));
    if (!committed.ok) return committed;
    if ((await insertFamilyOfSignIn(tx, family, refresh.hash)) === undefined)
      return err(errors.userIsDisabled);
    await evictSessions(tx, client, newest);
    if (newDevice !== undefined) await saveDevice(tx, account, { metadata: newDevice, address, now });
    return completed;
  });
}

/** In USER_AUTH nobody is told to keep a device: its passkeys and codes have no use for one. */
const TRACKED_FLOWS: ReadonlySet<SignInFlow> = new Set([
  'USER_SRP_AUTH',
  'USER_PASSWORD_AUTH',
  'CUSTOM_AUTH',
]);

/** The device that tokens are for: the one that has proved itself, or a new one where the pool tracks them. */
function deviceOf(
  deps: SignInDeps,
  { client, account, state, passed, finish }: Progress,
): { readonly deviceKey?: string | undefined; readonly newDevice?: NewDeviceMetadata } {
  if (finish !== undefined) return {};
  if (passed === 'DEVICE_PASSWORD_VERIFIER') return { deviceKey: state.deviceKey };
  const isTracked = client.pool.settings.deviceConfiguration !== undefined && TRACKED_FLOWS.has(state.flow);
  if (!isTracked) return {};
  const newDevice = createDevice(deps.vault, account);
  return { deviceKey: newDevice.DeviceKey, newDevice };
}
