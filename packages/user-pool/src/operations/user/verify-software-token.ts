import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { getClient } from '../../accounts/clients.ts';
import { recordAttemptOutcome } from '../../accounts/lockout.ts';
import { allowsSoftwareToken } from '../../challenges/flow.ts';
import { beginSession, consumeSession, openSession } from '../../challenges/sessions.ts';
import { totpContext } from '../../challenges/software-token.ts';
import { matchCode } from '../../crypto/totp.ts';
import type { Caller, Deps } from '../../deps.ts';
import { errors, type PoolError } from '../../errors.ts';
import type { Account } from '../../store/accounts.ts';
import { countSessionFailure } from '../../store/auth-sessions.ts';
import { findSoftwareToken, saveVerifiedToken } from '../../store/software-tokens.ts';
import { authorize } from '../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const verifySoftwareTokenInput = z.object({
  AccessToken: shape.token.optional(),
  Session: shape.session.optional(),
  UserCode: shape.totpCode,
  FriendlyDeviceName: shape.shortText.optional(),
});

type Input = z.output<typeof verifySoftwareTokenInput>;
type TokenDeps = Pick<Deps, 'db' | 'clients' | 'clock' | 'vault' | 'signingKeys' | 'baseUrl' | 'limits'>;
type Request = OperationRequest<Input>;

/** The first valid code activates the secret and cannot be used again. */
const verifySoftwareToken =
  (deps: TokenDeps) =>
  async (request: Request): OperationResult => {
    const { AccessToken, Session } = request.input;
    if ((AccessToken === undefined) === (Session === undefined)) return err(errors.oneCredentialExpected);
    if (AccessToken !== undefined) return await verifyForUser(deps, request, AccessToken);
    return await verifyForSession(deps, request, Session ?? '');
  };

async function verifyForUser(deps: TokenDeps, request: Request, accessToken: string): OperationResult {
  const user = await authorize(deps, accessToken);
  if (!user.ok) return user;
  const { account, client } = user.value;
  if (!allowsSoftwareToken(client.pool.settings)) return err(errors.totpNotEnabledByPool);
  const sealed = (await findSoftwareToken(deps.db, account.id))?.pendingSealed ?? undefined;
  if (sealed === undefined) return err(errors.totpNotSetUp);
  const step = await checkCode(deps, {
    account,
    sealed,
    code: request.input.UserCode,
    caller: request.caller,
  });
  if (!step.ok) return step;
  await saveVerifiedToken(deps.db, account.id, {
    sealed,
    step: step.value,
    friendlyName: request.input.FriendlyDeviceName,
    now: deps.clock.now(),
  });
  return ok({ Status: 'SUCCESS' });
}

async function verifyForSession(deps: TokenDeps, request: Request, handle: string): OperationResult {
  const opened = await openSession(deps, { handle, steps: ['MFA_SETUP_ASSOCIATED'] });
  if (!opened.ok) return opened;
  const { session, account } = opened.value;
  const sealed = session.pendingSealed;
  if (sealed === null) return err(errors.totpNotSetUp);
  const client = await getClient(deps, session.clientId);
  if (!client.ok) return client;
  if (!allowsSoftwareToken(client.value.pool.settings)) return err(errors.totpNotEnabledByPool);
  const step = await checkCode(deps, {
    account,
    sealed,
    code: request.input.UserCode,
    caller: request.caller,
  });
  if (!step.ok) {
    await countSessionFailure(deps.db, session.handleHash);
    return step;
  }
  return await deps.db.transaction().execute(async (tx) => {
    const consumed = await consumeSession(deps, tx, session);
    if (!consumed.ok) return consumed;
    await saveVerifiedToken(tx, account.id, {
      sealed,
      step: step.value,
      friendlyName: request.input.FriendlyDeviceName,
      now: deps.clock.now(),
    });
    const begun = await beginSession(deps, tx, {
      client: client.value,
      person: { account, subject: account.id },
      step: 'MFA_SETUP_VERIFIED',
      state: session.state,
    });
    return ok({ Status: 'SUCCESS', Session: begun.handle });
  });
}

async function checkCode(
  deps: TokenDeps,
  check: {
    readonly account: Account;
    readonly sealed: string;
    readonly code: string;
    readonly caller: Caller;
  },
): Promise<Result<number, PoolError>> {
  const { account } = check;
  const secret = deps.vault.open(totpContext(account.id), check.sealed);
  const step = matchCode(secret, check.code, deps.clock.now());
  const isAccepted = await recordAttemptOutcome(deps, {
    kind: 'code',
    poolId: account.poolId,
    subject: account.id,
    address: check.caller.address,
    hasSucceeded: step !== undefined,
  });
  if (!isAccepted) return err(errors.attemptsExceeded);
  return step === undefined ? err(errors.totpEnableMismatch) : ok(step);
}

export const VerifySoftwareToken = defineOperation('public', verifySoftwareTokenInput, verifySoftwareToken);
