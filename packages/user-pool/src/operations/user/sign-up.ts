import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { codeLifeMs, sendAddressCode, shownName, signUpAddress } from '../../accounts/addresses.ts';
import { findMissingAttribute, mergeAttributes } from '../../accounts/attributes.ts';
import { checkWritable } from '../../accounts/client-attributes.ts';
import { getVerifiedClient } from '../../accounts/clients.ts';
import { aliasKeys, inventUser, isAddressPool, resolveAccount, usernameKey } from '../../accounts/names.ts';
import { readIdentity, takenError } from '../../accounts/new-identity.ts';
import { sealSignUpSession } from '../../accounts/sign-up-session.ts';
import { type CodeDeliveryDetails, describeAddress, mediumOf } from '../../codes/codes.ts';
import { issueVoidCode } from '../../codes/decoys.ts';
import { queueDecoy, queueMessage } from '../../delivery/queue.ts';
import type { Deps } from '../../deps.ts';
import { errors, type PoolError } from '../../errors.ts';
import { takeToken } from '../../limits/limits.ts';
import { createCredential } from '../../passwords/credential.ts';
import { personalWords } from '../../passwords/fit-password.ts';
import { findPolicyBreach } from '../../passwords/policy.ts';
import { type Account, insertAccount, insertAndUndo, type NewAccount } from '../../store/accounts.ts';
import type { Tx } from '../../store/database/database.ts';
import type { Client, Pool } from '../../store/pools.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const signUpInput = z.object({
  ClientId: shape.clientId,
  SecretHash: shape.shortText.optional(),
  Username: shape.username,
  Password: shape.password.optional(),
  UserAttributes: shape.attributes.optional(),
  ValidationData: shape.attributes.optional(),
  UserContextData: shape.userContextData.optional(),
  ClientMetadata: shape.parameters.optional(),
});

type Input = z.output<typeof signUpInput>;
type SignUpDeps = Pick<Deps, 'db' | 'clients' | 'clock' | 'vault' | 'limits'>;

const signUp =
  (deps: SignUpDeps) =>
  async ({ input }: OperationRequest<Input>): OperationResult => {
    const client = await getVerifiedClient(deps, input);
    if (!client.ok) return client;
    const prepared = prepare(deps, client.value, input);
    if (!prepared.ok) return prepared;
    const made = await makeOrPretend(deps, client.value, prepared.value);
    return made.ok ? ok(answer(deps, client.value, made.value)) : made;
  };

interface Prepared {
  readonly pool: Pool;
  /** As typed. */
  readonly name: string;
  readonly account: NewAccount;
}

function prepare(deps: SignUpDeps, client: Client, input: Input): Result<Prepared, PoolError> {
  const { pool } = client;
  if (!pool.settings.isSelfSignUpAllowed) return err(errors.signUpNotPermitted);
  const identity = readIdentity(pool, input);
  if (!identity.ok) return identity;
  const { id, username, given } = identity.value;
  const writable = checkWritable(
    client,
    (input.UserAttributes ?? []).map(({ Name }) => Name),
  );
  if (!writable.ok) return writable;
  const attributes = mergeAttributes(pool, {}, { given, by: 'user', isNew: true });
  if (!attributes.ok) return attributes;
  const missing = findMissingAttribute(pool, attributes.value);
  if (missing !== undefined) return err(missing);

  if (!isOfDomain(attributes.value['email'], pool.settings.signUpDomains))
    return err(errors.signUpDomainNotPermitted);
  const { Password } = input;
  const mayHaveNone = pool.settings.firstFactors.some((factor) => factor !== 'PASSWORD');
  if (Password === undefined && !mayHaveNone) return err(errors.missingParameter('Password'));
  const words = personalWords({ username, attributes: attributes.value });
  const breach =
    Password === undefined ? undefined : findPolicyBreach(pool.settings.passwordPolicy, Password, words);
  if (breach !== undefined) return err(errors.passwordUnfit(breach));
  const owner = { id, poolId: pool.id, username };
  return ok({
    pool,
    name: input.Username,
    account: {
      ...owner,
      usernameKey: usernameKey(pool, username),
      ...aliasKeys(pool, { attributes: attributes.value, status: 'UNCONFIRMED' }),
      status: 'UNCONFIRMED',
      attributes: attributes.value,
      credential: Password === undefined ? undefined : createCredential(deps.vault, owner, Password),
      temporaryPasswordExpiresAt: null,
      now: deps.clock.now(),
    },
  });
}

