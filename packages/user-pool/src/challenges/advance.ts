import { err, ok, type Result } from '@coffer/kit';
import { type Attempt, lockSubjects, recordAttemptOutcome } from '../accounts/lockout.ts';
import { createDevice, saveDevice } from '../devices/new-device.ts';
import { errors, type PoolError } from '../errors.ts';
import { GROUPS_PER_USER_MAX } from '../groups/claims.ts';
import { type Account, noteSignIn } from '../store/accounts.ts';
import type { Tx } from '../store/database/database.ts';
import { insertSignIn } from '../store/sign-ins.ts';
import { insertFamily } from '../store/tokens.ts';
import { createFamily, createRefreshToken, issueTokens } from '../tokens/issue.ts';
import { evictSessions, mayHaveTooMany } from '../tokens/sessions.ts';
import type { AuthResult, SignInContext, SignInDeps } from './answer.ts';
import { startChallenge } from './start-challenge.ts';
import { type Next, nextStep, type Passed, type SignInFlow, type SignInState } from './flow.ts';
import { checkAccountStatus, personOf } from './person.ts';

export interface Progress extends SignInContext {
  readonly account: Account;
  readonly state: SignInState;
  readonly passed: Passed;
  /** Runs first in the transaction of the step. An error stops the step. */
  readonly commit?: ((tx: Tx) => Promise<Result<void, PoolError>>) | undefined;
}

type Success = Omit<Attempt, 'hasSucceeded'>;

/**
 * Signs tokens only after the attempt is counted, because the time of the answer would reveal a correct password of a
 * locked user.
 */
export async function recordSuccessAndAdvance(
  deps: SignInDeps,
  success: Success,
  progress: Progress,
): AuthResult {
  const statusCheck = checkAccountStatus(progress.account, deps.clock.now());
  if (statusCheck.ok && isAtOnce(progress) && stepAfter(progress) === 'SIGNED_IN')
    return await completeAtOnce(deps, progress, success);
  if (!(await recordAttemptOutcome(deps, { ...success, hasSucceeded: true })))
    return err(errors.attemptsExceeded);
  return statusCheck.ok ? await advance(deps, progress) : statusCheck;
}

export async function advance(deps: SignInDeps, progress: Progress): AuthResult {
  const { client, account, commit, address } = progress;
  const next = stepAfter(progress);
  if (next === 'NO_FACTOR') return err(errors.mfaMethodNotFound);
  const state =
    next === 'DEVICE_SRP_AUTH' && address !== undefined
      ? { ...progress.state, provedFrom: address }
      : progress.state;
  if (next !== 'SIGNED_IN')
    return await startChallenge(deps, {
      client,
      person: personOf(deps, client, account),
      step: next,
      state,
      commit,
    });
  return isAtOnce(progress) ? await completeAtOnce(deps, progress) : await complete(deps, progress);
}

function stepAfter({ client, account, state, passed }: Progress): Next {
  return nextStep(passed, { settings: client.pool.settings, account, state });
}

function isAtOnce(progress: Progress): boolean {
  return progress.finish === undefined && progress.commit === undefined && !isOnNewDevice(progress);
}

/** If the process ends after the first statement, a session without issued tokens remains. */
async function completeAtOnce(deps: SignInDeps, progress: Progress, success?: Success): AuthResult {
  const { client, account } = progress;
  const { family, refresh, now } = beginFamily(deps, progress, deviceKeyOf(progress));
  const subjects = success === undefined ? undefined : lockSubjects(deps, success);
  const started = await insertSignIn(deps.db, {
    ...family,
    tokenHash: refresh.hash,
    lockSubjects: subjects === undefined ? [] : [subjects.account, subjects.address].filter(isPresent),
    forgiven: subjects?.account ?? null,
    groupsMax: GROUPS_PER_USER_MAX,
  });
  if (started.outcome === 'locked') return err(errors.attemptsExceeded);
  if (started.outcome === 'gone') return err(errors.userIsDisabled);
  const { groups, others } = started;
  if (mayHaveTooMany(client, others)) {
    const newest = { originJti: family.originJti, accountId: account.id, now };
    await deps.db.transaction().execute((tx) => evictSessions(tx, client, newest));
  }
  const tokens = await issueTokens(deps, { client, account, family, groups });
  return ok({
    ChallengeParameters: {},
    AuthenticationResult: { ...tokens, RefreshToken: refresh.token },
  });
}

async function complete(deps: SignInDeps, progress: Progress): AuthResult {
  const { client, account, state, commit, finish, address } = progress;
  if (finish !== undefined)
    return await deps.db.transaction().execute(async (tx): AuthResult => {
      const committed = await (commit?.(tx) ?? ok(undefined));
      if (!committed.ok) return committed;
      if (!(await noteSignIn(tx, account.id, deps.clock.now()))) return err(errors.userIsDisabled);
      await finish(tx, { client, account, state });
      return ok({ ChallengeParameters: {} });
    });
  const newDevice = isOnNewDevice(progress) ? createDevice(deps.vault, account) : undefined;
  const deviceKey = newDevice?.DeviceKey ?? deviceKeyOf(progress);
  const { family, refresh, now } = beginFamily(deps, progress, deviceKey);
  // Signs before the transaction, to keep locks short.
  const tokens = await issueTokens(deps, { client, account, family });
  return await deps.db.transaction().execute(async (tx): AuthResult => {
    const committed = await (commit?.(tx) ?? ok(undefined));
    if (!committed.ok) return committed;
    if (!(await noteSignIn(tx, account.id, now))) return err(errors.userIsDisabled);
    await insertFamily(tx, family, refresh.hash);
    await evictSessions(tx, client, { originJti: family.originJti, accountId: account.id, now });
    if (newDevice !== undefined) await saveDevice(tx, account, { metadata: newDevice, address, now });
    return ok({
      ChallengeParameters: {},
      AuthenticationResult: {
        ...tokens,
        RefreshToken: refresh.token,
        ...(newDevice === undefined ? {} : { NewDeviceMetadata: newDevice }),
      },
    });
  });
}

function beginFamily(deps: SignInDeps, progress: Progress, deviceKey: string | undefined) {
  const { client, account, address, userAgent } = progress;
  const now = deps.clock.now();
  const family = createFamily(client, account, { now, address, userAgent, deviceKey });
  return { family, refresh: createRefreshToken(), now };
}

const isPresent = <T>(value: T | undefined): value is T => value !== undefined;

/** USER_AUTH creates no devices. */
const TRACKED_FLOWS: ReadonlySet<SignInFlow> = new Set([
  'USER_SRP_AUTH',
  'USER_PASSWORD_AUTH',
  'CUSTOM_AUTH',
]);

/** Only a device that proved its secret gets tokens bound to it. */
function deviceKeyOf({ passed, state }: Progress): string | undefined {
  return passed === 'DEVICE_PASSWORD_VERIFIER' ? state.deviceKey : undefined;
}

function isOnNewDevice({ client, state, passed, finish }: Progress): boolean {
  const isTracked = client.pool.settings.deviceConfiguration !== undefined && TRACKED_FLOWS.has(state.flow);
  return isTracked && finish === undefined && passed !== 'DEVICE_PASSWORD_VERIFIER';
}
