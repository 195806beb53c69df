import { createHash } from 'node:crypto';
import { err, ok, type Result } from '@coffer/kit';
import { mergeAttributes } from '../../accounts/attributes.ts';
import { isEmail, resolveAccount, usernameKey } from '../../accounts/names.ts';
import { createSubject } from '../../crypto/ids.ts';
import type { Deps } from '../../deps.ts';
import { joinProviderGroup } from '../../groups/provider-group.ts';
import {
  type Account,
  type Attributes,
  findAccount,
  insertAccount,
  noteSignIn,
} from '../../store/accounts.ts';
import type { Tx } from '../../store/database/database.ts';
import type { Pool } from '../../store/pools.ts';
import {
  findAccountByIdentity,
  type IdentityKey,
  linkIdentity,
  replaceAttributes,
} from '../store/account-identities.ts';
import type { IdentityProvider } from '../store/identity-providers.ts';
import { providerDetailsSchema } from './provider-details.ts';

/** Claims of an issuer, after the signature check. */
export type Claims = Readonly<Record<string, unknown>>;

const SUBJECT_LENGTH_MAX = 255;
const VALUE_LENGTH_MAX = 2048;
const USERNAME_LENGTH_MAX = 128;

/** `refused`: the account is disabled or deleted, an attribute is invalid, or the name is taken. */
export type Refusal = { readonly code: 'refused' };

interface Visit {
  readonly pool: Pool;
  readonly provider: IdentityProvider;
  readonly claims: Claims;
}

/**
 * The key is issuer and `sub` (OpenID Connect Core §5.7), never an e-mail address. A new user gets a new account, unless
 * both sides have verified the same address and the provider links it.
 */
export async function admitPerson(deps: Deps, tx: Tx, visit: Visit): Promise<Result<Account, Refusal>> {
  const { pool, provider, claims } = visit;
  const subject = claims['sub'];
  if (typeof subject !== 'string' || subject === '' || subject.length > SUBJECT_LENGTH_MAX)
    return err({ code: 'refused' });
  const key = { poolId: pool.id, provider: provider.name, subject };
  const known = await findAccountByIdentity(tx, key);
  const account =
    known === undefined
      ? await makeOrLink(deps, tx, { ...visit, key })
      : await refresh(deps, tx, { ...visit, account: known });
  if (!account.ok) return account;
  if (!account.value.isEnabled) return err({ code: 'refused' });
  const now = deps.clock.now();
  if (!(await noteSignIn(tx, account.value.id, now))) return err({ code: 'refused' });
  if (account.value.status === 'EXTERNAL_PROVIDER')
    await joinProviderGroup(tx, account.value, { provider: provider.name, now });
  return account;
}

async function makeOrLink(
  deps: Deps,
  tx: Tx,
  visit: Visit & { readonly key: IdentityKey },
): Promise<Result<Account, Refusal>> {
  const { key } = visit;
  const now = deps.clock.now();
  const linked = await findLinkable(tx, visit);
  const account = linked ?? (await makeAccount(deps, tx, visit));
  if (account === undefined || !(await linkIdentity(tx, key, { accountId: account.id, now })))
    return err({ code: 'refused' });
  const whole = await findAccount(tx, key.poolId, account.id);
  return whole === undefined ? err({ code: 'refused' }) : ok(whole);
}

async function findLinkable(tx: Tx, { pool, provider, claims }: Visit): Promise<Account | undefined> {
  if (providerDetailsSchema.parse(provider.details).link_verified_email !== 'true') return undefined;
  const { email, email_verified: isVerified } = claims;
  if (typeof email !== 'string' || !isEmail(email) || isVerified !== true) return undefined;
  const account = await resolveAccount(tx, pool, email);
  const isSame = account?.attributes['email']?.toLowerCase() === email.toLowerCase();
  const isProved = account?.attributes['email_verified'] === 'true' && account.status === 'CONFIRMED';
  return isSame && isProved && account.isEnabled ? account : undefined;
}

/** Addresses do not become aliases, because the issuer is the only way to sign in. */
async function makeAccount(
  deps: Deps,
  tx: Tx,
  visit: Visit & { readonly key: IdentityKey },
): Promise<Account | undefined> {
  const { pool, key } = visit;
  const attributes = mapAttributes(visit, {});
  if (!attributes.ok) return undefined;
  const username = usernameOf(key);
  return await insertAccount(tx, {
    id: createSubject(),
    poolId: pool.id,
    username,
    usernameKey: usernameKey(pool, username),
    emailKey: null,
    phoneKey: null,
    preferredUsernameKey: null,
    status: 'EXTERNAL_PROVIDER',
    attributes: attributes.value,
    credential: undefined,
    temporaryPasswordExpiresAt: null,
    now: deps.clock.now(),
  });
}

/** `Provider_subject`, as in Cognito. Uses a hash if the subject is not a valid name. */
function usernameOf({ provider, subject }: IdentityKey): string {
  const plain = `${provider}_${subject}`;
  return plain.length <= USERNAME_LENGTH_MAX && /^[\x21-\x7e]+$/.test(plain)
    ? plain
    : `${provider}_${createHash('sha256').update(subject, 'utf8').digest('hex')}`;
}

/** Federated accounts get the issuer's attributes at each sign-in. Linked accounts keep their own. */
async function refresh(
  deps: Deps,
  tx: Tx,
  visit: Visit & { readonly account: Account },
): Promise<Result<Account, Refusal>> {
  const { account } = visit;
  if (account.status !== 'EXTERNAL_PROVIDER') return ok(account);
  const attributes = mapAttributes(visit, account.attributes);
  if (!attributes.ok) return attributes;
  await replaceAttributes(tx, account.id, { attributes: attributes.value, now: deps.clock.now() });
  return ok({ ...account, attributes: attributes.value });
}

/** Applies the attribute mapping. Removes attributes that the issuer no longer sends. */
function mapAttributes({ pool, provider, claims }: Visit, present: Attributes): Result<Attributes, Refusal> {
  const given = Object.entries(provider.attributeMapping)
    .filter(([name]) => name !== 'username')
    .map(([Name, claim]) => ({
      Name,
      Value: textOf(Object.hasOwn(claims, claim) ? claims[claim] : undefined),
    }));
  const merged = mergeAttributes(pool, present, { given, by: 'admin', isNew: true });
  return merged.ok ? merged : err({ code: 'refused' });
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, VALUE_LENGTH_MAX);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return value === undefined || value === null ? '' : JSON.stringify(value).slice(0, VALUE_LENGTH_MAX);
}