/** Checked before any lookup, so that the answer reveals no account. */
function isOfDomain(email: string | undefined, domains: readonly string[]): boolean {
  const domain = email?.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return domains.length === 0 || (domain !== undefined && domains.includes(domain));
}

interface Made {
  readonly subject: string;
  readonly delivery: CodeDeliveryDetails | undefined;
}

/**
 * [Note: Sign-up of a taken address] The answer is the usual one, for about the same work, because an error
 * would reveal the account; the owner gets a mail. An unconfirmed account keeps its first password and gets a
 * new code, so a later person must reset it.
 */
async function makeOrPretend(
  deps: SignUpDeps,
  client: Client,
  prepared: Prepared,
): Promise<Result<Made, PoolError>> {
  const { pool, name, account: wanted } = prepared;
  const isTakenHidden =
    isAddressPool(pool) &&
    pool.settings.signUpOfTakenAddress === 'mail_owner' &&
    client.settings.preventUserExistenceErrors === 'ENABLED';
  const owner = await resolveAccount(deps.db, pool, name);
  if (owner !== undefined && !isTakenHidden) return err(takenError(pool, name));
  const subject = owner?.id ?? inventUser(deps.vault, pool, name).subject;
  const maySend = await takeToken(deps, { subject, rule: 'resendConfirmationCode' });
  const address = signUpAddress(pool, wanted);
  const delivery = address && describeAddress(address.value, address.attribute);
  const isMade = await deps.db.transaction().execute(async (tx) => {
    const made = await insertAccount(tx, wanted);
    if (made !== undefined && address !== undefined)
      await sendAddressCode(deps, tx, { pool, account: made, address, purpose: 'sign_up' });
    if (made === undefined) await insertAndUndo(tx, wanted);
    if (made === undefined && owner !== undefined) await notifyOwner(deps, tx, { pool, owner, maySend });
    return made !== undefined;
  });
  // Another request won the race, so its code is the valid one.
  if (!isMade && !isTakenHidden) return err(takenError(pool, name));
  return ok({ subject: wanted.id, delivery });
}

/** Rate-limited like codes. */
async function notifyOwner(
  deps: SignUpDeps,
  tx: Tx,
  notice: { readonly pool: Pool; readonly owner: Account; readonly maySend: boolean },
): Promise<void> {
  const { pool, owner, maySend } = notice;
  const address = signUpAddress(pool, owner);
  if (address === undefined) return;
  if (owner.status === 'UNCONFIRMED') {
    if (maySend) await sendAddressCode(deps, tx, { pool, account: owner, address, purpose: 'sign_up' });
    return;
  }
  const lifeMs = codeLifeMs(pool, 'sign_up');
  await issueVoidCode(deps, tx, { pool, subject: owner.id, purpose: 'sign_up', lifeMs });
  const message = {
    poolId: pool.id,
    accountId: owner.id,
    kind: 'account_exists',
    medium: mediumOf(address.attribute),
    to: address.value,
    values: { username: shownName(owner) },
  } as const;
  await (maySend ? queueMessage(deps, tx, message) : queueDecoy(deps, tx, message));
}

function answer(deps: SignUpDeps, client: Client, made: Made): object {
  const isContinued = client.settings.explicitAuthFlows.includes('ALLOW_USER_AUTH');
  return {
    UserConfirmed: false,
    UserSub: made.subject,
    ...(made.delivery === undefined ? {} : { CodeDeliveryDetails: made.delivery }),
    ...(isContinued ? { Session: sealSignUpSession(deps, client, made.subject) } : {}),
  };
}

export const SignUp = defineOperation('public', signUpInput, signUp);
