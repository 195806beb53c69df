import { readableAttributes } from '../accounts/client-attributes.ts';
import type { Account } from '../store/accounts.ts';
import type { Client } from '../store/pools.ts';

const BOOLEAN_ATTRIBUTES = new Set(['email_verified', 'phone_number_verified']);
const EMAIL = ['email', 'email_verified'];
const PHONE = ['phone_number', 'phone_number_verified'];

interface Grant {
  readonly client: Client;
  readonly account: Account;
  /** Undefined without the authorization endpoint. In that case all readable attributes are included. */
  readonly scope: string | undefined;
}

/**
 * As in Cognito, `profile` or a lone `openid` includes all readable attributes. Otherwise `email` and `phone` include
 * only their own attributes.
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

/** The claims of the scope. Here booleans have their own type, and identities are included. */
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
