import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { shownName } from '../../accounts/addresses.ts';
import { getPool } from '../../accounts/admin-target.ts';
import { mergeAttributes } from '../../accounts/attributes.ts';
import { changeAccount, refusingTakenAliases, rewriteAccount } from '../../accounts/change-account.ts';
import { aliasKeys, isAddressPool, resolveAccount, usernameKey } from '../../accounts/names.ts';
import { readIdentity, takenError } from '../../accounts/new-identity.ts';
import { presentUser } from '../../accounts/present.ts';
import { attributeOf } from '../../codes/codes.ts';
import { queueMessage } from '../../delivery/queue.ts';
import type { Deps } from '../../deps.ts';
import { errors, type PoolError } from '../../errors.ts';
import { createCredential } from '../../passwords/credential.ts';
import { personalWords } from '../../passwords/fit-password.ts';
import { findPolicyBreach } from '../../passwords/policy.ts';
import { createTemporaryPassword, temporaryPasswordEnd } from '../../passwords/temporary.ts';
import { type Account, insertAccount, type NewAccount, updatePassword } from '../../store/accounts.ts';
import type { Tx } from '../../store/database/database.ts';
import type { Pool } from '../../store/pools.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const adminCreateUserInput = z.object({
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

const adminCreateUser =
  (deps: CreateDeps) =>
  async ({ input }: OperationRequest<Input>): OperationResult => {
    const found = await getPool(deps, input.UserPoolId);
    if (!found.ok) return found;
    const pool = found.value;
    if (input.MessageAction === 'RESEND') return await resend(deps, pool, input);
    const prepared = prepare(deps, pool, input);
    if (!prepared.ok) return prepared;
    const { account: wanted, password } = prepared.value;
    return await refusingTakenAliases(() =>
      deps.db.transaction().execute(async (tx): OperationResult => {
        const account = await insertAccount(tx, wanted);
        if (account === undefined) return err(takenError(pool, input.Username));
        if (!isAddressPool(pool))
          await rewriteAccount(deps, tx, { pool, account, isForced: input.ForceAliasCreation === true });
        if (input.MessageAction !== 'SUPPRESS') await invite(deps, tx, { account, password, input });
        return ok({ User: presentUser(account) });
      }),
    );
  };

/**
 * Aliases are set after the insert, so that the taken one can be named. ForceAliasCreation moves a verified address from
 * its present owner.
 */
const NO_ALIASES = { emailKey: null, phoneKey: null, preferredUsernameKey: null } as const;

interface Prepared {
  readonly account: NewAccount;
  readonly password: string | undefined;
}

function prepare(deps: CreateDeps, pool: Pool, input: Input): Result<Prepared, PoolError> {
  const identity = readIdentity(pool, input);
  if (!identity.ok) return identity;
  const { id, username, given } = identity.value;
  const attributes = mergeAttributes(pool, {}, { given, by: 'admin', isNew: true });
  if (!attributes.ok) return attributes;
  const owner = { id, poolId: pool.id, username };
  const password = choosePassword(pool, input, { username, attributes: attributes.value });
  if (!password.ok) return password;
  const now = deps.clock.now();
  const isPasswordless = password.value === undefined;
  const status = isPasswordless ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD';
  return ok({
    password: password.value,
    account: {
      ...owner,
      usernameKey: usernameKey(pool, username),
      ...(isAddressPool(pool) ? aliasKeys(pool, { attributes: attributes.value, status }) : NO_ALIASES),
      status,
      attributes: attributes.value,
      credential:
        password.value === undefined ? undefined : createCredential(deps.vault, owner, password.value),
      temporaryPasswordExpiresAt: isPasswordless ? null : temporaryPasswordEnd(pool, now),
      now,
    },
  });
}

/** Undefined when none is given and the user can sign in with a code. */
function choosePassword(
  pool: Pool,
  input: Input,
  user: Pick<Account, 'username' | 'attributes'>,
): Result<string | undefined, PoolError> {
  const policy = pool.settings.passwordPolicy;
  const given = input.TemporaryPassword;
  if (given === undefined) {
    return ok(mayBeginByCode(pool, user) ? undefined : createTemporaryPassword(policy));
  }
  const breach = findPolicyBreach(policy, given, personalWords(user));
  return breach === undefined ? ok(given) : err(errors.adminPasswordUnfit(breach));
}

/** New users have no passkey, and no code goes to an unverified address. */
function mayBeginByCode(pool: Pool, user: Pick<Account, 'attributes'>): boolean {
  const { firstFactors } = pool.settings;
  return (
    (firstFactors.includes('EMAIL_OTP') && user.attributes['email_verified'] === 'true') ||
    (firstFactors.includes('SMS_OTP') && user.attributes['phone_number_verified'] === 'true')
  );
}

async function resend(deps: CreateDeps, pool: Pool, input: Input): OperationResult {
  const found = await resolveAccount(deps.db, pool, input.Username);
  if (found === undefined) return err(errors.userNotFound);
  return await changeAccount(deps, found, async (tx, account) => {
    if (account.status !== 'FORCE_CHANGE_PASSWORD') return err(errors.userStateUnsupported);
    const chosen = choosePassword(pool, input, account);
    if (!chosen.ok) return chosen;
    const password = chosen.value ?? createTemporaryPassword(pool.settings.passwordPolicy);
    const now = deps.clock.now();
    await updatePassword(tx, account.id, {
      credential: createCredential(deps.vault, account, password),
      status: 'FORCE_CHANGE_PASSWORD',
      temporaryPasswordExpiresAt: temporaryPasswordEnd(pool, now),
      now,
    });
    await invite(deps, tx, { account, password, input });
    return ok({ User: presentUser({ ...account, updatedAt: now }) });
  });
}

async function invite(
  deps: CreateDeps,
  tx: Tx,
  invitation: {
    readonly account: Account;
    readonly password: string | undefined;
    readonly input: Input;
  },
): Promise<void> {
  const { account, password, input } = invitation;
  const media = input.DesiredDeliveryMediums ?? [account.attributes['email'] === undefined ? 'SMS' : 'EMAIL'];
  let count = 0;
  for (const medium of new Set(media)) {
    const to = account.attributes[attributeOf(medium)];
    if (to === undefined) continue;
    count++;
    await queueMessage(deps, tx, {
      poolId: account.poolId,
      accountId: account.id,
      kind: password === undefined ? 'welcome' : 'invitation',
      medium,
      to,
      values: { username: shownName(account), ...(password === undefined ? {} : { password }) },
    });
  }
  if (count === 0)
    deps.log.info('message_without_destination', { pool: account.poolId, account: account.id });
}

export const AdminCreateUser = defineOperation('signed', adminCreateUserInput, adminCreateUser);
