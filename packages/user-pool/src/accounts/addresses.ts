import { MINUTE_MS } from '@coffer/kit';
import {
  type AddressAttribute,
  type CodeDeliveryDetails,
  type CodePurpose,
  describeAddress,
  issueCode,
  mediumOf,
} from '../codes/codes.ts';
import { queueMessage } from '../delivery/queue.ts';
import type { Deps } from '../deps.ts';
import type { Account } from '../store/accounts.ts';
import type { Tx } from '../store/database/database.ts';
import type { Pool } from '../store/pools.ts';

export interface Address {
  readonly attribute: AddressAttribute;
  readonly value: string;
}

type Purpose = Extract<CodePurpose, 'sign_up' | 'forgot' | 'verify_attribute'>;

const DIGITS = 6;

/** The first address that the user gave and that the pool verifies at sign-up; e-mail before phone. */
export function signUpAddress(pool: Pool, account: Pick<Account, 'attributes'>): Address | undefined {
  return firstAddress(
    (['email', 'phone_number'] as const).filter((name) =>
      pool.settings.autoVerifiedAttributes.includes(name),
    ),
    (name) => account.attributes[name],
  );
}

/**
 * The address for password recovery. Excludes a phone that is also the second factor, because it would then be both
 * factors.
 */
export function recoveryAddress(pool: Pool, account: Account): Address | undefined {
  const attributes = pool.settings.accountRecovery.flatMap((mechanism): readonly AddressAttribute[] => {
    if (mechanism === 'verified_email') return ['email'];
    return mechanism === 'verified_phone_number' && !account.isSmsMfaEnabled ? ['phone_number'] : [];
  });
  return firstAddress(attributes, (name) =>
    account.attributes[`${name}_verified`] === 'true' ? account.attributes[name] : undefined,
  );
}

export function addressToVerify(account: Account, attribute: AddressAttribute): Address | undefined {
  const value = account.pendingAttributes[attribute] ?? account.attributes[attribute];
  return value === undefined ? undefined : { attribute, value };
}

/** What a code is about. Includes the address, so that the code becomes invalid if the address changes. */
export function aboutAddress(address: Address): string {
  return `${address.attribute}:${address.value}`;
}

export function codeLifeMs(pool: Pool, purpose: Purpose): number {
  const { codeLifeMinutes } = pool.settings;
  switch (purpose) {
    case 'sign_up':
      return codeLifeMinutes.signUp * MINUTE_MS;
    case 'forgot':
      return codeLifeMinutes.forgotPassword * MINUTE_MS;
    case 'verify_attribute':
      return codeLifeMinutes.verifyAttribute * MINUTE_MS;
  }
}

/** Runs inside the caller's transaction. */
export async function sendAddressCode(
  deps: Pick<Deps, 'vault' | 'clock'>,
  tx: Tx,
  sending: {
    readonly pool: Pool;
    readonly account: Account;
    readonly address: Address;
    readonly purpose: Purpose;
  },
): Promise<CodeDeliveryDetails> {
  const { pool, account, address, purpose } = sending;
  const code = await issueCode(deps, tx, {
    account,
    purpose,
    ...(purpose === 'verify_attribute' ? { attribute: address.attribute } : {}),
    about: aboutAddress(address),
    digits: DIGITS,
    lifeMs: codeLifeMs(pool, purpose),
  });
  await queueMessage(deps, tx, {
    poolId: pool.id,
    accountId: account.id,
    kind: purpose,
    medium: mediumOf(address.attribute),
    to: address.value,
    values: { code, username: shownName(account) },
  });
  return describeAddress(address.value, address.attribute);
}

/** In a pool with address sign-in the username is a UUID, so this returns a name that the user knows. */
export function shownName(account: Pick<Account, 'id' | 'username' | 'attributes'>): string {
  if (account.username !== account.id) return account.username;
  return account.attributes['email'] ?? account.attributes['phone_number'] ?? account.username;
}

function firstAddress(
  names: readonly AddressAttribute[],
  find: (name: AddressAttribute) => string | undefined,
): Address | undefined {
  for (const attribute of names) {
    const value = find(attribute);
    if (value !== undefined) return { attribute, value };
  }
  return undefined;
}
