import { readableAttributes } from '../accounts/client-attributes.ts';
import type { Account } from '../store/accounts.ts';
import type { Client } from '../store/pools.ts';

const BOOLEAN_ATTRIBUTES = new Set(['email_verified', 'phone_number_verified']);
const EMAIL = ['email', 'email_verified'];
const PHONE = ['phone_number', 'phone_number_verified'];

interface Grant {
  readonly client: Client;
  readonly account: Account;
  /** Undefined for tokens that did not come of the authorization endpoint: they show what the client may read. */
  readonly scope: string | undefined;
}

/**
 * The attributes that a scope opens, as text. As at Cognito `openid` alone and `profile` open all that the client may
 * read; `email` and `phone` open their own and, without `profile`, nothing else.
 */
export function attributesOfScope(grant: Grant): Readonly<Record<string, string>> {
  const { client, account, scope } = grant;
  const asked = new Set(scope?.split(' '));
  const isNarrow = !asked.has('profile') && (asked.has('email') || asked.has('phone'));
  const open = new Set([...(asked.has('email') ? EMAIL : []), ...(asked.has('phone') ? PHONE : [])]);
  return Object.fromEntries(
    Object.entries(readableAttributes(client, account)).filter(([name]) => !isNarrow || open.has(name)),
  );
}

/** The same as claims of an ID token: truth values are truth values, and accounts at other issuers are told. */
export function claimsOfScope(grant: Grant): Record<string, unknown> {
  const attributes = Object.entries(attributesOfScope(grant)).map(([name, value]): [string, unknown] => [
    name,
    BOOLEAN_ATTRIBUTES.has(name) ? value === 'true' : value,
  ]);
  const identities = grant.account.identities.map(({ provider, subject, linkedAt }, index) => ({
    userId: subject,
    providerName: provider,
    providerType: 'OIDC',
    issuer: null,
    primary: grant.account.status === 'EXTERNAL_PROVIDER' && index === 0 ? 'true' : 'false',
    dateCreated: String(new Date(linkedAt).getTime()),
  }));
  return { ...Object.fromEntries(attributes), ...(identities.length > 0 ? { identities } : {}) };
}
