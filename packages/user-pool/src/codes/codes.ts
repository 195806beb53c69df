import { randomInt } from 'node:crypto';
import { isEmail } from '../accounts/names.ts';
import { equalInConstantTime } from '../crypto/ids.ts';
import type { Medium } from '../delivery/delivery.ts';
import type { Deps } from '../deps.ts';
import type { Account } from '../store/accounts.ts';
import { type CodeKey, countCodeFailure, deleteCode, lockCode, saveCode } from '../store/codes.ts';
import type { Tx } from '../store/database.ts';
import type { Pool } from '../store/pools.ts';

/** A code that was guessed at so often is dead: a new one must be asked for. */
export const CODE_FAILURES_MAX = 5;

export type CodePurpose = 'sign_up' | 'forgot' | 'verify_attribute' | 'mfa' | 'first_factor' | 'custom';

/** Whose code it is. A made-up user of an unknown name has codes as well, so that it cannot be told apart. */
export type CodeOwner =
  | { readonly account: Pick<Account, 'id' | 'poolId'> }
  | { readonly subject: { readonly id: string; readonly poolId: string } };

export type CodeClaim = CodeOwner & {
  readonly purpose: CodePurpose;
  /** Codes of different attributes live side by side. */
  readonly attribute?: string;
  /** Codes of different Sessions live side by side, and none works for another one's. */
  readonly sessionHash?: Buffer;
  /** What the code proves, such as the address it goes to. When that has changed since, the code is wrong. */
  readonly about?: string;
};

/**
 * Makes a code of `digits` digits, which lives for `lifeMs` and replaces the one before it. Only its HMAC is kept: the
 * value that is returned is for the message, never for a log.
 */
export async function issueCode(
  deps: Pick<Deps, 'vault' | 'clock'>,
  tx: Tx,
  request: CodeClaim & { readonly digits: number; readonly lifeMs: number },
): Promise<string> {
  const code = String(randomInt(10 ** request.digits)).padStart(request.digits, '0');
  const now = deps.clock.now();
  await saveCode(tx, keyOf(request), {
    accountId: 'account' in request ? request.account.id : null,
    codeMac: macOf(deps.vault, request, code),
    createdAt: now,
    expiresAt: new Date(now.getTime() + request.lifeMs),
  });
  return code;
}

export type CodeOutcome = 'right' | 'wrong' | 'expired' | 'none' | 'too_many';

/**
 * Holds a code against the newest one. `right` spends it, unless it `isKept` for `withdrawCode`, `wrong` counts, and after five wrong ones even the right code
 * is `too_many`. The caller must commit the transaction whatever comes of it, or the count is lost: answer an error by
 * returning it, not by throwing.
 */
export async function checkCode(
  deps: Pick<Deps, 'vault' | 'clock'>,
  tx: Tx,
  claim: CodeClaim & { readonly code: string; readonly isKept?: boolean },
): Promise<CodeOutcome> {
  const key = keyOf(claim);
  const given = macOf(deps.vault, claim, claim.code);
  const stored = await lockCode(tx, key);
  if (stored === undefined) return 'none';
  if (stored.expiresAt <= deps.clock.now()) return 'expired';
  if (stored.failureCount >= CODE_FAILURES_MAX) return 'too_many';
  if (equalInConstantTime(stored.codeMac, given)) {
    if (claim.isKept !== true) await deleteCode(tx, key);
    return 'right';
  }
  await countCodeFailure(tx, key);
  return 'wrong';
}

/** Makes a code that was issued useless. */
export async function withdrawCode(tx: Tx, claim: CodeClaim): Promise<void> {
  await deleteCode(tx, keyOf(claim));
}

function keyOf(claim: CodeClaim): CodeKey {
  const { id, poolId } = 'account' in claim ? claim.account : claim.subject;
  const scope = claim.sessionHash?.toString('base64url') ?? claim.attribute ?? '';
  return { poolId, subject: id, purpose: claim.purpose, scope };
}

function macOf(vault: Deps['vault'], claim: CodeClaim, code: string): Buffer {
  const { poolId, subject, purpose, scope } = keyOf(claim);
  return vault.mac('code', JSON.stringify([poolId, subject, purpose, scope, claim.about ?? '', code]));
}

/** `CodeDeliveryDetails` of the service model. */
export interface CodeDeliveryDetails {
  readonly Destination: string;
  readonly DeliveryMedium: Medium;
  readonly AttributeName: AddressAttribute;
}

export type AddressAttribute = 'email' | 'phone_number';

export function mediumOf(attribute: AddressAttribute): Medium {
  return attribute === 'email' ? 'EMAIL' : 'SMS';
}

export function attributeOf(medium: Medium): AddressAttribute {
  return medium === 'EMAIL' ? 'email' : 'phone_number';
}

/** Where a code went, masked: the address that is pending, or else the one in force. */
export function describeDelivery(
  account: Pick<Account, 'attributes' | 'pendingAttributes'>,
  by: Medium | AddressAttribute,
): CodeDeliveryDetails {
  const attribute = by === 'EMAIL' || by === 'SMS' ? attributeOf(by) : by;
  const isWaiting = by === attribute;
  const address =
    (isWaiting ? account.pendingAttributes[attribute] : undefined) ?? account.attributes[attribute] ?? '';
  return describeAddress(address, attribute);
}

export function describeAddress(address: string, attribute: AddressAttribute): CodeDeliveryDetails {
  return {
    Destination: maskAddress(address, attribute),
    DeliveryMedium: mediumOf(attribute),
    AttributeName: attribute,
  };
}

/** What a user of an unknown name would be answered: the same each time, and what the name itself tells. */
export function describeDecoy(
  vault: Deps['vault'],
  pool: Pick<Pool, 'id'>,
  name: string,
): CodeDeliveryDetails {
  if (isEmail(name)) return describeAddress(name, 'email');
  if (/^\+\d{5,15}$/.test(name)) return describeAddress(name, 'phone_number');
  const bytes = vault.mac('decoy address', `${pool.id}\0${name.normalize('NFC').toLowerCase()}`);
  const letter = (at: number) => String.fromCodePoint(97 + (bytes.readUInt8(at) % 26));
  return describeAddress(`${letter(0)}@${letter(1)}`, 'email');
}

/** `j***@e***` and `+*******1234`. The number of stars tells nothing. */
function maskAddress(address: string, attribute: AddressAttribute): string {
  if (attribute === 'phone_number') return `+*******${address.slice(-4)}`;
  const [local = '', domain = ''] = address.split('@');
  return `${firstOf(local)}***@${firstOf(domain)}***`;
}

function firstOf(text: string): string {
  return Array.from(text)[0] ?? '';
}
