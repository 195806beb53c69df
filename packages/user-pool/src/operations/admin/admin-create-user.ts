import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { getPool } from '../../accounts/admin-target.ts';
import { mergeAttributes } from '../../accounts/attributes.ts';
import { emailKey, isEmail, isEmailPool, resolveAccount, usernameKey } from '../../accounts/names.ts';
import { presentUser } from '../../accounts/present.ts';
import { createSubject } from '../../crypto/ids.ts';
import type { Deps } from '../../deps.ts';
import { queueMessage } from '../../delivery/queue.ts';
import { errors, type PoolError } from '../../errors.ts';
import { createCredential } from '../../passwords/credential.ts';
import { findPolicyBreach } from '../../passwords/policy.ts';
import { createTemporaryPassword, temporaryPasswordEnd } from '../../passwords/temporary.ts';
import { type Account, type Attributes, insertAccount, updatePassword } from '../../store/accounts.ts';
import type { Tx } from '../../store/database.ts';
import type { Pool } from '../../store/pools.ts';
import type { OperationRequest, OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

export const adminCreateUserInput = z.object({
  UserPoolId: shape.poolId,
  Username: shape.username,
  UserAttributes: shape.attributes.optional(),
  ValidationData: shape.attributes.optional(),
  TemporaryPassword: shape.password.optional(),
  ForceAliasCreation: shape.flag.optional(),
  MessageAction: shape.oneOf(['RESEND', 'SUPPRESS']).optional(),
  DesiredDeliveryMediums: z
    .array(shape.oneOf(['SMS', 'EMAIL']))
    .max(2)
    .optional(),
  ClientMetadata: shape.parameters.optional(),
});

type Input = z.output<typeof adminCreateUserInput>;
type CreateDeps = Pick<Deps, 'db' | 'clock' | 'vault' | 'log'>;

/** Makes a user with a temporary password, which goes to the outbox unless the message is suppressed. */
export const adminCreateUser =
  (deps: CreateDeps) =>
  async ({ input }: OperationRequest<Input>): OperationResult => {
    const found = await getPool(deps, input.UserPoolId);
    if (!found.ok) return found;
    const pool = found.value;
    if (input.MessageAction === 'RESEND') return await resend(deps, pool, input);
    const identity = readIdentity(pool, input);
    if (!identity.ok) return identity;
    const { id, username, attributes } = identity.value;
    const password = choosePassword(pool, input, [attributes['email'], attributes['name'], username]);
    if (!password.ok) return password;

    const now = deps.clock.now();
    const credential = createCredential(deps.vault, { id, poolId: pool.id, username }, password.value);
    const email = attributes['email'];
    const account = await deps.db.transaction().execute(async (tx) => {
      const inserted = await insertAccount(tx, {
        id,
        poolId: pool.id,
        username,
        usernameKey: usernameKey(pool, username),
        emailKey: isEmailPool(pool) && email !== undefined ? emailKey(email) : null,
        phoneKey: null,
        preferredUsernameKey: null,
        status: 'FORCE_CHANGE_PASSWORD',
        attributes,
        credential,
        temporaryPasswordExpiresAt: temporaryPasswordEnd(pool, now),
        now,
      });
      if (inserted !== undefined && input.MessageAction !== 'SUPPRESS')
        await postTemporaryPassword(deps, tx, { account: inserted, password: password.value });
      return inserted;
    });
    if (account === undefined) return err(isEmailPool(pool) ? errors.emailExists : errors.usernameExists);
    return ok({ User: presentUser(account) });
  };

interface Identity {
  readonly id: string;
  readonly username: string;
  readonly attributes: Attributes;
}

function readIdentity(pool: Pool, input: Input): Result<Identity, PoolError> {
  const id = createSubject();
  const given = input.UserAttributes ?? [];
  if (!isEmailPool(pool)) {
    const attributes = mergeAttributes(pool, {}, { given, by: 'admin' });
    const username = pool.settings.isUsernameCaseSensitive
      ? input.Username.normalize('NFC')
      : usernameKey(pool, input.Username);
    return attributes.ok ? ok({ id, username, attributes: attributes.value }) : attributes;
  }
  if (!isEmail(input.Username)) return err(errors.emailUsernameRequired);
  const email = given.find(({ Name }) => Name === 'email')?.Value;
  if (email !== undefined && emailKey(email) !== emailKey(input.Username))
    return err(errors.attributesInvalid('email: Value must be the same as Username.'));
  const attributes = mergeAttributes(
    pool,
    {},
    {
      given: [{ Name: 'email', Value: input.Username }, ...given.filter(({ Name }) => Name !== 'email')],
      by: 'admin',
    },
  );
  return attributes.ok ? ok({ id, username: id, attributes: attributes.value }) : attributes;
}

function choosePassword(
  pool: Pool,
  input: Input,
  personal: readonly (string | undefined)[],
): Result<string, PoolError> {
  const policy = pool.settings.passwordPolicy;
  const given = input.TemporaryPassword;
  if (given === undefined) return ok(createTemporaryPassword(policy));
  const breach = findPolicyBreach(policy, given, personal);
  return breach === undefined ? ok(given) : err(errors.adminPasswordUnfit(breach));
}

/** A new temporary password for a user who has not used the first one. */
async function resend(deps: CreateDeps, pool: Pool, input: Input): OperationResult {
  const account = await resolveAccount(deps.db, pool, input.Username);
  if (account === undefined) return err(errors.userNotFound);
  if (account.status !== 'FORCE_CHANGE_PASSWORD') return err(errors.userStateUnsupported);
  const { attributes, username } = account;
  const password = choosePassword(pool, input, [attributes['email'], attributes['name'], username]);
  if (!password.ok) return password;
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    await updatePassword(tx, account.id, {
      credential: createCredential(deps.vault, account, password.value),
      status: 'FORCE_CHANGE_PASSWORD',
      temporaryPasswordExpiresAt: temporaryPasswordEnd(pool, now),
      now,
    });
    await postTemporaryPassword(deps, tx, { account, password: password.value });
  });
  return ok({ User: presentUser({ ...account, updatedAt: now }) });
}

async function postTemporaryPassword(
  deps: CreateDeps,
  tx: Tx,
  message: { readonly account: Account; readonly password: string },
): Promise<void> {
  const { account, password } = message;
  const destination = account.attributes['email'];
  if (destination === undefined) {
    deps.log.info('message_without_destination', { pool: account.poolId, account: account.id });
    return;
  }
  await queueMessage(deps, tx, {
    poolId: account.poolId,
    accountId: account.id,
    kind: 'invitation',
    medium: 'EMAIL',
    to: destination,
    values: { username: account.username, password },
  });
}
