import { randomBytes } from 'node:crypto';
import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { getClient } from '../../accounts/clients.ts';
import { allowsSoftwareToken } from '../../challenges/flow.ts';
import { beginSession, consumeSession, openSession } from '../../challenges/sessions.ts';
import { totpContext } from '../../challenges/software-token.ts';
import { encodeBase32, TOTP_SECRET_SIZE_BYTES } from '../../crypto/totp.ts';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { savePendingToken } from '../../store/software-tokens.ts';
import { authorize } from '../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const associateSoftwareTokenInput = z.object({
  AccessToken: shape.token.optional(),
  Session: shape.session.optional(),
});

type TokenDeps = Pick<Deps, 'db' | 'clients' | 'clock' | 'vault' | 'signingKeys' | 'baseUrl' | 'limits'>;

/** The active secret stays in use until VerifySoftwareToken confirms the new one. */
const associateSoftwareToken =
  (deps: TokenDeps) =>
  async ({ input }: OperationRequest<z.output<typeof associateSoftwareTokenInput>>): OperationResult => {
    if ((input.AccessToken === undefined) === (input.Session === undefined))
      return err(errors.oneCredentialExpected);
    if (input.AccessToken !== undefined) return await associateForUser(deps, input.AccessToken);
    return await associateForSession(deps, input.Session ?? '');
  };

async function associateForUser(deps: TokenDeps, accessToken: string): OperationResult {
  const user = await authorize(deps, accessToken);
  if (!user.ok) return user;
  const { account, client } = user.value;
  if (!allowsSoftwareToken(client.pool.settings)) return err(errors.totpNotEnabledByPool);
  const secret = randomBytes(TOTP_SECRET_SIZE_BYTES);
  const sealed = deps.vault.seal(totpContext(account.id), secret);
  await savePendingToken(deps.db, account.id, { sealed, now: deps.clock.now() });
  return ok({ SecretCode: encodeBase32(secret) });
}

async function associateForSession(deps: TokenDeps, handle: string): OperationResult {
  const opened = await openSession(deps, { handle, steps: ['MFA_SETUP', 'MFA_SETUP_ASSOCIATED'] });
  if (!opened.ok) return opened;
  const { session, account } = opened.value;
  const client = await getClient(deps, session.clientId);
  if (!client.ok) return client;
  if (!allowsSoftwareToken(client.value.pool.settings)) return err(errors.totpNotEnabledByPool);
  const secret = randomBytes(TOTP_SECRET_SIZE_BYTES);
  const pendingSealed = deps.vault.seal(totpContext(account.id), secret);
  return await deps.db.transaction().execute(async (tx) => {
    const consumed = await consumeSession(deps, tx, session);
    if (!consumed.ok) return consumed;
    const begun = await beginSession(deps, tx, {
      client: client.value,
      person: { account, subject: account.id },
      step: 'MFA_SETUP_ASSOCIATED',
      state: session.state,
      pendingSealed,
    });
    return ok({ SecretCode: encodeBase32(secret), Session: begun.handle });
  });
}

export const AssociateSoftwareToken = defineOperation(
  'public',
  associateSoftwareTokenInput,
  associateSoftwareToken,
);
